"""Rests: how long they take, what they give back, what can be done meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from turnwright.formula import Formula
from turnwright.rules.words.time import Span
from turnwright.rules.words.word import Word


class Restore(Word, frozen=True, kw_only=True):
    """A pool that a rest gives back at its end: to its maximum, or ``to`` a number, or ``by`` one (never above it)::

        restores:
          - focus
          - {pool: hit_dice, by: "max(1, max // 2)"}

    ``max`` stands for the pool's maximum.
    """

    shorthand: ClassVar[str] = "pool"
    says: ClassVar[Mapping[str, str]] = {"pool": "The pool."}

    pool: str
    to: Formula | None = None
    by: Formula | None = None

    def __post_init__(self) -> None:
        if self.to is not None and self.by is not None:
            raise ValueError("a pool is restored either to a number or by one")


class May(Word, frozen=True, kw_only=True):
    """Something that those who rest may do::

        may:
          loot: search what lies about
          recover: {spend: resolve, gain: hp}
          hit dice: {spend: hit_dice, gain: hp, each: 1d8 + con}

    Where it ``spend``s a pool to ``gain`` another, ``each`` unit gives so much (a formula, rolled for each one), or the
    amount gained is entered with it.
    """

    shorthand: ClassVar[str] = "about"

    spend: str = ""
    gain: str = ""
    each: Formula | None = None

    def __post_init__(self) -> None:
        if bool(self.spend) != bool(self.gain):
            raise ValueError("what is spent and what is gained for it belong together")


class CutShort(Word, frozen=True, kw_only=True):
    """What a rest that ended too early ``counts as``: a lesser rest, if it lasted long enough for that, or nothing."""

    shorthand: ClassVar[str] = "counts_as"

    counts_as: str = "nothing"


class DuringInitiative(Word, frozen=True, kw_only=True):
    """Whether a rest may be taken in the middle of a scene whose order is enforced."""

    shorthand: ClassVar[str] = "then"
    says: ClassVar[Mapping[str, str]] = {"then": "What becomes of it."}

    then: Literal["refused", "allowed"] = "refused"


class Rest(Word, frozen=True, kw_only=True):
    """A kind of rest::

        rests:
          short:
            least: 15 min
            restores: focus
            may:
              recover: {spend: resolve, gain: hp}
          full:
            least: 6 h
            unbroken: yes
            restores: [hp, resolve, focus, mana]
            renews: day
            cut short: short

    ``least`` is how long it must last. Of an ``unbroken`` rest one stretch must be as long as that; of another the
    stretches between interruptions are added up. ``renews`` names the periods whose limits count anew for those who
    rested (``1 a day``). ``ends`` are conditions, laid on by hand, that it ends.
    """

    least: Span
    unbroken: bool = False
    restores: tuple[Restore, ...] = ()
    renews: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    may: dict[str, May] = {}
    cut_short: CutShort = CutShort()
    during_initiative: DuringInitiative = DuringInitiative()
