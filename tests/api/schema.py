"""A small checker of JSON Schema: the words that the schemas of commands and events are made of, and no others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

KINDS: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "boolean": bool,
    "null": type(None),
    "number": (int, float),
}
TOLD_ELSEWHERE = {"title", "description", "default", "discriminator", "$defs"}


class Checker:
    """Checks values against a schema; a word that it does not know is an error, never passed over."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self.schema = schema
        self.mapping: dict[str, str] = schema["discriminator"]["mapping"]

    def faults(self, value: dict[str, Any]) -> list[str]:
        """What is wrong with a command or an event; nothing, if it fits."""
        tag = value[self.schema["discriminator"]["propertyName"]]
        return list(self._faults(value, {"$ref": self.mapping[tag]}, tag))

    def _faults(self, value: Any, schema: Mapping[str, Any], at: str) -> Iterator[str]:
        for word, wanted in schema.items():
            if word == "$ref":
                yield from self._faults(value, self.schema["$defs"][wanted.rpartition("/")[2]], at)
            elif word == "anyOf":
                if all(any(True for _ in self._faults(value, one, at)) for one in wanted):
                    yield f"{at}: {value!r} is none of what is possible"
            elif word == "type":
                fits = isinstance(value, KINDS[wanted]) and (wanted == "boolean" or not isinstance(value, bool))
                if not fits:
                    yield f"{at}: {value!r} is no {wanted}"
            elif word not in TOLD_ELSEWHERE:
                yield from getattr(self, f"_{word}")(value, wanted, at, schema)

    def _enum(self, value: Any, wanted: list[Any], at: str, schema: Mapping[str, Any]) -> Iterator[str]:
        if value not in wanted:
            yield f"{at}: {value!r} is not one of {wanted}"

    def _const(self, value: Any, wanted: Any, at: str, schema: Mapping[str, Any]) -> Iterator[str]:
        if value != wanted:
            yield f"{at}: {value!r} is not {wanted!r}"

    def _pattern(self, value: Any, wanted: str, at: str, schema: Mapping[str, Any]) -> Iterator[str]:
        if isinstance(value, str) and not re.search(wanted, value):
            yield f"{at}: {value!r} does not match {wanted}"

    def _properties(self, value: Any, wanted: Any, at: str, schema: Mapping[str, Any]) -> Iterator[str]:
        if isinstance(value, dict):
            for key, one in value.items():
                if key in wanted:
                    yield from self._faults(one, wanted[key], f"{at}.{key}")
                elif "additionalProperties" not in schema:
                    yield f"{at}: {key} is not known"

    def _additionalProperties(self, value: Any, wanted: Any, at: str, schema: Mapping[str, Any]) -> Iterator[str]:
        if isinstance(value, dict) and isinstance(wanted, dict):
            for key, one in value.items():
                if key not in schema.get("properties", {}):
                    yield from self._faults(one, wanted, f"{at}.{key}")

    def _required(self, value: Any, wanted: list[str], at: str, schema: Mapping[str, Any]) -> Iterator[str]:
        yield from (f"{at}: {key} is missing" for key in wanted if isinstance(value, dict) and key not in value)

    def _items(self, value: Any, wanted: Any, at: str, schema: Mapping[str, Any]) -> Iterator[str]:
        if isinstance(value, list):
            for one in value[len(schema.get("prefixItems", ())) :]:
                if wanted is False:
                    yield f"{at}: there are too many of them"
                else:
                    yield from self._faults(one, wanted, at)

    def _prefixItems(self, value: Any, wanted: list[Any], at: str, schema: Mapping[str, Any]) -> Iterator[str]:
        for one, part in zip(value if isinstance(value, list) else (), wanted, strict=False):
            yield from self._faults(one, part, at)

    def _minItems(self, value: Any, wanted: int, at: str, schema: Mapping[str, Any]) -> Iterator[str]:
        if isinstance(value, list) and len(value) < wanted:
            yield f"{at}: there are too few of them"

    def _maxItems(self, value: Any, wanted: int, at: str, schema: Mapping[str, Any]) -> Iterator[str]:
        if isinstance(value, list) and len(value) > wanted:
            yield f"{at}: there are too many of them"
