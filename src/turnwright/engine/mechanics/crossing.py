"""Pools that go over from one side to the other: what is spent against opponents, they gain."""

from __future__ import annotations

from turnwright.engine.acts import ActFrame
from turnwright.engine.ledger import change
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.play import Play


def _acted(play: Play, frame: ActFrame) -> None:
    """Each opponent at whom the act was aimed gains what it cost, once it has had its effect."""
    if not frame.who:
        return
    for pool, paid in frame.paid.items():
        word = play.rules.pools.get(pool)
        if word is None or not word.crosses.to or not paid:
            continue
        side = play.state.combatants[frame.who].side
        for target in frame.targets:
            other = play.state.combatants[target]
            if other.side != side and not other.gone and pool in other.pools:
                change(play, target, pool, paid, "gained", word.crosses.rule or word.rule, f"{frame.who} {frame.act}")


MECHANIC = Mechanic(
    "crossing", uses=lambda ruleset: any(word.crosses.to for word in ruleset.pools.values()), acted=_acted
)
