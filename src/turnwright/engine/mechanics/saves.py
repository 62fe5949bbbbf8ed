"""Being rid of an effect: a chance at a moment of the bearer's, by a test or as its player says."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from turnwright.engine.base import Answers, Ask, FrameStruct, Outcome, Part
from turnwright.engine.compiled import Rules
from turnwright.engine.durations import in_entry
from turnwright.engine.frames import Moment
from turnwright.engine.lasting import EffectTested, end, seen_by
from turnwright.engine.mechanic import QUESTIONS, Hook, Mechanic
from turnwright.engine.play import Play
from turnwright.engine.state import Effect, State
from turnwright.formula import parse

ENDS, LASTS = "ends", "lasts"


class Saving(FrameStruct, frozen=True, gc=False):
    """People are to say which of these effects their bearers are rid of."""

    effects: tuple[str, ...]


def _hooks(rules: Rules) -> Iterator[tuple[str, Hook]]:
    for name in rules.moments:
        yield name, Hook(QUESTIONS, _run, _due(name), effects=True)


def _due(name: str) -> Callable[[Play, str], bool]:
    def due(play: Play, entry: str) -> bool:
        return any(_at(e, play.state, name, entry) for e in play.state.effects.values())

    return due


def _at(effect: Effect, state: State, name: str, entry: str) -> bool:
    return (
        effect.save is not None
        and effect.save.at == name
        and not effect.pending
        and bool(effect.bearer)
        and (not entry or in_entry(state, effect.bearer, entry))
        and not state.combatants[effect.bearer].gone
    )


def _run(play: Play, frame: Moment) -> Outcome:
    play.turn_to(replace(frame, at=frame.at + 1))
    found = [e for e in play.state.effects.values() if _at(e, play.state, frame.name, frame.entry)]
    asked = tuple(e.id for e in found if e.save and not e.save.roll)
    if asked:
        play.push(Saving(asked))
    for effect in found:
        if effect.save and effect.save.roll and effect.id in play.state.effects:
            _roll(play, effect, effect.save.roll)
    return None


def _roll(play: Play, effect: Effect, test: str) -> None:
    rolled = play.roll(parse(test), effect.bearer, effect.given)
    out = rolled.total != 0
    event = EffectTested(effect.id, effect.bearer, rolled.total, out, rolled.dice)
    play.emit(replace(event, ref=effect.rule, to=seen_by(play, effect)))
    if out:
        end(play, effect, "saved", effect.rule)


def step_saving(play: Play, frame: Saving, answers: Answers | None) -> Outcome:
    """Ask for each effect that still lasts whether it ends."""
    effects = [play.state.effects[one] for one in frame.effects if one in play.state.effects]
    if not effects:
        play.pop()
        return None
    if answers is None or any(effect.id not in answers for effect in effects):
        parts = tuple(Part(e.id, (play.decider(e.bearer),), "one", (ENDS, LASTS)) for e in effects)
        about = {"effects": ",".join(effect.name for effect in effects)}
        return Ask("effect.save", parts, about, next((e.rule for e in effects if e.rule), ""))
    play.pop()
    for effect in effects:
        if answers[effect.id] == (ENDS,):
            end(play, effect, "saved", effect.rule)
    return None


MECHANIC = Mechanic("saves", frames={Saving: step_saving}, moments=_hooks)
