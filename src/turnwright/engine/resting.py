"""A rest that is being taken: what of it is on record, and what it comes to when it ends."""

from __future__ import annotations

from msgspec import Struct

from turnwright.engine.clock import Stretch
from turnwright.engine.keeping import kept
from turnwright.engine.state import State
from turnwright.formula import Number
from turnwright.rules.words.rest import Rest

SLOT = "rest"
"""The slot of the state that holds the rest."""


class Resting(Struct, frozen=True, gc=False, omit_defaults=True):
    """Who rests, and the ``stretches`` that are over. It is ``broken`` while something interrupts it."""

    kind: str
    who: tuple[str, ...]
    stretches: tuple[tuple[Number, Number], ...] = ()
    broken: bool = False


def resting(state: State) -> Resting | None:
    """The rest that is being taken, or is interrupted."""
    return kept(state, SLOT, Resting)


def comes_to(rests: dict[str, Rest], kind: str, stretches: tuple[Stretch, ...]) -> tuple[str, str]:
    """The rest that these stretches are long enough for (empty: none), and the rule that says so.

    Of an unbroken rest the longest stretch counts, of another all together. Where the time is not certain, the least of
    it counts.
    """
    seen: list[str] = []
    while True:
        word = rests[kind]
        lows = [low for low, _ in stretches] or [0]
        lasted = max(lows) if word.unbroken else sum(lows)
        if lasted >= word.least.low:
            return kind, (rests[seen[-1]].cut_short.rule if seen else "") or word.rule
        seen.append(kind)
        if word.cut_short.counts_as not in rests or word.cut_short.counts_as in seen:
            return "", word.cut_short.rule or word.rule
        kind = word.cut_short.counts_as
