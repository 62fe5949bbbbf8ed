"""What an empty vital pool means, in games that don't say: the GM is asked, once per combatant."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.engine.base import Answers, Ask, Event, FrameStruct, Outcome, Part
from turnwright.engine.compiled import Rules, silent_on_zero
from turnwright.engine.events import ConditionSet, on_combatant
from turnwright.engine.frames import Moment
from turnwright.engine.leaving import leave
from turnwright.engine.mechanic import QUESTIONS, Hook, Mechanic
from turnwright.engine.play import GM, Play
from turnwright.engine.sheet import present
from turnwright.engine.state import State

OUT, UNCONSCIOUS, NOTHING, REMOVED = "out", "unconscious", "nothing", "removed"


class Felled(FrameStruct, frozen=True, gc=False):
    """Somebody has nothing left of the vital pool, and the GM is to say what that means."""

    who: str


class AtZero(Event, frozen=True, gc=False):
    """What becomes of somebody with nothing left of the vital pool: out, unconscious, nothing, removed."""

    who: str
    means: str

    def apply(self, state: State) -> State:
        return on_combatant(state, self.who, at_zero=self.means)


def _empty(play: Play, who: str, vital: str) -> bool:
    combatant = play.state.combatants[who]
    return not combatant.gone and vital in combatant.pools and combatant.pools[vital] <= 0


def _look(play: Play, who: str) -> None:
    """Ask the first time; from then on what the GM said holds whenever it is so."""
    vital = play.rules.silent_on_zero
    combatant = play.state.combatants[who]
    empty = _empty(play, who, vital)
    if combatant.at_zero in (OUT, UNCONSCIOUS):
        if (combatant.at_zero in combatant.conditions) != empty and not combatant.gone:
            _lay(play, who, empty)
    elif empty and not combatant.at_zero and play.state.agenda:
        frame = Felled(who)
        if frame not in (*play.state.owed, *play.state.agenda):
            play.owe(frame)


def _lay(play: Play, who: str, on: bool) -> None:
    means = play.state.combatants[who].at_zero
    play.emit(ConditionSet(who, means, on, ref=play.rules.ruleset.zero.rule, cause=play.rules.silent_on_zero))
    play.changed(who)


def step_felled(play: Play, frame: Felled, answers: Answers | None) -> Outcome:
    """Ask the GM what becomes of somebody."""
    if play.state.combatants[frame.who].at_zero or not _empty(play, frame.who, play.rules.silent_on_zero):
        play.pop()
        return None
    rule = play.rules.ruleset.zero.rule
    if answers is None:
        part = Part("zero", (GM,), "one", (OUT, UNCONSCIOUS, NOTHING, REMOVED))
        return Ask("zero", (part,), {"who": frame.who, "pool": play.rules.silent_on_zero}, rule)
    play.pop()
    means = answers["zero"][0]
    play.emit(AtZero(frame.who, means, ref=rule))
    if means == REMOVED:
        leave(play, frame.who, REMOVED, rule)
    elif means != NOTHING and means not in play.state.combatants[frame.who].conditions:
        _lay(play, frame.who, True)
    return None


def _unable(rules: Rules, state: State, who: str) -> str:
    """Out and unconscious mean unable to act, where the ruleset has no such condition of its own."""
    combatant = state.combatants[who]
    means = combatant.at_zero
    return means if means in (OUT, UNCONSCIOUS) and means in combatant.conditions else ""


def _hooks(rules: Rules) -> Iterator[tuple[str, Hook]]:
    if rules.silent_on_zero:
        yield "round.start", Hook(QUESTIONS, _at_start, lambda play, entry: bool(_unasked(play)))


def _unasked(play: Play) -> tuple[str, ...]:
    """Those who had nothing left before there was a scene to ask in."""
    vital = play.rules.silent_on_zero
    return tuple(c.id for c in present(play.state) if not c.at_zero and _empty(play, c.id, vital))


def _at_start(play: Play, frame: Moment) -> Outcome:
    for who in _unasked(play):
        _look(play, who)
    return None


MECHANIC = Mechanic(
    "zero",
    uses=lambda ruleset: bool(silent_on_zero(ruleset)),
    events=(AtZero,),
    frames={Felled: step_felled},
    moments=_hooks,
    unable=_unable,
    changed=_look,
)
