"""A board for effects: given in words, looked at by name, and held to what is true of all effects."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace
from orders.board import Board, of

from turnwright.engine import Command, Event
from turnwright.engine.events import EntryGone
from turnwright.engine.happenings import TurnEnded, TurnSkipped
from turnwright.engine.lasting import EffectEnded
from turnwright.engine.mechanics.cast import Remove
from turnwright.engine.mechanics.effects import EndEffect, GiveEffect
from turnwright.engine.state import Effect
from turnwright.rules.words.duration import Duration, read_duration

PLAIN = """
game: A plain game
sides: {heroes: players}
open sheet: yes
pools:
  hp: {vital: yes}
  mana: {}
conditions:
  down: {when: hp <= 0, unable: yes}
initiative: {formula: 1d20}
turn: {unable: skip}
"""
"""A game of start, act and end in which those who are down are passed over."""


class Bench(Board):
    """A board on which effects are given in words."""

    def __init__(self, game: str = PLAIN, *cast: str, **scores: int) -> None:
        super().__init__(game)
        for name in cast:
            self.add(name, hp=20)
        for name, score in scores.items():
            self.add(name, "foes" if name[0] == "M" else "heroes", score=score, hp=20)

    def do(self, command: Command, *, force: bool = False, owns: str = "", dice: object = None) -> tuple[Event, ...]:
        """Carry a command out; afterwards no effect has a remainder below 1, and none hangs on what is not there."""
        events = super().do(command, force=force, owns=owns)
        for effect in self.state.effects.values():
            assert effect.left is None or effect.left >= 1, effect
            assert not effect.anchor or effect.anchor in self.state.entries or effect.anchor in self.state.combatants
            assert not effect.bearer or not self.state.combatants[effect.bearer].gone, effect
        return events

    def give(self, name: str, *bearers: str, source: str = "", lasts: str | None = None, **more: Any) -> Effect:
        """Give an effect; its durations in words, people by name. Gives the first of those it made."""
        command = self.giving(name, *bearers, source=source, lasts=lasts, **more)
        before = set(self.state.effects)
        self.do(command)
        return next(effect for key, effect in self.state.effects.items() if key not in before)

    def giving(
        self, name: str, *bearers: str, source: str = "", lasts: str | None = None, starts: str = "", **more: Any
    ) -> GiveEffect:
        """The command that gives an effect."""
        return GiveEffect(
            name,
            tuple(map(self.id, bearers)),
            self.id(source) if source else "",
            lasts=self.duration(lasts) if lasts is not None else None,
            starts=self.duration(starts) if starts else None,
            **more,
        )

    def duration(self, text: str) -> Duration:
        """A duration in words; who is named in it is looked up."""
        read = read_duration(text)
        return replace(read, of=self.id(read.of)) if read.of not in ("", "bearer", "source") else read

    def has(self, name: str, effect: str) -> bool:
        """Whether somebody bears an effect of that name, begun or not."""
        return any(e.name == effect and e.bearer == self.id(name) for e in self.state.effects.values())

    def effect(self, name: str) -> Effect:
        """The effect of that name."""
        return next(effect for effect in self.state.effects.values() if effect.name == name)

    def drop(self, name: str) -> tuple[Event, ...]:
        """End an effect by hand."""
        return self.do(EndEffect((self.effect(name).id,)))

    def remove(self, name: str, why: str = "removed") -> tuple[Event, ...]:
        """Somebody leaves."""
        return self.do(Remove((self.id(name),), why))

    def seen(self, effect: str, turns: int, who: str = "") -> list[tuple[int, str]]:
        """The turns of the next so many, the one that is on included, in which an effect lasts while its owner acts."""
        found: list[tuple[int, str]] = []
        for _ in range(turns):
            if any(e.name == effect for e in self.state.effects.values()):
                found.append((self.state.round, self.active))
            self.end()
        return found


def endings(events: tuple[Event, ...]) -> list[tuple[str, str]]:
    """Which effects ended, and why."""
    return [(event.name, event.why) for event in of(events, EffectEnded)]


__all__ = ["PLAIN", "Bench", "EntryGone", "TurnEnded", "TurnSkipped", "endings", "of"]
