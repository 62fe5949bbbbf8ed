"""A board to test orders on: an encounter by a game's file or a text, with its cast by name."""

from __future__ import annotations

from typing import TypeVar

from turnwright.engine import Command, Encounter, Event, Record, Refusal, State, codec, compile_rules, read_record
from turnwright.engine.base import Question
from turnwright.engine.choices import choices
from turnwright.engine.frames import Turn
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.cast import Add, SetCondition
from turnwright.engine.mechanics.initiative import Roll, SetScore
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.questions import Answer
from turnwright.engine.mechanics.scenes import End, Start
from turnwright.engine.play import Play
from turnwright.engine.turns import acting
from turnwright.formula import Number
from turnwright.formula.seeded import SeededDice
from turnwright.rules.load import Book, Source, find, read

E = TypeVar("E", bound=Event)


class Board:
    """An encounter whose commands either do what they should, or fail the test.

    Each command that is accepted is checked against what holds for every game: the log folds to the same state when
    it is read again, and every choice that is offered is accepted, every barred one refused.
    """

    def __init__(self, game: str, seed: str = "a", **options: str) -> None:
        if "\n" in game:
            book = Book("test", (Source("test.yaml", game),), options)
        else:
            book = find(game, {key.replace("_", " "): value for key, value in options.items()})
        self.rules = compile_rules(read(book).value)
        self.encounter = Encounter.new(self.rules, seed)
        self.events: tuple[Event, ...] = ()

    @property
    def state(self) -> State:
        """The state of the encounter."""
        return self.encounter.state

    def add(
        self, name: str, side: str = "heroes", count: int = 1, score: Number | None = None, **values: object
    ) -> str:
        """Add somebody; gives the id."""
        sheet = {key: str(value) for key, value in values.items()}
        self.do(Add(name, side, count, values=sheet, score=score))
        return self.id(name if count == 1 else f"{name} 1")

    def id(self, name: str) -> str:
        """The id of the combatant of that name."""
        return next(c.id for c in self.state.combatants.values() if c.name == name)

    def entry(self, name: str) -> str:
        """The id of the entry of that name."""
        return next(e.id for e in self.state.entries.values() if e.name == name and not e.gone)

    def do(self, command: Command, *, force: bool = False, owns: str = "", dice: object = None) -> tuple[Event, ...]:
        """Carry a command out; gives what it caused. ``owns`` is the combatant whose player gives it."""
        done = self.encounter.do(command, force=force, owns=frozenset({owns}) if owns else None)
        assert isinstance(done, Record), f"{command}: {done}"
        self.events = done.events
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

    # ---- short forms

    def start(self, mode: str = "", **scores: Number) -> None:
        """Type scores by name, then begin."""
        for name, score in scores.items():
            self.do(SetScore(self.id(name.replace("_", " ")), score))
        self.do(Start(mode))

    def roll(self, name: str, *faces: int) -> None:
        """Somebody rolls initiative with these faces."""
        self.do(Roll((self.id(name),), faces))

    def end(self) -> tuple[Event, ...]:
        """End the turn that is on."""
        return self.do(End())

    def act(self, name: str, act: str, *targets: str, amount: str = "") -> tuple[Event, ...]:
        """Somebody acts."""
        return self.do(Act(self.id(name), act, tuple(map(self.id, targets)), amount))

    def answer(self, *names: str, who: str = "", part: str = "") -> None:
        """Answer the open question with names of entries, or words."""
        known = {e.name: e.id for e in self.state.entries.values() if not e.gone}
        items = tuple(known.get(name, name) for name in names)
        self.do(Answer(items, part, self.id(who) if who else ""), owns=self.id(who) if who else "")

    def hp(self, name: str, by: str, pool: str = "hp") -> None:
        """Change a pool by hand."""
        self.do(ChangePool((self.id(name),), pool, by=by))

    def condition(self, name: str, condition: str, on: bool = True) -> None:
        """Lay a condition on somebody, or take it away."""
        self.do(SetCondition((self.id(name),), condition, on))

    # ---- what is so now

    @property
    def turn(self) -> Turn | None:
        """The turn that is on."""
        return next((frame for frame in reversed(self.state.agenda) if isinstance(frame, Turn)), None)

    @property
    def active(self) -> str:
        """The name of whoever's turn is on; empty where it is nobody's."""
        return self.state.entries[self.turn.entry].name if self.turn else ""

    @property
    def acting(self) -> list[str]:
        """The names of those who act in the turn that is on."""
        play = Play(self.rules, self.state, SeededDice(""))
        return [self.state.combatants[who].name for who in acting(play.state, self.turn)] if self.turn else []

    @property
    def order(self) -> list[str]:
        """The names of the entries that are there, in their order."""
        return [self.state.entries[e].name for e in self.state.order if not self.state.entries[e].gone]

    @property
    def question(self) -> Question | None:
        """The open question."""
        top = self.state.agenda[-1] if self.state.agenda else None
        return top if isinstance(top, Question) else None

    @property
    def items(self) -> list[str]:
        """The names among which the open question asks to choose."""
        assert self.question is not None
        names = {e.id: e.name for e in self.state.entries.values()}
        return [names.get(item, item) for item in self.question.ask.parts[0].items]

    @property
    def asked(self) -> list[str]:
        """Who is to answer the open question."""
        assert self.question is not None
        who = self.state.combatants
        return [who[w].name if w in who else w for part in self.question.ask.parts for w in part.to]

    def score(self, name: str) -> Number | None:
        """The score of an entry."""
        return self.state.entries[self.entry(name)].score

    def pool(self, name: str, pool: str) -> Number:
        """What somebody's pool holds."""
        return self.state.combatants[self.id(name)].pools.get(pool, 0)

    def conditions(self, name: str) -> tuple[str, ...]:
        """What was laid on somebody."""
        return self.state.combatants[self.id(name)].conditions

    def check(self) -> None:
        """What holds at every point: the log folds to this state, and choices tell the truth."""
        again = Encounter.load(self.rules, [read_record(codec.encode(record)) for record in self.encounter.records])
        assert codec.state_bytes(again.state) == codec.state_bytes(self.state)
        for choice in choices(self.rules, self.state):
            trial = Encounter.load(self.rules, self.encounter.records)
            done = trial.do(choice.command)
            assert isinstance(done, Refusal) == (choice.barred is not None), choice


def of(events: tuple[Event, ...], kind: type[E]) -> list[E]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]
