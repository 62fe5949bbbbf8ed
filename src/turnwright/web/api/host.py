"""What the host's programs do: they open tables."""

from __future__ import annotations

from litestar.params import FromPath, JSONBody

from turnwright.fight import CastRefused
from turnwright.listing import Unusable
from turnwright.rules.load import builtin_names, find
from turnwright.rules.shelf import headings
from turnwright.table import casts as ready
from turnwright.table.readings import read_otherwise, readings
from turnwright.web.api import shapes
from turnwright.web.api.callers import caller, host
from turnwright.web.api.routes import makes, reads, removes
from turnwright.web.api.troubles import Declined, decline, nowhere
from turnwright.web.newcomers import bring_casts, check_cast
from turnwright.web.people import Asked, hall_of


@reads("/rulesets", tags=["host"])
def rulesets(request: Asked) -> list[shapes.Ruleset]:
    """The rulesets to play by. For whoever has a token."""
    caller(request)
    return [shapes.Ruleset(one.name, one.game, one.about, one.default, one.example) for one in headings()]


@reads("/rulesets/{ruleset:str}", tags=["host"])
def ruleset_readings(request: Asked, ruleset: FromPath[str]) -> shapes.RulesetSeen:
    """The kinds of encounter of a ruleset, and the readings of what its text leaves open. For whoever has a token."""
    caller(request)
    return shapes.RulesetSeen(ruleset, readings(find(known(ruleset))))


@reads("/tables", tags=["host"])
def tables(request: Asked) -> list[shapes.TableSeen]:
    """All tables, the one that was used last first. For the host."""
    host(request)
    return [shapes.TableSeen(one.saved.name, one.title) for one in hall_of(request).all()]


@makes("/tables", tags=["host"])
def new_table(request: Asked, data: JSONBody[shapes.NewTable]) -> shapes.TableSeen:
    """Open a table for a new fight. For the host, whose tokens sit there as game master."""
    host(request)
    hall, chosen = hall_of(request), casts_of(request, data.casts)
    try:
        book = read_otherwise(find(known(data.ruleset)), data.kind, data.options)
        if not chosen:
            table = hall.new(book, example=data.example)
        else:
            fight = hall.fight(book, example=data.example)
            table = hall.open(fight, bring_casts(fight, chosen)[0])
    except Unusable as wrong:
        raise unusable(wrong) from wrong
    return shapes.TableSeen(table.id, table.seats.title)


@makes("/tables/{id:str}/title", tags=["host"])
def rename_table(request: Asked, id: FromPath[str], data: JSONBody[shapes.NewTitle]) -> shapes.TableSeen:
    """Call a table otherwise. For the host."""
    host(request)
    hall_of(request).rename(_table(request, id), data.title)
    return shapes.TableSeen(id, data.title)


@removes("/tables/{id:str}", tags=["host"])
def remove_table(request: Asked, id: FromPath[str]) -> None:
    """Delete a table with its seats, links and tokens, for good; its fights stay saved. For the host."""
    host(request)
    hall_of(request).delete(_table(request, id))


def _table(request: Asked, id: str) -> str:
    there = [one.saved.name for one in hall_of(request).all()]
    if id not in there:
        raise nowhere("table", id, there)
    return id


def known(ruleset: str) -> str:
    """A ruleset that there is; refuses any other."""
    if ruleset not in builtin_names():
        raise nowhere("ruleset", ruleset, builtin_names())
    return ruleset


@reads("/casts", tags=["host"])
def casts(request: Asked) -> list[shapes.CastSeen]:
    """Those who were made ready for any table. For whoever has a game master's token."""
    who = caller(request)
    if not who.host and (who.ticket is None or who.ticket.role != "gm"):
        raise decline(403, "seat.gm_only", "Only game masters see who was made ready.", "Ask the game master.")
    return [cast_seen(one) for one in ready.casts(hall_of(request).store)]


@makes("/casts", tags=["host"])
def new_cast(request: Asked, data: JSONBody[shapes.NewCast]) -> shapes.CastSeen:
    """Make somebody ready for any table. For the host."""
    host(request)
    made = ready.Cast("", data.title, known(data.ruleset), data.party, data.text)
    try:
        check_cast(made)
    except Unusable as wrong:
        raise unusable(wrong) from wrong
    return cast_seen(ready.keep(hall_of(request).store, made))


@removes("/casts/{cast:str}", tags=["host"])
def remove_cast(request: Asked, cast: FromPath[str]) -> None:
    """Keep somebody no longer who was made ready. For the host."""
    host(request)
    (found,) = casts_of(request, (cast,))
    hall_of(request).store.delete(found.id)


def casts_of(request: Asked, ids: tuple[str, ...]) -> list[ready.Cast]:
    """Those who were made ready, by their ids; refuses one that there is not."""
    there = {one.id: one for one in ready.casts(hall_of(request).store)} if ids else {}
    for id in ids:
        if id not in there:
            raise nowhere("cast", id, there)
    return [there[id] for id in ids]


def cast_seen(cast: ready.Cast) -> shapes.CastSeen:
    """Somebody who was made ready, as they are listed."""
    return shapes.CastSeen(cast.id, cast.title, cast.ruleset, cast.party)


def unusable(wrong: Unusable | CastRefused) -> Declined:
    """Somebody can't be brought to a fight, or it can't be played so."""
    lines = wrong.lines if isinstance(wrong, Unusable) else (str(wrong),)
    return decline(409, "list.unusable", lines[0], *lines[1:])


HANDLERS = [rulesets, ruleset_readings, tables, new_table, rename_table, remove_table, casts, new_cast, remove_cast]
