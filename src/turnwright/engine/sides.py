"""Sides that act as one: an entry for each, and one more for those of it who act after everybody else."""

from __future__ import annotations

from turnwright.engine.events import Absent, EntryAdded, MembersSet, ScoreSet
from turnwright.engine.numbering import next_number
from turnwright.engine.play import Play
from turnwright.engine.rolling import ref_of
from turnwright.engine.sheet import holds
from turnwright.engine.state import Combatant, Entry

NOBODY = "nobody"
"""Why a side has no turn for now: nobody of it acts in this entry."""


def in_sides(play: Play) -> bool:
    """Whether the ruleset has each side take one turn."""
    return play.rules.ruleset.initiative.per == "side"


def side_entry(play: Play, side: str, last: bool = False) -> Entry | None:
    """The entry in which a side acts, or in which those of it act who come after everybody."""
    return next(
        (
            entry
            for entry in play.state.entries.values()
            if entry.kind == "side" and not entry.gone and entry.side == side and entry.last == last
        ),
        None,
    )


def enrol(play: Play, combatant: Combatant) -> None:
    """Put somebody into the entry of their side; the first of a side makes it."""
    entry = side_entry(play, combatant.side)
    if entry is None:
        play.emit(_new(play, combatant.side, (combatant.id,)))
    else:
        _set(play, entry, (*entry.members, combatant.id))


def _new(play: Play, side: str, members: tuple[str, ...], last: bool = False) -> EntryAdded:
    name = f"{side} (last)" if last else side
    # Numbered, it would tell whether somebody hidden was the first of a side.
    id_ = f"e:{name}"
    if id_ in play.state.entries:
        id_ = f"e{next_number(play.state)}"
    entry = Entry(id_, name, members, kind="side", side=side, last=last)
    return EntryAdded(entry, ref=ref_of(play))


def _set(play: Play, entry: Entry, members: tuple[str, ...]) -> None:
    """These act in an entry from now on; one without anybody has no turn."""
    if members != entry.members:
        play.emit(MembersSet(entry.id, members, ref=ref_of(play)))
    why = "" if members else NOBODY
    if entry.absent != why and entry.absent in ("", NOBODY):
        play.emit(Absent(entry.id, why, ref=ref_of(play)))


def regroup(play: Play) -> None:
    """Those who act after everybody else in this round are taken out of their side's entry; the others are put back."""
    test = play.rules.ruleset.initiative.last.when
    if test is None or not in_sides(play):
        return
    for entry in tuple(play.state.entries.values()):
        if entry.kind != "side" or entry.gone or entry.last:
            continue
        late = side_entry(play, entry.side, last=True)
        both = {*entry.members, *(late.members if late else ())}
        everybody = tuple(who for who in play.state.combatants if who in both)
        last = tuple(who for who in everybody if holds(test, play.sheet(who)))
        _set(play, entry, tuple(who for who in everybody if who not in last))
        if late is not None:
            _set(play, late, last)
        elif last:
            play.emit(_new(play, entry.side, last, last=True))


def score_the_last(play: Play) -> None:
    """Those who act after everybody have a score beyond the worst that the sides rolled, once all have rolled."""
    sides = [e for e in play.state.entries.values() if e.kind == "side" and not e.gone and e.members]
    late = [e for e in sides if e.last and e.score is None]
    scores = [e.score for e in sides if not e.last and e.score is not None]
    if not late or any(e.score is None and not e.absent for e in sides if not e.last):
        return
    low = play.rules.ruleset.initiative.first == "low"
    worst = (max(scores) + 1 if low else min(scores) - 1) if scores else 0
    for entry in late:
        play.emit(ScoreSet(entry.id, worst, ref=play.rules.ruleset.initiative.last.rule or ref_of(play)))
