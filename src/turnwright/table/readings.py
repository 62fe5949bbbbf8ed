"""How a game is played at a table: the kind of encounter, and the readings of what its text leaves open."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from turnwright.listing import Unusable
from turnwright.rules.faults import FileFaults
from turnwright.rules.load import Book, read


class Point(Struct, frozen=True):
    """Something that can be chosen: what it is about, by which rule, and the one that is in force now. ``free`` tells
    that any other value may be typed."""

    name: str
    about: str
    ref: str
    values: tuple[str, ...]
    chosen: str
    free: bool = False


class Readings(Struct, frozen=True):
    """What can be chosen of a game: its kinds of encounter, each with what it is about, and its options."""

    game: str
    kinds: tuple[tuple[str, str], ...]
    kind: str
    options: tuple[Point, ...]


def readings(book: Book) -> Readings:
    """What can be chosen of a ruleset, and what is."""
    ruleset = read(book).value
    points = (
        Point(
            name,
            option.about,
            ", ".join(option.ref),
            tuple(option.values),
            book.options.get(name, option.choose),
            option.any is not None,
        )
        for name, option in ruleset.options.items()
    )
    kinds = tuple((name, kind.about) for name, kind in ruleset.kinds.items())
    return Readings(ruleset.game, kinds, book.kind, tuple(points))


def read_otherwise(book: Book, kind: str | None, options: Mapping[str, str]) -> Book:
    """The ruleset of a book with another kind of encounter (empty: none, None: as before), and other readings of the
    options named.

    Raises `Unusable` for what the ruleset does not have.
    """
    chosen = replace(book, kind=book.kind if kind is None else kind, options={**book.options, **options})
    try:
        read(chosen)
    except FileFaults as wrong:
        raise Unusable(*str(wrong).splitlines()) from wrong
    return chosen
