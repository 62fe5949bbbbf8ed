"""Counts every sequence of offered commands from a position, as chess programs do to find wrong moves.

A change of a count is a change of what people can do: whoever makes one on purpose counts again and looks at the
difference. Dice are no choice: each roll falls as the position's seed says, so a sequence of commands has one outcome.
Two sequences that lead to the same state count as two.

Count again: make count, or python -m tests.perft.count NAME…
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct, convert

from turnwright.engine import Command, Refusal, Rules, State, choices, decide
from turnwright.fight import Fight
from turnwright.speech import unparse

HERE = Path(__file__).parent


class Position(Struct, frozen=True, kw_only=True):
    """A position and its counts: ``counts`` by depth, ``split`` at the greatest depth by the first command."""

    about: str
    ruleset: str
    seed: str
    setup: tuple[str, ...]
    depth: int
    counts: tuple[int, ...] = ()
    split: dict[str, int] = {}


def positions() -> dict[str, Position]:
    """All positions by name."""
    files = sorted(HERE.glob("*.toml"))
    return {file.stem: convert(tomllib.loads(file.read_text(encoding="utf-8")), Position) for file in files}


def begin(position: Position) -> Fight:
    """The fight as it stands in a position."""
    fight = Fight.new(position.ruleset, seed=position.seed)
    for words in position.setup:
        result = fight.do(words)
        if not result:
            raise ValueError(f"{words}: {' '.join(result.lines)}")
    return fight


def offered(rules: Rules, state: State) -> tuple[Command, ...]:
    """Every command that the game master could give now without insisting."""
    return tuple(choice.command for choice in choices(rules, state) if choice.barred is None)


def count(rules: Rules, state: State, depth: int) -> int:
    """How many sequences of ``depth`` commands there are from here. One that comes to its end earlier is none."""
    commands = offered(rules, state)
    if depth == 1:
        return len(commands)
    return sum(count(rules, after, depth - 1) for after in _after(rules, state, commands))


def _after(rules: Rules, state: State, commands: tuple[Command, ...]) -> Iterator[State]:
    for command in commands:
        decided = decide(rules, state, command)
        assert not isinstance(decided, Refusal), command
        yield decided.state


def split(rules: Rules, state: State, depth: int) -> dict[str, int]:
    """The sequences of ``depth`` commands by the words of their first."""
    commands = offered(rules, state)
    counted: dict[str, int] = {}
    for command, after in zip(commands, _after(rules, state, commands), strict=True):
        words = unparse(rules, state, command)
        assert words not in counted, words
        counted[words] = count(rules, after, depth - 1) if depth > 1 else 1
    return counted


def recount(name: str, position: Position) -> None:
    """Count a position and write what comes out to its file."""
    fight = begin(position)
    file = HERE / f"{name}.toml"
    head = file.read_text(encoding="utf-8").split("\ncounts = ")[0].rstrip()
    counts = [count(fight.rules, fight.state, depth) for depth in range(1, position.depth + 1)]
    lines = [head, f"counts = {counts}", "", "[split]"]
    divided = split(fight.rules, fight.state, position.depth)
    lines += [f"'{words}' = {number}" for words, number in divided.items()]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{name}: {counts}")


if __name__ == "__main__":
    for name, position in positions().items():
        if name in sys.argv[1:] or not sys.argv[1:]:
            recount(name, position)
