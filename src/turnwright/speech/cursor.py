"""Reading a line from left to right: words, quoted texts, numbers, formulas.

Whatever is looked for at the end of the line is noted as wanted, so that completion comes from the very reading that
carries the line out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NoReturn

from msgspec import Struct

from turnwright.formula import FormulaError, Number, parse, read_number
from turnwright.formula.normal import plain
from turnwright.letters import is_unfit
from turnwright.rules.nearest import suggest
from turnwright.speech.errors import misread
from turnwright.speech.names import fold_word, pick, plainer

LONGEST_LINE = 20_000

_QUOTES = {'"': '"', "“": "”", "„": "“”", "«": "»"}
_SINGLE = {"'": "'", "‘": "’"}
_FIGURE = re.compile(r"[-+=]|\d+[/.]\d|\d*d[\d%]|\d*[½⅓⅔¼¾]", re.IGNORECASE)
_WORD_END = re.compile(r"[\s,]|$")


class Completion(Struct, frozen=True):
    """What could stand from ``start`` on (characters of the line, from 0) to its end."""

    text: str
    start: int


def _unfit(text: str) -> tuple[int, str]:
    """The first letter that stands for no text; whatever parts words does."""
    if text.isprintable():
        return 0, ""
    return next(((at, c) for at, c in enumerate(text) if is_unfit(c) and not c.isspace()), (0, ""))


def _blanks(text: str) -> str:
    """A line in which nothing but blanks parts words."""
    return text if text.isprintable() else "".join(" " if c.isspace() else c for c in text)


class Cursor:
    """A line of text and how far it has been read."""

    def __init__(self, text: str, wanted: list[Completion] | None = None) -> None:
        if len(text) > LONGEST_LINE:
            misread("line.too_long", LONGEST_LINE, length=len(text), most=LONGEST_LINE)
        at, letter = _unfit(text)
        if letter:
            misread("line.unfit", at, letter=f"U+{ord(letter):04X}", place=at + 1)
        self.text = unicodedata.normalize("NFC", _blanks(text))
        self.at = 0
        self.wanted = wanted

    # ---- where we are

    def skip(self) -> int:
        """Go on to the next thing in the line, and say where that is."""
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
        return self.at

    def done(self) -> bool:
        """Whether nothing is left."""
        return self.skip() >= len(self.text)

    def left(self) -> str:
        """What is left."""
        return self.text[self.skip() :].rstrip()

    def want(self, candidates: Iterable[str]) -> None:
        """Note what could stand here, if the line ends with the beginning of it."""
        if self.wanted is None:
            return
        start = self.skip()
        if start >= len(self.text) and start and not (self.text[-1].isspace() or self.text[-1] in ",:="):
            return
        part = plainer(self.text[start:]).lstrip("\"'“‘")
        if part and self.text[-1].isspace():
            part += " "
        self.wanted.extend(Completion(text, start) for text in candidates if plainer(text).strip('"').startswith(part))

    def fail(self, code: str, **figures: object) -> NoReturn:
        """Say that the line can't be read any further; raises SpeechError."""
        misread(code, self.at, **figures)

    # ---- words

    def peek(self, at: int | None = None) -> tuple[str, int]:
        """The next word, up to a space or a comma, and where it ends."""
        start = self.skip() if at is None else at
        end = _WORD_END.search(self.text, start)
        stop = end.start() if end else len(self.text)
        return self.text[start:stop], stop

    def word(self, *words: str) -> str:
        """Take the next word if it is one of these, whole; else an empty text."""
        self.want(words)
        found, end = self.peek()
        wanted = found.casefold().removesuffix(":")
        for word in words:
            if wanted == word or (" " in word and self._words(word)):
                self.at = end if wanted == word else self._words(word)
                return word
        return ""

    def _words(self, phrase: str) -> int:
        """Where this phrase ends, if it comes next; else 0."""
        match = re.match(r"\s+".join(map(re.escape, phrase.split())) + r"(?![^\s,:])", self.text[self.skip() :], re.I)
        return self.at + match.end() if match else 0

    def sign(self, sign: str) -> bool:
        """Take this sign if it comes next."""
        if self.text.startswith(sign, self.skip()):
            self.at += len(sign)
            return True
        return False

    def separator(self) -> bool:
        """Take a comma, or the word "and", between two things of a list."""
        return self.sign(",") or bool(self.word("and"))

    def option(self, known: Iterable[str]) -> str:
        """Take the longest stretch that is, or that alone begins, one of these words; else an empty text."""
        words = tuple(dict.fromkeys(known))
        self.want(words)
        start = self.skip()
        quoted = self.quoted()
        if quoted is not None:
            found = pick(words, quoted)
            if len(found) == 1:
                return found[0]
            self.at = start
            return ""
        ends = self._ends(max((len(w.split()) for w in words), default=0))
        for whole in (True, False):
            for end in reversed(ends):
                found = pick(words, self.text[start:end].rstrip(":"))
                if len(found) == 1 and (not whole or _is(found[0], self.text[start:end].rstrip(":"))):
                    self.at = end
                    return found[0]
        return ""

    def choice(self, known: Iterable[str], what: str) -> str:
        """Take one of these words, which may be shortened; refuses ``choice.unknown``, ``choice.unclear``,
        ``missing``."""
        words = tuple(dict.fromkeys(known))
        start = self.skip()
        found = self.option(words)
        if found:
            return found
        self.at = start
        if self.done():
            self.fail("missing", what=what, known=shown_words(words))
        said, _ = self.peek()
        fitting = pick(words, said)
        if len(fitting) > 1:
            self.fail("choice.unclear", word=said, known=", ".join(fitting))
        near = suggest(said, words)
        self.fail("choice.unknown", what=what, word=said, near=near, known=shown_words(words))

    def _ends(self, most: int) -> list[int]:
        """Where the next words end, at most so many, up to a comma."""
        ends: list[int] = []
        at = self.skip()
        while len(ends) < most and at < len(self.text):
            _, stop = self.peek(at)
            if stop == at:
                break
            ends.append(stop)
            if stop < len(self.text) and self.text[stop] == ",":
                break
            at = stop
            while at < len(self.text) and self.text[at].isspace():
                at += 1
        return ends

    # ---- texts

    def quoted(self) -> str | None:
        """Take a text in quotation marks, if one comes next; a doubled mark inside stands for itself."""
        start = self.skip()
        mark = self.text[start : start + 1]
        closing = _QUOTES.get(mark)
        if closing:
            return self._closed(start, closing)
        if mark in _SINGLE:
            end = re.compile(rf"[{_SINGLE[mark]}'](?=[\s,:]|$)").search(self.text, start + 1)
            if end and end.start() > start + 1:
                self.at = end.end()
                return self.text[start + 1 : end.start()]
        return None

    def one_word(self, what: str) -> str:
        """Take the next word, or a text in quotation marks; refuses ``missing``."""
        if self.done():
            self.fail("missing", what=what, known="")
        said = self.quoted()
        if said is None:
            said, self.at = self.peek()
        return said

    def _closed(self, start: int, closing: str) -> str | None:
        """The text up to the closing mark; None where there is none, for then the mark is a letter like any other."""
        found: list[str] = []
        at = start + 1
        while at < len(self.text):
            letter = self.text[at]
            if letter in closing:
                if self.text[at + 1 : at + 2] != letter:
                    self.at = at + 1
                    return "".join(found)
                at += 1
            found.append(letter)
            at += 1
        return None

    def rest(self, what: str) -> str:
        """Take all that is left, without quotation marks around it; refuses ``missing``."""
        start = self.skip()
        quoted = self.quoted()
        if quoted is not None and self.done():
            return quoted
        self.at = start
        text = self.left().strip()
        self.at = len(self.text)
        if not text:
            self.at = start
            self.fail("missing", what=what, known="")
        return text

    def words_until(self, stops: Iterable[str], what: str) -> str:
        """Take a text in quotation marks, or all words up to one of ``stops``; refuses ``missing``."""
        if self.done():
            self.fail("missing", what=what, known="")
        stopping = tuple(stops)
        start = self.at
        quoted = self.quoted()
        if quoted is not None:
            if self.done() or self.peek()[0].casefold().removesuffix(":") in stopping or self.text[self.at] == ",":
                return quoted
            self.at = start
        end = self._stop(stopping)
        text = self.text[start:end].strip()
        self.at = end
        if not text:
            self.fail("missing", what=what, known="")
        return text

    def _stop(self, stops: tuple[str, ...]) -> int:
        """Where the first of these words stands, or the end."""
        at = self.skip()
        while stops and at < len(self.text):
            word, stop = self.peek(at)
            if word.casefold().removesuffix(":") in stops:
                return at
            at = stop if stop > at else stop + 1
            while at < len(self.text) and self.text[at].isspace():
                at += 1
        return len(self.text)

    # ---- numbers

    def number(self, what: str = "number") -> Number:
        """Take a number such as 3, -2, 1½ or 1/2; refuses ``missing`` and ``number.bad``."""
        if self.done():
            self.fail("missing", what=what, known="")
        found = self.maybe_number()
        if found is None:
            self.fail("number.bad", text=self.peek()[0])
        return found

    def maybe_number(self) -> Number | None:
        """Take a number if one comes next."""
        found, end = self.peek()
        try:
            value = read_number(found)
        except ValueError:
            return None
        self.at = end
        return value

    def whole(self, what: str = "number") -> int:
        """Take a whole number; refuses ``missing`` and ``number.bad``."""
        start = self.skip()
        value = self.number(what)
        if not isinstance(value, int):
            self.at = start
            self.fail("number.bad", text=self.peek()[0])
        return int(value)

    def formula(self, stops: Iterable[str] = (), what: str = "number") -> str:
        """Take a formula (a number, dice, sums of them) up to one of ``stops``; refuses ``missing`` and
        ``formula.bad``."""
        if self.done():
            self.fail("missing", what=what, known="")
        start = self.at
        text = self.words_until(stops, what)
        check_formula(text, start)
        return text


def check_formula(text: str, at: int = 0) -> None:
    """Refuse ``formula.bad`` for what no formula can be read from."""
    try:
        parse(text)
    except FormulaError as error:
        figures = {"formula": text, "problem": error.message, "hint": error.hint, "fault": error.code}
        misread("formula.bad", at + error.position, **figures)


def shown_words(words: Iterable[str]) -> str:
    """Words to choose from; what differs only as people type it anyhow is one, in its last spelling: a label."""
    return ", ".join({fold_word(word): word for word in words}.values())


def is_figure(word: str) -> bool:
    """Whether a word is the beginning of a number or of dice, so that no name goes on with it."""
    return bool(_FIGURE.match(plain(word)))


def _is(word: str, said: str) -> bool:
    return fold_word(word) == fold_word(said)
