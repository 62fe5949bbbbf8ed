"""Somebody of whom nobody has said what they can bear stands until the game master says otherwise."""

from __future__ import annotations

import pytest

from turnwright.fight import Fight
from turnwright.store import open_store
from turnwright.table.live import Table
from turnwright.table.screen import screen


def fight_with_bob(game: str) -> Fight:
    fight = Fight.new(game, seed="a")
    for line in ("add Ana, hp 9" if game != "edge-of-darkness" else "add Ana, health 9", "add Bob"):
        assert fight.do(line)
    return fight


@pytest.mark.parametrize(("game", "pool"), [("lux-aeterna", "hp"), ("edge-of-darkness", "health"), ("plain", "hp")])
def test_harm_to_somebody_without_hit_points_is_told_and_not_counted(game: str, pool: str) -> None:
    fight = fight_with_bob(game)
    bob = next(one for one in fight.state.combatants.values() if one.name == "Bob")
    assert pool not in bob.pools
    for line in ("score Ana 20", "score Bob 5", "start"):
        assert fight.do(line)
    said = fight.do("Ana: attack Bob for 3").lines + fight.do("").lines
    assert any("is not counted" in line and "hp Bob =NUMBER" in line for line in said), said
    bob = fight.state.combatants[bob.id]
    assert pool not in bob.pools
    assert not bob.conditions
    assert fight.do("hp Bob =5")
    assert fight.do("hp Bob -3")
    assert fight.state.combatants[bob.id].pools[pool] == 2


def test_what_is_not_counted_is_told_to_the_game_master_alone() -> None:
    fight = fight_with_bob("plain")
    for line in ("score Ana 20", "score Bob 5", "start", "Ana: attack Bob for 3"):
        assert fight.do(line)
    assert not any("not counted" in line for line in fight.seat("Ana").log())


def test_the_game_master_s_screen_shows_that_nothing_was_said() -> None:
    with open_store(":memory:") as store:
        table = Table.new(store, fight_with_bob("lux-aeterna"), "Bob")
        seen = screen(table, table.seats.tickets["gm"], table.fight())
        lives = {one.name: [pool.now for pool in one.pools if pool.vital] for row in seen.rows for one in row.people}
        assert lives == {"Ana": ["9"], "Bob": ["?"]}
