"""Encounters pasted as lines."""

from __future__ import annotations

import pytest

from speech.stage import RULES, Table
from turnwright.engine import compile_rules
from turnwright.engine.mechanics.cast import Add
from turnwright.fight import Fight
from turnwright.rules.load import load
from turnwright.speech import parse, read_list, unparse


def _read(text: str) -> tuple[Add, ...]:
    pasted = read_list(RULES, Table().state, text)
    assert not pasted.faults
    return pasted.commands


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("Arik, friendly", (Add("Arik", side="heroes"),)),
        ("Arik, hidden, friendly", (Add("Arik", side="heroes", hidden=True),)),
        ("Friendly Ghost", (Add("Friendly Ghost", side="goblins"),)),
        ("1d4+1: Goblin", (Add("Goblin", count="1d4+1", side="goblins"),)),
        (
            "Zombie, 11\nZombie, 15",
            (
                Add("Zombie 1", values={"hp": "11"}, side="goblins"),
                Add("Zombie 2", values={"hp": "15"}, side="goblins"),
            ),
        ),
        ("creature: Hobgoblin / name: Ted / hp: 12", (Add("Ted", values={"hp": "12"}, side="goblins"),)),
        (
            "- creature: Hobgoblin\n  name: Ted\n  hp: 12\n- Orc",
            (Add("Ted", values={"hp": "12"}, side="goblins"), Add("Orc", side="goblins")),
        ),
        ("Goblin 17", (Add("Goblin", score=17, side="goblins"),)),
        ("Goblin x3", (Add("Goblin", count=3, side="goblins"),)),
        ("3 Goblin", (Add("Goblin", count=3, side="goblins"),)),
        ("3x Goblin, hp 7, side goblins", (Add("Goblin", count=3, values={"hp": "7"}, side="goblins"),)),
        ("Orc 15 hp 30", (Add("Orc", score=15, values={"hp": "30"}, side="goblins"),)),
        (
            "Orc 15 hp 30 speed 2\n\n# later\nWolf -1",
            (
                Add("Orc", score=15, values={"hp": "30", "speed": "2"}, side="goblins"),
                Add("Wolf", score=-1, side="goblins"),
            ),
        ),
        ('"Rat, Giant"', (Add("Rat, Giant", side="goblins"),)),
        ("1. Orc\n2) Elf", (Add("Orc", side="goblins"), Add("Elf", side="goblins"))),
        ("Troll, hostile", (Add("Troll", side="goblins"),)),
        ("Arik friendly", (Add("Arik", side="heroes"),)),
        ("Arik hp 14 speed 2 friendly", (Add("Arik", values={"hp": "14", "speed": "2"}, side="heroes"),)),
        ("Arik friendly hp 14", (Add("Arik", values={"hp": "14"}, side="heroes"),)),
        ("Arik, hp 14 speed 2, friendly", (Add("Arik", values={"hp": "14", "speed": "2"}, side="heroes"),)),
        ("Arik, hp 14 hidden, hostile", (Add("Arik", values={"hp": "14"}, side="goblins", hidden=True),)),
        ("Arik, side heroes hp 14", (Add("Arik", values={"hp": "14"}, side="heroes"),)),
        ("Arik Friendly", (Add("Arik Friendly", side="goblins"),)),
        ("a friendly ghost", (Add("a friendly ghost", side="goblins"),)),
        ('"Arik friendly"', (Add("Arik friendly", side="goblins"),)),
    ],
)
def test_case_46_lines_are_read_as_they_are_meant(text: str, commands: tuple[Add, ...]) -> None:
    assert _read(text) == commands


def test_case_46_plain_numbers_are_hit_points_armour_and_modifier() -> None:
    rules = compile_rules(load("plain"))
    pasted = read_list(rules, Table(rules).state, "3: Goblin, 7, 15, 2")
    assert pasted.faults == ()
    command = pasted.commands[0]
    assert (command.name, command.count) == ("Goblin", 3)
    assert list(command.values.values()) == ["7", "15", "2"]


def test_case_46_a_creature_may_be_shown_by_another_name() -> None:
    pasted = read_list(RULES, Table().state, '2: [["Rat, Giant", Snuggletooth], 12]')
    assert pasted.commands == (Add("Snuggletooth", count=2, values={"hp": "12"}, side="goblins"),)
    assert pasted.entries[0].creature == "Rat, Giant"


def test_every_line_is_read_or_reported_with_its_number() -> None:
    pasted = read_list(RULES, Table().state, "Orc\nTroll, ???\nname:  \ncreature: Elf\nhp: many\nGoblin, 7, 15")
    assert [command.name for command in pasted.commands] == ["Orc", "Troll", "Goblin"]
    assert [(fault.line, fault.refusal.code) for fault in pasted.faults] == [
        (2, "list.left_out"),
        (4, "value.not_a_number"),
        (6, "list.left_out"),
    ]


@pytest.mark.parametrize("part", ["hp 3 sped 4", "big ugly", "friendly giant"])
def test_a_part_that_is_no_figure_is_left_out_and_brings_nothing(part: str) -> None:
    pasted = read_list(RULES, Table().state, f"Ted, {part}")
    assert pasted.commands == (Add("Ted", side="goblins"),)
    assert [(fault.refusal.code, fault.refusal.data["text"]) for fault in pasted.faults] == [("list.left_out", part)]


def test_case_44_whoever_the_rules_refuse_is_told_with_name_and_field() -> None:
    table = Table()
    table.do("add Orc")
    pasted = read_list(table.rules, table.state, "Ted hp 4\ncreature: Elf / hp: many\n500: Rat")
    assert [command.name for command in pasted.commands] == ["Ted"]
    elf, rats = pasted.faults
    assert (elf.line, elf.text, elf.refusal.data["key"], elf.refusal.data["value"]) == (2, "Elf", "hp", "many")
    assert (rats.line, rats.text, rats.refusal.code) == (3, "Rat", "count.bounds")


def test_a_list_is_added_in_one_step_or_not_at_all() -> None:
    fight = Fight.new("plain", seed="a")
    pasted = fight.read_list("3 Goblin, hp 7, ac 15\nArik, friendly")
    assert fight.bring(pasted.commands)
    assert [c.name for c in fight.state.combatants.values()] == ["Goblin 1", "Goblin 2", "Goblin 3", "Arik"]
    assert fight.do("undo")
    assert not fight.state.combatants
    assert not fight.bring([Add("Milli"), Add("Roan"), Add("Milli")])
    assert not fight.bring([])
    assert not fight.state.combatants


def test_numbers_go_on_after_those_that_were_used() -> None:
    """SEM-23: a label once used is not given to another creature."""
    table = Table()
    table.do("add 3 Kobold", "remove Kobold 2", "add Orc")
    names = [c.name for c in read_list(table.rules, table.state, "Kobold\nKobold\nOrc\nElf").commands]
    assert names == ["Kobold 4", "Kobold 5", "Orc 2", "Elf"]


def test_what_was_read_can_be_added() -> None:
    table = Table()
    for command in read_list(
        table.rules, table.state, "Goblin x3\nGoblin 17\nZombie, 11\nZombie, 15\n1d4: Rat"
    ).commands:
        table.do_command(command)
    names = {c.name for c in table.state.combatants.values()}
    assert {"Goblin 1", "Goblin 2", "Goblin 3", "Goblin", "Zombie 1", "Zombie 2"} <= names


@pytest.mark.parametrize(
    ("game", "there", "side"),
    [
        ("lux-aeterna", (), "creatures"),
        ("lux-aeterna", ("add Ada",), "creatures"),
        ("lux-aeterna", ("add Ada", "add Bat side beasts"), "beasts"),
        ("lux-aeterna", ("add Bat side beasts", "add Orc side orcs"), "creatures"),
        ("troika", (), "enemies"),
        ("last-odyssey", ("add Bat side beasts",), "antagonists"),
    ],
)
def test_whoever_is_listed_without_a_side_stands_with_those_whom_the_players_meet(
    game: str, there: tuple[str, ...], side: str
) -> None:
    fight = Fight.new(game, seed="a")
    for line in there:
        assert fight.do(line)
    friend, foe, hostile = fight.read_list("Arik, friendly\nGoblin x3\nTroll, hostile").entries
    assert (friend.command.side, friend.sided) == (next(iter(fight.ruleset.sides)), True)
    assert (foe.command.side, foe.sided) == (side, False)
    assert (hostile.command.side, hostile.sided) == (side, True)
    assert fight.bring([foe.command])
    assert {c.side for c in fight.state.combatants.values() if c.name.startswith("Goblin")} == {side}


def test_a_list_that_is_too_long_is_refused_at_once() -> None:
    pasted = read_list(RULES, Table().state, "\n".join(f"Orc {number}" for number in range(30_000)))
    assert (pasted.entries, [fault.refusal.code for fault in pasted.faults]) == ((), ["list.too_many"])
    counted = read_list(RULES, Table().state, "\n".join(["100: Orc"] * 11))
    assert [entry.line for entry in counted.entries] == list(range(1, 11))
    assert [(fault.line, fault.refusal.code) for fault in counted.faults] == [(11, "list.too_many")]
    line = read_list(RULES, Table().state, "x" * 3_000_000 + "\nOrc")
    assert [command.name for command in line.commands] == ["Orc"]
    assert [(fault.line, fault.refusal.code) for fault in line.faults] == [(1, "line.too_long")]


@pytest.mark.parametrize("name", ["3 Goblins", "2d6 Rats", "3x", "hp 7", "Wolf x3"])
def test_a_name_that_could_be_read_as_a_number_is_quoted(name: str) -> None:
    table = Table()
    text = unparse(table.rules, table.state, Add(name, side="goblins"))
    assert text.startswith("add ")
    assert parse(table.rules, table.state, text).command == Add(name, side="goblins")


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("add Wolf x3", Add("Wolf", count=3)),
        ("add Wolf × 3 hp 7 side goblins", Add("Wolf", count=3, values={"hp": "7"}, side="goblins")),
        ('add "Wolf x3"', Add("Wolf x3")),
        ("add Malcolm X", Add("Malcolm X")),
    ],
)
def test_how_many_may_stand_behind_the_name(text: str, command: Add) -> None:
    table = Table()
    assert parse(table.rules, table.state, text).command == command


@pytest.mark.parametrize(
    ("game", "line", "key", "value"),
    [
        ("plain", "Ted hp many", "hp", "many"),
        ("plain", "Ted hp:many", "hp", "many"),
        ("plain", "Ted hp", "hp", ""),
        ("plain", "Ted 7 hp", "hp", ""),
        ("plain", "Ted initiative high", "initiative", "high"),
        ("troika", "Ted stamina many", "stamina", "many"),
    ],
)
def test_a_word_of_the_sheet_without_a_number_is_told_and_no_name_is_guessed(
    game: str, line: str, key: str, value: str
) -> None:
    fight = Fight.new(game)
    pasted = fight.read_list(f"Goblin\n{line}")
    assert [entry.command.name for entry in pasted.entries] == ["Goblin"]
    (fault,) = pasted.faults
    assert (fault.line, fault.text, fault.refusal.code) == (2, line, "sheet.no_value")
    assert (fault.refusal.data["key"].casefold(), fault.refusal.data["value"]) == (key, value)
    if game == "plain":
        refused = fight.do(f"add {line}")
        assert refused.refusal is not None
        assert refused.refusal.code == "sheet.no_value"


def test_a_figure_by_name_that_is_none_is_left_out_and_told() -> None:
    fight = Fight.new()
    pasted = fight.read_list("Ted, hp many")
    assert [(entry.command.name, entry.command.values) for entry in pasted.entries] == [("Ted", {})]
    assert [fight.sentence(fault.refusal) for fault in pasted.faults] == ["HP many is no number"]


@pytest.mark.parametrize("line", ["Ted hp 7", "Ted hp=7", "Ted hp:7", "Ted hp: 7", "Ted, hp 7", "Ted, hp=7"])
def test_a_value_may_be_written_on(line: str) -> None:
    (entry,) = Fight.new().read_list(line).entries
    assert (entry.command.name, entry.command.values, entry.command.score) == ("Ted", {"hp": "7"}, None)


def test_a_name_that_holds_a_word_of_the_sheet_stands_in_quotation_marks() -> None:
    fight = Fight.new()
    assert fight.do('add "Big hp potion" hp 3')
    added = next(iter(fight.state.combatants.values()))
    assert (added.name, added.pools["hp"]) == ("Big hp potion", 3)
    command = Add("Big hp potion", values={"hp": "3"})
    assert unparse(fight.rules, fight.state, command) == 'add "Big hp potion" hp 3'
