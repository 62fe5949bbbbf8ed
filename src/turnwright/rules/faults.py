"""What is wrong with a file, and where."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

SHOWN = 50


class Fault(Struct, frozen=True, order=True):
    """One thing wrong in a file. Lines and columns start at 1; a column counts characters.

    ``hint`` is what to do about it, such as ``did you mean "initiative"?``; it may be empty.
    """

    file: str
    line: int
    column: int
    message: str
    hint: str = ""

    def __str__(self) -> str:
        hint = f" — {self.hint}" if self.hint else ""
        return f"{self.file}:{self.line}:{self.column}: {self.message}{hint}"


class FileFaults(ValueError):
    """A file, or several read together, can't be used. ``faults`` holds all that is wrong, by position.

    The text of the error has one fault a line; where they are more than a person would read, a count ends it.
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(set(faults)))
        super().__init__(self.faults)

    def __str__(self) -> str:
        lines = [str(fault) for fault in self.faults[:SHOWN]]
        more = len(self.faults) - SHOWN
        if more > 0:
            lines.append(f"and {more} more")
        return "\n".join(lines) or "the file can't be read"


def quote(text: str, most: int = 40) -> str:
    """Text of a file as it is shown in a message: in quotes, on one line, cut where it is long."""
    line = " ".join(text.split())
    if len(line) > most:
        line = line[: most - 1] + "…"
    return f'"{line}"'


def one_of(words: Iterable[str], most: int = 12) -> str:
    """A list of words for a message; a long one is cut."""
    listed = list(words)
    more = ["…"] if len(listed) > most else []
    return ", ".join(listed[:most] + more)
