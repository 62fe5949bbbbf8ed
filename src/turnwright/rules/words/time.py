"""Story time: how long turns, rounds and rests stand for, and how the story is cut into scenes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from turnwright.formula import Number, read_number, show_number
from turnwright.formula.normal import plain
from turnwright.rules.words.word import Word


class SpanError(ValueError):
    """A text that is no stretch of time. ``position`` counts its characters from 0; ``hint`` says what to write."""

    def __init__(self, message: str, position: int = 0, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.position = position
        self.hint = hint


class Span(Struct, frozen=True, gc=False):
    """A stretch of story time in seconds, from the least to the most it may be; the two are equal where it is exact."""

    low: Number
    high: Number


_MINUTE, _HOUR, _DAY = 60, 3600, 86400
_UNITS: Mapping[str, int] = {
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), 1),
    **dict.fromkeys(("min", "mins", "minute", "minutes"), _MINUTE),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), _HOUR),
    **dict.fromkeys(("d", "day", "days"), _DAY),
    **dict.fromkeys(("w", "week", "weeks"), 7 * _DAY),
    **dict.fromkeys(("month", "months"), 30 * _DAY),
    **dict.fromkeys(("y", "year", "years"), 365 * _DAY),
}
_SHOWN = (("year", 365 * _DAY), ("month", 30 * _DAY), ("day", _DAY), ("h", _HOUR), ("min", _MINUTE))
_HINT = "such as 15 min, 5-10 s, 1 h 30 min, or 2 days to 3 weeks; the units are s, min, h, days, weeks, months, years"
_LONGEST = 160
_NUMBER = r"\d+\s*/\s*\d+|\d*(?:\.\d+)?[½⅓⅔¼¾]|\d+(?:\.\d+)?|an?\b"
_PART = re.compile(rf"\s*({_NUMBER})\s*([a-z]*)")
_TO = re.compile(r"\s*(?:-|to\b)")


def read_span(text: str) -> Span:
    """Read a stretch of time: ``15 min``, ``5-10 s``, ``1 h 30 min``, ``about 6 s``, ``2 days to 3 weeks``.

    A month counts as 30 days, a year as 365. A first number without a unit takes that of the second. Raises SpanError.
    """
    if len(text) > _LONGEST:
        raise SpanError("too long for a stretch of time", hint=_HINT)
    flat = plain(text).lower()
    start = re.match(r"\s*(?:about\b|~)?", flat)
    at = start.end() if start else 0
    parts, at = _parts(text, flat, at)
    to = _TO.match(flat, at)
    if to is None:
        low = high = _sum(text, parts, 0)
    else:
        upper, at = _parts(text, flat, to.end())
        high = _sum(text, upper, 0)
        low = _sum(text, parts, upper[-1][1] if len(parts) == 1 else 0)
    if flat[at:].strip():
        at = len(flat) - len(flat[at:].lstrip())
        raise SpanError(f"this is not understood: {text[at:].strip()!r}", at, _HINT)
    if low > high:
        raise SpanError("the first number is greater than the second", 0)
    return Span(low, high)


def _parts(text: str, flat: str, at: int) -> tuple[list[tuple[Number, int, int]], int]:
    """The numbers with their units (0: none) and positions that stand one after another, and where they end."""
    found: list[tuple[Number, int, int]] = []
    while match := _PART.match(flat, at):
        if not match[1]:
            break
        where = match.start(1)
        written = "1" if match[1] in ("a", "an") else match[1]
        try:
            value = read_number(written)
        except ValueError as error:
            raise SpanError(str(error), where, _HINT) from None
        unit = match[2]
        if unit == "to":
            found.append((value, 0, where))
            return found, match.start(2)
        if unit and unit not in _UNITS:
            hint = "write min or months" if unit == "m" else _HINT
            raise SpanError(f"{unit!r} is no unit of time", match.start(2), hint)
        found.append((value, _UNITS.get(unit, 0), where))
        at = match.end()
    if not found:
        raise SpanError("a stretch of time is missing here" if text.strip() else "nothing is written here", at, _HINT)
    return found, at


def _sum(text: str, parts: list[tuple[Number, int, int]], unit: int) -> Number:
    total: Number = 0
    for value, own, where in parts:
        if not (own or unit):
            raise SpanError("a unit is missing behind this number", where, _HINT)
        total = total + value * (own or unit)
    return int(total) if total.denominator == 1 else total


def show_span(low: Number, high: Number) -> str:
    """A stretch of time as people write it: ``5–10 s``, ``1 min 30 s to 3 h``. `read_span` reads it back."""
    if low == high:
        return _shown(low)
    for name, size in (*_SHOWN, ("s", 1)):
        if low % size == high % size == 0 and high <= 120 * size:
            return f"{low // size}–{high // size} {name}{'s' if size >= _DAY and high > size else ''}"
    return f"{_shown(low)} to {_shown(high)}"


def _shown(seconds: Number) -> str:
    if seconds and seconds % (7 * _DAY) == 0 and seconds < 60 * _DAY:
        weeks = seconds // (7 * _DAY)
        return f"{weeks} week{'s' if weeks != 1 else ''}"
    words: list[str] = []
    for name, size in _SHOWN:
        count, seconds = divmod(seconds, size)
        if count:
            plural = "s" if count != 1 and size >= _DAY else ""
            words.append(f"{count} {name}{plural}")
    if seconds or not words:
        words.append(f"{show_number(seconds)} s")
    return " ".join(words)


class Time(Word, frozen=True, kw_only=True):
    """What a turn and a round stand for in the story; it describes, and limits nothing::

        time:
          turn: 5-10 s
          round: 30-60 s

    Full rounds count by ``round``, finished turns of the running round by ``turn``, and those never above a round. A
    game that gives the round only counts full rounds.
    """

    turn: Span | None = None
    round: Span | None = None

    def __post_init__(self) -> None:
        if self.turn is not None and self.round is None:
            raise ValueError("a turn has a length, so the round needs one too")


class Scenes(Word, frozen=True, kw_only=True):
    """How the story is cut into scenes::

        scenes:
          ref: GAME-T1
          clears: [prone, hidden]

    ``clears`` are the conditions, laid on by hand, that nobody is in any longer once a scene has ended. Effects say for
    themselves that they last until the end of the scene.
    """

    clears: tuple[str, ...] = ()
