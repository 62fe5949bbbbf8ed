"""JSON Schema of commands and events, for programs in other languages."""

from __future__ import annotations

from numbers import Rational
from typing import Any

import msgspec

from turnwright.engine import codec
from turnwright.engine.base import Frame

_NUMBER = {"anyOf": [{"type": "integer"}, {"type": "string", "pattern": r"^-?\d+/\d+$"}]}


def _custom(kind: type) -> dict[str, Any]:
    if kind is Rational:
        return _NUMBER
    if kind is Frame:
        return {"type": "object", "required": ["frame"]}
    return {"type": "object"}


def _schema(kind: Any) -> dict[str, Any]:
    return msgspec.json.schema(kind, schema_hook=_custom)


def command_schema() -> dict[str, Any]:
    """The JSON Schema of every command, by its tag ``command``. Exact fractions are texts such as ``"3/2"``."""
    return _schema(codec.ANY_COMMAND)


def event_schema() -> dict[str, Any]:
    """The JSON Schema of every event, by its tag ``type``."""
    return _schema(codec.ANY_EVENT)
