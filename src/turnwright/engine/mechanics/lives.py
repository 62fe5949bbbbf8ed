"""The game master's choice of what players see of the hit points of others."""

from __future__ import annotations

from msgspec.structs import replace

from turnwright.engine.base import Command, Event
from turnwright.engine.keeping import with_kept
from turnwright.engine.lives import SLOT, Shown, lives
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.play import GM, Play
from turnwright.engine.state import State


class ShowLife(Command, frozen=True, gc=False):
    """Show players the vital pools of these combatants as numbers, words or nothing; of nobody named, those of all.

    Whose player looks sees numbers of their own in any case.
    """

    how: Shown
    who: tuple[str, ...] = ()

    def decide(self, play: Play) -> None:
        for who in self.who:
            play.present(who)
        play.emit(LifeShown(self.how, self.who, to=GM))


class LifeShown(Event, frozen=True, gc=False):
    """From here on players see vital pools so: those of these combatants, or (nobody) of all who are there or come."""

    how: Shown
    who: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        before = lives(state) if self.who else {}
        return replace(state, own=with_kept(state, SLOT, {**before, **dict.fromkeys(self.who or ("",), self.how)}))


MECHANIC = Mechanic("lives", commands=(ShowLife,), events=(LifeShown,))
