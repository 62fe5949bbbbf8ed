"""The pages name all that there is: what scenarios can expect, and every reading and kind of encounter of each game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from turnwright.rules.load import builtin_names, find, read
from turnwright.scenario.expect import KEYS

DOCS = Path(__file__).parents[2] / "docs"
_ROW = re.compile(r"^\| (?:\*\*[A-Z0-9-]+\*\* \| )?`([^`]+)`[^|]*\| (.*) \|$", re.MULTILINE)
"""A row of a table of options, with or without the id of a rule: the name, and what its values mean."""


def page(game: str) -> str:
    """The page of a game; one that follows another edition stands on the page of that."""
    own = DOCS / "games" / f"{game}.md"
    return (own if own.is_file() else DOCS / "games" / f"{game.rpartition('-')[0]}.md").read_text(encoding="utf-8")


def quoted(text: str) -> list[str]:
    """What stands in backticks, in its order."""
    return re.findall(r"`([^`]+)`", text)


def test_all_that_scenarios_can_expect() -> None:
    told = (DOCS / "scenarios.md").read_text(encoding="utf-8").partition("## What can be expected")[2]
    words = quoted(told.partition("##")[0])
    assert set(KEYS) - {word.partition(":")[0] for word in words} == set()


@pytest.mark.parametrize("game", builtin_names())
def test_every_option_with_its_values_that_in_force_first(game: str) -> None:
    rows = [(name, quoted(means)) for name, means in _ROW.findall(page(game))]
    for name, option in read(find(game)).value.options.items():
        told = [[word for word in words if word in option.values] for row, words in rows if row == name]
        assert any(set(words) == set(option.values) and words[0] == option.choose for words in told), name


@pytest.mark.parametrize("game", builtin_names())
def test_every_kind_of_encounter(game: str) -> None:
    assert set(read(find(game)).value.kinds) <= set(quoted(page(game)))
