"""Somebody who acts in another's turn: an eidolon for its summoner, and for a while instead of a whole side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from turnwright.formula import Formula
from turnwright.rules.words.word import Word


class Keeping(Word, frozen=True, kw_only=True):
    """What it costs to keep somebody on the field at each later round's start; unpaid, it goes."""

    shorthand: ClassVar[str] = "cost"
    says: ClassVar[Mapping[str, str]] = {"cost": "Pools of the one who called it, and what it takes from each."}

    cost: dict[str, Formula] = {}


class Locks(Word, frozen=True, kw_only=True):
    """Who can't act meanwhile: the ``side`` of the one who called it, only that ``one``, or ``nobody``.

    With ``shields`` opponents can't aim at them. ``word`` is the reason that is shown; ``pays`` tells whether the
    upkeep can be paid meanwhile.
    """

    shorthand: ClassVar[str] = "who"
    says: ClassVar[Mapping[str, str]] = {"who": "Whom it locks."}

    who: Literal["side", "one", "nobody"] = "side"
    word: str = "locked"
    shields: bool = True
    pays: bool = True


class OwnActs(Word, frozen=True, kw_only=True):
    """Whether it is limited to the actions listed on its own sheet."""

    shorthand: ClassVar[str] = "only"
    says: ClassVar[Mapping[str, str]] = {"only": "Yes: it is."}

    only: bool = True


class Ends(Word, frozen=True, kw_only=True):
    """Conditions that end it."""

    shorthand: ClassVar[str] = "by"
    says: ClassVar[Mapping[str, str]] = {"by": "The conditions."}

    by: tuple[str, ...] = ()


class Leaves(Word, frozen=True, kw_only=True):
    """It goes with whoever called it, when that one leaves the field."""


class InItsTurn(Word, frozen=True, kw_only=True):
    """What follows when it goes while it acts: who called it ``goes on`` with what is left, or the ``turn ends``."""

    shorthand: ClassVar[str] = "then"
    says: ClassVar[Mapping[str, str]] = {"then": "What follows."}

    then: Literal["goes on", "turn ends"] = "goes on"


class Takeover(Word, frozen=True, kw_only=True):
    """Somebody from the sheet of another comes and acts in that one's turns::

        takeovers:
          eidolon:
            acts with: ap
            sets: {row: front}
            locks: side
            keeping: {cost: {anima: 1}}
            felled: downed
        actions:
          summon: {cost: {anima: 3}, does: [{calls: eidolon}]}

    Who can be called stands in the cast, with ``belongs to`` and the name of the one who calls it. It has no place of
    its own in the order. ``acts with`` are the pools of the turn that it takes over: what is left of them goes over
    to it, and back when it goes. ``sets`` are words of traits with which it comes; its other pools are as they start.
    ``felled`` are conditions of its own, ``caller felled`` those of whoever called it, that make it go; it also
    ``leaves`` the field with that one.
    """

    acts_with: tuple[str, ...] = ()
    sets: dict[str, str] = {}
    own_acts: OwnActs = OwnActs()
    locks: Locks = Locks()
    keeping: Keeping | None = None
    felled: Ends = Ends()
    caller_felled: Ends = Ends()
    leaves: Leaves = Leaves()
    in_its_turn: InItsTurn = InItsTurn()
