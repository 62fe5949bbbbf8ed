"""What somebody can do, as a button or a form."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from turnwright.table.slots import MANY, Input

Kind = Literal["answer", "react", "step in", "end", "act", "wait", "table"]


class Deed(Struct, frozen=True):
    """Something that somebody can do now: the words for it, what it costs, and what can be filled in.

    ``targets`` are those it can be done to, each by a button of its own; with ``many`` also to several, with ``bare``
    to nobody. ``endings`` are outcomes with a button each: the word, and how it is said. One that ``passes`` lets a
    chance go by; one with ``force`` overrules the rule that bars it. One that was ``said`` is what has been answered or
    chosen so far, and may yet be changed.
    """

    who: str
    label: str
    words: str
    kind: Kind = "table"
    cost: str = ""
    inputs: tuple[Input, ...] = ()
    targets: tuple[str, ...] = ()
    many: bool = False
    bare: bool = True
    passes: bool = False
    endings: tuple[tuple[str, str], ...] = ()
    force: bool = False
    said: bool = False

    @property
    def typed(self) -> bool:
        """Whether those it can be done to are so many that they are typed."""
        return len(self.targets) > MANY
