"""Roles: which somebody has, and what the active one is."""

from __future__ import annotations

from turnwright.engine.compiled import Rules
from turnwright.engine.sheet import trait
from turnwright.engine.state import State


def roles_of(rules: Rules, state: State, who: str) -> tuple[str, ...]:
    """The roles that somebody can take on: their own, those of the ruleset for their archetype, those of their acts."""
    word = rules.ruleset.roles
    combatant = state.combatants[who]
    found = dict.fromkeys(combatant.roles)
    if word is not None:
        archetype = trait(rules, state, who, word.archetype) if word.archetype else ""
        found.update(dict.fromkeys(name for name, role in word.known.items() if not role.of or archetype in role.of))
    found.update(dict.fromkeys(act.role for act in combatant.acts.values() if act.role))
    return tuple(found)


def role_now(rules: Rules, state: State, who: str) -> str:
    """The role that is active; empty where there is none, or the game has no roles."""
    word = rules.ruleset.roles
    return trait(rules, state, who, word.trait) if word is not None else ""
