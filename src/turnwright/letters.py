"""Letters that stand for no text: what a terminal would obey, what ends a line, what turns a line around.

No name and no note holds them. What joins letters, which some scripts and signs are written with, stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import bidirectional, category

import msgspec
from msgspec import Struct

_CONTROLS = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Control characters, lone surrogates, line and paragraph separators."""

_TURNING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""These turn the reading direction of the text around them."""

_UNSEEN = frozenset({"Cf", "Zs", "Mn", "Me", "Mc"})
"""Format characters, spaces and combining marks: nothing to see when alone."""

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters, by their category, that are blank."""


def is_unfit(letter: str) -> bool:
    """Whether a letter stands for no text."""
    return category(letter) in _CONTROLS or bidirectional(letter) in _TURNING


def unfit(text: str) -> str:
    """The first letter that stands for no text; empty where there is none."""
    return "" if text.isascii() and text.isprintable() else next(filter(is_unfit, text), "")


def is_seen(text: str) -> bool:
    """Whether anything of a text can be seen."""
    return not all(category(letter) in _UNSEEN or letter in _BLANK or is_unfit(letter) for letter in text)


_write = msgspec.json.Encoder(enc_hook=str).encode


def is_plain(value: object) -> bool:
    """Whether all texts within something are plain: of ASCII that can be printed, without quotes. True tells that no
    letter is unfit, and is found out many times as fast as looking at each."""
    try:
        written = _write(value)
    except UnicodeEncodeError:
        return False
    # JSON escapes control characters, but for this one.
    return written.isascii() and b"\\" not in written and b"\x7f" not in written


def texts(value: object) -> Iterator[str]:
    """Every text within something that was given."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from texts(getattr(value, field))
    elif isinstance(value, dict):
        for pair in value.items():
            yield from texts(pair)
    elif isinstance(value, tuple):
        for one in value:
            yield from texts(one)
