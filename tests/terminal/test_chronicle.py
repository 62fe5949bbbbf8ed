"""The log of a fight in other forms: as a scenario that plays it again, and as notes for a campaign."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from turnwright.chronicle import as_markdown
from turnwright.engine.happenings import RoundBegan
from turnwright.fight import Fight
from turnwright.scenario.play import Stage
from turnwright.scenario.read import read_scenario

EXAMPLES = sorted(Path(__file__).parents[2].glob("examples/*/*.yaml"))[::3]


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_every_round_has_one_heading_in_the_notes(file: Path) -> None:
    stage = Stage(read_scenario(file))
    assert stage.run().passed
    fight = Fight(stage.scenario.book, stage.encounter)
    notes = as_markdown(fight, "Notes", links=True)
    rounds = [event.round for record in fight.encounter.history for event in record.events if type(event) is RoundBegan]
    assert [int(found) for found in re.findall(r"^### .*?(\d+)$", notes, re.MULTILINE)] == rounds
    assert "— Round" not in notes


def test_names_are_links_whatever_they_hold() -> None:
    fight = Fight.new("plain", seed="a")
    for line in (
        'add "Ana *the* Bold" hp 9',
        "add Bo hp 9",
        "add Bob hp 9",
        'add "X [boss]" hp 9',
        "rename bo to Boris the Great",
        "hp bob -2 from boris the great",
        "hp boris the great -1",
    ):
        assert fight.do(line), line
    notes = as_markdown(fight, "A *fight*", links=True)
    assert notes.startswith("# A \\*fight\\*\n")
    assert "[[Ana *the* Bold]], [[Boris the Great]], [[Bob]], X \\[boss\\]" in notes
    assert "- [[Boris the Great|Bo]] is called [[Boris the Great]] now" in notes
    assert "[[Bob]] loses 2 HP" in notes
    assert "| [[Boris the Great]] | 1 | 2 |" in notes
    plain = as_markdown(fight, "A *fight*")
    assert "[[" not in plain


def test_the_notes_leave_out_how_actions_are_spent_and_come_back() -> None:
    fight = Fight.new("lux-aeterna", seed="x", example=True)
    for line in ("roll", "start", "attack milli for 1d6", "pass milli", "end", "close"):
        assert fight.do(line), line
    notes = as_markdown(fight, "Ford")
    assert "Actions" not in notes
    assert "Milli loses" in notes
    told = notes.index("Milli loses")
    assert notes.index("### Round 1") < told < notes.index("## What came of it")
