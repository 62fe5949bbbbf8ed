"""Letters that stand for no text: what a terminal would obey, what ends a line, what turns a line around.

No name and no note holds them. What joins letters, which some scripts and signs are written with, stays.
"""

from __future__ import annotations

from unicodedata import bidirectional, category

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
