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

_LAST: dict[str, tuple[object, Any]] = {}
"""For each slot what it held when it was last asked for, and the struct that this is: one moment of a fight is looked
at many times."""


def kept(state: State, slot: str, kind: type[T]) -> T | None:
    """What a slot holds, or None where it is empty. It is there to be read: a slot changes by `with_kept` alone."""
    found = state.own.get(slot)
    if found is None:
        return None
    held, known = _LAST.get(slot, (None, None))
    if held is not found:
        known = convert(found, kind, dec_hook=_read)
        _LAST[slot] = found, known
    result: T = known
    return result


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
