"""Turns the tree of a file into structs by their annotations, and tells all that does not fit, in plain words.

Text, ``yes`` and ``no``, numbers, formulas, choices, lists, mappings and structs are read (see :mod:`kinds`). Keys of a
struct may be written with spaces, hyphens or underscores; keys of a ``dict`` are kept as they are written. A list of
one may be written without being a list. A struct with ``shorthand: ClassVar[str] = "formula"`` may be written as what
would stand under ``formula``. ``none``, or nothing, stands for None.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Mapping as Lookup
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from turnwright.formula import read_number
from turnwright.rules.faults import Fault, FileFaults, one_of, quote
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
    accepts,
    describe,
    key_form,
    kinds,
    says_none,
)
from turnwright.rules.limits import broken_limit
from turnwright.rules.nearest import did_you_mean, suggest
from turnwright.rules.overlay import overlay
from turnwright.rules.schema import schema
from turnwright.rules.syntax import colon_hint
from turnwright.rules.tree import Mapping, Node, Scalar, Sequence, Unread, words_in

__all__ = ["Path", "Reader", "Shaped", "overlay", "salvage", "schema", "shape", "suggest"]

T = TypeVar("T")
Path = tuple[object, ...]

_SHORT = 12
_SUGGESTED = 200
_YES_NO = {"yes": True, "true": True, "no": False, "false": False}
_BROKEN = object()


@dataclass(frozen=True, slots=True)
class Shaped(Generic[T]):
    """A value and where each of its parts stands in the file.

    A path leads from the value to the part: names of fields, keys of dicts and numbers of list items, such as
    ``("pools", "action", "max")``. ``places`` has the node of each part, ``keys`` the key above it, if it has one.

    ``faults`` is what does not fit. Where there are some, ``broken`` are the paths of what is not in the value,
    ``lost`` the words there, and ``doubtful`` the places of these parts and those around them (file, line, column).
    """

    value: T
    places: Lookup[Path, Node]
    keys: Lookup[Path, Scalar]
    faults: tuple[Fault, ...] = ()
    broken: frozenset[Path] = frozenset()
    lost: frozenset[str] = frozenset()
    doubtful: frozenset[tuple[str, int, int]] = frozenset()

    def sure(self, faults: Iterable[Fault]) -> Iterator[Fault]:
        """Those of these faults that don't merely follow from something else that could not be read."""
        for fault in faults:
            named = re.findall('"([^"]+)"', fault.message)
            if (fault.file, fault.line, fault.column) not in self.doubtful and self.lost.isdisjoint(named):
                yield fault

    def place(self, path: Path) -> Node:
        """The node of the part at this path or, where the file does not state it, of the nearest part around it."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places[path]

    def fault(self, path: Path, message: str, hint: str = "", *, offset: int | None = None, key: bool = False) -> Fault:
        """A fault at the part at this path; at its ``key``, or at the character ``offset`` of its text, if asked."""
        node: Node = self.keys[path] if key and path in self.keys else self.place(path)
        exact = path in self.places and not key
        return Fault(node.file, *_spot(node, offset if exact else None), message, hint)


def shape(
    root: Node, kind: type[T], readers: Lookup[Any, Reader] | None = None, faults: Iterable[Fault] = ()
) -> Shaped[T]:
    """Make a ``kind`` of a tree.

    ``readers`` make values of further types from text; ``faults`` are those known already, such as a document's.
    Raises :class:`FileFaults` with these and all that does not fit; TypeError where ``kind`` can't be read at all.
    """
    shaped = salvage(root, kind, readers)
    known = [*faults, *shaped.faults]
    if known or shaped.value is None:
        raise FileFaults(known)
    return cast(Shaped[T], shaped)


def salvage(root: Node, kind: type[T], readers: Lookup[Any, Reader] | None = None) -> Shaped[T | None]:
    """As much of a ``kind`` as can be made of a tree, with all that does not fit; None where nothing can be made.

    A part that does not fit is left out, and a text that has to be there is empty.
    """
    shaper = _Shaper()
    value = shaper.value(kinds(readers).of(kind), root, ())
    made = None if value is _BROKEN else cast(T, value)
    around = {path[:end] for path in shaper.broken for end in range(1, len(path) + 1)}
    nodes = [node for at in (shaper.places, shaper.keys) for path, node in at.items() if path in around]
    return Shaped(
        made,
        shaper.places,
        shaper.keys,
        tuple(shaper.faults),
        broken=frozenset(shaper.broken),
        lost=frozenset(shaper.lost),
        doubtful=frozenset((node.file, node.line, node.column) for node in nodes),
    )


class _Shaper:
    """Walks a tree and a kind together. What can't be made is ``_BROKEN``, and then there is a fault."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.places: dict[Path, Node] = {}
        self.keys: dict[Path, Scalar] = {}
        self.broken: set[Path] = set()
        self.lost: set[str] = set()
        self.asked = 0

    def value(self, kind: Kind, node: Node, path: Path) -> object:
        self.places[path] = node
        value = _BROKEN if isinstance(node, Unread) else _MAKERS[type(kind)](self, kind, node, path)
        if value is _BROKEN:
            self.broken.add(path)
            self.lost.update(words_in(node))
        return value

    def tell(self, node: Node, message: str, hint: str = "", offset: int | None = None) -> object:
        self.faults.append(Fault(node.file, *_spot(node, offset), message, hint))
        return _BROKEN

    def wrong(self, kind: Kind, node: Node, hint: str = "") -> object:
        return self.tell(node, f"expected {describe(kind)}, here is {_here(node)}", hint or _wrong_hint(kind, node))

    def near(self, word: str, known: Iterable[str]) -> str:
        """What was meant. It is not looked for any more in a file in which hardly a word is right."""
        self.asked += 1
        return did_you_mean(word, known) if self.asked < _SUGGESTED else ""

    @contextmanager
    def attempt(self) -> Iterator[list[Fault]]:
        """Keep the faults told inside apart from the others, and the places too unless there were none."""
        kept = self.faults, self.places, self.keys, self.broken, self.lost
        self.faults, self.places, self.keys, self.broken, self.lost = [], {}, {}, set(), set()
        yield self.faults
        if not self.faults:
            kept[1].update(self.places)
            kept[2].update(self.keys)
        self.faults, self.places, self.keys, self.broken, self.lost = kept


def _spot(node: Node, offset: int | None) -> tuple[int, int]:
    """Line and column of a node, or of a character of its text."""
    if offset is None or not isinstance(node, Scalar):
        return node.line, node.column
    return node.inside(offset)


def _within(shaper: _Shaper, kind: Kind, node: Node, value: object) -> object:
    """The value, if it keeps the limits that the annotation sets."""
    broken = broken_limit(kind.meta, value)
    return shaper.tell(node, broken) if broken else value


def _said(error: Exception) -> tuple[str, str]:
    message, hint = getattr(error, "message", ""), getattr(error, "hint", "")
    return message or str(error) or "this can't be used", hint


def _text(shaper: _Shaper, kind: Text, node: Node, path: Path) -> object:
    if not isinstance(node, Scalar) or node.nothing:
        return shaper.wrong(kind, node)
    return _within(shaper, kind, node, node.text)


def _yes_no(shaper: _Shaper, kind: YesNo, node: Node, path: Path) -> object:
    known = _YES_NO.get(node.text.casefold()) if isinstance(node, Scalar) else None
    return shaper.wrong(kind, node) if known is None else known


def _whole(shaper: _Shaper, kind: Whole, node: Node, path: Path) -> object:
    try:
        number = read_number(node.text) if isinstance(node, Scalar) else None
    except ValueError:
        number = None
    if number is None or number.denominator != 1:
        return shaper.wrong(kind, node)
    return _within(shaper, kind, node, int(number))


def _read(shaper: _Shaper, kind: Read, node: Node, path: Path) -> object:
    if not isinstance(node, Scalar) or node.nothing:
        return shaper.wrong(kind, node)
    try:
        value = kind.reader(node.text)
    except ValueError as error:
        if kind.made in NUMBERS:
            return shaper.wrong(kind, node)
        return shaper.tell(node, *_said(error), getattr(error, "position", None))
    return _within(shaper, kind, node, value)


def _choice(shaper: _Shaper, kind: Choice, node: Node, path: Path) -> object:
    found = kind.find(node.text) if isinstance(node, Scalar) else None
    if found is None:
        word = node.text if isinstance(node, Scalar) else ""
        return shaper.wrong(kind, node, shaper.near(word, kind.options))
    return kind.options[found]


def _raw(shaper: _Shaper, kind: Raw, node: Node, path: Path) -> object:
    return node if accepts(kind, node) else shaper.wrong(kind, node)


def _many(shaper: _Shaper, kind: Many, node: Node, path: Path) -> object:
    if isinstance(node, Sequence):
        items = node.items
    elif isinstance(node, Scalar) and node.nothing:
        items = ()
    elif accepts(kind.of, node):
        items = (node,)
    else:
        return shaper.wrong(kind, node)
    values: list[object] = []
    for item in items:
        value = shaper.value(kind.of, item, (*path, len(values)))
        if value is not _BROKEN and kind.build in (set, frozenset) and value in values:
            shaper.tell(item, f"{_here(item)} stands here a second time")
        elif value is not _BROKEN:
            values.append(value)
    made = kind.build(values)
    return made if len(values) < len(items) else _within(shaper, kind, node, made)


def _table(shaper: _Shaper, kind: Table, node: Node, path: Path) -> object:
    if not isinstance(node, Mapping) and not (isinstance(node, Scalar) and node.nothing):
        return shaper.wrong(kind, node)
    values: dict[object, object] = {}
    for key, item in node.entries if isinstance(node, Mapping) else ():
        name = key.text if isinstance(kind.key, Text) else _MAKERS[type(kind.key)](shaper, kind.key, key, path)
        inner = (*path, name)
        if name is not _BROKEN and inner in shaper.keys:
            _second(shaper, key, shaper.keys[inner])
        elif name is not _BROKEN:
            shaper.keys[inner] = key
        value = shaper.value(kind.of, item, inner)
        if name is _BROKEN or value is _BROKEN:
            shaper.lost.add(key.text)
        else:
            values[name] = value
    whole = not isinstance(node, Mapping) or len(values) == len(node.entries)
    return _within(shaper, kind, node, values) if whole else values


def _second(shaper: _Shaper, key: Scalar, first: Scalar) -> None:
    where = f"the first one is in line {first.line}, column {first.column}"
    shaper.tell(key, f"the key {quote(key.text)} stands here a second time", where)


def _entry(shaper: _Shaper, kind: Entry, node: Node, path: Path) -> object:
    short = kind.shorthand
    given: dict[str, object] = {}
    if isinstance(node, Mapping):
        given = _fields(shaper, kind, node, path)
    elif short is not None and not (isinstance(node, Scalar) and node.nothing) and accepts(short.kind, node):
        given = {short.key: shaper.value(short.kind, node, (*path, short.name))}
    elif not (isinstance(node, Scalar) and node.nothing):
        return shaper.wrong(kind, node)
    for field in kind.fields.values():
        if field.required and field.key not in given:
            if not isinstance(node, Mapping) or node.complete:
                shaper.tell(node, f"the key {quote(field.key)} is missing here")
            given[field.key] = _BROKEN
            shaper.broken.add((*path, field.name))
    return _made(shaper, kind, node, given)


def _made(shaper: _Shaper, kind: Entry, node: Node, given: dict[str, object]) -> object:
    """The struct. What is broken is left out or, where it has to be there, an empty text; other structs can't be."""
    values: dict[str, object] = {}
    for key, value in given.items():
        field = kind.fields.get(key)
        if field and value is not _BROKEN:
            values[field.name] = value
        elif field and field.required and isinstance(field.kind, Text):
            values[field.name] = ""
        elif field and field.required:
            return _BROKEN
    try:
        return kind.struct(**values)
    except (ValueError, TypeError) as error:
        return _BROKEN if _BROKEN in given.values() else shaper.tell(node, *_said(error))


def _fields(shaper: _Shaper, kind: Entry, node: Mapping, path: Path) -> dict[str, object]:
    """The values by the form of their key. An unknown key is broken, under its own name."""
    fields, given = kind.fields, dict[str, object]()
    stated = {key_form(key.text) for key, _ in node.entries}
    for key, item in node.entries:
        form = key_form(key.text)
        field = fields.get(form)
        if field is None:
            field = _mistyped(shaper, fields, key, item, stated)
            given[form] = _BROKEN
            shaper.broken.add((*path, form))
            if field is not None:
                shaper.broken.add((*path, field.name))
        if field is None:
            continue
        inner = (*path, field.name)
        if inner in shaper.keys:
            _second(shaper, key, shaper.keys[inner])
            continue
        shaper.keys[inner] = key
        value = shaper.value(field.kind, item, inner)
        given[field.key] = value
    return given


def _mistyped(shaper: _Shaper, fields: Lookup[str, Field], key: Scalar, item: Node, stated: set[str]) -> Field | None:
    """Tell that a key is unknown; return the field that was meant, so that its value is looked at too."""
    known = f"; known here: {one_of(fields)}" if len(fields) <= _SHORT else ""
    hint = shaper.near(key.text, fields)
    shaper.tell(key, f"unknown key {quote(key.text)}{known}", hint)
    meant = fields.get(suggest(key.text, fields)) if hint else None
    if meant is None or meant.key in stated or not accepts(meant.kind, item):
        return None
    stated.add(meant.key)
    return meant


def _any_of(shaper: _Shaper, kind: AnyOf, node: Node, path: Path) -> object:
    if says_none(kind, node):
        return None
    fit = [option for option in kind.options if accepts(option, node)]
    if len(fit) == 1:
        return _MAKERS[type(fit[0])](shaper, fit[0], node, path)
    telling: list[Fault] = []
    for option in fit:
        with shaper.attempt() as faults:
            value = _MAKERS[type(option)](shaper, option, node, path)
        if not faults:
            return value
        if not telling and not _is_word(option):
            telling = faults
    words = [word for option in fit if isinstance(option, Choice) for word in option.options]
    hint = shaper.near(node.text, words) if isinstance(node, Scalar) else ""
    if hint or not telling:
        return shaper.wrong(kind, node, hint)
    shaper.faults += telling
    return _BROKEN


def _is_word(kind: Kind) -> bool:
    """Whether all that can be said of a wrong text is that it is none of this kind."""
    return isinstance(kind, Choice | YesNo | Whole | Text) or (isinstance(kind, Read) and kind.made in NUMBERS)


_MAKERS: dict[type[Any], Callable[[_Shaper, Any, Node, Path], object]] = {
    Text: _text,
    YesNo: _yes_no,
    Whole: _whole,
    Read: _read,
    Choice: _choice,
    Raw: _raw,
    Many: _many,
    Table: _table,
    Entry: _entry,
    AnyOf: _any_of,
}


def _here(node: Node) -> str:
    match node:
        case Scalar():
            return "nothing" if node.nothing else quote(node.text)
        case Sequence():
            return "a list"
        case _:
            return "a mapping"


def _wrong_hint(kind: Kind, node: Node) -> str:
    if isinstance(kind, Entry | Table) and isinstance(node, Scalar) and not node.quoted:
        return colon_hint(node.text) or 'write "key: value" lines below the key'
    if isinstance(node, Mapping) and isinstance(kind, Text | Read | Choice):
        return "a text with a colon needs quotes"
    return ""
