"""What people do: actions, what they cost and what they cause."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar, Literal

from msgspec import Struct

from turnwright.formula import Formula, Number
from turnwright.rules.words.word import Word


class Limit(Struct, frozen=True, gc=False):
    """How often something may be done: ``1 a round``, ``2 per turn``, ``3/day``.

    The periods are turn (of anybody), round, phase, scene and trigger (what a reaction answers), or those that a rest
    renews, such as day.
    """

    most: int
    period: str

    def __str__(self) -> str:
        return f"{self.most} a {self.period}"


class LimitError(ValueError):
    """A text that is no limit; ``hint`` says what to write."""

    hint = "such as 1 a round, 2 a turn or 3 a day"


_LIMIT = re.compile(r"\s*(\d+)\s*(?:/|an?\b|per\b|each\b|every\b)\s*(\w[\w ]*?)\s*", re.IGNORECASE)


def read_limit(text: str) -> Limit:
    """Read ``1 a round``, ``2 per turn`` or ``3/day``. Raises LimitError."""
    found = _LIMIT.fullmatch(text)
    if found is None:
        raise LimitError("this doesn't say how often and in which period")
    return Limit(int(found[1]), found[2].lower())


class Change(Word, frozen=True, kw_only=True):
    """A change of a pool: ``by`` is added to it, ``to`` sets it::

        does:
          - change: {pool: hp, by: 2d4 + 2, on: self}
          - change: {pool: anima, to: max}

    It falls on the targets, or on the one who acts (``on: self``), on whose sheet the formula is read. In it ``amount``
    is the number that came with the use, ``given`` what it cost where the cost came with it; in ``to``, ``max`` and
    ``base`` are the maximum of the pool that is set and what it held.
    """

    says: ClassVar[Mapping[str, str]] = {"pool": "The pool that is changed."}

    pool: str
    by: Formula | None = None
    to: Formula | None = None
    on: Literal["target", "self"] = "target"

    def __post_init__(self) -> None:
        if (self.by is None) == (self.to is None):
            raise ValueError("a change has either by (what is added) or to (what is set)")


class Deed(Word, frozen=True, kw_only=True):
    """One thing that an action causes; exactly one of its fields is used::

        does:
          - change: {pool: hp, by: "-1d8"}
          - gives: prone
          - ends: hidden
          - toggle: row
          - grants: held turn
          - calls: eidolon
          - prolongs: zone of silence
          - end turn

    ``change`` changes a pool; ``gives`` lays a condition or gives an effect that the file names, ``ends`` takes it
    away; ``prolongs`` lets effects of that name of the one who acts last as if given now; ``toggle`` sets a trait to
    the next of its words; ``grants`` gives the one who acts a turn of one of the ``extras``; ``calls`` brings it
    somebody of one of the ``takeovers``. ``end turn`` stands alone, and is done after all else; so does ``put the token
    back``, by which the token that one acts by goes back into the bag. Unless ``on`` says whom, ``gives`` and ``ends``
    fall on the targets, where there are any, else on the one who acts; ``toggle`` always on the one who acts.
    """

    shorthand: ClassVar[str] = "verb"
    says: ClassVar[Mapping[str, str]] = {"verb": "`end turn` or `put the token back`."}

    verb: Literal["", "end turn", "put the token back"] = ""
    change: Change | None = None
    toggle: str = ""
    gives: str = ""
    ends: str = ""
    grants: str = ""
    calls: str = ""
    prolongs: str = ""
    on: Literal["", "target", "self"] = ""

    def __post_init__(self) -> None:
        named = [self.toggle, self.gives, self.ends, self.grants, self.calls, self.prolongs]
        if sum(bool(field) for field in (self.verb, self.change, *named)) != 1:
            raise ValueError("a deed is one thing: a verb, change, toggle, gives, ends, grants, calls or prolongs")


class Item(Word, frozen=True, kw_only=True):
    """A thing that is carried in numbers and used::

        items:
          potion: {about: Gives back a little., does: [{change: {pool: hp, by: 2d4}}]}
          torch: {takes: 0}

    ``takes`` are how many a use takes from the stock: one, unless stated otherwise; 0 for what is not used up. Things
    that are not listed are used up one by one.
    """

    shorthand: ClassVar[str] = "about"
    says: ClassVar[Mapping[str, str]] = {
        "tags": "Further tags of the use of it.",
        "amount": "What its use does to the vital pool of its targets (negative is harm).",
    }

    takes: Number = 1
    tags: tuple[str, ...] = ()
    amount: Formula | None = None
    does: tuple[Deed, ...] = ()


class Doing(Word, frozen=True, kw_only=True):
    """What actions and reactions have in common.

    ``cost`` names pools and what is taken from each; in a formula there ``given`` stands for a number that comes with
    the use. ``score`` in place of a pool lowers the initiative. ``needs`` is a test on the sheet, ``limit`` says how
    often, ``target`` how many targets it takes (``some``: one or more). ``tags`` are what reactions and prepared acts
    answer to and what conditions bar. ``amount`` is what it does to its targets' vital pool unless the use says
    otherwise (negative is harm).

    ``item`` is the thing it uses up, or ``named`` where the use names one; ``takes`` of it are used up, and without
    so many it can't be done. With ``one of`` each use names one of these.
    """

    says: ClassVar[Mapping[str, str]] = {"does": "What it causes, beside its amount."}

    cost: dict[str, Formula] = {}
    needs: Formula | None = None
    limit: tuple[Limit, ...] = ()
    target: Literal["none", "one", "some", "any"] = "any"
    tags: tuple[str, ...] = ()
    amount: Formula | None = None
    item: str = ""
    takes: Number = 1
    one_of: tuple[str, ...] = ()
    does: tuple[Deed, ...] = ()


class Action(Doing, frozen=True, kw_only=True):
    """Something that can be done on a turn, or off it::

        actions:
          attack: {cost: {action: 1}, target: some, tags: attack}
          drink: {cost: {action: 1/2}, item: named}
          talk: {turn: any}
          dodge: {cost: {action: 1}, turn: any}
          interact: {cost: {ap: given}}
          swap equipment: {cost: {ap: 1}, one of: [stow a weapon, equip a weapon]}
          shout: {limit: 1 a round, answered: reflex}

    ``turn`` says when: on one's ``own`` turn, ``off`` it, at ``any`` time, while waiting and while others act too, or
    in a ``phase`` of choices that opens it. What can be done at any time because it costs nothing needs one's own
    turn if a use of it is made to cost something. ``answered`` is the kind of reaction that answers it, for reactions
    that leave that to their trigger.

    One called as a word by which people look things up (``help``, ``log``, ``why``) is said with more than its name:
    ``do help``, ``Milli: help``.
    """

    shorthand: ClassVar[str] = "about"

    turn: Literal["own", "off", "any", "phase"] = "own"
    answered: Literal["", "interrupt", "reflex"] = ""


class TooDear(Word, frozen=True, kw_only=True):
    """An act that costs more than is left is ``refused``, or ``allowed`` and takes what is there."""

    shorthand: ClassVar[str] = "then"
    says: ClassVar[Mapping[str, str]] = {"then": "What becomes of it."}

    then: Literal["refused", "allowed"] = "refused"


class Spoiled(Word, frozen=True, kw_only=True):
    """What becomes of an act that came to nothing before it was resolved.

    ``lost``: what was paid stays paid. ``choose again``: whoever can still act has everything back and does something
    else.
    """

    shorthand: ClassVar[str] = "then"
    says: ClassVar[Mapping[str, str]] = {"then": "What becomes of it."}

    then: Literal["lost", "choose again"] = "lost"


class OffTurn(Word, frozen=True, kw_only=True):
    """What is open to people off their turn: reactions, and the actions that say so."""


class Unlisted(Word, frozen=True, kw_only=True):
    """Whether something may be done that the file doesn't list. It costs nothing, and needs one's own turn."""

    shorthand: ClassVar[str] = "allowed"
    says: ClassVar[Mapping[str, str]] = {"allowed": "Yes: it may."}

    allowed: bool = False


class GivenCosts(Word, frozen=True, kw_only=True):
    """Whether costs that the file leaves open (``given``) may be named with each use, or only listed ones count."""

    shorthand: ClassVar[str] = "allowed"
    says: ClassVar[Mapping[str, str]] = {"allowed": "Yes: they may be named."}

    allowed: bool = True


class Acting(Word, frozen=True, kw_only=True):
    """Rules for all actions::

        acting:
          too dear: refused
          spoiled: choose again
          off turn: {ref: GAME-S5}
          unlisted: no
          given costs: no

    A refusal for want of something to pay with, or for acting off one's turn, names the rules given here.
    """

    too_dear: TooDear = TooDear()
    spoiled: Spoiled = Spoiled()
    off_turn: OffTurn = OffTurn()
    unlisted: Unlisted = Unlisted()
    given_costs: GivenCosts = GivenCosts()
