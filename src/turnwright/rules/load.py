"""Finding a ruleset file, laying overlays and chosen options over it, and reading the result.

A `Book` is all that a ruleset came from. An encounter keeps its book, so that editing a file never changes a running
fight.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from turnwright.rules.check import check
from turnwright.rules.document import read_document
from turnwright.rules.faults import Fault, FileFaults, one_of
from turnwright.rules.kinds import key_form
from turnwright.rules.nearest import did_you_mean
from turnwright.rules.overlay import overlay
from turnwright.rules.shape import Shaped, shape
from turnwright.rules.tree import Mapping, Node, Scalar, Sequence
from turnwright.rules.words import READERS, Ruleset

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
    """No file or built-in ruleset has that name; ``hint`` says what there is."""

    def __init__(self, name: str, hint: str) -> None:
        super().__init__(f"there is no ruleset {name!r}")
        self.name = name
        self.hint = hint


def builtin_names() -> tuple[str, ...]:
    """The names of the rulesets that come with Turnwright."""
    games = resources.files("turnwright.rules") / "games"
    return tuple(sorted(f.name.removesuffix(".yaml") for f in games.iterdir() if f.name.endswith(".yaml")))


class Heading(Struct, frozen=True):
    """What a list of rulesets shows of one."""

    name: str
    game: str
    about: str = ""
    default: bool = False


def headings() -> tuple[Heading, ...]:
    """The rulesets that come with Turnwright, by name, without reading more of their files than the head."""
    found = []
    for name in builtin_names():
        root = read_document(_source(name, None, None).text, name).root
        texts = (
            {key.text: node.text for key, node in root.entries if isinstance(node, Scalar)}
            if isinstance(root, Mapping)
            else {}
        )
        found.append(Heading(name, texts.get("game", name), texts.get("about", ""), texts.get("default") == "yes"))
    return tuple(found)


def default_name() -> str:
    """The ruleset for those who name none: the one whose file says ``default: yes``."""
    for heading in headings():
        if heading.default:
            return heading.name
    raise UnknownRuleset("", "no ruleset is marked as the default")


def find(name: str, options: dict[str, str] | None = None, kind: str = "", near: Path | None = None) -> Book:
    """The book of a ruleset: a built-in name, or the path of a file (looked for beside ``near`` first).

    Raises `UnknownRuleset`, and `FileFaults` for an ``extends`` that can't be followed.
    """
    sources: list[Source] = []
    wanted: tuple[str, Scalar | None] = (name, None)
    while True:
        source = _source(*wanted, near)
        if any(source.file == other.file for other in sources) or len(sources) >= DEEPEST_EXTENDS:
            place = wanted[1]
            assert place is not None
            raise FileFaults([Fault(place.file, place.line, place.column, "this ruleset extends itself, by a detour")])
        sources.insert(0, source)
        extends = _extends(source)
        if extends is None:
            return Book(Path(name).stem, tuple(sources), options or {}, kind)
        if Path(source.file).is_file():
            near = Path(source.file).parent
        wanted = (extends.text, extends)


def read(book: Book) -> Shaped[Ruleset]:
    """The ruleset of a book, with the place of each of its parts.

    Raises `FileFaults` with everything that is wrong in its files.
    """
    return _read(book.sources, tuple(sorted(book.options.items())), book.kind)


def load(name: str, options: dict[str, str] | None = None, kind: str = "") -> Ruleset:
    """A ruleset by built-in name or path, ready to be compiled; raises as `find` and `read` do."""
    return read(find(name, options, kind)).value


@functools.lru_cache(maxsize=64)
def _read(sources: tuple[Source, ...], options: tuple[tuple[str, str], ...], kind: str) -> Shaped[Ruleset]:
    root = merged(sources, dict(options), kind)
    shaped = shape(root, Ruleset, READERS)
    faults = check(shaped)
    if faults:
        raise FileFaults(faults)
    return shaped


def merged(sources: tuple[Source, ...], options: dict[str, str], kind: str) -> Mapping:
    """The one tree that the files, the chosen options and the encounter kind come to."""
    faults: list[Fault] = []
    tree: Mapping | None = None
    for source in sources:
        document = read_document(source.text, source.file)
        faults += document.faults
        if isinstance(document.root, Mapping):
            root = _without(document.root, "extends") if tree else document.root
            tree = overlay(tree, root, Ruleset, readers=READERS, faults=faults) if tree else root
    if faults or tree is None:
        raise FileFaults(faults)
    for layer in _chosen(tree, options, kind, faults):
        tree = overlay(tree, layer, Ruleset, readers=READERS, faults=faults)
    if faults:
        raise FileFaults(faults)
    return _without(tree, "extends")


def _chosen(tree: Mapping, options: dict[str, str], kind: str, faults: list[Fault]) -> Iterator[Mapping]:
    """The overlays of the options in force, then that of the encounter kind."""
    table = _at(tree, "options")
    known = {key.text: node for key, node in table.entries} if isinstance(table, Mapping) else {}
    chosen = {key_form(name): value for name, value in options.items()}
    for name in options:
        if key_form(name) not in map(key_form, known):
            at = table or tree
            message = f"there is no option {name!r}"
            faults.append(Fault(at.file, at.line, at.column, message, did_you_mean(name, known) or one_of(known)))
    for name, node in known.items():
        layer = _option_layer(name, node, chosen.get(key_form(name), ""), faults)
        if layer is not None:
            yield layer
    if kind:
        kinds = _at(tree, "kinds")
        changes = _at(_at(kinds, kind), "changes")
        if isinstance(changes, Mapping):
            yield changes
        else:
            at = kinds or tree
            there = [key.text for key, _ in kinds.entries] if isinstance(kinds, Mapping) else []
            message = f"there is no kind of encounter {kind!r}"
            faults.append(Fault(at.file, at.line, at.column, message, did_you_mean(kind, there) or one_of(there)))


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
    message = f"{name} can't be {value!r}"
    faults.append(Fault(at.file, at.line, at.column, message, did_you_mean(value, listed) or one_of(listed)))
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
        file = resources.files("turnwright.rules") / "games" / f"{name}.yaml"
        return Source(f"{name}.yaml", file.read_text(encoding="utf-8"))
    for path in ([near / name, near / f"{name}.yaml"] if near else []) + [Path(name)]:
        if path.is_file():
            return Source(str(path), text_of(path))
    hint = did_you_mean(name, builtin_names()) or f"there are {', '.join(builtin_names())}, and files"
    if place is not None:
        raise FileFaults([Fault(place.file, place.line, place.column, f"there is no ruleset {name!r} to extend", hint)])
    raise UnknownRuleset(name, hint)


def text_of(path: Path) -> str:
    """A file's text; raises `FileFaults` where it is not UTF-8."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        faults = read_document(data, str(path)).faults
        raise FileFaults(faults or [Fault(str(path), 1, 1, "the file is not UTF-8 text")]) from None


def _extends(source: Source) -> Scalar | None:
    document = read_document(source.text, source.file)
    extends = _at(document.root, "extends")
    return extends if isinstance(extends, Scalar) and extends.text else None
