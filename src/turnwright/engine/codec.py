"""Records, commands and events as JSON, and back. Exact numbers are written as integers or as ``"3/2"``."""

from __future__ import annotations

import functools
from fractions import Fraction
from numbers import Rational
from typing import Any, Union

import msgspec

from turnwright.engine import events, happenings
from turnwright.engine.base import Command, Event, Frame, Question, Spoken
from turnwright.engine.mechanics import MECHANICS
from turnwright.engine.state import State
from turnwright.formula import read_number


def _union(types: tuple[type, ...]) -> Any:
    return Union[types]  # noqa: UP007 - the members are known only here


def _subclasses(module: object, base: type) -> tuple[type, ...]:
    found = [v for v in vars(module).values() if isinstance(v, type) and issubclass(v, base) and v is not base]
    return tuple(sorted(found, key=lambda kind: kind.__name__))


EVENTS: tuple[type[Event], ...] = (
    *_subclasses(events, Event),
    *_subclasses(happenings, Event),
    *(kind for mechanic in MECHANICS for kind in mechanic.events),
)
"""Every kind of event."""

COMMANDS: tuple[type[Command], ...] = tuple(kind for mechanic in MECHANICS for kind in mechanic.commands)
"""Every kind of command."""

FRAMES: tuple[type[Frame], ...] = (Question, *(kind for mechanic in MECHANICS for kind in mechanic.frames))
"""Every kind of frame."""

ANY_EVENT: Any = _union(EVENTS)
ANY_COMMAND: Any = _union(COMMANDS)


def to_plain(value: object) -> object:
    """What msgspec can't write by itself: an exact fraction, as text where it is not whole, and a text of a kind of its
    own."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    if isinstance(value, str):
        return str(value)
    raise NotImplementedError(type(value).__name__)


@functools.cache
def _by_tag(base: type) -> dict[str, type]:
    """The kinds of frame, or of command, by the name that they are written under."""
    kinds: tuple[Any, ...] = FRAMES if base is Frame else COMMANDS
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


def _tagged(base: type, field: str, value: Any) -> object:
    # Converting to one struct is many times as fast as to the union of all, whose table would be made at each call.
    kind = _by_tag(base).get(str(value.get(field))) if isinstance(value, dict) else None
    if kind is None:
        raise msgspec.ValidationError(f"not a known {field}: {value!r}"[:200])
    return msgspec.convert(value, kind, dec_hook=from_plain)


def from_plain(kind: type, value: object) -> object:
    """The reverse of `to_plain`, and frames by their name."""
    if kind is Rational:
        return value if type(value) is int else read_number(str(value))
    if kind is Frame:
        return _tagged(Frame, "frame", value)
    if kind is Spoken:
        return _tagged(Spoken, "command", value)
    raise NotImplementedError(kind.__name__)


encode = msgspec.json.Encoder(enc_hook=to_plain).encode
"""Anything of the engine as JSON."""

_canonical = msgspec.json.Encoder(enc_hook=to_plain, order="sorted").encode


def state_bytes(state: State) -> bytes:
    """A state as bytes that are equal exactly when the states are."""
    return _canonical(state)


def decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """A decoder for JSON written by `encode`."""
    return msgspec.json.Decoder(kind, dec_hook=from_plain)
