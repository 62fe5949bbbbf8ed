"""Fights of every ruleset, as they stand after each of many random steps."""

from __future__ import annotations

import random
from collections.abc import Iterator

from turnwright.fight import Fight
from turnwright.rules.load import builtin_names

GAMES = builtin_names()


def standing(game: str, seed: int, steps: int = 30, example: bool = True) -> Iterator[Fight]:
    """The same fight, before anything is done in it and after each step: what is open, or going on."""
    chance = random.Random(f"{game} {seed}")
    fight = Fight.new(game, seed=str(seed), example=example)
    yield fight
    for _ in range(steps):
        open_now = [choice.command for choice in fight.choices() if choice.barred is None]
        words = ["", "", "roll", "start", "end"]
        said = fight.do(chance.choice(words)) if chance.random() < 0.5 or not open_now else None
        if said is None or not said:
            if not open_now:
                continue
            fight.do(chance.choice(open_now))
        yield fight
