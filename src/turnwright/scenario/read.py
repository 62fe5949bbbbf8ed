"""Reading a scenario file: a cast, then steps that are said, expected or refused, each with its place in the file."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from msgspec import Struct

from turnwright.formula import read_number
from turnwright.rules.cast import Member, read_cast
from turnwright.rules.document import read_document
from turnwright.rules.faults import Fault, FileFaults, one_of, quote
from turnwright.rules.load import Book, bytes_of
from turnwright.rules.nearest import did_you_mean
from turnwright.rules.shape import Shaped, salvage
from turnwright.rules.tree import Mapping, Node, Scalar, Sequence
from turnwright.scenario.expect import KEYS
from turnwright.scenario.head import Head, cast_of, rules_of
from turnwright.scenario.rehearse import rehearse
from turnwright.scenario.steps import Expected, Initiative, Refused, Reload, Said, Step

STEP_WORDS = ("initiative", "do", "expect", "refused", "dice", "log", "reload")
"""The words that may begin a step, beside the name of whoever speaks in it."""


class Scenario(Struct, frozen=True, kw_only=True):
    """A scenario, ready to be played."""

    file: str
    title: str
    book: Book
    seed: str
    dice: tuple[int, ...] | None
    cast: tuple[Member, ...]
    play: tuple[Step, ...]


class _File(Head, frozen=True, kw_only=True, forbid_unknown_fields=True):
    scenario: str
    seed: str = ""
    dice: tuple[int, ...] | None = None
    play: tuple[Mapping | Scalar, ...] = ()


def read_scenario(path: Path) -> Scenario:
    """A scenario from its file; raises `FileFaults` with everything that is wrong in it."""
    document = read_document(bytes_of(path), str(path))
    faults = list(document.faults)
    if not isinstance(document.root, Mapping):
        raise FileFaults(faults)
    shaped = salvage(document.root, _File)
    faults += shaped.faults
    file = shaped.value
    assert file is not None
    book, ruleset = rules_of(cast(Shaped[Head], shaped), path.parent, faults)
    listed = cast_of(file, document.root, ruleset)
    members = read_cast(listed, ruleset, faults)
    steps = tuple(step for node in file.play for step in _step(node, set(listed), faults))
    if not file.play and not any(path[:1] == ("play",) for path in shaped.broken):
        faults.append(shaped.fault(("play",), "nothing happens in this scenario", "list its steps under play"))
    if ruleset and document.root.complete and ("cast",) not in shaped.broken:
        faults += rehearse(ruleset, tuple((member, listed[member.name]) for member in members), steps, document.root)
    if faults or book is None:
        raise FileFaults(faults)
    return Scenario(
        file=str(path),
        title=file.scenario,
        book=book,
        seed=file.seed or file.scenario,
        dice=file.dice,
        cast=members,
        play=steps,
    )


def _step(node: Node, names: set[str], faults: list[Fault]) -> list[Step]:
    if isinstance(node, Scalar) and node.text == "reload":
        return [Reload(line=node.line, column=node.column)]
    if isinstance(node, Scalar):
        return [_said(node, "", None)]
    assert isinstance(node, Mapping)
    entries = {key.text: (key, item) for key, item in node.entries}
    dice = _dice(entries["dice"][1], faults) if "dice" in entries else None
    steps: list[Step] = []
    for name, (key, item) in entries.items():
        if name == "dice":
            continue
        steps += _part(name, key, item, dice, names, faults)
    if dice is not None and not any(isinstance(step, Said | Refused | Initiative) for step in steps):
        key = entries["dice"][0]
        faults.append(_fault(key, "dice need something said in the same step that rolls them"))
    return steps


def _part(
    name: str, key: Scalar, item: Node, dice: tuple[int, ...] | None, names: set[str], faults: list[Fault]
) -> list[Step]:
    if name == "initiative":
        return _initiative(key, item, dice, faults)
    if name == "expect":
        return _expected(item, faults)
    if name == "log":
        return [Expected(key="log", value=item, line=key.line, column=key.column)]
    if name == "refused":
        return _refused(key, item, dice, faults)
    if name == "reload":
        return [Reload(line=key.line, column=key.column)]
    if name != "do" and name not in names and (hint := did_you_mean(name, STEP_WORDS)):
        faults.append(_fault(key, f'"{name}" is neither somebody of the cast nor a word that begins a step', hint))
        return []
    lines = item.items if isinstance(item, Sequence) else (item,)
    steps: list[Step] = []
    for line in lines:
        if isinstance(line, Scalar):
            steps.append(_said(line, "" if name == "do" else name, dice, key))
        else:
            faults.append(_fault(line, f"what {name} does is told in words, such as attack Goblin"))
    return steps


def _said(node: Scalar, who: str, dice: tuple[int, ...] | None, key: Scalar | None = None) -> Said:
    at = key or node
    return Said(words=node, who=who, dice=dice, line=at.line, column=at.column)


def _initiative(key: Scalar, item: Node, dice: tuple[int, ...] | None, faults: list[Fault]) -> list[Step]:
    faces: dict[str, tuple[str, ...]] = {}
    places: dict[str, tuple[int, int]] = {}
    if isinstance(item, Mapping):
        for name, value in item.entries:
            values = value.items if isinstance(value, Sequence) else (value,)
            texts = tuple(v.text for v in values if isinstance(v, Scalar))
            if len(texts) != len(values) or not all(map(_is_number, texts)):
                faults.append(_fault(value, "an initiative is the face of a die, or a list of faces"))
            else:
                faces[name.text], places[name.text] = texts, (name.line, name.column)
    elif not (isinstance(item, Scalar) and item.nothing):
        faults.append(_fault(item, "initiative lists names with the faces that they rolled"))
    return [Initiative(faces=faces, places=places, dice=dice, line=key.line, column=key.column)]


def _is_number(text: str) -> bool:
    try:
        read_number(text)
    except ValueError:
        return False
    return True


def _expected(item: Node, faults: list[Fault]) -> list[Step]:
    if not isinstance(item, Mapping):
        faults.append(_fault(item, "expect lists what must be so", f"such as {one_of(KEYS)}"))
        return []
    steps: list[Step] = []
    for key, value in item.entries:
        if key.text not in KEYS:
            hint = did_you_mean(key.text, KEYS) or f"there are {one_of(sorted(KEYS), 40)}"
            faults.append(_fault(key, f'nothing called "{key.text}" can be expected', hint))
        else:
            steps.append(Expected(key=key.text, value=value, line=key.line, column=key.column))
    return steps


def _refused(key: Scalar, item: Node, dice: tuple[int, ...] | None, faults: list[Fault]) -> list[Step]:
    if not isinstance(item, Mapping):
        faults.append(
            _fault(item, "refused says what is tried, and because of what", "{do: Milli delay, because: wait.nowhere}")
        )
        return []
    because, said, tried = "", None, False
    for name, value in item.entries:
        tried |= name.text != "because"
        if not isinstance(value, Scalar):
            faults.append(_fault(value, f"{name.text} is one line of words"))
        elif name.text == "because":
            because = value.text
        elif said is not None:
            hint = "words that hold a comma stand in quotation marks here"
            faults.append(_fault(name, f"refused tries one thing, and {quote(name.text)} is a second", hint))
        else:
            said = _said(value, "" if name.text == "do" else name.text, dice, name)
    if not tried:
        faults.append(_fault(key, "refused needs to say what is tried", "{do: Milli delay, because: wait.nowhere}"))
    if said is None:
        return []
    return [Refused(said=said, because=because, line=key.line, column=key.column)]


def _dice(node: Node, faults: list[Fault]) -> tuple[int, ...]:
    values = node.items if isinstance(node, Sequence) else (node,)
    faces = [int(v.text) for v in values if isinstance(v, Scalar) and v.text.isdecimal() and int(v.text)]
    if len(faces) != len(values):
        faults.append(_fault(node, "dice are the faces that fall, such as [4, 2]"))
    return tuple(faces)


def _fault(node: Node, message: str, hint: str = "") -> Fault:
    return Fault(node.file, node.line, node.column, message, hint)
