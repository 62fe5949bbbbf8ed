"""What a formula needs from outside: values for its names, and dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from turnwright.formula.number import Number


def in_formula(name: str) -> str:
    """A name as formulas write it: one of several words with underscores between them."""
    return name.replace(" ", "_").replace("-", "_")


class Scope(Protocol):
    """One who has stats and pools: the formula is computed as seen from there."""

    def value(self, name: str) -> Number | str | bool:
        """Return the value of a stat, pool or label. Raises KeyError where there is none of that name."""
        ...

    def side(self, name: str) -> Iterable[Scope]:
        """Return the members of a side. Raises KeyError where there is no such side."""
        ...


class DiceSource(Protocol):
    """Where faces come from: a seeded generator, a script, or the table itself."""

    def roll(self, sides: int) -> int:
        """Return the face of one die, 1 to `sides`. The faces are taken as given, not checked."""
        ...
