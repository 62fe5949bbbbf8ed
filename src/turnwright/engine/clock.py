"""The story clock: what follows from the position in a scene, and what events have recorded beside it.

Within a scene story time is a pure function of the position (SEM-19): full rounds and finished turns, each standing for
a stretch. Everything else that takes time (a rest, a milestone, a scene's own stretch) is an event with its duration.
"""

from __future__ import annotations

from msgspec.structs import replace

from turnwright.engine.base import Event
from turnwright.engine.compiled import Rules
from turnwright.engine.frames import RoundFrame
from turnwright.engine.play import Play
from turnwright.engine.state import State
from turnwright.formula import Number
from turnwright.rules.words.time import Span, SpanError, Time, read_span

Stretch = tuple[Number, Number]
"""The least and the most of a time, in seconds."""


class TimePassed(Event, frozen=True, gc=False):
    """So much story time has passed, from ``low`` to ``high`` seconds, beside what follows from rounds and turns."""

    low: Number
    high: Number
    why: str = ""

    def apply(self, state: State) -> State:
        low, high = state.clock
        return replace(state, clock=(low + self.low, high + self.high))


def rates(rules: Rules, state: State) -> Time:
    """What a turn and a round stand for now: the mode's own times, else the ruleset's."""
    mode = rules.ruleset.modes.get(state.scene.mode) if state.scene else None
    return mode.time if mode is not None and mode.time is not None else rules.ruleset.time


def round_runs(state: State) -> bool:
    """Whether a round is being played."""
    return any(type(frame) is RoundFrame for frame in state.agenda)


def position(rules: Rules, state: State) -> Stretch:
    """The time that follows from the position: full rounds not yet on the clock, and finished turns of the running one.

    Turns never count for more than a round; without a stated length they and the rounds count for nothing.
    """
    scene, word = state.scene, rates(rules, state)
    if scene is None or scene.over or word.round is None:
        return (0, 0)
    running = round_runs(state)
    full = max(0, state.round - scene.counted - running)
    low, high = full * word.round.low, full * word.round.high
    if running and word.turn is not None:
        low += min(state.turns_done * word.turn.low, word.round.low)
        high += min(state.turns_done * word.turn.high, word.round.high)
    return (low, high)


def time_seen(rules: Rules, state: State) -> Stretch:
    """The story time as players see it: turns of hidden ones are not counted in it."""
    return story_time(rules, without_unseen(state))


def without_unseen(state: State) -> State:
    """The state with its clock as if the turns of hidden ones had taken no time (SEM-22)."""
    if not state.turns_unseen and state.clock_unseen == (0, 0):
        return state
    scene = state.scene
    if scene is not None:
        scene = replace(scene, since=less(scene.since, scene.since_unseen), since_unseen=(0, 0))
    return replace(
        state,
        scene=scene,
        turns_done=state.turns_done - state.turns_unseen,
        turns_unseen=0,
        clock=less(state.clock, state.clock_unseen),
        clock_unseen=(0, 0),
    )


def less(whole: Stretch, part: Stretch) -> Stretch:
    """A time without a part of it."""
    return (whole[0] - part[0], whole[1] - part[1])


def story_time(rules: Rules, state: State) -> Stretch:
    """The story time since the encounter began, from the least to the most, in seconds; 0 before the first round."""
    here = position(rules, state)
    return (state.clock[0] + here[0], state.clock[1] + here[1])


def scene_time(rules: Rules, state: State) -> Stretch:
    """The part of `story_time` that belongs to the scene that is on."""
    low, high = story_time(rules, state)
    return (low - state.scene.since[0], high - state.scene.since[1]) if state.scene else (low, high)


def span_of(play: Play, text: str) -> Span:
    """The stretch that a text names; refuses ``span.unreadable``."""
    try:
        return read_span(text)
    except SpanError as error:
        play.refuse("span.unreadable", text=text, problem=error.message, hint=error.hint, fault="span")


def pass_time(play: Play, span: Stretch, why: str, ref: str = "") -> None:
    """Record that a stretch of story time has passed; nothing is recorded for none."""
    if span[1]:
        play.emit(TimePassed(*span, why, ref=ref))
