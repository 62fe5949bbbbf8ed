"""Closures that roll dice, record every die, and give the total."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from turnwright.formula.errors import FormulaError
from turnwright.formula.limits import MAX_DICE
from turnwright.formula.notation import check_count, check_ends, check_sides
from turnwright.formula.number import show_number
from turnwright.formula.rolled import Die
from turnwright.formula.scope import Scope
from turnwright.formula.tree import PLAIN, Faces, Modifiers, Pick

Roll: TypeAlias = Callable[[int], int]
Run: TypeAlias = Callable[[Scope, Roll, list[Die]], Any]
"""A compiled piece of a formula: the scope, the source of faces, and the list that takes every die rolled."""


def fixed_dice(count: int, sides: int, modifiers: Modifiers, position: int) -> Run:
    """Return the closure for dice whose number and sides are known."""
    if modifiers == PLAIN:
        return one_die(sides, 0, position) if count == 1 else _several(count, sides, position)
    if modifiers == Modifiers(pick=modifiers.pick) and modifiers.pick is not None:
        return _picked(count, sides, modifiers.pick, position)

    def run(scope: Scope, roll: Roll, record: list[Die]) -> int:
        return throw(count, sides, modifiers, position, roll, record)

    return run


def computed_dice(count: Run, sides: Run, modifiers: Modifiers, position: int) -> Run:
    """Return the closure for dice whose number or sides are only known when rolling."""

    def run(scope: Scope, roll: Roll, record: list[Die]) -> int:
        many = _whole(count(scope, roll, record), "dice-count", "the number of dice", position)
        faces = _whole(sides(scope, roll, record), "dice-sides", "the number of sides", position)
        check_fixed(many, faces, modifiers, position)
        return throw(many, faces, modifiers, position, roll, record)

    return run


def check_fixed(count: int, sides: int, modifiers: Modifiers, position: int) -> None:
    """Raise FormulaError for dice that may not be rolled. No dice at all (0) may be: their total is 0."""
    if count < 0:
        raise FormulaError("dice-count", position, f"the number of dice is {count}")
    check_count(count, position)
    check_sides(sides, position)
    check_ends(sides, modifiers, position)


def one_die(sides: int, plus: int | Fraction, position: int) -> Run:
    """Return the closure for one die and a constant, the commonest formula of all."""

    def run(scope: Scope, roll: Roll, record: list[Die]) -> int | Fraction:
        if len(record) >= MAX_DICE:
            _refuse_more(position)
        face = roll(sides)
        record.append(Die(sides, face))
        return face + plus

    return run


def _several(count: int, sides: int, position: int) -> Run:
    def run(scope: Scope, roll: Roll, record: list[Die]) -> int:
        if len(record) + count > MAX_DICE:
            _refuse_more(position)
        faces = [roll(sides) for _ in range(count)]
        record += [Die(sides, face) for face in faces]
        return sum(faces)

    return run


def _picked(count: int, sides: int, pick: Pick, position: int) -> Run:
    def run(scope: Scope, roll: Roll, record: list[Die]) -> int:
        if len(record) + count > MAX_DICE:
            _refuse_more(position)
        faces = [roll(sides) for _ in range(count)]
        total = sum(faces)
        dice = [Die(sides, face) for face in faces]
        for index in _dropped(faces, pick):
            face = faces[index]
            total -= face
            dice[index] = Die(sides, face, False, "dropped")
        record += dice
        return total

    return run


def throw(count: int, sides: int, modifiers: Modifiers, position: int, roll: Roll, record: list[Die]) -> int:
    """Roll dice with any modifiers and return their total, or how many `c` counts.

    As at the table: all dice are rolled, then those to reroll, then one more for each that exploded, and so
    on. Raises FormulaError over the roll limit.
    """
    first = len(record)
    explode = modifiers.explode.on(sides) if modifiers.explode else None
    why = ""
    while count:
        start = len(record)
        _roll_more(count, sides, why, position, roll, record)
        if modifiers.reroll:
            _reroll(modifiers.reroll, modifiers.once, start, position, roll, record)
        if explode is None:
            break
        count = sum(die.kept and explode.low <= die.face <= explode.high for die in record[start:])
        why = "exploded"
    if modifiers.pick:
        kept = [index for index in range(first, len(record)) if record[index].kept]
        for index in _dropped([record[index].face for index in kept], modifiers.pick):
            _take_out(kept[index], "dropped", record)
    if modifiers.count is None:
        return sum(die.face for die in record[first:] if die.kept)
    return _count(modifiers.count, first, record)


def _roll_more(count: int, sides: int, why: str, position: int, roll: Roll, record: list[Die]) -> None:
    if len(record) + count > MAX_DICE:
        _refuse_more(position)
    record += [Die(sides, roll(sides), True, why) for _ in range(count)]


def _reroll(faces: Faces, once: bool, start: int, position: int, roll: Roll, record: list[Die]) -> None:
    while True:
        end = len(record)
        for index in range(start, end):
            old = record[index]
            if faces.low <= old.face <= faces.high:
                _take_out(index, "rerolled", record)
                _roll_more(1, old.sides, old.why, position, roll, record)
        if once or len(record) == end:
            return
        start = end


def _count(faces: Faces, first: int, record: list[Die]) -> int:
    hits = 0
    for index in range(first, len(record)):
        die = record[index]
        if not die.kept:
            continue
        if faces.low <= die.face <= faces.high:
            hits += 1
        else:
            _take_out(index, "missed", record)
    return hits


def _dropped(faces: Sequence[int], pick: Pick) -> list[int]:
    """Return the indices of the dice that go. Of equal ones those rolled first are the first to be picked."""
    order = sorted(range(len(faces)), key=faces.__getitem__, reverse=pick.high)
    return order[pick.many :] if pick.keep else order[: pick.many]


def _take_out(index: int, why: str, record: list[Die]) -> None:
    die = record[index]
    record[index] = Die(die.sides, die.face, False, why)


def _whole(value: int | Fraction, code: Any, what: str, position: int) -> int:
    if value.denominator != 1:
        raise FormulaError(code, position, f"{what} is {show_number(value)}, not a whole number")
    return int(value)


def _refuse_more(position: int) -> None:
    raise FormulaError("too-many-dice", position, f"more than {MAX_DICE} dice in one roll (the roll limit)")
