"""A table in use: its seats and its fight outlive the program, and everybody hears of what changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from turnwright.fight import Fight
from turnwright.seat import sight
from turnwright.store import open_store
from turnwright.table.casts import CAST
from turnwright.table.hall import Hall
from turnwright.table.live import TABLE, Table
from turnwright.table.screen import screen
from turnwright.table.tickets import Ticket


def opened(path: Path) -> Table:
    return Table.new(open_store(path), Fight.new("lux-aeterna", seed="ford", example=True), "Goblins in ambush")


def seat_of(table: Table, name: str) -> Ticket:
    found = table.seats.of(name)
    assert found is not None
    return found


def test_a_table_comes_back_as_it_was(tmp_path: Path) -> None:
    """Seats and fight are in the store: another program that opens it shows the same."""
    table = opened(tmp_path)
    gm = table.seats.tickets["gm"]
    for said in ("roll", "start", "", "hp milli -3"):
        assert table.do(gm, said)
    again = Table.load(open_store(tmp_path), table.id)
    assert again.seats == table.seats
    for ticket in table.seats.tickets.values():
        assert screen(again, ticket, again.fight()) == screen(table, ticket, table.fight())


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
    before = seat_of(table, "Milli")
    after = table.renew(before.id)
    assert table.seats.valid(before.id, before.epoch) is None
    assert table.seats.valid(before.id, after.epoch) == after
    roan = seat_of(table, "Roan").id
    table.remove(roan)
    assert table.seats.valid(roan, 0) is None
    assert Table.load(open_store(tmp_path), table.id).seats == table.seats
    with pytest.raises(KeyError):
        table.renew(roan)


def test_a_request_is_carried_out_once(tmp_path: Path) -> None:
    """What a phone sends again after a gap is not done twice; another seat's request of that name is its own."""
    table = opened(tmp_path)
    gm, milli = table.seats.tickets["gm"], seat_of(table, "Milli")
    assert table.do(gm, "hp milli -3", request="a")
    assert table.do(gm, "hp milli -3", request="a")
    assert table.fight().state.combatants["c1"].pools["hp"] == 17
    table.do(gm, "score milli 30", request="b")
    assert not table.do(milli, "hp milli -3", request="a")


def test_whoever_looks_on_is_told_of_changes_alone(tmp_path: Path) -> None:
    """A refusal changes nothing, and nobody is told of it."""
    table = opened(tmp_path)
    gm = table.seats.tickets["gm"]
    heard: list[int] = []
    forget = table.watch(lambda: heard.append(table.fight().encounter.revision))
    assert not table.do(gm, "hp nobody -3")
    assert heard == []
    assert table.do(gm, "hp milli -3")
    assert len(heard) == 1
    forget()
    assert table.do(gm, "undo")
    assert len(heard) == 1


def test_what_is_only_told_is_heard_too(tmp_path: Path) -> None:
    """What changes nothing but the log shows on every screen as anything else does."""
    table = opened(tmp_path)
    assert table.do(table.seats.tickets["gm"], "rest short")
    heard: list[tuple[str, ...]] = []
    table.watch(lambda: heard.append(table.fight().log(1)))
    assert table.do(seat_of(table, "Milli"), "resting loot")
    assert heard == [("Milli: loot",)]


def test_what_another_program_did_is_taken_in(tmp_path: Path) -> None:
    """The log is the truth: a step decided on what is no longer so is not taken, and the table shows what is."""
    table = opened(tmp_path)
    gm = table.seats.tickets["gm"]
    other = Table.load(open_store(tmp_path), table.id)
    assert other.do(gm, "hp milli -3")
    table.refresh()
    assert table.fight().state.combatants["c1"].pools["hp"] == 17
    assert table.do(gm, "hp milli -1")


def test_a_player_s_screen_names_nobody_hidden(tmp_path: Path) -> None:
    """SEM-22: order, choices and log of a player and a spectator tell nothing of somebody hidden; the GM's do."""
    table = opened(tmp_path)
    gm = table.seats.tickets["gm"]
    for said in ("add Grumbold side goblins hp 9 speed 9 hidden", "roll", "start", "", "", ""):
        assert table.do(gm, said)
    assert "Grumbold" in str(screen(table, gm, table.fight()))
    for ticket in (seat_of(table, "Milli"), table.seats.tickets["spectator"]):
        assert "Grumbold" not in str(screen(table, ticket, table.fight()))


def test_a_player_s_buttons_are_what_that_player_may_say(tmp_path: Path) -> None:
    """What a button says is accepted of the player who sees it."""
    table = opened(tmp_path)
    gm, milli = table.seats.tickets["gm"], seat_of(table, "Milli")
    assert table.do(gm, "score milli 40")
    for said in ("roll", "start"):
        assert table.do(gm, said)
    deeds = screen(table, milli, table.fight()).deeds
    assert {"attack", "move", "End the turn"} <= {deed.label for deed in deeds}
    for deed in deeds:
        revision = table.fight().encounter.revision
        assert table.do(milli, deed.words), deed
        assert table.do(gm, "undo")
        assert table.fight().encounter.revision == revision + 2
    attack = next(deed for deed in deeds if deed.label == "attack")
    assert [one.name for one in attack.inputs] == ["for"]
    assert attack.targets[0].startswith("Goblin")
    assert table.do(milli, f"{attack.words} {attack.targets[0]} for 1")


def test_several_fights_on_one_table(tmp_path: Path) -> None:
    """Each player has the fight before them in which they have somebody; others see the one that is shown."""
    table = opened(tmp_path)
    milli, watcher = seat_of(table, "Milli"), table.seats.tickets["spectator"]
    first = table.seats.shown
    other = table.lay(Fight.new("lux-aeterna"), "At the mill")
    gm = table.seats.tickets["gm"]
    assert table.do(gm, "add Nina side heroes hp 5", fight=other)
    assert table.before(seat_of(table, "Nina")) == other
    assert table.before(milli) == first
    assert table.before(watcher) == other
    table.show(first)
    assert table.before(watcher) == first
    assert table.before(gm, other) == other
    again = Table.load(open_store(tmp_path), table.id)
    assert [fight.title for fight in again.seats.fights.values()] == ["Goblins in ambush", "At the mill"]
    assert again.fight(other).state == table.fight(other).state
    table.lift(other)
    assert table.before(seat_of(table, "Nina")) == first
    assert "At the mill" in [saved.name for saved in open_store(tmp_path).names()]


def test_a_seat_keeps_a_character_that_is_renamed(tmp_path: Path) -> None:
    """The name changes in the seat too, and back with undo; also where another program has done it."""
    table = opened(tmp_path)
    gm, id = table.seats.tickets["gm"], seat_of(table, "Milli").id
    assert table.do(gm, "rename milli to Millicent")
    assert table.seats.tickets[id].owns == ("Millicent",)
    assert table.do(gm, "undo")
    assert table.seats.tickets[id].owns == ("Milli",)
    fight = Fight.load(open_store(tmp_path), "Goblins in ambush")
    assert fight.do("rename milli to Mia")
    table.refresh()
    assert table.seats.tickets[id].owns == ("Mia",)


def test_who_joins_the_heroes_has_a_seat_once_they_are_seen(tmp_path: Path) -> None:
    """A seat's name would tell of somebody hidden."""
    table = opened(tmp_path)
    gm = table.seats.tickets["gm"]
    assert table.do(gm, "add Sol side heroes hp 9 hidden")
    assert table.seats.of("Sol") is None
    assert table.do(gm, "show sol")
    assert seat_of(table, "Sol").role == "player"


def test_a_character_has_one_seat(tmp_path: Path) -> None:
    """Whoever is given a character takes it from the seat that had it."""
    table = opened(tmp_path)
    anna = table.add_seat("player", "Anna", ("Milli", "Roan"))
    assert seat_of(table, "Milli") == anna
    assert [seat.owns for seat in table.seats.tickets.values() if seat.name == "Roan"] == [()]
    assert table.change_seat(anna.id, name="Ann", edits=True).name == "Ann"
    assert Table.load(open_store(tmp_path), table.id).seats == table.seats


def test_a_command_means_what_its_giver_saw(tmp_path: Path) -> None:
    """SEM-20: of two that end the same turn one succeeds; what was seen before an undo is refused; a repeated request
    gets its first answer."""
    table = opened(tmp_path)
    gm, milli = table.seats.tickets["gm"], seat_of(table, "Milli")
    for said in ("score milli 60", "roll", "start"):
        assert table.do(gm, said)
    seen = sight(table.fight().encounter)
    assert table.do(milli, "end", request="a", seen=seen)
    assert table.do(milli, "end", request="a", seen=seen)
    for ticket in (gm, milli):
        late = table.do(ticket, "end", seen=seen)
        assert late.refusal is not None
        assert late.refusal.code == "turn.already_ended"
    assert table.do(gm, "undo")
    late = table.do(gm, "end", seen=seen)
    assert late.refusal is not None
    assert late.refusal.code == "revision.rewound"


def test_an_answer_to_what_is_over_answers_nothing_else(tmp_path: Path) -> None:
    """Passing a window that has closed since does not pass the next one."""
    table = opened(tmp_path)
    gm = table.seats.tickets["gm"]
    for said in ("score milli 60", "roll", "start", "milli: attack goblin archer for 1"):
        assert table.do(gm, said)
    seen = sight(table.fight().encounter)
    for said in ("resolve", "milli: attack goblin archer for 1"):
        assert table.do(gm, said)
    late = table.do(gm, "goblin archer: pass", seen=seen)
    assert late.refusal is not None
    assert late.refusal.code == "moment.passed"
    assert table.do(gm, "goblin archer: pass", seen=sight(table.fight().encounter))


def test_letting_go_stands_behind_what_answers(tmp_path: Path) -> None:
    """Who is attacked sees the reactions first; what can be done to nobody is told so."""
    table = opened(tmp_path)
    gm, milli = table.seats.tickets["gm"], seat_of(table, "Milli")
    for said in ("score goblin leader 60", "roll", "start", "goblin leader: attack milli for 2"):
        assert table.do(gm, said)
    asked = [deed for deed in screen(table, milli, table.fight()).deeds if deed.kind in ("answer", "react")]
    assert [deed.passes for deed in asked] == [False, True]
    assert asked[0].label == "defend"
    assert asked[0].bare


def test_a_fight_laid_aside_is_the_game_master_s_until_it_is_shown(tmp_path: Path) -> None:
    """Nobody else sees it, not even whose hero is in it."""
    table = opened(tmp_path)
    gm, milli, watcher = table.seats.tickets["gm"], seat_of(table, "Milli"), table.seats.tickets["spectator"]
    first = table.seats.shown
    other = table.lay(table.fight().next_fight(), "The lair", aside=True)
    assert table.before(gm, other) == other
    for ticket in (milli, watcher):
        assert table.before(ticket, other) == first
        assert other not in table.open_to(ticket)
    table.show(other)
    for ticket in (milli, watcher):
        assert table.before(ticket) == other
    assert Table.load(open_store(tmp_path), table.id).seats == table.seats


def test_only_the_seat_itself_undoes_its_last_step(tmp_path: Path) -> None:
    """Whoever takes the name of another seat, or of the game master, is not taken for them."""
    table = opened(tmp_path)
    gm, milli = table.seats.tickets["gm"], seat_of(table, "Milli")
    assert table.do(gm, "hp archer -3")
    for name in (gm.id, gm.name, milli.id):
        assert not table.do(table.add_seat("player", name), "undo")
    assert table.do(milli, "roll 9")
    assert not table.do(table.add_seat("player", milli.name), "undo")
    assert table.do(milli, "undo")


def test_nobody_comes_to_another_s_character_by_a_name(tmp_path: Path) -> None:
    """A player who may call their own otherwise gets neither another seat's character in another fight, nor somebody
    of the game master's there; and what is undone puts all as it was."""
    table = opened(tmp_path)
    gm = table.seats.tickets["gm"]
    milli, before = table.change_seat(seat_of(table, "Milli").id, edits=True), table.seats.tickets
    second = table.lay(Fight.new("lux-aeterna"), "At the mill")
    assert table.do(gm, "add Milli side heroes hp 5", fight=second)
    for name in ("Roan", '"Goblin Leader"'):
        assert table.do(milli, f"rename milli to {name}", fight=second)
        assert table.seats.tickets["gm"] == gm
        assert {id: one.owns for id, one in table.seats.tickets.items()} == {
            id: one.owns for id, one in before.items()
        } | {milli.id: ("Milli",)}
        assert table.do(gm, "undo", fight=second)
        assert [one.owns for one in table.seats.tickets.values()].count(("Milli",)) == 1
        assert seat_of(table, "Roan").owns == ("Roan",)


def test_whoever_has_to_make_way_for_a_name_is_nobody_s(tmp_path: Path) -> None:
    """A player who takes the name of somebody hidden does not get them."""
    table = opened(tmp_path)
    gm, milli = table.seats.tickets["gm"], table.change_seat(seat_of(table, "Milli").id, edits=True)
    assert table.do(gm, "add Vlad side goblins hp 50 hidden")
    assert table.do(milli, "rename milli to Vlad")
    assert table.seats.tickets[milli.id].owns == ("Vlad",)
    assert table.do(gm, "undo")
    assert table.seats.tickets[milli.id].owns == ("Milli",)
    assert table.seats.of("Vlad") is None


def test_a_character_keeps_its_seat_in_each_fight(tmp_path: Path) -> None:
    """Called otherwise in one of them, it is the same seat's in the others, too."""
    table = opened(tmp_path)
    gm, milli, first = table.seats.tickets["gm"], seat_of(table, "Milli"), table.seats.shown
    second = table.lay(Fight.new("lux-aeterna"), "At the mill")
    assert table.do(gm, "add Milli side heroes hp 5", fight=second)
    assert table.do(gm, "rename milli to Mia", fight=second)
    assert set(table.seats.tickets[milli.id].owns) == {"Mia", "Milli"}
    assert table.do(gm, "rename milli to Mia", fight=first)
    assert table.seats.tickets[milli.id].owns == ("Mia",)


def test_only_a_table_is_one(tmp_path: Path) -> None:
    """Another log is none, whatever it is asked for by, and a table has one name."""
    store = open_store(tmp_path)
    hall = Hall(store)
    id = hall.new("plain", example=True).id
    store.create("empty", b"{}", (), CAST)
    names = [saved.name for saved in store.names()]
    for other in (*names, "empty", id.swapcase(), f" {id}"):
        assert hall.table(other) is None
        assert Hall(store).table(other) is None
    assert Hall(store).table(id) is not None
