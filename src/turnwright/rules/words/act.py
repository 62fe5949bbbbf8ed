"""What people do: actions and what they cause."""

from __future__ import annotations

from typing import ClassVar, Literal

from turnwright.formula import Formula
from turnwright.rules.words.word import Word


class Change(Word, frozen=True, kw_only=True):
    """A change of a pool: ``by`` is added to it, ``to`` sets it. It falls on the action's target, or on the one who acts."""

    pool: str
    by: Formula | None = None
    to: Formula | None = None
    on: Literal["target", "self"] = "target"


class Deed(Word, frozen=True, kw_only=True):
    """One thing that an action causes; exactly one of its fields is used."""

    shorthand: ClassVar[str] = "verb"

    verb: str = ""
    change: Change | None = None
    toggle: str = ""
    gives: str = ""


class Limit(Word, frozen=True, kw_only=True):
    """How often something may be done, such as ``1 a round``."""

    shorthand: ClassVar[str] = "text"

    text: str


class Action(Word, frozen=True, kw_only=True):
    """Something that can be done on a turn, or off it.

    In a cost ``given`` stands for the number that comes with the use. ``tags`` are what reactions and prepared acts
    answer to, and what conditions bar.
    """

    shorthand: ClassVar[str] = "about"

    cost: dict[str, Formula] = {}
    turn: Literal["own", "off", "any"] = "own"
    needs: Formula | None = None
    limit: str = ""
    target: Literal["none", "one", "any"] = "any"
    tags: tuple[str, ...] = ()
    does: tuple[Deed, ...] = ()
    replies: tuple[str, ...] = ()
