"""A table to test with: an encounter of a small ruleset, its cast by name."""

from __future__ import annotations

from typing import TypeVar

from turnwright.engine import Command, Encounter, Event, Record, Refusal, Rules, State
from turnwright.engine.clock import story_time
from turnwright.engine.frames import Turn
from turnwright.engine.mechanics import MECHANICS
from turnwright.engine.mechanics.cast import Add
from turnwright.formula import Number
from turnwright.rules.load import Book, Source, read

E = TypeVar("E", bound=Event)

LUX = """
game: Lights
sides: {heroes: players}
time: {turn: 5-10 s, round: 30-60 s, ref: LUX-T5}
scenes: {clears: [prone], ref: LUX-T1}
modes:
  free: {order: free, ref: LUX-T2, called: {how: keep, ref: LUX-C12}}
  initiative: {order: list, ref: LUX-T2, called: {how: new round, ref: LUX-C12}}
stats: {speed: 0, wits: 0}
pools:
  hp: {vital: yes}
  action: {max: "2", start: 0, step: 1/2, refill: upkeep, lost: end, ends turn: yes}
  resolve: {}
  focus: {}
  mana: {}
conditions:
  down: {when: hp <= 0, unable: yes}
  prone: lying on the ground
initiative:
  formula: 1d20 + speed
  ties: [{by: speed}, {roll: 1d20}]
round: {ref: LUX-T4}
turn:
  steps: [upkeep, {name: act, acts: yes}, end]
  start: upkeep
  unable: play
waits:
  delay: {until: open, window: this round, place: here, ref: LUX-I3, unused: last}
effects:
  burning: {does: {hp: "-1d6"}, at: end of turn}
actions:
  strike: {cost: {action: 1}}
  talk: {turn: any}
  second wind: {cost: {}, limit: 1 a day}
  dash: {cost: {}, limit: 1 a round}
rests:
  short:
    least: 15 min
    restores: {pool: focus, ref: LUX-C1}
    may:
      loot: search what lies about
      identify: find out what an item is
      recover: {spend: resolve, gain: hp, ref: LUX-R1}
    cut short: {counts as: nothing, ref: LUX-R3}
    during initiative: {then: refused, ref: LUX-C14}
    ref: LUX-R1
  full:
    least: 6 h
    unbroken: yes
    restores: [hp, resolve, focus, mana]
    renews: day
    cut short: {counts as: short, ref: LUX-C13}
    ref: LUX-R2
tracks:
  narrative:
    scene: yes
    least milestones: 2
    gain: {of: Bumps, ref: LUX-N2}
    judged: {when: after last, ref: LUX-N2}
    grades:
      average: {goal: milestones, ref: LUX-C11}
      easy: {goal: given, ref: LUX-N3}
    ref: LUX-N1
  clock: {goal: "6"}
"""


class Table:
    """An encounter whose commands either do what they should, or fail the test."""

    def __init__(self, text: str = LUX, seed: str = "a", **changes: str) -> None:
        for old, new in changes.items():
            assert old in text
            text = text.replace(old, new)
        self.rules = Rules(read(Book("test", (Source("test.yaml", text),))).value, MECHANICS)
        self.encounter = Encounter.new(self.rules, seed)

    @property
    def state(self) -> State:
        """The state of the encounter."""
        return self.encounter.state

    def add(self, name: str, **values: object) -> str:
        """Add somebody of the heroes' side; gives their id."""
        side = str(values.pop("side", "heroes"))
        self.do(Add(name, side, values={key: str(value) for key, value in values.items()}))
        return self.id(name)

    def id(self, name: str) -> str:
        """The id of the combatant of that name."""
        return next(c.id for c in self.state.combatants.values() if c.name == name)

    def do(self, command: Command, *, force: bool = False, owns: str = "") -> tuple[Event, ...]:
        """Carry a command out; gives what it caused. ``owns`` is the combatant whose player gives it."""
        done = self.encounter.do(command, force=force, owns=frozenset({owns}) if owns else None)
        assert isinstance(done, Record), f"{command}: {done}"
        return done.events

    def refused(self, command: Command, *, owns: str = "") -> Refusal:
        """Why a command is refused; nothing has changed by it."""
        before = self.encounter.state
        done = self.encounter.do(command, owns=frozenset({owns}) if owns else None)
        assert isinstance(done, Refusal), f"{command} was accepted"
        assert self.encounter.state is before
        return done

    def code(self, command: Command, *, owns: str = "") -> str:
        """The code with which a command is refused."""
        return self.refused(command, owns=owns).code

    @property
    def active(self) -> str:
        """The name of whoever's turn is on; empty where it is nobody's."""
        turn = next((frame for frame in reversed(self.state.agenda) if isinstance(frame, Turn)), None)
        return self.state.entries[turn.entry].name if turn else ""

    @property
    def time(self) -> tuple[Number, Number]:
        """The story clock."""
        return story_time(self.rules, self.state)

    def pool(self, who: str, name: str) -> Number:
        """What somebody's pool holds."""
        return self.state.combatants[who].pools.get(name, 0)


def of(events: tuple[Event, ...], kind: type[E]) -> list[E]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]
