"""Switching a scene from one mode to another in its middle: calling initiative, or letting it go."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnwright.engine.base import Answers, Command, Event, Frame, Outcome, Question
from turnwright.engine.clock import less, position, round_runs, without_unseen
from turnwright.engine.events import InitiativeCleared
from turnwright.engine.frames import Calling, RoundFrame, SceneFrame, Turn, Turns
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.pending import refuse_busy
from turnwright.engine.play import Play
from turnwright.engine.ranking import rank_all
from turnwright.engine.scening import scene_on
from turnwright.engine.state import State
from turnwright.engine.ties import RANKED
from turnwright.formula import Number
from turnwright.rules.words.order import Called


def _round_at(agenda: tuple[Frame, ...]) -> int:
    return next(at for at, frame in enumerate(agenda) if isinstance(frame, RoundFrame))


class Switched(Event, frozen=True, gc=False):
    """The scene is played in another mode from now on. Whoever waited for a moment of the old order does so no longer.

    ``low`` to ``high`` seconds of full rounds go on the clock as they were counted until now.
    """

    mode: str
    agenda: tuple[Frame, ...]
    low: Number = 0
    high: Number = 0

    def apply(self, state: State) -> State:
        assert state.scene is not None
        entries = {
            key: replace(entry, wait=None, home=None) if entry.wait or entry.home is not None else entry
            for key, entry in state.entries.items()
        }
        counted = max(state.scene.counted, state.round - round_runs(state))
        return replace(
            state,
            scene=replace(state.scene, mode=self.mode, counted=counted),
            agenda=self.agenda,
            entries=entries,
            clock=(state.clock[0] + self.low, state.clock[1] + self.high),
        )


class RoundClosed(Event, frozen=True, gc=False):
    """The running round is closed before all have had a turn.

    Its finished turns stay on the clock, with ``low`` to ``high`` seconds; those of hidden ones took ``unseen_low`` to
    ``unseen_high`` of it.
    """

    round: int
    at: int
    low: Number = 0
    high: Number = 0
    unseen_low: Number = 0
    unseen_high: Number = 0

    def apply(self, state: State) -> State:
        assert state.scene is not None
        return replace(
            state,
            scene=replace(state.scene, counted=state.round),
            agenda=(*state.agenda[: _round_at(state.agenda)], RoundFrame(self.at)),
            base_round=state.round,
            turns_done=0,
            turns_unseen=0,
            phase="",
            clock=(state.clock[0] + self.low, state.clock[1] + self.high),
            clock_unseen=(state.clock_unseen[0] + self.unseen_low, state.clock_unseen[1] + self.unseen_high),
        )


class Switch(Command, frozen=True, gc=False):
    """Play the scene on in another mode, at any point.

    What becomes of the running round stands with the mode that it is switched to. A turn that is on goes on, or ends
    where a new round begins. Refuses ``scene.none``, ``mode.unknown``, ``mode.same``, and ``turn.busy`` or
    ``round.busy`` where a new round would cut off something that has begun to be resolved.
    """

    mode: str

    def decide(self, play: Play) -> None:
        scene, modes = scene_on(play.state), play.rules.ruleset.modes
        if scene is None or not isinstance(play.state.agenda[0], SceneFrame):
            play.refuse("scene.none")
        if self.mode not in modes:
            play.refuse("mode.unknown", mode=self.mode, known=", ".join(modes))
        if self.mode == scene.mode:
            play.refuse("mode.same", mode=self.mode)
        word = modes[self.mode]
        ranked = play.rules.orders[word.order].ranked
        called = word.called or Called(how="new round" if ranked else "keep")
        if not round_runs(play.state):
            agenda, rule = _before_rounds(play), word.rule
        elif called.how == "keep":
            agenda, rule = _going_on(play, ranked, self.mode), called.rule or word.rule
        else:
            agenda, rule = _anew(play), called.rule or word.rule
        if not ranked and any(entry.score is not None for entry in play.state.entries.values()):
            play.emit(InitiativeCleared(left=True, ref=word.rule))
        play.emit(Switched(self.mode, agenda, *_full_rounds(play), ref=rule))

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """Every other mode, while a scene is on."""
        scene = scene_on(play.state)
        if scene is not None and isinstance(play.state.agenda[0], SceneFrame):
            yield from (cls(mode) for mode in play.rules.ruleset.modes if mode != scene.mode)


def _full_rounds(play: Play) -> tuple[Number, Number]:
    """The time of the rounds that are over; the running one is counted by the mode in which it ends."""
    return position(play.rules, replace(play.state, turns_done=0))


def _before_rounds(play: Play) -> tuple[Frame, ...]:
    rest = play.state.agenda[1:]
    return (SceneFrame("ranking"), *(rest[1:] if rest and isinstance(rest[0], Question) else rest))


def _turns_at(agenda: tuple[Frame, ...]) -> int | None:
    return next((at for at in range(len(agenda) - 1, -1, -1) if isinstance(agenda[at], Turns)), None)


def _from_turn(frames: tuple[Frame, ...]) -> tuple[Frame, ...]:
    """The turn that is on, and what goes on in it; without one nothing: an offer to step in lapses with its order.

    A turn that has only come up is nobody's yet, and is still owed.
    """
    for at, frame in enumerate(frames):
        if isinstance(frame, Turn):
            return frames[at:] if frame.begun or frame.kind else ()
    return ()


def _going_on(play: Play, ranked: bool, mode: str) -> tuple[Frame, ...]:
    """The round goes on by the other order; those who have acted have had their turn."""
    agenda = play.state.agenda
    at = _turns_at(agenda)
    if at is not None:
        order = play.rules.orders[play.rules.ruleset.modes[mode].order]
        frame: Frame = Calling() if ranked else order.frame()
        return (*agenda[:at], frame, *_from_turn(agenda[at + 1 :]))
    if not ranked:
        return agenda
    at = _round_at(agenda)
    return (*agenda[: at + 1], Calling(turns=False), *agenda[at + 1 :])


def _anew(play: Play) -> tuple[Frame, ...]:
    """The running round is closed, after the turn that is on has ended; then all have a turn in a new one."""
    agenda = play.state.agenda
    at = _turns_at(agenda)
    if at is None:
        play.refuse("round.busy", phase=play.state.phase)
    above = _from_turn(agenda[at + 1 :])
    if len(above) > 1:
        turn = above[0]
        assert isinstance(turn, Turn)
        refuse_busy(play, play.name(turn.entry))
    ended = tuple(replace(turn, over="called") for turn in above if isinstance(turn, Turn) and turn.begun)
    return (SceneFrame("ranking"), *agenda[1 : _round_at(agenda) + 1], Calling(fresh=True), *ended)


def step_calling(play: Play, frame: Calling, answers: Answers | None) -> Outcome:
    """Close the round, or find the order by which it goes on."""
    scene = play.state.scene
    assert scene is not None
    if frame.fresh:
        phase = play.state.phase
        now = position(play.rules, play.state)
        unseen = less(now, position(play.rules, without_unseen(play.state)))
        ref = play.rules.ruleset.time.rule
        play.emit(RoundClosed(play.state.round, len(play.rules.beats) - 1, *now, *unseen, ref=ref))
        play.moment(f"phase.{phase}.end")
        return None
    outcome = rank_all(play, answers)
    if outcome is not RANKED:
        return outcome
    if frame.turns:
        play.turn_to(play.rules.orders[play.rules.ruleset.modes[scene.mode].order].frame())
    else:
        play.pop()
    return None


MECHANIC = Mechanic("modes", commands=(Switch,), events=(Switched, RoundClosed), frames={Calling: step_calling})
