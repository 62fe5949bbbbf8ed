"""A table to test at: rules written as a file, people by name, scripted dice, and words short enough to read."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import dedent
from typing import TypeVar

from turnwright.engine import Encounter, Event, Record, Refusal, choices, compile_rules
from turnwright.engine.acts import ActFrame
from turnwright.engine.base import Command, Question
from turnwright.engine.choices import Choice
from turnwright.engine.dice import TypedDice
from turnwright.engine.frames import Turn
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.cast import Add
from turnwright.engine.mechanics.questions import Answer, Pass
from turnwright.engine.mechanics.reactions import React
from turnwright.engine.mechanics.scenes import End, Start
from turnwright.engine.mechanics.triggers import Trigger
from turnwright.engine.state import Combatant, OwnAct
from turnwright.engine.windows import Window, asked
from turnwright.formula import Number
from turnwright.rules.load import Book, Source, read
from turnwright.rules.words import Ruleset

E = TypeVar("E", bound=Event)

LUX = """
game: As in Lux Aeterna
sides: {heroes: players}
stats: {speed: 0, actions: 2}
pools:
  hp: {vital: yes}
  action: {max: actions, step: 1/2, start: 0, refill: upkeep, lost: off-turn, ends turn: yes, ref: LUX-A1}
  reaction: {max: 2 * actions, refill: off-turn, ref: LUX-A6}
conditions:
  down: {when: hp <= 0, unable: yes}
  gagged: {bars: talk}
  surprised: {bars: reaction}
initiative: {formula: 1d20 + speed, ties: [{by: speed}, {roll: 1d20}]}
turn:
  steps: [negative, upkeep, positive, {name: act, acts: yes}, finish, off-turn]
  start: upkeep
  end: finish
  unable: play
waits:
  delay: {until: open, later: {needed: yes}, unused: last}
acting:
  too dear: {then: refused, ref: LUX-A5}
  off turn: {ref: LUX-S5}
actions:
  attack: {cost: {action: 1}, tags: strike, ref: LUX-A2}
  drink: {cost: {action: 1/2}, target: none, ref: LUX-A3}
  talk: {turn: any, ref: LUX-A4}
reactions:
  defend: {to: attack, cost: {reaction: 1}, when spent: {then: refused, ref: LUX-C8}, ref: LUX-A7}
  save: {to: threat, cost: {reaction: 1}, when spent: {then: refused, ref: LUX-C8}, ref: LUX-A7}
triggers:
  trap: {tags: threat}
reacting:
  kind: {default: interrupt, ref: LUX-C4}
  own turn: {allowed: yes, ref: LUX-C5}
  per trigger: {most: one, ref: LUX-C16}
  ref: LUX-A6
"""
"""The rules of acting and reacting of one of the games, as its file will have them."""


def rules(text: str, *overlays: str) -> Ruleset:
    """The ruleset of a file's text, with overlays laid over it."""
    sources = (Source("test.yaml", dedent(text)), *(Source(f"over{n}.yaml", dedent(o)) for n, o in enumerate(overlays)))
    return read(Book("test", sources)).value


class Table:
    """An encounter whose people are called by name. A refusal where none should be fails the test, and the reverse."""

    def __init__(self, text: str, *overlays: str, **scores: Number) -> None:
        self.encounter = Encounter.new(compile_rules(rules(text, *overlays)), "a")
        for name, score in scores.items():
            self.add(name, score=score)

    def add(
        self,
        name: str,
        side: str = "",
        score: Number | None = None,
        acts: dict[str, OwnAct] | None = None,
        items: dict[str, Number] | None = None,
        hidden: bool = False,
        **values: object,
    ) -> None:
        side = side or ("goblins" if name.startswith("Goblin") else "heroes")
        given = {"hp": "20", **{key: str(value) for key, value in values.items()}}
        self.do(Add(name, side, values=given, acts=acts or {}, items=items or {}, hidden=hidden, score=score))

    # ---- doing

    def do(
        self, command: Command, *, faces: Iterable[int] = (), force: bool = False, by: str = ""
    ) -> tuple[Event, ...]:
        """Do what must be accepted; gives the events. ``by`` is the name of the player's character."""
        typed = TypedDice(tuple(faces)) if faces else None
        result = self._do(command, typed, force, by)
        assert isinstance(result, Record), result
        if typed is not None:
            typed.finish()
        return result.events

    def refused(self, command: Command, *, by: str = "", force: bool = False) -> Refusal:
        """Do what must be refused; gives the refusal, after seeing that nothing has changed."""
        before, revision = self.encounter.state, self.encounter.revision
        result = self._do(command, None, force, by)
        assert isinstance(result, Refusal), result
        assert self.encounter.state is before
        assert self.encounter.revision == revision
        return result

    def _do(self, command: Command, dice: TypedDice | None, force: bool, by: str) -> Record | Refusal:
        owns = frozenset({self.id(by)}) if by else None
        return self.encounter.do(command, dice=dice, force=force, owns=owns, by=by or "gm")

    def start(self) -> None:
        self.do(Start())

    def act(self, who: str, act: str, *targets: str, amount: str = "", **more: object) -> Act:
        return Act(self.id(who), act, self.ids(targets), amount, **more)  # type: ignore[arg-type]

    def react(self, who: str, reaction: str, **more: object) -> React:
        return React(self.id(who), reaction, **more)  # type: ignore[arg-type]

    def let_go(self, who: str) -> Pass:
        return Pass(self.id(who))

    def trigger(self, name: str, *targets: str, **more: object) -> Trigger:
        return Trigger(name, self.ids(targets), **more)  # type: ignore[arg-type]

    def answer(self, *words: str) -> tuple[Event, ...]:
        return self.do(Answer(words))

    def end(self) -> tuple[Event, ...]:
        return self.do(End())

    # ---- looking

    def id(self, name: str) -> str:
        return next(c.id for c in self.encounter.state.combatants.values() if c.name == name)

    def ids(self, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(self.id(name) for name in names)

    def who(self, name: str) -> Combatant:
        return self.encounter.state.combatants[self.id(name)]

    def pool(self, name: str, pool: str) -> Number:
        return self.who(name).pools[pool]

    @property
    def top(self) -> object:
        return self.encounter.state.agenda[-1]

    @property
    def active(self) -> str:
        """Whose turn it is."""
        turns = [frame for frame in self.encounter.state.agenda if isinstance(frame, Turn)]
        return self.encounter.state.entries[turns[-1].entry].name if turns else ""

    @property
    def order(self) -> list[str]:
        return [self.encounter.state.entries[e].name for e in self.encounter.state.order]

    @property
    def asked(self) -> list[str]:
        """Who could answer what is going on, the first to speak first; empty while no window is open."""
        window, act = self.top, self.encounter.state.agenda[-2]
        if not isinstance(window, Window):
            return []
        assert isinstance(act, ActFrame)
        from turnwright.engine.play import Play

        play = Play(self.encounter.rules, self.encounter.state, TypedDice(()))
        return [self.encounter.state.combatants[who].name for who in asked(play, window, act)]

    @property
    def question(self) -> str:
        return self.top.ask.code if isinstance(self.top, Question) else ""

    def choices(self, by: str = "") -> tuple[Choice, ...]:
        owns = frozenset({self.id(by)}) if by else None
        return choices(self.encounter.rules, self.encounter.state, owns)


def only(events: Iterable[Event], kind: type[E]) -> E:
    """The one event of this kind."""
    (found,) = every(events, kind)
    return found


def every(events: Iterable[Event], kind: type[E]) -> list[E]:
    """The events of this kind."""
    return [event for event in events if isinstance(event, kind)]
