"""Surprise: who is caught off guard as a scene begins, and what that costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from turnwright.formula import Number
from turnwright.rules.words.word import Word


class Open(Word, frozen=True, kw_only=True):
    """The actions that are open to the surprised all the same; none, unless they are named."""

    shorthand: ClassVar[str] = "acts"
    says: ClassVar[Mapping[str, str]] = {"acts": "Their names or tags."}

    acts: tuple[str, ...] = ()


class Surprise(Word, frozen=True, kw_only=True):
    """What being surprised means::

        surprise:
          loses: turn
          rolls: later
          gives: surprised

    ``loses`` is the whole ``turn`` of the first round, or ``nothing``. Initiative is rolled ``now``, with everybody
    else, or ``later``, as the next round begins. ``gives`` are conditions, which last until the surprise is over: at
    the ``until`` moment of the first round. ``may`` are the actions that are open to the surprised all the same.
    ``lowers`` is what comes off their score. ``others`` is the wait that those who are not surprised begin with where
    somebody is (an ambush from hold).
    """

    says: ClassVar[Mapping[str, str]] = {"rolls": "When the surprised roll."}

    loses: Literal["turn", "nothing"] = "turn"
    rolls: Literal["now", "later"] = "now"
    gives: tuple[str, ...] = ("surprised",)
    until: Literal["start of turn", "end of turn", "end of round"] = "end of round"
    may: Open = Open()
    lowers: Number = 0
    others: str = ""
