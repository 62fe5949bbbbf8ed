"""Names that a program gives: of combatants who speak, and of rulesets."""

from __future__ import annotations

import pickle

import pytest

from turnwright.engine.dice import TypedDice
from turnwright.fight import Fight
from turnwright.rules.load import UnknownRuleset


@pytest.fixture
def fight() -> Fight:
    """The example, with its first turn up."""
    fight = Fight.new("lux-aeterna", seed="x", example=True)
    for line in ("roll", "start"):
        assert fight.do(line)
    return fight


@pytest.mark.parametrize(("who", "near"), [("Roam", " — did you mean Roan?"), ("Xyz", "")])
def test_nobody_speaks_in_the_name_of_somebody_who_is_not_there(fight: Fight, who: str, near: str) -> None:
    before = fight.state
    result = fight.do("next", who=who)
    assert result.refusal is not None
    assert (result.refusal.code, result.lines) == ("name.unknown", (f"there is nobody called {who}{near}",))
    assert fight.state is before


def test_choices_of_nobody_are_not_merely_none(fight: Fight) -> None:
    assert fight.choices("Roan")
    for ask in (fight.choices, fight.open_to, fight.seat):
        with pytest.raises(KeyError, match="Roam"):
            ask("Roam")


def test_dice_that_are_given_fall(fight: Fight) -> None:
    assert fight.do("add Bo speed 1 hp 5")
    lines = fight.do("roll Bo", dice=TypedDice([7])).lines
    assert "Bo rolls 8 for initiative (d20: 7)" in lines


@pytest.mark.parametrize(
    ("name", "there"), [("lux-eterna", 'did you mean "lux-aeterna"?'), ("qqq", "there are dnd5e, dnd5e-2024")]
)
def test_an_unknown_ruleset_is_told_with_those_that_there_are(name: str, there: str) -> None:
    with pytest.raises(UnknownRuleset) as raised:
        Fight.new(name)
    assert str(raised.value).startswith(f'there is no ruleset "{name}" — {there}')
    assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)
