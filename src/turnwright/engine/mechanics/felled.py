"""Conditions that move somebody in the order as they come on: to directly before whoever's turn it is."""

from __future__ import annotations

import functools

from turnwright.engine.compiled import Rules
from turnwright.engine.events import ConditionTurned
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.play import Play
from turnwright.engine.standing import put_after


@functools.lru_cache(maxsize=32)
def _moving(rules: Rules) -> frozenset[str]:
    """The conditions that move whoever comes to be in them."""
    return frozenset(name for name, word in rules.conditions.items() if word.stands)


def _changed(play: Play, who: str) -> None:
    moving = _moving(play.rules)
    fresh = (e for e in reversed(play.events) if isinstance(e, ConditionTurned) and e.who == who)
    turned = next(fresh, None)
    turn, entry = play.active, play.state.entry_of(who)
    if turned is None or not turned.on or turned.condition not in moving or turn is None or entry is None:
        return
    if entry.id in (turn.entry, *turn.along):
        return
    order = [other for other in play.state.order if other != entry.id]
    at = order.index(turn.entry)
    after = order[at - 1] if at else ""
    before = play.state.order.index(entry.id)
    if (play.state.order[before - 1] if before else "") != after or play.state.order[before + 1 :][:1] != (turn.entry,):
        put_after(play, entry.id, after, "felled", play.rules.conditions[turned.condition].rule)


MECHANIC = Mechanic(
    "felled", uses=lambda ruleset: any(word.stands for word in ruleset.conditions.values()), changed=_changed
)
