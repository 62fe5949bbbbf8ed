"""Saying that story time passes, beside what rounds and turns stand for."""

from __future__ import annotations

from turnwright.engine.base import Command
from turnwright.engine.clock import TimePassed, pass_time, span_of
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.play import Play


class Elapse(Command, frozen=True, gc=False):
    """So much story time passes: a walk in a free scene, a journey between two scenes.

    ``span`` may be a range (``2-3 h``). Refuses ``span.unreadable``, and ``span.nothing`` for no time at all.
    """

    span: str
    why: str = ""

    def decide(self, play: Play) -> None:
        span = span_of(play, self.span)
        if not span.high:
            play.refuse("span.nothing")
        pass_time(play, (span.low, span.high), self.why, play.rules.ruleset.time.rule)


MECHANIC = Mechanic("story clock", commands=(Elapse,), events=(TimePassed,))
