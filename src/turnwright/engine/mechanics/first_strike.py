"""A first strike: an ambushing side acts before everything else, once each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from turnwright.engine.base import Answers, Command, Event, Outcome
from turnwright.engine.compiled import Rules
from turnwright.engine.events import TraitSet
from turnwright.engine.frames import Moment
from turnwright.engine.granting import grant, lapse
from turnwright.engine.masking import MaskedSet, Masking
from turnwright.engine.mechanic import STEPS, Hook, Mechanic
from turnwright.engine.play import Play
from turnwright.engine.scening import scene_on
from turnwright.engine.sheet import entry_unable, present, rule_of_reason
from turnwright.engine.state import State
from turnwright.engine.turns import gap_opens
from turnwright.rules.words.extras import FirstStrike as Word

SLOT = "ambush"
"""The slot of the state that holds the side which will strike first."""


class AmbushSet(Event, frozen=True, gc=False):
    """This side will strike first; or (empty) none will. ``begins``: it does so now."""

    side: str
    begins: bool = False

    def apply(self, state: State) -> State:
        own = {name: value for name, value in state.own.items() if name != SLOT}
        if self.side and not self.begins:
            own[SLOT] = self.side
        return replace(state, own=own)


class Ambush(Command, frozen=True, gc=False):
    """Give a side the first strike of the scene that is about to start; or (no side) take it back.

    Refuses ``ambush.none`` in a game without first strikes, ``side.unknown``, and ``ambush.late`` once a scene is on.
    """

    side: str

    def decide(self, play: Play) -> None:
        word = play.rules.ruleset.first_strike
        if word is None:
            play.refuse("ambush.none")
        if scene_on(play.state) is not None:
            play.refuse("ambush.late", word.rule)
        sides = dict.fromkeys(c.side for c in present(play.state))
        if self.side and self.side not in sides:
            play.refuse("side.unknown", word.rule, side=self.side, known=", ".join(sides))
        play.emit(AmbushSet(self.side, ref=word.rule))


class StrikeTurns(Masking, frozen=True, gc=False):
    """The turns of a first strike, taken in any order."""

    own: ClassVar[bool] = True


def step(play: Play, frame: StrikeTurns, answers: Answers | None) -> Outcome:
    """As long as somebody of the side can strike, offer it; then all is as it was, and the scene goes on."""
    word = play.rules.ruleset.first_strike
    assert word is not None
    if gap_opens(play, frame):
        return None
    for entry in play.state.entries.values():
        if word.grants in entry.granted:
            why = entry_unable(play.rules, play.state, entry.id)
            lapse(play, entry.id, word.grants, why or "unused", rule_of_reason(play.rules, why) if why else word.rule)
    play.pop()
    for who, traits in frame.was.items():
        for name, value in traits.items():
            if play.state.combatants[who].traits.get(name, "") != value:
                play.emit(TraitSet(who, name, value, ref=word.rule))
    return None


def _strike(play: Play, frame: Moment) -> Outcome:
    word = play.rules.ruleset.first_strike
    assert word is not None
    side = play.state.own[SLOT]
    play.turn_to(replace(frame, at=frame.at + 1))
    play.emit(AmbushSet(side, begins=True, ref=word.rule))
    play.push(StrikeTurns(was=_all_to(play, word)))
    for combatant in present(play.state):
        entry = play.state.entry_of(combatant.id)
        if combatant.side == side and entry is not None and word.grants not in entry.granted:
            grant(play, entry.id, word.grants, word.rule)
    return None


def _all_to(play: Play, word: Word) -> dict[str, dict[str, str]]:
    """Everybody has these words of traits meanwhile; gives what they had."""
    was: dict[str, dict[str, str]] = {}
    for combatant in tuple(present(play.state)):
        for name, value in word.sets.items():
            before = combatant.traits.get(name, "")
            was.setdefault(combatant.id, {})[name] = before
            if before != value:
                play.emit(TraitSet(combatant.id, name, value, ref=word.rule))
    return was


def _hooks(rules: Rules) -> Iterator[tuple[str, Hook]]:
    if rules.ruleset.first_strike is not None:
        yield "scene.start", Hook(STEPS, _strike, lambda play, entry: SLOT in play.state.own)


MECHANIC = Mechanic(
    "first strike", commands=(Ambush,), events=(AmbushSet, MaskedSet), frames={StrikeTurns: step}, moments=_hooks
)
