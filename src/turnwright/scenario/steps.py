"""The steps of a scenario: something said, expected or refused, each with its place in the file."""

from __future__ import annotations

from msgspec import Struct

from turnwright.rules.tree import Node, Scalar


class Said(Struct, frozen=True, kw_only=True):
    """Something said at the table: by whom (empty: the GM), what, and the dice it takes (None: from the seed).

    It stands where the step begins; ``words`` stand where they stand.
    """

    words: Scalar
    who: str = ""
    dice: tuple[int, ...] | None = None
    line: int
    column: int

    @property
    def text(self) -> str:
        """The words as they are said."""
        return self.words.text


class Initiative(Struct, frozen=True, kw_only=True):
    """Everybody's initiative, then the start: typed faces by name; who is not named, and who is tied, rolls ``dice``
    (None: by the seed).

    ``places`` are line and column of each name.
    """

    faces: dict[str, tuple[str, ...]]
    places: dict[str, tuple[int, int]]
    dice: tuple[int, ...] | None = None
    line: int
    column: int


class Expected(Struct, frozen=True, kw_only=True):
    """What must be so now: one of the words of `expect.KEYS`, and its value as the file has it."""

    key: str
    value: Node
    line: int
    column: int


class Refused(Struct, frozen=True, kw_only=True):
    """Something that must be refused; ``because`` is a code, a rule id or a phrase of the sentence (empty: any)."""

    said: Said
    because: str
    line: int
    column: int


class Reload(Struct, frozen=True, kw_only=True):
    """Save the encounter and load it again: everything goes on as if nothing had been."""

    line: int
    column: int


Step = Said | Initiative | Expected | Refused | Reload
