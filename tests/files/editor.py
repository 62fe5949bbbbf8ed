"""An editor's check of a file against a JSON Schema, as far as our schemas go: PyYAML's own types, draft 7's words."""

from __future__ import annotations

import re
from typing import Any

import yaml

_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "number": (int, float),
    "integer": (int,),
    "boolean": (bool,),
    "object": (dict,),
    "array": (list,),
    "null": (type(None),),
}
_KNOWN = {
    "$ref",
    "allOf",
    "anyOf",
    "enum",
    "type",
    "properties",
    "patternProperties",
    "additionalProperties",
    "required",
    "items",
    "description",
    "title",
    "examples",
    "default",
    "definitions",
    "$schema",
}


def flags(schema: dict[str, Any], text: str) -> bool:
    """Whether the editor would mark anything in this file as wrong."""
    return not _fits(schema, yaml.safe_load(text), schema)


def _fits(part: dict[str, Any], value: Any, top: dict[str, Any]) -> bool:
    assert part.keys() <= _KNOWN, part
    if "$ref" in part:
        # Beside a reference, draft 7 reads nothing.
        assert part.keys() <= {"$ref", "definitions", "$schema"}
        part = top["definitions"][part["$ref"].removeprefix("#/definitions/")]
        return _fits(part, value, top)
    return (
        all(_fits(option, value, top) for option in part.get("allOf", ()))
        and ("anyOf" not in part or any(_fits(option, value, top) for option in part["anyOf"]))
        and ("enum" not in part or any(type(one) is type(value) and one == value for one in part["enum"]))
        and ("type" not in part or _typed(part["type"], value))
        and (not isinstance(value, dict) or _object(part, value, top))
        and (not isinstance(value, list) or all(_fits(part.get("items", {}), item, top) for item in value))
    )


def _typed(types: str | list[str], value: Any) -> bool:
    names = [types] if isinstance(types, str) else types
    if isinstance(value, bool):
        return "boolean" in names
    return any(isinstance(value, _TYPES[name]) for name in names)


def _object(part: dict[str, Any], value: dict[Any, Any], top: dict[str, Any]) -> bool:
    if any(key not in value for key in part.get("required", ())):
        return False
    for key, inner in value.items():
        schemas = [found for name, found in part.get("properties", {}).items() if name == key]
        patterns = part.get("patternProperties", {})
        schemas += [found for pattern, found in patterns.items() if re.search(pattern, str(key))]
        other = part.get("additionalProperties", True)
        if not schemas and other is False:
            return False
        schemas += [other] if not schemas and isinstance(other, dict) else []
        if not all(_fits(found, inner, top) for found in schemas):
            return False
    return True
