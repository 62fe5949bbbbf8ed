"""Policies: what is asked is answered where nobody is there to (SEM-10), through the same command as people's."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from turnwright.engine import Record
from turnwright.engine.answering import stated
from turnwright.engine.base import Question
from turnwright.engine.happenings import Answered
from turnwright.engine.mechanics.scenes import NextRound
from turnwright.engine.view import View
from turnwright.fight import Fight


def tied() -> Fight:
    """Three heroes who are tied, in a game in which their players have to agree; goblins after them."""
    fight = Fight.new("reaction-ap", seed="ties")
    for name, side in (("Ada", "heroes"), ("Bea", "heroes"), ("Cid", "heroes"), ("Orc", "orcs")):
        assert fight.do(f"add {name} side {side} reaction 1")
        assert fight.do(f"{name} score {4 if name == 'Orc' else 9}")
    return fight


def names(fight: Fight) -> list[str]:
    """Who stands in the order, from the first."""
    return [fight.state.entries[entry].name for entry in fight.state.order]


def open_question(fight: Fight) -> Question | None:
    """What is asked now."""
    top = fight.state.agenda[-1] if fight.state.agenda else None
    return top if isinstance(top, Question) else None


@pytest.mark.parametrize(("word", "order"), [("first", ["Ada", "Bea", "Cid"]), ("last", ["Cid", "Bea", "Ada"])])
def test_a_stated_policy_settles_a_question(word: str, order: list[str]) -> None:
    fight = tied()
    assert fight.do("start")
    assert open_question(fight) is not None
    results = fight.settle(stated({"tie": word}))
    assert open_question(fight) is None
    assert names(fight) == [*order, "Orc"]
    assert all(result.record is not None for result in results)


def test_what_a_policy_has_no_answer_to_stays_with_people() -> None:
    fight = tied()
    assert fight.do("start")
    before = fight.state
    assert fight.settle(stated({"zero": "first", "tie": "no such answer"})) == ()
    assert fight.state is before


def test_a_policy_that_answers_nonsense_is_refused_once_and_changes_nothing() -> None:
    def nonsense(view: View, question: Question) -> Mapping[str, tuple[str, ...]]:
        return {question.ask.parts[0].key: ("nobody",)}

    fight = tied()
    assert fight.do("start")
    before = fight.state
    (result,) = fight.settle(nonsense)
    assert result.refusal is not None
    assert result.refusal.code == "answer.not_an_order"
    assert fight.state is before


def test_a_policy_sees_the_view_and_the_question() -> None:
    seen: list[tuple[str, str]] = []

    def policy(view: View, question: Question) -> Mapping[str, tuple[str, ...]]:
        seen.append((view.game, question.ask.code))
        return {part.key: part.items for part in question.ask.parts}

    fight = tied()
    assert fight.do("start")
    fight.settle(policy)
    assert seen
    assert all(code == "tie" for _, code in seen)
    assert all(game == fight.ruleset.game for game, _ in seen)


SILENT = """\
game: Silent
sides: {heroes: players}
pools:
  hp: {vital: yes}
initiative: {formula: 1d20}
"""


@pytest.fixture
def felled(tmp_path: Path) -> Fight:
    """The second of three will fall in her turn, in a game that does not say what that means: the GM is asked."""
    path = tmp_path / "silent.yaml"
    path.write_text(SILENT, encoding="utf-8")
    fight = Fight.new(path, seed="zero")
    for number, name in enumerate(("Ada", "Bea", "Cid")):
        assert fight.do(f"add {name} side heroes hp 5")
        assert fight.do(f"{name} score {20 - number}")
    assert fight.do("start")
    assert fight.do("effect poison on Bea, does hp -9, at start of turn")
    return fight


def test_going_to_the_next_round_stops_where_people_are_asked(felled: Fight) -> None:
    """SEM-10, without a policy."""
    assert felled.do("round")
    assert felled.state.round == 1
    assert open_question(felled) is not None


def test_going_to_the_next_round_follows_the_policy_that_was_stated(felled: Fight) -> None:
    """SEM-10: one command, taken back by one undo; the answers are the GM's and stand in the log."""
    before = felled.state
    result = felled.do("round answering zero unconscious")
    assert isinstance(result.record, Record)
    assert felled.state.round == 2
    bea = next(c for c in felled.state.combatants.values() if c.name == "Bea")
    assert bea.at_zero == "unconscious"
    (answered,) = (event for event in result.record.events if isinstance(event, Answered))
    assert (answered.by, answered.answer) == ("gm", ("unconscious",))
    assert felled.do("undo")
    assert felled.state == before


def test_a_policy_for_other_questions_does_not_answer_this_one(felled: Fight) -> None:
    assert felled.give(NextRound({"tie": "first"}))
    assert open_question(felled) is not None
    assert felled.give(NextRound({"*": "last"}))
    assert felled.state.round == 2
