"""Several programs at one table: each shows what the others do, and what they do at once is done one after another."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import Queue
from threading import Barrier

import pytest
from store.postgres import cut

from turnwright.fight import Fight
from turnwright.store import open_store
from turnwright.table.hall import Hall
from turnwright.table.live import Table
from turnwright.table.screen import screen

PATIENCE = 30


@pytest.fixture
def halls(place: str) -> Iterator[tuple[Hall, Hall]]:
    with open_store(place) as one, open_store(place) as other:
        halls = Hall(one, seed="ford"), Hall(other, seed="ford")
        for hall in halls:
            hall.listen()
        yield halls
        for hall in halls:
            hall.end()


@pytest.fixture
def two(halls: tuple[Hall, Hall]) -> tuple[Table, Table]:
    """The same table in two programs, with its fight at hand."""
    table = halls[0].new("lux-aeterna", example=True)
    other = halls[1].table(table.id)
    assert other is not None
    assert other.fight().state == table.fight().state
    return table, other


def heard(table: Table) -> Queue[None]:
    told: Queue[None] = Queue()
    table.watch(lambda: told.put(None))
    return told


def caught_up(table: Table, other: Table, told: Queue[None]) -> None:
    """Wait until a table, which is told of changes and asked nothing, shows what another does."""
    while (table.seats, table.fight().state) != (other.seats, other.fight().state):
        told.get(timeout=PATIENCE)


def test_what_one_program_does_shows_in_the_other(two: tuple[Table, Table]) -> None:
    """Steps of the fight, seats, fights laid and lifted: nothing is asked for, all comes by itself."""
    table, other = two
    told = heard(other)
    gm = table.seats.tickets["gm"]
    for said in ("roll", "start", "hp milli -3", "undo", "redo"):
        assert table.do(gm, said)
        caught_up(other, table, told)
        assert screen(other, gm, other.fight()) == screen(table, gm, table.fight())
    table.renew(next(seat.id for seat in table.seats.tickets.values() if seat.role == "player"))
    caught_up(other, table, told)
    table.add_seat("spectator", "Aunt")
    caught_up(other, table, told)
    id = table.lay(Fight.new("plain"), "Second")
    caught_up(other, table, told)
    assert other.seats.shown == id
    table.lift(id)
    caught_up(other, table, told)


def test_what_the_terminal_does_shows_at_the_table(place: str, two: tuple[Table, Table]) -> None:
    """A hero whom it adds has a seat, and only one, though both programs see that there is none."""
    table, other = two
    log = table.seats.fights[table.seats.shown].log
    with open_store(place) as store:
        fight = Fight.load(store, log)
        told = heard(table), heard(other)
        assert fight.do("add Sanna side heroes")
        for one, hears in zip(two, told, strict=True):
            while fight.state != one.fight().state or one.seats.of("Sanna") is None:
                hears.get(timeout=PATIENCE)
    for one in two:
        one.refresh()
        assert [seat.name for seat in one.seats.tickets.values()].count("Sanna") == 1
    assert table.seats == other.seats


def test_what_is_said_at_once_is_done_one_after_another(two: tuple[Table, Table]) -> None:
    """Nothing is refused because another program was faster, nothing is done twice, and both come to the same."""
    times, start = 15, Barrier(2)

    def say(table: Table) -> None:
        start.wait()
        for number in range(times):
            assert table.do(
                table.seats.tickets["gm"],
                "hp milli -1" if number % 2 == 0 else "hp milli +1",
                request=f"{id(table)} {number}",
            )

    before = two[0].fight().encounter.revision
    with ThreadPoolExecutor() as threads:
        list(threads.map(say, two))
    for table in two:
        table.refresh()
        assert table.fight().encounter.revision == before + 2 * times
    assert two[0].fight().state == two[1].fight().state


def test_a_request_is_carried_out_once_whichever_program_is_asked(two: tuple[Table, Table]) -> None:
    """What is sent again to another, because the answer got lost, is answered and not done again."""
    gm = two[0].seats.tickets["gm"]
    for table in two:
        assert table.do(gm, "hp milli -3", request="a")
    assert two[1].fight().state.combatants["c1"].pools["hp"] == 17


def test_seats_and_fights_made_at_once_are_all_there(two: tuple[Table, Table]) -> None:
    """None gets the short name or the title of another."""
    start = Barrier(2)

    def make(table: Table) -> None:
        start.wait()
        for _ in range(5):
            table.add_seat("spectator", "Aunt")
            table.lay(Fight.new("plain"), "Bridge")

    fights = len(two[0].seats.fights)
    with ThreadPoolExecutor() as threads:
        list(threads.map(make, two))
    for table in two:
        table.refresh()
    assert two[0].seats == two[1].seats
    seats = two[0].seats
    assert len(seats.fights) == fights + 10
    assert len({fight.log for fight in seats.fights.values()}) == fights + 10
    assert [seat.name for seat in seats.tickets.values()].count("Aunt") == 10


@pytest.mark.parametrize("place", ["postgresql"], indirect=True)
def test_a_listener_that_is_killed_loses_nothing(place: str, two: tuple[Table, Table]) -> None:
    """Every connection is cut around each step, that on which changes are heard of too."""
    table, other = two
    told = heard(other)
    for number in range(5):
        cut(place)
        assert table.do(table.seats.tickets["gm"], "hp milli -1")
        if number % 2:
            cut(place)
        caught_up(other, table, told)


def test_a_table_that_another_deleted_is_gone(halls: tuple[Hall, Hall], two: tuple[Table, Table]) -> None:
    halls[0].store.delete(two[0].id)
    for hall in halls:
        assert hall.table(two[0].id) is None
