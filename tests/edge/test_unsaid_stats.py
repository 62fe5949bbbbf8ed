"""Somebody whose sheet lacks what a maximum follows from: seen, written down and played with, without a maximum."""

from __future__ import annotations

import pytest

from turnwright.cli.picture import console, draw
from turnwright.engine.view import view
from turnwright.fight import Fight
from turnwright.rules.load import Book, Source
from turnwright.summary import summarize

RULES = """\
game: Ours
stats: {con: }
pools: {hp: {max: 2 * con, vital: yes}}
initiative: 1d20
"""


@pytest.fixture
def fight() -> Fight:
    found = Fight.from_book(Book("ours", (Source("ours.yaml", RULES),)), seed="a")
    assert found.do("add Zed hp 5")
    return found


def test_it_is_shown_without_a_maximum(fight: Fight, capsys: pytest.CaptureFixture[str]) -> None:
    draw(fight, console())
    assert "hp 5\n" in capsys.readouterr().out
    (zed,) = view(fight.rules, fight.state).combatants.values()
    assert (zed.pools["hp"].now, zed.pools["hp"].most) == (5, None)
    assert "  pools: hp 5" in fight.do("sheet Zed").lines
    assert fight.do("roll")
    assert fight.do("start")
    assert summarize(fight).shares
    assert fight.log()


def test_what_needs_the_stat_says_which(fight: Fight) -> None:
    before = fight.state
    told = fight.do("hp Zed +1").lines[0]
    assert "con" in told
    assert fight.state is before
    assert fight.do("set Zed con 4")
    assert fight.do("hp Zed +99")
    assert fight.state.combatants["c1"].pools["hp"] == 8


def test_a_number_beyond_all_bounds_in_a_list_is_told() -> None:
    found = Fight.new("plain").read_list("Orc 15 hp 9999999999999999999\nElf 99999999999999999999\nBat 3")
    assert [command.name for command in found.commands] == ["Bat"]
    assert [fault.refusal.code for fault in found.faults] == ["formula.bad", "number.bad"]
