"""What is done at the same time falls on everybody together, as the step of the turn ends."""

from __future__ import annotations

from turnwright.engine.acts import fall
from turnwright.engine.frames import Turn
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.play import Play
from turnwright.engine.together import EVENTS, OWN, Batch
from turnwright.engine.turns import why_idle


def _settle(play: Play, turn: Turn) -> bool:
    """The step in which things were done at once is over: all of them happen, even to those who did them."""
    batch = play.state.own.get(OWN)
    if not isinstance(batch, Batch) or batch.turn != turn.id:
        return False
    if turn.at == batch.at and not why_idle(play, turn):
        return False
    fall(play, turn.id)
    return True


MECHANIC = Mechanic(
    "at once",
    # Nobody acts at the same time as others but those whose tie is left standing, or who step in together.
    uses=lambda ruleset: bool(ruleset.waits) or any(tie.together for tie in ruleset.initiative.ties),
    events=EVENTS,
    settles=_settle,
)
