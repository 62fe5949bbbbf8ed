"""The game master's notes: kept in the state as all else is, and told to nobody but them (SEM-22)."""

from __future__ import annotations

from msgspec import Struct

from turnwright.engine.keeping import kept
from turnwright.engine.state import State

SLOT = "notes"
"""The slot of the state that holds the notes."""


class Jotting(Struct, frozen=True, omit_defaults=True):
    """A note with its number: about these combatants, or (nobody) about the fight."""

    number: int
    text: str
    who: tuple[str, ...] = ()


class Notes(Struct, frozen=True, omit_defaults=True):
    """The notes that stand, in the order in which they were made. ``made`` is the number of the last one ever."""

    made: int = 0
    notes: tuple[Jotting, ...] = ()


def notes_of(state: State) -> Notes:
    """The notes that there are."""
    return kept(state, SLOT, Notes) or Notes()
