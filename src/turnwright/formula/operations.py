"""Closures for everything but dice: arithmetic, comparisons, logic, names, sides.

A run-time check is made where a value comes in from outside, when a name is read; between the closures every
value is already of the right kind.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NoReturn, TypeAlias

from turnwright.formula.errors import FormulaError
from turnwright.formula.normal import composed
from turnwright.formula.number import Number
from turnwright.formula.pool import Roll, Run
from turnwright.formula.rolled import Die
from turnwright.formula.scope import Scope

Operation: TypeAlias = Callable[[Any, Any], Any]

_COMPARISONS: dict[str, Operation] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_HALF = Fraction(1, 2)

# Names


def name(word: str, position: int) -> Run:
    """Read a name that may be of any kind."""

    def run(scope: Scope, roll: Roll, record: list[Die]) -> Number | str | bool:
        try:
            value = scope.value(word)
        except KeyError:
            _refuse_name(word, position)
        if isinstance(value, str):
            return composed(value)
        if isinstance(value, (int, Fraction)):
            return value
        _refuse_value(word, value, "a number, a text, or yes or no", position)

    return run


def name_as_number(word: str, position: int) -> Run:
    """Read a name that has to be a number."""

    def run(scope: Scope, roll: Roll, record: list[Die]) -> Number:
        try:
            value = scope.value(word)
        except KeyError:
            _refuse_name(word, position)
        if type(value) is int or type(value) is Fraction:
            return value
        _refuse_value(word, value, "a number", position)

    return run


def name_as_truth(word: str, position: int) -> Run:
    """Read a name that has to be yes or no; a number is yes unless it is 0."""

    def run(scope: Scope, roll: Roll, record: list[Die]) -> bool:
        try:
            value = scope.value(word)
        except KeyError:
            _refuse_name(word, position)
        if isinstance(value, (int, Fraction)):
            return value != 0
        _refuse_value(word, value, "yes or no", position)

    return run


def _refuse_name(word: str, position: int) -> NoReturn:
    message = f"there is no stat, pool or label '{word}' here"
    raise FormulaError("unknown-name", position, message, subject=word) from None


def _refuse_value(word: str, value: object, wanted: str, position: int) -> NoReturn:
    known = {bool: "yes or no", str: "a text"}
    found = known.get(type(value), f"a {type(value).__name__}")
    message = f"'{word}' should be {wanted}, but is {found}"
    raise FormulaError("bad-value", position, message, subject=word)


# Arithmetic


def add(terms: Sequence[tuple[int, Run]], constant: Number) -> Run:
    """Add terms with their signs and a constant, from left to right."""
    (sign, first), *others = terms
    if not others:
        return _plus(first, constant) if sign == 1 else _minus(first, constant)
    if len(others) == 1 and constant == 0 and sign == 1:
        return _two_terms(first, *others[0])
    signed = tuple(terms)

    def run(scope: Scope, roll: Roll, record: list[Die]) -> Number:
        total = constant
        for sign, term in signed:
            value = term(scope, roll, record)
            total = total + value if sign == 1 else total - value
        return total

    return run


def _plus(term: Run, constant: Number) -> Run:
    if constant == 0:
        return term

    def run(scope: Scope, roll: Roll, record: list[Die]) -> Any:
        return term(scope, roll, record) + constant

    return run


def _minus(term: Run, constant: Number) -> Run:
    def run(scope: Scope, roll: Roll, record: list[Die]) -> Any:
        return constant - term(scope, roll, record)

    return run


def _two_terms(first: Run, sign: int, second: Run) -> Run:
    def added(scope: Scope, roll: Roll, record: list[Die]) -> Any:
        return first(scope, roll, record) + second(scope, roll, record)

    def subtracted(scope: Scope, roll: Roll, record: list[Die]) -> Any:
        return first(scope, roll, record) - second(scope, roll, record)

    return added if sign == 1 else subtracted


def multiplying(sign: str, position: int) -> Operation:
    """Return what a sign does: `/` is exact, `//` rounds down, `%` is the rest that `//` leaves."""
    if sign == "*":
        return operator.mul
    divisions: dict[str, Operation] = {"/": Fraction, "//": operator.floordiv, "%": operator.mod}
    return partial(_divide, divisions[sign], position)


def _divide(divide: Operation, position: int, left: Number, right: Number) -> Any:
    if right == 0:
        raise FormulaError("division-by-zero", position, "division by zero")
    return divide(left, right)


def multiply(first: Run, steps: Sequence[tuple[Operation, Run]]) -> Run:
    """Multiply and divide from left to right."""
    if len(steps) == 1:
        apply, second = steps[0]

        def once(scope: Scope, roll: Roll, record: list[Die]) -> Any:
            return apply(first(scope, roll, record), second(scope, roll, record))

        return once

    def run(scope: Scope, roll: Roll, record: list[Die]) -> Any:
        value = first(scope, roll, record)
        for apply, factor in steps:
            value = apply(value, factor(scope, roll, record))
        return value

    return run


def call(function: str, arguments: Sequence[Run]) -> Run:
    """Apply `min`, `max`, `floor`, `ceil`, `round` or `abs`."""
    if function in ("min", "max"):
        choose: Callable[[Iterable[Any]], Any] = min if function == "min" else max

        def several(scope: Scope, roll: Roll, record: list[Die]) -> Any:
            return choose([argument(scope, roll, record) for argument in arguments])

        return several
    apply: Callable[[Any], Any] = _FUNCTIONS[function]
    (argument,) = arguments

    def one(scope: Scope, roll: Roll, record: list[Die]) -> Any:
        return apply(argument(scope, roll, record))

    return one


def _round(value: Number) -> int:
    return math.floor(value + _HALF)


_FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "floor": math.floor,
    "ceil": math.ceil,
    "round": _round,
    "abs": abs,
}

# Comparisons and logic


def compare(sign: str, left: Run, right: Run) -> Run:
    """Compare two values; of different kinds they are unequal."""
    apply = _COMPARISONS[sign]

    def run(scope: Scope, roll: Roll, record: list[Die]) -> bool:
        return bool(apply(left(scope, roll, record), right(scope, roll, record)))

    return run


def join(word: str, parts: Sequence[Run]) -> Run:
    """Join truths by `and` or `or`; once the answer is certain, the other parts are left alone."""
    settles = word == "or"

    def run(scope: Scope, roll: Roll, record: list[Die]) -> bool:
        for part in parts:
            if bool(part(scope, roll, record)) == settles:
                return settles
        return not settles

    return run


def negate(part: Run) -> Run:
    """Turn yes into no."""

    def run(scope: Scope, roll: Roll, record: list[Die]) -> bool:
        return not part(scope, roll, record)

    return run


def nonzero(part: Run) -> Run:
    """Take a number as a truth."""

    def run(scope: Scope, roll: Roll, record: list[Die]) -> bool:
        return bool(part(scope, roll, record) != 0)

    return run


def choose(then: Run, condition: Run, other: Run) -> Run:
    """Compute one of two, and only that one."""

    def run(scope: Scope, roll: Roll, record: list[Die]) -> Any:
        return (then if condition(scope, roll, record) else other)(scope, roll, record)

    return run


# Sides


def over_side(word: str, side: str, test: Run | None, position: int) -> Run:
    """Ask `any`, `all` or `count` of the members of a side, each seen from itself."""

    def members(scope: Scope) -> Iterable[Scope]:
        try:
            return scope.side(side)
        except KeyError:
            raise FormulaError("unknown-side", position, f"there is no side '{side}'", subject=side) from None

    def run(scope: Scope, roll: Roll, record: list[Die]) -> int | bool:
        found = [member for member in members(scope) if test is None or test(member, roll, record)]
        return len(found)

    def some(scope: Scope, roll: Roll, record: list[Die]) -> bool:
        return test is not None and any(test(member, roll, record) for member in members(scope))

    def every(scope: Scope, roll: Roll, record: list[Die]) -> bool:
        return test is not None and all(test(member, roll, record) for member in members(scope))

    return {"count": run, "any": some, "all": every}[word]
