"""Dice as people write them: `2d20kh1`, `d%`, `3d6!>=5`, `4d6r<3`, `5d10c>=8`.

Modifiers stand right after the dice, without a space; each kind at most once, in any order. `r` rerolls until
the face is none of those named (`rr` is the same), `ro` rerolls once; `!` explodes the highest face or those
named; `k`, `kh`, `kl`, `dh`, `dl` keep or drop (one die where no number follows); `c` counts dice instead of
adding them. Faces are named by a number alone (that face) or after `=`, `<`, `<=`, `>`, `>=`; `c` asks for
one of these signs.
"""

from __future__ import annotations

import re

import msgspec

from turnwright.formula import tree
from turnwright.formula.errors import FormulaError
from turnwright.formula.limits import MAX_DICE, MAX_SIDES
from turnwright.formula.tree import HIGHEST, Constant, Dice, Faces, Modifiers, Pick

_DICE = re.compile(r"([0-9]*)[dD]([0-9]+|%)")
_PICK = re.compile(r"(?:([kK])([hHlL]?)|([dD])([hHlL]))([0-9]*)")
_REROLL = re.compile(r"[rR][rRoO]?")
_COUNT = re.compile(r"[cC]")
_EXPLODE = re.compile(r"!(?!=)")
_FACES = re.compile(r"(>=|<=|[<>=≥≤])?([0-9]+)")

# What scanning makes of a one or a nought: ld6, 2dl0, 1d2O.
_MISREAD = re.compile(r"([0-9lI]*)[dD]([0-9lIO]+)([A-Za-z0-9]*)")
_MEANT = str.maketrans("lIO", "110")

_SIGNS = {"≥": ">=", "≤": "<=", "": "=", None: "="}
_MODIFIERS = "the modifiers are kh kl dh dl, ! to explode, r and ro to reroll, c to count"


def read_dice(text: str, start: int) -> tuple[Dice, int] | None:
    """Return the dice written at `start` of the plain `text` and where they end, or None for no dice.

    Raises FormulaError where dice are there and wrong.
    """
    match = _DICE.match(text, start)
    if match is None:
        refuse_misread(text, start)
        return None
    count = int(match[1] or "1")
    sides = 100 if match[2] == "%" else int(match[2])
    if count == 0:
        raise FormulaError("dice-count", start, "no dice to roll: the number of dice is 0")
    check_count(count, start)
    check_sides(sides, match.start(2))
    modifiers, end = read_modifiers(text, match.end(), sides)
    if end < len(text) and (text[end].isalnum() or text[end] == "_"):
        refuse_misread(text, start)
        hint = "dl drops the lowest, dh the highest" if text[end] in "dD" else _MODIFIERS
        raise FormulaError("dice-modifier", end, f"'{text[end]}' is no modifier of dice", hint)
    where = match.start(2)
    return Dice(Constant(count, start), Constant(sides, where), modifiers, start), end


def read_modifiers(text: str, start: int, sides: int | None) -> tuple[Modifiers, int]:
    """Return the modifiers written at `start` of the plain `text` and where they end.

    `sides` is None where it is only known when rolling. Raises FormulaError for a modifier that is wrong,
    given twice, or that makes the roll never end.
    """
    found = tree.PLAIN
    at = start
    while True:
        name, changes, end = _read_modifier(text, at)
        if not name:
            return found, at
        if getattr(found, name) is not None:
            raise FormulaError("dice-modifier", at, f"'{text[at:end]}': dice can be told this only once")
        found = msgspec.structs.replace(found, **changes)
        if sides is not None:
            check_ends(sides, found, at)
        at = end


def check_count(count: int, position: int) -> None:
    """Raise FormulaError where so many dice are too many for one evaluation."""
    if count > MAX_DICE:
        raise FormulaError("too-many-dice", position, f"more than {MAX_DICE} dice (the roll limit)")


def check_sides(sides: int, position: int) -> None:
    """Raise FormulaError for a die that cannot be."""
    if sides < 1:
        raise FormulaError("dice-sides", position, "a die has at least one side")
    if sides > MAX_SIDES:
        raise FormulaError("dice-sides", position, f"a die has at most {MAX_SIDES} sides")


def check_ends(sides: int, modifiers: Modifiers, position: int) -> None:
    """Raise FormulaError where such dice would be rolled for ever."""
    reroll = None if modifiers.once or modifiers.reroll is None else modifiers.reroll.on(sides)
    explode = None if modifiers.explode is None else modifiers.explode.on(sides)
    if reroll is not None and _cover(sides, reroll):
        what = "is rerolled"
    elif explode is not None and _cover(sides, explode):
        what = "explodes"
    elif explode is not None and reroll is not None and _cover(sides, explode, reroll):
        what = "is rerolled or explodes"
    else:
        return
    raise FormulaError("never-ends", position, f"every face of a d{sides} {what}, so the roll never ends")


def refuse_misread(text: str, start: int) -> None:
    """Raise FormulaError where `text` has at `start` what scanning makes of dice, such as `ld6` or `2dl0`."""
    match = _MISREAD.match(text, start)
    if match is None:
        return
    written, rest = match[0], match[3]
    digits = match[1] + match[2]
    if not any(digit.isdigit() for digit in digits) or (rest and rest[0] not in "kKrRcCdD"):
        return
    meant = f"{match[1].translate(_MEANT)}d{match[2].translate(_MEANT)}{rest}"
    if meant != written.replace("D", "d", 1):
        message = f"'{written}' looks like misread dice"
        raise FormulaError("dice-misread", start, message, f"did you mean {meant}?", written)


def _cover(sides: int, *runs: Faces) -> bool:
    reached = 0
    for run in sorted(runs, key=lambda run: run.low):
        if run.low <= reached + 1:
            reached = max(reached, run.high)
    return reached >= sides


def _read_modifier(text: str, at: int) -> tuple[str, dict[str, object], int]:
    """Return the field of Modifiers that stands at `at` ("" for none), what it sets, and where it ends."""
    if match := _PICK.match(text, at):
        many = int(match[5] or "1")
        if many == 0:
            raise FormulaError("dice-modifier", at, f"'{match[0]}' keeps or drops no dice")
        keep = match[1] is not None
        high = (match[2] if keep else match[4]) not in ("l", "L")
        return "pick", {"pick": Pick(keep, high, min(many, MAX_DICE))}, match.end()
    if match := _EXPLODE.match(text, at):
        if text[match.end() : match.end() + 1] in ("<", ">", "≥", "≤") or _FACES.match(text, match.end()):
            faces, end = _read_faces(text, match.end(), "to compare the total, put a space after !")
            return "explode", {"explode": faces}, end
        return "explode", {"explode": Faces(HIGHEST, HIGHEST)}, match.end()
    if match := _REROLL.match(text, at):
        faces, end = _read_faces(text, match.end(), "such as r1 or ro<3")
        return "reroll", {"reroll": faces, "once": match[0].lower() == "ro"}, end
    if match := _COUNT.match(text, at):
        if text[match.end() : match.end() + 1].isdigit():
            hint = f"c>={text[match.end()]} or c={text[match.end()]}"
            raise FormulaError("dice-modifier", match.end(), "c needs to know how to compare", hint)
        faces, end = _read_faces(text, match.end(), "such as c>=8")
        return "count", {"count": faces}, end
    return "", {}, at


def _read_faces(text: str, at: int, hint: str) -> tuple[Faces, int]:
    match = _FACES.match(text, at)
    if match is None:
        raise FormulaError("dice-modifier", at, "the faces are missing here", hint)
    number = int(match[2])
    low, high = {
        "=": (number, number),
        "<": (1, number - 1),
        "<=": (1, number),
        ">": (number + 1, MAX_SIDES),
        ">=": (number, MAX_SIDES),
    }[_SIGNS.get(match[1], match[1])]
    return Faces(max(low, 1), high), match.end()
