"""Verbs about equal scores: an order set by hand, a roll-off, and sorting again."""

from __future__ import annotations

from turnwright.engine.base import Command
from turnwright.engine.mechanics.ties import RollOff, SetTie, Sort
from turnwright.speech.line import Line, written
from turnwright.speech.verb import Verb
from turnwright.speech.writer import Writer


def _entries(line: Line) -> tuple[str, ...]:
    """Those named next by their places in the order: combatants, groups, and places that are nobody's."""
    found: dict[str, None] = {}
    while True:
        found.update(dict.fromkeys(_entry(line)))
        if not line.separator():
            return tuple(found)


def _entry(line: Line) -> tuple[str, ...]:
    places = {e.name: e.id for e in line.state.entries.values() if not e.gone and len(e.members) != 1}
    if not line.name_next() and (place := line.option(places)):
        return (places[place],)
    who = line.stretch()
    return tuple(entry.id for one in who if (entry := line.state.entry_of(one)) is not None)


def _tie(line: Line) -> Command:
    return SetTie(_entries(line))


def _roll_off(line: Line) -> Command:
    start = line.skip()
    among = () if line.done() or line.maybe_number() is not None else _entries(line)
    line.at = line.at if among else start
    faces: list[int] = []
    while not line.done():
        line.sign(",")
        faces.append(line.whole("face"))
    return RollOff(among, tuple(faces))


def _names(writer: Writer, ids: tuple[str, ...]) -> str:
    entries = writer.state.entries
    return ", ".join(written(entries[id].name) if id in entries else writer.name(id) for id in ids)


def _write_roll_off(writer: Writer, command: RollOff) -> str:
    return " ".join(["rolloff", *filter(None, (_names(writer, command.among),)), *map(str, command.faces)])


VERBS = (
    Verb("tie", "tie NAMES", _tie, writes={SetTie: lambda w, c: f"tie {_names(w, c.order)}"}, many=True),
    Verb("rolloff", "rolloff [NAMES] [FACE]", _roll_off, writes={RollOff: _write_roll_off}),
    Verb("sort", "sort", lambda line: Sort(), writes={Sort: lambda w, c: "sort"}),
)
