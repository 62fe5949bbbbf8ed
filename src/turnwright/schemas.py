"""JSON Schema of commands and events, for programs in other languages."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Rational
from typing import Any

import msgspec

from turnwright.engine import codec
from turnwright.engine.base import Frame, Spoken

_NUMBER = {"anyOf": [{"type": "integer"}, {"type": "string", "pattern": r"^-?\d+/\d+$"}]}


_SPOKEN = "Command"


def _custom(kind: type) -> dict[str, Any]:
    if kind is Rational:
        return _NUMBER
    if kind is Frame:
        return {"type": "object", "required": ["frame"]}
    return {"type": "object"}


def _schema(kind: Any) -> dict[str, Any]:
    return msgspec.json.schema(kind, schema_hook=_custom)


def described(kinds: Iterable[Any]) -> dict[str, Any]:
    """The schemas of types and of every command by name, and of all that they hold, as an OpenAPI description has
    them."""
    at = "#/components/schemas/"

    def custom(kind: type) -> dict[str, Any]:
        return {"$ref": f"{at}{_SPOKEN}"} if kind is Spoken else _custom(kind)

    (commands, *_), found = msgspec.json.schema_components(
        (codec.ANY_COMMAND, *kinds), schema_hook=custom, ref_template=at + "{name}"
    )
    return {**found, _SPOKEN: {"description": "Any command.", **commands}}


def command_schema() -> dict[str, Any]:
    """The JSON Schema of every command, by its tag ``command``. Exact fractions are texts such as ``"3/2"``."""
    return _schema(codec.ANY_COMMAND)


def event_schema() -> dict[str, Any]:
    """The JSON Schema of every event, by its tag ``type``."""
    return _schema(codec.ANY_EVENT)
