"""What a type asks of a file: the annotations of structs, as kinds that shaping and schemas are made from."""

from __future__ import annotations

import enum
import re
import types
from collections.abc import Callable, Iterator
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from turnwright.formula import Formula, Number, parse, read_number
from turnwright.rules import tree
from turnwright.rules.faults import one_of, quote

Reader = Callable[[str], object]
"""Makes a value of a text. It raises ValueError, whose text a person reads; it may have ``position``, ``message``
and ``hint`` like a FormulaError."""

STANDARD: Lookup[Any, Reader] = {Formula: parse, Number: read_number, Fraction: read_number}
NUMBERS: tuple[Any, ...] = (Number, Fraction)
_NODES: dict[Any, str] = {tree.Scalar: "a text", tree.Sequence: "a list", tree.Mapping: "a mapping", tree.Unread: ""}


def key_form(text: str) -> str:
    """A key as it is compared and shown: ``turn_ends_at`` and ``turn-ends-at`` are ``turn ends at``."""
    return re.sub(r"[\s_-]+", " ", text).strip()


@dataclass(frozen=True, slots=True)
class Text:
    """Any text."""

    meta: tuple[Meta, ...] = ()


@dataclass(frozen=True, slots=True)
class YesNo:
    """Yes or no."""

    meta: tuple[Meta, ...] = ()


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number."""

    meta: tuple[Meta, ...] = ()


@dataclass(frozen=True, slots=True)
class Read:
    """A text that a reader makes into something."""

    made: Any
    reader: Reader
    meta: tuple[Meta, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words; spaces, hyphens and underscores in them are alike."""

    options: dict[str, object]
    meta: tuple[Meta, ...] = ()

    def find(self, text: str) -> str | None:
        """The option that is written like this."""
        if text in self.options:
            return text
        form = key_form(text)
        return next((option for option in self.options if form and key_form(option) == form), None)


@dataclass(frozen=True, slots=True)
class Many:
    """A list, or one thing that stands for a list of one."""

    of: Kind
    build: type[list[Any]] | type[tuple[Any, ...]] | type[frozenset[Any]] | type[set[Any]]
    meta: tuple[Meta, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A mapping with any keys."""

    key: Kind
    of: Kind
    meta: tuple[Meta, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A mapping whose keys are the fields of a struct."""

    struct: type[Struct]
    kinds: Kinds = field(repr=False, compare=False)
    meta: tuple[Meta, ...] = ()

    @property
    def fields(self) -> dict[str, Field]:
        """The fields by the form of their key."""
        return self.kinds.fields(self.struct)

    @property
    def shorthand(self) -> Field | None:
        """The field that text or a list in place of the mapping stands for."""
        return self.kinds.shorthand(self.struct)


@dataclass(frozen=True, slots=True)
class AnyOf:
    """One of several kinds, the strictest first; or nothing, where ``optional``."""

    options: tuple[Kind, ...]
    optional: bool
    meta: tuple[Meta, ...] = ()


@dataclass(frozen=True, slots=True)
class Raw:
    """A node of the tree, as it is."""

    nodes: frozenset[Any]
    meta: tuple[Meta, ...] = ()


Kind = Text | YesNo | Whole | Read | Choice | Many | Table | Entry | AnyOf | Raw

_WORDS: dict[type[Any], str] = {
    Text: "a text",
    YesNo: "yes or no",
    Whole: "a whole number",
    Many: "a list",
    Table: "a mapping",
}

# Which of several kinds is tried first on the same text.
_STRICTEST: tuple[type[Any], ...] = (Choice, YesNo, Whole, Read, Entry, Table, Many, Raw, Text)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a struct: ``name`` in Python, ``key`` in a file."""

    name: str
    key: str
    kind: Kind
    required: bool
    default: object


class Kinds:
    """The kinds of all types, given readers for types that are written as text. Wrong types raise TypeError."""

    def __init__(self, readers: Lookup[Any, Reader] | None = None) -> None:
        self.readers = {**STANDARD, **(readers or {})}
        self._fields: dict[type[Struct], dict[str, Field]] = {}

    def of(self, annotation: Any) -> Kind:
        """The kind of an annotation."""
        if annotation in self.readers:
            return Read(annotation, self.readers[annotation])
        origin = get_origin(annotation)
        if origin is Annotated:
            inner, *notes = get_args(annotation)
            kind = self.of(inner)
            return replace(kind, meta=kind.meta + tuple(note for note in notes if isinstance(note, Meta)))
        if origin in (Union, types.UnionType):
            return self._any_of(get_args(annotation))
        if origin is Literal:
            return Choice({str(value): value for value in get_args(annotation)})
        if origin is not None:
            return self._collection(origin, get_args(annotation), annotation)
        return self._plain(annotation)

    def _plain(self, annotation: Any) -> Kind:
        simple: dict[Any, Kind] = {str: Text(), bool: YesNo(), int: Whole()}
        if annotation in simple:
            return simple[annotation]
        if annotation in _NODES:
            return Raw(frozenset({annotation}))
        if hasattr(annotation, "__supertype__"):
            return self.of(annotation.__supertype__)
        if isinstance(annotation, type) and issubclass(annotation, enum.Enum):
            return Choice({str(member.value): member for member in annotation})
        if isinstance(annotation, type) and issubclass(annotation, Struct):
            return Entry(annotation, self)
        raise TypeError(f"a file can't be read into {annotation!r}")

    def _collection(self, origin: Any, inner: tuple[Any, ...], annotation: Any) -> Kind:
        if origin in (list, set, frozenset):
            return Many(self.of(inner[0]), origin)
        if origin is tuple and len(inner) == 2 and inner[1] is Ellipsis:
            return Many(self.of(inner[0]), tuple)
        if origin is dict:
            return Table(self.of(inner[0]), self.of(inner[1]))
        raise TypeError(f"a file can't be read into {annotation!r}")

    def _any_of(self, inner: tuple[Any, ...]) -> Kind:
        if set(inner) <= _NODES.keys():
            return Raw(frozenset(inner))
        kinds = [self.of(option) for option in inner if option is not types.NoneType]
        if sum(isinstance(kind, Entry | Table | Raw) for kind in kinds) > 1:
            raise TypeError(f"a mapping could be read as more than one of {inner!r}")
        kinds.sort(key=lambda kind: _STRICTEST.index(type(kind)))
        return AnyOf(tuple(kinds), types.NoneType in inner)

    def fields(self, struct: type[Struct]) -> dict[str, Field]:
        """The fields of a struct by the form of their key."""
        if struct not in self._fields:
            self._fields[struct] = {made.key: made for made in self._made(struct)}
        return self._fields[struct]

    def _made(self, struct: type[Struct]) -> Iterator[Field]:
        for info in msgspec.structs.fields(struct):
            kind = self.of(info.type)
            yield Field(info.name, key_form(info.encode_name), kind, info.required, info.default)

    def shorthand(self, struct: type[Struct]) -> Field | None:
        """The field that the struct's ``shorthand: ClassVar[str]`` names; an empty text names none."""
        name = getattr(struct, "shorthand", "")
        if not isinstance(name, str) or not name:
            return None
        named = next((made for made in self.fields(struct).values() if made.name == name), None)
        if named is None:
            raise TypeError(f"{struct.__name__}.shorthand names no field: {name!r}")
        return named


def kinds(readers: Lookup[Any, Reader] | None = None) -> Kinds:
    """The kinds for these readers. They are kept, for finding out about a large type takes a while."""
    return _kinds(frozenset((readers or {}).items()))


@lru_cache(maxsize=16)
def _kinds(readers: frozenset[tuple[Any, Reader]]) -> Kinds:
    return Kinds(dict(readers))


def accepts(kind: Kind, node: tree.Node) -> bool:
    """Whether a node is of the right sort: text, list or mapping. What it says may still be wrong."""
    if isinstance(node, tree.Unread):
        return True
    match kind:
        case AnyOf():
            return says_none(kind, node) or any(accepts(option, node) for option in kind.options)
        case Raw():
            return type(node) in kind.nodes
        case Many():
            return isinstance(node, tree.Sequence) or _is_nothing(node) or accepts(kind.of, node)
        case Table():
            return isinstance(node, tree.Mapping) or _is_nothing(node)
        case Entry():
            short = kind.shorthand
            by_short = short is not None and not isinstance(node, tree.Mapping) and accepts(short.kind, node)
            return isinstance(node, tree.Mapping) or _is_nothing(node) or by_short
        case _:
            return isinstance(node, tree.Scalar)


def describe(kind: Kind) -> str:
    """A kind in words: "a list", "one of high, low"."""
    match kind:
        case AnyOf():
            return " or ".join(dict.fromkeys(describe(option) for option in kind.options))
        case Choice():
            words = [word for word in kind.options if word]
            return f"one of {one_of(words)}" if len(words) > 1 else quote("".join(words))
        case Read() if kind.made in NUMBERS:
            return "a number"
        case Read():
            name = getattr(kind.made, "__name__", "text").lower()
            return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
        case Entry():
            short = kind.shorthand
            return " or ".join(dict.fromkeys((describe(short.kind), "a mapping"))) if short else "a mapping"
        case Raw():
            return " or ".join(sorted(_NODES[node] for node in kind.nodes if _NODES[node]))
        case _:
            return _WORDS[type(kind)]


def says_none(kind: AnyOf, node: tree.Node) -> bool:
    """Whether the node leaves out what may be left out: nothing is written, or ``none`` where that is no choice."""
    if not kind.optional or not isinstance(node, tree.Scalar):
        return False
    if any(isinstance(option, Choice) and option.find(node.text) for option in kind.options):
        return False
    return node.nothing or (not node.quoted and node.text.casefold() == "none")


def _is_nothing(node: tree.Node) -> bool:
    return isinstance(node, tree.Scalar) and node.nothing
