"""Leaving the encounter, by whatever way."""

from __future__ import annotations

from turnwright.engine.events import EntryGone, Left, MembersSet
from turnwright.engine.play import Play


def leave(play: Play, who: str, why: str, ref: str = "") -> None:
    """Somebody leaves; an entry that nobody is left in becomes a silent mark in the order."""
    entries = play.state.entries_of(who)
    play.emit(Left(who, why, ref=ref))
    for look in play.rules.leaving:
        look(play, who)
    for entry in entries:
        left = tuple(m for m in entry.members if m != who)
        if left:
            play.emit(MembersSet(entry.id, left))
        else:
            play.emit(EntryGone(entry.id))
