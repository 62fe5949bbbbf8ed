"""What is kept from the state before is what is found anew: in every game, whatever has changed of somebody's pools."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from golden.logs import EXAMPLES, fight, played
from msgspec.structs import replace

from turnwright.engine import State
from turnwright.engine.events import PoolSet
from turnwright.engine.finding import found_once
from turnwright.engine.sheet import conditions
from turnwright.fight import Fight
from turnwright.formula import Number
from turnwright.store import open_store
from turnwright.table.live import Table
from turnwright.table.screen import Screen, screen
from turnwright.table.tickets import Ticket

FILES, APART, CHANGES = 6, 24, 3
"""So many examples of a game are looked at; every so many steps so many changes are tried, one after the other."""


@pytest.mark.parametrize("game", sorted(folder.name for folder in EXAMPLES.iterdir() if folder.is_dir()))
def test_a_screen_after_a_change_of_pools_is_the_one_that_is_made_anew(game: str) -> None:
    random = Random(game)
    files = sorted((EXAMPLES / game).glob("*.yaml"))
    some = random.sample(files, min(FILES, len(files)))
    screens = [pair for file in some for pair in _screens(random, file)]
    assert screens
    for kept, anew in screens:
        assert kept == anew


def _screens(random: Random, file: Path) -> Iterator[tuple[Screen, Screen]]:
    """Screens of an example as they follow on one another, each with the one that is made anew."""
    stage = played(file)
    held = fight(stage)
    states = [state for at, (state, _) in enumerate(held.encounter.walk(1)) if at % APART == 0]
    with open_store(":memory:") as store:
        table = Table.new(store, held, "examples")
        gm, *others = (one for one in table.seats.tickets.values() if one.role != "spectator")
        for state in (*states, held.state):
            if state.edition == held.state.edition and state.combatants:
                tickets = (gm, *random.sample(others, min(1, len(others))))
                for changed in _changed(random, held, state):
                    for ticket in tickets:
                        yield _both(table, held, ticket, changed)


def _changed(random: Random, held: Fight, state: State) -> Iterator[State]:
    """The state, and what it is after one change of a pool after the other."""
    yield state
    for _ in range(CHANGES):
        who = random.choice([*state.combatants.values()])
        name = random.choice([*who.pools, *held.rules.pools])
        was = who.pools.get(name, 0)
        state = PoolSet(who.id, name, random.choice((0, -1, was + 1, was - 1, was + 5)), was).apply(state)
        yield state


def _both(table: Table, held: Fight, ticket: Ticket, state: State) -> tuple[Screen, Screen]:
    held.encounter.state = state
    shown = screen(table, ticket, held)
    kept, held.rules.kept = held.rules.kept, {}
    held.encounter.state = replace(state)
    anew = screen(table, ticket, held)
    held.rules.kept = kept
    return shown, anew


def test_what_rests_on_a_pool_is_found_anew_with_it_alone() -> None:
    held = Fight.new("lux-aeterna", seed="grounds", example=True)
    one, other = list(held.state.combatants)[:2]
    looks: list[State] = []

    def find(state: State) -> Number:
        looks.append(state)
        return state.combatants[one].pools["hp"]

    def found(state: State) -> Number:
        return found_once("hit points", held.rules, state, find)

    first = PoolSet(one, "hp", 7, 0).apply(held.state)
    assert [found(first), found(first), found(PoolSet(other, "hp", 3, 0).apply(first))] == [7, 7, 7]
    assert len(looks) == 1
    hurt = PoolSet(one, "hp", 6, 7).apply(first)
    assert [found(hurt), found(replace(hurt, round=hurt.round + 1))] == [6, 6]
    assert len(looks) == 3


def test_what_rests_on_conditions_does_not_rest_on_the_numbers_behind_them() -> None:
    held = Fight.new("lux-aeterna", seed="grounds", example=True)
    who = next(iter(held.state.combatants))
    looks: list[State] = []

    def find(state: State) -> tuple[str, ...]:
        looks.append(state)
        return conditions(held.rules, state, who)

    states = [PoolSet(who, "hp", hp, 0).apply(held.state) for hp in (7, 5, 0)]
    assert [found_once("conditions", held.rules, state, find) for state in states] == [(), (), ("down",)]
    assert len(looks) == 2
