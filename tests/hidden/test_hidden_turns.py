"""What players see while somebody hidden acts: nothing (SEM-22)."""

from __future__ import annotations

from turnwright.engine import Record
from turnwright.engine.history import Redo, Undo
from turnwright.engine.mechanics.cast import Hide
from turnwright.engine.mechanics.effects import GiveEffect
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.scenes import Next
from turnwright.engine.view import view
from turnwright.fight import Fight

from .table import Table


def lurking(game: str = "plain", **scores: int) -> Table:
    table = Table(game)
    for name, score in (scores or {"P1": 20, "Lurker": 15, "P2": 10}).items():
        table.add(name, score, hidden=name.startswith("L"), hp="10/20")
    table.start()
    return table


def test_case_35_the_mark_stays_while_a_hidden_one_acts() -> None:
    """CASE-35, SEM-22"""
    table = lurking()
    before = [table.seen(who) for who in ("P1", "P2")], table.seen()
    assert table.marked("P1") == ["P1"]
    table.next()
    assert ([table.seen(who) for who in ("P1", "P2")], table.seen()) == before
    table.next()
    assert table.marked("P1") == ["P2"]


def test_the_round_stays_while_a_hidden_one_begins_it() -> None:
    """SEM-22"""
    table = lurking(Lurker=20, P1=15, P2=10)
    assert table.seen("P1").round == 0, "nobody has seen the first round begin"
    table.next(2)
    before = table.seen("P1")
    assert (table.state.round, before.round, table.marked("P1")) == (1, 1, ["P2"])
    table.next()
    assert (table.state.round, table.seen("P1")) == (2, before)
    table.next()
    assert (table.seen("P1").round, table.marked("P1")) == (2, ["P1"])


def test_several_hidden_ones_in_a_row_and_a_round_between_them() -> None:
    """SEM-22"""
    table = lurking(L1=20, P1=15, P2=10, L2=5, L3=2)
    table.next(2)
    before = table.seen("P1")
    for _ in range(3):
        table.next()
        assert table.seen("P1") == before
    assert table.state.round == 2
    table.next()
    assert (table.seen("P1").round, table.marked("P2")) == (2, ["P1"])


def test_what_happens_to_visible_ones_is_seen_at_once() -> None:
    """SEM-22: the mark stays; a wound shows."""
    table = lurking()
    before = table.seen("P1")
    table.next()
    table.do(ChangePool((table.id("P1"),), "hp", by="-3"))
    table.do(GiveEffect("doom", (table.id("P2"),)))
    table.do(ChangePool((table.id("Lurker"),), "hp", by="-3"))
    now = table.seen("P1")
    assert (now.order, now.round) == (before.order, before.round)
    assert now.combatants[table.id("P1")].pools["hp"].now == 7
    assert now.combatants[table.id("P2")].effects == ("doom",)
    table.next()
    assert table.seen("P1").combatants[table.id("P1")].pools["hp"].now == 7


def test_a_hidden_one_who_is_shown_in_its_turn_has_the_mark() -> None:
    """SEM-22: something visible happens."""
    table = lurking()
    table.next()
    table.do(Hide((table.id("Lurker"),), hidden=False))
    assert table.marked("P1") == ["Lurker"]


def test_a_visible_one_who_hides_in_its_turn_is_gone_at_once() -> None:
    """SEM-22: it is gone at once, and nobody sees what it does."""
    table = lurking()
    table.do(Hide((table.id("P1"),)))
    assert [entry.name for entry in table.seen("P2").order] == ["P2"]
    assert table.marked("P2") == []
    table.next(2)
    assert table.marked("P2") == ["P2"]


def test_the_gm_sees_all_and_an_owner_ones_own_turn() -> None:
    """SEM-22"""
    table = Table()
    for name, score, hidden in (("P1", 20, False), ("Scout", 15, True), ("Lurker", 12, True), ("P2", 10, False)):
        table.add(name, score, hidden=hidden, side="party" if name != "Lurker" else "foes")
    table.start()
    table.next()
    assert (table.marked("P1"), table.marked("Scout")) == (["P1"], ["Scout"])
    table.next()
    assert (table.marked("P1"), table.marked("Scout")) == (["P1"], ["Scout"])
    table.next()
    assert (table.marked("P1"), table.marked("Scout")) == (["P2"], ["P2"])


def test_an_undo_shows_what_was_seen_then() -> None:
    """CASE-38: an undo never re-hides or reveals more than the restored state had."""
    table = lurking()
    views = [table.seen("P1")]
    for _ in range(3):
        table.next()
        views.append(table.seen("P1"))
    for shown in reversed(views[:-1]):
        assert isinstance(table.encounter.do(Undo()), Record)
        assert table.seen("P1") == shown
    assert isinstance(table.encounter.do(Redo(3)), Record)
    assert table.seen("P1") == views[-1]


def test_a_player_ends_the_turn_and_sees_no_more_than_others() -> None:
    """CASE-35: the one whose turn was ended sees the mark where it was, too."""
    table = lurking()
    before = table.seen("P1")
    table.do(Next(), owns=table.seat("P1"))
    assert table.seen("P1") == before


STANDOFF = (
    "add Ana side heroes score 20",
    "add Lurker side foes score 15 hidden",
    "add Bo side heroes score 10",
    "add Orc side foes score 5",
    "start",
    "Ana: delay",
)


def standoff(*lines: str) -> Fight:
    """A standoff in which Ana puts her turn off, and somebody hidden takes part."""
    fight = Fight.new("reaction-ap", kind="standoff")
    for line in (*STANDOFF, *lines):
        assert fight.do(line), line
    return fight


def up(fight: Fight) -> list[str]:
    return [entry.name for entry in view(fight.rules, fight.state).order if entry.active]


def test_who_is_offered_to_step_in_is_asked_ahead_of_a_hidden_one_who_waits() -> None:
    """SEM-22, RAP-T3: the game master lets a hidden one step in; that does not answer for Ana."""
    fight = standoff("Lurker: delay", "end")
    offered = fight.seat("Ana").view.offered
    assert fight.do("enter Lurker")
    assert (fight.seat("Ana").view.offered, up(fight)) == (offered, [])
    assert fight.seat("Ana").do("enter")
    assert up(fight) == ["Ana"], "she has waited longer"
    assert fight.do("end")
    assert up(fight) == ["Lurker"]


def test_those_who_never_step_in_follow_as_they_began_to_wait_hidden_ones_too() -> None:
    """LUX-C2 last, RAP-T3"""
    fight = standoff("Lurker: delay", "Bo: delay", "end", "next")
    found = []
    while fight.state.round == 1:
        found += up(fight)
        assert fight.do("next")
    assert list(dict.fromkeys(found)) == ["Ana", "Lurker", "Bo"]
