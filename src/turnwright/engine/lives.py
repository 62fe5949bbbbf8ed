"""What players are shown of the vital pools of those who are not theirs: numbers, words, or nothing (SEM-22)."""

from __future__ import annotations

from typing import Literal

from turnwright.engine.compiled import Rules
from turnwright.engine.sheet import conditions, known_max
from turnwright.engine.state import State

SLOT = "lives"
"""The slot of the state that says how: by combatant, and by the empty word for all others."""

Shown = Literal["numbers", "words", "nothing"]


def lives(state: State) -> dict[str, Shown]:
    """How the game master has it shown, by combatant; the empty word stands for all who are not named."""
    found: dict[str, Shown] = state.own.get(SLOT, {})
    return found


def life_shown(state: State, viewer: frozenset[str] | None, who: str) -> Shown:
    """How a viewer (None: the GM) is shown what somebody can still bear; of their own everybody sees the numbers."""
    if viewer is None or who in viewer:
        return "numbers"
    said = lives(state)
    return said.get(who, said.get("", "numbers"))


def is_life(rules: Rules, pool: str) -> bool:
    """Whether a pool is the vital one, or goes before it."""
    vital = rules.vital or "hp"
    return pool == vital or pool in rules.guards.get(vital, ())


def health(rules: Rules, state: State, who: str) -> str:
    """A word for what somebody can still bear: a condition of the ruleset that tests it, where one holds, else
    ``unhurt``, ``hurt``, ``badly hurt`` (half of it at most is left) or ``down``; nothing where nobody knows."""
    vital = rules.vital or "hp"
    now, most = state.combatants[who].pools.get(vital), known_max(rules, state, who, vital)
    if now is None:
        return ""
    tests = {name for name, test in rules.derived if vital in test.names}
    own = [name for name in conditions(rules, state, who) if name in tests]
    if own:
        return own[-1]
    if now <= 0:
        return "down"
    if most is None:
        return ""
    return "unhurt" if now >= most else "hurt" if 2 * now > most else "badly hurt"
