"""Names that people give to seats, tables, fights and the like, as these are kept."""

from __future__ import annotations

import unicodedata

from turnwright.letters import is_seen, is_unfit

LONGEST = 60
"""Letters that such a name has at most."""


def plain(text: str) -> str:
    """A name on one line, cut where it is long, and without letters that stand for no text; empty where nothing is left
    that can be seen."""
    fit = (" " if one.isspace() else one for one in unicodedata.normalize("NFC", text))
    clean = " ".join("".join(one for one in fit if not is_unfit(one)).split())[:LONGEST].rstrip()
    return clean if is_seen(clean) else ""
