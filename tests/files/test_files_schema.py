"""The JSON Schema for editors lets every good file pass, and helps with the others."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import pytest
from msgspec import Meta, Struct, defstruct

from files.editor import flags
from files.help_files import Game, Initiative, Pool, Turn, read, told
from turnwright.formula import Formula, Number
from turnwright.rules.document import Mapping, Node
from turnwright.rules.shape import schema
from turnwright.rules.words import Ruleset

GOOD = [
    "game: x",
    "game: 3",
    "game: yes",
    "game: x\ninitiative: 1d20 + speed",
    "game: x\ninitiative: 3",
    "game: x\ninitiative: none",
    "game: x\ninitiative: ~",
    "game: x\ninitiative: {formula: 1d6, first: low, ties: speed}",
    "game: x\ninitiative: {formula: 1d6, ties: [speed, 3, {ask: all sides}, {ask: all-sides}, {by: x}]}",
    "game: x\npools:\nturn:",
    "game: x\npools: {a: {max: 2, least: 1/2, refill: turn start}, 3: {max: x, least: -1.5, refill: [a, 1], cap: 3}}",
    "game: x\nturn: {turn ends at: a, class: b, skips: no}",
    "game: x\nturn: {turn_ends_at: a, skips: Yes}",
    "game: x\nturn: {turn-ends_at: a, skips: true}",
    "game: x\nwords: {round: turn, 3: yes}",
]


@pytest.mark.parametrize("text", GOOD)
def test_what_is_read_is_not_flagged(text: str) -> None:
    assert not told(text)
    assert not flags(schema(Game), text)


@pytest.mark.parametrize(
    "text",
    [
        "gane: x",
        "game: x\nextra: 1",
        "game: [x]",
        "game: x\ninitiative: [1]",
        "game: x\ninitiative: {first: low}",
        "game: x\ninitiative: {formula: 1d6, first: lo}",
        "game: x\npools: [a]",
        "game: x\nturn: {skips: maybe}",
        "game: x\nturn: {turnends: a}",
    ],
)
def test_what_is_not_read_is_flagged(text: str) -> None:
    assert told(text)
    assert flags(schema(Game), text)


def test_files_that_extend_another() -> None:
    partial = "pools: {action: ~, other: {least: 1}}\ninitiative: {first: low}\nturn: ~\n"
    assert flags(schema(Game), partial)
    assert not flags(schema(Game, overlay=True), partial)
    assert flags(schema(Game, overlay=True), "extra: 1")


def test_words_that_an_editor_reads_as_something_else() -> None:
    class Words(Struct):
        x: Literal["no", "on", "2014", "turn end"] | None = None

    for text in ("no", "'no'", "on", "2014", "turn end", "turn_end", "none", ""):
        assert read(f"x: {text}", Words).value
        assert not flags(schema(Words), f"x: {text}")
    assert flags(schema(Words), "x: off the table")


def test_descriptions() -> None:
    made = schema(Game)
    game = made["definitions"]["Game"]
    assert game["description"] == "A game's rules."
    assert list(game["properties"]) == ["game", "initiative", "pools", "turn", "words"]
    assert made["definitions"]["Pool"]["properties"]["cap"]["anyOf"][0]["description"] == "The most there can be."
    first = made["definitions"]["Initiative"]["anyOf"][0]["properties"]["first"]
    assert first == {"enum": ["high", "low"], "default": "high"}
    assert "description" not in made["definitions"]["Turn"]


class Dice:
    """A type of our own."""


class Everything(Struct):
    a: bool | Pool
    b: dict[int, Number]
    c: Node
    d: Mapping | str
    e: Annotated[Initiative, Meta(description="why", title="Why", examples=["1d6"])]
    f: Dice | int
    g: frozenset[str]
    two_words: Formula
    h: Turn | None = None


def test_every_kind_has_a_schema() -> None:
    made = schema(Everything, {Dice: lambda text: text})
    everything = made["definitions"]["Everything"]
    assert everything["properties"]["e"] == {
        "allOf": [{"$ref": "#/definitions/Initiative"}],
        "title": "Why",
        "description": "why",
        "examples": ["1d6"],
    }
    good = "{a: no, b: {1: ½}, c: [1], d: {x: y}, e: 1d6, f: 3, g: [a], two_words: x}"
    assert not flags(made, good)
    assert flags(made, good.replace("c: [1]", "q: 1"))


def test_structs_of_the_same_name_and_structs_in_themselves() -> None:
    inner = defstruct("Same", [("x", int)])
    made = schema(defstruct("Same", [("x", inner)]))
    assert list(made["definitions"]) == ["Same", "Same_"]
    assert not flags(made, "x: {x: 3}")
    assert flags(made, "x: {y: 3}")
    assert not flags(schema(Tree), "inside: {inside: [a, {inside: b}]}")


class Tree(Struct):
    shorthand: ClassVar[str] = "name"
    name: str = ""
    inside: list[Tree] = []


def test_the_ruleset_language_has_a_schema() -> None:
    made = schema(Ruleset)
    assert not flags(made, "game: x")
    assert flags(made, "game: {}")
    assert not flags(schema(Ruleset, overlay=True), "{}")
    assert not flags(schema(Ruleset, overlay=True), "extends: lux-aeterna\noptions: {unused delay: forfeit}")
    assert flags(schema(Ruleset), "game: A game\nextends: lux-aeterna"), "only a file that extends another says so"
