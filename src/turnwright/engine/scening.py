"""Opening and ending a scene, whatever it consists of; the cast carries over from one to the next."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnwright.engine.base import Answers, Event, Frame, FrameStruct, Outcome
from turnwright.engine.clock import Stretch, less, span_of, story_time, without_unseen
from turnwright.engine.events import Closed, ConditionSet
from turnwright.engine.frames import Moment, RoundFrame, Turn
from turnwright.engine.happenings import SceneBegan
from turnwright.engine.mechanic import TIMERS
from turnwright.engine.play import Play
from turnwright.engine.sheet import present
from turnwright.engine.state import Scene, State
from turnwright.engine.turns import has_moments
from turnwright.formula import Number


class SceneOver(FrameStruct, frozen=True, gc=False):
    """A scene ends: first what is bound to it (``told``), then the scene itself; then the encounter, if ``concluded``.

    ``lasted`` is how long the GM says it took.
    """

    lasted: tuple[Number, Number] | None = None
    concluded: bool = False
    told: bool = False


class SceneEnded(Event, frozen=True, gc=False):
    """The scene is over, and the story clock stands at ``low`` to ``high`` seconds, of which turns of hidden
    ones took ``unseen_low`` to ``unseen_high``.

    Its order ends with it: scores, waits, absences, and who has acted. Those who took part, their pools and what
    outlasts a scene stay.
    """

    number: int
    low: Number = 0
    high: Number = 0
    unseen_low: Number = 0
    unseen_high: Number = 0

    def apply(self, state: State) -> State:
        entries = {
            key: replace(
                entry,
                score=None,
                keys=(),
                apart=(),
                rank=None,
                by_hand=0,
                stepped_in=False,
                home=None,
                acted=0,
                absent="",
                wait=None,
                granted=(),
            )
            for key, entry in state.entries.items()
        }
        scene = replace(state.scene, over=True) if state.scene else None
        return replace(
            state,
            scene=scene,
            entries=entries,
            agenda=(),
            phase="",
            round=0,
            base_round=0,
            turns_done=0,
            turns_unseen=0,
            clock=(self.low, self.high),
            clock_unseen=(self.unseen_low, self.unseen_high),
        )


def scene_on(state: State) -> Scene | None:
    """The scene that is being played, or None between scenes."""
    return state.scene if state.scene is not None and not state.scene.over else None


def open_scene(play: Play, scene: Scene, frame: Frame, ref: str = "") -> None:
    """A scene begins; its number is found here.

    Refuses ``scene.on`` while another is, ``rest.on`` during a rest, an unreadable stretch, and participants who are
    not there.
    """
    if play.state.agenda:
        play.refuse("scene.on" if scene_on(play.state) else "rest.on")
    if not any(present(play.state)):
        play.refuse("cast.empty")
    for who in scene.participants:
        play.present(who)
    if scene.span:
        span_of(play, scene.span)
    number = play.state.scene.number + 1 if play.state.scene else 1
    play.emit(SceneBegan(replace(scene, number=number), frame, ref=ref))
    play.moment("scene.start")


def end_scene(play: Play, lasted: str = "", concluded: bool = False) -> None:
    """Let the scene end. Refuses ``scene.none``, and ``scene.ending`` while it ends already."""
    if scene_on(play.state) is None:
        play.refuse("scene.none")
    if any(isinstance(frame, SceneOver) for frame in play.state.agenda):
        play.refuse("scene.ending")
    span = span_of(play, lasted) if lasted else None
    play.push(SceneOver((span.low, span.high) if span else None, concluded))


def step_scene_over(play: Play, frame: SceneOver, answers: Answers | None) -> Outcome:
    """Let what is bound to the scene end, then the scene."""
    if not frame.told:
        play.turn_to(replace(frame, told=True))
        _break_off(play)
        play.moment("scene.end")
        return None
    scene, word = play.state.scene, play.rules.ruleset.scenes
    assert scene is not None
    for combatant in tuple(present(play.state)):
        for condition in combatant.conditions:
            if condition in word.clears:
                play.emit(ConditionSet(combatant.id, condition, False, ref=word.rule))
                play.changed(combatant.id)
    ends = _ends_at(play, play.state, frame)
    unseen = less(ends, _ends_at(play, without_unseen(play.state), frame))
    play.emit(SceneEnded(scene.number, *ends, *unseen, ref=word.rule or play.rules.ruleset.time.rule))
    if frame.concluded:
        play.emit(Closed(ref=word.rule))
    return None


def _break_off(play: Play) -> None:
    """A turn, a phase and a round that the scene's end breaks off are over for all that lasts so many of them (SEM-14).

    Only timers take notice: whatever else would have happened in them does not.
    """
    for frame in reversed(play.state.agenda):
        for moment in _moments_left(play, frame):
            for hook in play.rules.hooks.get(moment.name, ())[moment.at :]:
                if hook.rank == TIMERS and hook.silent and hook.due(play, moment.entry):
                    hook.run(play, moment)


def _moments_left(play: Play, frame: Frame) -> Iterator[Moment]:
    """The moments that something on the agenda had yet to come to."""
    rules = play.rules
    if isinstance(frame, Moment):
        yield replace(frame, silent=True)
    elif isinstance(frame, Turn) and frame.begun and has_moments(play, frame):
        for name, step in tuple(zip(rules.step_moments, rules.steps, strict=True))[frame.at :]:
            if not step.acts:
                yield from (Moment(name, entry, frame.id, silent=True) for entry in (frame.entry, *frame.along))
    elif isinstance(frame, RoundFrame):
        for beat in rules.beats_of(play.state)[frame.at :]:
            names = (beat,) if isinstance(beat, str) else rules.phase_moments(beat.name)
            yield from (Moment(name, silent=True) for name in names)


def _ends_at(play: Play, state: State, frame: SceneOver) -> Stretch:
    """The clock after a scene: by the GM's word, else by its rounds, but no less than the stretch it was given."""
    now, scene = story_time(play.rules, state), state.scene
    assert scene is not None
    if frame.lasted is not None:
        return (scene.since[0] + frame.lasted[0], scene.since[1] + frame.lasted[1])
    if scene.span:
        span = span_of(play, scene.span)
        return (max(now[0], scene.since[0] + span.low), max(now[1], scene.since[1] + span.high))
    return now
