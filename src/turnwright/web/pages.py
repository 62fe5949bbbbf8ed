"""The pages: who opens what, and what is said at a table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from litestar import get, post
from litestar.enums import RequestEncodingType
from litestar.exceptions import ClientException, PermissionDeniedException
from litestar.params import Body, FromPath, FromQuery
from litestar.response import Redirect, Response, Template

from turnwright.rules.shelf import headings
from turnwright.speech.catalogue import languages
from turnwright.table.casts import casts
from turnwright.table.live import Table
from turnwright.table.names import plain
from turnwright.table.tickets import Ticket
from turnwright.web.drawing import draw, page_of, with_cursor
from turnwright.web.forms import Form
from turnwright.web.host import take
from turnwright.web.people import (
    Asked,
    check_host,
    hall_of,
    is_host,
    keys_of,
    language_of,
    make_host,
    page,
    seat_at,
    texts_of,
)
from turnwright.web.saying import Words, said_at
from turnwright.web.sessions import KEEPS

KEYS = (
    ("n", "next"),
    ("alt+n", "back"),
    ("t", "damage"),
    ("l", "heal"),
    ("r", "reaction"),
    ("h", "hide"),
    ("e", "effect"),
    ("a", "add"),
    ("d", "delay"),
    ("j", "down"),
    ("k", "up"),
    ("x", "pick"),
    ("/", "say"),
    ("w", "words"),
    ("ctrl+z", "undo"),
    ("ctrl+y", "redo"),
    ("?", "keys"),
)
"""The keys of the game master's screen and what they do; each browser may bind others."""


LINES, NAMED = 100, 80
"""So many lines may be said at once, and so long may the name of a request be, which the log keeps."""

TOLD = 4
"""So many lines tell whoever did something what came of it; the log has them all."""

WORKER = Path(__file__).parent / "static" / "worker.js"


@dataclass
class TitleForm:
    """The form that calls a table otherwise."""

    title: str


@dataclass
class LanguageForm:
    """The form that chooses a language, and the page to go back to."""

    language: str
    back: str = "/"


@get("/", sync_to_thread=True)
def landing(request: Asked) -> Template:
    """For the host: example fights, new tables, and those that are there. Others are asked for their invite."""
    if not is_host(request):
        return page(request, "uninvited.html")
    games = sorted(headings(), key=lambda game: not game.default)
    hall = hall_of(request)
    named = {game.name: game.game for game in games}
    return page(request, "landing.html", games=games, named=named, tables=hall.all(), casts=casts(hall.store))


@get("/host/{word:str}", sync_to_thread=True)
def become_host(request: Asked, word: FromPath[str]) -> Redirect:
    """The one-time link of whoever started the server."""
    if not take(hall_of(request).store, word):
        raise PermissionDeniedException(texts_of(request)("host link is used"))
    make_host(request)
    return Redirect("/")


@post("/language", sync_to_thread=True)
def choose_language(
    request: Asked, data: Annotated[LanguageForm, Body(media_type=RequestEncodingType.URL_ENCODED)]
) -> Redirect:
    """From now on the sender is answered in another language."""
    if data.language in languages():
        request.session["language"] = data.language
    inside = data.back.startswith("/") and not data.back.startswith(("//", "/\\"))
    return Redirect(data.back if inside else "/")


@post("/t/{id:str}/rename", sync_to_thread=True)
def rename_table(
    request: Asked, id: FromPath[str], data: Annotated[TitleForm, Body(media_type=RequestEncodingType.URL_ENCODED)]
) -> Redirect:
    """Call a table otherwise. For the host."""
    check_host(request)
    title = plain(data.title)
    if title:
        hall_of(request).rename(id, title)
    return Redirect("/")


@post("/t/{id:str}/delete", sync_to_thread=True)
def delete_table(request: Asked, id: FromPath[str]) -> Redirect:
    """Delete a table; its fights stay saved. For the host."""
    check_host(request)
    hall_of(request).delete(id)
    return Redirect("/")


@get("/t/{id:str}", sync_to_thread=True)
def table_page(request: Asked, id: FromPath[str], fight: FromQuery[str] = "") -> Template:
    """The game master's screen, or a player's page."""
    table, ticket = seat_at(request, id)
    drawn = draw(request, table, ticket, fight)
    shown = with_cursor(drawn, drawn.cursor.sealed(keys_of(request)))
    return page(
        request,
        page_of(ticket),
        id=id,
        ticket=ticket,
        title=table.seats.title,
        fight=fight,
        screen=shown,
        keys=KEYS,
        host=is_host(request),
    )


@post("/t/{id:str}/say", sync_to_thread=True, status_code=200, opt={KEEPS: True})
def say(
    request: Asked,
    id: FromPath[str],
    data: Form,
) -> Template:
    """Something is said at the table; the answer holds what came of it, why it was refused, or what was asked for.

    All that has happened comes with the stream, in the log.
    """
    table, ticket = seat_at(request, id)
    words = Words.of(request, data)
    if len(words.lines) > LINES or len(words.request) > NAMED:
        raise ClientException(texts_of(request)("too much at once", most=LINES, longest=NAMED))
    if words.lacks:
        return page(request, "notice.html", lines=[texts_of(request)("fill in first")], fine=False)
    told: list[str] = []
    outcome: list[str] = []
    fine, overrule = True, ""
    for number, line in enumerate(words.lines):
        written = _revision(table, ticket, words)
        said = said_at(request, table, ticket, line, words, number)
        fine = bool(said)
        done = fine and (said.record is not None or _revision(table, ticket, words) != written)
        (outcome if done else told).extend(said.lines)
        if said.refusal is not None:
            overrule = f"{line} !" if said.refusal.rule and ticket.role == "gm" else ""
            break
    return page(request, "notice.html", lines=told, outcome=outcome[-TOLD:], fine=fine, overrule=overrule, id=id)


def _revision(table: Table, ticket: Ticket, words: Words) -> int:
    """How far the fight has come before which something is said."""
    return table.fight(table.before(ticket, words.fight)).encounter.revision


@get("/manifest.webmanifest")
async def manifest(request: Asked) -> Response[dict[str, Any]]:
    """What a browser needs to install the page as an app."""
    icon = {"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    content = {
        "name": "Turnwright",
        "short_name": "Turnwright",
        "start_url": "/",
        "display": "standalone",
        "lang": language_of(request),
        "background_color": "#14171c",
        "theme_color": "#14171c",
        "icons": [icon],
    }
    return Response(content, media_type="application/manifest+json")


@get("/worker.js", media_type="text/javascript", sync_to_thread=True)
def worker() -> bytes:
    """What keeps our own files for a page that was installed; it stands here so that it may serve every page."""
    return WORKER.read_bytes()


HANDLERS = [
    landing,
    become_host,
    choose_language,
    rename_table,
    delete_table,
    table_page,
    say,
    manifest,
    worker,
]
