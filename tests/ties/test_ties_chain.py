"""Ties by the ruleset's chain: formulas, dice that only those still level roll again, and acting at once."""

from __future__ import annotations

import pytest
from orders.board import of

from turnwright.engine import Redo, Undo, codec
from turnwright.engine.events import TieBroken
from turnwright.engine.frames import Turn
from turnwright.engine.mechanics.initiative import Reroll, SetScore
from turnwright.engine.mechanics.scenes import Start

from .scripted import Scripted


def lux(*cast: tuple[str, int, int]) -> Scripted:
    """A fight in Lux Aeterna: names with speed and score."""
    board = Scripted("lux-aeterna")
    for name, speed, score in cast:
        board.add(name, speed=speed, score=score)
    return board


class TestSpeedThenDice:
    def test_the_higher_speed_goes_first_without_dice(self) -> None:
        """LUX-I2"""
        board = lux(("Ana", 3, 15), ("Bo", 4, 15))
        events = board.rolling(Start("initiative"))
        assert board.order == ["Bo", "Ana"]
        assert {(e.how, e.ref) for e in of(events, TieBroken)} == {("by", "LUX-I2")}

    def test_only_those_still_tied_roll_again(self) -> None:
        """LUX-I2: equal speed rolls a d20; of four only the two who are level roll once more, and then once more."""
        board = lux(("Ana", 3, 15), ("Bo", 3, 15), ("Cy", 3, 15), ("Di", 3, 15), ("Ed", 5, 15), ("Flo", 3, 14))
        events = board.rolling(Start("initiative"), 7, 12, 12, 19, 4, 4, 9, 2)
        assert board.order == ["Ed", "Di", "Bo", "Cy", "Ana", "Flo"]
        rolled = [e.entry for e in of(events, TieBroken) if e.how == "roll"]
        names = [board.state.entries[e].name for e in rolled]
        assert names == ["Ana", "Bo", "Cy", "Di", "Bo", "Cy", "Bo", "Cy"]
        assert board.keys("Bo")[-1] == (12, 4, 9)
        assert board.keys("Cy")[-1] == (12, 4, 2)

    def test_the_rolls_are_recorded_and_stored(self) -> None:
        """LUX-I2, SEM-5: reading the log again, undo and redo give the same order, and nothing is rolled anew."""
        board = lux(("Ana", 3, 15), ("Bo", 3, 15))
        board.rolling(Start("initiative"), 3, 3, 8, 11)
        order, after = board.order, codec.state_bytes(board.state)
        board.reload()
        assert board.order == order == ["Bo", "Ana"]
        board.do(Undo())
        assert not board.keys("Ana")
        board.do(Redo())
        assert codec.state_bytes(board.state) == after

    def test_a_newcomer_rolls_and_those_who_stand_keep_their_rolls(self) -> None:
        """LUX-I2, SEM-5: the newcomer rolls against what was rolled before; who is level rolls once more."""
        board = lux(("Ana", 3, 15), ("Bo", 3, 15))
        board.rolling(Start("initiative"), 12, 7)
        board.add("Cy", speed=3)
        board.rolling(SetScore(board.id("Cy"), 15), 12, 2, 5)
        assert board.order == ["Cy", "Ana", "Bo"]
        assert board.keys("Ana")[-1] == (12, 2)
        assert board.keys("Bo")[-1] == (7,)

    def test_whoever_was_never_told_apart_rolls_against_a_newcomer(self) -> None:
        """LUX-I2"""
        board = lux(("Ana", 3, 15), ("Bo", 4, 15))
        board.rolling(Start("initiative"))
        board.add("Cy", speed=3)
        board.rolling(SetScore(board.id("Cy"), 15), 12, 13)
        assert board.order == ["Bo", "Cy", "Ana"]

    def test_the_score_that_is_shown_is_not_changed(self) -> None:
        """SEM-5"""
        board = lux(("Ana", 3, 15), ("Bo", 3, 15))
        board.rolling(Start("initiative"), 12, 7)
        assert [board.score(name) for name in ("Ana", "Bo")] == [15, 15]

    def test_a_new_roll_forgets_what_broke_the_old_tie(self) -> None:
        """SEM-5: a re-roll that is asked for replaces it."""
        board = lux(("Ana", 3, 15), ("Bo", 3, 15))
        board.rolling(Start("initiative"), 7, 12)
        board.do(Reroll((board.id("Bo"),), (2,)))
        assert board.keys("Bo") == ()
        assert board.order == ["Ana", "Bo"]


class TestModifierThenFinal:
    """Edge of Darkness: the modifier, then what the table reads for the rest."""

    def edge(self, **options: str) -> Scripted:
        board = Scripted("edge-of-darkness", **options)
        for name, dexterity, composure in (("Ana", 3, 2), ("Bo", 2, 2), ("Cy", 3, 2)):
            board.add(name, dexterity=dexterity, composure=composure, score=12, health=5)
        return board

    def test_the_higher_modifier_goes_first_then_dice(self) -> None:
        """EOD-I2, EOD-C1 roll: the rest roll a d10 until they are told apart."""
        board = self.edge()
        events = board.rolling(Start(), 6, 6, 2, 9)
        assert board.order == ["Cy", "Ana", "Bo"]
        assert {(e.how, e.ref) for e in of(events, TieBroken)} == {("by", "EOD-I2"), ("roll", "EOD-C1")}

    def test_who_is_level_acts_at_the_same_time(self) -> None:
        """EOD-C1 together: one turn for both, and nobody else is in it."""
        board = self.edge(tie_final="together")
        board.rolling(Start())
        assert board.acting == ["Ana", "Cy"]
        assert isinstance(board.turn, Turn)
        board.end()
        assert board.acting == ["Bo"]
        board.end()
        assert (board.state.round, board.acting) == (2, ["Ana", "Cy"])

    def test_a_tie_set_by_hand_is_not_taken_together(self) -> None:
        """EOD-C1 together, SEM-5: whom the GM put in order act one after the other."""
        from turnwright.engine.mechanics.ties import SetTie

        board = self.edge(tie_final="together")
        board.do(SetTie((board.entry("Cy"), board.entry("Ana"))))
        board.rolling(Start())
        assert board.order == ["Cy", "Ana", "Bo"]
        assert board.acting == ["Cy"]

    def test_the_gm_decides(self) -> None:
        """EOD-C1 gm"""
        board = self.edge(tie_final="gm")
        board.rolling(Start())
        assert (board.asked, board.items) == (["gm"], ["Ana", "Cy"])
        board.answer("Cy", "Ana")
        assert board.order == ["Cy", "Ana", "Bo"]
        assert {e.ref for e in of(board.events, TieBroken)} == {"EOD-C1"}


FORMULA = """
game: Calls
sides: {heroes: players}
stats: {called: 0, luck: 0}
initiative:
  ties:
    - {by: "2 if called else 0 if side == 'heroes' else 1", mixed: yes, ref: GAME-1}
    - {ask: sides, ref: GAME-2}
"""


def test_a_result_can_decide_ties_with_opponents_only() -> None:
    """ODY-X2, ODY-C2: a formula counts only where the tied stand on more than one side; the rest is the players'."""
    board = Scripted(FORMULA)
    board.add("Ana", called=1, score=9)
    board.add("Bo", score=9)
    board.add("Orc", "foes", score=9)
    board.do(Start())
    assert board.order == ["Ana", "Orc", "Bo"]
    board = Scripted(FORMULA)
    board.add("Ana", called=1, score=9)
    board.add("Bo", score=9)
    board.do(Start())
    assert (board.asked, board.question and board.question.ask.ref) == (["Ana", "Bo"], "GAME-2")


@pytest.mark.parametrize("first", ["high", "low"])
def test_comparing_never_rolls(first: str) -> None:
    """SEM-5: sorting, moving on and looking at choices draw no die."""
    board = Scripted(f"game: G\ninitiative: {{formula: 1d20, first: {first}, ties: [{{roll: 1d20}}]}}")
    for name in ("A", "B", "C"):
        board.add(name, score=10)
    board.rolling(Start(), 5, 15, 10)
    assert board.order == ["B", "C", "A"]
    draws = board.state.draws
    for _ in range(7):
        board.end()
    board.check()
    assert (board.state.draws, board.order) == (draws, ["B", "C", "A"])
