"""The mechanics, one file each. This tuple is the one place that names them all."""

from __future__ import annotations

from turnwright.engine.mechanic import Mechanic
from turnwright.engine.mechanics import (
    actions,
    cast,
    clock,
    free_order,
    gaps,
    initiative,
    list_order,
    modes,
    pools,
    questions,
    reactions,
    scenes,
    score_coin,
    surprise,
    triggers,
    waits,
)

MECHANICS: tuple[Mechanic, ...] = (
    scenes.MECHANIC,
    list_order.MECHANIC,
    initiative.MECHANIC,
    questions.MECHANIC,
    gaps.MECHANIC,
    waits.MECHANIC,
    surprise.MECHANIC,
    free_order.MECHANIC,
    modes.MECHANIC,
    clock.MECHANIC,
    cast.MECHANIC,
    pools.MECHANIC,
    actions.MECHANIC,
    reactions.MECHANIC,
    triggers.MECHANIC,
    score_coin.MECHANIC,
)
