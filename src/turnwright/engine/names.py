"""Names as they are kept and compared."""

from __future__ import annotations

import unicodedata

from turnwright.engine.play import Play

LONGEST_NAME = 80


def fold(name: str) -> str:
    """A name as names are compared: normalised and without case."""
    return unicodedata.normalize("NFC", name.strip()).casefold()


def clean_name(play: Play, name: str) -> str:
    """A name as it is kept; refuses empty ones, too long ones and control characters."""
    clean = unicodedata.normalize("NFC", name.strip())
    if not clean:
        play.refuse("name.empty")
    if len(clean) > LONGEST_NAME:
        play.refuse("name.too_long", length=len(clean), most=LONGEST_NAME)
    if any(unicodedata.category(c) in ("Cc", "Cs") for c in clean):
        play.refuse("name.control")
    return clean
