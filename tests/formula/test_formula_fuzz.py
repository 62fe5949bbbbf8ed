"""Any text either gives a formula or a FormulaError, and nothing else; so does rolling it."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import event, given, settings
from hypothesis import strategies as st

from formula.stage import Seeded, Who
from turnwright.formula import CODES, Formula, FormulaError, Rolled, parse

WHO = Who(
    {"hp": 5, "speed": Fraction(3, 2), "row": "back", "down": False, "pool.ap": 0, "d": 2, "r": 1, "c": 3},
    foes=[Who({"hp": 0, "row": "front"}), Who({"hp": 3, "row": "back", "speed": 1, "down": True})],
)

PIECES = st.sampled_from(
    [
        *("1", "2", "0", "1.5", "½", "1½", "9999999999", "1000000000000"),
        *("hp", "speed", "row", "down", "pool.ap", "nobody", "d", "r", "c", "'back'", '"', "größe"),
        *("1d6", "d%", "4d6kh3", "2d20kl1", "3d6!", "d10!>=9", "4d6r<3", "4d6ro1", "5d10c>=8", "1000d6", "d1"),
        *("!", "r1", "kh1", "dl", "c>3", "d1!", "1d6!>0", "0d6", "1d10000!>1", "ld6", "2dl0"),
        *("+", "-", "*", "/", "//", "%", "−", "–", "－", "×", "÷", "**", "=", "^", "."),
        *("==", "!=", "<", "<=", ">", ">=", "≤", "and", "or", "not", "if", "else"),
        *("(", ")", ",", "min(", "max(", "floor(", "round(", "abs(", "d(2, 6)", "d(hp, 6)!", "d("),
        *("any(foes,", "all(foes,", "count(foes)", "count(foes,", "any(nobody, hp)"),
        *(" ", " ", "\t", "\u3000", "\u200b", "ｄ６", "８", "\ud800", "\0"),
    ]
)


ATOMS = st.sampled_from(
    ["1", "2", "0", "½", "hp", "hp", "speed", "pool.ap", "1d6", "d%", "4d6kh3", "3d6!", "4d6r<3", "d10c>=8"]
)


@st.composite
def shaped(draw: st.DrawFn, depth: int = 4) -> str:
    """Text shaped like the grammar: mostly right, as written by someone in a hurry."""
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return draw(PIECES if draw(st.integers(0, 15)) == 15 else ATOMS)
    part = shaped(depth - 1)
    shape = draw(
        st.sampled_from(
            [
                "{0} + {1}",
                "{0}-{1}",
                "{0} * {1}",
                "{0}/{1}",
                "({0})",
                "-{0}",
                "{0} > {1}",
                "{0} == {1}",
                "{0} and {1}",
                "not {0}",
                "{0} if {1} else {0}",
                "max({0}, {1})",
                "floor({0})",
                "d({0}, {1})",
                "d({0}, 6)kh1",
                "any(foes, {0})",
                "count(foes, {0})",
                "{0}{1}",
            ]
        )
    )
    return shape.format(draw(part), draw(part))


def check(text: str, seed: int) -> None:
    try:
        formula = parse(text)
    except FormulaError as error:
        check_error(error, text)
        return
    assert isinstance(formula, Formula)
    source = Seeded(seed)
    try:
        result = formula.roll(WHO, source)
    except FormulaError as error:
        check_error(error, text)
        assert source.rolls <= 1000
    else:
        event("rolled")
        check_result(result, source)
    try:
        value = formula.value(WHO)
        truth = formula.test(WHO)
    except FormulaError as error:
        check_error(error, text)
    else:
        assert type(value) in (int, Fraction, str, bool)
        assert type(truth) is bool


def check_error(error: FormulaError, text: str) -> None:
    event(error.code)
    assert error.code in CODES
    assert 0 <= error.position <= len(text)
    assert error.text == text
    assert error.message


def check_result(result: Rolled, source: Seeded) -> None:
    assert type(result.total) in (int, Fraction)
    assert len(result.dice) == source.rolls <= 1000
    for die in result.dice:
        assert 1 <= die.face <= die.sides
        assert die.why in (("", "exploded") if die.kept else ("dropped", "rerolled", "missed"))


@settings(max_examples=800, deadline=None)
@given(shaped(), st.integers(0, 1000))
def test_text_shaped_like_the_grammar(text: str, seed: int) -> None:
    check(text, seed)


@settings(max_examples=500, deadline=None)
@given(st.lists(PIECES, max_size=12).map("".join), st.integers(0, 1000))
def test_pieces_in_any_order(text: str, seed: int) -> None:
    check(text, seed)


@settings(max_examples=500, deadline=None)
@given(st.text(max_size=40))
def test_arbitrary_text(text: str) -> None:
    check(text, 1)
