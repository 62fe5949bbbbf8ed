"""A battle of Last Odyssey to test with: the cast by name, commands that do what they should or fail the test."""

from __future__ import annotations

from typing import TypeVar

from turnwright.engine import Command, Encounter, Event, Record, Refusal, State, compile_rules
from turnwright.engine.base import Question
from turnwright.engine.choosing import Choices
from turnwright.engine.dice import TypedDice
from turnwright.engine.frames import Turn
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.cast import Add
from turnwright.engine.mechanics.gaps import Enter
from turnwright.engine.mechanics.initiative import SetScore
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.questions import Answer, Pass
from turnwright.engine.mechanics.scenes import End, Next, Start
from turnwright.engine.sheet import trait
from turnwright.engine.state import OwnAct
from turnwright.formula import Number
from turnwright.rules.load import load

E = TypeVar("E", bound=Event)


class Field:
    """An encounter of Last Odyssey with the options given."""

    def __init__(self, **options: str) -> None:
        self.rules = compile_rules(load("last-odyssey", options))
        self.encounter = Encounter.new(self.rules, "odyssey")
        self.done: tuple[Event, ...] = ()

    # ---- who is there

    @property
    def state(self) -> State:
        """The state of the encounter."""
        return self.encounter.state

    def add(self, name: str, side: str = "heroes", **values: object) -> str:
        """Add somebody, in the front row at tier 1 unless said otherwise; gives their id."""
        more = {key: values.pop(key) for key in ("acts", "items", "roles", "belongs_to", "hidden") if key in values}
        sheet = {"hp": "20", **({} if "belongs_to" in more else {"row": "front", "initiative": "10"})}
        sheet |= {key.replace("_", " "): str(value) for key, value in values.items()}
        self.do(Add(name, side, values=sheet, **more))  # type: ignore[arg-type]
        return self.id(name)

    def id(self, name: str) -> str:
        """The id of the combatant of that name."""
        return next(c.id for c in self.state.combatants.values() if c.name == name)

    # ---- doing things

    def do(
        self, command: Command, *, force: bool = False, owns: str = "", dice: tuple[int, ...] = ()
    ) -> tuple[Event, ...]:
        """Carry a command out; gives what it caused. ``owns`` is the combatant whose player gives it."""
        typed = TypedDice(dice) if dice else None
        done = self.encounter.do(command, dice=typed, force=force, owns=frozenset({owns}) if owns else None)
        assert isinstance(done, Record), f"{command}: {done}"
        return done.events

    def refused(self, command: Command, *, owns: str = "") -> Refusal:
        """Why a command is refused; nothing has changed by it."""
        before = self.encounter.state
        done = self.encounter.do(command, owns=frozenset({owns}) if owns else None)
        assert isinstance(done, Refusal), f"{command} was accepted"
        assert self.encounter.state is before
        return done

    def code(self, command: Command, *, owns: str = "") -> tuple[str, str]:
        """The code and the rule with which a command is refused."""
        refusal = self.refused(command, owns=owns)
        return refusal.code, refusal.ref

    def start(self, **scores: int) -> None:
        """Start the battle with these scores instead of the call, past the opening paradigm phase."""
        self.start_only(**scores)
        self.past("paradigm")

    def start_only(self, **scores: int) -> None:
        """Start the battle with these scores instead of the call; the opening paradigm phase is on."""
        for name, score in scores.items():
            self.do(SetScore(self.id(name), score))
        self.do(Start())

    def past(self, phase: str) -> None:
        """Go on until this phase is over, as if nobody chose anything."""
        while self.state.phase == phase:
            self.do(Next())

    def to_round(self, number: int) -> None:
        """Go on until this round's first turn, as if nobody did anything."""
        while self.state.round < number or self.state.phase != "action":
            assert self.state.round <= number
            self.skip()

    def to_phase(self, phase: str) -> None:
        """Go on until this phase, as if nobody did anything."""
        while self.state.phase != phase:
            self.skip()

    def skip(self) -> None:
        """The obvious step, or the last answer to a question: to stay, to let go."""
        top = self.state.agenda[-1]
        if isinstance(top, Question):
            part = top.ask.parts[0]
            self.do(Answer((part.items[-1],), part.key))
        else:
            self.do(Next())

    def act(self, name: str, act: str, *targets: str, **more: object) -> tuple[Event, ...]:
        """Somebody takes an action on these, all by name."""
        return self.do(self.acting(name, act, *targets, **more))

    def acting(self, name: str, act: str, *targets: str, **more: object) -> Act:
        """The command for an action."""
        return Act(self.id(name), act, tuple(map(self.id, targets)), **more)  # type: ignore[arg-type]

    def end(self) -> tuple[Event, ...]:
        """The turn that is on ends."""
        return self.do(End())

    def enter(self, *names: str) -> tuple[Event, ...]:
        """These step in."""
        return self.do(Enter(tuple(map(self.id, names))))

    def let_go(self, name: str) -> tuple[Event, ...]:
        """Somebody lets a chance go by."""
        return self.do(Pass(self.id(name)))

    def answer(self, *answer: str, part: str = "", who: str = "") -> tuple[Event, ...]:
        """Answer the open question; ``who`` is the name of whoever's player does."""
        return self.do(Answer(answer, part, self.id(who) if who else ""))

    def hp(self, name: str, by: int) -> tuple[Event, ...]:
        """Change somebody's HP by hand."""
        return self.do(ChangePool((self.id(name),), "hp", by=str(by)))

    # ---- looking

    @property
    def active(self) -> str:
        """The name of whoever acts now; empty where it is nobody's turn."""
        turn = self.turn
        if turn is None:
            return ""
        entry = self.state.entries[turn.entry]
        return self.state.combatants[entry.actor].name if entry.actor else entry.name

    @property
    def turn(self) -> Turn | None:
        """The turn that is on."""
        return next((frame for frame in reversed(self.state.agenda) if isinstance(frame, Turn)), None)

    @property
    def question(self) -> Question:
        """The open question."""
        top = self.state.agenda[-1]
        assert isinstance(top, Question), top
        return top

    @property
    def choosing_side(self) -> str:
        """The side that chooses now, in a phase of choices."""
        top = self.state.agenda[-1]
        assert isinstance(top, Choices), top
        return tuple(self.rules.ruleset.phases[top.phase].choices)[top.part]

    def pool(self, name: str, pool: str = "ap") -> Number:
        """What somebody's pool holds."""
        return self.state.combatants[self.id(name)].pools.get(pool, 0)

    def trait(self, name: str, what: str) -> str:
        """A word on somebody's sheet."""
        return trait(self.rules, self.state, self.id(name), what)

    def order(self) -> list[str]:
        """The names in order."""
        return [self.state.entries[entry].name for entry in self.state.order]


def of(events: tuple[Event, ...], kind: type[E]) -> list[E]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def refs(events: tuple[Event, ...]) -> set[str]:
    """The rules that caused these events."""
    return {event.ref for event in events} - {""}


def claws() -> dict[str, OwnAct]:
    """What an eidolon of the tests can do."""
    return {"claw": OwnAct(like="basic attack"), "blaze": OwnAct(like="ability", cost={"ap": "2"})}
