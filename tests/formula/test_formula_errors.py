"""What is wrong with a formula: the code, and where."""

from __future__ import annotations

import pickle

import pytest

from formula.stage import NOBODY, Seeded, Who, refusal
from turnwright.formula import CODES, FormulaError, parse

LONG = "1+" * 249 + "12"
WHO = Who(
    {
        "hp": 3,
        "zero": 0,
        "row": "back",
        "down": True,
        "broken": 1.5,
        "nothing": None,
        "half": parse("½").value(NOBODY),
        "minus": -1,
        "many": 1001,
        "huge": 10**18,
    },
    foes=[Who({"hp": 1})],
)

WRONG: list[tuple[str, str, int]] = [
    ("", "empty", 0),
    ("   ", "empty", 0),
    (LONG + "3", "too-long", 500),
    ("(" * 31 + "1" + ")" * 31, "too-deep", 30),
    ("-" * 31 + "1", "too-deep", 30),
    ("not " * 31 + "1", "too-deep", 120),
    ("1 if 0 else " * 31 + "1", "too-deep", 367),
    ("1 $ 2", "character", 2),
    ("hp.", "character", 3),
    ("hp.1", "character", 3),
    ("hp..x", "character", 3),
    ("x²", "character", 1),
    ("1\u200b", "character", 1),
    ("hp[0]", "character", 2),
    ("{}", "character", 0),
    ("__import__('os')", "function", 0),
    ("1 — 2", "character", 2),
    ("10000000000001", "number", 0),
    ("1 + 1.0000000000001", "number", 4),
    ("1.5½", "number", 0),
    ("hp == 'front", "unclosed", 6),
    ("(1 + 2", "unclosed", 0),
    ("max(1, (2 + 3)", "unclosed", 3),
    ("1 + 2)", "unopened", 5),
    (")", "unexpected", 0),
    ("1 +", "unexpected", 3),
    ("1 + * 2", "unexpected", 4),
    ("* 2", "unexpected", 0),
    ("hp hp", "unexpected", 3),
    ("2 hp", "unexpected", 2),
    ("2hp", "unexpected", 1),
    ("2(3)", "unexpected", 1),
    ("1 d20", "unexpected", 2),
    ("1,5", "unexpected", 1),
    ("max(1 2)", "unexpected", 6),
    ("max(1,)", "unexpected", 6),
    ("1 if hp", "unexpected", 7),
    ("1 else 2", "unexpected", 2),
    ("1.5.2", "unexpected", 3),
    ("()", "unexpected", 1),
    ("2 ** 3", "operator", 2),
    ("2 ^ 3", "operator", 2),
    ("hp = 3", "operator", 3),
    ("hp && hp", "operator", 3),
    ("hp || hp", "operator", 3),
    ("!hp", "operator", 0),
    ("hp ? 1 : 2", "operator", 3),
    ("1 < hp < 3", "chained", 7),
    ("1 == 1 == 1", "chained", 7),
    ("flor(1)", "function", 0),
    ("1 + Max(1, 2)", "function", 4),
    ("max(1)", "arguments", 0),
    ("floor(1, 2)", "arguments", 0),
    ("d(1)", "arguments", 0),
    ("any(foes)", "arguments", 0),
    ("count(foes, 1, 2)", "arguments", 0),
    ("count(3)", "arguments", 6),
    ("1 + 'a'", "kinds", 4),
    ("-'a'", "kinds", 1),
    ("(1 < 2) + 1", "kinds", 3),
    ("not 'a'", "kinds", 4),
    ("'a' < 'b'", "kinds", 0),
    ("'a' == 1", "kinds", 4),
    ("(1 < 2) == 1", "kinds", 8),
    ("1 if hp else 'a'", "kinds", 2),
    ("max(1, 'a')", "kinds", 7),
    ("d('a', 6)", "kinds", 2),
    ("'a'", "kinds", 0),
    ("row if hp else 'b'", "kinds", 4),
    ("any(foes, any(foes, any(foes, hp)))", "nested-tests", 20),
    ("0d6", "dice-count", 0),
    ("d(half, 6)", "dice-count", 0),
    ("d(½, 6)", "dice-count", 0),
    ("d(minus, 6)", "dice-count", 0),
    ("d(-1, 6)", "dice-count", 0),
    ("1d0", "dice-sides", 2),
    ("d0", "dice-sides", 1),
    ("1d10001", "dice-sides", 2),
    ("d(1, zero)", "dice-sides", 0),
    ("d(1, 10001)", "dice-sides", 0),
    ("d(1, 1/2)", "dice-sides", 0),
    ("4d6d1", "dice-modifier", 3),
    ("4d6x", "dice-modifier", 3),
    ("d20bonus", "dice-modifier", 3),
    ("4d6kh0", "dice-modifier", 3),
    ("4d6kh1kl1", "dice-modifier", 6),
    ("4d6!!", "dice-modifier", 4),
    ("4d6r1r2", "dice-modifier", 5),
    ("4d6r", "dice-modifier", 4),
    ("4d6r>x", "dice-modifier", 4),
    ("4d6c8", "dice-modifier", 4),
    ("4d6c", "dice-modifier", 4),
    ("1d6!>=hp", "dice-modifier", 4),
    ("4dF", "unexpected", 1),
    ("d(2, 6)khh", "unexpected", 9),
    ("any(foes, 1d6 > hp)", "dice-in-test", 10),
    ("count(foes, d(1, 6) > hp)", "dice-in-test", 12),
    ("1 + 1d6!>0", "never-ends", 7),
    ("1001d6", "too-many-dice", 0),
    ("d(many, 6)", "too-many-dice", 0),
    ("1 + d(1001, 6)", "too-many-dice", 4),
    ("1 / 0", "division-by-zero", 2),
    ("hp // zero", "division-by-zero", 3),
    ("hp * 2 % (zero * 1)", "division-by-zero", 7),
    ("1 + mana", "unknown-name", 4),
    ("mana > 3", "unknown-name", 0),
    ("mana and hp", "unknown-name", 0),
    ("row == mana", "unknown-name", 7),
    ("any(friends, hp > 0)", "unknown-side", 0),
    ("any(foes, any(friends, hp))", "unknown-side", 10),
    ("row + 1", "bad-value", 0),
    ("1 + down", "bad-value", 4),
    ("row and hp", "bad-value", 0),
    ("broken + 1", "bad-value", 0),
    ("broken == 1", "bad-value", 0),
    ("nothing", "bad-value", 0),
    ("hp < row", "bad-value", 5),
    ("1000000000000 * 1000000000000", "too-large", 14),
    ("huge * 2", "too-large", 5),
    ("huge + 1d6", "too-large", 5),
    ("hp / huge / 2", "too-large", 3),
]


@pytest.mark.parametrize(("text", "code", "position"), WRONG)
def test_code_and_position(text: str, code: str, position: int) -> None:
    error = refusal(text, WHO)
    assert (error.code, error.position) == (code, position)
    assert error.text == text
    assert error.message
    assert not error.message.endswith(".")
    assert error.message in str(error)
    assert error.hint in str(error)


def test_dice_are_refused_where_none_may_be() -> None:
    for text, position in [("hp + 1d6", 5), ("1 if hp else d(1, d(1, 6))", 13)]:
        for use in (parse(text).value, parse(text).test):
            with pytest.raises(FormulaError) as caught:
                use(WHO)
            assert (caught.value.code, caught.value.position) == ("has-dice", position)
            assert caught.value.text == text


def test_every_code_is_proven() -> None:
    assert {code for _, code, _ in WRONG} | {"has-dice", "dice-misread"} == CODES


def test_a_text_is_no_truth() -> None:
    for text in ("row", "'a'"):
        with pytest.raises(FormulaError) as caught:
            parse(text).test(WHO)
        assert caught.value.code == "kinds"


@pytest.mark.parametrize(
    ("text", "subject"), [("1 + mana", "mana"), ("any(friends, 1)", "friends"), ("flor(1)", "flor")]
)
def test_the_subject_is_named(text: str, subject: str) -> None:
    assert refusal(text, WHO).subject == subject


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("flor(1)", "did you mean floor?"),
        ("Max(1, 2)", "did you mean max?"),
        ("hp = 3", "compare with =="),
        ("2hp", "to multiply, write 2 * hp"),
        ("1 d20", "dice are written without spaces"),
        ("4d6d1", "dl drops the lowest, dh the highest"),
        ("4d6c8", "c>=8 or c=8"),
        ("(1 < 2) + 1", "write 1 if … else 0"),
    ],
)
def test_hints(text: str, hint: str) -> None:
    assert refusal(text, WHO).hint == hint


def test_positions_count_the_characters_as_given() -> None:
    assert refusal("１ｄ２０ － $").position == 7
    assert refusal("größe × ²").position == 8
    assert refusal("1 ≤ 2 ≤ 3").position == 6


def test_at_the_limits_all_is_well() -> None:
    assert len(LONG) == 500
    assert parse(LONG).value(NOBODY) == 249 + 12
    assert parse("(" * 30 + "1" + ")" * 30).value(NOBODY) == 1
    assert parse("1 if 0 else " * 30 + "7").value(NOBODY) == 7
    assert parse("1d10000").roll(NOBODY, Seeded(1)).total <= 10_000
    assert parse("1000000000000 * 1000000").value(NOBODY) == 10**18
    assert parse("d(1000, 6)").roll(NOBODY, Seeded(1)).total >= 1000


def test_the_innermost_formula_is_blamed() -> None:
    """A scope may compute one formula while another is being computed."""

    class Derived(Who):
        def value(self, name: str) -> object:  # type: ignore[override]
            return parse("1 / zero").value(WHO) if name == "rate" else super().value(name)

    error = refusal("10 + rate", Derived())
    assert (error.text, error.code, error.position) == ("1 / zero", "division-by-zero", 2)


def test_errors_travel_between_processes() -> None:
    error = refusal("1 + mana", WHO)
    copy = pickle.loads(pickle.dumps(error))
    assert isinstance(copy, FormulaError)
    assert vars(copy) == vars(error)
    assert str(copy) == str(error)
