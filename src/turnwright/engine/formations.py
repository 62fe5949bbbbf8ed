"""Formations: named sets of who of a side has which word of a trait. They outlive scenes."""

from __future__ import annotations

from turnwright.engine.compiled import Rules
from turnwright.engine.sheet import present, trait
from turnwright.engine.state import State

SLOT = "formations"
"""The slot of the state that holds what each name stands for: the word of each combatant, by id."""


def recorded(state: State) -> dict[str, dict[str, str]]:
    """The formations that have a name."""
    found: dict[str, dict[str, str]] = state.own.get(SLOT, {})
    return found


def set_now(rules: Rules, state: State) -> dict[str, str]:
    """The formation in force: who on the field has which word. Empty in games without formations."""
    word = rules.ruleset.formations
    if word is None:
        return {}
    return {
        c.id: trait(rules, state, c.id, word.trait)
        for c in present(state)
        if c.side == word.side and not c.belongs_to and trait(rules, state, c.id, word.trait)
    }


def name_of(state: State, formation: dict[str, str]) -> str:
    """The name under which a formation is recorded, or nothing."""
    return next((name for name, known in recorded(state).items() if known == formation), "")


def formation_now(rules: Rules, state: State) -> str:
    """The name of the formation in force, or nothing where it has none."""
    now = set_now(rules, state)
    return name_of(state, now) if now else ""
