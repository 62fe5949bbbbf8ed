"""The words damage and heal: what hp does with a sign."""

from __future__ import annotations

from pathlib import Path

import pytest

import turnwright
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.rules.load import builtin_names
from turnwright.speech import SpeechError, parse


def fight_of(game: str = "plain") -> turnwright.Fight:
    fight = turnwright.Fight.new(game, seed="a")
    for said in ("add Ana score 20", "add 2 Goblin side foes score 5"):
        assert fight.do(said), said
    return fight


@pytest.mark.parametrize(
    ("said", "same"),
    [
        ("damage Goblin 1 7", "hp Goblin 1 -7"),
        ("damage goblins 2d6", "hp goblins -2d6"),
        ("damage goblins for 2d6 from fire", "hp goblins -2d6 from fire"),
        ("damage Ana -3", "hp Ana -3"),
        ("Ana: damage 3", "hp Ana -3"),
        ("heal Ana, Goblin 2 1d8+3", "hp Ana, Goblin 2 +1d8+3"),
        ("heal all +1", "hp all +1"),
        ("goblins: heal 2", "hp goblins +2"),
    ],
)
def test_they_mean_what_hp_means(said: str, same: str) -> None:
    fight = fight_of()
    assert parse(fight.rules, fight.state, said) == parse(fight.rules, fight.state, same)


def test_a_sum_is_taken_away_as_a_whole() -> None:
    fight = fight_of()
    command = parse(fight.rules, fight.state, "damage Ana 2d6+3").command
    assert isinstance(command, ChangePool)
    assert command.by == "-(2d6+3)"


def test_what_goes_before_hit_points_goes_first() -> None:
    fight = fight_of("dnd5e")
    for said in ("hp Ana 20/20", "temp Ana +5", "damage Ana 7"):
        assert fight.do(said), said
    ana = next(iter(fight.state.combatants.values()))
    assert (ana.pools["hp"], ana.pools["temp"]) == (18, 0)


@pytest.mark.parametrize("game", builtin_names())
def test_in_every_game_they_are_for_its_vital_pool(game: str) -> None:
    fight = fight_of(game)
    command = parse(fight.rules, fight.state, "damage Ana 1").command
    assert isinstance(command, ChangePool)
    assert command.pool == fight.rules.vital


@pytest.mark.parametrize("said", ["damage", "damage Ana", "heal 3", "heal Ana -3", "damage Ana +2"])
def test_what_is_missing_or_wrong_is_told(said: str) -> None:
    fight = fight_of()
    with pytest.raises(SpeechError):
        parse(fight.rules, fight.state, said)


OVERLAY = """\
extends: plain
actions:
  heal: {target: one, amount: 1d8}
"""


def test_an_action_of_that_name_goes_ahead(tmp_path: Path) -> None:
    """Of the ruleset, or on the sheet of who acts."""
    (tmp_path / "healing.yaml").write_text(OVERLAY)
    fight = turnwright.Fight.new(tmp_path / "healing.yaml", seed="a")
    for said in ("add Ana score 20 hp 3/9", "add Bo score 9 hp 3/9", "start"):
        assert fight.do(said), said
    for said in ("heal Bo", "Ana: heal Bo", "heal Bo for 3"):
        assert isinstance(parse(fight.rules, fight.state, said).command, Act), said
    assert not fight.do("heal Bo 3")
    assert isinstance(parse(fight.rules, fight.state, "damage Bo 3").command, ChangePool)
