"""Forms for words of the table: the fields that a usage asks for, and the line that filled fields come to.

A usage is what help shows, such as ``move NAME (before | after) NAME`` or ``group NAMES [as NAME], group NAMES with
NAME``. Each of its parts becomes a field; what no field can hold is typed as it would be in a line.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from itertools import groupby, takewhile

from msgspec import Struct
from msgspec.structs import replace

_TOKEN = re.compile(r"[\[\]()|]|[^\s\[\]()|]+")
_SLOT = re.compile(r"t?[A-Z]{2,}[,:]?")

REPEATED = 3
"""So many times a form has at first the fields for what may be said several times, one after another."""

_EXAMPLE = re.compile(r"[-+]\d\w*")
"""A change, as a usage shows one: ``-1d4``."""

_PLACE = re.compile(r'"[^"]*"|\{(\w+)\}')
"""A place to fill in; what stands in quotation marks, such as a name that holds a brace, is none."""

_MAYBE = re.compile(r"\[([^\]{}]*\{(\w+)\}[^\]{}]*)\]")
"""A stretch around a place, left out where that is empty."""

BARE = "_"
"""The name of a field whose value has no word ahead of it."""

SPEAKER = "who"
"""The name of the field for whoever says it, or does it."""

TARGET = "target"
"""The name of the field for whom something is done to, which comes first wherever it stands in a form."""

AGAIN = "~"
"""Stands ahead of the number of a field that is called as an earlier one is, such as the second step of several."""

LISTED = "names"
"""The name of a field that holds several names."""


class Field(Struct, frozen=True):
    """A field of a form.

    ``lead`` are the words ahead of its value, said only with one. ``slot`` is what the value stands for, as the usage
    has it (empty: nothing is asked). ``words`` are words of which one can be chosen; where there is a slot too, it
    belongs to them. ``shown`` tells in the words of the usage what belongs here. A field that is not ``needed`` may
    be left empty. Of what may be said several times ``again`` fields belong to each of these times.
    """

    lead: str = ""
    slot: str = ""
    words: tuple[str, ...] = ()
    shown: str = ""
    needed: bool = True
    again: int = 0

    @property
    def many(self) -> bool:
        """Whether several values may be given."""
        return self.slot in ("NAMES",)

    @property
    def name(self) -> str:
        """What it is called in a form: the words ahead of its value; what is said ahead of a colon is its speaker."""
        if self.shown.endswith(":"):
            return SPEAKER
        return self.lead.replace(" ", "_") or (LISTED if self.many else BARE)


class Form(Struct, frozen=True):
    """A way to say something: the word that it begins with, and what is filled in."""

    word: str
    fields: tuple[Field, ...]


@functools.lru_cache(1024)
def forms_of(usage: str, word: str = "") -> tuple[Form, ...]:
    """The forms for a usage, one for each of the ways that it tells; it begins with a word, which may be several."""
    word = word if word and usage.startswith(word) else usage.split(" ", 1)[0]
    ways = re.split(rf", (?={re.escape(word)}\b)", usage)
    return tuple(Form(word, fields_of(way.removeprefix(word))) for way in ways)


@functools.lru_cache(1024)
def fields_of(parts: str) -> tuple[Field, ...]:
    """The fields for what follows a word."""
    tokens = _TOKEN.findall(parts)
    nodes = _group(iter(tokens), "")
    return tuple(_joined(_fields(nodes)))


def composed(words: str, filled: Iterable[tuple[str, str]]) -> str:
    """The line that words and filled fields come to; what is empty is left out.

    The fields follow the words in their order; but where the words hold places for them, such as ``hp {names} -({n})``,
    they are filled in there and nowhere else; what stands in square brackets is left out where its place is empty.
    """
    given = [(name, value.strip()) for name, value in filled if value.strip()]
    if any(place[1] for place in _PLACE.finditer(words)):
        names = {name for name, _ in given}
        words = _MAYBE.sub(lambda part: part[1] if part[2] in names else "", words)

        def fill(place: re.Match[str]) -> str:
            return ", ".join(value for name, value in given if name == place[1]) if place[1] else place[0]

        return _PLACE.sub(fill, words).strip()
    by = ", ".join(value for name, value in given if name == SPEAKER)
    parts = [f"{by}: {words.strip()}" if by else words.strip()]
    on = ", ".join(value for name, value in given if name == TARGET)
    parts += [on] if on else []
    rest = (one for one in given if one[0] not in (SPEAKER, TARGET))
    for called, values in groupby(rest, key=lambda one: one[0]):
        name, said = called.partition(AGAIN)[0], [value for _, value in values]
        if name == BARE:
            parts += said
        elif name == LISTED:
            parts.append(", ".join(said))
        else:
            parts.append(f"{name.replace('_', ' ')} {', '.join(said)}")
    return " ".join(part for part in parts if part).replace(" , ", ", ")


def lacking(words: str, filled: Iterable[tuple[str, str]]) -> bool:
    """Whether words hold a place for which nothing is filled in, and that can't be left out."""
    names = {name for name, value in filled if value.strip()}
    return any(place[1] and place[1] not in names for place in _PLACE.finditer(_MAYBE.sub("", words)))


class _Group(Struct, frozen=True):
    """What stands in brackets: ways of which one is meant; in square ones it can be left out."""

    ways: tuple[tuple[_Node, ...], ...]
    needed: bool
    text: str


_Node = str | _Group

_CLOSES = {"[": "]", "(": ")"}


def _group(tokens: Iterator[str], closing: str) -> tuple[_Node, ...]:
    return _ways(tokens, closing)[0][0]


def _ways(tokens: Iterator[str], closing: str) -> tuple[tuple[tuple[_Node, ...], ...], str]:
    ways: list[list[_Node]] = [[]]
    text: list[str] = []
    for token in tokens:
        if token == closing:
            break
        if token in _CLOSES:
            inner, shown = _ways(tokens, _CLOSES[token])
            ways[-1].append(_Group(inner, token == "(", shown))
            text.append(f"{token}{shown}{_CLOSES[token]}")
        elif token == "|":
            ways.append([])
            text.append(token)
        else:
            ways[-1].append(token)
            text.append(token)
    return tuple(map(tuple, ways)), " ".join(text)


def _fields(nodes: tuple[_Node, ...]) -> Iterator[Field]:
    lead: list[str] = []
    for node in nodes:
        if isinstance(node, str) and _EXAMPLE.fullmatch(node):
            yield Field(" ".join(lead), "AMOUNT", shown=node)
            lead = []
            continue
        if isinstance(node, str) and not _SLOT.fullmatch(node):
            lead.append(node)
            continue
        if isinstance(node, str):
            yield Field(" ".join(lead), node.strip(",:"), shown=node.strip(","))
        else:
            if lead:
                yield Field(words=(" ".join(lead),))
            several = _optional(node)
            yield from several or (_choice(node),)
        lead = []
    if lead:
        yield Field(words=(" ".join(lead),))


def _optional(group: _Group) -> tuple[Field, ...]:
    """What can be left out, of several parts: a field for each of them; nothing for what is one field."""
    way = group.ways[0]
    if group.needed or len(group.ways) != 1:
        return ()
    if way[-1] == "…" and not isinstance(way[-2], str):
        once = _optional(_Group((way[:-1],), False, group.text))
        told = (replace(once[0], shown=group.text), *once[1:])
        return REPEATED * tuple(replace(field, again=len(told)) for field in told)
    if _simple(way) is not None or "…" in way:
        return ()
    found = tuple(replace(field, needed=False) for field in _fields(way))
    return found if found[0].lead or found[0].words else ()


def _choice(group: _Group) -> Field:
    ways = [_simple(way) for way in group.ways]
    if any(way is None for way in ways):
        lead = _led(group.ways[0]) if len(ways) == 1 else ""
        return Field(lead, "TEXT", shown=group.text, needed=group.needed)
    found = [way for way in ways if way is not None]
    if len(found) == 1:
        lead, slot = found[0]
        return (
            Field(lead, slot.strip(":"), () if slot else (lead,), slot or lead, group.needed)
            if slot
            else Field(words=(lead,), shown=lead, needed=group.needed)
        )
    slots = tuple(dict.fromkeys(slot for _, slot in found if slot))
    if any(not lead for lead, _ in found):
        return Field(shown=group.text, slot=slots[0] if len(slots) == 1 else "TEXT", needed=group.needed)
    slot = ("NAME" if "NAME" in slots else slots[0]) if slots else ""
    return Field(slot=slot, words=tuple(lead for lead, _ in found), shown=group.text, needed=group.needed)


def _led(way: tuple[_Node, ...]) -> str:
    """The words that have to be said ahead of what is typed for a way."""
    words = takewhile(lambda node: isinstance(node, str) and not _SLOT.fullmatch(node), way)
    return " ".join(word for word in words if isinstance(word, str))


def _simple(way: tuple[_Node, ...]) -> tuple[str, str] | None:
    """Words, and at most one thing that they are followed by; None for what is more than that."""
    words = [node for node in way if isinstance(node, str)]
    if len(words) != len(way) or not words:
        return None
    slots = [word for word in words if _SLOT.fullmatch(word)]
    if len(slots) > 1 or (slots and words[-1] != slots[0]) or any("," in word or "…" in word for word in words[1:]):
        return None
    lead = [word for word in words if word not in slots]
    if not slots and any(re.match(r"[-+=\d]", word) for word in lead):
        return None
    return " ".join(lead), slots[0] if slots else ""


def _joined(fields: Iterator[Field]) -> Iterator[Field]:
    """Words that have to be said go ahead of the field that follows them, where that has to be filled."""
    held = ""
    for field in fields:
        fixed = field.needed and not field.slot and len(field.words) == 1
        if fixed:
            held = f"{held} {field.words[0]}".strip()
            continue
        if held and field.needed and field.slot and not field.words:
            field = replace(field, lead=f"{held} {field.lead}".strip())
        elif held:
            yield Field(words=(held,))
        held = ""
        yield field
    if held:
        yield Field(words=(held,))
