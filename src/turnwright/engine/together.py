"""Turns that several entries take at once, and what their acts do: it is collected, and falls on everybody together."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from turnwright.engine.base import Event, Frame
from turnwright.engine.frames import Turn
from turnwright.engine.play import Play
from turnwright.engine.state import Entry, State
from turnwright.engine.turns import may_take_turn
from turnwright.formula import Number

OWN, AT_A_MOMENT = "together", "at a moment"


class Held(Struct, frozen=True, gc=False, omit_defaults=True):
    """An act that was done at the same time as others: its amounts are rolled, and have yet to fall on its targets."""

    act: Frame
    targets: tuple[str, ...] = ()
    amounts: dict[str, Number] = {}


class Batch(Struct, frozen=True, gc=False):
    """What was done at the same time in a step of a turn, in the order in which it was told."""

    turn: int
    at: int
    held: tuple[Held, ...]


class Collected(Event, frozen=True, gc=False):
    """An act has been done; what it does falls on everybody together with the rest, when the step is over.

    Without a ``turn`` it was set off at the same moment as others, and falls when all of them have been done.
    """

    turn: int
    at: int
    held: Held

    def apply(self, state: State) -> State:
        key = OWN if self.turn else AT_A_MOMENT
        batch = state.own.get(key)
        held = batch.held if isinstance(batch, Batch) and batch.turn == self.turn else ()
        return replace(state, own={**state.own, key: Batch(self.turn, self.at, (*held, self.held))})


class Fell(Event, frozen=True, gc=False):
    """What was collected falls now."""

    turn: int

    def apply(self, state: State) -> State:
        fallen = OWN if self.turn else AT_A_MOMENT
        return replace(state, own={key: value for key, value in state.own.items() if key != fallen})


class TookPart(Event, frozen=True, gc=False):
    """An entry acts at the same time as those whose turn it is."""

    entry: str

    def apply(self, state: State) -> State:
        at = max(at for at, frame in enumerate(state.agenda) if isinstance(frame, Turn))
        turn = state.agenda[at]
        assert isinstance(turn, Turn)
        agenda = (*state.agenda[:at], replace(turn, along=(*turn.along, self.entry)), *state.agenda[at + 1 :])
        return replace(state, agenda=agenda)


EVENTS = (Collected, Fell, TookPart)


def at_once(play: Play, who: str) -> tuple[int, int] | None:
    """Where several act at the same time now, as somebody acts: the number of the turn that they share and its step, or
    (0, 0) while they do what one act has set off; None where everybody acts alone. With hidden ones alone nobody shares
    a turn who is seen (SEM-22)."""
    shared: tuple[int, int] | None = None
    for frame in play.state.agenda:
        if isinstance(frame, Turn):
            if frame.along and shared is None and _is_shared(play.state, frame, who):
                shared = frame.id, frame.at
        elif getattr(frame, "at_once", ()):
            return 0, 0
    return shared


def _is_shared(state: State, turn: Turn, who: str) -> bool:
    others = set(turn.along) - set(turn.finishing)
    if not others or state.hides((who,)):
        return bool(others)
    found = (state.entries[entry] for entry in (turn.entry, *others))
    return sum(not entry.gone and not state.hides(entry.members) for entry in found) > 1


def peers(play: Play, entry: Entry) -> tuple[str, ...]:
    """The entries that act at the same time as this one: ties that the ruleset leaves standing are taken at once."""
    if not play.rules.ties_together or entry.score is None:
        return ()
    state = play.state
    found = (state.entries[other] for other in state.order)
    return tuple(
        other.id
        for other in found
        if other.id != entry.id
        and (other.score, other.rank, other.keys, other.by_hand) == (entry.score, entry.rank, entry.keys, entry.by_hand)
        and other.acted != state.cycle
        and not (other.gone or other.wait)
        and state.in_scene(other)
        and not may_take_turn(play, other.id)
    )
