"""What a roll leaves behind: the total and every die."""

from __future__ import annotations

import msgspec

from turnwright.formula.number import Number


class Die(msgspec.Struct, frozen=True, gc=False):
    """One die as it fell.

    `kept` says whether it is part of the total. `why` is one word, or "" for an ordinary die:

    - `exploded` (kept): rolled because an earlier die exploded;
    - `rerolled` (not kept): replaced by a later die;
    - `dropped` (not kept): dropped by keep or drop;
    - `missed` (not kept): not among the faces that `c` counts.
    """

    sides: int
    face: int
    kept: bool = True
    why: str = ""


class Rolled(msgspec.Struct, frozen=True, gc=False):
    """The result of a formula: its total, and the dice in the order in which they were rolled."""

    total: Number
    dice: tuple[Die, ...]
