"""Orders by the score as it stands: passes, score as a coin, wounds; and, by other files, shots and ticks."""

from __future__ import annotations

import pytest

from turnwright.engine.events import TieBroken
from turnwright.engine.happenings import CycleBegan, RoundBegan, TurnEnded, TurnSkipped
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.counting import PassBegan
from turnwright.engine.mechanics.gaps import Enter
from turnwright.engine.mechanics.initiative import Roll, SetScore
from turnwright.engine.mechanics.questions import Answer
from turnwright.engine.mechanics.reactions import React
from turnwright.engine.mechanics.scenes import End, Next, NextRound, Start
from turnwright.engine.mechanics.surprise import Surprise
from turnwright.engine.mechanics.waits import Delay
from turnwright.engine.scores import ScoreMoved

from .board import Board, of


def garage(**options: str) -> Board:
    board = Board("shadowrun5", **options)
    board.add("Wren", "runners", reaction=7, intuition=4, dice=3, edge=3)
    board.add("Brick", "runners", reaction=4, intuition=3, edge=4)
    board.add("Guard", "security", reaction=4, intuition=3, edge=1)
    return board


def begin(board: Board, wren: tuple[int, ...] = (4, 4, 4), brick: int = 4, guard: int = 2) -> None:
    """Wren 23, Brick 11, Guard 9, unless other faces are given."""
    board.roll("Wren", *wren)
    board.roll("Brick", brick)
    board.roll("Guard", guard)
    board.do(Start())


def turns(board: Board, count: int) -> list[str]:
    """Whose turns come up, one after another, while nobody does anything."""
    seen = []
    for _ in range(count):
        seen.append(board.active)
        board.do(End())
    return seen


def test_a_pass_of_everybody_then_ten_less_until_nobody_is_left_above_0() -> None:
    """SR5-1, SR5-3: 23, 11 and 9 make three passes: all, two, one."""
    board = garage()
    begin(board)
    assert [board.score(name) for name in ("Wren", "Brick", "Guard")] == [23, 11, 9]
    assert turns(board, 6) == ["Wren", "Brick", "Guard", "Wren", "Brick", "Wren"]
    assert [e.number for r in board.encounter.records for e in of(r.events, PassBegan)] == [1, 2, 3]
    assert {e.ref for r in board.encounter.records for e in of(r.events, CycleBegan)} == {"SR5-3"}
    assert (board.state.round, board.items) == (1, ["roll", "without"]), "the next Combat Turn is rolled for"
    board.do(Answer(("roll",)))
    assert board.state.round == 2
    board.check()


def test_ties_go_by_edge_reaction_intuition_and_a_coin() -> None:
    """SR5-2."""
    board = Board("shadowrun5")
    for name, reaction, intuition, edge in (("A", 3, 4, 2), ("B", 4, 3, 2), ("C", 3, 4, 3), ("D", 3, 4, 2)):
        board.add(name, "runners", reaction=reaction, intuition=intuition, edge=edge)
        board.roll(name, 3)
    board.start()
    assert board.order[:2] == ["C", "B"]
    assert {e.how for e in of(board.events, TieBroken) if len(e.keys) == 4} == {"roll"}, "A and D toss a coin"
    first = board.order
    assert turns(board, 3) == first[:3]


def test_wounds_lower_the_score_at_once_and_acted_stays_acted() -> None:
    """SR5-6: six boxes are two wounds: the score falls by 2, and so does the place."""
    board = garage()
    begin(board, brick=3)
    board.hp("Brick", "-6", "physical")
    assert board.score("Brick") == 8
    assert board.order == ["Wren", "Guard", "Brick"]
    assert of(board.events, ScoreMoved)[0].ref == "SR5-6"
    board.do(End())
    assert board.active == "Guard"
    board.hp("Guard", "-9", "physical")
    assert (board.score("Guard"), board.active) == (6, "Guard"), "a turn that is on goes on"
    assert turns(board, 2) == ["Guard", "Brick"]
    assert board.active == "Wren", "nobody else is above 10"
    board.check()


def test_someone_who_falls_to_0_before_their_phase_has_none() -> None:
    board = garage()
    begin(board, guard=1)
    board.hp("Guard", "-9", "physical")
    assert board.score("Guard") == 5
    board.do(SetScore(board.id("Guard"), 1))
    board.hp("Guard", "-4", "stun")
    assert board.score("Guard") == 0
    assert turns(board, 3) == ["Wren", "Brick", "Wren"]


def test_more_initiative_dice_are_rolled_at_once_and_fewer_taken_away() -> None:
    """SR5-7, SR5-10: blitzing makes five dice of one: four more are rolled."""
    board = garage()
    begin(board)
    events = board.act("Guard", "blitz")
    moved = of(events, ScoreMoved)
    assert len(moved) == 1
    assert len(moved[0].dice) == 4
    assert board.score("Guard") == 9 + sum(die.face for die in moved[0].dice)
    assert moved[0].ref == "SR5-7"
    more = board.score("Guard")
    board.condition("Guard", "blitzing", False)
    lost = of(board.events, ScoreMoved)[0]
    assert more is not None
    assert board.score("Guard") == more - sum(die.face for die in lost.dice)


def test_seizing_the_initiative_acts_first_in_every_pass() -> None:
    """SR5-9: whoever seizes it is first in all passes of the Combat Turn, and pays a point of Edge."""
    board = garage()
    begin(board, brick=6)
    board.act("Brick", "seize the initiative")
    assert (board.order[0], board.pool("Brick", "edge left"), board.active) == ("Brick", 3, "Wren")
    assert turns(board, 5) == ["Wren", "Brick", "Guard", "Brick", "Wren"]
    board = garage()
    for name, faces in (("Wren", (4, 4, 4)), ("Brick", (6,)), ("Guard", (2,))):
        board.roll(name, *faces)
    board.act("Guard", "seize the initiative")
    board.act("Brick", "seize the initiative")
    board.do(Start())
    assert board.order == ["Brick", "Guard", "Wren"], "those who seize it go by their scores"


def test_interrupts_cost_score_and_need_it() -> None:
    """SR5-8: 5 for a dodge, 10 for full defense; without so much left there is none."""
    board = garage()
    begin(board)
    board.act("Wren", "attack", "Guard", amount="-4")
    board.do(React(board.id("Guard"), "dodge", outcome="escapes"))
    assert (board.score("Guard"), board.pool("Guard", "physical")) == (4, 10)
    assert of(board.events, ScoreMoved)[0].why == "paid"
    board.end()
    board.act("Brick", "shoot", "Guard", amount="-1")
    assert board.question is None
    assert board.active == "Brick"
    assert board.pool("Guard", "physical") == 9, "4 is too little for a dodge: no window opens"
    board.check()


def test_paying_below_the_next_pass_costs_that_pass() -> None:
    """SR5-8: the score that was paid is missing in the passes that follow."""
    board = garage()
    begin(board)
    board.end()
    board.end()
    board.act("Guard", "attack", "Brick", amount="-1")
    board.do(React(board.id("Brick"), "full defense", outcome="escapes"))
    assert (board.score("Brick"), "on full defense" in board.conditions("Brick")) == (1, True)
    board.end()
    assert turns(board, 2) == ["Wren", "Wren"]


def test_joining_late_costs_ten_for_each_pass_that_is_over() -> None:
    """SR5-13."""
    board = garage()
    begin(board)
    turns(board, 3)
    board.add("Drone", "security", reaction=10, intuition=4)
    board.roll("Drone", 6)
    assert of(board.events, ScoreMoved)[0].why == "late"
    assert (board.score("Drone"), board.order[:2]) == (10, ["Wren", "Drone"])
    assert turns(board, 3) == ["Wren", "Drone", "Brick"]


def test_a_delayed_phase_is_taken_later_in_the_pass_or_in_a_later_one_instead_of_its_own() -> None:
    """SR5-14: it steps in between two turns; a pass that it waits through costs ten like any other."""
    board = garage()
    begin(board)
    board.do(Delay(board.id("Wren"), "delay"))
    assert board.active == "Brick"
    board.do(End())
    board.do(Enter((board.id("Wren"),)))
    assert board.active == "Wren"
    board.do(End())
    assert board.active == "Guard"
    board.do(End())
    assert (board.active, board.score("Wren")) == ("Wren", 13)
    board.do(Delay(board.id("Wren"), "delay"))
    board.do(End())
    board.do(Enter((board.id("Wren"),)))
    board.do(End())
    assert (board.active, board.score("Wren")) == ("Wren", 3)


def test_a_delay_that_outlasts_the_score_is_lost() -> None:
    board = garage()
    begin(board, wren=(1, 1, 1), brick=6)
    board.do(Delay(board.id("Wren"), "delay"))
    for _ in range(2):
        board.do(End())
        while board.active == "":
            board.do(Next())
    assert board.active == "Brick"
    assert board.state.entries[board.entry("Wren")].wait is not None
    board.do(End())
    board.do(Next())
    assert board.state.entries[board.entry("Wren")].wait is None


def test_the_surprised_lose_ten_and_may_not_react_until_they_act() -> None:
    """SR5-12."""
    board = garage()
    board.do(Surprise((board.id("Guard"),)))
    begin(board, guard=6)
    assert (board.score("Guard"), board.active) == (3, "Wren")
    board.act("Wren", "attack", "Guard", amount="-1")
    assert board.pool("Guard", "physical") == 9, "no reaction was possible"
    assert turns(board, 2) == ["Wren", "Brick"]
    assert board.active == "Guard"
    board.act("Guard", "free")
    board.act("Guard", "simple")
    assert "surprised" not in board.conditions("Guard")
    board = garage()
    begin(board, guard=6)
    board.do(Surprise((board.id("Guard"),)))
    assert board.score("Guard") == 3
    board.do(Surprise((board.id("Guard"),), on=False))
    assert board.score("Guard") == 13


def test_one_free_action_a_pass_and_one_attack_a_phase() -> None:
    """SR5-4, SR5-5."""
    board = garage()
    begin(board)
    board.act("Guard", "free")
    assert board.refused(Act(board.id("Guard"), "free")).ref == "SR5-5"
    board.act("Wren", "shoot", "Brick", amount="-1")
    board.do(Next())
    refusal = board.refused(Act(board.id("Wren"), "shoot", (board.id("Brick"),)))
    assert (refusal.code, refusal.ref) == ("act.limit", "SR5-4")


def test_the_next_round_plays_all_passes_through() -> None:
    board = garage()
    begin(board)
    board.do(NextRound())
    assert board.state.round == 1
    assert board.question is not None
    assert len(of(board.events, TurnEnded)) == 6
    assert not of(board.events, TurnSkipped)


SHOTS = """
game: Shots
about: A shot clock that counts down; each act costs shots, and the sequence is over when nobody has any.
sides: {heroes: players}
stats: {speed: 5}
pools: {hp: {vital: yes}}
conditions: {down: {when: hp <= 0, unable: yes}}
modes: {fight: count}
initiative: {formula: 1d6 + speed, rolled: round, ties: [{side: heroes}, {ask: gm}]}
counting: {again: each turn, while: score > 0}
actions:
  attack: {cost: {time: 3}, target: some, does: [end turn]}
  quick: {cost: {time: 1}, does: [end turn]}
  dodge: {cost: {time: 1}, turn: "off"}
"""

TICKS = """
game: Ticks
about: Ticks that are counted up for ever.
sides: {heroes: players}
stats: {join: 0}
pools: {hp: {vital: yes}}
conditions: {down: {when: hp <= 0, unable: yes}}
modes: {fight: count}
initiative: {formula: join, first: low, unrolled: roll, ties: [{ask: gm}]}
counting: {again: each turn}
actions:
  sword: {cost: {time: 5}, target: some, does: [end turn]}
  aim: {cost: {time: 3}, does: [end turn]}
"""


def test_a_shot_clock_counts_down_and_whoever_is_highest_acts_again() -> None:
    board = Board(SHOTS)
    for name, side, hp in (("Ace", "heroes", 9), ("Mook", "foes", 4)):
        board.add(name, side, hp=hp)
    board.start(Ace=9, Mook=7)
    board.act("Ace", "attack", "Mook", amount="-1")
    assert (board.active, board.score("Ace")) == ("Mook", 6)
    board.act("Ace", "dodge")
    assert board.score("Ace") == 5, "a dodge off one's turn costs shots too"
    board.act("Mook", "quick")
    assert (board.active, board.score("Mook")) == ("Mook", 6), "still the highest"
    board.act("Mook", "attack", "Ace", amount="-1")
    assert board.active == "Ace"
    board.act("Ace", "attack", "Mook")
    assert (board.score("Ace"), board.score("Mook"), board.active) == (2, 3, "Mook")
    board.act("Mook", "attack", "Ace")
    assert board.active == "Ace"
    board.end()
    assert (board.score("Ace"), board.active) == (1, "Ace"), "a turn in which nothing is done takes the least there is"
    board.end()
    assert board.items == ["roll", "without"], "nobody has shots left: a new sequence is rolled for"
    board.check()


def test_ticks_count_up_without_end_and_ties_are_asked_about() -> None:
    board = Board(TICKS)
    for name, join in (("Reed", 0), ("Vane", 2)):
        board.add(name, join=join, hp=5)
    board.start()
    board.act("Reed", "aim")
    assert (board.active, board.score("Reed")) == ("Vane", 3)
    board.act("Vane", "sword", "Reed", amount="-1")
    assert (board.active, board.score("Vane")) == ("Reed", 7)
    board.act("Reed", "aim")
    assert (board.active, board.score("Reed")) == ("Reed", 6)
    board.do(SetScore(board.id("Reed"), 7))
    assert board.question is not None
    board.answer("Reed", "Vane")
    assert board.state.round == 1
    board.check()


@pytest.mark.parametrize("text", [SHOTS, TICKS])
def test_a_clock_of_which_nobody_can_act_says_so_and_stops(text: str) -> None:
    board = Board(text)
    board.add("Solo", hp=3)
    board.start(Solo=5)
    board.hp("Solo", "-3")
    assert board.active == ""
    assert not [e for e in board.events if isinstance(e, RoundBegan)]
    board.hp("Solo", "2")
    if board.question:
        board.do(Answer(("roll",)))
    assert board.active == "Solo"


def test_the_same_command_again_after_joining_is_refused_once_rolled() -> None:
    board = garage()
    begin(board)
    assert board.code(Roll((board.id("Wren"),))) == "initiative.rolled"
