"""From tree to closures: done once per formula, so that computing it again costs only the work itself.

Every part has a kind: a number, a truth (yes or no), a text, or any of these where a name decides. What is
known not to fit (`1 + 'a'`) is refused here; what a name turns out to be is checked when it is read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from turnwright.formula import operations, pool, tree
from turnwright.formula.errors import FormulaError
from turnwright.formula.limits import MAX_RESULT
from turnwright.formula.number import Number, exact, show_number
from turnwright.formula.pool import Roll, Run
from turnwright.formula.rolled import Die
from turnwright.formula.scope import Scope

Kind: TypeAlias = Literal["number", "truth", "text", "any"]

_SPOKEN = {"number": "a number", "truth": "yes or no", "text": "a text", "any": "unknown"}


class Part(NamedTuple):
    """A compiled part: what kind of value it gives, how to compute it, and whether it is always the same."""

    kind: Kind
    run: Run
    fixed: bool = False

    @property
    def value(self) -> Any:
        """The value of a fixed part."""
        return self.run(cast("Scope", None), cast("Roll", None), [])


def build(node: tree.Node, want: Kind = "any") -> Part:
    """Return `node` compiled to give a value of the kind `want`.

    A number is taken as a truth where one is wanted: anything but 0 is yes. Raises FormulaError where the
    kinds do not fit, for dice that never end, and for constants that cannot be computed or are too large.
    """
    part = _BUILDERS[type(node)](node, want)
    if part.fixed:
        part = _constant(part.value, part.kind, node.position)
    if want in ("any", part.kind):
        return part
    if want == "truth" and part.kind == "number":
        return Part("truth", operations.nonzero(part.run), part.fixed)
    hint = "write 1 if … else 0" if part.kind == "truth" else ""
    message = f"this should be {_SPOKEN[want]}, but is {_SPOKEN[part.kind]}"
    raise FormulaError("kinds", node.position, message, hint)


def settled(value: Any, position: int) -> Number:
    """Return a computed number in its plainest form. Raises FormulaError beyond MAX_RESULT."""
    number = exact(value)
    if abs(number.numerator) > MAX_RESULT or number.denominator > MAX_RESULT:
        raise FormulaError("too-large", position, f"the result is beyond {MAX_RESULT}")
    return number


def _constant(value: Any, kind: Kind, position: int) -> Part:
    if kind == "number":
        value = settled(value, position)

    def run(scope: Scope, roll: Roll, record: list[Die]) -> Any:
        return value

    return Part(kind, run, True)


def _build_constant(node: tree.Constant, want: Kind) -> Part:
    return _constant(node.value, "number", node.position)


def _build_text(node: tree.Text, want: Kind) -> Part:
    return _constant(node.value, "text", node.position)


def _build_name(node: tree.Name, want: Kind) -> Part:
    if want == "number":
        return Part("number", operations.name_as_number(node.name, node.position))
    if want == "truth":
        return Part("truth", operations.name_as_truth(node.name, node.position))
    return Part("any", operations.name(node.name, node.position))


def _build_sum(node: tree.Sum, want: Kind) -> Part:
    constant: Number = 0
    rest: list[tuple[int, Run]] = []
    only: tree.Node | None = None
    for sign, term in node.terms:
        part = build(term, "number")
        if part.fixed:
            constant += sign * part.value
        else:
            rest.append((sign, part.run))
            only = term
    if not rest:
        return _constant(constant, "number", node.position)
    if len(rest) == 1 and rest[0][0] == 1 and isinstance(only, tree.Dice):
        sides = _single(only)
        if sides:
            return Part("number", pool.one_die(sides, constant, only.position))
    return Part("number", operations.add(rest, constant))


def _single(dice: tree.Dice) -> int:
    """Return the sides of dice that are one die without modifiers, else 0."""
    count, sides = build(dice.count, "number"), build(dice.sides, "number")
    plain = dice.modifiers == tree.PLAIN and count.fixed and count.value == 1
    return int(sides.value) if plain and sides.fixed else 0


def _build_product(node: tree.Product, want: Kind) -> Part:
    first = build(node.first, "number")
    steps: list[tuple[operations.Operation, Run]] = []
    fixed = first.fixed
    for factor in node.rest:
        part = build(factor.node, "number")
        fixed = fixed and part.fixed
        steps.append((operations.multiplying(factor.operator, factor.position), part.run))
    return Part("number", operations.multiply(first.run, steps), fixed)


def _build_compare(node: tree.Compare, want: Kind) -> Part:
    wanted: Kind = "any" if node.operator in ("==", "!=") else "number"
    left, right = build(node.left, wanted), build(node.right, wanted)
    if "any" not in (left.kind, right.kind) and left.kind != right.kind:
        message = f"{_SPOKEN[left.kind]} is compared with {_SPOKEN[right.kind]}"
        raise FormulaError("kinds", node.position, message)
    return Part("truth", operations.compare(node.operator, left.run, right.run), left.fixed and right.fixed)


def _build_logic(node: tree.Logic, want: Kind) -> Part:
    parts = [build(part, "truth") for part in node.parts]
    run = operations.join(node.operator, [part.run for part in parts])
    return Part("truth", run, all(part.fixed for part in parts))


def _build_not(node: tree.Not, want: Kind) -> Part:
    part = build(node.part, "truth")
    return Part("truth", operations.negate(part.run), part.fixed)


def _build_choice(node: tree.Choice, want: Kind) -> Part:
    then, condition, other = build(node.then, want), build(node.condition, "truth"), build(node.other, want)
    kinds = {then.kind, other.kind}
    if len(kinds) == 2 and "any" not in kinds:
        message = f"this gives {_SPOKEN[then.kind]} or else {_SPOKEN[other.kind]}"
        raise FormulaError("kinds", node.position, message, "both must be of one kind")
    kind: Kind = then.kind if len(kinds) == 1 else "any"
    fixed = then.fixed and condition.fixed and other.fixed
    return Part(kind, operations.choose(then.run, condition.run, other.run), fixed)


def _build_call(node: tree.Call, want: Kind) -> Part:
    parts = [build(argument, "number") for argument in node.arguments]
    run = operations.call(node.function, [part.run for part in parts])
    return Part("number", run, all(part.fixed for part in parts))


def _build_members(node: tree.Members, want: Kind) -> Part:
    test = None if node.test is None else build(node.test, "truth").run
    kind: Kind = "number" if node.word == "count" else "truth"
    return Part(kind, operations.over_side(node.word, node.side, test, node.position))


def _build_dice(node: tree.Dice, want: Kind) -> Part:
    count, sides = build(node.count, "number"), build(node.sides, "number")
    if not (count.fixed and sides.fixed):
        return Part("number", pool.computed_dice(count.run, sides.run, node.modifiers, node.position))
    for number, code, what in ((count.value, "dice-count", "dice"), (sides.value, "dice-sides", "sides")):
        if not isinstance(number, int):
            message = f"{show_number(number)} {what}: not a whole number"
            raise FormulaError(cast("Any", code), node.position, message)
    pool.check_fixed(count.value, sides.value, node.modifiers, node.position)
    return Part("number", pool.fixed_dice(count.value, sides.value, node.modifiers, node.position))


_BUILDERS: dict[type, Callable[[Any, Kind], Part]] = {
    tree.Constant: _build_constant,
    tree.Text: _build_text,
    tree.Name: _build_name,
    tree.Dice: _build_dice,
    tree.Sum: _build_sum,
    tree.Product: _build_product,
    tree.Compare: _build_compare,
    tree.Logic: _build_logic,
    tree.Not: _build_not,
    tree.Choice: _build_choice,
    tree.Call: _build_call,
    tree.Members: _build_members,
}
