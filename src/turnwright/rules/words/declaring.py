"""What is said before anybody acts: declarations that bind, and choices that everybody makes at once."""

from __future__ import annotations

from typing import ClassVar, Literal

from turnwright.formula import Formula
from turnwright.rules.words.word import Word


class Declaration(Word, frozen=True, kw_only=True):
    """Something that must be declared ahead to be done in the round, in a phase that ``declares`` it::

        round: {phases: [declarations, initiative, sides]}
        phases: {declarations: {declares: [spell, retreat]}, initiative: {finds: order}}
        declarations:
          spell: {allows: cast, gives: casting, spoiled by: harm}
          retreat: {allows: retreat, gives: retreating}

    It ``allows`` acts, by name or tag, that nobody can do without having declared it, and each of them once. Whoever
    declares it has the conditions that it ``gives`` until the round ends: what these bar is how it binds. With
    ``spoiled by: harm`` whoever is harmed before can't do it any more. ``needs`` is a test on the sheet, ``secret``
    keeps it from the others.
    """

    shorthand: ClassVar[str] = "about"

    allows: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()
    needs: Formula | None = None
    spoiled_by: Literal["", "harm"] = ""
    secret: bool = False
