"""What the pages offer and say is what the game then allows: no button that is refused, no form that is another's."""

from __future__ import annotations

from pathlib import Path

import pytest

from turnwright.engine.view import view
from turnwright.fight import Fight
from turnwright.speech.voice import Voice
from turnwright.store import open_store
from turnwright.table.deed import Deed
from turnwright.table.live import Table
from turnwright.table.screen import Screen, screen
from turnwright.table.slots import Slots
from turnwright.table.words import word_forms

EDGE, LUX = "edge-of-darkness", "lux-aeterna"
BEGUN = {EDGE: ("roll", "score mara 40", "score jonah 30", "start"), LUX: ("roll", "score milli 40", "start")}


def table_of(folder: Path, game: str, *lines: str) -> Table:
    table = Table.new(open_store(folder), Fight.new(game, seed="a", example=True), "A table")
    for line in (*BEGUN[game], *lines):
        assert table.do(table.seats.tickets["gm"], line), line
    return table


def shown(table: Table, who: str = "") -> Screen:
    ticket = table.seats.of(who) if who else table.seats.tickets["gm"]
    assert ticket is not None
    return screen(table, ticket, table.fight())


def deed(found: Screen, *words: str) -> Deed:
    return next(one for one in found.deeds if one.words in words)


def slots(table: Table) -> Slots:
    fight = table.fight()
    return Slots(Voice(fight.rules, fight.state), view(fight.rules, fight.state))


def test_nothing_is_prepared_once_the_action_is_taken(tmp_path: Path) -> None:
    """EOD-D1, EOD-D5: of all actions still left; a move is none."""
    table = table_of(tmp_path, EDGE)
    kinds = {"Mara: prepared", "Mara: prepared-over"}
    assert kinds <= {one.words for one in shown(table, "Mara").deeds}
    table.do(table.seats.tickets["gm"], "Mara: move costs 3")
    assert kinds <= {one.words for one in shown(table, "Mara").deeds}
    table.do(table.seats.tickets["gm"], "Mara: act")
    assert not kinds & {one.words for one in shown(table, "Mara").deeds}


@pytest.mark.parametrize(
    ("kind", "moments"),
    [("prepared", {"until", "before", "after"}), ("prepared-over", {"until", "before", "after", "first"})],
)
def test_what_is_prepared_is_offered_the_moments_it_may_have(tmp_path: Path, kind: str, moments: set[str]) -> None:
    """EOD-D5: a moment as for a delay in this turn, or into the next."""
    found = [one for one in shown(table_of(tmp_path, EDGE), "Mara").deeds if one.words == f"Mara: {kind}"]
    assert len(found) == 2
    assert all(any(set(field.words) == moments for field in one.inputs) for one in found)


@pytest.mark.parametrize(
    "said", ["prepare attack Thug for 3 first when it rains", "prepare attack Thug first if Thug attacks"]
)
def test_the_first_moment_is_read_where_forms_have_it(said: str) -> None:
    """EOD-D4: the fields for a moment stand ahead of what is told in words."""
    fight = Fight.new(EDGE, seed="a", example=True)
    for line in (*BEGUN[EDGE], "rename Thug 1 as Thug"):
        fight.do(line)
    assert fight.do(said.replace("prepare", "prepare over"), who="Mara")
    (wait,) = [entry.wait for entry in fight.state.entries.values() if entry.wait]
    assert wait is not None
    assert (wait.until, wait.act) == ("first", "attack")


def test_what_is_prepared_spoils_only_what_it_answers(tmp_path: Path) -> None:
    """EOD-C7: between two turns there is nothing that could come to nothing."""
    table = table_of(tmp_path, EDGE, "Mara: prepare attack Lurker when the lamp goes out", "Jonah: delay")
    assert not deed(shown(table), "Mara: fire", "fire Mara").inputs
    table = table_of(tmp_path / "b", EDGE, "Mara: prepare attack Lurker if Jonah acts", "Jonah: act")
    assert deed(shown(table, "Mara"), "Mara: fire", "fire Mara").inputs


def test_the_moment_before_all_others_is_told(tmp_path: Path) -> None:
    """EOD-D4: that somebody goes first in the next turn stands where it is told that they wait."""
    table = table_of(tmp_path, EDGE, "Mara: hold-over first")
    (mine,) = shown(table, "Mara").mine
    assert any("to go first" in line for line in mine.waits)


def test_a_word_of_the_game_has_its_form_beside_the_table_s(tmp_path: Path) -> None:
    """LUX-R1, LUX-A2: Resolve is a pool and move an action, though each is a word of the table as well."""
    found = slots(table_of(tmp_path, LUX))
    resolve = [[one.name for one in form.inputs] for form in word_forms(found, "resolve", gm=True)]
    assert [name for name in resolve if "names" in name]
    assert [name for name in resolve if "names" not in name]
    assert len(word_forms(found, "move", gm=True)) == 2


def test_a_track_is_of_a_kind_that_tracks_have(tmp_path: Path) -> None:
    """LUX-N1: a rest is none."""
    found = slots(table_of(tmp_path, LUX))
    (kinds,) = [one.options for one in word_forms(found, "track", gm=True)[0].inputs if one.name == "kind"]
    assert kinds == ("narrative",)


def test_whoever_is_attacked_from_hiding_is_told_to_answer(tmp_path: Path) -> None:
    """SEM-22, LUX-A6: that there is something to answer, and nothing of who does what; others are asked for nothing."""
    hidden = ('score "Goblin Leader" 60', 'hide "Goblin Leader"', "start", '"Goblin Leader": attack Milli for 3')
    table = Table.new(open_store(tmp_path), Fight.new(LUX, seed="a", example=True), "A table")
    for line in ("roll", *hidden):
        assert table.do(table.seats.tickets["gm"], line), line
    assert shown(table, "Milli").asked == "something happens; Milli may answer that, or pass"
    assert shown(table, "Roan").asked == ""


@pytest.mark.parametrize("hidden", [False, True])
def test_whoever_has_said_that_they_step_in_reads_so(tmp_path: Path, hidden: bool) -> None:
    """LUX-I3, SEM-22: the same whether or not the one whose turn that waits for is seen."""
    hide = ('hide "Goblin Leader"',) if hidden else ()
    scores = ("score milli 40", "score roan 30", "score pau 29", 'score "Goblin Leader" 28')
    table = Table.new(open_store(tmp_path), Fight.new(LUX, seed="a", example=True), "A table")
    for line in ("roll", *scores, *hide, "start", "Milli: end", "Roan: delay", "Pau: end", "", '"Goblin Leader": move'):
        assert table.do(table.seats.tickets["gm"], line), line
    (before,) = shown(table, "Roan").mine
    ticket = table.seats.of("Roan")
    assert ticket is not None
    assert table.do(ticket, "enter")
    (after,) = shown(table, "Roan").mine
    assert ("You have said" in before.waits[0], "You have said" in after.waits[0]) == (False, True)


def test_in_a_free_scene_no_place_in_the_order_is_missed(tmp_path: Path) -> None:
    """LUX-T2, LUX-I4: whoever takes a turn there is not told that nobody is below."""
    table = table_of(tmp_path, LUX, "mode free", "Pau: take")
    assert not [reason for _, reason in shown(table, "Pau").barred if "below" in reason]


def test_a_group_is_dissolved_by_its_name(tmp_path: Path) -> None:
    table = table_of(tmp_path, EDGE, "group Thug 1, Thug 2 as Gang")
    assert [one.label for one in shown(table).deeds if one.words.startswith("ungroup")] == ["Dissolve the group: Gang"]


def test_an_action_keeps_its_name_beside_a_pool_of_the_same(tmp_path: Path) -> None:
    """EOD-T1: the action is called as it is typed, the pool by its label."""
    log = shown(table_of(tmp_path, EDGE, "Mara: move costs 3")).log
    assert any(line.endswith("Mara: move") for line in log)
    assert any("Move 10 → 7" in line for line in log)
