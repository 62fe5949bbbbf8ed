"""A table in use: its seats and its fight outlive the program, and everybody hears of what changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from turnwright.fight import Fight
from turnwright.store import open_store
from turnwright.table.live import TABLE, Table
from turnwright.table.screen import screen


def opened(path: Path) -> Table:
    return Table.new(open_store(path), Fight.new("lux-aeterna", seed="ford", example=True), "Goblins in ambush")


def test_a_table_comes_back_as_it_was(tmp_path: Path) -> None:
    """Seats and fight are in the store: another program that opens it shows the same."""
    table = opened(tmp_path)
    gm = table.seats.tickets["gm"]
    for said in ("roll", "start", "", "hp milli -3"):
        assert table.do(gm, said)
    again = Table.load(open_store(tmp_path), table.id)
    assert again.seats == table.seats
    for ticket in table.seats.tickets.values():
        assert screen(again, ticket) == screen(table, ticket)


def test_a_seat_for_each_whom_a_player_decides_for(tmp_path: Path) -> None:
    """Of the example cast the heroes have a seat each, and goblins none."""
    seats = opened(tmp_path).seats.tickets
    assert [seat.name for seat in seats.values() if seat.role == "player"] == ["Milli", "Roan", "Pau"]
    assert {seat.role for seat in seats.values()} == {"gm", "player", "spectator"}


def test_tables_do_not_stand_among_the_fights(tmp_path: Path) -> None:
    """The terminal lists fights; the log of who sits where is of another kind."""
    table = opened(tmp_path)
    store = open_store(tmp_path)
    assert [saved.name for saved in store.names()] == ["Goblins in ambush"]
    assert [saved.name for saved in store.names(TABLE)] == [table.id]


def test_a_seat_is_renewed_and_taken_away(tmp_path: Path) -> None:
    """A renewed seat voids what was given out for it before; one that is taken away is nobody's."""
    table = opened(tmp_path)
    before = table.seats.tickets["p1"]
    after = table.renew("p1")
    assert table.seats.valid("p1", before.epoch) is None
    assert table.seats.valid("p1", after.epoch) == after
    table.remove("p2")
    assert table.seats.valid("p2", 0) is None
    assert Table.load(open_store(tmp_path), table.id).seats == table.seats
    with pytest.raises(KeyError):
        table.renew("p2")


def test_a_request_is_carried_out_once(tmp_path: Path) -> None:
    """What a phone sends again after a gap is not done twice; another seat's request of that name is its own."""
    table = opened(tmp_path)
    gm, milli = table.seats.tickets["gm"], table.seats.tickets["p1"]
    assert table.do(gm, "hp milli -3", request="a")
    assert table.do(gm, "hp milli -3", request="a")
    assert table.fight.state.combatants["c1"].pools["hp"] == 17
    table.do(gm, "score milli 30", request="b")
    assert not table.do(milli, "hp milli -3", request="a")


def test_whoever_looks_on_is_told_of_changes_alone(tmp_path: Path) -> None:
    """A refusal changes nothing, and nobody is told of it."""
    table = opened(tmp_path)
    gm = table.seats.tickets["gm"]
    heard: list[int] = []
    forget = table.watch(lambda: heard.append(table.fight.encounter.revision))
    assert not table.do(gm, "hp nobody -3")
    assert heard == []
    assert table.do(gm, "hp milli -3")
    assert len(heard) == 1
    forget()
    assert table.do(gm, "undo")
    assert len(heard) == 1


def test_what_another_program_did_is_taken_in(tmp_path: Path) -> None:
    """The log is the truth: a step decided on what is no longer so is not taken, and the table shows what is."""
    table = opened(tmp_path)
    gm = table.seats.tickets["gm"]
    other = Table.load(open_store(tmp_path), table.id)
    assert other.do(gm, "hp milli -3")
    table.refresh()
    assert table.fight.state.combatants["c1"].pools["hp"] == 17
    assert table.do(gm, "hp milli -1")


def test_a_player_s_screen_names_nobody_hidden(tmp_path: Path) -> None:
    """SEM-22: order, choices and log of a player and a spectator tell nothing of somebody hidden; the GM's do."""
    table = opened(tmp_path)
    gm = table.seats.tickets["gm"]
    for said in ("add Grumbold side goblins hp 9 speed 9 hidden", "roll", "start", "", "", ""):
        assert table.do(gm, said)
    assert "Grumbold" in str(screen(table, gm))
    for id in ("p1", "spectator"):
        assert "Grumbold" not in str(screen(table, table.seats.tickets[id]))


def test_a_player_s_buttons_are_what_that_player_may_say(tmp_path: Path) -> None:
    """What a button says is accepted of the player who sees it."""
    table = opened(tmp_path)
    gm, milli = table.seats.tickets["gm"], table.seats.tickets["p1"]
    assert table.do(gm, "score milli 40")
    for said in ("roll", "start"):
        assert table.do(gm, said)
    deeds = screen(table, milli).deeds
    assert {"attack", "move", "end"} <= {deed.label for deed in deeds}
    for deed in deeds:
        revision = table.fight.encounter.revision
        assert table.do(milli, deed.words), deed
        assert table.do(gm, "undo")
        assert table.fight.encounter.revision == revision + 2
    attack = next(deed for deed in deeds if deed.label == "attack")
    assert attack.amount
    assert attack.targets[0].startswith("Goblin")
    assert table.do(milli, f"{attack.words} {attack.targets[0]} for 1")
