"""What every entry of a ruleset file has in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct


class Word(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry of a ruleset file.

    ``ref`` names the rule or rules that the entry states; what the entry causes carries them. ``about`` says in a
    sentence what the rule is, for people.

    ``shorthand`` is the field that stands for the whole entry where it is written as one value; ``names_in`` the
    names that the formula in a field may use beside those of the sheet; ``says`` explains in a sentence each field
    that the docstring has no word of.
    """

    shorthand: ClassVar[str] = ""
    names_in: ClassVar[Mapping[str, frozenset[str]]] = {}
    says: ClassVar[Mapping[str, str]] = {
        "ref": "The id of the rule that this states, or a list of them.",
        "about": "A sentence for people.",
    }

    ref: tuple[str, ...] = ()
    about: str = ""

    @property
    def rule(self) -> str:
        """The id of the rule that this entry states; the first where it states several, empty where none is named."""
        return self.ref[0] if self.ref else ""
