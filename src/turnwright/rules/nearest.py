"""What somebody meant who wrote a word that is not known."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable

_LONGEST = 64


def fold(word: str) -> str:
    """The word without what people mix up: case, accents, and whether space, hyphen or underscore part it."""
    apart = unicodedata.normalize("NFKD", word)
    plain = "".join(character for character in apart if not unicodedata.combining(character))
    return re.sub(r"[\s_-]+", " ", plain).strip().casefold()


def suggest(word: str, known: Iterable[str]) -> str:
    """The known word that is nearest to ``word``, or an empty text where none is near."""
    folded: dict[str, str] = {}
    for candidate in known:
        folded.setdefault(fold(candidate)[:_LONGEST], candidate)
    target = fold(word)[:_LONGEST]
    if not target:
        return ""
    if target in folded:
        return folded[target]
    begun = [candidate for start, candidate in folded.items() if len(target) > 2 and start.startswith(target)]
    if len(begun) == 1:
        return begun[0]
    partly = [candidate for words, candidate in folded.items() if target in words.split()]
    if len(partly) == 1:
        return partly[0]
    near = difflib.get_close_matches(target, folded, n=1, cutoff=0.6)
    return folded[near[0]] if near else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``did you mean "…"?`` with the nearest known word, or an empty text."""
    near = suggest(word, known)
    return f'did you mean "{near}"?' if near else ""
