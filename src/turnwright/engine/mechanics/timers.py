"""Timers: boundaries are counted, and what has lasted its time ends; values fall. Turns passed over count (SEM-16)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from turnwright.engine.base import Outcome
from turnwright.engine.compiled import Rules
from turnwright.engine.durations import in_entry
from turnwright.engine.frames import Moment
from turnwright.engine.lasting import EffectValued, count, end, in_silence, seen_by
from turnwright.engine.mechanic import TIMERS, Hook, Mechanic
from turnwright.engine.play import Play
from turnwright.engine.state import Effect, State
from turnwright.rules.words.duration import TIMES


def _hooks(rules: Rules) -> Iterator[tuple[str, Hook]]:
    for name in rules.moments:
        yield name, Hook(TIMERS, _run, _due(name), silent=True, effects=True)


def _due(name: str) -> Callable[[Play, str], bool]:
    stray = name == "round.end"

    def due(play: Play, entry: str) -> bool:
        state = play.state
        return any(
            _comes(effect, state, name, entry)
            or _falls(effect, state, name, entry)
            or (stray and _is_stray(effect, state))
            for effect in state.effects.values()
        )

    return due


def _comes(effect: Effect, state: State, name: str, entry: str) -> bool:
    """Whether a moment is a boundary of an effect."""
    return (
        effect.boundary == name
        and effect.earliest <= state.round
        and (not effect.anchor or in_entry(state, effect.anchor, entry))
    )


def _falls(effect: Effect, state: State, name: str, entry: str) -> bool:
    falls = effect.falls
    return (
        falls is not None
        and falls.at == name
        and not effect.pending
        and (not entry or in_entry(state, effect.bearer, entry))
    )


def _is_stray(effect: Effect, state: State) -> bool:
    """Whether whose boundary an effect waits for had no turn in this round, not even one passed over, and will have
    none.

    Orders that are not lists never come to the place of one who has left; the end of the round stands for it.
    """
    if not effect.anchor or not effect.boundary.startswith("turn.") or effect.earliest > state.round:
        return False
    places = [e for e in state.entries.values() if in_entry(state, effect.anchor, e.id)]
    return all(e.acted != state.cycle and not e.wait and (e.gone or e.score is None) for e in places)


def _run(play: Play, frame: Moment) -> Outcome:
    rule = play.rules.moment_rules.get(frame.name, "")
    for one in tuple(play.state.effects):
        effect = play.state.effects.get(one)
        if effect is None:
            continue
        if _comes(effect, play.state, frame.name, frame.entry):
            if _counts(play.rules, effect, frame):
                count(play, effect, rule)
        elif frame.name == "round.end" and _is_stray(effect, play.state):
            count(play, effect, rule)
        effect = play.state.effects.get(one)
        if effect is not None and _falls(effect, play.state, frame.name, frame.entry):
            _fall(play, effect)
    return None


def _counts(rules: Rules, effect: Effect, frame: Moment) -> bool:
    """Not within the turn that is not meant, and not for work that a passed-over turn leaves undone."""
    undone = frame.silent and effect.lasts.until == TIMES and not in_silence(rules, effect)
    return not undone and (not effect.beyond or effect.beyond != frame.turn)


def _fall(play: Play, effect: Effect) -> None:
    assert effect.falls is not None
    value = (effect.value or 0) - effect.falls.by
    if value <= 0:
        end(play, effect, "faded", effect.rule)
        return
    play.emit(EffectValued(effect.id, value, effect.bearer, ref=effect.rule, to=seen_by(play, effect)))
    if effect.bearer:
        play.changed(effect.bearer)


MECHANIC = Mechanic("timers", moments=_hooks)
