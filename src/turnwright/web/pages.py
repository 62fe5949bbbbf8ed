"""The pages: who opens what, and what is said at a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from litestar import get, post
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import Body, FromPath, FromQuery
from litestar.response import Redirect, Template

from turnwright.rules.load import builtin_names
from turnwright.rules.shelf import headings
from turnwright.web.drawing import draw, page_of, sealed_html
from turnwright.web.host import take
from turnwright.web.people import Asked, check_host, hall_of, is_host, make_host, seat_at
from turnwright.web.saying import said_at


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
    cursor: str = ""
    fight: str = ""

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


@get("/host/{word:str}", sync_to_thread=True)
def become_host(request: Asked, word: FromPath[str]) -> Redirect:
    """The one-time link of whoever started the server."""
    if not take(hall_of(request).store, word):
        raise PermissionDeniedException("This link was used already. Start the server again for a new one.")
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
def table_page(request: Asked, id: FromPath[str], fight: FromQuery[str] = "") -> Template:
    """The game master's screen, or a player's page."""
    table, ticket = seat_at(request, id)
    drawn = draw(request, table, ticket, fight)
    context = {"id": id, "ticket": ticket, "title": table.seats.title, "fight": fight}
    return Template(page_of(ticket), context={**context, "screen": sealed_html(request, drawn)})


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
        said = said_at(
            request, table, ticket, line, data.cursor, data.fight, f"{data.request} {number}" if data.request else ""
        )
        fine = bool(said)
        if not fine or (ticket.role == "gm" and said.record is None):
            told += said.lines
        if not fine:
            break
    return Template("notice.html", context={"lines": told, "fine": fine})


HANDLERS = [landing, become_host, open_table, table_page, say]
