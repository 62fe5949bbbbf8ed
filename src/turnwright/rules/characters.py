"""From the bytes of a file to text that holds nothing a reader can't see."""

from __future__ import annotations

import codecs
import re

from turnwright.rules.faults import Fault

LARGEST = 1_000_000

HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b\u2028-\u202e\u2060\u2066-\u2069\ufdd0-\ufdef\ufeff\ufffe\uffff\ud800-\udfff]"
)
_ODD_SPACE = re.compile("[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_INDENT = re.compile(r"^[^\S\n]+(?=[^\s#])", re.MULTILINE)
_DIRECTIVE = re.compile("^%", re.MULTILINE)
# Not a character, so it stands in no file that was let through; PyYAML reads over it.
STAND_IN = "\ufdd0"


class Cleaned:
    """The text of a file, fit to be parsed.

    ``faults`` are those found on the way; where they leave nothing to parse, ``text`` is None. ``shaky`` are
    the lines (from 1) whose indentation is not made of spaces, so that a parser's complaint tells nothing.
    """

    def __init__(self, data: bytes | str, file: str) -> None:
        self.file = file
        self.faults: list[Fault] = []
        self.shaky: set[int] = set()
        text = self._decode(data)
        self.text = None if text is None else self._clean(text)

    def _fault(self, line: int, column: int, message: str, hint: str = "") -> None:
        self.faults.append(Fault(self.file, line, column, message, hint))

    def _decode(self, data: bytes | str) -> str | None:
        if len(data) > LARGEST:
            self._fault(1, 1, f"the file is larger than {LARGEST:,} characters")
            return None
        if isinstance(data, str):
            return data
        if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            self._fault(1, 1, "the file is saved as UTF-16", "save it as UTF-8")
            return None
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            before = data[: error.start].decode().removeprefix("\ufeff")
            line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
            self._fault(line, column, "a letter here is not UTF-8 text", "save the file as UTF-8")
            return None

    def _clean(self, text: str) -> str:
        """Replace what can't stand in a file, letter for letter: the rest is read, and every column holds."""
        text = text.removeprefix("\ufeff").replace("\r\n", "\n")
        if HIDDEN.search(text):
            self._tell(HIDDEN, text, "an invisible character", "delete it, and type the line again if need be")
            text = HIDDEN.sub(STAND_IN, text)
        if _ODD_SPACE.search(text):
            self._indentation(text)
            text = _ODD_SPACE.sub(" ", text)
        if _DIRECTIVE.search(text):
            self._tell(_DIRECTIVE, text, 'a line may not start with "%"', "delete the line")
            text = _DIRECTIVE.sub("#", text)
        return text

    def _indentation(self, text: str) -> None:
        for number, line in enumerate(text.split("\n"), 1):
            indent = _INDENT.match(line)
            odd = indent and _ODD_SPACE.search(indent[0])
            if odd:
                name = "a tab" if odd[0] == "\t" else f"a space of another kind (U+{ord(odd[0]):04X})"
                self._fault(number, odd.start() + 1, f"{name} in the indentation", "indent with ordinary spaces")
                self.shaky.add(number)

    def _tell(self, pattern: re.Pattern[str], text: str, message: str, hint: str) -> None:
        for number, line in enumerate(text.split("\n"), 1):
            found = pattern.search(line)
            if found:
                code = f" (U+{ord(found[0]):04X})" if pattern is HIDDEN else ""
                self._fault(number, found.start() + 1, message + code, hint)
