"""Roles that a character can take on, and formations: who has which."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from turnwright.formula import Formula
from turnwright.rules.words.word import Word


class Role(Word, frozen=True, kw_only=True):
    """A role: what it changes on the sheet of whoever has it, and the actions that are open only in it.

    ``of`` are the archetypes to which it belongs (none named: everybody's).
    """

    shorthand: ClassVar[str] = "about"
    says: ClassVar[Mapping[str, str]] = {
        "changes": "Stats, and maxima of pools, that are other in it.",
        "actions": "The actions.",
    }

    of: tuple[str, ...] = ()
    changes: dict[str, Formula] = {}
    actions: tuple[str, ...] = ()


class Inactive(Word, frozen=True, kw_only=True):
    """An action of a role that one does not have now is refused."""


class Roles(Word, frozen=True, kw_only=True):
    """Roles, and where the sheet says which of them is active::

        roles:
          trait: role
          archetype: archetype
          known:
            healer: {of: [priest, sage], changes: {spirit: +2}, actions: [cure]}
            gunner: {actions: [fire, reload]}

    ``trait`` holds the active role and ``archetype`` the trait that says to which archetype somebody belongs.
    Characters can have roles of their own besides, on their sheet. Switching leaves conditions and effects as they
    are.
    """

    trait: str = "role"
    archetype: str = ""
    known: dict[str, Role] = {}
    inactive: Inactive = Inactive()


class Formations(Word, frozen=True, kw_only=True):
    """Named sets of who of a side has which word of a trait::

        formations: {side: heroes, trait: role}

    They are recorded under a name, and called in one go, each player confirming for their own character.
    """

    says: ClassVar[Mapping[str, str]] = {
        "side": "The side that has them.",
        "trait": "The trait whose words they record.",
    }

    side: str
    trait: str = "role"
