"""JSON Schema of the files that a type is read from, for editors.

An editor reads YAML by its own rules: for it ``3``, ``yes`` and ``~`` are no texts. So where a text is read, numbers
and truth values pass as well. Keys of several words are offered with spaces; the other spellings pass.
"""

from __future__ import annotations

import re
from collections.abc import Mapping as Lookup
from typing import Any

from msgspec import Meta, Struct

from turnwright.formula import Formula
from turnwright.rules.explain import explained
from turnwright.rules.kinds import (
    NUMBERS,
    AnyOf,
    Choice,
    Entry,
    Field,
    Kind,
    Many,
    Raw,
    Read,
    Reader,
    Table,
    Text,
    Whole,
    YesNo,
    kinds,
)
from turnwright.rules.tree import Mapping, Scalar, Sequence

Schema = dict[str, Any]

_EXTENDS = {"type": "string", "description": "The ruleset that this one changes: a built-in name, or a file beside it."}
_TEXT = ["string", "number", "boolean"]
_WORDS = ("yes", "no", "true", "false")
_RESOLVED = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False, "null": None, "~": None}


def schema(kind: Any, readers: Lookup[Any, Reader] | None = None, *, overlay: bool = False) -> Schema:
    """The schema of files read into ``kind``.

    With ``overlay`` it is that of files that may extend another: ``extends`` names it, no key has to be there, and
    ``~`` may stand anywhere in place of an entry. Raises TypeError where ``kind`` can't be read from a file.
    """
    writer = _Writer(overlay)
    top = writer.of(kinds(readers).of(kind))
    if overlay and "$ref" in top:
        definition = writer.definitions[top["$ref"].rpartition("/")[2]]
        entries = next(one for one in (definition, *definition.get("anyOf", ())) if "properties" in one)
        entries["properties"] = {"extends": _EXTENDS, **entries["properties"]}
    return {"$schema": "http://json-schema.org/draft-07/schema#", **top, "definitions": writer.definitions}


class _Writer:
    def __init__(self, overlay: bool) -> None:
        self.overlay = overlay
        self.definitions: Schema = {}
        self.names: dict[type[Struct], str] = {}

    def of(self, kind: Kind) -> Schema:
        made = self.bare(kind)
        notes = _notes(kind.meta)
        return {**made, **notes} if "$ref" not in made or not notes else {"allOf": [made], **notes}

    def bare(self, kind: Kind) -> Schema:
        match kind:
            case Text():
                return {"type": _TEXT}
            case YesNo():
                return {"enum": [True, False, *_WORDS, *(word.capitalize() for word in _WORDS)]}
            case Whole():
                return {"anyOf": [{"type": "integer"}, {"type": "string"}]}
            case Read():
                return {"type": ["string", "number"] if kind.made in (*NUMBERS, Formula) else _TEXT}
            case Choice():
                return {"enum": _spellings(kind)}
            case Many():
                item = self.of(kind.of)
                return {"anyOf": [{"type": "array", "items": item}, item, {"type": "null"}]}
            case Table():
                return {"type": ["object", "null"], "additionalProperties": self.entry(kind.of)}
            case AnyOf():
                none: list[Schema] = [{"enum": [None, "none"]}] if kind.optional else []
                return {"anyOf": [*(self.of(option) for option in kind.options), *none]}
            case Raw():
                sorts = {Scalar: _TEXT, Sequence: ["array"], Mapping: ["object"]}
                return {"type": sorted({word for node in kind.nodes for word in sorts.get(node, ())})}
            case Entry():
                return {"$ref": f"#/definitions/{self.define(kind)}"}

    def entry(self, kind: Kind) -> Schema:
        """What may stand after a key."""
        made = self.of(kind)
        return {"anyOf": [made, {"type": "null"}]} if self.overlay else made

    def define(self, kind: Entry) -> str:
        name = self.names.get(kind.struct)
        if name is None:
            name = kind.struct.__name__
            while name in self.definitions:
                name += "_"
            self.names[kind.struct] = name
            self.definitions[name] = {}
            self.definitions[name] = self.struct(kind)
        return name

    def struct(self, kind: Entry) -> Schema:
        properties, patterns, required = {}, {}, []
        for field in kind.fields.values():
            properties[field.key] = self.field(kind.struct, field)
            if " " in field.key:
                patterns[_pattern(field.key)] = properties[field.key]
            elif field.required and not self.overlay:
                required.append(field.key)
        made: Schema = {"type": ["object", "null"], "properties": properties, "additionalProperties": False}
        if patterns:
            made["patternProperties"] = patterns
        if required:
            made |= {"type": "object", "required": required}
        if kind.shorthand:
            made = {"anyOf": [made, self.of(kind.shorthand.kind)]}
        about = kind.struct.__dict__.get("__doc__")
        return {"description": " ".join(about.split()), **made} if about else made

    def field(self, struct: type[Struct], field: Field) -> Schema:
        made = self.entry(field.kind)
        notes: Schema = {}
        if "description" not in made and (about := explained(struct, field)):
            notes["description"] = about
        if isinstance(field.default, str | int) and field.default != "":
            notes["default"] = field.default
        return {**({"allOf": [made]} if "$ref" in made and notes else made), **notes}


def _notes(limits: tuple[Meta, ...]) -> Schema:
    """Descriptions only: limits would refuse, or let pass, the text of a number as text."""
    notes: Schema = {}
    for limit in limits:
        if limit.title is not None:
            notes["title"] = limit.title
        if limit.description is not None:
            notes["description"] = limit.description
        if limit.examples is not None:
            notes["examples"] = limit.examples
    return notes


def _pattern(key: str) -> str:
    return "^" + "[ _-]+".join(re.escape(word) for word in key.split(" ")) + "$"


def _spellings(kind: Choice) -> list[Any]:
    """The words as an editor reads them: ``no`` as false, ``2`` as a number; several words in each spelling."""
    spelled: list[Any] = []
    for word in kind.options:
        spelled.append(word)
        apart = re.split(r"[\s_-]+", word)
        spelled += [joined for by in " _-" if (joined := by.join(apart)) != word and len(apart) > 1]
        if word.lower() in _RESOLVED:
            spelled.append(_RESOLVED[word.lower()])
        if re.fullmatch(r"-?\d+", word):
            spelled.append(int(word))
    # In JSON, 1 and true are different; in Python they are equal.
    return list({repr(word): word for word in spelled}.values())
