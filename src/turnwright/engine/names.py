"""Names as they are kept and compared."""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Iterator
from itertools import count, product
from string import ascii_uppercase
from typing import NamedTuple

from turnwright.engine.play import Play
from turnwright.engine.state import State
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


class Label(NamedTuple):
    """A name that is somebody's or that of a place in the order, and whether its bearer is ``gone``."""

    name: str
    gone: bool
    members: tuple[str, ...]


def labels(state: State) -> Iterator[Label]:
    """Every name of combatants and of places in the order, which have their names in common (SEM-23).

    Those who have left keep theirs. Sides are apart: a creature may be called as its side is.
    """
    yield from (Label(c.name, bool(c.gone), (c.id,)) for c in state.combatants.values())
    for entry in state.entries.values():
        if entry.kind != "side" and (entry.kind == "group" or not entry.gone):
            yield Label(entry.name, entry.gone, entry.members)


def taken(state: State, own: Container[str] = ()) -> set[str]:
    """Every name that is in use or was, folded, but for ``own`` ones."""
    return {fold(label.name) for label in labels(state) if not _all_of(label, own)}


def _all_of(label: Label, own: Container[str]) -> bool:
    return bool(label.members) and all(who in own for who in label.members)


def free_name(play: Play, name: str, own: Container[str] = ()) -> str:
    """The name, if nobody and no place in the order has or had it (SEM-23), but for ``own`` ones, which lose theirs.

    Refuses ``name.used`` and ``name.gone``.
    """
    for label in labels(play.state):
        if fold(label.name) == fold(name) and not _all_of(label, own):
            play.refuse("name.gone" if label.gone else "name.used", name=label.name)
    return name


def counted_name(name: str, number: int, used: Container[str]) -> str:
    """A name with the first number from this one on with which it is not among those ``used``, folded: ``Orc (2)``."""
    return next(one for one in (f"{name} ({n})" for n in count(number)) if fold(one) not in used)


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
