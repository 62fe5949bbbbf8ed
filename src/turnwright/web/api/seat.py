"""What the program of a seat sees, and what it says."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from turnwright.engine import Choice, choices, codec
from turnwright.engine.knowing import world
from turnwright.fight import Fight
from turnwright.speech.writing import Scribe, scribe
from turnwright.table.live import Table, viewer_of
from turnwright.table.screen import screen
from turnwright.table.tickets import Ticket
from turnwright.web.api import shapes
from turnwright.web.api.callers import at, caller, speaker
from turnwright.web.api.routes import reads, says
from turnwright.web.api.showing import answer, fight_before, fights_of, now, seat_seen
from turnwright.web.people import Asked, Asking, keys_of

Count = Annotated[int, QueryParameter(ge=0, le=1_000_000)]
"""How many of the last commands are asked for; 0 is all."""


@reads("/me", tags=["seat"])
def me(request: Asked) -> shapes.Me:
    """Whose token this is."""
    who = caller(request)
    if who.table is None or who.ticket is None:
        return shapes.Me(host=True)
    return shapes.Me(False, shapes.TableSeen(who.table.id, who.table.seats.title), seat_seen(who.ticket))


@reads("/tables/{id:str}/fights", tags=["seat"])
def fights(request: Asked, id: FromPath[str]) -> list[shapes.FightSeen]:
    """The fights on a table."""
    return list(fights_of(*at(request, id)))


@reads("/tables/{id:str}/now", tags=["seat"])
def see(request: Asked, id: FromPath[str], fight: FromQuery[str] = "") -> shapes.Now:
    """All that this seat sees now: the screen as people see it, the view as data, and the cursor."""
    table, ticket = at(request, id)
    return now(keys_of(request), table, ticket, fight)[0]


@reads("/tables/{id:str}/log", tags=["seat"])
def log(request: Asked, id: FromPath[str], fight: FromQuery[str] = "", count: Count = 0) -> shapes.Lines:
    """The lines that this seat has heard, of the last ``count`` commands, or of all (0)."""
    table, ticket, held = _before(request, id, fight)
    lines = held.log(count) if ticket.role == "gm" else table.seat(ticket, held).log(count)
    return shapes.Lines(lines)


@reads("/tables/{id:str}/choices", tags=["seat"])
def options(request: Asked, id: FromPath[str], fight: FromQuery[str] = "") -> shapes.Options:
    """What this seat can do now and at what cost, and what it can't, with the reason."""
    table, ticket, held = _before(request, id, fight)
    shown = screen(table, ticket, held)
    viewer = viewer_of(held.state, ticket)
    known = world(held.rules, held.state, viewer)
    writes = scribe(held.rules, known)
    commands = (_open(writes, one) for one in choices(held.rules, held.state, viewer) if one.seems_open)
    barred = tuple(shapes.Barred(label, why) for label, why in shown.barred)
    return shapes.Options(shown.asked, shown.deeds, tuple(commands), barred)


@reads("/tables/{id:str}/complete", tags=["seat"])
def complete(
    request: Asked, id: FromPath[str], words: FromQuery[str] = "", fight: FromQuery[str] = ""
) -> shapes.Completions:
    """How what has been typed so far could go on."""
    table, ticket, held = _before(request, id, fight)
    found = held.complete(words) if ticket.role == "gm" else table.seat(ticket, held).complete(words)
    return shapes.Completions(tuple(dict.fromkeys(words[: one.start] + one.text for one in found)))


@says("/tables/{id:str}/say", tags=["seat"])
def say_words(request: Asked, id: FromPath[str], data: JSONBody[shapes.Words]) -> shapes.Told:
    """Say something in words, as people type it."""
    return answer(keys_of(request), speaker(request, id), data)


@says("/tables/{id:str}/command", tags=["seat"])
def give_command(request: Asked, id: FromPath[str], data: JSONBody[shapes.Given]) -> shapes.Told:
    """Give a command as a struct, such as those that ``choices`` lists."""
    return answer(keys_of(request), speaker(request, id), data)


def _before(asking: Asking, id: str, wanted: str) -> tuple[Table, Ticket, Fight]:
    table, ticket = at(asking, id)
    return table, ticket, table.fight(fight_before(table, ticket, wanted))


def _open(scribe: Scribe, one: Choice) -> shapes.Open:
    return shapes.Open(scribe.words(one.command), _plain(one.command), _plain(one.cost))


def _plain(value: object) -> Any:
    return msgspec.to_builtins(value, enc_hook=codec.to_plain)


HANDLERS = [me, fights, see, log, options, complete, say_words, give_command]
