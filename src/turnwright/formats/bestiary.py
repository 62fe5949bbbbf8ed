"""Creatures from the files of other programs: what of each can go on a sheet, and which records are broken.

Known are the exports of Improved Initiative, the 5e SRD API, Open5e, Foundry (actors of dnd5e) and Fight Club 5. A JSON
file holds one record, a list of them, or an object in which they stand; what a file says beside them is left alone.
"""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as xml
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

FORMATS = "Improved Initiative, 5e SRD API, Open5e, Foundry and Fight Club 5"
MOST = 1_000
"""So many records are read of one file."""

_DEEPEST = 6


class Creature(NamedTuple):
    """What a record says; None for what it does not. ``player`` tells a character that somebody plays."""

    place: str
    name: str
    hp: int | None = None
    ac: int | None = None
    modifier: int | None = None
    player: bool = False


class Broken(NamedTuple):
    """A record that can't be read: which, the field that is wrong, and what stands there (None: it is missing)."""

    place: str
    field: str
    value: str | None = None


class Unreadable(ValueError):
    """The file as a whole can't be read; the message says why."""


def looks_like_bestiary(text: str) -> bool:
    """Whether a text is JSON or XML rather than a list that somebody typed."""
    start = text.lstrip("\ufeff \t\r\n")
    return start.startswith(("{", "<")) or bool(re.match(r'\[\s*(\{|\]|"[^"]*"\s*[\]:]?\s*$)', start))


def read_bestiary(text: str) -> Iterator[Creature | Broken]:
    """Every record of a file, in its order. Raises `Unreadable`."""
    if text.lstrip("\ufeff \t\r\n").startswith("<"):
        yield from _of_xml(text)
        return
    try:
        found = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"it is no JSON: {error}") from None
    records = list(_records(found, 0))
    if len(records) > MOST:
        raise Unreadable(f"it holds {len(records)} records, more than {MOST}")
    for number, record in enumerate(records, 1):
        yield _creature(number, record)


# ---- JSON


def _records(found: object, depth: int) -> Iterator[Mapping[str, Any]]:
    """The records of creatures in a document, wherever lists and objects hold them; text may hold JSON once more."""
    if isinstance(found, str) and found.lstrip().startswith("{"):
        try:
            found = json.loads(found)
        except ValueError:
            return
    if isinstance(found, list) and depth < _DEEPEST:
        for item in found:
            if isinstance(item, dict) and not _is_record(item) and depth == 0:
                # Whatever stands in a list of records is meant as one, even if nothing of it can be read.
                yield from ([item] if not _holds_records(item) else _records(item, depth + 1))
            else:
                yield from _records(item, depth + 1)
    elif isinstance(found, dict):
        if _is_record(found):
            yield found
        elif depth < _DEEPEST:
            for key, value in found.items():
                if isinstance(value, list | dict | str) and not str(key).startswith("Player"):
                    yield from _records(value, depth + 1)


def _holds_records(item: dict[str, Any]) -> bool:
    return any(isinstance(value, list | dict) and any(True for _ in _records(value, 1)) for value in item.values())


def _is_record(record: dict[str, Any]) -> bool:
    return any(known.fits(record) for known in _KINDS)


def _creature(number: int, record: Mapping[str, Any]) -> Creature | Broken:
    kind = next((kind for kind in _KINDS if kind.fits(record)), None)
    place = f"record {number}"
    if kind is None:
        return Broken(place, "Name")
    said = kind.read(record)
    name = said.get("name")
    if not isinstance(name, str) or not name.strip():
        return Broken(place, kind.fields["name"], None if name is None else str(name))
    place = f"{place}, {name.strip()}"
    numbers: dict[str, int | None] = {}
    for field in ("hp", "ac", "modifier"):
        value = _plain(said.get(field))
        if isinstance(value, bool) or (value is not None and not isinstance(value, int)):
            return Broken(place, kind.fields[field], str(value))
        numbers[field] = value
    return Creature(place, name.strip(), numbers["hp"], numbers["ac"], numbers["modifier"], bool(said.get("player")))


class _Kind(NamedTuple):
    """A kind of record: how it is told from others, what is read of it, and what it calls that."""

    fits: Callable[[Mapping[str, Any]], bool]
    read: Callable[[Mapping[str, Any]], dict[str, object]]
    fields: dict[str, str]


def _at(record: object, *keys: str) -> Any:
    for key in keys:
        record = record.get(key) if isinstance(record, Mapping) else None
    return record


def _plain(value: object) -> object:
    """A number that is written as text, or as 7.0, as the number that it is; all else stays as it is, to be told."""
    if isinstance(value, str) and re.fullmatch(r"\s*[-+]?\d{1,15}\s*", value):
        return int(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _bonus(score: object) -> object:
    """The modifier of an ability score; what is no number stays as it is, to be told."""
    score = _plain(score)
    return (score - 10) // 2 if isinstance(score, int) and not isinstance(score, bool) else score


def _sum(*parts: object) -> object:
    """The sum of what is given; the first that is no number, to be told; None where nothing is given."""
    given = [_plain(part) for part in parts if part is not None]
    wrong = [part for part in given if not isinstance(part, int) or isinstance(part, bool)]
    return wrong[0] if wrong else sum(part for part in given if isinstance(part, int)) if given else None


def _improved(record: Mapping[str, Any]) -> dict[str, object]:
    dexterity = _at(record, "Abilities", "Dex")
    modifier = _sum(_bonus(dexterity), record.get("InitiativeModifier"))
    player = record.get("Player")
    return {
        "name": record.get("Name"),
        "hp": _valued(record.get("HP")),
        "ac": _valued(record.get("AC")),
        "modifier": modifier,
        "player": player not in (None, "", "npc"),
    }


def _valued(part: object) -> object:
    return part.get("Value") if isinstance(part, Mapping) else part


def _api(record: Mapping[str, Any]) -> dict[str, object]:
    armour = record.get("armor_class")
    if isinstance(armour, list):
        armour = _at(armour[0], "value") if armour else None
    dexterity = record.get("dexterity")
    return {"name": record.get("name"), "hp": record.get("hit_points"), "ac": armour, "modifier": _bonus(dexterity)}


def _open5e(record: Mapping[str, Any]) -> dict[str, object]:
    fields = record["fields"]
    given = fields.get("initiative_bonus")
    modifier = given if given is not None else _bonus(fields.get("ability_score_dexterity"))
    return {
        "name": fields.get("name"),
        "hp": fields.get("hit_points"),
        "ac": fields.get("armor_class"),
        "modifier": modifier,
    }


def _foundry(record: Mapping[str, Any]) -> dict[str, object]:
    system = record["system"]
    dexterity = _bonus(_at(system, "abilities", "dex", "value"))
    extra = str(_at(system, "attributes", "init", "bonus"))
    bonus = int(extra) if re.fullmatch(r"[-+]?\d+", extra) else None
    return {
        "name": record.get("name"),
        "hp": _at(system, "attributes", "hp", "max") or _at(system, "attributes", "hp", "value"),
        "ac": _foundry_armour(record, dexterity),
        "modifier": _sum(dexterity, bonus),
        "player": record.get("type") == "character",
    }


def _foundry_armour(record: Mapping[str, Any], dexterity: object) -> object:
    """The armour class as it is set, else what is worn: armour, as much dexterity as it lets through, a shield."""
    flat = _at(record, "system", "attributes", "ac", "flat")
    if flat is not None or not isinstance(dexterity, int):
        return flat
    base, most, shield = 10, None, 0
    items = record.get("items")
    for item in items if isinstance(items, list) else ():
        system = _at(item, "system")
        value, kind = _at(system, "armor", "value"), _at(system, "type", "value")
        if not _at(system, "equipped") or not isinstance(value, int):
            continue
        if kind == "shield":
            shield = value
        elif kind in ("light", "medium", "heavy"):
            base, most = value, {"light": None, "medium": 2, "heavy": 0}[kind]
    return base + (dexterity if most is None else min(dexterity, most)) + shield


_KINDS = (
    _Kind(
        lambda record: isinstance(_at(record, "system", "attributes"), Mapping),
        _foundry,
        {"name": "name", "hp": "hp.max", "ac": "ac.flat", "modifier": "abilities.dex.value"},
    ),
    _Kind(
        lambda record: isinstance(record.get("fields"), Mapping) and "hit_points" in record["fields"],
        _open5e,
        {"name": "name", "hp": "hit_points", "ac": "armor_class", "modifier": "initiative_bonus"},
    ),
    _Kind(
        lambda record: "hit_points" in record or ("armor_class" in record and "name" in record),
        _api,
        {"name": "name", "hp": "hit_points", "ac": "armor_class", "modifier": "dexterity"},
    ),
    _Kind(
        lambda record: bool({"Name", "HP", "Abilities", "InitiativeModifier"} & set(record)),
        _improved,
        {"name": "Name", "hp": "HP", "ac": "AC", "modifier": "InitiativeModifier"},
    ),
)


# ---- XML


def _of_xml(text: str) -> Iterator[Creature | Broken]:
    """The monsters and characters of a compendium. Files that declare entities are refused: nothing needs them."""
    if re.search(r"<!(?:DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise Unreadable("it declares a document type, which no list of creatures needs")
    try:
        root = xml.fromstring(text.lstrip("\ufeff \t\r\n").encode())
    except (xml.ParseError, RecursionError, ValueError) as error:
        raise Unreadable(f"it is no XML: {error}") from None
    found = [node for node in root.iter() if node.tag in ("monster", "character")]
    if len(found) > MOST:
        raise Unreadable(f"it holds {len(found)} records, more than {MOST}")
    for number, node in enumerate(found, 1):
        yield _monster(number, node)


def _monster(number: int, node: xml.Element) -> Creature | Broken:
    name = (node.findtext("name") or "").strip()
    place = f"record {number}"
    if not name:
        return Broken(place, "name")
    place = f"{place}, {name}"
    numbers: dict[str, int | None] = {}
    for field in ("hp", "ac", "dex"):
        text = (node.findtext(field) or "").strip()
        figure = re.match(r"-?\d+(?=\s|\(|$)", text)
        if text and figure is None:
            return Broken(place, field, text)
        numbers[field] = int(figure.group()) if figure else None
    dexterity = numbers["dex"]
    modifier = None if dexterity is None else (dexterity - 10) // 2
    return Creature(place, name, numbers["hp"], numbers["ac"], modifier, node.tag == "character")
