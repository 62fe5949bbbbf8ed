"""Turns during which everybody counts as having other words of traits than they have in truth."""

from __future__ import annotations

from msgspec.structs import replace

from turnwright.engine.base import Event
from turnwright.engine.frames import Turns
from turnwright.engine.play import Play
from turnwright.engine.state import State


class Masking(Turns, frozen=True, gc=False):
    """``was`` holds the words of traits that everybody has in truth, by combatant."""

    was: dict[str, dict[str, str]] = {}


class MaskedSet(Event, frozen=True, gc=False):
    """Somebody has another word of a trait, once the turns are over during which another counts."""

    who: str
    trait: str
    value: str

    def apply(self, state: State) -> State:
        agenda = tuple(
            replace(f, was={**f.was, self.who: {**f.was.get(self.who, {}), self.trait: self.value}})
            if isinstance(f, Masking)
            else f
            for f in state.agenda
        )
        return replace(state, agenda=agenda)


def masked(play: Play, who: str, trait: str) -> str | None:
    """The word of a trait that somebody has in truth while another counts; None where what counts is the truth."""
    frame = next((f for f in reversed(play.state.agenda) if isinstance(f, Masking)), None)
    return None if frame is None else frame.was.get(who, {}).get(trait)
