"""What a turn brings that has come up, before anything is done in it."""

from __future__ import annotations

from msgspec.structs import replace

from turnwright.engine import Rules, State
from turnwright.engine.base import Refusal
from turnwright.engine.finding import found_once
from turnwright.engine.frames import turn_in
from turnwright.engine.machine import decide
from turnwright.engine.mechanics.scenes import Begin
from turnwright.engine.turns import acting
from turnwright.engine.view import CombatantView, View
from turnwright.formula import Number


def as_begun(rules: Rules, known: State, seen: View) -> View:
    """A view in which those whose turn has come up hold what they will have to spend in it; what else its beginning
    brings shows when it is there."""
    turn = turn_in(known.agenda)
    if turn is None or turn.begun or known.agenda[-1] is not turn:
        return seen
    begun = found_once("begun", rules, known, lambda state: _begun(rules, state, acting(state, turn)))
    people = {who: _with(one, begun[who]) if who in begun else one for who, one in seen.combatants.items()}
    return replace(seen, combatants=people)


def _begun(rules: Rules, known: State, who: tuple[str, ...]) -> dict[str, dict[str, Number]]:
    """What those whose turn has come up will have to spend in it."""
    done = decide(rules, known, Begin(who[0])) if who else None
    if done is None or isinstance(done, Refusal):
        return {}
    held = {one: done.state.combatants[one].pools for one in who}
    return {one: {name: pools[name] for name in rules.turn_spent if name in pools} for one, pools in held.items()}


def _with(one: CombatantView, begun: dict[str, Number]) -> CombatantView:
    changed = {name: replace(one.pools[name], now=held) for name, held in begun.items() if name in one.pools}
    return replace(one, pools={**one.pools, **changed})
