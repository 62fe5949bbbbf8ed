"""A formula's text cut into signs, words, numbers and dice, each with its position."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

import msgspec

from turnwright.formula.errors import FormulaError
from turnwright.formula.normal import composed, described, plain
from turnwright.formula.notation import read_dice
from turnwright.formula.number import GLYPHS, Number, literal
from turnwright.formula.tree import Dice

Kind = Literal["number", "dice", "name", "text", "sign", "end"]

KEYWORDS = frozenset({"and", "or", "not", "if", "else"})

_SPACE = re.compile(r"\s*")
_WORD = re.compile(r"[\w.]*")
_GLYPHS = "".join(GLYPHS)
_NUMBER = re.compile(rf"(?P<whole>[0-9]*)(?:\.(?P<decimals>[0-9]+))?(?P<glyph>[{_GLYPHS}]?)")
_SIGN = re.compile(r"==|!=|<=|>=|//|[-+*/%()<>,≤≥≠]")
_WRITTEN = {"≤": "<=", "≥": ">=", "≠": "!="}

# Signs of other languages. None of them means anything here.
_FOREIGN = re.compile(r"\*\*|&&|\|\||[\^=!&|?]")
_INSTEAD = {
    "=": "compare with ==",
    "!": "write not; to explode dice, put ! right after them",
    "&&": "write and",
    "&": "write and",
    "||": "write or",
    "|": "write or",
    "?": "write a if c else b",
    "^": "there are no powers; write a product",
    "**": "there are no powers; write a product",
}


class Token(msgspec.Struct, frozen=True):
    """One piece of a formula: `word` is the sign, keyword, name or quoted text."""

    kind: Kind
    word: str
    start: int
    end: int
    number: Number = 0
    dice: Dice | None = None


class Tokens:
    """Reads tokens one by one; `at` is where the next one is looked for and may be moved by the reader."""

    def __init__(self, original: str) -> None:
        self.original = original
        self.text = plain(original)
        self.at = 0

    def read(self) -> Token:
        """Return the next token, at the end one of kind `end`. Raises FormulaError for what is no token."""
        text = self.text
        start = _end(_SPACE, text, self.at)
        token = self._token_at(start) if start < len(text) else Token("end", "", start, start)
        self.at = token.end
        return token

    def _token_at(self, start: int) -> Token:
        text = self.text
        first = text[start]
        if first in "'\"":
            return self._quoted(start)
        if first in "0123456789dDlI" and (found := read_dice(text, start)) is not None:
            dice, end = found
            return Token("dice", text[start:end], start, end, dice=dice)
        number = _NUMBER.match(text, start)
        if number is not None and number.end() > start:
            return self._number(number)
        if first.isalpha() or first == "_":
            return self._word(start)
        sign = _SIGN.match(text, start)
        foreign = _FOREIGN.match(text, start)
        if foreign is not None and (sign is None or sign.end() < foreign.end()):
            message = f"'{foreign[0]}' is no sign of a formula"
            raise FormulaError("operator", start, message, _INSTEAD[foreign[0]])
        if sign is None:
            hint = "a name is letters, digits and _" if first == "." else ""
            raise FormulaError("character", start, f"{described(first)} means nothing in a formula", hint)
        return Token("sign", _WRITTEN.get(sign[0], sign[0]), start, sign.end())

    def _quoted(self, start: int) -> Token:
        quote = self.text[start]
        end = self.text.find(quote, start + 1)
        if end < 0:
            raise FormulaError("unclosed", start, f"the text after {quote} has no end", f"close it with {quote}")
        return Token("text", composed(self.original[start + 1 : end]), start, end + 1)

    def _number(self, match: re.Match[str]) -> Token:
        start, end = match.span()
        try:
            value = literal(match["whole"], match["decimals"] or "", match["glyph"])
        except ValueError as error:
            raise FormulaError("number", start, str(error)) from None
        following = self.text[end : _word_end(self.text, end)]
        if following:
            message = f"a sign is missing between '{match[0]}' and '{following}'"
            hint = "put a space there" if following in KEYWORDS else f"to multiply, write {match[0]} * {following}"
            raise FormulaError("unexpected", end, message, hint)
        return Token("number", match[0], start, end, number=value)

    def _word(self, start: int) -> Token:
        end = _word_end(self.text, start)
        word = self.text[start:end]
        if word in KEYWORDS:
            return Token("sign", word, start, end)
        at = start
        for part in word.split("."):
            if not part.isidentifier():
                bad = next((i for i in range(len(part)) if not part[: i + 1].isidentifier()), 0)
                message = f"'{word}' is no name: {described(part[bad]) if part else 'a dot'} cannot stand there"
                raise FormulaError("character", at + bad, message, "a name is letters, digits and _")
            at += len(part) + 1
        return Token("name", composed(word), start, end)


def _word_end(text: str, at: int) -> int:
    """Return where the word that begins at `at` ends; dots, accents and vowel signs belong to it."""
    end = _end(_WORD, text, at)
    while end < len(text) and unicodedata.category(text[end]) in ("Mn", "Mc"):
        end = _end(_WORD, text, end + 1)
    return end


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


def is_name(text: str) -> bool:
    """Return whether `text` can be used as a name in formulas: one stat, pool, label or side.

    Not: keywords, what reads as dice (`d6`, `d20x`) or as misread dice (`ld6`), anything with spaces or a
    hyphen. Words of functions (`min`, `round`) are allowed; they are functions only in front of a bracket.
    """
    try:
        token = Tokens(text).read()
    except FormulaError:
        return False
    return token.kind == "name" and token.word == text
