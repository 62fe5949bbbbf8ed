"""The pages: who opens what, and what is said at a table."""

from __future__ import annotations

import io
from dataclasses import dataclass
from hmac import compare_digest
from typing import Annotated

import segno
from litestar import get, post
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import Body, FromPath
from litestar.response import Redirect, Template

from turnwright.rules.load import builtin_names
from turnwright.rules.shelf import headings
from turnwright.store import StoreError
from turnwright.table.screen import screen
from turnwright.web.people import Asked, check_host, hall_of, is_host, keys_of, make_host, seat_at, sit


@dataclass
class NewTable:
    """The form that opens a table."""

    ruleset: str
    example: str = ""


@dataclass
class Words:
    """What is said at a table: the words, and what a button or a field adds to them."""

    words: str = ""
    target: str = ""
    amount: str = ""
    request: str = ""

    def lines(self) -> list[str]:
        """The lines that a game master would type; an empty one is the next step."""
        amount = f"for {self.amount}" if self.amount.strip() else ""
        return [
            " ".join(part.strip() for part in (line, self.target, amount) if part.strip())
            for line in self.words.splitlines() or [""]
        ]


@get("/", sync_to_thread=True)
def landing(request: Asked) -> Template:
    """For the host: example fights, new tables, and those that are there. Others are asked for their invite."""
    if not is_host(request):
        return Template("uninvited.html")
    games = sorted(headings(), key=lambda game: not game.default)
    return Template("landing.html", context={"games": games, "tables": hall_of(request).all()})


@get("/host/{word:str}")
async def become_host(request: Asked, word: FromPath[str]) -> Redirect:
    """The one-time link of whoever started the server."""
    keys = keys_of(request)
    if not keys.host or not compare_digest(word.encode(), keys.host.encode()):
        raise PermissionDeniedException("This link was used already. Start the server again for a new one.")
    keys.host = ""
    make_host(request)
    return Redirect("/")


@post("/tables", sync_to_thread=True)
def open_table(request: Asked, data: Annotated[NewTable, Body(media_type=RequestEncodingType.URL_ENCODED)]) -> Redirect:
    """Open a table for a new fight."""
    check_host(request)
    if data.ruleset not in builtin_names():
        raise NotFoundException("There is no such ruleset.")
    table = hall_of(request).new(data.ruleset, example=bool(data.example))
    return Redirect(f"/t/{table.id}")


@get("/t/{id:str}", sync_to_thread=True)
def table_page(request: Asked, id: FromPath[str]) -> Template:
    """The game master's screen, or a player's page."""
    table, ticket = seat_at(request, id)
    page = "gm.html" if ticket.role == "gm" else "player.html"
    return Template(page, context={"id": id, "ticket": ticket, "screen": screen(table, ticket)})


@post("/t/{id:str}/say", sync_to_thread=True, status_code=200)
def say(
    request: Asked, id: FromPath[str], data: Annotated[Words, Body(media_type=RequestEncodingType.URL_ENCODED)]
) -> Template:
    """Something is said at the table; the answer holds why it was refused, or what was asked for.

    What has happened comes with the stream, in the log.
    """
    table, ticket = seat_at(request, id)
    told: list[str] = []
    fine = True
    for number, line in enumerate(data.lines()):
        try:
            result = table.do(ticket, line, request=f"{data.request} {number}" if data.request else "")
            fine = bool(result)
            if not fine or (ticket.role == "gm" and result.record is None):
                told += result.lines
        except StoreError as error:
            told.append(f"This could not be saved and was not done. {error.hint}")
            fine = False
        if not fine:
            break
    return Template("notice.html", context={"lines": told, "fine": fine})


@get("/t/{id:str}/invites", sync_to_thread=True)
def invites(request: Asked, id: FromPath[str]) -> Template:
    """The links for everybody's seat, each with a code for phones. For the game master."""
    table, ticket = seat_at(request, id)
    if ticket.role != "gm":
        raise PermissionDeniedException("Only the game master invites.")
    links = []
    for one in table.seats.tickets.values():
        if one.role != "gm":
            link = f"{request.base_url}join/{keys_of(request).invite(id, one)}"
            out = io.BytesIO()
            segno.make(link, micro=False).save(out, kind="svg", scale=4, border=2, xmldecl=False, svgns=True)
            links.append((one, link, out.getvalue().decode()))
    return Template("invites.html", context={"id": id, "title": table.seats.title, "links": links})


@post("/t/{id:str}/renew/{seat:str}", sync_to_thread=True)
def renew(request: Asked, id: FromPath[str], seat: FromPath[str]) -> Redirect:
    """The links and sessions of a seat are void from now on."""
    table, ticket = seat_at(request, id)
    if ticket.role != "gm" or seat not in table.seats.tickets or seat == "gm":
        raise PermissionDeniedException("Only the game master invites.")
    table.renew(seat)
    return Redirect(f"/t/{id}/invites")


@get("/join/{word:str}", sync_to_thread=True)
def join(request: Asked, word: FromPath[str]) -> Redirect:
    """Take the seat that a link stands for."""
    named = keys_of(request).read(word)
    table = hall_of(request).table(named[0]) if named else None
    ticket = table.seats.valid(named[1], named[2]) if table and named else None
    if table is None or ticket is None:
        raise PermissionDeniedException("This link is not valid any more. Ask the game master for a new one.")
    sit(request, table.id, ticket)
    return Redirect(f"/t/{table.id}")


HANDLERS = [landing, become_host, open_table, table_page, say, invites, renew, join]
