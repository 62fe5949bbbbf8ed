"""Finding and reading ruleset files: what they are laid together from, and what is told of bad ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from turnwright.rules.faults import FileFaults
from turnwright.rules.load import UnknownRuleset, builtin_names, find, load, read

HOUSE = """extends: lux-aeterna
game: Lux at our table
initiative:
  formula: 2d10 + speed
  ties: [{roll: 1d20}]
pools:
  reaction: {max: 3}
"""


def test_a_house_rule_changes_what_it_says_and_nothing_else(tmp_path: Path) -> None:
    """A stranger's file over a game: initiative, ties and reactions; all else is as it was."""
    file = tmp_path / "ours.yaml"
    file.write_text(HOUSE, encoding="utf-8")
    ours, theirs = load(str(file)), load("lux-aeterna")
    assert ours.initiative.formula is not None
    assert ours.initiative.formula.text == "2d10 + speed"
    assert [tie.roll is not None and tie.by is None for tie in ours.initiative.ties] == [True]
    assert ours.pools["reaction"].max is not None
    assert ours.pools["reaction"].max.formula.text == "3"
    changed = {"game", "initiative", "pools", "about"}
    for field in ours.__struct_fields__:
        if field not in changed:
            assert getattr(ours, field) == getattr(theirs, field), field
    assert {k: v for k, v in ours.pools.items() if k != "reaction"} == {
        k: v for k, v in theirs.pools.items() if k != "reaction"
    }


def test_a_file_that_is_not_utf_8_is_told_as_such(tmp_path: Path) -> None:
    """Nothing is guessed from bytes that are no text."""
    file = tmp_path / "ours.yaml"
    file.write_bytes(b"game: Caf\xe9\n")
    with pytest.raises(FileFaults, match="UTF-8"):
        find(str(file))


def test_an_unknown_option_and_an_unknown_value_are_told(tmp_path: Path) -> None:
    """With what there is instead."""
    for options, near in (({"unused_delai": "last"}, "unused_delay"), ({"unused_delay": "lats"}, "last")):
        with pytest.raises(FileFaults, match=near):
            read(find("lux-aeterna", options))


def test_an_unknown_ruleset_says_what_there_is() -> None:
    """A name that is nearly right is suggested."""
    with pytest.raises(UnknownRuleset) as told:
        find("lux-eterna")
    assert "lux-aeterna" in told.value.hint


@pytest.mark.parametrize("name", builtin_names())
def test_every_reading_of_every_option_can_be_read(name: str) -> None:
    """Each value of each option, and each kind of encounter, one at a time."""
    from turnwright.cli.rules import variants

    book = find(name)
    for variant in variants(book, read(book).value):
        read(variant)
