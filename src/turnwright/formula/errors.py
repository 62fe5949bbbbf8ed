"""What can be wrong with a formula, each with a code that stays the same."""

from __future__ import annotations

from typing import Literal, get_args

Code = Literal[
    # The text as a whole
    "empty",
    "too-long",
    "too-deep",
    # Signs and words
    "character",
    "number",
    "unclosed",
    "unopened",
    "unexpected",
    "operator",
    "chained",
    "function",
    "arguments",
    "kinds",
    "nested-tests",
    # Dice
    "dice-misread",
    "dice-count",
    "dice-sides",
    "dice-modifier",
    "dice-in-test",
    "never-ends",
    "too-many-dice",
    "has-dice",
    # Values
    "division-by-zero",
    "unknown-name",
    "unknown-side",
    "bad-value",
    "too-large",
]

CODES: frozenset[str] = frozenset(get_args(Code))
"""Every code a FormulaError can have."""


class FormulaError(ValueError):
    """A formula that cannot be read, or cannot be computed.

    `code` is one of CODES and never changes its meaning. `position` counts characters of the text as it was
    given, from 0; the end of the text counts as a position. `message` says what is wrong and `hint`, where
    there is one, what to write instead. `subject` is the name, side or function concerned, or "". `text` is
    the formula concerned, or "" where none was at hand; when one formula is computed while another is (a
    derived stat), it tells which of them failed.
    """

    def __init__(
        self, code: Code, position: int, message: str, hint: str = "", subject: str = "", text: str = ""
    ) -> None:
        super().__init__(f"{message} ({hint})" if hint else message)
        self.code = code
        self.position = position
        self.message = message
        self.hint = hint
        self.subject = subject
        self.text = text

    def __reduce__(self) -> tuple[type[FormulaError], tuple[object, ...]]:
        return FormulaError, (self.code, self.position, self.message, self.hint, self.subject, self.text)
