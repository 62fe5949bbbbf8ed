"""The mechanics, one file each. This tuple is the one place that names them all."""

from __future__ import annotations

from turnwright.engine.mechanic import Mechanic
from turnwright.engine.mechanics import actions, cast, gaps, initiative, list_order, pools, questions, scenes, waits

MECHANICS: tuple[Mechanic, ...] = (
    scenes.MECHANIC,
    list_order.MECHANIC,
    initiative.MECHANIC,
    questions.MECHANIC,
    gaps.MECHANIC,
    waits.MECHANIC,
    cast.MECHANIC,
    pools.MECHANIC,
    actions.MECHANIC,
)
