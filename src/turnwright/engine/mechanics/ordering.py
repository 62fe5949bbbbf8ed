"""Phases that find the order: initiative is rolled within the round, after whatever comes before them."""

from __future__ import annotations

from msgspec.structs import replace

from turnwright.engine.base import Answers, FrameStruct, Outcome
from turnwright.engine.happenings import PhaseEnded
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.play import Play
from turnwright.engine.ranking import rank_all
from turnwright.engine.sides import regroup, score_the_last
from turnwright.engine.ties import RANKED
from turnwright.rules.words.order import Phase


class Ordering(FrameStruct, frozen=True, gc=False):
    """A phase that finds the order; first it is settled who acts with whom (``grouped``)."""

    phase: str
    grouped: bool = False


def step(play: Play, frame: Ordering, answers: Answers | None) -> Outcome:
    """Settle who acts with whom, then find everybody's initiative, and bring all into order."""
    if not frame.grouped:
        play.turn_to(replace(frame, grouped=True))
        regroup(play)
        return None
    before = len(play.events)
    score_the_last(play)
    if len(play.events) > before:
        return None
    outcome = rank_all(play, answers)
    if outcome is not RANKED:
        return outcome
    play.emit(PhaseEnded(frame.phase))
    return None


def _begin(play: Play, phase: Phase) -> Ordering:
    return Ordering(phase.name)


MECHANIC = Mechanic("ordering", frames={Ordering: step}, phases={"order": _begin})
