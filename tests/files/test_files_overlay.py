"""A file that extends another changes what it names, and nothing else."""

from __future__ import annotations

from typing import ClassVar

import pytest
from msgspec import Struct

from files.help_files import Game, Initiative, plain
from turnwright.rules.document import FileFaults, Mapping, Node, Scalar, Sequence, read_document
from turnwright.rules.faults import Fault
from turnwright.rules.shape import overlay, shape

BASE = """\
game: base
initiative:
  formula: 1d20 + speed
  ties: [speed, ask]
pools:
  action: {max: 3, refill: [a, b]}
  half-step: {max: 1}
turn: {turn ends at: x, skips: yes}
"""


def tree(text: str, file: str = "over.yaml") -> Mapping:
    return read_document(text, file).whole()


def merged(over: str, base: str = BASE) -> object:
    node = overlay(tree(base, "base.yaml"), tree(over), Game)
    return plain(shape(node, Game).value)


def based(**changes: object) -> object:
    value = plain(shape(tree(BASE), Game).value)
    assert isinstance(value, dict)
    return value | changes


def bare(node: Node) -> object:
    match node:
        case Scalar():
            return node.text
        case Sequence():
            return [bare(item) for item in node.items]
        case Mapping():
            return {key.text: bare(value) for key, value in node.entries}
        case _:
            return None


def test_nothing_changes_nothing() -> None:
    assert merged("game: base") == based()
    assert merged("pools:\ninitiative:\n") == based()


def test_a_setting_deep_inside() -> None:
    pools = based()["pools"]  # type: ignore[index]
    pools["action"]["max"] = "4"
    assert merged("pools: {action: {max: 4}}") == based(pools=pools)


def test_lists_and_texts_are_replaced() -> None:
    assert merged("game: mine\npools: {action: {refill: c}}") == {
        **based(game="mine"),  # type: ignore[dict-item]
        "pools": based()["pools"] | {"action": {"max": "3", "least": 0, "refill": ["c"], "cap": None}},  # type: ignore[index]
    }


def test_keys_in_another_spelling() -> None:
    assert merged("turn: {turn_ends-at: y}") == based(turn={"turn_ends_at": "y", "class": "", "skips": True})


def test_keys_of_a_table_are_taken_as_written() -> None:
    made = merged("pools: {half step: {max: 2}}")
    assert isinstance(made, dict)
    assert list(made["pools"]) == ["action", "half-step", "half step"]


def test_a_shorthand_changes_its_field_only() -> None:
    made = merged("initiative: 2d10 + speed")
    assert made == based(initiative={**based()["initiative"], "formula": "2d10 + speed"})  # type: ignore[index]
    back = merged("initiative: {first: low}", "game: x\ninitiative: 1d6\n")
    assert back["initiative"] == {"formula": "1d6", "first": "low", "ties": ()}  # type: ignore[index]
    assert merged("initiative: 1d4", "game: x\ninitiative: 1d6\n")["initiative"]["formula"] == "1d4"  # type: ignore[index]


def test_taking_away() -> None:
    made = merged("pools: {action: ~}\ninitiative: null\nturn: {skips: ~}\n")
    assert isinstance(made, dict)
    assert list(made["pools"]) == ["half-step"]
    assert made["initiative"] is None
    assert made["turn"]["skips"] is False


def test_taking_away_what_is_not_there() -> None:
    over = tree("pools: {acton: ~}\nx: ~\n")
    expected = [
        Fault("over.yaml", 1, 9, 'there is no "acton" to take away in base.yaml', 'did you mean "action"?'),
        Fault("over.yaml", 2, 1, 'there is no "x" to take away in base.yaml'),
    ]
    with pytest.raises(FileFaults) as caught:
        overlay(tree(BASE, "base.yaml"), over, Game)
    assert list(caught.value.faults) == expected
    gathered: list[Fault] = []
    overlay(tree(BASE, "base.yaml"), over, Game, faults=gathered)
    assert gathered == expected


def test_parts_keep_the_places_of_their_files() -> None:
    node = overlay(tree(BASE, "base.yaml"), tree("pools:\n  action: {max: 2 +}\n"), Game)
    with pytest.raises(FileFaults) as caught:
        shape(node, Game)
    assert [(fault.file, fault.line, fault.column) for fault in caught.value.faults] == [("over.yaml", 2, 20)]
    shaped = shape(overlay(tree(BASE, "base.yaml"), tree("pools: {action: {max: 2}}\ngame: x"), Game), Game)
    spots = {path: (node.file, node.line) for path, node in shaped.places.items()}
    assert spots["game",] == ("over.yaml", 2)
    assert spots["pools", "action", "max"] == ("over.yaml", 1)
    assert spots["pools", "action", "refill"] == ("base.yaml", 6)
    assert spots["initiative", "ties"] == ("base.yaml", 4)
    assert shaped.keys["pools", "action"].file == "base.yaml"
    assert shaped.keys["pools", "action", "max"].file == "over.yaml"


def test_what_is_missing_is_told_of_the_file_that_took_it_away() -> None:
    node = overlay(tree(BASE, "base.yaml"), tree("initiative:\n  formula: ~\n"), Game)
    with pytest.raises(FileFaults, match=r'over\.yaml:2:3: the key "formula" is missing here'):
        shape(node, Game)


def test_without_a_type() -> None:
    base = tree("a b: {c: 1, d: [1]}\nf-g: 1\nf g: 2\ne: {x: 1}")
    over = tree("a_b: {d: [2], e: 3}\nf g: 4\nh:\n  i: ~\ne:\n")
    assert bare(overlay(base, over)) == {
        "a b": {"c": "1", "d": ["2"], "e": "3"},
        "f-g": "1",
        "f g": "4",
        "e": {"x": "1"},
        "h": {"i": "~"},
    }


def test_three_files() -> None:
    middle = overlay(tree(BASE, "a"), tree("game: b\nturn: {skips: no}", "b"), Game)
    top = overlay(middle, tree("game: c", "c"), Game)
    value = shape(top, Game).value
    assert (value.game, value.turn.skips, value.turn.turn_ends_at) == ("c", False, "x")
    assert isinstance(value.initiative, Initiative)


class Role(Struct, frozen=True, kw_only=True):
    """A part with a shorthand that is a text."""

    shorthand: ClassVar[str] = "about"

    about: str = ""
    of: tuple[str, ...] = ()


class Roles(Struct, frozen=True, kw_only=True):
    """Parts by name."""

    known: dict[str, Role] = {}


def test_a_key_with_nothing_after_it_takes_what_is_laid_over_it() -> None:
    """It is no shorthand for nothing."""
    node = overlay(tree("known: {striker: , healer: }", "base.yaml"), tree("known: {striker: {of: [knight]}}"), Roles)
    assert shape(node, Roles).value == Roles(known={"striker": Role(of=("knight",)), "healer": Role()})
