"""Arithmetic, comparisons, logic and sides: every form, exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest

from formula.stage import Script, Who
from turnwright.formula import parse

HALF = Fraction(1, 2)

ARITHMETIC: list[tuple[str, object]] = [
    ("7", 7),
    ("1.5", Fraction(3, 2)),
    (".25", Fraction(1, 4)),
    ("2.50", Fraction(5, 2)),
    ("0.1 + 0.2", Fraction(3, 10)),
    ("½", HALF),
    ("1½", Fraction(3, 2)),
    ("1½ * 3", Fraction(9, 2)),
    ("⅓ + ⅓ + ⅓", 1),
    ("¼ + ¾", 1),
    ("1000000000000", 10**12),
    ("1 + 2 * 3", 7),
    ("(1 + 2) * 3", 9),
    ("10 - 3 - 2", 5),
    ("10 - (3 - 2)", 9),
    ("-3 + 5", 2),
    ("- - 3", 3),
    ("+3", 3),
    ("2 * -3", -6),
    ("-(2 + 3)", -5),
    ("2--3", 5),
    ("1 / 2", HALF),
    ("6 / 3", 2),
    ("1 / 3 * 3", 1),
    ("12 / 3 / 2", 2),
    ("12 / (3 / 2)", 8),
    ("7 // 2", 3),
    ("-7 // 2", -4),
    ("7.5 // 2", 3),
    ("7 % 3", 1),
    ("-7 % 3", 2),
    ("2.5 % 1", HALF),
    ("2 * 3 % 4", 2),
    ("min(3, 1, 2)", 1),
    ("max(3, 1, 2)", 3),
    ("max(½, 1/3)", HALF),
    ("floor(2.9)", 2),
    ("floor(-2.1)", -3),
    ("ceil(2.1)", 3),
    ("ceil(-2.9)", -2),
    ("ceil(4)", 4),
    ("round(2.5)", 3),
    ("round(2.4)", 2),
    ("round(-2.5)", -2),
    ("round(-2.6)", -3),
    ("abs(-1.5)", Fraction(3, 2)),
    ("2 if 1 < 2 else 3", 2),
    ("1 if 0 else 2 if 0 else 3", 3),
    ("(1 if 1 else 2) + 10", 11),
    ("1 + 1 if 0 else 5", 5),
]


@pytest.mark.parametrize(("text", "expected"), ARITHMETIC)
def test_arithmetic_is_exact(text: str, expected: object) -> None:
    value = parse(text).value(Who())
    assert value == expected
    assert type(value) is type(expected)


HERO = Who(
    {
        "speed": 4,
        "tier": 6,
        "reaction": -2,
        "half": HALF,
        "pool.ap": 3,
        "row": "back",
        "down": False,
        "flying": True,
        "round": 2,
        "größe": 5,
        "敏捷": 7,
        "गति": 8,
        "d": 9,
        "zero": 0,
    }
)

NAMES: list[tuple[str, object]] = [
    ("speed", 4),
    ("speed + speed", 8),
    ("10 - speed", 6),
    ("speed - tier", -2),
    ("1 + speed + tier - 3", 8),
    ("-speed", -4),
    ("speed*2", 8),
    ("speed*2/3*half", Fraction(4, 3)),
    ("speed / tier", Fraction(2, 3)),
    ("half + half", 1),
    ("2 + max(0, reaction)", 2),
    ("2 if tier <= 5 else 3", 3),
    ("pool.ap - 1", 2),
    ("round", 2),
    ("round(half)", 1),
    ("größe + 敏捷 + गति", 20),
    ("d % 5", 4),
    ("row", "back"),
    ("row == 'back'", True),
    ('row != "back"', False),
    ("'back' == row", True),
    ("row == 3", False),
    ("down", False),
    ("not down", True),
    ("flying and not down", True),
    ("down or zero", False),
    ("speed and tier", True),
    ("speed == 4", True),
    ("speed != 4", False),
    ("speed < 4", False),
    ("speed <= 4", True),
    ("speed > 3", True),
    ("speed >= 5", False),
    ("speed ≥ 4 and speed ≤ 4 and speed ≠ 5", True),
    ("not speed == 4", False),
    ("not down and not zero", True),
    ("down and speed or flying", True),
    ("down and (speed or flying)", False),
    ("speed + 1 > tier - 2", True),
    ("'near' if row == 'front' else 'far'", "far"),
    ("row if speed > 3 else 'none'", "back"),
    ("1 if zero == 0 or 1 / zero > 2 else 0", 1),
    ("0 if zero == 0 else 1 / zero", 0),
]


@pytest.mark.parametrize(("text", "expected"), NAMES)
def test_names_comparisons_and_logic(text: str, expected: object) -> None:
    value = parse(text).value(HERO)
    assert value == expected
    assert type(value) is type(expected)


FIGHT = Who(
    {"front": "front"},
    foes=[Who({"row": "front", "hp": 0}), Who({"row": "back", "hp": 5}), Who({"row": "front", "hp": 7})],
    nobody=[],
    squads=[
        Who({"size": 2}, members=[Who({"hp": 1}), Who({"hp": 0})]),
        Who({"size": 1}, members=[Who({"hp": 3})]),
    ],
)

SIDES: list[tuple[str, object]] = [
    ("any(foes, row == 'front' and hp > 0)", True),
    ("not any(foes, hp > 10)", True),
    ("all(foes, hp >= 0)", True),
    ("all(foes, hp)", False),
    ("any(nobody, hp > 0)", False),
    ("all(nobody, hp > 0)", True),
    ("count(foes)", 3),
    ("count('foes')", 3),
    ("count(nobody)", 0),
    ("count(foes, hp)", 2),
    ("count(foes, row == 'front') * 2 + 1", 5),
    ("all(squads, any(members, hp > 0))", True),
    ("all(squads, all(members, hp > 0))", False),
    ("count(squads, count(members) == size)", 2),
]


@pytest.mark.parametrize(("text", "expected"), SIDES)
def test_sides_are_seen_from_their_members(text: str, expected: object) -> None:
    value = parse(text).value(FIGHT)
    assert value == expected
    assert type(value) is type(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("speed", True), ("zero", False), ("half", True), ("down", False), ("speed > 9", False), ("1 - 1", False)],
)
def test_a_number_is_a_truth_unless_zero(text: str, expected: bool) -> None:
    assert parse(text).test(HERO) is expected


def test_rolling_a_truth_gives_one_or_nought() -> None:
    formula = parse("1d20 + 2 >= 11")
    assert formula.kind == "truth"
    assert formula.roll(Who(), Script(9)).total == 1
    assert formula.roll(Who(), Script(8)).total == 0
    assert type(formula.roll(Who(), Script(8)).total) is int


def test_text_is_compared_in_its_composed_spelling() -> None:
    decomposed = Who({"row": "mu\u0308de", "mu\u0308de": 1, "müde": 2})
    assert parse("row == 'müde'").value(decomposed) is True
    assert parse("mu\u0308de").value(decomposed) == 2


def test_full_width_text_in_quotes_stays_as_it_is() -> None:
    assert parse("'ＢＡＣＫ'").value(Who()) == "ＢＡＣＫ"
