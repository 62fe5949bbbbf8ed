"""Tracks as they stand: what is to be reached, in which steps, and how far it has come."""

from __future__ import annotations

from msgspec import Struct

from turnwright.engine.keeping import kept
from turnwright.engine.state import State
from turnwright.formula import Number

SLOT = "tracks"
"""The slot of the state that holds the tracks, by id."""


class Milestone(Struct, frozen=True, gc=False, omit_defaults=True):
    """What is done at a step of a track, and how much story time it takes to get there (``3 days``; empty: none)."""

    what: str
    after: str = ""


class Tally(Struct, frozen=True, gc=False, omit_defaults=True):
    """A track that has been opened.

    ``goal`` is what the ``tally`` has to come to, of which ``steps`` were counted. ``success`` and ``failure`` say what
    comes of it; ``outcome`` is one of these two words once it has been judged.
    """

    id: str
    kind: str
    title: str
    who: tuple[str, ...]
    goal: Number
    milestones: tuple[Milestone, ...] = ()
    grade: str = ""
    success: str = ""
    failure: str = ""
    steps: int = 0
    tally: Number = 0
    outcome: str = ""

    @property
    def coming(self) -> Milestone | None:
        """The milestone that comes next, where there are any."""
        return self.milestones[self.steps] if self.steps < len(self.milestones) else None


def tracks(state: State) -> dict[str, Tally]:
    """Every track that was opened and not taken away, by id."""
    return kept(state, SLOT, dict[str, Tally]) or {}
