"""The compiled formula, and the one way to get it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

from turnwright.formula.build import Kind, Part, build, settled
from turnwright.formula.errors import FormulaError
from turnwright.formula.limits import MAX_RESULT
from turnwright.formula.number import Number
from turnwright.formula.parser import Parser
from turnwright.formula.pool import Roll, Run
from turnwright.formula.rolled import Die, Rolled
from turnwright.formula.scope import DiceSource, Scope
from turnwright.formula.tree import Node

# The largest formulas take about 100 KB each when compiled, the usual ones 2 KB.
_CACHED = 1024
_NO_ROLL = cast("Roll", None)


class Formula:
    """A formula, compiled and immutable. Only `parse` makes one; two of the same text are equal.

    - `text`: as it was given.
    - `kind`: what it gives: `number`, `truth` (yes or no), `text`, or `any` where a name decides.
    - `names`: the stats, pools and labels used, outside the tests of `any`, `all` and `count`.
    - `inner_names`: those used inside such tests, where they belong to the members of a side.
    - `sides`: the sides asked.
    - `has_dice`: whether it can roll dice.
    - `tree`: what was read, for other uses than rolling.
    """

    __slots__ = ("_dice_at", "_run", "has_dice", "inner_names", "kind", "names", "sides", "text", "tree")

    text: str
    kind: Kind
    names: frozenset[str]
    inner_names: frozenset[str]
    sides: frozenset[str]
    has_dice: bool
    tree: Node
    _run: Run
    _dice_at: int | None

    def __init__(self, text: str, tree: Node, part: Part, parser: Parser) -> None:
        values = {
            "text": text,
            "tree": tree,
            "kind": part.kind,
            "names": frozenset(parser.names),
            "inner_names": frozenset(parser.inner_names),
            "sides": frozenset(parser.sides),
            "has_dice": parser.dice_at is not None,
            "_dice_at": parser.dice_at,
            "_run": part.run,
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def roll(self, scope: Scope, dice: DiceSource) -> Rolled:
        """Compute the number, rolling dice from left to right; yes counts as 1, no as 0.

        Raises FormulaError where it cannot be computed: an unknown name, a division by zero, over the roll
        limit, a text. Dice may have been drawn by then.
        """
        record: list[Die] = []
        try:
            total = self._run(scope, dice.roll, record)
            if total.__class__ is not int or not -MAX_RESULT <= total <= MAX_RESULT:
                total = self._number(total)
        except FormulaError as error:
            error.text = error.text or self.text
            raise
        return Rolled(total, tuple(record))

    def value(self, scope: Scope) -> Number | str | bool:
        """Compute the value without dice.

        Raises FormulaError where the formula has dice (even if they would not be rolled), and where it cannot
        be computed.
        """
        try:
            return self._value(scope)
        except FormulaError as error:
            error.text = error.text or self.text
            raise

    def test(self, scope: Scope) -> bool:
        """Compute yes or no without dice; a number is yes unless it is 0.

        Raises FormulaError as `value` does, and for a text.
        """
        try:
            value = self._value(scope)
            if isinstance(value, str):
                raise FormulaError("kinds", self.tree.position, "a text is neither yes nor no", "compare it")
        except FormulaError as error:
            error.text = error.text or self.text
            raise
        return value != 0

    def _value(self, scope: Scope) -> Number | str | bool:
        if self._dice_at is not None:
            raise FormulaError("has-dice", self._dice_at, "dice cannot be rolled here, only numbers and names")
        value: Number | str | bool = self._run(scope, _NO_ROLL, [])
        if isinstance(value, (bool, str)):
            return value
        if value.__class__ is not int or not -MAX_RESULT <= value <= MAX_RESULT:
            return settled(value, self.tree.position)
        return value

    def _number(self, value: Any) -> Number:
        if isinstance(value, str):
            raise FormulaError("kinds", self.tree.position, "this gives a text, not a number")
        return settled(int(value) if isinstance(value, bool) else value, self.tree.position)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a formula cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a formula cannot be changed")

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Formula) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> tuple[Any, ...]:
        return parse, (self.text,)

    def __repr__(self) -> str:
        return f"<Formula {self.text!r}>"


def parse(text: str) -> Formula:
    """Return the formula that `text` writes. The same text again costs one look-up.

    Raises FormulaError with the first thing that is wrong and its position.
    """
    return _parse(text)


@lru_cache(maxsize=_CACHED)
def _parse(text: str) -> Formula:
    try:
        parser = Parser(text)
        tree = parser.read()
        return Formula(text, tree, build(tree), parser)
    except FormulaError as error:
        error.text = text
        raise
