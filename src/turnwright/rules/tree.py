"""The tree that a file is read into: text, lists and mappings that know their place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from turnwright.rules.faults import Fault, FileFaults


class Scalar(Struct, frozen=True):
    """A piece of text, in Unicode's composed form.

    ``quoted`` is true of text in quotes and of block text (``|`` and ``>``). ``verbatim`` is true where the
    file holds the text letter for letter on one line: a place inside the text is a place in the file then.
    """

    text: str
    quoted: bool
    verbatim: bool
    file: str
    line: int
    column: int

    def inside(self, offset: int) -> tuple[int, int]:
        """Line and column of the character at ``offset``; of the start, where the text is not verbatim."""
        if not self.verbatim:
            return self.line, self.column
        return self.line, self.column + min(max(offset, 0), len(self.text)) + self.quoted

    @property
    def nothing(self) -> bool:
        """Whether nothing is written here, or YAML's sign for it: ``~`` or ``null`` without quotes."""
        return not self.quoted and self.text in ("", "~", "null", "Null", "NULL")


class Sequence(Struct, frozen=True):
    """A list."""

    items: tuple[Node, ...]
    file: str
    line: int
    column: int


class Mapping(Struct, frozen=True):
    """Entries ``key: value`` in the order of the file. It stands where its first key or its bracket stands.

    The keys are trimmed, not empty, and no two are the same. It is ``complete`` unless there are more entries that
    could not be read; what is wrong with them is known already then.
    """

    entries: tuple[tuple[Scalar, Node], ...]
    file: str
    line: int
    column: int
    complete: bool = True


class Unread(Struct, frozen=True):
    """A part of a file that could not be read. What is wrong with it is known already.

    ``text`` are its lines, where it is a whole entry of the file.
    """

    file: str
    line: int
    column: int
    text: str = ""


Node = Scalar | Sequence | Mapping | Unread


def words_in(node: Node) -> Iterator[str]:
    """Every text and key in a tree, and every word of what could not be read of it."""
    match node:
        case Scalar():
            yield node.text
        case Sequence():
            for item in node.items:
                yield from words_in(item)
        case Mapping():
            for key, item in node.entries:
                yield key.text
                yield from words_in(item)
        case Unread():
            yield from re.findall(r"[^\W\d][\w'-]*(?: [\w'-]+)*|\w+", node.text)


def unread(node: Node) -> Iterator[Unread]:
    """Every part of a tree that could not be read."""
    if isinstance(node, Unread):
        yield node
    below = node.items if isinstance(node, Sequence) else ()
    below = tuple(item for _, item in node.entries) if isinstance(node, Mapping) else below
    for item in below:
        yield from unread(item)


class Document(NamedTuple):
    """What could be read of a file, and all that is wrong with how it is written."""

    root: Mapping | Unread
    faults: tuple[Fault, ...]

    def whole(self) -> Mapping:
        """The root of a file that has no faults; raises :class:`FileFaults` where it has some."""
        if self.faults or isinstance(self.root, Unread):
            raise FileFaults(self.faults)
        return self.root
