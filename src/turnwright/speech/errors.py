"""What becomes of words that can't be read."""

from __future__ import annotations

from typing import NoReturn

from turnwright.engine.base import Refusal, figures


class SpeechError(Exception):
    """Words that mean no command. ``refusal`` says why, ``at`` is where in the text (characters, from 0)."""

    def __init__(self, refusal: Refusal, at: int = 0) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.at = at


def misread(code: str, at: int = 0, **data: object) -> NoReturn:
    """Raise the SpeechError with this code and these figures."""
    raise SpeechError(Refusal(code, data=figures(data)), at)
