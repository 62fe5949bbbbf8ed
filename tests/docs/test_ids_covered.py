"""Every rule of a game is stated on its page, and named by what an example causes, or proven where the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from turnwright.scenario.play import run_file

ROOT = Path(__file__).parents[2]
RULES = {
    "lux-aeterna": ("LUX", {"T": 5, "I": 5, "A": 8, "S": 5, "N": 3, "R": 3, "C": 16, "X": 1, "E": 4}),
    "reaction-ap": ("RAP", {"T": 3, "I": 4, "A": 6, "C": 8}),
    "last-odyssey": ("ODY", {"T": 5, "R": 3, "A": 3, "H": 3, "F": 5, "E": 5, "C": 13, "X": 7}),
    "edge-of-darkness": ("EOD", {"T": 1, "I": 4, "D": 6, "R": 1, "C": 10, "X": 4, "E": 1}),
}
"""How many rules each part of a game has."""

_STATED = re.compile(r"\*\*([A-Z]+-[A-Z]\d+)\*\*")
_ELSEWHERE = re.compile(r"^\| ([A-Z]+-[A-Z]\d+) \| (.+) \|$", re.MULTILINE)
_PLACE = re.compile(r"`([^`:]+)[^`]*`")


def ids(game: str) -> set[str]:
    """Every id of a game's rules."""
    prefix, parts = RULES[game]
    return {f"{prefix}-{part}{number}" for part, count in parts.items() for number in range(1, count + 1)}


def page(game: str) -> str:
    """What the page of a game says."""
    return (ROOT / "docs" / "games" / f"{game}.md").read_text(encoding="utf-8")


def named(game: str) -> set[str]:
    """The ids that events and refusals of a game's examples name."""
    paths = sorted((ROOT / "examples" / game).glob("*.yaml"))
    return {ref for path in paths for ref in run_file(path).refs}


@pytest.mark.parametrize("game", RULES)
def test_the_page_states_every_rule(game: str) -> None:
    assert set(_STATED.findall(page(game))) == ids(game)


@pytest.mark.parametrize("game", RULES)
def test_every_rule_is_named_by_an_example_or_proven_where_the_page_says(game: str) -> None:
    elsewhere = dict(_ELSEWHERE.findall(page(game).partition("## What no event and no refusal names")[2]))
    assert ids(game) - named(game) == set(elsewhere)
    for rule, places in elsewhere.items():
        proofs = [text(game, place) for place in _PLACE.findall(places)]
        assert any(rule in proof for proof in proofs), f"{places} doesn't name {rule}"


def text(game: str, place: str) -> str:
    """A file that a page names: an example of the game, or any file of the project."""
    example = ROOT / "examples" / game / place
    return (example if example.is_file() else ROOT / place).read_text(encoding="utf-8")
