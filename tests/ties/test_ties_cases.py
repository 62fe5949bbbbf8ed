"""Orders as they fail elsewhere: late additions, the dead in their own turn, the first one down, equal counts, a score
of 0."""

from __future__ import annotations

import pytest
from orders.board import of

from turnwright.engine.events import InitiativeRolled
from turnwright.engine.happenings import NobodyCanAct, RoundBegan, TurnEnded, TurnUp
from turnwright.engine.mechanics.cast import Add, Remove
from turnwright.engine.mechanics.groups import Group
from turnwright.engine.mechanics.initiative import Roll, SetScore
from turnwright.engine.mechanics.places import AddPlace
from turnwright.engine.mechanics.questions import Answer
from turnwright.engine.mechanics.scenes import Start
from turnwright.engine.mechanics.ties import SetTie

from .scripted import Scripted

SKIPS = """
game: Skips
sides: {heroes: players}
pools: {hp: {vital: yes}}
conditions: {dead: {when: hp <= 0, unable: yes, leaves: LEAVES}}
initiative: {formula: 1d20, rolled: ROLLED, ties: [{roll: 1d20}]}
turn: {unable: skip}
"""


def skips(rolled: str = "scene", leaves: str = "''", **scores: int) -> Scripted:
    board = Scripted(SKIPS.replace("LEAVES", leaves).replace("ROLLED", rolled))
    for name, score in scores.items():
        board.add(name, score=score, hp=5)
    board.do(Start())
    return board


def test_a_late_one_finds_its_place_and_the_order_stays_high_to_low() -> None:
    """CASE-01"""
    board = skips(A=20, B=15, C=10)
    board.add("D", hp=5)
    board.do(SetScore(board.id("D"), 12))
    assert (board.order, board.active, board.state.round) == (["A", "B", "D", "C"], "A", 1)


class TestTheDead:
    def test_the_next_comes_up_in_the_same_round(self) -> None:
        """CASE-04, SEM-3: who dies in its own turn leaves; nobody is skipped."""
        board = skips(leaves="dead", A=18, G=12, B=9)
        board.end()
        board.hp("G", "-5")
        assert (board.active, board.state.round, board.order) == ("B", 1, ["A", "B"])
        assert [e.why for e in of(board.events, TurnEnded)] == ["removed"]

    def test_all_of_a_group(self) -> None:
        """CASE-04, SEM-3: the group's turn goes on as long as somebody is left in it."""
        board = Scripted(SKIPS.replace("LEAVES", "dead").replace("ROLLED", "scene"))
        for name, score in (("A", 18), ("B", 9)):
            board.add(name, score=score, hp=5)
        board.do(Add("G", "foes", 2, values={"hp": "3"}, score=12, group=True))
        board.do(Start())
        board.end()
        assert board.acting == ["G 1", "G 2"]
        board.hp("G 1", "-3")
        assert (board.active, board.acting) == ("G", ["G 2"])
        board.hp("G 2", "-3")
        assert (board.active, board.state.round, board.order) == ("B", 1, ["A", "B"])

    def test_alone(self) -> None:
        """CASE-04, SEM-3: nobody is active, and that is no error."""
        board = skips(leaves="dead", G=12)
        board.hp("G", "-5")
        assert (board.active, board.order) == ("", [])
        assert of(board.events, NobodyCanAct)

    def test_the_last_of_the_round(self) -> None:
        """SEM-3: the first of the new round comes up."""
        board = skips(A=18, B=9)
        board.end()
        board.do(Remove((board.id("B"),)))
        assert (board.active, board.state.round) == ("A", 2)

    @pytest.mark.parametrize("victim", ["A", "B", "C"])
    def test_inside_a_tie_nobody_has_a_turn_more_or_less(self, victim: str) -> None:
        """SEM-3"""
        board = Scripted(SKIPS.replace("LEAVES", "''").replace("ROLLED", "scene"))
        for name in ("A", "B", "C"):
            board.add(name, score=7, hp=5)
        board.do(SetTie(tuple(board.entry(n) for n in ("A", "B", "C"))))
        board.do(Start())
        board.end()
        seen = ["A", "B"]
        board.do(Remove((board.id(victim),)))
        while board.state.round == 1:
            if board.active not in seen:
                seen.append(board.active)
            board.end()
        assert seen == [n for n in ("A", "B", "C") if n in ("A", "B") or n != victim]


class TestNobodyLoops:
    def test_the_first_of_the_order_is_down(self) -> None:
        """CASE-06"""
        board = skips(A=20, B=15, C=10)
        board.end()
        board.end()
        board.hp("A", "-5")
        board.end()
        assert (board.state.round, board.active) == (2, "B")

    def test_all_but_the_active_one_are_down(self) -> None:
        """CASE-06"""
        board = skips(A=20, B=15, C=10)
        board.end()
        board.hp("A", "-5")
        board.hp("C", "-5")
        board.end()
        assert (board.state.round, board.active) == (2, "B")

    def test_all_are_down(self) -> None:
        """CASE-06, SEM-7: it is said, the round does not change, and nothing loops."""
        board = skips(A=20, B=15)
        board.hp("A", "-5")
        board.hp("B", "-5")
        assert (board.active, board.state.round) == ("", 1)
        assert of(board.events, NobodyCanAct)

    def test_the_order_is_rolled_anew_each_round(self) -> None:
        """CASE-06, SEM-7: who is down is passed over there too."""
        board = skips(rolled="round", A=20, B=15, C=10)
        board.end()
        board.end()
        board.hp("A", "-5")
        board.end()
        board.rolling(Answer(("roll",)), 19, 4, 9)
        assert (board.state.round, board.active) == (2, "C")


def test_those_with_equal_counts_have_turns_of_their_own() -> None:
    """CASE-09: exactly one is active at any time, and each has one turn a round."""
    board = skips(A=15, B=15, C=10)
    board.do(SetTie((board.entry("A"), board.entry("B"))))
    seen = []
    for _ in range(7):
        assert len(board.acting) == 1
        seen.append((board.state.round, board.active))
        board.end()
    assert [name for _, name in seen] == ["A", "B", "C", "A", "B", "C", "A"]
    assert [number for number, _ in seen] == [1, 1, 1, 2, 2, 2, 3]


class TestZero:
    def test_a_rolled_0_is_a_score(self) -> None:
        """CASE-59, SEM-6: only who has not rolled is rolled for; 0 and -0 are the same ordinary number."""
        board = Scripted("game: G\ninitiative: {formula: 1d20, ties: [{ask: gm}]}")
        for name, score in (("A", 0), ("B", None), ("C", -0), ("D", 5)):
            board.do(Add(name, score=score))
        board.do(Start())
        assert board.question is not None
        assert board.question.ask.about["names"] == "B"
        events = board.rolling(Answer(("roll",)), 3)
        assert [board.state.entries[e.entry].name for e in of(events, InitiativeRolled)] == ["B"]
        assert board.items == ["A", "C"]
        board.answer("C", "A")
        assert board.order == ["D", "B", "C", "A"]
        assert [board.score(n) for n in ("A", "C")] == [0, 0]

    def test_without_a_roll_one_sorts_last_and_negative_scores_before(self) -> None:
        """SEM-6: not rolled is a state of its own, behind every number."""
        board = Scripted("game: G\ninitiative: {formula: 1d20 - 30, ties: [{ask: gm}]}")
        for name, score in (("A", None), ("B", -7), ("C", 0)):
            board.do(Add(name, score=score))
        board.do(Start())
        board.answer("without")
        assert (board.order, board.score("A")) == (["C", "B", "A"], None)
        assert board.active == "C"

    def test_a_start_without_all_rolls_is_refused_where_the_ruleset_says_so(self) -> None:
        """SEM-6, RAP-I1"""
        board = Scripted("reaction-ap")
        board.add("A", score=0, hp=5)
        board.add("B", hp=5)
        refused = board.refused(Start())
        assert (refused.code, refused.ref, refused.rule) == ("initiative.missing", "RAP-I1", True)

    def test_rolls_before_the_start_survive_it(self) -> None:
        """SEM-12"""
        board = Scripted("reaction-ap")
        for name in ("A", "B"):
            board.add(name, hp=5)
        board.do(Roll((board.id("A"),), (4,)))
        board.do(SetScore(board.id("B"), 9))
        before = board.state.draws
        events = board.do(Start())
        assert (board.order, board.score("A")) == (["B", "A"], 4)
        assert (board.state.draws, of(events, InitiativeRolled)) == (before, [])


def test_a_lair_beside_a_group() -> None:
    """CASE-12: a place that is nobody's stands behind everybody with its score, groups and hand-set ties included."""
    board = Scripted("game: G\ninitiative: {ties: [{ask: gm}]}\nplaces: {lair: {score: 20, loses ties: yes}}")
    for name, score in (("Bob", 21), ("Jim", 20), ("Tom", 19), ("Rat 1", 20), ("Rat 2", None)):
        board.do(Add(name, score=score))
    board.do(Group((board.id("Rat 1"), board.id("Rat 2")), "Rats"))
    board.do(AddPlace("lair"))
    board.do(Start())
    board.answer("Rats", "Jim")
    assert board.order == ["Bob", "Rats", "Jim", "lair", "Tom"]
    seen = []
    for _ in range(5):
        seen.append(board.active)
        board.end()
    assert seen == board.order
    assert [len(of(r.events, RoundBegan)) for r in board.encounter.records][-1] == 1
    assert len(of(board.events, TurnUp)) == 1
