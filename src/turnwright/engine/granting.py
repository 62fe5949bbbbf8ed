"""Turns that a rule grants beside one's own: owed until they are taken, or lapse."""

from __future__ import annotations

from turnwright.engine.base import Event
from turnwright.engine.events import on_entry
from turnwright.engine.play import Play
from turnwright.engine.state import State


class Granted(Event, frozen=True, gc=False):
    """An entry may take one more turn of this kind."""

    entry: str
    kind: str

    def apply(self, state: State) -> State:
        return on_entry(state, self.entry, granted=(*state.entries[self.entry].granted, self.kind))


class GrantUsed(Event, frozen=True, gc=False):
    """An entry takes the turn that it was granted."""

    entry: str
    kind: str

    def apply(self, state: State) -> State:
        return _without(state, self.entry, self.kind)


class GrantKept(Event, frozen=True, gc=False):
    """An entry's own turn is over, and it may still take the turn that it was granted."""

    entry: str
    kind: str

    def apply(self, state: State) -> State:
        return state


class GrantLapsed(Event, frozen=True, gc=False):
    """A granted turn is lost: unused, or for this reason."""

    entry: str
    kind: str
    why: str = "unused"

    def apply(self, state: State) -> State:
        return _without(state, self.entry, self.kind)


def _without(state: State, entry: str, kind: str) -> State:
    granted = list(state.entries[entry].granted)
    granted.remove(kind)
    return on_entry(state, entry, granted=tuple(granted))


def grant(play: Play, entry: str, kind: str, ref: str = "") -> None:
    """Grant a turn. Refuses ``extra.unknown`` for a kind that the ruleset doesn't have."""
    extras = play.rules.ruleset.extras
    if kind not in extras:
        play.refuse("extra.unknown", ref, kind=kind, known=", ".join(extras))
    play.emit(Granted(entry, kind, ref=ref or extras[kind].rule))


def lapse(play: Play, entry: str, kind: str, why: str = "unused", ref: str = "") -> None:
    """A granted turn is lost."""
    play.emit(GrantLapsed(entry, kind, why, ref=ref or play.rules.ruleset.extras[kind].lapses.rule))
