"""A turn that has come up: what its steps hold comes ahead of ending it, passing it and acting in it."""

from __future__ import annotations

import pytest

from turnwright import Fight
from turnwright.engine.base import open_question
from turnwright.engine.happenings import TurnEnded
from turnwright.engine.mechanics.scenes import Begin

CAST = ("add Milli speed 9 hp 3 mana 2", "add Roan speed 5 hp 9", "score Milli 20", "score Roan 9", "start")


def up(*more: str, ruleset: str = "lux-aeterna") -> Fight:
    """A fight in which Milli's turn has come up and has not begun."""
    fight = Fight.new(ruleset, seed="the turn comes up")
    for words in (*CAST, *more):
        result = fight.do(words)
        assert result, (words, result.lines)
    return fight


POISON = "effect poison on Milli, class negative, does hp -5"
WARD = "effect ward on Milli, costs 1 mana, from Milli"


@pytest.mark.parametrize(("words", "who"), [("end", ""), ("next", ""), ("end", "Milli"), ("pass", "Milli")])
def test_the_poison_ends_the_turn_that_was_to_end(words: str, who: str) -> None:
    """LUX-S4: felled in the first step, one has an empty turn; whoever wanted to end it has what they wanted."""
    fight = up(POISON)
    result = fight.do(words, who=who)
    assert result.record is not None
    ended = [event.why for event in result.record.events if isinstance(event, TurnEnded)]
    assert ended == ["unable"], "Milli's turn alone is over"
    assert fight.state.agenda[-1].entry == fight.state.entry_of(_id(fight, "Roan")).id  # type: ignore[attr-defined,union-attr]


def test_next_begins_the_turn_as_far_as_its_first_question() -> None:
    """LUX-S2: costs are asked for first; the obvious step goes that far."""
    fight = up(WARD)
    assert fight.do("next")
    question = open_question(fight.state)
    assert question is not None
    assert question.ask.ref == "LUX-S2"


@pytest.mark.parametrize("words", ["end", "pass", "move", "attack Roan"])
def test_what_needs_the_turn_to_have_begun_says_how(words: str) -> None:
    """LUX-S2: nothing is done ahead of the costs, and the refusal says how to come to them."""
    fight = up(WARD)
    before = fight.state
    result = fight.do(words, who="Milli")
    assert result.refusal is not None
    assert result.refusal.code == "turn.to_begin"
    assert "possible: next (or an empty line)" in result.lines[0]
    assert fight.state == before


def test_the_players_choices_lead_on() -> None:
    """LUX-S2: what comes first is not the game master's alone to set going."""
    fight = up(WARD)
    found = [choice.command for choice in fight.seat("Milli").choices if choice.barred is None]
    assert Begin(_id(fight, "Milli")) in found
    assert fight.seat("Milli").do("begin")
    question = open_question(fight.state)
    assert question is not None


def test_in_a_free_scene_the_turn_is_taken() -> None:
    """LUX-T2, LUX-S2: there the turn begins as it is taken, and the refusal says that."""
    fight = Fight.new("lux-aeterna", seed="free")
    for words in ("add Milli hp 9 mana 2", "add Roan hp 9", "start free", WARD):
        assert fight.do(words)
    result = fight.do("move", who="Milli")
    assert result.refusal is not None
    assert result.refusal.code == "turn.to_begin"
    assert "take" in result.lines[0].partition("possible:")[2]
    assert fight.do("take", who="Milli")


def test_while_a_cost_is_asked_for_that_comes_first() -> None:
    """LUX-S2: it is Milli's turn, so the refusal does not say that it is not."""
    fight = up(WARD, "begin")
    result = fight.do("move", who="Milli")
    assert result.refusal is not None
    assert result.refusal.code == "turn.busy"
    assert "keep up ward" in result.lines[0]
    assert fight.do("answer pay", who="Milli")
    assert fight.do("move", who="Milli")


def test_whoever_has_no_actions_has_an_empty_turn() -> None:
    """LUX-S4: with 0 Actions the fourth step is empty, and the turn can be ended as it has come up."""
    fight = up("set Milli actions 0")
    assert fight.do("end")
    assert _id(fight, "Roan") in fight.state.entries[fight.state.agenda[-1].entry].members  # type: ignore[attr-defined]


def test_the_last_one_has_nowhere_to_wait_to() -> None:
    """LUX-I4: the turn of the last one begins by itself; the refusal still says that there is nowhere to wait to."""
    fight = up("end")
    result = fight.do("delay", who="Roan")
    assert result.refusal is not None
    assert (result.refusal.code, result.refusal.ref) == ("wait.nowhere", "LUX-I4")


def test_pass_in_a_turn_that_has_come_up_ends_it() -> None:
    """LUX-T3: its owner lets the turn go by; what its steps hold still comes."""
    fight = up(WARD.replace("1 mana", "9 mana"))
    result = fight.do("pass", who="Milli")
    assert result, result.lines
    assert "ward on Milli ends (not paid)" in " ".join(result.lines)


def test_those_who_share_a_turn_begin_it_together() -> None:
    """Nobody has to say which of them begins it."""
    fight = Fight.new("lux-aeterna", seed="pack")
    for words in ("add 2 wolf speed 4 hp 3", "add Roan hp 9", "group wolf 1, wolf 2 as Pack", "score Pack 9"):
        assert fight.do(words)
    assert fight.do("score Roan 3")
    assert fight.do("start")
    assert fight.do("begin")
    assert not fight.do("wolf 2 delay")


def test_the_name_of_a_group_means_its_place() -> None:
    """Where one place is meant, a group's name is as good as that of one of them."""
    fight = Fight.new("lux-aeterna", seed="pack")
    for words in ("add 2 wolf hp 3", "add Roan hp 9", "group wolf 1, wolf 2 as Pack"):
        assert fight.do(words)
    assert fight.do("move Pack before Roan").lines == ("Pack stands first",)
    assert fight.do("score Pack 9").lines == ("Pack has initiative 9",)
    assert fight.do("score Roan 3")
    assert fight.do("start")
    assert fight.do("jump Roan")
    assert fight.do("jump Pack")


def _id(fight: Fight, name: str) -> str:
    return next(c.id for c in fight.state.combatants.values() if c.name == name)
