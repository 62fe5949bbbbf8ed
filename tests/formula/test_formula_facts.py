"""What a compiled formula tells of itself, and how it behaves as a value."""

from __future__ import annotations

import contextlib
import copy
import inspect
import pickle
import subprocess
import sys
import unicodedata

import msgspec
import pytest

from formula.stage import NOBODY, Seeded, Who
from turnwright.formula import Formula, FormulaError, is_name, parse


@pytest.mark.parametrize(
    ("text", "names", "inner", "sides", "dice", "kind"),
    [
        ("1d20 + speed", {"speed"}, set(), set(), True, "number"),
        ("2 + max(0, reaction) - pool.ap", {"reaction", "pool.ap"}, set(), set(), False, "number"),
        ("2 if tier <= 5 else 3", {"tier"}, set(), set(), False, "number"),
        ("hp if hp > 0 else row", {"hp", "row"}, set(), set(), False, "any"),
        ("row", {"row"}, set(), set(), False, "any"),
        ("row == 'back'", {"row"}, set(), set(), False, "truth"),
        ("'a' if hp else 'b'", {"hp"}, set(), set(), False, "text"),
        ("not any(other, row == 'front') and hp", {"hp"}, {"row"}, {"other"}, False, "truth"),
        ("count(pc) + count('the gang', hp > 0)", set(), {"hp"}, {"pc", "the gang"}, False, "number"),
        ("all(a, any(b, x) and y) or z", {"z"}, {"x", "y"}, {"a", "b"}, False, "truth"),
        ("d(init_dice, 6)", {"init_dice"}, set(), set(), True, "number"),
        ("round + min", {"round", "min"}, set(), set(), False, "number"),
        ("3 if 0 else d6", set(), set(), set(), True, "number"),
    ],
)
def test_facts(text: str, names: set[str], inner: set[str], sides: set[str], dice: bool, kind: str) -> None:
    formula = parse(text)
    assert (formula.text, formula.kind, formula.has_dice) == (text, kind, dice)
    assert formula.names == frozenset(names)
    assert formula.inner_names == frozenset(inner)
    assert formula.sides == frozenset(sides)


def test_the_same_text_is_compiled_once() -> None:
    assert parse("1d20 + cached") is parse("1d20 + cached")


def test_the_cache_is_bounded() -> None:
    first = parse("1 + forgotten")
    for number in range(5000):
        parse(f"{number} + 1")
    assert parse("1 + forgotten") is not first
    assert parse("1 + forgotten") == first


def test_equal_by_text() -> None:
    formula = parse("1 + 2")
    assert formula == pickle.loads(pickle.dumps(formula)) == copy.deepcopy(formula)
    assert formula != parse("1+2")
    assert formula != "1 + 2"
    assert len({formula, copy.copy(formula), parse("1+2")}) == 2
    assert repr(formula) == "<Formula '1 + 2'>"


def test_immutable() -> None:
    formula = parse("1 + 2")
    with pytest.raises(AttributeError):
        formula.text = "3"
    with pytest.raises(AttributeError):
        del formula.text
    with pytest.raises(AttributeError):
        formula.other = 1


def test_a_formula_is_a_field_type_for_msgspec() -> None:
    class Pool(msgspec.Struct):
        max: Formula

    def read(kind: type, value: object) -> object:
        assert kind is Formula
        return parse(str(value))

    pool = msgspec.convert({"max": "2 + speed"}, Pool, dec_hook=read)
    assert pool.max.value(Who({"speed": 3})) == 5
    with pytest.raises(msgspec.ValidationError, match="no sign of a formula"):
        msgspec.convert({"max": "2 ^ speed"}, Pool, dec_hook=read)


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        *((name, True) for name in ("speed", "_x", "hp2", "stat.ap", "größe", "敏捷", "min", "round", "d", "l")),
        *((name, True) for name in ("dl", "id", "dodge", "ld", "kh1", unicodedata.normalize("NFC", "é"))),
        *((name, False) for name in ("", " ", "a b", " a", "a-b", "a'", "and", "if", "2x", "d6", "d20x", "ld6")),
        *((name, False) for name in ("a.", ".a", "a.2", "x²", "½", "'a'", "a+b", "ａ", "e\u0301", "d%")),
    ],
)
def test_which_texts_are_names(text: str, fits: bool) -> None:
    assert is_name(text) is fits
    if fits:
        assert parse(text).names == {text}
        assert parse(text).value(Who({text: 4})) == 4


def test_hostile_depth_leaves_the_stack_alone() -> None:
    """The deepest formula, right or wrong, needs less than half of Python's default stack."""
    levels = ["x+(", "x+x*(", "x and (", "not ", "x if x else ", "x or x and (", "x if x else x+x*(", "max(x,x*"]
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 450)
    try:
        for level in levels:
            assert deepest(level).roll(Who({"x": 1}), Seeded(1)).dice == ()
        with pytest.raises(FormulaError, match="should be a number"):
            parse("(x or x and x<x+x*" * 25 + "x" + ")" * 25)
    finally:
        sys.setrecursionlimit(limit)


def deepest(level: str) -> Formula:
    """The formula that repeats `level` inside itself as often as the limits allow."""
    for depth in range(30, 0, -1):
        with contextlib.suppress(FormulaError):
            return parse(level * depth + "x" + ")" * (depth * level.count("(")))
    raise AssertionError("not even once")


def test_wide_formulas_are_no_deep_ones() -> None:
    for sign in ("+", "-", "*", " and ", " or "):
        parse(sign.join(["x"] * 83)).roll(Who({"x": 1}), Seeded(1))
    with pytest.raises(FormulaError, match="1000 dice"):
        parse("+".join(["99d2"] * 80)).roll(NOBODY, Seeded(1))


def test_importing_is_light() -> None:
    code = "import sys, turnwright.formula as f; f.parse('1d20 + 5'); print('lark' in sys.modules, 'ast' in vars(f))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
