"""The tree of a formula. Each node keeps the position of its first character, or of its operator."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from turnwright.formula import number

HIGHEST = 0
"""Stands in `Faces` for the highest face, whatever the die."""


class Constant(msgspec.Struct, frozen=True):
    value: number.Number
    position: int


class Text(msgspec.Struct, frozen=True):
    value: str
    position: int


class Name(msgspec.Struct, frozen=True):
    name: str
    position: int


class Faces(msgspec.Struct, frozen=True):
    """A run of faces, both ends included; `Faces(HIGHEST, HIGHEST)` is the highest face alone."""

    low: int
    high: int

    def on(self, sides: int) -> Faces:
        """Return the same run for a die with so many sides."""
        return Faces(sides, sides) if self.low == HIGHEST == self.high else self


class Pick(msgspec.Struct, frozen=True):
    """Which dice stay: the `many` highest or lowest are kept, or dropped."""

    keep: bool
    high: bool
    many: int


class Modifiers(msgspec.Struct, frozen=True):
    """What happens to dice once rolled, always in this order: reroll, explode, pick, count."""

    reroll: Faces | None = None
    once: bool = False
    explode: Faces | None = None
    pick: Pick | None = None
    count: Faces | None = None


PLAIN = Modifiers()
"""No modifiers."""


class Dice(msgspec.Struct, frozen=True):
    count: Node
    sides: Node
    modifiers: Modifiers
    position: int


class Sum(msgspec.Struct, frozen=True):
    """Terms with their signs, each 1 or -1. A sign in front of one term is a sum of one."""

    terms: tuple[tuple[int, Node], ...]
    position: int


class Factor(msgspec.Struct, frozen=True):
    """One of `*`, `/`, `//`, `%` and what follows it."""

    operator: str
    node: Node
    position: int


class Product(msgspec.Struct, frozen=True):
    """`first`, then the factors from left to right."""

    first: Node
    rest: tuple[Factor, ...]
    position: int


class Compare(msgspec.Struct, frozen=True):
    """One of `==`, `!=`, `<`, `<=`, `>`, `>=` between two nodes."""

    operator: str
    left: Node
    right: Node
    position: int


class Logic(msgspec.Struct, frozen=True):
    """`and` or `or` between two parts or more."""

    operator: str
    parts: tuple[Node, ...]
    position: int


class Not(msgspec.Struct, frozen=True):
    part: Node
    position: int


class Choice(msgspec.Struct, frozen=True):
    """`then if condition else other`."""

    then: Node
    condition: Node
    other: Node
    position: int


class Call(msgspec.Struct, frozen=True):
    function: str
    arguments: tuple[Node, ...]
    position: int


class Members(msgspec.Struct, frozen=True):
    """`any`, `all` or `count` over a side; without a test, only `count`."""

    word: str
    side: str
    test: Node | None
    position: int


Node: TypeAlias = Constant | Text | Name | Dice | Sum | Product | Compare | Logic | Not | Choice | Call | Members
