"""A made-up game and a table to speak at."""

from __future__ import annotations

from fractions import Fraction

from turnwright.engine import Command, Encounter, Record, Refusal, Rules, State, compile_rules
from turnwright.formula import parse as formula
from turnwright.rules.words import Ruleset
from turnwright.rules.words.act import Action
from turnwright.rules.words.order import Initiative, Tie
from turnwright.rules.words.sheet import Condition, Most, Pool, Refill, Start, Stat, Trait
from turnwright.rules.words.waits import Later, Wait
from turnwright.speech import parse, refuse, tell

RULESET = Ruleset(
    game="Made Up",
    sides={"heroes": "players", "goblins": "gm"},
    stats={"speed": Stat(value=formula("0"))},
    traits={"row": Trait(among=("front", "back"), start="front")},
    pools={
        "hp": Pool(label="HP", vital=True),
        "actions": Pool(max=Most(formula=formula("2")), refill=Refill(at=("start of turn",)), step=Fraction(1, 2)),
        "ap": Pool(label="action points", start=Start(to=formula("3"))),
    },
    conditions={"prone": Condition(), "unconscious": Condition(unable=True)},
    initiative=Initiative(
        formula=formula("1d20 + speed"),
        ref=("MU-1",),
        ties=(Tie(by=formula("speed"), ref=("MU-2",)), Tie(roll=formula("1d20"), ref=("MU-3",))),
    ),
    waits={"delay": Wait(later=Later(needed=True), ref=("MU-4",))},
    actions={
        "attack": Action(cost={"actions": formula("1")}, ref=("MU-5",)),
        "move": Action(),
        "drink potion": Action(cost={"actions": formula("1/2")}),
        "cast": Action(cost={"ap": formula("given")}),
    },
)
RULES = compile_rules(RULESET)


class Table:
    """An encounter that is spoken to in words."""

    def __init__(self, rules: Rules = RULES, seed: str = "a") -> None:
        self.rules = rules
        self.encounter = Encounter.new(rules, seed)

    @property
    def state(self) -> State:
        return self.encounter.state

    def id(self, name: str) -> str:
        return next(c.id for c in self.state.combatants.values() if c.name == name)

    def read(self, text: str, who: str = "") -> Command:
        return parse(self.rules, self.state, text, self.id(who) if who else None).command

    def do(self, *texts: str) -> tuple[str, ...]:
        """Say these; none may be refused. Gives the lines of the last."""
        lines: tuple[str, ...] = ()
        for text in texts:
            said, before = parse(self.rules, self.state, text), self.state
            done = self.encounter.do(said.command, force=said.force)
            assert isinstance(done, Record), (text, done)
            lines = tell(self.rules, before, done)
        return lines

    def do_command(self, command: Command) -> None:
        done = self.encounter.do(command)
        assert isinstance(done, Record), (command, done)

    def refused(self, text: str) -> Refusal:
        said = parse(self.rules, self.state, text)
        done = self.encounter.do(said.command, force=said.force)
        assert isinstance(done, Refusal), (text, done)
        return done

    def sentence(self, refusal: Refusal) -> str:
        return refuse(self.rules, self.state, refusal)


def ambush() -> Table:
    """Six at a ford, in round 1: Archer 23, Milli 20, Roan and Leader 17, Pau 12, Skirmisher 11."""
    table = Table()
    cast = {
        "Milli": (4, 16, "heroes"),
        "Roan": (5, 12, "heroes"),
        "Pau": (4, 8, "heroes"),
        "Goblin Archer": (4, 19, "goblins"),
        "Goblin Leader": (4, 13, "goblins"),
        "Goblin Skirmisher": (6, 5, "goblins"),
    }
    for name, (speed, _, side) in cast.items():
        table.do(f"add {name} speed {speed} hp 20 side {side}")
    for name, (_, face, _) in cast.items():
        table.do(f"roll {name} {face}")
    table.do("start")
    return table
