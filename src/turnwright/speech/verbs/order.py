"""Verbs about the order: initiative, scores, places."""

from __future__ import annotations

from turnwright.engine.base import Command
from turnwright.engine.mechanics.initiative import Move, Reroll, Roll, SetScore
from turnwright.engine.mechanics.waits import SetRank
from turnwright.formula import Number
from turnwright.speech.line import Line
from turnwright.speech.verb import Verb
from turnwright.speech.writer import Writer


def _faces(line: Line) -> tuple[int, ...]:
    faces: list[int] = []
    while not line.done():
        line.sign(",")
        faces.append(line.whole("face"))
    return tuple(faces)


def _roll(line: Line) -> Command:
    who = line.speaking()
    if not who and not line.done():
        who = line.names()
    return Roll(who, _faces(line))


def _reroll(line: Line) -> Command:
    who = line.speaking()
    if not who and not line.done():
        who = line.names()
    return Reroll(who, _faces(line))


def _write_roll(verb: str, writer: Writer, who: tuple[str, ...], faces: tuple[int, ...]) -> str | None:
    if faces and not who:
        return None
    return " ".join([verb, *([writer.names(who)] if who else ()), *map(str, faces)])


def _score_or_none(line: Line) -> Number | None:
    line.sign("=")
    line.word("to")
    return None if line.word("none", "off", "-") else line.number()


def _score(line: Line) -> Command:
    who = line.placed()
    return SetScore(who, _score_or_none(line))


def _rank(line: Line) -> Command:
    who = line.placed()
    return SetRank(who, _score_or_none(line))


def _shown(writer: Writer, value: Number | None) -> str:
    return "none" if value is None else writer.number(value)


def _move(line: Line) -> Command:
    who = line.subjects[0] if line.subjects else line.place()
    how = line.choice(("before", "after", "between"), "place")
    target = line.place()
    if how == "between":
        if not line.separator():
            line.fail("missing", what="and", known="")
        other = line.place()
        target = _upper(line, target, other)
    return Move(who, target, before=how == "before")


def _upper(line: Line, one: str, other: str) -> str:
    """Which of two stands higher in the order."""
    order = line.state.order
    entries = {who: line.state.entry_of(who) for who in (one, other)}
    places = {who: order.index(entry.id) if entry else len(order) for who, entry in entries.items()}
    return min((one, other), key=lambda who: places[who])


def _write_move(writer: Writer, command: Move) -> str:
    return f"move {writer.name(command.who)} {'before' if command.before else 'after'} {writer.name(command.target)}"


VERBS = (
    Verb(
        "roll",
        "roll [NAMES] [FACE]",
        _roll,
        writes={Roll: lambda w, c: _write_roll("roll", w, c.who, c.faces)},
        many=True,
    ),
    Verb(
        "reroll",
        "reroll [NAMES] [FACE]",
        _reroll,
        writes={Reroll: lambda w, c: _write_roll("reroll", w, c.who, c.faces)},
        many=True,
    ),
    Verb(
        "score",
        "score NAME (NUMBER | none)",
        _score,
        also=("initiative",),
        writes={SetScore: lambda w, c: f"score {w.name(c.who)} {_shown(w, c.score)}"},
    ),
    Verb(
        "rank",
        "rank NAME (NUMBER | none)",
        _rank,
        writes={SetRank: lambda w, c: f"rank {w.name(c.who)} {_shown(w, c.rank)}"},
    ),
    Verb("move", "move NAME (before | after) NAME", _move, writes={Move: _write_move}),
)
