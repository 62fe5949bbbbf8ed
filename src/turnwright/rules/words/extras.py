"""Turns that are granted beside one's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from turnwright.formula import Formula
from turnwright.rules.words.word import Word


class Taken(Word, frozen=True, kw_only=True):
    """When a granted turn is taken: at ``any gap`` after one's own turn, or at the ``end of phase``.

    At the end of the phase they come up in the order, when all other turns are through.
    """

    shorthand: ClassVar[str] = "when"
    says: ClassVar[Mapping[str, str]] = {"when": "When it comes up."}

    when: Literal["any gap", "end of phase"] = "any gap"


class Bars(Word, frozen=True, kw_only=True):
    """Actions, by name or tag, that can't be done in a granted turn."""

    shorthand: ClassVar[str] = "acts"
    says: ClassVar[Mapping[str, str]] = {"acts": "Their names or tags."}

    acts: tuple[str, ...] = ()


class Lapses(Word, frozen=True, kw_only=True):
    """A granted turn that was not taken when the last turn is through, or whose owner can't act then, is lost."""


class Kept(Word, frozen=True, kw_only=True):
    """A granted turn is kept when one's own turn ends, in whatever way."""


class Extra(Word, frozen=True, kw_only=True):
    """A kind of turn that is granted beside one's own::

        extras:
          held turn:
            gives: {ap: 1}
            taken: any gap
            bars: hold
        actions:
          hold: {cost: {ap: 1}, limit: 1 a round, does: [{grants: held turn}]}

    ``gives`` is what pools hold in it; they are lost when it ends. With ``moments`` it has a start and an end like an
    ordinary turn, without them nothing happens by itself in it. Several at one gap are taken in the order that
    ``gaps`` states.
    """

    says: ClassVar[Mapping[str, str]] = {"label": "What people call it."}

    label: str = ""
    gives: dict[str, Formula] = {}
    taken: Taken = Taken()
    moments: bool = False
    bars: Bars = Bars()
    kept: Kept = Kept()
    lapses: Lapses = Lapses()


class FirstStrike(Word, frozen=True, kw_only=True):
    """What an ambushing side has before everything else, where the game master grants it::

        first strike: {grants: first strike, sets: {row: front}}

    Each of the side may take one turn of the kind it ``grants``, in an order of their own; meanwhile everybody, on
    all sides, has the words of traits under ``sets``.
    """

    grants: str
    sets: dict[str, str] = {}
