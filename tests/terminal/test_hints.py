"""What the prompt proposes to type can be typed in every game."""

from __future__ import annotations

import pytest

from turnwright.cli.desk import Desk
from turnwright.fight import Fight
from turnwright.rules.load import builtin_names
from turnwright.store import open_store


@pytest.mark.parametrize("game", builtin_names())
def test_the_prompt_proposes_what_the_sheets_of_the_game_know(game: str) -> None:
    fight = Fight.new(game, seed="a")
    vital = [name for name, pool in fight.rules.pools.items() if pool.vital]
    with open_store(":memory:") as store:
        desk = Desk(store, "ford", fight)
        first = desk.shown("empty").split(": ")[1].partition(",")[0]
        foes = desk.shown("again").split(": ")[1].partition(",")[0]
        listed = desk.shown("listed").split(": ")[1].partition(". ")[0]
    for line in (first, foes):
        done = fight.do(line)
        assert done, done.lines
    there = {c.name: c for c in fight.state.combatants.values()}
    assert set(there) == {"Milli", "goblin 1", "goblin 2", "goblin 3"}
    assert there["goblin 1"].side != there["Milli"].side
    assert all(pool in there["goblin 1"].pools for pool in vital)
    pasted = fight.read_list(listed.replace("Goblin", "Wolf"))
    assert (pasted.faults, [(add.name, add.count) for add in pasted.commands]) == ((), [("Wolf", 3)])
    assert all(pool in pasted.commands[0].values for pool in vital)
