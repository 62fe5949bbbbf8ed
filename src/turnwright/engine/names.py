"""Names as they are kept and compared."""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Iterator
from itertools import count, product
from string import ascii_uppercase

from turnwright.engine.play import Play
from turnwright.letters import is_seen, unfit

LONGEST_NAME = 80


def fold(name: str) -> str:
    """A name as names are compared: normalised, without case and without what can't be seen in it."""
    folded = unicodedata.normalize("NFC", name.strip()).casefold()
    return folded if folded.isprintable() else "".join(c for c in folded if unicodedata.category(c) != "Cf")


def lettered(name: str, taken: Container[str], form: str = "{} {}") -> str:
    """A name with the first letter (A, B … Z, AA …) with which no other name, folded, is ``taken``."""
    named = (form.format(name, letter) for letter in _letters())
    return next(one for one in named if fold(one) not in taken)


def _letters() -> Iterator[str]:
    for size in count(1):
        yield from map("".join, product(ascii_uppercase, repeat=size))


def clean_name(play: Play, name: str) -> str:
    """A name as it is kept; refuses empty ones, too long ones, and letters that can't be seen."""
    clean = unicodedata.normalize("NFC", name.strip())
    if not clean:
        play.refuse("name.empty")
    if len(clean) > LONGEST_NAME:
        play.refuse("name.too_long", length=len(clean), most=LONGEST_NAME)
    if unfit(clean) or not is_seen(clean):
        play.refuse("name.control")
    return clean
