"""What looks like a figure of the sheet is never taken into a name or a side unseen; names with numbers stay names."""

from __future__ import annotations

import pytest

from turnwright.engine import Refusal
from turnwright.engine.mechanics.cast import Add
from turnwright.fight import Fight
from turnwright.rules.load import builtin_names
from turnwright.speech import SpeechError, parse

OPEN = ("plain",)
"""Games whose sheets may hold any word."""

CLOSED = tuple(game for game in builtin_names() if game not in OPEN)


def read(game: str, line: str) -> Add | Refusal:
    """What a line means at a table of this game, or why it can't be read."""
    fight = Fight.new(game, seed="a")
    try:
        command = parse(fight.rules, fight.state, line).command
    except SpeechError as error:
        return error.refusal
    assert isinstance(command, Add)
    return command


@pytest.mark.parametrize("game", CLOSED)
@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("add 3 goblin {} 7", "name"),
        ("add goblin {} 7", "name"),
        ("add goblin {} 7 x3", "name"),
        ("add goblin x3 {} 7", "name"),
        ("add Goblin {} 7/9", "name"),
        ("add Goblin {}: 7", "name"),
        ("add Goblin, {} 7", "name"),
        ("add Goblin side orcs {} 7", "side"),
        ("add Goblin side orcs {} 2d6", "side"),
        ("add Goblin side {} 7 {} 9", "side"),
        ("add Goblin is slow {} 7", "condition"),
    ],
)
def test_a_word_that_sheets_do_not_have_is_told(game: str, line: str, what: str) -> None:
    told = read(game, line.replace("{}", "grit"))
    assert isinstance(told, Refusal)
    assert (told.code, told.data["key"], told.data["part"]) == ("sheet.no_such", "grit", what)
    assert (
        "there is no grit on the sheets of this game; there are "
        in Fight.new(game).do(line.replace("{}", "grit")).lines[0]
    )


@pytest.mark.parametrize("game", CLOSED)
@pytest.mark.parametrize("behind", ["score 5", "item rope 1", "{vital} 7", "{vital} 2 if 1 else 3", "side orcs,"])
def test_it_is_told_wherever_it_stands(game: str, behind: str) -> None:
    rules = Fight.new(game).rules
    vital = next(name for name, pool in rules.pools.items() if pool.vital).replace("_", " ")
    told = read(game, f"add Goblin {behind.format(vital=vital)} grit 7")
    assert isinstance(told, Refusal)
    assert (told.code, told.data["key"]) == ("sheet.unknown", "grit")


@pytest.mark.parametrize("game", CLOSED)
@pytest.mark.parametrize(("line", "what"), [("side Zed orcs grit 7", "side"), ("Zed is brave grit 7", "condition")])
def test_nor_does_whoever_is_there_get_it(game: str, line: str, what: str) -> None:
    fight = Fight.new(game)
    assert fight.do("add Zed")
    before = fight.state
    assert f'grit 7" in quotation marks is a {what}' in fight.do(line).lines[0]
    assert fight.state == before
    assert fight.do(line.removesuffix(" grit 7"))


@pytest.mark.parametrize("game", builtin_names())
def test_hit_points_are_told_where_sheets_have_none(game: str) -> None:
    """However they are written: no goblin is called "goblin hp 7"."""
    known = "hp" in Fight.new(game).rules.pools
    for line in ("add 3 goblin hp 7", "add Goblin HP 7", "add goblin side orcs hp 7"):
        found = read(game, line)
        if known:
            assert isinstance(found, Add)
            assert (found.name.casefold(), found.values) == ("goblin", {"hp": "7"})
        else:
            assert isinstance(found, Refusal)
            assert found.code == "sheet.no_such"


@pytest.mark.parametrize("game", builtin_names())
@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Guard 2", "Guard 2"),
        ("guard 2", "guard 2"),
        ("K9 7", "K9 7"),
        ("Captain Red 5", "Captain Red 5"),
        ("Agent 47, the Bold", "Agent 47, the Bold"),
        ('"goblin hp 7"', "goblin hp 7"),
        ('"Fob, luck 2"', "Fob, luck 2"),
    ],
)
def test_names_with_numbers_are_names(game: str, typed: str, name: str) -> None:
    found = read(game, f"add {typed}")
    assert isinstance(found, Add)
    assert (found.name, found.values) == (name, {})


def test_another_of_those_who_are_there_needs_no_quotation_marks() -> None:
    fight = Fight.new("plain")
    assert fight.do("add 2 goblin archer")
    assert fight.do("add goblin archer 3")
    assert [c.name for c in fight.state.combatants.values()] == [
        "goblin archer 1",
        "goblin archer 2",
        "goblin archer 3",
    ]


@pytest.mark.parametrize(
    ("line", "values", "side"),
    [
        ("add Fob, luck 2", {"luck": "2"}, ""),
        ("add Fob, luck: 2", {"luck": "2"}, ""),
        ("add Fob, luck 2 hp 5", {"luck": "2", "hp": "5"}, ""),
        ("add Fob side orcs luck 2", {"luck": "2"}, "orcs"),
        ("add Fob side orcs, luck 2", {"luck": "2"}, "orcs"),
    ],
)
def test_an_open_sheet_takes_a_word_behind_a_comma_or_a_side(line: str, values: dict[str, str], side: str) -> None:
    found = read("plain", line)
    assert isinstance(found, Add)
    assert (found.name, found.values, found.side) == ("Fob", values, side)


@pytest.mark.parametrize("line", ["side Zed orcs luck 7", "Zed is brave luck 7"])
def test_on_an_open_sheet_nobody_who_is_there_gets_it_either(line: str) -> None:
    fight = Fight.new("plain")
    assert fight.do("add Zed")
    assert "I can't read this: luck 7" in fight.do(line).lines[0]
    assert fight.do(line.removesuffix(" luck 7"))


def test_on_an_open_sheet_it_is_told_what_could_be_a_name_or_a_figure() -> None:
    told = read("plain", "add Fob luck 2")
    assert isinstance(told, Refusal)
    assert told.code == "sheet.unclear"
    assert 'write Fob, luck 2, or "Fob luck 2" in quotation marks' in Fight.new("plain").do("add Fob luck 2").lines[0]


@pytest.mark.parametrize("game", ["edge-of-darkness", "ose", "dnd5e", "savage-worlds"])
@pytest.mark.parametrize("line", ["add Zed surprised yes", "add Zed surprised: no"])
def test_what_a_sheet_says_with_yes_is_said_behind_the_name(game: str, line: str) -> None:
    fight = Fight.new(game)
    assert "add Zed, then Zed is surprised" in fight.do(line).lines[0]
    assert not fight.state.combatants


@pytest.mark.parametrize(
    ("game", "text", "name", "score"),
    [("edge-of-darkness", "Goblin archer 15", "Goblin archer", 15), ("plain", "Orc chief 15", "Orc chief", 15)],
)
def test_a_number_behind_a_name_on_a_list_is_initiative(game: str, text: str, name: str, score: int) -> None:
    (add,) = Fight.new(game).read_list(text).commands
    assert (add.name, add.score) == (name, score)


def test_a_list_tells_what_sheets_do_not_have() -> None:
    pasted = Fight.new("edge-of-darkness").read_list("Orc 15 hp 30\nGoblin HP 7\nRat 4 stamina 5")
    assert [fault.refusal.code for fault in pasted.faults] == ["sheet.no_such"] * 3
    assert not pasted.commands
