"""Leaving the field by a way that takes until a moment, and coming back when the scene is over."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnwright.engine.base import Event, Outcome
from turnwright.engine.compiled import Rules
from turnwright.engine.events import ConditionSet, on_combatant
from turnwright.engine.frames import Moment
from turnwright.engine.granting import lapse
from turnwright.engine.grouping import enter
from turnwright.engine.leaving import leave
from turnwright.engine.mechanic import REMOVALS, Hook, Mechanic
from turnwright.engine.play import Play
from turnwright.engine.sheet import conditions, present, reasons_unable
from turnwright.engine.state import State
from turnwright.rules.words.battlefield import Departure


class CameBack(Event, frozen=True, gc=False):
    """Somebody who had left the field is there again, in the old place."""

    who: str

    def apply(self, state: State) -> State:
        state = on_combatant(state, self.who, gone="")
        entries = {
            key: replace(entry, gone=False) if self.who in entry.members else entry
            for key, entry in state.entries.items()
        }
        return replace(state, entries=entries)


def _leaving(play: Play, word: Departure) -> tuple[str, ...]:
    """Those who would leave by this way now, in the order in which they joined."""
    return tuple(
        c.id
        for c in present(play.state)
        if word.condition in conditions(play.rules, play.state, c.id)
        and set(word.waits).isdisjoint(reasons_unable(play.rules, play.state, c.id))
    )


def _hook(name: str, word: Departure) -> Hook:
    def run(play: Play, frame: Moment) -> Outcome:
        for who in _leaving(play, word):
            leave(play, who, name, word.rule)
            _condition_off(play, who, word.condition, word.rule)
        return None

    return Hook(REMOVALS, run, lambda play, entry: bool(_leaving(play, word)))


def _condition_off(play: Play, who: str, condition: str, ref: str) -> None:
    if condition in play.state.combatants[who].conditions:
        play.emit(ConditionSet(who, condition, False, ref=ref))
        play.changed(who)


def _changed(play: Play, who: str) -> None:
    """Some conditions undo a departure; setting out to leave may cost granted turns."""
    departures = play.rules.ruleset.departures
    if not departures or play.state.combatants[who].gone:
        return
    now = conditions(play.rules, play.state, who)
    for word in departures.values():
        if word.condition not in now:
            continue
        if not set(word.stopped.by).isdisjoint(now):
            _condition_off(play, who, word.condition, word.stopped.rule or word.rule)
        elif word.drops.extras:
            entry = play.state.entry_of(who)
            for kind in entry.granted if entry is not None else ():
                if entry is not None and kind in word.drops.extras:
                    lapse(play, entry.id, kind, word.condition, word.drops.rule or word.rule)


def _away(play: Play) -> tuple[str, ...]:
    return tuple(c.id for c in play.state.combatants.values() if c.gone in play.rules.ruleset.departures)


def _setting_out(play: Play) -> tuple[tuple[str, Departure], ...]:
    """Those who are on their way off the field, with the way."""
    ways = play.rules.ruleset.departures.values()
    return tuple((c.id, word) for c in present(play.state) for word in ways if word.condition in c.conditions)


def _back(play: Play, frame: Moment) -> Outcome:
    """Once the scene is over whoever left the field is part of the story again, and nobody is on the way off it."""
    for who, word in _setting_out(play):
        _condition_off(play, who, word.condition, word.rule)
    for who in _away(play):
        name = play.state.combatants[who].gone
        play.emit(CameBack(who, ref=play.rules.ruleset.departures[name].rule))
        if play.state.entry_of(who) is None:
            # Who acted with a group has no place of its own to come back to.
            enter(play, who, None)
    return None


def _hooks(rules: Rules) -> Iterator[tuple[str, Hook]]:
    for name, word in rules.ruleset.departures.items():
        yield rules.moment(word.at), _hook(name, word)
    if rules.ruleset.departures:
        yield "scene.end", Hook(REMOVALS, _back, lambda play, entry: bool(_away(play) or _setting_out(play)))


MECHANIC = Mechanic(
    "departures", uses=lambda ruleset: bool(ruleset.departures), events=(CameBack,), moments=_hooks, changed=_changed
)
