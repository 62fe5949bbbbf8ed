"""Trees of formulas, written as text and computed the slow and obvious way.

A tree is written with the fewest brackets that the precedence table below allows, so that the parser's idea of
precedence is tested too. Nothing is shared with the room but the faces of the dice.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

from formula.stage import Seeded, Who

Tree: TypeAlias = tuple[Any, ...]

VALUES: dict[str, int | Fraction] = {"speed": 4, "zero": 0, "half": Fraction(1, 2), "pool.ap": -3, "größe": 17}
FOES: list[dict[str, int | Fraction]] = [VALUES | {"speed": number} for number in (0, 4, 9)]
WHO = Who(VALUES, foes=[Who(values) for values in FOES])
BINDS = {"if": 1, "or": 2, "and": 3, "not": 4, "<": 5, "<=": 5, ">": 5, ">=": 5, "==": 5, "!=": 5}
BINDS |= {"+": 6, "-": 6, "*": 7, "/": 7, "//": 7, "%": 7, "neg": 8}
ATOM = 9
FLAT = ("and", "or")


def text_of(tree: Tree, least: int = 0) -> str:
    """Write a tree; `least` is how tightly its place binds."""
    kind, *parts = tree
    binds = BINDS.get(kind, ATOM)
    if kind in ("number", "name"):
        text = str(parts[0])
    elif kind == "dice":
        text = dice_text(*parts)
    elif kind == "call":
        text = f"{parts[0]}({', '.join(text_of(part) for part in parts[1])})"
    elif kind == "over":
        word, test = parts
        text = f"{word}(foes, {text_of(test)})"
    elif kind == "neg":
        text = f"-{text_of(parts[0], binds)}"
    elif kind == "not":
        text = f"not {text_of(parts[0], binds)}"
    elif kind == "if":
        then, condition, other = parts
        text = f"{text_of(then, binds + 1)} if {text_of(condition, binds + 1)} else {text_of(other, binds)}"
    else:
        left, right = parts
        apart = binds == BINDS["<"]  # comparisons do not chain
        text = f"{text_of(left, binds + apart)} {kind} {text_of(right, binds + (kind not in FLAT))}"
    return f"({text})" if binds < least else text


def dice_text(count: int, sides: int, reroll: tuple[str, int] | None, explode: tuple[str, int] | None,
              pick: tuple[str, int] | None, hits: tuple[str, int] | None) -> str:  # fmt: skip
    text = f"{count}d{sides}"
    for mark, faces in (("", reroll), ("!", explode), ("", pick), ("c", hits)):
        if faces:
            text += f"{mark}{faces[0]}{faces[1]}"
    return text


MATCH: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
}


def oracle_dice(parts: tuple[Any, ...], source: Seeded) -> int:
    count, sides, reroll, explode, pick, hits = parts

    def matches(faces: tuple[str, int] | None, face: int) -> bool:
        return faces is not None and MATCH[faces[0].lstrip("ro")](face, faces[1])

    kept: list[int] = []
    wave = [source.roll(sides) for _ in range(count)]
    while wave:
        settled = [face for face in wave if not matches(reroll, face)]
        again = [source.roll(sides) for face in wave if matches(reroll, face)]
        fallen: list[int | None] = [None if matches(reroll, face) else face for face in wave]
        if reroll and reroll[0].startswith("ro"):
            settled, fallen = settled + again, fallen + list(again)
        else:
            while again:
                fallen += [None if matches(reroll, face) else face for face in again]
                settled += [face for face in again if not matches(reroll, face)]
                again = [source.roll(sides) for face in again if matches(reroll, face)]
        assert sorted(settled) == sorted(face for face in fallen if face is not None)
        kept += [face for face in fallen if face is not None]
        wave = [source.roll(sides) for face in settled if matches(explode, face)]
    if pick:
        kept = picked(kept, *pick)
    return sum(matches(hits, face) for face in kept) if hits else sum(kept)


def picked(faces: list[int], how: str, many: int) -> list[int]:
    """Take the best or worst away one at a time; only faces matter here."""
    left, taken = list(faces), []
    best = max if how.endswith("h") else min
    for _ in range(min(many, len(faces))):
        face = best(left)
        left.remove(face)
        taken.append(face)
    return taken if how.startswith("k") else left


ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
CALLS: dict[str, Callable[[list[Fraction]], Any]] = {
    "min": min,
    "max": max,
    "floor": lambda values: values[0] // Fraction(1),
    "ceil": lambda values: -(-values[0] // Fraction(1)),
    "round": lambda values: (2 * values[0] + 1) // 2,
    "abs": lambda values: values[0] if values[0] >= 0 else -values[0],
}


def oracle(tree: Tree, values: dict[str, int | Fraction], source: Seeded) -> Any:
    """Compute a tree with fractions throughout, the obvious way."""
    kind, *parts = tree
    if kind == "number":
        return Fraction(parts[0])
    if kind == "name":
        return Fraction(values[parts[0]])
    if kind == "dice":
        return Fraction(oracle_dice(tuple(parts), source))
    if kind == "call":
        return Fraction(CALLS[parts[0]]([oracle(part, values, source) for part in parts[1]]))
    if kind == "over":
        found = [bool(oracle(parts[1], foe, source)) for foe in FOES]
        return {"any": any(found), "all": all(found), "count": Fraction(sum(found))}[parts[0]]
    if kind == "neg":
        return -oracle(parts[0], values, source)
    if kind == "not":
        return not oracle(parts[0], values, source)
    if kind == "if":
        return oracle(parts[0] if oracle(parts[1], values, source) else parts[2], values, source)
    if kind in FLAT:
        first = bool(oracle(parts[0], values, source))
        return first if first == (kind == "or") else bool(oracle(parts[1], values, source))
    return ARITHMETIC[kind](oracle(parts[0], values, source), oracle(parts[1], values, source))
