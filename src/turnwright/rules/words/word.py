"""What every entry of a ruleset file has in common."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct


class Word(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry of a ruleset file.

    ``ref`` names the rule or rules that the entry states; what the entry causes carries them. ``about`` says in a
    sentence what the rule is, for people.
    """

    shorthand: ClassVar[str] = ""

    ref: tuple[str, ...] = ()
    about: str = ""
