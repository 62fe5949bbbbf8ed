"""What somebody can do, as a button or a form."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from turnwright.table.slots import Input

Kind = Literal["answer", "react", "step in", "end", "act", "wait", "table"]


class Deed(Struct, frozen=True):
    """Something that somebody can do now: the words for it, what it costs, and what can be filled in.

    ``targets`` are those it can be done to, each by a button of its own; with ``many`` also to several, with ``bare``
    to nobody. One that ``passes`` lets a chance go by.
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
