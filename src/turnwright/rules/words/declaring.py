"""What is said before anybody acts: declarations that bind, and choices that everybody makes at once."""

from __future__ import annotations

from typing import ClassVar, Literal

from turnwright.formula import Formula
from turnwright.rules.words.word import Word


class Declaration(Word, frozen=True, kw_only=True):
    """Something that must be declared ahead to be done in the round, in a phase of the kind ``declare``::

        round:
          phases: [{name: declarations, kind: declare}, …]
        declarations:
          spell: {gives: casting, spoiled by: harm}
          retreat: {gives: retreating}

    Whoever declares it has the conditions that it ``gives`` until the round ends: what these bar and open up is how
    it binds. ``spoiled by: harm`` takes them away from whoever is harmed before. ``needs`` is a test on the sheet,
    ``secret`` keeps it from the others.
    """

    shorthand: ClassVar[str] = "about"

    gives: tuple[str, ...] = ()
    needs: Formula | None = None
    spoiled_by: Literal["", "harm"] = ""
    secret: bool = False
