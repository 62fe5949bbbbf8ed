"""Creatures from the files of other programs."""

from __future__ import annotations

import csv
import json
import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from terminal.piped import turnwright

from turnwright.fight import Fight
from turnwright.formats.bestiary import Broken, Creature, Unreadable, looks_like_bestiary, read_bestiary

SAMPLES = Path(os.environ.get("TURNWRIGHT_SAMPLES", Path(__file__).parents[3] / "shared" / "samples"))
EXPECTED = SAMPLES / "EXPECTED.csv"

GOBLIN = {"Name": "Goblin", "HP": {"Value": 7, "Notes": "(2d6)"}, "AC": {"Value": 15}, "InitiativeModifier": 1}
ELF = {"Name": "Elf", "HP": {"Value": 9}, "AC": {"Value": 12}, "Abilities": {"Dex": 17}, "Player": "player"}
BROKEN = {"Name": "Orc", "HP": {"Value": "many"}}


def _read(found: object) -> list[Creature | Broken]:
    return list(read_bestiary(json.dumps(found)))


@pytest.mark.skipif(not EXPECTED.is_file(), reason=f"SAMPLES MISSING: {EXPECTED} is not there (TURNWRIGHT_SAMPLES)")
def test_real_files_give_what_was_computed_by_others() -> None:
    rows = list(csv.DictReader(EXPECTED.read_text(encoding="utf-8").splitlines()))
    assert len(rows) > 50
    for name in dict.fromkeys(row["file"] for row in rows):
        found = {c.name: c for c in read_bestiary((SAMPLES / name).read_text(encoding="utf-8")) if type(c) is Creature}
        wanted = [row for row in rows if row["file"] == name]
        assert sorted(found) == sorted(row["name"] for row in wanted)
        for row in wanted:
            creature = found[row["name"]]
            armour = re.match(r"\d+", row["ac"])
            assert armour is not None
            assert (creature.hp, creature.ac) == (int(row["hp"]), int(armour.group())), row
            assert creature.modifier == int(row["init_mod"]) or row["init_rule"].isdecimal(), row


@pytest.mark.parametrize(
    ("shape", "names"),
    [
        ([GOBLIN, ELF], ["Goblin", "Elf"]),
        (GOBLIN, ["Goblin"]),
        ({"Combatants": [GOBLIN, ELF]}, ["Goblin", "Elf"]),
        ({"Creatures": ["a", "b"], "Creatures.a": GOBLIN, "Creatures.b": ELF}, ["Goblin", "Elf"]),
        ({"Creatures": ["a"], "Creatures.a": json.dumps(GOBLIN)}, ["Goblin"]),
        ([{"name": "Rat", "hit_points": 1, "armor_class": [{"type": "dex", "value": 10}], "dexterity": 11}], ["Rat"]),
        ([{"model": "m", "fields": {"name": "Rat", "hit_points": 1, "initiative_bonus": 2}}], ["Rat"]),
        ({"Creatures": []}, []),
        ([], []),
    ],
)
def test_case_44_shapes_in_which_records_stand(shape: object, names: list[str]) -> None:
    assert [creature.name for creature in _read(shape) if isinstance(creature, Creature)] == names


def test_what_is_read_of_a_record() -> None:
    assert _read([GOBLIN, ELF]) == [
        Creature("record 1, Goblin", "Goblin", 7, 15, 1, False),
        Creature("record 2, Elf", "Elf", 9, 12, 3, True),
    ]


@pytest.mark.parametrize(
    ("record", "broken"),
    [
        (BROKEN, Broken("record 2, Orc", "HP", "many")),
        ({"Id": "mm.goblin"}, Broken("record 2", "Name")),
        ({"Name": 3, "HP": {"Value": 1}}, Broken("record 2", "Name", "3")),
        ({"Name": "Orc", "AC": {"Value": True}}, Broken("record 2, Orc", "AC", "True")),
        ({"name": "Orc", "hit_points": 3, "dexterity": "quick"}, Broken("record 2, Orc", "dexterity", "quick")),
    ],
)
def test_case_44_a_broken_record_is_named_with_its_field_and_the_others_come(
    record: dict[str, object], broken: Broken
) -> None:
    assert _read([GOBLIN, record, ELF]) == [
        Creature("record 1, Goblin", "Goblin", 7, 15, 1, False),
        broken,
        Creature("record 3, Elf", "Elf", 9, 12, 3, True),
    ]


@pytest.mark.parametrize(
    "text",
    ["{", "[1,", "<monster>", '<!DOCTYPE x [<!ENTITY a "b">]><monster/>', json.dumps([GOBLIN] * 1001), "[" * 100_000],
)
def test_files_that_can_not_be_read_say_why(text: str) -> None:
    with pytest.raises(Unreadable, match=r"it (?:is no|declares|holds)"):
        list(read_bestiary(text))


def test_what_the_game_has_no_place_for_is_told_once() -> None:
    fight = Fight.new("edge-of-darkness", seed="a")
    pasted = fight.read_list(json.dumps([GOBLIN, ELF, BROKEN]))
    assert [(add.name, add.side) for add in pasted.commands] == [("Goblin", "creatures"), ("Elf", "characters")]
    told = [fight.sentence(fault.refusal) for fault in pasted.faults]
    assert sum("armour class" in line for line in told) == 1
    assert "HP many is no number" in told
    assert fight.bring(pasted.commands)


def test_those_of_one_name_are_numbered() -> None:
    fight = Fight.new("plain", seed="a")
    assert fight.bring(fight.read_list(json.dumps([GOBLIN, GOBLIN])).commands)
    assert [c.name for c in fight.state.combatants.values()] == ["Goblin 1", "Goblin 2"]


@pytest.mark.parametrize(
    "text", ["[Goblin, hp 7]", '2: [["Rat, Giant", Snuggletooth], 12]', "Orc 15", "- creature: Elf"]
)
def test_lines_that_somebody_typed_are_no_bestiary(text: str) -> None:
    assert not looks_like_bestiary(text)


def test_case_44_at_the_command_line(tmp_path: Path) -> None:
    for number, (found, code) in enumerate([([GOBLIN, BROKEN], 0), ({"Creatures": []}, 2), ([BROKEN], 2)]):
        file = tmp_path / f"{number}.json"
        file.write_text(json.dumps(found), encoding="utf-8")
        ended = turnwright(tmp_path, "play", "plain", "--add", str(file))
        assert ended.code == code, ended
        assert "Improved Initiative" in ended.err or "Orc: HP many is no number" in ended.err


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda s: (
            st.lists(s)
            | st.dictionaries(
                st.sampled_from(
                    ["Name", "HP", "Value", "name", "fields", "system", "attributes", "items", "hit_points", "x"]
                ),
                s,
            )
        ),
    )
)
def test_whatever_stands_in_a_file_nothing_but_its_own_error_comes_of_it(found: object) -> None:
    text = json.dumps(found)
    fight = Fight.new("plain", seed="a")
    pasted = fight.read_list(text)
    assert all(fight.sentence(fault.refusal) for fault in pasted.faults)


@pytest.mark.parametrize(
    ("record", "figures"),
    [
        ({"Name": "Orc", "HP": "7", "AC": {"Value": "13"}, "Abilities": {"Dex": "14"}}, (7, 13, 2)),
        ({"name": "Orc", "hit_points": "15", "armor_class": [{"value": 13.0}], "dexterity": 12.0}, (15, 13, 1)),
    ],
)
def test_numbers_may_be_written_as_text(record: dict[str, object], figures: tuple[int, int, int]) -> None:
    assert _read(record) == [Creature("record 1, Orc", "Orc", *figures, False)]


def test_what_has_no_place_on_any_sheet_does_not_keep_a_file_from_being_loaded(tmp_path: Path) -> None:
    file = tmp_path / "goblin.json"
    file.write_text(json.dumps(GOBLIN))
    ended = turnwright(tmp_path, "play", "edge-of-darkness", "--empty", lines=f"load {file}\n")
    assert "  there is no place for armour class on the sheets of this game" in ended.out
    assert "Goblin joins (creatures)" in ended.out
    again = turnwright(tmp_path, "play", "edge-of-darkness", "--add", str(file))
    assert (again.code, "no place for armour class" in again.err) == (0, True)


def test_what_a_file_holds_can_not_steer_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    file.write_text(json.dumps([{**GOBLIN, "Name": "A\x1b[31m\u202eB"}, {**GOBLIN, "Name": "x" * 5000}]))
    ended = turnwright(tmp_path, "play", "plain", "--empty", lines=f"load {file}\n")
    assert "A\ufffd[31m\ufffdB: letter 2 of the text stands for nothing that can be seen (U+001B)" in ended.out
    assert "\x1b[31m" not in ended.out
    assert max(map(len, ended.out.splitlines())) < 300
