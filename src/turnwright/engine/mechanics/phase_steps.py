"""Phases in which no turns are taken: their steps are moments, one after another."""

from __future__ import annotations

from msgspec.structs import replace

from turnwright.engine.base import Answers, FrameStruct, Outcome
from turnwright.engine.compiled import phase_moment
from turnwright.engine.happenings import PhaseEnded
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.play import Play
from turnwright.rules.words.order import Phase


class PhaseSteps(FrameStruct, frozen=True, gc=False):
    """A phase that consists of steps; ``at`` is the one that comes next."""

    phase: str
    at: int = 0


def step(play: Play, frame: PhaseSteps, answers: Answers | None) -> Outcome:
    """Let what rules do in the next step of the phase happen, in the order in which the file lists the steps."""
    steps = play.rules.ruleset.phases[frame.phase].steps
    for at in range(frame.at, len(steps)):
        moment = phase_moment(frame.phase, steps[at])
        if play.moment_due(moment):
            play.turn_to(replace(frame, at=at + 1))
            play.moment(moment)
            return None
    play.emit(PhaseEnded(frame.phase))
    return None


def _begin(play: Play, phase: Phase) -> PhaseSteps:
    return PhaseSteps(phase.name)


MECHANIC = Mechanic("phase steps", frames={PhaseSteps: step}, phases={"steps": _begin})
