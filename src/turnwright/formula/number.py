"""Exact numbers: whole numbers and fractions, read from text and shown as text. Never floats."""

from __future__ import annotations

import numbers
import re
from fractions import Fraction
from typing import TYPE_CHECKING

from turnwright.formula.limits import MAX_DECIMALS, MAX_LITERAL
from turnwright.formula.normal import plain

if TYPE_CHECKING:
    Number = int | Fraction
else:
    # One class rather than a union: msgspec takes it as a field's type, with a dec_hook.
    Number = numbers.Rational

GLYPHS: dict[str, Fraction] = {
    "½": Fraction(1, 2),
    "⅓": Fraction(1, 3),
    "⅔": Fraction(2, 3),
    "¼": Fraction(1, 4),
    "¾": Fraction(3, 4),
    "⅕": Fraction(1, 5),
    "⅖": Fraction(2, 5),
    "⅗": Fraction(3, 5),
    "⅘": Fraction(4, 5),
    "⅙": Fraction(1, 6),
    "⅚": Fraction(5, 6),
    "⅐": Fraction(1, 7),
    "⅛": Fraction(1, 8),
    "⅜": Fraction(3, 8),
    "⅝": Fraction(5, 8),
    "⅞": Fraction(7, 8),
    "⅑": Fraction(1, 9),
    "⅒": Fraction(1, 10),
}
"""Fractions that are one character."""

# Fifths and smaller are hard to tell apart on a screen; they are read, but shown as 7/5.
_SHOWN = {value: glyph for glyph, value in GLYPHS.items() if value.denominator <= 4}

_MAX_TEXT = 60
_WRITTEN = re.compile(
    r"(?P<sign>[+-]?)\s*(?:(?P<over>[0-9]+)\s*/\s*(?P<under>[0-9]+)"
    rf"|(?P<whole>[0-9]*)(?:\.(?P<decimals>[0-9]+))?(?P<glyph>[{''.join(GLYPHS)}]?))"
)


def exact(value: Number) -> Number:
    """Return `value` as an int where it is whole, else as a Fraction. The number itself is unchanged."""
    if value.denominator == 1:
        return int(value)
    return value


def literal(whole: str, decimals: str = "", glyph: str = "") -> Number:
    """Return the number written as digits, digits after the point, and a fraction of one character.

    Raises ValueError where nothing is written, where a point and a fraction are mixed, or beyond MAX_LITERAL
    or MAX_DECIMALS.
    """
    if not (whole or decimals or glyph):
        raise ValueError("a number is missing")
    if decimals and glyph:
        raise ValueError("a number has either a point or a fraction, not both")
    if len(decimals) > MAX_DECIMALS:
        raise ValueError(f"more than {MAX_DECIMALS} digits after the point")
    value: Number = int(whole or "0")
    if decimals:
        value = exact(value + Fraction(int(decimals), 10 ** len(decimals)))
    if glyph:
        value = value + GLYPHS[glyph]
    if value > MAX_LITERAL:
        raise ValueError(f"a number over {MAX_LITERAL}")
    return value


def read_number(text: str) -> Number:
    """Return the number that `text` writes: `3`, `-2`, `1.5`, `1/2`, `½`, `1½`.

    The minus may be any dash people paste, digits may be full-width, spaces around are ignored. Raises
    ValueError for anything else, for a zero under the stroke, and beyond MAX_LITERAL.
    """
    if len(text) > _MAX_TEXT:
        raise ValueError("too long for a number")
    match = _WRITTEN.fullmatch(plain(text).strip())
    if match is None:
        raise ValueError(f"not a number: {text!r}")
    if match["over"]:
        over, under = literal(match["over"]), literal(match["under"])
        if not under:
            raise ValueError(f"division by zero: {text!r}")
        value = exact(Fraction(over, under))
    else:
        value = literal(match["whole"], match["decimals"] or "", match["glyph"])
    return -value if match["sign"] == "-" else value


def show_number(number: Number) -> str:
    """Return `number` as people write it: `3`, `-2`, `½`, `1½`, and `7/5` where a fraction has no short sign.

    `read_number` reads it back as the same number, within its limits.
    """
    if isinstance(number, int) or number.denominator == 1:
        return str(int(number))
    whole, rest = divmod(abs(number), 1)
    glyph = _SHOWN.get(rest)
    if glyph is None:
        return f"{number.numerator}/{number.denominator}"
    return f"{'-' if number < 0 else ''}{whole or ''}{glyph}"
