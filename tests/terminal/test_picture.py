"""The picture of a fight: what stands beside a name and below the order, and how much is asked to draw it."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from turnwright.cli.picture import draw
from turnwright.engine import Choice, Command, Rules, State
from turnwright.engine.base import open_question
from turnwright.engine.choices import choice_of
from turnwright.fight import Fight


def _picture(fight: Fight) -> str:
    out = StringIO()
    draw(fight, Console(file=out, width=100, highlight=False, color_system=None))
    return out.getvalue()


def _row(fight: Fight, name: str) -> str:
    return next(line for line in _picture(fight).splitlines() if name in line)


def _begun(game: str, *lines: str) -> Fight:
    fight = Fight.new(game, seed="a", example=True)
    for line in ("roll", "start", *lines):
        assert fight.do(line), line
    return fight


def test_a_pool_that_can_hold_nothing_is_not_shown() -> None:
    fight = Fight.new("dnd5e", seed="a", example=True)
    assert fight.do("add Dragon legendary_actions 3 hp 200 side goblins")
    assert fight.do("start") is not None
    assert "Legendary Actions 3/3" in _row(fight, "Dragon")
    assert "Legendary" not in _row(fight, "Borin")
    assert "Legendary" not in "".join(fight.do("sheet Borin").lines)
    assert "Legendary Actions 3/3" in "".join(fight.do("sheet Dragon").lines)


def test_nobody_down_is_without_hp_in_the_picture() -> None:
    fight = Fight.new("plain", seed="a")
    assert fight.do("add Wisp hp 0")
    assert "HP 0/0" in _row(fight, "Wisp")


def test_lux_a1_actions_are_shown_in_ones_own_turn_alone() -> None:
    """They come back as a turn begins and are lost as it ends: nobody has spent them who has not had a turn."""
    fight = _begun("lux-aeterna")
    up, later = (fight.state.entries[entry].name for entry in fight.state.order[:2])
    assert "Actions" not in _row(fight, later)
    assert "Reactions 4/4; at upkeep Actions 2/2" in _row(fight, f"▐{up}")
    assert fight.do("move")
    assert "Actions 1/2 Reactions 4/4" in _row(fight, f"▐{up}")
    assert "at upkeep" not in _picture(fight)
    assert fight.do("end")
    assert "Actions" not in _row(fight, f"▐{up}").replace("Reactions", "")


def test_what_is_kept_beyond_a_turn_is_shown_though_it_is_empty() -> None:
    fight = Fight.new("reaction-ap", seed="a", example=True)
    assert "AP 0/" in _row(fight, "Ana")


def test_the_rule_behind_a_heading_stands_after_one_dash() -> None:
    assert "; Round 1 — LUX-T4;" in _begun("lux-aeterna").why()


@pytest.mark.parametrize(
    "line",
    [
        "hp milli =20",
        "hp milli +0",
        "show heroes",
        "set milli speed 4",
        "set milli hp 20",
        "condition milli not prone",
    ],
)
def test_a_step_that_changes_nothing_says_so(line: str) -> None:
    fight = Fight.new("lux-aeterna", seed="a", example=True)
    before = fight.state
    assert fight.do(line).lines == ("Nothing changes: it is so already.",)
    assert fight.state == before


def test_a_player_can_not_tell_unseen_changes_from_none() -> None:
    fight = Fight.new("lux-aeterna", seed="a", example=True)
    seat = fight.seat("Milli")
    assert seat.do("alwayspass")
    assert seat.do("alwayspass").lines == ("Noted.",)


# ---- many


def _crowd(game: str, many: int) -> Fight:
    fight = Fight.new(game, seed="a")
    assert fight.do(f"add {many} orc side orcs hp 9")
    assert fight.do("add Milli hp 20")
    assert fight.do("roll")
    for number, who in enumerate(fight.state.combatants.values()):
        assert fight.do(f"score {who.name} {number}")
    assert fight.do("start")
    while open_question(fight.state) is not None:
        assert fight.do("answer Milli")
    return fight


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> list[Command]:
    """Every command that is decided to see whether it is open."""
    found: list[Command] = []

    def counted(rules: Rules, state: State, command: Command, who: frozenset[str] | None = None) -> Choice:
        found.append(command)
        return choice_of(rules, state, command, who)

    monkeypatch.setattr("turnwright.cli.now.choice_of", counted)
    return found


@pytest.mark.parametrize(("game", "attack"), [("lux-aeterna", "attack orcs for 1"), ("pathfinder2", "")])
def test_as_much_is_decided_for_the_picture_of_many_as_of_some(game: str, attack: str, decided: list[Command]) -> None:
    counts = []
    for many in (12, 60):
        fight = _crowd(game, many)
        assert not attack or fight.do(attack)
        decided.clear()
        assert _picture(fight)
        counts.append(len(decided))
    assert counts[0] == counts[1] > 0


def test_of_many_who_may_answer_the_first_are_told_together() -> None:
    fight = _crowd("lux-aeterna", 20)
    assert fight.do("attack orcs for 1")
    told = _picture(fight)
    first = ", ".join(f"orc {number}" for number in range(20, 12, -1))
    assert f"    {first}: pass, defend" in told
    assert "and 12 more (choices NAME tells what is open to somebody)" in told
