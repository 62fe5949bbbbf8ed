"""``help`` of what a game names: how it is typed, in the game's own words."""

from __future__ import annotations

import re

import pytest

from speech.walks import GAMES
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.reactions import React
from turnwright.fight import Fight
from turnwright.speech import parse
from turnwright.speech.verbs import VERBS


def typed(usage: str, fight: Fight, one_of: tuple[str, ...]) -> str:
    """A usage as somebody would type it: without what can be left out, with something for each word in capitals."""
    said = re.sub(r" \[[^\[\]]*(?:\[[^\]]*\][^\[\]]*)*\]", "", usage.partition("  (")[0])
    here = [c for c in fight.state.combatants.values() if not c.gone]
    item = next((item for c in here for item in (*c.items, *fight.ruleset.items)), "")
    stands = {"NAMES": here[0].name, "NAME": here[0].name, "ITEM": item, "CHOICE": (*one_of, "")[0], "NUMBER": "1"}
    return re.sub(r"\b[A-Z]{3,}\b", lambda found: stands[found[0]], said)


@pytest.mark.parametrize("game", GAMES)
def test_every_action_and_reaction_is_told_as_it_can_be_typed(game: str) -> None:
    fight = Fight.new(game, example=True)
    rules = fight.ruleset
    named = {**rules.reactions, **rules.actions}
    assert named
    who = next(c.id for c in fight.state.combatants.values())
    # Of a word that is one of the table's too, help tells that first.
    for name in set(named) - {word for verb in VERBS for word in (verb.word, *verb.also)}:
        word = named[name]
        usage, *told = fight.do(f"help {name}").lines
        assert usage.startswith(name)
        text = typed(usage, fight, word.one_of)
        command = parse(fight.rules, fight.state, text, who).command
        assert isinstance(command, Act | React), text
        assert name in (getattr(command, "act", ""), getattr(command, "reaction", "")), text
        assert bool(getattr(command, "targets", ())) == (word.target in ("one", "some")), text
        assert word.rule in " ".join(told)


@pytest.mark.parametrize("game", GAMES)
def test_help_shows_no_ids(game: str) -> None:
    fight = Fight.new(game, example=True)
    own = next(line for line in fight.do("help").lines if line.startswith(f"{fight.ruleset.game}: "))
    assert "_" not in own
    for name, pool in fight.rules.pools.items():
        assert (pool.label.casefold() or name.replace("_", " ")) in own.casefold()


def test_what_an_action_wants_is_told() -> None:
    fight = Fight.new("last-odyssey", example=True)
    flee = fight.do("help flee").lines
    assert flee[0].startswith("flee [for AMOUNT]")
    assert flee[1] == "  it needs 1 AP or more and row back"
    assert "CHOICE is one of: stow a weapon, " in fight.do("help swap equipment").lines[1]
    assert "costs NUMBER ap" in Fight.new("reaction-ap", example=True).do("help attack").lines[0]
