"""Turns with several steps to act in: going on from one to the next."""

from __future__ import annotations

from msgspec.structs import replace

from turnwright.engine.base import Command
from turnwright.engine.frames import Turn
from turnwright.engine.happenings import Stepped
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.pending import refuse_busy
from turnwright.engine.play import Play
from turnwright.engine.turns import acting, in_acting_step, next_step


class NextStep(Command, frozen=True, gc=False):
    """Go on to the next step of the turn in which its owner acts.

    Refuses ``turn.none``, ``turn.busy``, ``turn.held_up``, and ``step.last`` where no such step is left.
    """

    begins = True

    def owners(self, play: Play) -> tuple[str, ...]:
        """Those who act in the turn that is on."""
        turn = play.active
        return acting(play.state, turn) if turn else ()

    def decide(self, play: Play) -> None:
        turn = play.active
        if turn is None:
            play.refuse("turn.none")
        if play.top is not turn:
            refuse_busy(play, play.name(turn.entry))
        if not in_acting_step(play, turn):
            refuse_busy(play, play.name(turn.entry), "turn.held_up")
        if next_step(play, turn) is None:
            play.refuse("step.last", step=play.rules.steps[turn.at].name)
        play.emit(Stepped(replace(turn, at=turn.at + 1), ref=play.rules.ruleset.turn.rule))

    @classmethod
    def offers(cls, play: Play) -> tuple[Command, ...]:
        """Going on, where the turn that is on has another step to act in."""
        turn = play.top
        more = isinstance(turn, Turn) and turn.begun and not turn.over and next_step(play, turn) is not None
        return (cls(),) if more else ()


MECHANIC = Mechanic("steps", commands=(NextStep,))
