"""CASE-13: several put their turns off until one value, and nothing of it is left behind."""

from __future__ import annotations

import pytest

from turnwright.engine.frames import turn_in
from turnwright.fight import Fight
from turnwright.rules.load import Book, Source

RULES = """game: Delays
open sheet: yes
stats: {{speed: 0}}
pools: {{hp: {{vital: yes}}}}
initiative: {{formula: 1d20, ties: [{{by: speed}}]}}
waits: {{delay: {{until: score, place: {place}, unused: last}}}}
gaps: {gaps}
"""


def begun(place: str, gaps: str) -> Fight:
    """Four of whom the first is up; who is quicker has the higher speed."""
    source = Source("delays.yaml", RULES.format(place=place, gaps=gaps))
    fight = Fight.from_book(Book("delays", (source,)), seed="13")
    for name, score in (("A", 20), ("B", 15), ("C", 10), ("D", 5)):
        assert fight.do(f"add {name} speed {score}")
        assert fight.do(f"score {name} {score}")
    assert fight.do("start")
    return fight


def a_round(fight: Fight) -> str:
    """Who has a turn until the round is over, in order; each ends it."""
    names, number = "", fight.state.round
    while fight.state.round == number:
        turn = turn_in(fight.state.agenda)
        if turn is not None:
            names += fight.state.entries[turn.entry].name
        assert fight.do("next")
    return names


@pytest.mark.parametrize("place", ["here", "back"])
@pytest.mark.parametrize("gaps", ["initiative", "waiting", "ties"])
def test_two_wait_for_one_value(place: str, gaps: str) -> None:
    """CASE-13: they act ahead of the one who stands there, the quicker first, and each acts once."""
    fight = begun(place, gaps)
    assert fight.do("A delay until 10")
    assert fight.do("B delay until 10")
    assert a_round(fight) == "ABCD"
    assert a_round(fight) == "ABCD"


@pytest.mark.parametrize(("place", "later"), [("here", "BCAD"), ("back", "ABCD")])
def test_the_next_round_is_as_the_ruleset_says(place: str, later: str) -> None:
    """CASE-13: in the new order where a delay is for good, else in the old one."""
    fight = begun(place, "waiting")
    assert fight.do("A delay until 7")
    assert a_round(fight) == "BCAD"
    assert a_round(fight) == a_round(fight) == later


def test_no_mark_is_left_after_the_fight() -> None:
    """CASE-13: neither on the one whose moment did not come nor on the one who has acted."""
    fight = begun("here", "waiting")
    assert fight.do("A delay until 10")
    assert fight.do("B delay until 1")
    assert fight.do("next")
    assert [entry.name for entry in fight.state.entries.values() if entry.wait] == ["B"]
    assert fight.do("scene end")
    assert fight.do("start !")
    assert not any(entry.wait for entry in fight.state.entries.values())
