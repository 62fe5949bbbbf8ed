"""The last lines of the log, as somebody at a table reads them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from turnwright.engine import Command, Record
from turnwright.engine.mechanics.questions import Answer
from turnwright.fight import Fight
from turnwright.speech.hearing import heard_of
from turnwright.speech.voice import Voice
from turnwright.table.live import Table
from turnwright.table.tickets import Ticket

LINES = 40
"""So many lines of the log are shown."""


def last_lines(table: Table, voice: Voice, fight: Fight) -> tuple[str, ...]:
    """The last lines of the log; what a game master did for somebody whose player sits at the table says so."""
    tickets = table.seats.tickets
    played = {name for one in tickets.values() if one.role == "player" and one.taken for name in one.owns}
    lines: list[str] = []
    for record, told in heard_of(fight.encounter, voice.viewer, LINES, voice.language):
        whom = _given_for(record.command)
        note = _for_whom(voice, whom, played) if whom and played and _by_gm(tickets, record) else ""
        lines += [f"{told[0]} ({note})", *told[1:]] if note else told
    return tuple(lines[-LINES:])


def _by_gm(tickets: Mapping[str, Ticket], record: Record) -> bool:
    """Whether a game master did something for others; their answers are their own."""
    giver = tickets.get(record.by)
    return (giver is None or giver.role == "gm") and not isinstance(record.command, Answer)


def _for_whom(voice: Voice, whom: Iterable[str], played: Collection[str]) -> str:
    """That something was done for somebody of these whom the viewer knows."""
    people = voice.state.combatants
    names = [voice.name(who) for who in whom if who in people and voice.knows(who) and people[who].name in played]
    return voice.say("page", "gm for", {"names": voice.listed(names)}) if names else ""


def _given_for(command: Command) -> tuple[str, ...]:
    """Those by whose players a command is usually given."""
    owner = getattr(command, command.owner, "") if command.owner else ""
    return tuple(filter(None, (owner,) if isinstance(owner, str) else owner))
