"""Finding a ruleset file, laying overlays and chosen options over it, and reading the result.

A `Book` is all that a ruleset came from. An encounter keeps its book, so that editing a file never changes a running
fight.
"""

from __future__ import annotations

import dataclasses
import functools
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from turnwright.rules.check import check
from turnwright.rules.choosing import no_kind, no_option, no_value
from turnwright.rules.document import Document, read_document
from turnwright.rules.faults import Fault, FileFaults, quote
from turnwright.rules.kinds import key_form
from turnwright.rules.nearest import did_you_mean
from turnwright.rules.overlay import overlay
from turnwright.rules.shape import Shaped, salvage
from turnwright.rules.shelf import SUFFIX, builtin_names, headings, shelf
from turnwright.rules.tree import Mapping, Node, Scalar, Sequence, Unread, unread, words_in
from turnwright.rules.words import READERS, Ruleset

__all__ = [
    "Book",
    "Source",
    "UnknownRuleset",
    "builtin_names",
    "default_name",
    "examine",
    "find",
    "load",
    "read",
    "text_of",
]

DEEPEST_EXTENDS = 8


class Source(Struct, frozen=True):
    """A ruleset file's name and its text."""

    file: str
    text: str


class Book(Struct, frozen=True):
    """The files that make a ruleset, the overlay last; the options chosen beside those the files choose; the
    encounter kind."""

    name: str
    sources: tuple[Source, ...]
    options: dict[str, str] = {}
    kind: str = ""


class UnknownRuleset(ValueError):
    """No file or built-in ruleset has that name; ``hint`` says what there is. As a text it tells both."""

    def __init__(self, name: str, hint: str) -> None:
        super().__init__(name, hint)
        self.message = f"there is no ruleset {quote(name)}"
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} — {self.hint}"


def default_name() -> str:
    """The ruleset for those who name none: the one whose file says ``default: yes``."""
    for heading in headings():
        if heading.default:
            return heading.name
    raise UnknownRuleset("", "no ruleset is marked as the default")


def find(name: str, options: dict[str, str] | None = None, kind: str = "", near: Path | None = None) -> Book:
    """The book of a ruleset: a built-in name, or the path of a file (looked for beside ``near`` first).

    Raises `UnknownRuleset`, and `FileFaults` for an ``extends`` that can't be followed, with all else that is wrong.
    """
    sources: list[Source] = []
    wanted: tuple[str, Scalar | None] = (name, None)
    try:
        while True:
            source = _source(*wanted, near)
            if wanted[1] is not None:
                _check_detour(source, sources, wanted[1])
            sources.insert(0, source)
            extends = _extends(source)
            if extends is None:
                return Book(Path(name).stem, tuple(sources), options or {}, kind)
            if is_file(Path(source.file)):
                near = Path(source.file).parent
            wanted = (extends.text, extends)
    except FileFaults as wrong:
        raise FileFaults([*wrong.faults, *_faults_without_base(sources)]) from None


def _check_detour(source: Source, sources: list[Source], extends: Scalar) -> None:
    if any(source.file == other.file for other in sources) or len(sources) >= DEEPEST_EXTENDS:
        raise FileFaults([_fault(extends, "this ruleset extends itself, by a detour")])


def read(book: Book) -> Shaped[Ruleset]:
    """The ruleset of a book, with the place of each of its parts.

    Raises `FileFaults` with everything that is wrong in its files.
    """
    examined = examine(book)
    if examined.faults or examined.value is None:
        raise FileFaults(examined.faults)
    return cast(Shaped[Ruleset], examined)


def examine(book: Book) -> Shaped[Ruleset | None]:
    """As much of a book's ruleset as can be read, with everything that is wrong in its files."""
    if not book.sources:
        raise FileFaults(
            [Fault(book.name, 1, 1, "no file belongs to these rules", "name a ruleset, or give its files")]
        )
    return _examine(book.sources, tuple(sorted(book.options.items())), book.kind)


def load(name: str, options: dict[str, str] | None = None, kind: str = "") -> Ruleset:
    """A ruleset by built-in name or path, ready to be compiled; raises as `find` and `read` do."""
    return read(find(name, options, kind)).value


@functools.lru_cache(maxsize=64)
def _examine(sources: tuple[Source, ...], options: tuple[tuple[str, str], ...], kind: str) -> Shaped[Ruleset | None]:
    """Each stage runs on what the one before could make of the files, and all their faults are told together."""
    faults: list[Fault] = []
    tree, lost = _laid_over(sources, faults)
    if tree is not None:
        for layer in _chosen(tree, dict(options), kind, faults):
            tree = overlay(tree, layer, Ruleset, readers=READERS, faults=faults)
    root = _without(tree, "extends") if tree else Unread(sources[-1].file, 1, 1)
    shaped = salvage(root, Ruleset, READERS)
    shaped = dataclasses.replace(shaped, lost=shaped.lost | lost, faults=(*faults, *shaped.faults))
    if shaped.value is None or not (isinstance(root, Mapping) and root.complete):
        return shaped
    checked = shaped.sure(check(cast(Shaped[Ruleset], shaped)))
    return dataclasses.replace(shaped, faults=(*shaped.faults, *checked))


def _laid_over(sources: Iterable[Source], faults: list[Fault]) -> tuple[Mapping | None, frozenset[str]]:
    """The tree that the files come to, and the words that stand where they can't be read."""
    tree: Mapping | None = None
    lost: set[str] = set()
    for source in sources:
        document = _document(source)
        faults += document.faults
        lost.update(word for part in unread(document.root) for word in words_in(part))
        if isinstance(document.root, Mapping):
            root = _without(document.root, "extends") if tree else document.root
            tree = overlay(tree, root, Ruleset, readers=READERS, faults=faults) if tree else root
    return tree, frozenset(lost)


def _faults_without_base(sources: list[Source]) -> list[Fault]:
    """What can be told of files whose base is missing: all but what the base may have said."""
    faults: list[Fault] = []
    tree, _ = _laid_over(sources, faults)
    if tree is not None:
        faults += salvage(_partly(_without(tree, "extends")), Ruleset, READERS).faults
    return faults


def _partly(node: Node) -> Node:
    """A tree over one that is not there: nothing is missing in it, and nothing is taken away."""
    if not isinstance(node, Mapping):
        return node
    kept = tuple((key, item) for key, item in node.entries if not (isinstance(item, Scalar) and item.nothing))
    return replace(node, entries=tuple((key, _partly(item)) for key, item in kept), complete=False)


def _chosen(tree: Mapping, options: dict[str, str], kind: str, faults: list[Fault]) -> Iterator[Mapping]:
    """The overlays of the options in force, then that of the encounter kind."""
    table, kinds = _at(tree, "options"), _at(tree, "kinds")
    known = {key.text: node for key, node in table.entries} if isinstance(table, Mapping) else {}
    chosen = {key_form(name): value for name, value in options.items()}
    if not isinstance(table, Unread):
        unknown = (name for name in options if key_form(name) not in map(key_form, known))
        faults += (_fault(table or tree, *no_option(name, known)) for name in unknown)
    for name, node in known.items():
        if isinstance(node, Scalar):
            # Chosen in a file, but nothing says what there is to choose.
            others = [other for other, its in known.items() if not isinstance(its, Scalar)]
            faults.append(_fault(node, *no_option(name, others)))
            continue
        layer = _option_layer(name, node, chosen.get(key_form(name), ""), faults)
        if layer is not None:
            yield layer
    changes = _at(_at(kinds, kind), "changes")
    if isinstance(changes, Mapping):
        yield changes
    elif kind and not isinstance(kinds, Unread):
        there = [key.text for key, _ in kinds.entries] if isinstance(kinds, Mapping) else []
        faults.append(_fault(kinds or tree, *no_kind(kind, there)))


def _option_layer(name: str, node: Node, chosen: str, faults: list[Fault]) -> Mapping | None:
    choose = _at(node, "choose")
    value = chosen or (choose.text if isinstance(choose, Scalar) else "")
    values = _at(node, "values")
    listed = {key.text: layer for key, layer in values.entries} if isinstance(values, Mapping) else {}
    other = _at(node, "any")
    at = choose or node
    if value in listed:
        layer = listed[value]
        return layer if isinstance(layer, Mapping) else None
    if isinstance(other, Mapping):
        filled = _filled(other, value, at)
        assert isinstance(filled, Mapping)
        return filled
    # Where no choice is stated, or the values can't be read, that is told already.
    if value and not isinstance(values, Unread):
        faults.append(_fault(at, *no_value(name, value, listed)))
    return None


def _filled(node: Node, value: str, at: Node) -> Node:
    """A tree with ``$`` replaced by a value that stands elsewhere."""
    if isinstance(node, Scalar) and node.text == "$":
        return Scalar(value, False, False, at.file, at.line, at.column)
    if isinstance(node, Mapping):
        entries = tuple((key, _filled(item, value, at)) for key, item in node.entries)
        return replace(node, entries=entries)
    if isinstance(node, Sequence):
        return replace(node, items=tuple(_filled(item, value, at) for item in node.items))
    return node


def _at(node: Node | None, name: str) -> Node | None:
    if not isinstance(node, Mapping):
        return None
    return next((item for key, item in node.entries if key.text == name), None)


def _without(node: Mapping, name: str) -> Mapping:
    entries = tuple((key, item) for key, item in node.entries if key.text != name)
    return replace(node, entries=entries)


def _source(name: str, place: Scalar | None, near: Path | None) -> Source:
    if name in builtin_names():
        return Source(f"{name}{SUFFIX}", (shelf() / f"{name}{SUFFIX}").read_text(encoding="utf-8"))
    for path in ([near / name, near / f"{name}.yaml"] if near else []) + [Path(name)]:
        if is_file(path):
            return Source(str(path), text_of(path))
    hint = did_you_mean(name, builtin_names()) or f"there are {', '.join(builtin_names())}, and files"
    if place is not None:
        raise FileFaults([_fault(place, f"there is no ruleset {quote(name)} to extend", hint)])
    raise UnknownRuleset(name, hint)


def is_file(path: Path) -> bool:
    """Whether a file is there. What can't be the name of one, or lies where nobody may look, is none."""
    return os.path.isfile(path)


def bytes_of(path: Path) -> bytes:
    """What stands in a file; raises `FileFaults` where it can't be read."""
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or error
        raise FileFaults([Fault(str(path), 1, 1, f"the file can't be read: {problem}")]) from None


def text_of(path: Path) -> str:
    """A file's text; raises `FileFaults` where it can't be read or is not UTF-8."""
    data = bytes_of(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        faults = read_document(data, str(path)).faults
        raise FileFaults(faults or [Fault(str(path), 1, 1, "the file is not UTF-8 text")]) from None


def _fault(node: Node, message: str, hint: str = "") -> Fault:
    return Fault(node.file, node.line, node.column, message, hint)


@functools.lru_cache(maxsize=64)
def _document(source: Source) -> Document:
    return read_document(source.text, source.file)


def _extends(source: Source) -> Scalar | None:
    extends = _at(_document(source).root, "extends")
    return extends if isinstance(extends, Scalar) and extends.text else None
