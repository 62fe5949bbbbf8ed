"""How a scene, a round and a moment go on."""

from __future__ import annotations

from msgspec.structs import replace

from turnwright.engine import ranking
from turnwright.engine.base import WAIT, Answers, Outcome
from turnwright.engine.frames import Moment, RoundFrame, SceneFrame
from turnwright.engine.happenings import NobodyCanAct, PhaseBegan, RoundBegan, RoundEnded
from turnwright.engine.play import Play
from turnwright.engine.standing import order_stands
from turnwright.engine.ties import RANKED
from turnwright.engine.turns import anybody_can_act
from turnwright.rules.words.order import Phase


def step_scene(play: Play, frame: SceneFrame, answers: Answers | None) -> Outcome:
    """Find the order where this kind of scene has one, then play one round after another."""
    if frame.stage == "ranking":
        mode = play.rules.ruleset.modes[play.state.scene.mode if play.state.scene else ""]
        if play.rules.orders[mode.order].ranked and not play.rules.order_in_round:
            outcome = ranking.rank_all(play, answers)
            if outcome is not RANKED:
                return outcome
        play.turn_to(replace(frame, stage="rounds"))
        return None
    if not anybody_can_act(play):
        if frame.stage != "stalled":
            play.emit(NobodyCanAct())
            play.turn_to(replace(frame, stage="stalled"))
        return WAIT
    if frame.stage == "stalled":
        play.turn_to(replace(frame, stage="rounds"))
        return None
    if order_stands(play):
        outcome = ranking.rank_late(play, answers)
        if outcome is not RANKED:
            return outcome
    play.emit(RoundBegan(play.state.round + 1, RoundFrame(), ref=play.rules.ruleset.round.rule))
    return None


def step_round(play: Play, frame: RoundFrame, answers: Answers | None) -> Outcome:
    """Go on to the next beat of the round that has something to do."""
    beats = play.rules.beats_of(play.state)
    for at in range(frame.at, len(beats)):
        beat = beats[at]
        if isinstance(beat, Phase):
            play.turn_to(RoundFrame(at + 1))
            play.emit(PhaseBegan(beat.name, play.rules.phases[beat.kind](play, beat), ref=beat.rule))
            return None
        if play.moment_due(beat):
            play.turn_to(RoundFrame(at + 1))
            play.moment(beat)
            return None
    play.emit(RoundEnded(play.state.round))
    again = play.rules.ruleset.initiative
    if again.rolled.when == "round":
        ranking.clear(play)
    return None


def step_moment(play: Play, frame: Moment, answers: Answers | None) -> Outcome:
    """Let the next rule that has something to do at this moment do it."""
    hooks = play.rules.hooks[frame.name]
    for at in range(frame.at, len(hooks)):
        hook = hooks[at]
        if (frame.silent and not hook.silent) or not hook.due(play, frame.entry):
            continue
        if at != frame.at:
            frame = replace(frame, at=at)
            play.turn_to(frame)
            return None
        outcome = hook.run(play, frame)
        if outcome is None and play.top is frame:
            play.turn_to(replace(frame, at=at + 1))
        return outcome
    play.pop()
    return None
