"""The order as a list: from the highest place to the lowest, each once a round."""

from __future__ import annotations

from turnwright.engine.base import Answers, Outcome
from turnwright.engine.frames import Turns
from turnwright.engine.happenings import PhaseEnded
from turnwright.engine.mechanic import Mechanic, OrderKind
from turnwright.engine.play import Play
from turnwright.engine.together import peers
from turnwright.engine.turns import come_up, gap_opens, may_take_turn, skip


class ListTurns(Turns, frozen=True, gc=False):
    """Turns in the order of the list."""


def step(play: Play, frame: ListTurns, answers: Answers | None) -> Outcome:
    """Let those who wait step in, then bring up the first entry below the last one that has not acted."""
    state = play.state
    if gap_opens(play, frame):
        return None
    start = state.order.index(frame.cursor) + 1 if frame.cursor in state.order else 0
    for entry in state.order[start:]:
        found = state.entries[entry]
        if found.acted == state.cycle:
            continue
        if found.wait is not None:
            if any(overdue(play, entry) for overdue in play.rules.overdue):
                return None
            continue
        if found.gone:
            if any(entry in (effect.anchor, effect.whose) for effect in state.effects.values()):
                skip(play, entry, "removed")
                return None
            continue
        if (found.score is None and not found.absent) or not state.in_scene(found):
            continue
        why = may_take_turn(play, entry)
        if why:
            skip(play, entry, why)
        else:
            come_up(play, entry, along=peers(play, found))
        return None
    if any(leftover(play) for leftover in play.rules.leftover):
        return None
    play.emit(PhaseEnded(state.phase))
    return None


MECHANIC = Mechanic("list order", frames={ListTurns: step}, orders={"list": OrderKind(ListTurns, ranked=True)})
