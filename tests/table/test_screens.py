"""What screens say: what can't be done and why, who is about to step in, how the next scene begins."""

from __future__ import annotations

from pathlib import Path

from turnwright.fight import Fight
from turnwright.store import open_store
from turnwright.table.live import Table
from turnwright.table.screen import Screen, screen
from turnwright.table.tickets import Ticket


def opened(path: Path, game: str, *said: str, kind: str = "") -> Table:
    table = Table.new(open_store(path), Fight.new(game, seed="dam", example=True, kind=kind), game)
    gave(table, *said)
    return table


def gave(table: Table, *said: str) -> None:
    for words in said:
        done = table.do(table.seats.tickets["gm"], words)
        assert done, done.lines


def seen_by(table: Table, name: str = "") -> Screen:
    ticket: Ticket | None = table.seats.of(name) if name else table.seats.tickets["gm"]
    assert ticket is not None
    return screen(table, ticket, table.fight())


FIRST = ("start", "answer 1: 2", "answer 2: 2", "answer 3: 2")
"""What brings the example of Last Odyssey to its order; who is tied in it is settled after."""


def test_the_next_scene_begins_with_a_roll_as_the_first_does(tmp_path: Path) -> None:
    """RAP-I1: no scene is on, and everybody has yet to roll."""
    table = opened(tmp_path, "reaction-ap")
    assert seen_by(table).opening == ("roll", "start")
    gave(table, *seen_by(table).opening)
    assert seen_by(table).opening == ()
    gave(table, "scene end")
    assert seen_by(table).opening == ("roll", "start")
    gave(table, *seen_by(table).opening)
    scene = table.fight().state.scene
    assert scene is not None
    assert scene.number == 2
    gave(table, "close")
    assert seen_by(table).opening == ()


def test_nobody_is_asked_to_roll_where_there_is_no_initiative(tmp_path: Path) -> None:
    """RAP-T3: a kind of encounter may have none at all."""
    table = opened(tmp_path, "reaction-ap", kind="parley")
    assert seen_by(table).opening == ("start",)
    gave(table, "start")
    assert {deed.words for deed in seen_by(table, "Ana").deeds} >= {"Ana: take", "Ana: pass"}
    assert not [deed for deed in seen_by(table, "Ana").deeds if deed.words.startswith("roll")]


def test_what_can_be_done_to_some_says_why_not_to_others(tmp_path: Path) -> None:
    """ODY-X4, ODY-X5: each kind of reason stands there once, whoever is asked about first."""
    table = opened(tmp_path, "last-odyssey", *FIRST, "hp vael =0")
    while asked := seen_by(table).asked:
        gave(table, "answer Guard 1, Guard 2" if "tied" in asked else "")
    gave(table, "turn Sol")
    rules = [reason.rpartition("— ")[2] for what, reason in seen_by(table, "Sol").barred if "basic attack" in what]
    assert sorted(rules) == ["ODY-X4", "ODY-X5"]


def test_who_has_said_that_they_step_in_is_told_so(tmp_path: Path) -> None:
    """RAP-T3: a turn that was put off goes on at the next gap; until then its player, and the GM, see that it will."""
    table = opened(tmp_path, "reaction-ap", "score Ana 40", "roll", "start", kind="standoff")
    while seen_by(table).asked:
        gave(table, "rolloff")
    gave(table, "delay", "enter Ana")
    row = next(row for row in seen_by(table).rows if row.name == "Ana")
    assert row.notes[-1] == "will step in"
    (ana,) = seen_by(table, "Ana").mine
    assert len(ana.waits) == 1
    gave(table, "undo")
    row = next(row for row in seen_by(table).rows if row.name == "Ana")
    assert "will step in" not in row.notes


def test_who_takes_a_turn_that_was_given_is_told_so(tmp_path: Path) -> None:
    """ODY-X3: as long as another of the side strikes."""
    table = opened(tmp_path, "last-odyssey", "ambush heroes", "start", "enter Rhea")
    ticket = table.seats.of("Vael")
    assert ticket is not None
    assert table.do(ticket, "enter")
    (vael,) = seen_by(table, "Vael").mine
    assert vael.waits == ("may take a first strike", "will step in")


def test_reactions_can_be_let_go_by_where_there_are_some(tmp_path: Path) -> None:
    """A game without reactions has no use for letting all of them go by."""
    assert not seen_by(opened(tmp_path / "a", "reaction-ap"), "Ana").reacts
    assert seen_by(opened(tmp_path / "b", "lux-aeterna"), "Milli").reacts
