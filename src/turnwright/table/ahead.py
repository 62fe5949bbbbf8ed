"""What a turn brings that has come up, before anything is done in it."""

from __future__ import annotations

from msgspec.structs import replace

from turnwright.engine import Rules, State
from turnwright.engine.base import Refusal
from turnwright.engine.frames import turn_in
from turnwright.engine.machine import decide
from turnwright.engine.mechanics.scenes import Begin
from turnwright.engine.turns import acting
from turnwright.engine.view import CombatantView, View


def as_begun(rules: Rules, known: State, seen: View) -> View:
    """A view in which those whose turn has come up hold what they will have to spend in it; what else its beginning
    brings shows when it is there."""
    turn = turn_in(known.agenda)
    if turn is None or turn.begun or known.agenda[-1] is not turn:
        return seen
    who = acting(known, turn)
    done = decide(rules, known, Begin(who[0])) if who else None
    if done is None or isinstance(done, Refusal):
        return seen
    people = seen.combatants
    begun = {one: _with(rules, done.state, people[one]) for one in who if one in people}
    return replace(seen, combatants={**people, **begun})


def _with(rules: Rules, then: State, one: CombatantView) -> CombatantView:
    held = then.combatants[one.id].pools
    spent = [name for name in one.pools if name in rules.turn_spent and name in held]
    return replace(one, pools={**one.pools, **{name: replace(one.pools[name], now=held[name]) for name in spent}})
