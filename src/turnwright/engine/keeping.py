"""What rarer mechanics keep in the state's own slots: structs as plain data, so that a state can be written and
read."""

from __future__ import annotations

from fractions import Fraction
from numbers import Rational
from typing import Any, TypeVar

from msgspec import convert, to_builtins

from turnwright.engine.state import State
from turnwright.formula import read_number

T = TypeVar("T")


def kept(state: State, slot: str, kind: type[T]) -> T | None:
    """What a slot holds, or None where it is empty."""
    found = state.own.get(slot)
    return None if found is None else convert(found, kind, dec_hook=_read)


def with_kept(state: State, slot: str, value: object) -> dict[str, Any]:
    """The slots of the state with this one changed; an empty value empties it."""
    own = {name: held for name, held in state.own.items() if name != slot}
    if value:
        own[slot] = to_builtins(value, enc_hook=_write)
    return own


def _read(kind: type, value: object) -> object:
    if kind is Rational:
        return value if type(value) is int else read_number(str(value))
    raise NotImplementedError(kind.__name__)


def _write(value: object) -> object:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(type(value).__name__)
