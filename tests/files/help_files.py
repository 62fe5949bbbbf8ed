"""What the tests of files share: a small ruleset type, and a short way to read."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from turnwright.formula import Formula, Number
from turnwright.rules.document import FileFaults, read_document
from turnwright.rules.shape import Shaped, shape

T = TypeVar("T")

FILE = "my.yaml"


class Tie(Struct, frozen=True, kw_only=True):
    """A way to tell tied ones apart."""

    shorthand: ClassVar[str] = "by"

    by: Formula | None = None
    ask: Literal["gm", "all sides"] | None = None


class Initiative(Struct, frozen=True, kw_only=True):
    """How the order is found."""

    shorthand: ClassVar[str] = "formula"

    formula: Formula
    first: Literal["high", "low"] = "high"
    ties: tuple[Tie, ...] = ()


class Pool(Struct, frozen=True, kw_only=True):
    """A number that is spent."""

    max: Formula
    least: Number = 0
    refill: list[str] = []
    cap: Annotated[int, Meta(ge=1, le=9, description="The most there can be.")] | None = None


class Turn(Struct, frozen=True, kw_only=True, rename={"class_": "class"}):
    turn_ends_at: str = "end"
    class_: str = ""
    skips: bool = False


class Game(Struct, frozen=True, kw_only=True):
    """A game's rules."""

    game: str
    initiative: Initiative | None = None
    pools: dict[str, Pool] = {}
    turn: Turn = Turn()
    words: dict[str, str] = {}

    def __post_init__(self) -> None:
        if self.game == "war":
            raise ValueError("the only way to win is not to play")


def read(text: str | bytes, kind: type[T]) -> Shaped[T]:
    """The value of a file; raises FileFaults with all that is wrong."""
    document = read_document(text, FILE)
    return shape(document.root, kind, faults=document.faults)


def told(text: str | bytes, kind: type[Struct] = Game) -> list[str]:
    """What is told of a file, each as ``line:column: message — hint``."""
    try:
        read(text, kind)
    except FileFaults as error:
        return [str(fault).removeprefix(f"{FILE}:") for fault in error.faults]
    return []


def plain(value: object) -> object:
    """A value as plain data, with formulas as their text."""
    return msgspec.to_builtins(value, enc_hook=lambda other: getattr(other, "text", str(other)))
