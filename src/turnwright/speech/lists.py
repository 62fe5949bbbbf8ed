"""Encounters pasted as lines: ``Goblin x3``, ``Orc 15 hp 30``, ``Arik, friendly``, ``3: Goblin, 7, 15, 2``.

A line is a name, ahead of it how many, and after commas further figures: plain numbers are hit points, armour class and
the modifier of initiative, in this order; words are marks. A number right after the name is its initiative. A creature
may also be told in several lines (``creature: Hobgoblin``, ``name: Ted``, ``hp: 12``). A list tells whom the party
meets: those of whom it says no side stand on the side of the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from turnwright.engine.base import Refusal
from turnwright.engine.compiled import Rules
from turnwright.engine.machine import decide
from turnwright.engine.mechanics.cast import Add
from turnwright.engine.names import labels
from turnwright.engine.state import State
from turnwright.formula import Number, read_number
from turnwright.formula.normal import plain
from turnwright.speech.cursor import LONGEST_LINE
from turnwright.speech.errors import SpeechError, misread
from turnwright.speech.line import Line
from turnwright.speech.names import alike, fold_word
from turnwright.speech.verbs.cast import read_add

ARMOUR = ("ac", "armour_class", "armor_class", "defence", "defense")
"""What the second number of a line is called on a sheet, if anything."""

MOST = 1_000
"""So many combatants may stand on a list."""

_BULLET = re.compile(r"^\s*(?:[-*•]\s+|\d+[.)]\s+)")
_COUNT = re.compile(r"^\s*(\d+|\d*d\d+(?:\s*[-+]\s*\d+)?)\s*(?::|[x×]\s+)\s*(?=\S)", re.IGNORECASE)
_SCORE = re.compile(r"^(.*\S)\s+(-?\d+)$")
_KEY = re.compile(r"^(creature|name|hp|ac|modifier|initiative|side|count)\s*:\s*(.+)$", re.IGNORECASE)
_HEADING = re.compile(r"^\s*\w+\s*:\s*$")
_FRIENDLY = ("friendly", "ally", "player", "pc")
_HOSTILE = ("hostile", "enemy", "foe")
_SIDED = re.compile(r"(?<=\S)\s+(friendly|hostile)(?!\S)")


class ListFault(Struct, frozen=True):
    """Something in a pasted line that could not be used: ``text`` is the line, or the name of whoever it is about.

    ``line`` counts from 1; 0 stands for no line of its own.
    """

    line: int
    text: str
    refusal: Refusal


class Listed(Struct, frozen=True):
    """What a line came to: the command, and the creature of a bestiary that it is one of, where it names another.

    ``sided`` tells that the list says on which side it stands.
    """

    line: int
    command: Add
    creature: str = ""
    sided: bool = True


class Pasted(Struct, frozen=True):
    """A pasted encounter: every line is read, or among the faults; one of which only a part was used is both."""

    entries: tuple[Listed, ...]
    faults: tuple[ListFault, ...] = ()

    @property
    def commands(self) -> tuple[Add, ...]:
        """The commands that add everybody, in the order of the lines."""
        return tuple(entry.command for entry in self.entries)


@dataclass
class _Found:
    """What has been read of one creature so far."""

    line: int
    text: str
    name: str = ""
    creature: str = ""
    count: int | str = 1
    command: Add | None = None
    values: dict[str, str] = field(default_factory=dict)
    items: dict[str, Number] = field(default_factory=dict)
    conditions: tuple[str, ...] = ()
    side: str = ""
    hidden: bool = False
    score: Number | None = None
    unused: list[Refusal] = field(default_factory=list)

    def leave_out(self, text: str) -> None:
        """There is no place for this on the sheets."""
        self.unused.append(Refusal("list.left_out", data={"text": text}))


def read_list(rules: Rules, state: State, text: str) -> Pasted:
    """Read an encounter that was pasted, as far as it can be added; nobody is added yet.

    Those of one name are numbered. Whoever the rules would refuse is among the faults.
    """
    entries: list[Listed] = []
    faults: list[ListFault] = []
    blocks = tuple(islice(_blocks(text), MOST + 1))
    if len(blocks) > MOST:
        return Pasted((), (ListFault(blocks[-1][0], "", _too_many()),))
    for number, lines in blocks:
        shown = " / ".join(lines)
        try:
            found = _read(rules, state, number, lines)
            command = _command(found)
            sided = bool(command.side or command.belongs_to)
            command = command if sided else replace(command, side=others(rules, state))
            entries.append(Listed(number, command, found.creature, sided))
            faults.extend(ListFault(number, shown, refusal) for refusal in found.unused)
        except SpeechError as error:
            faults.append(ListFault(number, shown, error.refusal))
    return fitting(rules, state, entries, faults)


def fitting(rules: Rules, state: State, entries: list[Listed], faults: list[ListFault]) -> Pasted:
    """Those who can be added, numbered where they share a name; whoever can't be goes among the faults."""
    able = tuple(_fitting(rules, state, _numbered(state, entries), faults))
    return Pasted(able, tuple(sorted(faults, key=lambda fault: fault.line)))


def _fitting(rules: Rules, state: State, entries: tuple[Listed, ...], faults: list[ListFault]) -> Iterator[Listed]:
    """Those who can be added one after another; the others go among the faults."""
    room = len(state.combatants) + MOST
    for entry in entries:
        tried = decide(rules, state, entry.command)
        if isinstance(tried, Refusal):
            faults.append(ListFault(entry.line, entry.command.name, tried))
        elif len(tried.state.combatants) > room:
            faults.append(ListFault(entry.line, entry.command.name, _too_many()))
            return
        else:
            state = tried.state
            yield entry


def _too_many() -> Refusal:
    return Refusal("list.too_many", data={"most": str(MOST)})


def _blocks(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines of each creature: one, or several where it is told key by key."""
    block: list[str] = []
    began = 0
    for number, raw in enumerate(text.splitlines(), 1):
        bulleted = bool(_BULLET.match(raw))
        line = _BULLET.sub("", raw, count=1).strip()
        pieces = line.split(" / ") if _KEY.match(line) else [line]
        key = _KEY.match(pieces[0].strip())
        fresh = bulleted or not key or (key[1].casefold() == "creature" and bool(block))
        if block and fresh:
            yield began, block
            block = []
        if not line or line.startswith("#") or _HEADING.match(line):
            continue
        if key:
            began = began if block else number
            block += [piece.strip() for piece in pieces]
        else:
            yield number, [line]
    if block:
        yield began, block


def _read(rules: Rules, state: State, number: int, lines: list[str]) -> _Found:
    longest = max(map(len, lines))
    if longest > LONGEST_LINE:
        misread("line.too_long", length=longest, most=LONGEST_LINE)
    found = _Found(number, lines[0])
    if _KEY.match(lines[0]):
        for line in lines:
            _keyed(rules, found, line)
        found.name = found.name or found.creature
        if not found.name:
            misread("missing", what="name", known="")
        return found
    rest = lines[0]
    counted = _COUNT.match(plain(rest))
    if counted:
        found.count = _whole(counted[1])
        rest = rest[counted.end() :]
    head, *fields = _split(_unwrapped(rest))
    _head(rules, state, found, head)
    _fields(rules, state, found, fields)
    return found


def _whole(text: str) -> int | str:
    return int(text) if text.isdecimal() and len(text) < 10 else text.replace(" ", "")


def _keyed(rules: Rules, found: _Found, line: str) -> None:
    matched = _KEY.match(line)
    if matched is None:
        found.leave_out(line)
        return
    key, value = matched[1].casefold(), _bare(matched[2].strip())
    if key in ("creature", "name"):
        setattr(found, key, value)
    elif key == "count":
        found.count = _whole(value)
    elif key == "side":
        found.side = value
    elif key == "initiative":
        found.score = _number(value)
    else:
        _place(rules, found, {"hp": 0, "ac": 1, "modifier": 2}[key], value)


def _number(text: str) -> Number:
    try:
        return read_number(text)
    except ValueError:
        misread("number.bad", text=text)


def _unwrapped(text: str) -> str:
    """The line without one pair of brackets around the whole of it."""
    stripped = text.strip()
    if stripped.startswith("[") and stripped.endswith("]") and _split(stripped[1:-1]):
        return stripped[1:-1]
    return stripped


def _split(text: str) -> list[str]:
    """The parts between commas, but for commas in quotation marks and in brackets."""
    parts = [""]
    depth, quote = 0, ""
    for letter in text:
        if quote:
            quote = "" if letter == quote else quote
        elif letter == '"':
            quote = letter
        elif letter in "[]":
            depth += 1 if letter == "[" else -1
        if letter == "," and not quote and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _bare(text: str) -> str:
    return text[1:-1].strip() if len(text) > 1 and text[0] == text[-1] == '"' else text


def _head(rules: Rules, state: State, found: _Found, head: str) -> None:
    """The name, and what stands right after it: how many, its initiative, figures by name."""
    if head.startswith("[") and head.endswith("]"):
        creature, *shown = [_bare(part) for part in _split(head[1:-1])]
        found.creature = creature
        found.name = shown[0] if shown else creature
        return
    quoted = _bare(head)
    if quoted != head:
        found.name = quoted
        return
    head = _sided(rules, state, found, head)
    command = read_add(Line(rules, state, head), scored=True)
    if found.count == 1:
        found.count = command.count
    found.command = command
    found.name, found.score = command.name, command.score
    scored = _SCORE.match(plain(command.name))
    if scored and len(command.name) == len(plain(command.name)) and found.score is None:
        found.name, found.score = command.name[: scored.end(1)], _number(scored[2])


def _fields(rules: Rules, state: State, found: _Found, fields: list[str]) -> None:
    """Marks, figures by name, and plain numbers, which count by their place."""
    at = 0
    sides = {side.casefold(): side for side in rules.ruleset.sides}
    for part in fields:
        word = part.casefold()
        key, value = _named(rules, part)
        if not part:
            at += 1
        elif word == "hidden":
            found.hidden = True
        elif word in _FRIENDLY or word in _HOSTILE:
            found.side = _side_of(rules, state, word)
            if not found.side:
                found.leave_out(part)
        elif word.removeprefix("side ") in sides:
            found.side = sides[word.removeprefix("side ")]
        elif word.startswith("side ") and not _in_words(rules, state, found, part):
            found.side = _bare(part[5:].strip())
        elif key and not _figure(value):
            found.unused.append(Refusal("list.no_number", data={"field": key, "value": value}))
        elif key:
            found.values[key] = value
        elif _figure(part):
            _place(rules, found, at, part)
            at += 1
        elif not word.startswith("side ") and not _in_words(rules, state, found, part):
            found.leave_out(part)


def _sided(rules: Rules, state: State, found: _Found, text: str) -> str:
    """The text without a ``friendly`` or ``hostile`` that ends it, or that figures follow; the side is noted."""
    for mark in _SIDED.finditer(text):
        rest = text[mark.end() :].split()
        if not rest or any(_named(rules, " ".join(rest[:words]))[0] for words in (2, 3, 4)):
            found.side = _side_of(rules, state, mark[1])
            return text[: mark.start()] + text[mark.end() :]
    return text


def _side_of(rules: Rules, state: State, mark: str) -> str:
    return rules.ruleset.side_of_players if mark in _FRIENDLY else others(rules, state)


def _in_words(rules: Rules, state: State, found: _Found, part: str) -> bool:
    """Whether a part between commas tells several things of the sheet, as they stand behind a name."""
    before = found.side
    try:
        told = read_add(Line(rules, state, f'"-" {_sided(rules, state, found, part)}'), scored=True)
    except SpeechError:
        told = Add("-", values={part: ""})
    if not all(_figure(value) or key in rules.traits for key, value in told.values.items()):
        found.side = before
        return False
    found.values.update(told.values)
    found.items.update(told.items)
    found.conditions += told.conditions
    found.side = told.side or found.side
    found.hidden |= told.hidden
    found.score = found.score if told.score is None else told.score
    return True


def others(rules: Rules, state: State) -> str:
    """The side of those whom the players meet: the last one that the game names, else the one that is there."""
    sides = rules.ruleset.sides
    named = [side for side, decides in sides.items() if decides != "players"]
    there = {c.side for c in state.combatants.values() if not c.gone and sides.get(c.side) != "players"}
    if named or not sides:
        return named[-1] if named else ""
    return there.pop() if len(there) == 1 else "creatures"


def _named(rules: Rules, part: str) -> tuple[str, str]:
    """``hp 7`` and ``speed: 6`` as a key of the sheet and its value; nothing for other texts."""
    words, _, value = part.replace(":", " ").replace("=", " ").rpartition(" ")
    armour = places(rules)[1]
    known = {fold_word(word): armour for word in ARMOUR if armour}
    known |= {fold_word(name): name for name in (*rules.stats, *rules.pools)}
    known |= {fold_word(word.label): name for name, word in rules.pools.items() if word.label}
    key = known.get(fold_word(words), "")
    return key, value


def _figure(text: str) -> bool:
    return bool(re.fullmatch(r"-?[\dd½][\dd+\-*/½ ]*", plain(text), re.IGNORECASE))


def _place(rules: Rules, found: _Found, at: int, value: str) -> None:
    """A plain number, by its place: hit points, armour class, the modifier of initiative."""
    key = places(rules)[at] if at < 3 else ""
    if key:
        found.values[key] = value
    else:
        found.leave_out(value)


def pool_word(rules: Rules) -> str:
    """What the pool that harm falls on is called when it is typed; empty where the game has none."""
    vital = next((name for name, word in rules.pools.items() if word.vital), "")
    return (rules.pools[vital].label or vital) if vital else ""


def places(rules: Rules) -> tuple[str, str, str]:
    """The keys of the sheet that the three plain numbers belong to; empty where the game has none."""
    vital = next((name for name, word in rules.pools.items() if word.vital), "")
    armour = next((name for name in ARMOUR if name in rules.stats), "ac" if rules.ruleset.open_sheet else "")
    formula = rules.ruleset.initiative.formula
    stats = [name for name in rules.stats if formula is not None and name in formula.names]
    return vital, armour, stats[0] if stats else ""


def _command(found: _Found) -> Add:
    base = found.command or Add(found.name)
    return replace(
        base,
        name=found.name,
        count=found.count,
        values={**base.values, **found.values},
        items={**base.items, **found.items},
        conditions=(*base.conditions, *found.conditions),
        side=found.side or base.side,
        hidden=found.hidden or base.hidden,
        score=found.score,
    )


def _numbered(state: State, entries: list[Listed]) -> tuple[Listed, ...]:
    """Those who would have the same name get numbers, after the highest that was ever used (SEM-23)."""
    singles = [alike(entry.command.name) for entry in entries if entry.command.count == 1]
    used = [alike(label.name) for label in labels(state)]
    highest: dict[str, int] = {}
    given: list[Listed] = []
    for entry in entries:
        name, base = entry.command.name, alike(entry.command.name)
        highest.setdefault(base, max([int(base in used), *_numbers(base, used)]))
        if entry.command.count == 1 and (singles.count(base) > 1 or base in used):
            highest[base] += 1
            entry = replace(entry, command=replace(entry.command, name=f"{name} {highest[base]}"))
        elif isinstance(entry.command.count, int) and entry.command.count > 1:
            highest[base] += entry.command.count
        given.append(entry)
    return tuple(given)


def _numbers(base: str, used: list[str]) -> Iterator[int]:
    for name in used:
        number = name.removeprefix(f"{base} ")
        if number != name and number.isdecimal():
            yield int(number)
