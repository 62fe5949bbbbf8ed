"""Verbs about those who act together, and about turns given by hand."""

from __future__ import annotations

from turnwright.engine.base import Command
from turnwright.engine.mechanics.given_turns import GiveTurn
from turnwright.engine.mechanics.groups import Group, JoinGroup, Split, Ungroup
from turnwright.speech.line import Line
from turnwright.speech.verb import Verb
from turnwright.speech.writer import Writer


def _group(line: Line) -> Command:
    """``group Orc 1, Orc 2 as Orcs`` makes one; ``group Orc 3 with Orc 1`` lets more act in it."""
    who = line.who()
    if line.word("with"):
        return JoinGroup(who, _member(line))
    return Group(who, line.rest("name") if line.word("as") else "")


def _member(line: Line) -> str:
    """Somebody of a group, by a name of their own or by the group's."""
    return line.names()[0]


def _write_group(writer: Writer, command: Group) -> str:
    return f"group {writer.names(command.who)}{f' as {writer.text(command.name)}' if command.name else ''}"


VERBS = (
    Verb(
        "group",
        "group NAMES [as NAME], group NAMES with NAME",
        _group,
        writes={
            Group: _write_group,
            JoinGroup: lambda w, c: f"group {w.names(c.who)} with {w.name(c.to)}",
        },
        many=True,
    ),
    Verb(
        "split",
        "split NAMES",
        lambda line: Split(line.who()),
        writes={Split: lambda w, c: f"split {w.names(c.who)}"},
        many=True,
    ),
    Verb(
        "ungroup",
        "ungroup NAME",
        lambda line: Ungroup(_member(line)),
        writes={Ungroup: lambda w, c: f"ungroup {w.name(c.who)}"},
    ),
    Verb(
        "turn",
        "turn NAME",
        lambda line: GiveTurn(line.one()),
        writes={GiveTurn: lambda w, c: f"turn {w.name(c.who)}"},
    ),
)
