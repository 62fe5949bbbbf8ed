"""Conditions as they come on and go: they are told of, clear others, last a turn or a round, or take somebody out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from turnwright.engine.base import Answers, FrameStruct, Outcome
from turnwright.engine.compiled import Rules
from turnwright.engine.events import ConditionSet, ConditionTurned
from turnwright.engine.frames import Moment
from turnwright.engine.lasting import end
from turnwright.engine.leaving import leave
from turnwright.engine.mechanic import TIMERS, Hook, Mechanic
from turnwright.engine.play import GM, Play
from turnwright.engine.sheet import conditions


class TakenOut(FrameStruct, frozen=True, gc=False):
    """Somebody is to leave by a condition, once everything else at this moment is done."""

    who: str
    condition: str


def _look(play: Play, who: str) -> None:
    """Tell which conditions of the ruleset have come on or gone, and let each do what it does as it comes on."""
    known = play.rules.conditions
    stated = play.state.combatants[who].stated
    names = conditions(play.rules, play.state, who)
    if not names and not stated:
        return
    now = [name for name in names if name in known]
    if len(now) == len(stated) and set(now) == set(stated):
        return
    to = GM if play.state.combatants[who].hidden else ""
    for name in stated:
        if name not in now:
            # Other rules may have come in that don't know it.
            ref = known[name].rule if name in known else ""
            play.emit(ConditionTurned(who, name, False, ref=ref, to=to))
    fresh = [name for name in now if name not in stated]
    for name in fresh:
        play.emit(ConditionTurned(who, name, True, ref=known[name].rule, to=to))
    for name in fresh:
        _comes_on(play, who, name)


def _comes_on(play: Play, who: str, name: str) -> None:
    word = play.rules.conditions[name]
    for other in word.clears:
        if other in play.state.combatants[who].conditions:
            play.emit(ConditionSet(who, other, False, ref=word.rule, cause=name))
            play.changed(who)
    if word.clears:
        for effect in tuple(play.state.effects.values()):
            if effect.bearer == who and not {effect.name, effect.kind, *effect.tags}.isdisjoint(word.clears):
                end(play, effect, "cleared", word.rule, name)
    if word.leaves and not play.state.combatants[who].gone:
        frame = TakenOut(who, name)
        if frame not in play.state.owed:
            play.owe(frame)


def step_taken_out(play: Play, frame: TakenOut, answers: Answers | None) -> Outcome:
    """Let somebody leave, if the condition still holds."""
    play.pop()
    word = play.rules.conditions[frame.condition]
    if not play.state.combatants[frame.who].gone and frame.condition in conditions(play.rules, play.state, frame.who):
        leave(play, frame.who, word.leaves, word.rule)
    return None


def _hooks(rules: Rules) -> Iterator[tuple[str, Hook]]:
    for lasts, moment in (("turn", rules.moment("end of turn")), ("round", "round.end")):
        names = tuple(name for name, word in rules.conditions.items() if word.lasts == lasts)
        if names:
            yield moment, Hook(TIMERS, _ending(names), _due(names), silent=True)


def _on(play: Play, entry: str, names: tuple[str, ...]) -> list[tuple[str, str]]:
    people = play.state.entries[entry].members if entry else tuple(play.state.combatants)
    return [
        (who, name)
        for who in people
        for name in play.state.combatants[who].conditions
        if name in names and not play.state.combatants[who].gone
    ]


def _due(names: tuple[str, ...]) -> Callable[[Play, str], bool]:
    def due(play: Play, entry: str) -> bool:
        return bool(_on(play, entry, names))

    return due


def _ending(names: tuple[str, ...]) -> Callable[[Play, Moment], Outcome]:
    def run(play: Play, frame: Moment) -> Outcome:
        for who, name in _on(play, frame.entry, names):
            play.emit(ConditionSet(who, name, False, ref=play.rules.conditions[name].rule, cause="time"))
            play.changed(who)
        return None

    return run


MECHANIC = Mechanic(
    "conditions",
    uses=lambda ruleset: bool(ruleset.conditions),
    frames={TakenOut: step_taken_out},
    moments=_hooks,
    changed=_look,
    join=_look,
)
