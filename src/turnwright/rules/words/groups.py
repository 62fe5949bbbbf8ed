"""Groups: several who share one place in the order and take one turn together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from turnwright.formula import Formula
from turnwright.rules.words.word import Word


class Split(Word, frozen=True, kw_only=True):
    """What becomes of somebody who leaves its group: it ``keeps`` the group's score and stands directly behind it, or
    ``rolls`` for a place of its own. Either way it has no second turn in the round."""

    shorthand: ClassVar[str] = "how"
    says: ClassVar[Mapping[str, str]] = {"how": "What becomes of its place."}

    how: Literal["keeps", "rolls"] = "keeps"


class Groups(Word, frozen=True, kw_only=True):
    """Several who share one roll, one place and one turn; the game master says who forms a group::

        groups:
          identical: yes
          split: keeps
          ended by: gm

    Everything of each member's own is its own: pools are set as the group's turn starts, and any member acts in any
    order. With ``acts: as one`` only the first of those who can act does. ``identical`` groups are of one kind: the
    same side, stats and actions, whatever their hit points; who meets no ``needs`` is in none. ``formed: together``
    makes a group of those on the game master's sides who are added in one go; otherwise somebody says so. The turn is
    ``ended by`` any of its ``members``, or by the ``gm`` alone.
    """

    identical: bool = False
    needs: Formula | None = None
    formed: Literal["told", "together"] = "told"
    acts: Literal["each", "as one"] = "each"
    ended_by: Literal["members", "gm"] = "members"
    split: Split = Split()
