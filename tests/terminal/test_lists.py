"""Lists of combatants at the terminal: pasted, from a file, at the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from terminal.piped import turnwright
from turnwright.fight import Fight
from turnwright.store import open_store

GOOD = "3 Goblin, hp 7\nArik, friendly\n\n# later\nOrc 15 hp 30\n"
MIXED = GOOD + "creature: Hobgoblin / name: Ted / hp: many\n"
ENCOUNTER = """\
encounter: Bandits on the road
ruleset: dnd5e
cast:
  Bandit: {count: 2, hp: 11, side: monsters}
  Captain: {hp: 65, side: monsters, surprised: yes}
"""


def _names(data: Path) -> list[str]:
    with open_store(data) as store:
        fight = Fight.load(store, store.names()[0].name)
        return [c.name for c in fight.state.combatants.values()]


def _file(folder: Path, text: str, name: str = "list.txt") -> str:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_a_file_is_loaded_in_one_step(tmp_path: Path) -> None:
    ended = turnwright(tmp_path, "play", "plain", "--empty", lines=f"load {_file(tmp_path, GOOD)}\n")
    assert ended.code == 0
    assert "  + 3 Goblin hp 7 side creatures\n  + Arik side party\n  + Orc hp 30 score 15 side creatures\n" in ended.out
    assert "Of whom no side is said stands with the creatures — friendly, or side party, behind a name" in ended.out
    assert _names(tmp_path) == ["Goblin 1", "Goblin 2", "Goblin 3", "Arik", "Orc"]
    turnwright(tmp_path, "play", "Plain fight", lines="undo\n")
    assert _names(tmp_path) == []


def test_lines_after_load_are_the_list(tmp_path: Path) -> None:
    turnwright(tmp_path, "play", "plain", "--empty", lines=f"load\n{GOOD.replace(chr(10) * 2, chr(10))}\nroll Arik 4\n")
    assert _names(tmp_path) == ["Goblin 1", "Goblin 2", "Goblin 3", "Arik", "Orc"]


def test_case_44_what_is_not_understood_is_told_with_line_record_and_field(tmp_path: Path) -> None:
    """From a pipe, where nobody can be asked, such a list is not added in parts."""
    file = _file(tmp_path, MIXED)
    ended = turnwright(tmp_path, "play", "plain", "--empty", lines=f"load {file}\n")
    assert f"{file}:6: Ted: HP many can't be read" in ended.out
    assert "Nobody was added." in ended.out
    assert _names(tmp_path) == []


def test_case_44_at_the_command_line_the_good_ones_are_added(tmp_path: Path) -> None:
    file = _file(tmp_path, MIXED)
    ended = turnwright(tmp_path, "play", "plain", "--add", file)
    assert f"what could be read of {file} is added; the rest can be typed: add NAME" in " ".join(ended.err.split())
    assert ended.code == 0
    assert "Ted: HP many can't be read" in ended.err
    assert _names(tmp_path) == ["Goblin 1", "Goblin 2", "Goblin 3", "Arik", "Orc"]


@pytest.mark.parametrize("text", ["", "# nobody\n", "creature: Elf / hp: many\n"])
def test_case_44_a_file_that_brings_nobody_is_an_error(text: str, tmp_path: Path) -> None:
    ended = turnwright(tmp_path, "play", "plain", "--add", _file(tmp_path, text))
    assert ended.code == 2
    assert "nobody is listed in" in ended.err
    with open_store(tmp_path) as store:
        assert not store.names()


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    missing = turnwright(tmp_path, "play", "plain", "--add", str(tmp_path / "no.txt"))
    assert (missing.code, "can't be read" in missing.err) == (2, True)
    picture = tmp_path / "picture.txt"
    picture.write_bytes(b"\x89PNG\xff\xfe\x00")
    bad = turnwright(tmp_path, "play", "plain", "--add", str(picture))
    assert (bad.code, "Traceback" in bad.err) == (2, False)


def test_an_encounter_file_is_played_or_added(tmp_path: Path) -> None:
    file = _file(tmp_path, ENCOUNTER, "bandits.yaml")
    assert turnwright(tmp_path, "play", file).code == 0
    assert _names(tmp_path) == ["Bandit 1", "Bandit 2", "Captain"]
    ended = turnwright(tmp_path, "play", "dnd5e", "--empty", lines=f"add Milli hp 9\nload {file}\n")
    assert ended.code == 0
    assert "+ 2 Bandit hp 11 side monsters" in ended.out
    assert _names(tmp_path) == ["Milli", "Bandit 1", "Bandit 2", "Captain"]
    assert turnwright(tmp_path, "play", "Bandits on the road").code == 0


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("encounter: X\nruleset: nothing\n", ":2:"),
        ("encounter: X\ncats:\n  Ted:\n", ":2:1:"),
        ("encounter: X\nruleset: dnd5e\ncast:\n  Ted: {hitpoints: 4}\n", ":4:"),
    ],
)
def test_faults_of_an_encounter_file_are_told_with_their_place(text: str, place: str, tmp_path: Path) -> None:
    file = _file(tmp_path, text, "x.yaml")
    ended = turnwright(tmp_path, "play", file)
    assert ended.code == 2
    assert f"{file}{place}" in ended.err


def test_a_fight_is_not_mistaken_for_the_ruleset_it_is_called_after(tmp_path: Path) -> None:
    for _ in range(2):
        assert turnwright(tmp_path, "play", "plain", "--empty").code == 0
    with open_store(tmp_path) as store:
        assert len(store.names()) == 2


def test_options_and_kinds_are_chosen_at_the_start(tmp_path: Path) -> None:
    chosen = turnwright(tmp_path, "play", "reaction-ap", "--kind", "chase", "--option", "ties=roll")
    assert chosen.code == 0
    with open_store(tmp_path) as store:
        book = Fight.load(store, "Raiders at the dam").book
    assert (book.kind, book.options) == ("chase", {"ties": "roll"})
    again = turnwright(tmp_path, "play", "Raiders", "--kind", "chase")
    assert (again.code, "rules use FILE" in again.err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("reaction-ap", "--option", "tiess=roll"), "there is no option"),
        (("reaction-ap", "--option", "ties=never"), "ties"),
        (("reaction-ap", "--option", "ties"), "write NAME=VALUE"),
        (("reaction-ap", "--kind", "waltz"), "there is no kind of encounter"),
        (("--kind", "chase"), "say which"),
    ],
)
def test_options_and_kinds_that_are_not_there(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    ended = turnwright(tmp_path, "play", *arguments)
    assert ended.code == 2
    assert said in ended.err
