"""What is told of a choice that a ruleset does not offer: the fault, and what there is instead."""

from __future__ import annotations

from collections.abc import Iterable

from turnwright.rules.faults import one_of, quote
from turnwright.rules.nearest import did_you_mean


def no_option(name: str, options: Iterable[str]) -> tuple[str, str]:
    """There is no option of this name."""
    return f"there is no option {quote(name)}", _instead(name, options)


def no_value(name: str, value: str, values: Iterable[str]) -> tuple[str, str]:
    """An option has no such value."""
    return f"{name} can't be {quote(value)}", _instead(value, values)


def no_kind(kind: str, kinds: Iterable[str]) -> tuple[str, str]:
    """There is no such kind of encounter."""
    return f"there is no kind of encounter {quote(kind)}", _instead(kind, kinds)


def _instead(word: str, known: Iterable[str]) -> str:
    known = tuple(known)
    return did_you_mean(word, known) or one_of(known)
