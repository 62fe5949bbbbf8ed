"""What players don't see while somebody hidden acts: when that begins and ends (SEM-22)."""

from __future__ import annotations

from turnwright.engine.mechanic import Mechanic
from turnwright.engine.veil import EVENTS

MECHANIC = Mechanic("veils", events=EVENTS)
