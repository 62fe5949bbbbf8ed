"""What looks like a figure of the sheet goes into no name, side or condition unseen: it is told, never guessed.

``add 3 goblin stamina 7`` does not make a goblin called "goblin stamina 7" where sheets have no stamina. Names with
numbers stay names (``Guard 2``, ``K9 7``), and what stands in quotation marks is always one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from turnwright.engine.state import SURPRISED
from turnwright.formula import is_name
from turnwright.formula.normal import plain
from turnwright.speech.cursor import shown_words
from turnwright.speech.line import Line, in_quotes
from turnwright.speech.names import alike, fold_word

_FIGURE = re.compile(
    r"\s+(?P<word>[^\W\d_][\w'’-]*)(?P<sign>\s*[:=]\s*|\s+)(?P<value>[-+]?[\d½⅓⅔¼¾][^\s,]*)(?=[\s,]|$)"
)
_STATED = re.compile(r"\s+(?P<word>[^\W\d_][\w'’ -]*?)\s*[:=]?\s+(?P<value>yes|no)$", re.IGNORECASE)
_NUMBER = re.compile(r"(?<!\S)\d+(?!\S)")
_ANYWHERE = ("hp", "ac")
"""What lists and sheets call so, in whatever game and however it is written."""


class Figure(NamedTuple):
    """A word with a number after it, and where in the text it begins."""

    word: str
    value: str
    at: int
    told: bool


def check_name(line: Line, start: int, text: str, several: bool, scored: bool) -> None:
    """Refuse ``sheet.no_such``, ``sheet.unclear`` and ``sheet.stated`` for a name that holds what a sheet would say.

    ``several`` are called so. ``scored`` tells that a number at the end may be what they have for initiative.
    """
    stated = _STATED.search(text)
    surprise = (SURPRISED,) if line.rules.ruleset.surprise is not None else ()
    if stated and fold_word(stated["word"]) in map(fold_word, (*line.rules.conditions, *surprise)):
        line.at = start + stated.start("word")
        line.fail("sheet.stated", key=stated["word"], name=text[: stated.start()].rstrip(" ,"))
    found = list(_figures(text))
    base = alike(text[: found[0].at + len(found[0].word)]) if found else ""
    known = any(alike(name).rstrip(" 0123456789") == base for name in line.cast.names())
    if found and not known and (len(_NUMBER.findall(text)) > 1 or _meant(found[0], several, scored)):
        _tell(line, start, text, found[0], "name")


def check_text(line: Line, start: int, text: str, known: Iterable[str], what: str) -> None:
    """Refuse ``sheet.no_such`` and ``sheet.unclear`` for a side or condition that holds what a sheet would say."""
    found = next(_figures(text), None)
    if found is not None and text not in known:
        _tell(line, start, text, found, what)


def check_rest(line: Line, start: int, text: str, what: str) -> None:
    """The same where no sheet is being told: on an open sheet refuse ``line.left_over``."""
    found = next(_figures(text), None)
    if found is not None and line.rules.ruleset.open_sheet:
        line.at = start + found.at
        line.fail("line.left_over", rest=text[found.at :])
    check_text(line, start, text, (), what)


def known_words(line: Line) -> str:
    """What the sheets of the game know, as people read it."""
    return shown_words(word.replace("_", " ") for word in line.sheet_words())


def _figures(text: str) -> Iterator[Figure]:
    for match in _FIGURE.finditer(plain(text)):
        told = "," in text[: match.start("word")] or bool(match["sign"].strip()) or not match["value"].isdecimal()
        if is_name(match["word"]):
            yield Figure(match["word"], match["value"], match.start("word"), told)


def _meant(figure: Figure, several: bool, scored: bool) -> bool:
    """Whether a single word with a number is none that a name would end with."""
    if figure.told or fold_word(figure.word) in _ANYWHERE:
        return True
    return not scored and (several or figure.word.islower())


def _tell(line: Line, start: int, text: str, figure: Figure, what: str) -> None:
    line.at = start + figure.at
    whole, short = in_quotes(text), text[: figure.at].rstrip(" ,")
    if line.rules.ruleset.open_sheet:
        line.fail("sheet.unclear", key=figure.word, value=figure.value, called=short, whole=whole, part=what)
    line.fail("sheet.no_such", key=figure.word, known=known_words(line), whole=whole, part=what)
