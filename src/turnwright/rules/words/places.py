"""Places in the order that are nobody's: a lair, a falling ceiling, a clock."""

from __future__ import annotations

from typing import ClassVar

from turnwright.formula import Number
from turnwright.rules.words.word import Word


class Place(Word, frozen=True, kw_only=True):
    """A place in the order that belongs to nobody; the game master acts in its turn::

        places:
          lair: {score: 20, loses ties: yes}

    It stands at its ``score``, and with ``loses ties`` behind everybody who has the same. It can't be harmed, and a
    fight in which nobody else can act does not go on for it.
    """

    shorthand: ClassVar[str] = "score"

    score: Number | None = None
    loses_ties: bool = False
