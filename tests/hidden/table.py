"""A fight in which some are hidden, seen by those who may not know of them."""

from __future__ import annotations

import functools

import msgspec

from turnwright.engine import Command, Encounter, Record, Refusal, Rules, State, codec, compile_rules
from turnwright.engine.dice import Dice
from turnwright.engine.mechanics.cast import Add
from turnwright.engine.mechanics.initiative import SetScore
from turnwright.engine.mechanics.scenes import Next, Start
from turnwright.engine.view import View, view
from turnwright.rules.cast import read_cast
from turnwright.rules.load import load
from turnwright.scenario.casting import cast_commands


@functools.cache
def compiled(game: str) -> Rules:
    """A built-in ruleset, read once."""
    return compile_rules(load(game))


class Even:
    """Dice that always show the same, so that nobody's rolls change another's."""

    drawn = 0

    def roll(self, sides: int) -> int:
        return (sides + 1) // 2


class Table:
    """An encounter of a built-in ruleset: its own example for a cast, and hidden ones beside them."""

    def __init__(self, game: str = "plain", seed: str = "a", example: bool = False) -> None:
        self.rules = compiled(game)
        self.encounter = Encounter.new(self.rules, seed)
        if example:
            assert self.rules.ruleset.example is not None
            for member in read_cast(self.rules.ruleset.example.cast, self.rules.ruleset, []):
                for command in cast_commands(member, lambda: self.state):
                    self.do(command)

    @property
    def state(self) -> State:
        return self.encounter.state

    @property
    def dice(self) -> Dice:
        return Even()

    def id(self, name: str) -> str:
        return next(c.id for c in self.state.combatants.values() if c.name == name)

    def seat(self, *names: str) -> frozenset[str]:
        return frozenset(map(self.id, names))

    def do(self, command: Command, owns: frozenset[str] | None = None) -> Record:
        done = self.encounter.do(command, dice=self.dice, owns=owns, by="gm" if owns is None else "player")
        assert isinstance(done, Record), done
        return done

    def refused(self, command: Command, owns: frozenset[str] | None = None) -> Refusal:
        done = self.encounter.do(command, dice=self.dice, owns=owns, by="gm" if owns is None else "player")
        assert isinstance(done, Refusal), done
        return done

    def add(self, name: str, score: int, *, hidden: bool = False, side: str = "", **values: str) -> str:
        self.do(Add(name, side, values=values, score=score, hidden=hidden))
        return self.id(name)

    def start(self) -> None:
        self.do(Start())

    def score(self, **scores: int) -> None:
        for name, score in scores.items():
            self.do(SetScore(self.id(name), score))

    def next(self, times: int = 1) -> None:
        for _ in range(times):
            self.do(Next())

    def seen(self, *names: str) -> View:
        return view(self.rules, self.state, self.seat(*names))

    def marked(self, *names: str) -> list[str]:
        """Whose turn it is, for the player of these."""
        return [entry.name for entry in self.seen(*names).order if entry.active]


def plain(shown: View) -> object:
    """A view as it leaves the engine."""
    return msgspec.json.decode(codec.encode(shown))
