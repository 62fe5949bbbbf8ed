"""SEM-23: combatants and places in the order have their names in common, so that a name says which entry is meant."""

from __future__ import annotations

from orders.board import Board

from turnwright import Fight
from turnwright.engine.mechanics.cast import Add, Rename
from turnwright.engine.names import fold
from turnwright.speech.lists import read_list


def fight_of(*lines: str, game: str = "reaction-ap") -> Fight:
    fight = Fight.new(game, seed="names")
    for line in lines:
        told = fight.do(line)
        assert told, told.lines
    return fight


def code(fight: Fight, line: str) -> str:
    refused = fight.do(line).refusal
    assert refused is not None, line
    return refused.code


def test_a_creature_can_not_take_the_name_of_a_group() -> None:
    fight = fight_of("add 2 raider side r reaction 1 hp 4 group")
    assert code(fight, "add raider side r reaction 1 hp 4") == "name.used"
    assert code(fight, "rename raider 1 to Raider") == "name.used"
    assert [entry.name for entry in fight.state.entries.values()] == ["raider"]


def test_nor_that_of_a_group_that_is_gone() -> None:
    fight = fight_of("add 2 raider side r reaction 1 group", "remove raider 1", "remove raider 2")
    assert code(fight, "add raider side r reaction 1") == "name.gone"
    assert fight.do("add 2 raider side r reaction 1 group")
    assert [entry.name for entry in fight.state.entries.values() if not entry.gone] == ["raider (2)"]


def test_a_group_that_is_formed_has_its_name_for_itself() -> None:
    fight = fight_of("add 2 orc side r reaction 1", "add Bo side g reaction 1", "place lair at 3")
    assert code(fight, "group orc 1, orc 2 as Bo") == "name.used"
    assert code(fight, "group orc 1, orc 2 as orc 2") == "name.used"
    assert code(fight, "group orc 1, orc 2 as lair") == "name.used"
    assert fight.do("group orc 1, orc 2 as Gang")
    assert code(fight, "add Gang side r") == "name.used"
    assert code(fight, "rename Bo to gang") == "name.used"
    assert code(fight, "place gang at 4") == "name.used"
    assert fight.do("ungroup orc 1")
    assert fight.do("group orc 1, orc 2 as Gang")


def test_a_place_and_a_creature() -> None:
    fight = fight_of("place lair at 3", "add Bo side g reaction 1")
    assert code(fight, "add Lair side r") == "name.used"
    assert code(fight, "place Bo at 3") == "name.used"


def test_numbers_go_on_behind_those_of_groups_and_places() -> None:
    fight = fight_of("add 2 orc side r reaction 1", "group orc 1, orc 2 as Wolf 4", "add 2 wolf side r reaction 1")
    assert [c.name for c in fight.state.combatants.values()] == ["orc 1", "orc 2", "wolf 5", "wolf 6"]


def test_those_on_a_list_are_numbered_where_a_group_has_the_name() -> None:
    fight = fight_of("add 2 orc side r reaction 1", "group orc 1, orc 2 as Gang")
    listed = read_list(fight.rules, fight.state, "gang")
    assert ([add.name for add in listed.commands], listed.faults) == (["gang 2"], ())


def test_the_further_turns_of_somebody_pass_over_names_that_are_taken() -> None:
    board = Board("game: Many\nstats: {turns: 1}\ninitiative: {formula: 1d20}\nturn: {a round: turns}\n")
    board.add("Bo (2)", score=3)
    board.add("Bo", turns=3, score=5)
    assert sorted(entry.name for entry in board.state.entries.values()) == ["Bo", "Bo (2)", "Bo (3)", "Bo (4)"]
    assert board.code(Add("Bo (4)")) == "name.used"
    board.do(Rename(board.id("Bo"), "BO"))
    assert sorted(entry.name for entry in board.state.entries.values()) == ["BO", "BO (3)", "BO (4)", "Bo (2)"]


def test_everybody_and_every_place_is_called_otherwise() -> None:
    fight = fight_of("add 2 raider side r reaction 1 group", "add Bo side g reaction 1", "split raider 2")
    names = [fold(entry.name) for entry in fight.state.entries.values() if not entry.gone]
    assert len(names) == len(set(names))
