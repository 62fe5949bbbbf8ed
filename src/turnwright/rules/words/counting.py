"""Scores that don't stand still, and orders that follow them: passes, shots counted down, ticks counted up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from msgspec import field

from turnwright.formula import Formula, Number
from turnwright.rules.words.word import Word


class Counting(Word, frozen=True, kw_only=True):
    """How often people act while the score lasts, in the order ``count``: whoever has the best score now is next::

        modes: {fight: count}
        counting:
          again: each pass
          while: score > 0
          next: score - 10

    ``each pass``: everybody acts once; then all scores become what ``next`` says, and those for whom the test
    ``while`` holds act again, until it holds for nobody. ``each turn``: people act as often as their score comes up,
    while the test holds; what is done in a turn costs ``time``, which moves the score on, and a turn in which nothing
    was spent costs the ``least``. Without a test the round never ends.
    """

    names_in: ClassVar[Mapping[str, frozenset[str]]] = {"goes_on": frozenset({"score"}), "next": frozenset({"score"})}
    says: ClassVar[Mapping[str, str]] = {"again": "When somebody acts again."}

    again: Literal["each pass", "each turn"] = "each pass"
    goes_on: Formula | None = field(default=None, name="while")
    next: Formula | None = None
    least: Number = 1


class Live(Word, frozen=True, kw_only=True):
    """Something that changes the score at once when it changes, after it was rolled::

        initiative:
          formula: reaction + intuition + d(dice, 6)
          live:
            - reaction + intuition
            - {by: dice, roll: 1d6}

    By as much as the formula ``by`` rises or falls, the score does too; with a ``roll``, by one such roll for each
    whole number that it rises or falls.
    """

    shorthand: ClassVar[str] = "by"

    by: Formula
    roll: Formula | None = None


class Ahead(Word, frozen=True, kw_only=True):
    """Those for whom this comes to more stand before all others, whatever their score."""

    shorthand: ClassVar[str] = "by"
    says: ClassVar[Mapping[str, str]] = {"by": "The formula; the more, the earlier."}

    by: Formula | None = None


class Late(Word, frozen=True, kw_only=True):
    """The score of who joins a running round; in it ``score`` is what was rolled, ``passes`` how many are over."""

    shorthand: ClassVar[str] = "score"
    names_in: ClassVar[Mapping[str, frozenset[str]]] = {"score": frozenset({"score", "passes"})}

    score: Formula | None = None


class Last(Word, frozen=True, kw_only=True):
    """For whom, by a test on the sheet, their side's turn comes too early: they act after all sides."""

    shorthand: ClassVar[str] = "when"
    says: ClassVar[Mapping[str, str]] = {"when": "The test."}

    when: Formula | None = None
