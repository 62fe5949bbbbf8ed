"""Generated formulas against the oracle: the total is the same, and so is the number of dice."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from formula.oracle import MATCH, VALUES, WHO, Tree, oracle, text_of
from formula.stage import Seeded
from turnwright.formula import FormulaError, Rolled, parse

FACES = st.tuples(st.sampled_from(sorted(MATCH)), st.integers(0, 12))


@st.composite
def dice(draw: st.DrawFn) -> Tree:
    reroll = draw(st.none() | st.tuples(st.sampled_from(["r<", "ro<=", "r=", "ro>", "r>"]), st.integers(0, 12)))
    explode, hits = draw(st.none() | FACES), draw(st.none() | FACES)
    pick = draw(st.none() | st.tuples(st.sampled_from(["kh", "kl", "dh", "dl"]), st.integers(1, 5)))
    if explode and explode[0] == "=":
        explode = (">=", explode[1])  # after !, a bare = would read as unequal
    return ("dice", draw(st.integers(1, 5)), draw(st.integers(2, 12)), reroll, explode, pick, hits)


NAMES: st.SearchStrategy[Tree] = st.sampled_from(sorted(VALUES)).map(lambda name: ("name", name))
NUMBERS: st.SearchStrategy[Tree] = st.sampled_from(["0", "1", "2", "7", "0.5", "1.25"]).map(
    lambda text: ("number", text)
)


@cache
def numbers(depth: int, outside: bool) -> st.SearchStrategy[Tree]:
    """Trees that give a number; `outside` of the tests of any, all and count, where dice may be."""
    leaf = dice() | NAMES | NUMBERS if outside else NAMES | NUMBERS
    if depth == 0:
        return leaf
    number, truth = numbers(depth - 1, outside), truths(depth - 1, outside)
    several = st.lists(number, min_size=2, max_size=3)
    return st.one_of(
        leaf,
        st.tuples(st.sampled_from(["+", "-", "*", "/", "//", "%"]), number, number),
        st.tuples(st.just("neg"), number),
        st.tuples(st.just("call"), st.sampled_from(["min", "max"]), several),
        st.tuples(st.just("call"), st.sampled_from(["floor", "ceil", "round", "abs"]), st.tuples(number)),
        st.tuples(st.just("if"), number, truth, number),
        st.tuples(st.just("over"), st.just("count"), truths(1, False)) if outside else leaf,
    )


@cache
def truths(depth: int, outside: bool) -> st.SearchStrategy[Tree]:
    """Trees that give yes or no."""
    number = numbers(max(depth - 1, 0), outside)
    compare = st.tuples(st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), number, number)
    if depth == 0:
        return compare
    truth = truths(depth - 1, outside) | number
    return st.one_of(
        compare,
        st.tuples(st.sampled_from(["and", "or"]), truth, truth),
        st.tuples(st.just("not"), truth),
        st.tuples(st.just("over"), st.sampled_from(["any", "all"]), truths(1, False)) if outside else compare,
    )


def attempt(text: str, source: Seeded) -> Rolled | str:
    """The result, or the code of the error, with `read:` before it where the text is not even read."""
    try:
        formula = parse(text)
    except FormulaError as error:
        return f"read:{error.code}"
    try:
        return formula.roll(WHO, source)
    except FormulaError as error:
        return error.code


@settings(max_examples=600, deadline=None)
@given(numbers(3, True) | truths(3, True), st.integers(0, 2**32))
def test_the_total_is_what_the_oracle_says(tree: Tree, seed: int) -> None:
    text = text_of(tree)
    source, again = Seeded(seed), Seeded(seed)
    result = attempt(text, source)
    if isinstance(result, str):
        event(result)
        if result == "division-by-zero":
            with pytest.raises(ZeroDivisionError):
                oracle(tree, VALUES, again)
        # A constant division is refused when read, also where it would never be reached.
        assert result in ("division-by-zero", "read:division-by-zero", "read:never-ends", "too-many-dice")
        return
    event("rolled with dice" if result.dice else "rolled without dice")
    assert result.total == oracle(tree, VALUES, again), text
    assert len(result.dice) == source.rolls == again.rolls
    assert type(result.total) is (int if result.total.denominator == 1 else Fraction)
