"""Where all draw from one deck or bag, who draws beside the others changes what they draw, as with real cards: twins
can't be alike there. That nothing of a hidden one leaves holds all the same."""

from __future__ import annotations

import json
import random
import re

import pytest

from turnwright.engine.mechanics.scenes import Start

from .test_hidden_twins import Twin
from .test_hidden_walks import chosen

SECRET = re.compile(r"lurker|\b[cef]-\d", re.IGNORECASE)
"""The names of hidden ones, and ids as hidden ones have them."""


def walk(game: str, seed: int) -> int:
    """Do what is open, whoever's it is; gives how often players were shown something else than before."""
    chance = random.Random(seed)
    twin = Twin(game, (21, 9, 1), foe=True)
    for number in range(40):
        command = chosen(chance, twin, wide=True) if number else Start()
        if twin.act(command):
            told = json.dumps(twin.shown[-1])
            found = SECRET.search(told)
            assert found is None, (seed, number, command, told[max(0, found.start() - 200) : found.end() + 100])
    return len(twin.shown)


@pytest.mark.parametrize("game", ["savage-worlds", "troika"])
def test_sem_22_nothing_of_hidden_ones_is_told_where_all_draw_from_one_deck_or_bag(game: str) -> None:
    """SEM-22: neither their names and numbers, nor that they drew."""
    assert sum(walk(game, seed) for seed in range(12)) > 40


@pytest.mark.slow
@pytest.mark.parametrize("game", ["savage-worlds", "troika"])
def test_sem_22_nothing_of_hidden_ones_is_told_on_many_walks(game: str) -> None:
    """The same, for long."""
    for seed in range(100, 300):
        walk(game, seed)
