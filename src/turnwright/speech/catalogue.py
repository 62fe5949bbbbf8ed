"""The sentences of a language: a folder of TOML files in ``texts/``, and how a sentence is filled with figures.

A sentence holds::

    {who}            a figure by its name; {effect.name} one of its parts; {Pool} begins it with a capital letter
    {count|die|dice} one of two words, as the figure is one or more; {who|acts|act} as it is somebody, or several
    {who's}          whose something is, for one or for several, as ``[grammar]`` says
    [of {most}]      left out where a figure in it is empty or 0
    <round>          a word of the table, in the game's own words where the ruleset names it
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from importlib import resources

from msgspec import Struct

from turnwright.formula import read_number

LANGUAGE = "en"
"""The language that is complete, and spoken where no other is asked for or another lacks a sentence."""

OWN = frozenset({"answer", "grammar", "problem", "verb"})
"""Tables that each language has for itself: nothing in them is filled up from English."""

PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b")
"""A word of a usage that stands for something."""

_WHOSE = "'s"

_PIECE = re.compile(r"\{([^{}]*)\}|([\[\]])|<([A-Za-z ]+)>")


class Many(str):
    """A figure as text that stands for several: names in a list, a side, a group."""

    __slots__ = ()


class Figure(Struct, frozen=True):
    """A place for a figure: its name, and the words for one and for more where only these stand there.

    ``whose`` tells that something of theirs is spoken of.
    """

    name: str
    one: str = ""
    more: str = ""
    capital: bool = False
    whose: bool = False


class Term(Struct, frozen=True):
    """A place for a word of the table."""

    word: str


class Optional(Struct, frozen=True):
    """A stretch that is left out where a figure in it is empty."""

    pieces: tuple[Piece, ...]


Piece = str | Figure | Term | Optional

Known = Callable[[str], str]
"""Gives a figure as text by its name; empty where there is none, or it is empty."""


class Template:
    """A sentence with places for figures."""

    __slots__ = ("pieces",)

    def __init__(self, text: str) -> None:
        pieces = iter(_pieces(text))
        self.pieces = tuple(_nested(pieces, text, inside=False))

    def fill(self, figure: Known, term: Known, whose: Known = str) -> str:
        """The sentence with its figures; ``whose`` says somebody's name where something of theirs is spoken of."""
        return "".join(_filled(piece, figure, term, whose) for piece in self.pieces)

    def figures(self, optional: bool = True) -> frozenset[str]:
        """The names of its figures, with or without those that may be missing."""
        return frozenset(_names(self.pieces, optional))


def _pieces(text: str) -> Iterator[Piece]:
    at = 0
    for match in _PIECE.finditer(text):
        if match.start() > at:
            yield text[at : match.start()]
        at = match.end()
        if match[1] is not None:
            yield _figure(match[1])
        else:
            yield Term(match[3]) if match[3] else match[2]
    if at < len(text):
        yield text[at:]


def _figure(text: str) -> Figure:
    name, *forms = text.split("|")
    one, more = forms if len(forms) == 2 else ("", "")
    whose = name.endswith(_WHOSE)
    name = name.removesuffix(_WHOSE)
    return Figure(name[:1].lower() + name[1:], one, more, name[:1].isupper(), whose)


def _nested(pieces: Iterator[Piece], text: str, inside: bool) -> Iterator[Piece]:
    for piece in pieces:
        if piece == "[":
            yield Optional(tuple(_nested(pieces, text, inside=True)))
        elif piece == "]":
            if not inside:
                raise ValueError(f"a bracket is closed that was not opened: {text}")
            return
        else:
            yield piece
    if inside:
        raise ValueError(f"a bracket is not closed: {text}")


def _names(pieces: tuple[Piece, ...], optional: bool) -> Iterator[str]:
    for piece in pieces:
        if isinstance(piece, Figure):
            yield piece.name
        elif isinstance(piece, Optional) and optional:
            yield from _names(piece.pieces, optional)


def _filled(piece: Piece, figure: Known, term: Known, whose: Known) -> str:
    if isinstance(piece, str):
        return piece
    if isinstance(piece, Term):
        return term(piece.word)
    if isinstance(piece, Optional):
        if any(figure(name) in ("", "0") for name in _names(piece.pieces, optional=False)):
            return ""
        return "".join(_filled(inner, figure, term, whose) for inner in piece.pieces)
    value = figure(piece.name)
    if piece.one or piece.more:
        return piece.one if _is_one(value) else piece.more
    shown = whose(value) if piece.whose else value
    return shown[:1].upper() + shown[1:] if piece.capital else shown


def _is_one(value: str) -> bool:
    if isinstance(value, Many):
        return False
    try:
        return read_number(value) == 1
    except ValueError:
        return True


class Catalogue:
    """The sentences of one language, by table and key."""

    def __init__(self, tables: Mapping[str, Mapping[str, str]]) -> None:
        self.tables = tables
        self._templates: dict[tuple[str, str], Template] = {}

    def has(self, table: str, key: str) -> bool:
        """Whether there is a sentence (perhaps an empty one) for this key."""
        return key in self.tables.get(table, {})

    def text(self, table: str, key: str) -> str:
        """The text as it stands in the file; the key itself where there is none."""
        return self.tables.get(table, {}).get(key, key)

    def template(self, table: str, key: str) -> Template:
        """The sentence for this key, ready to be filled."""
        found = self._templates.get((table, key))
        if found is None:
            found = self._templates[table, key] = Template(self.text(table, key))
        return found

    def say(self, table: str, key: str, figures: Mapping[str, str] | None = None) -> str:
        """The sentence with figures that are text already, where no fight is spoken of."""
        known = figures or {}
        return self.template(table, key).fill(
            lambda name: known.get(name, ""), lambda word: self.text("term", word), self.whose
        )

    def whose(self, name: str) -> str:
        """Somebody's name where something of theirs is spoken of: ``Milli's``.

        ``[grammar]`` says how: for names that end in a letter (``whose.s``), for several (``whose.several``), or both
        (``whose.several.s``); else by ``whose`` alone.
        """
        number = ".several" if isinstance(name, Many) else ""
        for key in (f"whose{number}.{name[-1:]}", f"whose{number}", "whose"):
            if self.has("grammar", key):
                return self.tables["grammar"][key].replace("{name}", name)
        return name

    def usage(self, text: str) -> str:
        """How a word is used: command words stay, what stands for something is translated."""
        return PLACEHOLDER.sub(lambda found: self.tables.get("stands for", {}).get(found[0], found[0]), text)


def read_tables(language: str) -> dict[str, dict[str, str]]:
    """The tables of a language's own files; raises FileNotFoundError for a language that there is none of."""
    folder = resources.files("turnwright.speech.texts") / language
    tables: dict[str, dict[str, str]] = {}
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            for table, texts in tomllib.loads(file.read_text(encoding="utf-8")).items():
                tables.setdefault(table, {}).update(texts)
    return tables


@functools.cache
def catalogue(language: str = LANGUAGE) -> Catalogue:
    """The catalogue of a language. What it lacks is said in English; one that is not there at all raises
    FileNotFoundError."""
    tables = read_tables(LANGUAGE)
    if language != LANGUAGE:
        own = read_tables(language)
        for table in tables.keys() | own.keys():
            tables[table] = {**({} if table in OWN else tables.get(table, {})), **own.get(table, {})}
    return Catalogue(tables)


@functools.cache
def languages() -> tuple[str, ...]:
    """The languages that there is a folder of."""
    folder = resources.files("turnwright.speech.texts")
    return tuple(sorted(one.name for one in folder.iterdir() if one.is_dir() and not one.name.startswith("_")))
