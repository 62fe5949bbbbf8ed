"""Reads the strict kind of YAML that files are written in into a tree whose every node knows its place.

Of YAML there are mappings, lists, text plain or in quotes, and comments. There are no anchors, aliases,
tags, directives or further documents; keys are text and stand once; depth and size are bounded. All scalars
stay text until a type reads them. A tab, or any other kind of space, counts as one space inside a line and is
refused as indentation. Two things that YAML reads without a word, and otherwise than people mean them, are
refused as well: text cut off by a ``#`` (``Goblin #2``), and text cut in two by a comma between brackets
(``{max: max(0, speed)}``).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import yaml

from turnwright.rules.characters import HIDDEN, LARGEST, STAND_IN, Cleaned
from turnwright.rules.faults import Fault, FileFaults, quote
from turnwright.rules.syntax import DEEPEST, TOO_DEEP, Trouble, colon_trouble, may_not_start, reword
from turnwright.rules.tree import Document, Mapping, Node, Scalar, Sequence, Unread

__all__ = [
    "DEEPEST",
    "LARGEST",
    "MOST_NODES",
    "Document",
    "Fault",
    "FileFaults",
    "Mapping",
    "Node",
    "Scalar",
    "Sequence",
    "Unread",
    "read_document",
]

MOST_NODES = 50_000
_MOST_SECTIONS = 2_000

# The parser in C is many times as fast, but a build of PyYAML may lack it.
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_ONE_DOCUMENT = "a file holds one document only"
_NEW_SECTION = re.compile(r"(?!---|\.\.\.|-\s|-$)[^\s#,\]}]")
_CUT_COMMENT = re.compile(r" *#[^\s#]")
_QUESTION = re.compile(r"\?")
_SURROGATE = re.compile(r"\\[uU]0*[dD][89a-fA-F]")


def read_document(data: bytes | str, file: str) -> Document:
    """Read a file's content. ``file`` is the name that faults carry; faults are gathered, none is raised."""
    cleaned = Cleaned(data, file)
    if cleaned.text is None:
        return Document(Unread(file, 1, 1), tuple(cleaned.faults))
    reader = _Reader(cleaned, cleaned.text)
    root = reader.read()
    return Document(root, tuple(sorted({*cleaned.faults, *reader.faults})))


class _Stop(Exception):
    """Nothing more can be read of these lines."""


class _StopAll(Exception):
    """Nothing more should be read of this file."""


class _Frame:
    """A list or mapping being read: its items (keys and values by turns), and where the last one ends."""

    __slots__ = ("after", "flow", "is_mapping", "items", "place", "spoilt")

    def __init__(self, is_mapping: bool, flow: bool, place: tuple[int, int]) -> None:
        self.is_mapping = is_mapping
        self.flow = flow
        self.place = place
        self.after = place
        self.spoilt = False
        self.items: list[Node] = []

    def wants_value(self) -> bool:
        return self.is_mapping and len(self.items) % 2 == 1


class _Reader:
    """Reads the lines of one file: as a whole or, where that fails, section by section."""

    def __init__(self, cleaned: Cleaned, text: str) -> None:
        self.file = cleaned.file
        self.lines = text.split("\n")
        self.shaky = cleaned.shaky
        self.faults: list[Fault] = []
        self.told = {fault.line for fault in cleaned.faults}
        # Ahead of this line the file was read as a whole: a section there that fails is no section.
        self.sound = 0

    def read(self) -> Mapping | Unread:
        root: Mapping | Unread | None
        try:
            try:
                root = self._part(0, len(self.lines))
            except _Stop:
                root = self._by_sections()
        except _StopAll:
            return Unread(self.file, 1, 1)
        if root is None:
            self._tell(Trouble(1, 1, "the file is empty"))
        return root or Unread(self.file, 1, 1)

    def _by_sections(self) -> Mapping | Unread:
        """Read each top-level entry by itself: one that can't be read hides no fault of the others."""
        whole, self.faults = self.faults, []
        self.told -= {fault.line for fault in whole}
        self.sound = whole[-1].line if whole else 0
        pairs: list[Node] = []
        complete = True
        for first, last in _sections(self.lines):
            try:
                part = self._part(first, last)
            except _Stop:
                part = Unread(self.file, first + 1, 1)
            if isinstance(part, Mapping):
                pairs += (node for entry in part.entries for node in entry)
                complete &= part.complete
            elif part is not None:
                unread = self._unread_entry(first, last)
                pairs += unread
                complete &= bool(unread)
        self.faults = self.faults or whole
        if not pairs:
            return Unread(self.file, 1, 1)
        return self._mapping(pairs, (pairs[0].line, pairs[0].column), complete)

    def _unread_entry(self, first: int, last: int) -> list[Node]:
        key = re.match(r"""(["']?)([^"'\s\[{].*?)\1\s*:(\s|$)""", self.lines[first])
        if key is None:
            return []
        place = (self.file, first + 1, 1)
        return [Scalar(_text(key[2]), bool(key[1]), False, *place), Unread(*place, "\n".join(self.lines[first:last]))]

    def _part(self, first: int, last: int) -> Mapping | Unread | None:
        """Read the lines from ``first`` (counted from 0) to before ``last``; None where they hold nothing."""
        self.first = first
        self.part = self.lines[first:last]
        self.stack: list[_Frame] = []
        self.roots: list[Node] = []
        self.nodes = 0
        loader = LOADER("\n".join(self.part) + "\n")
        try:
            while loader.check_event() and len(self.roots) < 2:
                event = loader.get_event()
                _HANDLERS.get(type(event), _Reader._skip)(self, event)
        except yaml.MarkedYAMLError as error:
            self._stop(error)
        except (ValueError, OverflowError):
            self._stop(_complaint("an escape", loader.get_mark()))
        finally:
            loader.dispose()
        return self._root()

    def _root(self) -> Mapping | Unread | None:
        root = self.roots[0] if self.roots else None
        if isinstance(root, Sequence):
            self._tell(self._at(root, 'a file starts with "key: value", not with a list'))
        elif isinstance(root, Scalar):
            if not root.text and not root.quoted:
                return None
            line = self.lines[root.line - 1]
            trouble = colon_trouble(line[root.column - 1 :])
            self._tell_once(trouble._replace(line=root.line, column=root.column + trouble.column - 1))
        return root if isinstance(root, Mapping | None) else Unread(self.file, root.line, root.column)

    def _stop(self, error: yaml.MarkedYAMLError) -> None:
        last = self.first + len(self.part)
        if last >= self.sound and not any(self.first < line <= last for line in self.shaky):
            trouble = reword(error, self.part)
            self._tell_once(trouble._replace(line=trouble.line + self.first))
        raise _Stop from error

    def _tell(self, trouble: Trouble) -> None:
        message, hint = trouble.message.replace(STAND_IN, ""), trouble.hint.replace(STAND_IN, "")
        self.faults.append(Fault(self.file, trouble.line, trouble.column, message, hint))
        self.told.add(trouble.line)

    def _tell_once(self, trouble: Trouble) -> None:
        """Tell it unless something is wrong with the line already: that is why the parser stumbles then."""
        if trouble.line not in self.told:
            self._tell(trouble)

    @staticmethod
    def _at(node: Node, message: str, hint: str = "") -> Trouble:
        return Trouble(node.line, node.column, message, hint)

    def _place(self, mark: Any) -> tuple[int, int]:
        return self.first + mark.line + 1, mark.column + 1

    def _rest(self, mark: Any) -> str:
        """What stands in the line from this mark on."""
        return self.part[mark.line][mark.column :] if mark.line < len(self.part) else ""

    def _skip(self, event: Any) -> None:
        """Where the stream or a document ends there is nothing to do."""

    def _document(self, event: Any) -> None:
        if self.roots:
            self._tell(Trouble(*self._place(event.start_mark), _ONE_DOCUMENT, "delete this line and what follows"))
            self.roots.append(Unread(self.file, 1, 1))

    def _alias(self, event: Any) -> None:
        place = self._place(event.start_mark)
        self._tell(may_not_start(*place, self._rest(event.start_mark)))
        self._add(Unread(self.file, *place), event.end_mark)

    def _scalar(self, event: Any) -> None:
        place = self._place(event.start_mark)
        rest = self._rest(event.start_mark)
        if event.anchor is not None or event.tag is not None:
            self._tell(may_not_start(*place, rest))
            return self._add(Unread(self.file, *place), event.end_mark)
        frame = self.stack[-1] if self.stack else None
        if not event.value and not event.style and frame and frame.wants_value():
            place = frame.after
        text = _text(event.value)
        scalar = Scalar(text, bool(event.style), self._is_verbatim(event, text, rest), self.file, *place)
        self._check_alike(event)
        self._check_scalar(event, scalar)
        self._add(scalar, event.end_mark)
        return None

    def _is_verbatim(self, event: Any, text: str, rest: str) -> bool:
        if event.start_mark.line != event.end_mark.line:
            return False
        source = rest[: event.end_mark.column - event.start_mark.column]
        return text == (source[1:-1] if event.style else source)

    def _check_scalar(self, event: Any, scalar: Scalar) -> None:
        if event.style == '"' and HIDDEN.search(scalar.text):
            self._tell(self._at(scalar, "this text holds an invisible character"))
        if event.style not in ("|", ">"):
            cut = _CUT_COMMENT.match(self._rest(event.end_mark))
            if cut:
                line, column = self._place(event.end_mark)
                message = f'this "#" starts a comment, so {quote(scalar.text)} is all that is read'
                hint = 'put quotes around the whole text, or write a space after the "#"'
                self._tell(Trouble(line, column + cut.end() - 2, message, hint))
        frame = self.stack[-1] if self.stack else None
        if frame and frame.flow and not event.style and scalar.text.count("(") > scalar.text.count(")"):
            message = f"a comma between brackets ends the text, so {quote(scalar.text)} is all that is read"
            self._tell(self._at(scalar, message, "put quotes around the whole text"))
            frame.spoilt = True

    def _check_alike(self, event: Any) -> None:
        """Refuse under either of PyYAML's parsers what only one of them refuses."""
        flow = self.stack and self.stack[-1].flow
        if flow and not event.style and re.match(r":[,\[\]{}]", self._rest(event.end_mark)):
            self._stop(_complaint("unexpected ':'", event.end_mark))
        if event.style in ("|", ">") and re.match(r".[-+0-9]*#", self._rest(event.start_mark)):
            self._stop(_complaint("scanning a block scalar", event.start_mark))
        refused = _SURROGATE if event.style == '"' else _QUESTION if flow and not event.style else None
        if refused and (event.style or "?" in event.value):
            self._check_refused(event, refused)

    def _check_refused(self, event: Any, refused: re.Pattern[str]) -> None:
        start = event.start_mark.column
        for number in range(event.start_mark.line, event.end_mark.line + 1):
            found = refused.search(self.part[number], start)
            if found:
                problem = "an escape" if event.style else "got '?'"
                self._stop(_complaint(problem, yaml.Mark("", 0, number, found.start(), None, 0)))
            start = 0

    def _open(self, event: Any) -> None:
        place = self._place(event.start_mark)
        if event.anchor is not None or event.tag is not None:
            self._tell(may_not_start(*place, self._rest(event.start_mark)))
        if len(self.stack) == DEEPEST:
            self._tell(Trouble(*place, TOO_DEEP))
            raise _Stop
        self._count(place)
        self.stack.append(_Frame(isinstance(event, yaml.MappingStartEvent), bool(event.flow_style), place))

    def _close(self, event: Any) -> None:
        frame = self.stack.pop()
        node: Node
        if frame.is_mapping:
            node = self._mapping(frame.items, frame.place)
        else:
            node = Sequence(tuple(frame.items), self.file, *frame.place)
        self._add(Unread(self.file, *frame.place) if frame.spoilt else node, event.end_mark, counted=True)

    def _count(self, place: tuple[int, int]) -> None:
        self.nodes += 1
        if self.nodes > MOST_NODES:
            self._tell(Trouble(*place, f"the file holds more than {MOST_NODES:,} entries"))
            raise _StopAll

    def _add(self, node: Node, end: Any, counted: bool = False) -> None:
        if not counted:
            self._count((node.line, node.column))
        if self.stack:
            frame = self.stack[-1]
            frame.items.append(node)
            frame.after = self._place(end)
        else:
            self.roots.append(node)

    def _mapping(self, items: list[Node], place: tuple[int, int], complete: bool = True) -> Mapping:
        entries: dict[str, tuple[Scalar, Node]] = {}
        for key, value in zip(items[::2], items[1::2], strict=True):
            if isinstance(key, Sequence | Mapping):
                self._tell(self._at(key, "a key must be text", "put quotes around it if it is"))
            elif isinstance(key, Scalar):
                name = key.text.strip()
                first = entries.get(name)
                if not name:
                    self._tell(self._at(key, "a key is missing before this colon"))
                elif first:
                    where = f"the first one is in line {first[0].line}, column {first[0].column}"
                    self._tell(self._at(key, f"the key {quote(name)} stands here a second time", where))
                else:
                    entries[name] = (_named(key, name), value)
        unread = any(not isinstance(key, Scalar) or not key.text.strip() for key in items[::2])
        return Mapping(tuple(entries.values()), self.file, *place, complete and not unread)


_HANDLERS: dict[type[yaml.Event], Any] = {
    yaml.DocumentStartEvent: _Reader._document,
    yaml.AliasEvent: _Reader._alias,
    yaml.ScalarEvent: _Reader._scalar,
    yaml.SequenceStartEvent: _Reader._open,
    yaml.MappingStartEvent: _Reader._open,
    yaml.SequenceEndEvent: _Reader._close,
    yaml.MappingEndEvent: _Reader._close,
}


def _complaint(problem: str, mark: Any) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(problem=problem, problem_mark=mark)


def _text(source: str) -> str:
    """A text as it is meant: composed, without the characters that can't be seen."""
    text = source.replace(STAND_IN, "")
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _named(key: Scalar, name: str) -> Scalar:
    if name == key.text:
        return key
    return Scalar(name, key.quoted, False, key.file, key.line, key.column)


def _sections(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Where each top-level entry begins and ends. What stands ahead of the first counts, if not comments."""
    starts = [number for number, line in enumerate(lines) if _NEW_SECTION.match(line)][:_MOST_SECTIONS]
    first = starts[0] if starts else len(lines)
    if any(re.match(r"\s*[^\s#]", line) and not line.startswith("---") for line in lines[:first]):
        starts.insert(0, 0)
    yield from pairwise([*starts, len(lines)])
