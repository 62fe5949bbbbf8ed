"""Words that everybody uses, whatever a game calls its own: looking things up, groups as one, harm, things given."""

from __future__ import annotations

import pytest

from speech.walks import GAMES
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.cast import GiveItem
from turnwright.engine.mechanics.free_order import Take
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.fight import Fight
from turnwright.speech import SpeechError, parse, unparse
from turnwright.speech.verbs import VERBS


def said(*lines: str, game: str = "reaction-ap", kind: str = "") -> Fight:
    fight = Fight.new(game, seed="a", kind=kind, example=True)
    for line in lines:
        assert fight.do(line), line
    return fight


@pytest.mark.parametrize("game", GAMES)
def test_no_action_of_a_game_takes_the_place_of_looking_something_up(game: str) -> None:
    """In D&D ``help`` alone lists the words, although there is an action of that name."""
    fight = Fight.new(game, example=True)
    for verb in (one for one in VERBS if one.first):
        for who in fight.state.combatants:
            assert not isinstance(parse(fight.rules, fight.state, verb.word, who).command, Act), verb.word


@pytest.mark.parametrize("line", ["do help", "Thia: help", "Thia help", "help Quill"])
def test_an_action_of_such_a_name_is_said_with_more_than_its_name(line: str) -> None:
    fight = Fight.new("dnd5e", example=True)
    thia = next(iter(fight.state.combatants))
    command = parse(fight.rules, fight.state, line, thia).command
    assert isinstance(command, Act)
    assert (command.who, command.act) == (thia, "help")


def test_those_who_share_a_place_are_named_as_one() -> None:
    """RAP-I2, RAP-T3"""
    group = "group Raider 1, Raider 2, Raider 3 as Gang"
    fight = said(group, "start", "gang take", kind="parley")
    assert fight.do("gang end")
    for line in ("raiders take", "take gang"):
        assert isinstance(parse(fight.rules, fight.state, line).command, Take)
    fight = said(group, "score gang 30", "roll", "start", "gang delay", kind="standoff")
    assert fight.do("gang enter").lines == ("Gang will step in",)
    # Each acts for themselves, and those who don't share a place do all of it for themselves.
    assert fight.do("gang attack ana costs 1").refusal.code == "subject.one"  # type: ignore[union-attr]
    assert said(kind="parley").do("raiders take").refusal.code == "take.amount"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("line", "by"), [("raiders take 3", "-3"), ("raiders take 2d6 damage", "-2d6"), ("raiders take 1d6+1", "-(1d6+1)")]
)
def test_taking_a_number_is_harm(line: str, by: str) -> None:
    fight = said()
    raiders = tuple(c.id for c in fight.state.combatants.values() if c.name.startswith("Raider"))
    assert parse(fight.rules, fight.state, line).command == ChangePool(raiders, "hp", by=by)


def test_things_are_given_and_taken_away_at_any_time() -> None:
    fight = said(game="last-odyssey")
    sol, rhea = (next(c.id for c in fight.state.combatants.values() if c.name == name) for name in ("Sol", "Rhea"))
    for line, command in (
        ("give sol potion", GiveItem((sol,), "potion")),
        ("sol, rhea give phoenix feather 2", GiveItem((sol, rhea), "phoenix feather", 2)),
        ("give rhea rusty key", GiveItem((rhea,), "rusty key")),
    ):
        assert parse(fight.rules, fight.state, line).command == command
        assert parse(fight.rules, fight.state, unparse(fight.rules, fight.state, command)).command == command
    assert fight.do("give sol potion").lines == ("Sol: potion, 3 left",)
    assert fight.do("give rhea rusty key").lines == ("Rhea: rusty key, 1 left",)
    assert fight.do("give rhea rusty key -1").lines == ("Rhea: rusty key, 0 left",)
    refused = fight.do("give rhea rusty key -1").refusal
    assert refused is not None
    assert refused.code == "item.too_few"
    with pytest.raises(SpeechError):
        parse(fight.rules, fight.state, "give sol")


def test_who_is_added_as_surprised_has_no_turn_in_the_first_round() -> None:
    """EOD-I3"""
    fight = Fight.new("edge-of-darkness")
    for line in ("add Mara score 9", "add Zed is surprised", "add Thug side creatures score 3", "start"):
        assert fight.do(line), line
    assert fight.do("add 2 ghoul side creatures score 12 is surprised")
    assert fight.do("end")
    lines = fight.do("end").lines
    assert [line for line in lines if "skipped" in line] == [
        f"{name}'s turn is skipped: surprised" for name in ("ghoul 1", "ghoul 2", "Zed")
    ]
    assert fight.do("answer roll")
    late = fight.do("add Yan is surprised").refusal
    assert late is not None
    assert (late.code, late.ref) == ("surprise.late", "EOD-I3")
