"""From a tree to structs: every type that can be read, and what is told of what does not fit."""

from __future__ import annotations

import enum
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal, NewType

import pytest
from msgspec import Meta, Struct

from files.help_files import FILE, Game, Initiative, Pool, Tie, Turn, plain, read, told
from turnwright.formula import Formula, Number, parse
from turnwright.rules.document import FileFaults, Mapping, Node, Scalar, Sequence, Unread, read_document
from turnwright.rules.shape import shape

Name = NewType("Name", str)


class Colour(enum.Enum):
    RED = "red"
    DEEP_BLUE = "deep blue"


class Dice:
    """A type of our own."""

    def __init__(self, text: str) -> None:
        if "d" not in text:
            raise ValueError("dice have a d")
        self.text = text


class Held(Struct):
    """A holder for one value of whatever type a test puts in."""

    x: Any = None


def holding(kind: Any) -> type[Held]:
    """A struct with a field ``x`` of this type."""
    return type("Held", (Held,), {"__annotations__": {"x": kind}})


def one(kind: Any, text: str, **more: Any) -> Any:
    document = read_document(f"x: {text}\n", FILE)
    return shape(document.root, holding(kind), faults=document.faults, **more).value.x


def wrong(kind: Any, text: str) -> list[str]:
    return told(f"x: {text}\n", holding(kind))


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (str, "no", "no"),
        (str, "'~'", "~"),
        (str, "none", "none"),
        (Name, "Rémi", "Rémi"),
        (bool, "YES", True),
        (bool, "'false'", False),
        (int, "−3", -3),
        (int, "4/2", 2),
        (Number, "1½", Fraction(3, 2)),
        (Number, "1/3", Fraction(1, 3)),
        (Fraction, "0.5", Fraction(1, 2)),
        (Formula, "1d20 + speed", parse("1d20 + speed")),
        (Literal["turn end", "no"], "turn_end", "turn end"),
        (Literal["turn end", "no"], "no", "no"),
        (Literal[2014, 2024], "2024", 2024),
        (Colour, "deep-blue", Colour.DEEP_BLUE),
        (str | None, "", None),
        (str | None, "None", None),
        (str | None, "~", None),
        (str | None, "'none'", "none"),
        (Literal["none", "all"] | None, "none", "none"),
        (int | Literal["all"], "all", "all"),
        (int | Literal["all"], "3", 3),
        (bool | Pool, "no", False),
        (bool | Pool, "{max: 3}", Pool(max=parse("3"))),
        (Literal["free"] | Formula, "free", "free"),
        (Literal["free"] | Formula, "ap - 1", parse("ap - 1")),
        (Formula | str, "two words", "two words"),
        (list[int], "[1, 2]", [1, 2]),
        (list[int], "1", [1]),
        (list[int], "", []),
        (tuple[str, ...], "[a, b]", ("a", "b")),
        (list[list[int]], "[1, [2, 3]]", [[1], [2, 3]]),
        (frozenset[str], "[b, a]", frozenset("ab")),
        (set[int], "1", {1}),
        (list[Tie], "[speed, {ask: gm}]", [Tie(by=parse("speed")), Tie(ask="gm")]),
        (list[Tie], "{ask: all-sides}", [Tie(ask="all sides")]),
        (dict[str, int], "{a b: 1, a_b: 2}", {"a b": 1, "a_b": 2}),
        (dict[str, int], "", {}),
        (dict[int, str], "{1: a, 2: b}", {1: "a", 2: "b"}),
        (dict[Literal["low", "high"], bool], "{low: yes}", {"low": True}),
        (Annotated[int, Meta(ge=1)], "1", 1),
        (Annotated[str, Meta(pattern="^a")] | None, "ab", "ab"),
        (Initiative, "1d20", Initiative(formula=parse("1d20"))),
        (Turn, "", Turn()),
        (Turn, "{turn ends at: a, class: b}", Turn(turn_ends_at="a", class_="b")),
        (Turn, "{turn-ends_at: a}", Turn(turn_ends_at="a")),
    ],
)
def test_what_is_read(kind: Any, text: str, value: object) -> None:
    made = one(kind, text)
    assert made == value
    assert type(made) is type(value)


def test_nodes_are_given_as_they_are() -> None:
    assert isinstance(one(Node, "[1]"), Sequence)
    assert isinstance(one(Mapping, "{a: 1}"), Mapping)
    assert isinstance(one(Mapping | str, "{a: 1}"), Mapping)
    assert one(Mapping | str, "a") == "a"
    assert wrong(Mapping | Scalar, "[]") == ["1:4: expected a mapping or a text, here is a list"]


def test_types_of_ones_own_are_read_by_a_reader() -> None:
    assert one(Dice, "3d6", readers={Dice: Dice}).text == "3d6"
    assert [dice.text for dice in one(tuple[Dice, ...] | None, "d6", readers={Dice: Dice})] == ["d6"]
    with pytest.raises(FileFaults, match=r"^my\.yaml:1:4: dice have a d$"):
        one(Dice, "six", readers={Dice: Dice})


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        (str, "", "1:2: expected a text, here is nothing"),
        (str, "null", "1:4: expected a text, here is nothing"),
        (str, "[a]", "1:4: expected a text, here is a list"),
        (str, "{a: b}", "1:4: expected a text, here is a mapping — a text with a colon needs quotes"),
        (bool, "on", '1:4: expected yes or no, here is "on"'),
        (int, "1.5", '1:4: expected a whole number, here is "1.5"'),
        (int, "1d6", '1:4: expected a whole number, here is "1d6"'),
        (int, "[1, 2]", "1:4: expected a whole number, here is a list"),
        (Number, "1/0", '1:4: expected a number, here is "1/0"'),
        (Formula, "", "1:2: expected a formula, here is nothing"),
        (Literal["high", "low"], "lo", '1:4: expected one of high, low, here is "lo" — did you mean "low"?'),
        (Literal["high", "low"], "HIGH", '1:4: expected one of high, low, here is "HIGH" — did you mean "high"?'),
        (Literal["high", "low"], "", "1:2: expected one of high, low, here is nothing"),
        (Literal["", "gm"], "x", '1:4: expected "gm", here is "x"'),
        (Colour, "green", '1:4: expected one of red, deep blue, here is "green"'),
        (int | Literal["all"], "x", '1:4: expected "all" or a whole number, here is "x"'),
        (int | Literal["all"], "al", '1:4: expected "all" or a whole number, here is "al" — did you mean "all"?'),
        (bool | Turn, "[1]", "1:4: expected yes or no or a mapping, here is a list"),
        (list[int], "{a: b}", "1:4: expected a list, here is a mapping"),
        (list[Turn], "x", '1:4: expected a list, here is "x"'),
        (dict[str, int], "[1]", "1:4: expected a mapping, here is a list"),
        (Turn, "a:b", '1:4: expected a mapping, here is "a:b" — a space is missing after the colon'),
        (Turn, "a", '1:4: expected a mapping, here is "a" — write "key: value" lines below the key'),
        (Initiative, "[1]", "1:4: expected a formula or a mapping, here is a list"),
        (frozenset[str], "[a, b, a]", '1:11: "a" stands here a second time'),
        (Annotated[int, Meta(ge=1)], "0", "1:4: this must be at least 1"),
        (Annotated[int, Meta(gt=1)], "1", "1:4: this must be more than 1"),
        (Annotated[int, Meta(le=1)], "2", "1:4: this must be at most 1"),
        (Annotated[int, Meta(lt=1)], "1", "1:4: this must be less than 1"),
        (Annotated[int, Meta(multiple_of=2)], "1", "1:4: this must be a multiple of 2"),
        (Annotated[str, Meta(min_length=2)], "a", "1:4: this must have at least 2 characters"),
        (Annotated[str, Meta(max_length=2)], "abc", "1:4: this must have at most 2 characters"),
        (Annotated[list[int], Meta(min_length=1)], "[]", "1:4: this must have at least 1 entries"),
        (Annotated[str, Meta(pattern="^a")], "b", "1:4: this must have the form ^a"),
        (Annotated[Number, Meta(ge=0)], "-½", "1:4: this must be at least 0"),
    ],
)
def test_what_is_told(kind: Any, text: str, expected: str) -> None:
    assert wrong(kind, text) == [expected]


@pytest.mark.parametrize(
    ("text", "column"),
    [("1 + * 2", 8), ("'1 + * 2'", 9), ('"1 + * 2"', 9), ("'1 + * ''a'''", 4), ("1 +\n   * 2", 4)],
)
def test_a_formula_is_blamed_at_the_very_character(text: str, column: int) -> None:
    (fault,) = wrong(Formula, text)
    assert fault.startswith(f"1:{column}: ")
    assert wrong(Literal["free"] | Formula, text) == [fault]


def test_a_wrong_key_in_a_table() -> None:
    assert wrong(dict[int, str], "{1: a, x: b, 01: c}") == [
        '1:11: expected a whole number, here is "x"',
        '1:17: the key "01" stands here a second time — the first one is in line 1, column 5',
    ]


def test_the_same_key_in_two_spellings() -> None:
    assert told("game: x\nturn:\n  turn_ends_at: a\n  turn ends at: b\n") == [
        '4:3: the key "turn ends at" stands here a second time — the first one is in line 3, column 3'
    ]


def test_a_missing_key() -> None:
    assert told("pools:\n  a:\n    least: 1\n  b: {}\n  c:\n") == [
        '1:1: the key "game" is missing here',
        '3:5: the key "max" is missing here',
        '4:6: the key "max" is missing here',
        '5:4: the key "max" is missing here',
    ]


def test_an_unknown_key_is_told_once_and_what_it_holds_is_looked_at() -> None:
    assert told("gane: x\nPools: {a: {max: 1 +, mox: 2}}\nextra: {a: 1}\n") == [
        '1:1: unknown key "gane"; known here: game, initiative, pools, turn, words — did you mean "game"?',
        '2:1: unknown key "Pools"; known here: game, initiative, pools, turn, words — did you mean "pools"?',
        "2:21: the formula stops where a value should follow",
        '2:23: unknown key "mox"; known here: max, least, refill, cap — did you mean "max"?',
        '3:1: unknown key "extra"; known here: game, initiative, pools, turn, words',
    ]


def test_two_unknown_keys_that_may_mean_the_same() -> None:
    said = told("game: x\nturn: {turn_ends_on: a, turn_ends_up: b}\n")
    assert [line.split(";")[0] for line in said] == [
        '2:8: unknown key "turn_ends_on"',
        '2:25: unknown key "turn_ends_up"',
    ]


@pytest.mark.parametrize("text", ["game x\nturn: {}\n", "{game: x", "*game : x\n", "[game]: x\n", "game: [\n"])
def test_a_key_is_not_missed_where_something_could_not_be_read(text: str) -> None:
    assert not [fault for fault in told(text) if "missing here" in fault]
    assert len(told(text)) == 1


def test_a_struct_may_refuse() -> None:
    assert told("game: war\n") == ["1:1: the only way to win is not to play"]


def test_everything_wrong_is_told_at_once() -> None:
    text = """\
gane: x
initiative: {formula: 1d20 +* 2, first: lo, ties: [{by: "speed +"}, {ask: me}, [1]]}
pools:
  action: {max: max(0, 3)}
  reaction:
    max: 2d
    least: few
    cap: 10
    refill: [a, [b]]
  other: 3
turn:
  skips: maybe
  turn ends
words: a:b
"""
    assert [line.split(" — ")[0] for line in told(text)] == [
        '1:1: unknown key "gane"; known here: game, initiative, pools, turn, words',
        "2:29: a value should stand here, not '*'",
        '2:41: expected one of high, low, here is "lo"',
        "2:65: the formula stops where a value should follow",
        '2:75: expected one of gm, all sides, here is "me"',
        "2:80: expected a formula or a mapping, here is a list",
        '4:17: a comma between brackets ends the text, so "max(0" is all that is read',
        "6:11: a sign is missing between '2' and 'd'",
        '7:12: expected a number, here is "few"',
        "8:10: this must be at most 9",
        "9:17: expected a text, here is a list",
        '10:10: expected a mapping, here is "3"',
        '13:3: a colon is missing after "turn ends"',
        '14:8: expected a mapping, here is "a:b"',
    ]


def test_places_lead_later_checks_to_the_file() -> None:
    text = """\
game: x
initiative: {formula: '1d20 + spede', ties: spede}
pools:
  "action points": {max: 3, refill: [a, b]}
turn: {class: y}
"""
    shaped = read(text, Game)
    pool = ("pools", "action points")

    def at(*path: object, **how: Any) -> tuple[int, int]:
        fault = shaped.fault(path, "unknown", **how)
        assert (fault.file, fault.message) == (FILE, "unknown")
        return fault.line, fault.column

    assert at() == (1, 1)
    assert at("initiative", "formula") == (2, 23)
    assert at("initiative", "formula", offset=7) == (2, 31)
    assert at("initiative", "ties", 0, "by") == (2, 45)
    assert at("initiative", "first") == (2, 13)
    assert at("initiative", "first", offset=3, key=True) == (2, 13)
    assert at(*pool, key=True) == (4, 3)
    assert at(*pool) == (4, 20)
    assert at(*pool, "refill", 1) == (4, 41)
    assert at(*pool, "refill", key=True) == (4, 29)
    assert at(*pool, "refill", 5, "deeper") == (4, 37)
    assert at("turn", "class_", key=True) == (5, 8)
    assert shaped.fault((), "a", "b").hint == "b"


def test_places_of_what_was_tried_in_vain_are_forgotten() -> None:
    class Choosy(Struct):
        x: list[int] | list[str]

    shaped = read("x: [1, a]", Choosy)
    assert shaped.value.x == [1, "a"] or shaped.value.x == ["1", "a"]
    assert {path for path in shaped.places if path[:1] == ("x",)} == {("x",), ("x", 0), ("x", 1)}


def test_a_shorthand_fits_what_its_field_fits() -> None:
    class Among(Struct):
        shorthand: ClassVar[str] = "among"
        among: tuple[str, ...] = ()
        start: str = ""

    assert one(Among, "[front, back]") == one(Among, "{among: [front, back]}")
    assert one(Among, "front") == one(Among, "{among: front}")
    assert one(Among, "") == Among()


def test_recursive_structs() -> None:
    assert plain(read("a: {a: {b: 1}}", Nest).value) == {"a": {"a": {"a": None, "b": 1}, "b": 0}, "b": 0}


class Nest(Struct):
    a: Nest | None = None
    b: int = 0


def test_nothing_is_told_twice_of_what_could_not_be_read() -> None:
    assert len(told("game: *x\npools: {a: *y}\n")) == 2
    assert told(b"\xff") == ["1:1: a letter here is not UTF-8 text — save the file as UTF-8"]
    with pytest.raises(FileFaults, match="the file can't be read"):
        shape(Unread(FILE, 1, 1), Game)


@pytest.mark.parametrize("kind", [float, bytes, object, tuple[int, str], dict, Pool | dict[str, int], list[complex]])
def test_types_that_no_file_is_read_into(kind: Any) -> None:
    with pytest.raises(TypeError):
        one(kind, "1")


def test_a_shorthand_that_names_no_field() -> None:
    class Lost(Struct):
        shorthand: ClassVar[str] = "gone"
        x: int = 0

    with pytest.raises(TypeError, match=r"Lost\.shorthand names no field: 'gone'"):
        one(Lost, "1")
