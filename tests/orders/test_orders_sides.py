"""Sides that act as one, steps of their turn, declarations before initiative, and turns that are taken at once."""

from __future__ import annotations

from turnwright.engine import Undo, codec
from turnwright.engine.events import TieBroken
from turnwright.engine.happenings import TurnEnded, TurnUp
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.cast import Remove, SetSide
from turnwright.engine.mechanics.declaring import DeclarationSpoiled, Declare, Kept
from turnwright.engine.mechanics.initiative import Roll
from turnwright.engine.mechanics.scenes import End, Next, NextRound, Start
from turnwright.engine.mechanics.steps import NextStep
from turnwright.engine.mechanics.surprise import Surprise
from turnwright.engine.together import Collected, Fell

from .board import Board, of


def crypt(**options: str) -> Board:
    board = Board("ose", **options)
    for name in ("Bertrand", "Ilse", "Odo"):
        board.add(name, "party", hp=8)
    board.add("Ghoul", "ghouls", 2, morale=9, hp=8)
    return board


def to_initiative(board: Board) -> None:
    """Begin, and go on to the rolls."""
    if not board.state.agenda:
        board.do(Start())
    board.do(Next())


def rolls(board: Board, party: int, ghouls: int) -> None:
    """Both sides roll."""
    to_initiative(board)
    board.do(Roll((board.id("Ilse"),), (party,)))
    board.do(Roll((board.id("Ghoul 1"),), (ghouls,)))


def step(board: Board) -> str:
    """The step of the turn that is on."""
    assert board.turn is not None
    return board.rules.steps[board.turn.at].name


def test_a_side_rolls_once_and_takes_one_turn_in_which_all_of_it_act() -> None:
    """OSE-1, OSE-3: declarations, then a d6 a side, then the better side's turn."""
    board = crypt()
    board.do(Start())
    assert (board.state.phase, board.active) == ("declarations", "")
    rolls(board, 5, 2)
    assert (board.state.phase, board.order) == ("sides", ["party", "ghouls"])
    assert (board.active, board.acting) == ("party", ["Bertrand", "Ilse", "Odo"])
    board.do(End())
    assert (board.active, board.acting) == ("ghouls", ["Ghoul 1", "Ghoul 2"])
    board.do(End())
    assert (board.state.round, board.state.phase, board.score("party")) == (2, "declarations", None)
    board.check()


def test_rolls_are_asked_for_only_in_the_phase_of_initiative() -> None:
    """OSE-3: each round both sides roll anew, after the declarations."""
    board = crypt()
    board.do(Start())
    assert board.question is None
    board.do(Next())
    assert (board.question is not None, board.items) == (True, ["roll", "without"])
    board.answer("roll")
    assert {board.score("party"), board.score("ghouls")} <= {1, 2, 3, 4, 5, 6}


def test_the_steps_come_in_order_and_each_allows_its_own_acts() -> None:
    """OSE-5, OSE-6: movement, missiles, magic, melee; morale only for those who have it, magic only if declared."""
    board = crypt()
    rolls(board, 5, 2)
    assert step(board) == "movement", "characters check no morale"
    refusal = board.refused(Act(board.id("Odo"), "melee", (board.id("Ghoul 1"),)))
    assert (refusal.code, refusal.ref) == ("act.step", "OSE-5")
    board.act("Odo", "move")
    assert board.refused(Act(board.id("Odo"), "move")).ref == "OSE-6"
    board.do(NextStep())
    assert step(board) == "missile"
    board.act("Ilse", "missile", "Ghoul 1", amount="-3")
    board.do(Next())
    assert step(board) == "melee", "nobody has declared a spell"
    assert board.refused(Act(board.id("Ilse"), "melee", (board.id("Ghoul 1"),))).code == "act.cost"
    board.act("Odo", "melee", "Ghoul 1", amount="-2")
    assert board.code(NextStep()) == "step.last"
    board.do(Next())
    assert (board.active, step(board)) == ("ghouls", "morale")
    board.act("Ghoul 1", "morale")
    board.do(Next())
    assert step(board) == "movement"
    board.check()


def test_a_spell_is_cast_only_if_it_was_declared_and_is_spoiled_by_harm() -> None:
    """OSE-2: whoever declared a spell does nothing else; whoever is hit before casting has lost it."""
    board = crypt()
    board.do(Start())
    board.do(Declare(board.id("Ilse"), "spell", "sleep"), owns=board.id("Ilse"))
    board.do(Declare(board.id("Odo"), "spell", "web"))
    rolls(board, 1, 6)
    assert board.refused(Declare(board.id("Bertrand"), "spell")).code == "declare.not_now"
    for _ in range(3):
        board.do(Next())
    assert step(board) == "melee"
    board.act("Ghoul 1", "melee", "Ilse", amount="-2")
    assert [(e.what, e.why, e.ref) for e in of(board.events, DeclarationSpoiled)] == [("spell", "harm", "OSE-2")]
    board.do(Next())
    assert board.active == "party"
    assert board.refused(Act(board.id("Ilse"), "move")).code == "act.barred"
    board.do(Next())
    board.do(Next())
    assert step(board) == "magic"
    assert board.refused(Act(board.id("Ilse"), "cast")).code == "act.spoiled"
    assert board.refused(Act(board.id("Bertrand"), "cast")).code == "act.undeclared"
    board.act("Odo", "cast", "Ghoul 1", amount="-8")
    assert of(board.events, Kept)
    board.do(Next())
    board.do(Next())
    assert "casting" not in board.conditions("Odo"), "what was declared is over with the round"
    board.check()


def test_melee_movement_must_be_declared_and_binds() -> None:
    """OSE-7, OSE-8: no plain movement out of melee; a declared retreat gives up the attack, a withdrawal does not."""
    board = crypt()
    board.do(Start())
    for name in ("Odo", "Ilse", "Bertrand"):
        board.condition(name, "engaged")
    board.do(Declare(board.id("Odo"), "retreat"))
    board.do(Declare(board.id("Ilse"), "withdrawal"))
    board.do(Declare(board.id("Bertrand"), "retreat"))
    board.do(Declare(board.id("Bertrand"), "retreat", on=False))
    assert board.refused(Declare(board.id("Bertrand"), "retreat", on=False)).code == "declare.not_said"
    assert board.refused(Declare(board.id("Bertrand"), "nap")).code == "declare.unknown"
    rolls(board, 6, 1)
    assert board.refused(Act(board.id("Bertrand"), "move")).ref == "OSE-7"
    assert board.refused(Act(board.id("Bertrand"), "retreat")).code == "act.undeclared"
    board.act("Odo", "retreat")
    board.act("Ilse", "withdraw")
    board.do(Next())
    board.do(Next())
    assert board.refused(Act(board.id("Odo"), "melee", (board.id("Ghoul 1"),))).ref == "OSE-8"
    board.act("Ilse", "melee", "Ghoul 1", amount="-1")


def test_equal_rolls_are_taken_at_once_and_what_is_done_falls_together() -> None:
    """OSE-4: both sides act in the same steps; two who kill each other are both dead."""
    board = crypt()
    rolls(board, 4, 4)
    assert (board.active, board.acting) == ("party", ["Bertrand", "Ilse", "Odo", "Ghoul 1", "Ghoul 2"])
    assert [e.along for e in of(board.events, TurnUp)] == [(board.entry("ghouls"),)]
    assert step(board) == "morale"
    board.do(Next())
    board.do(Next())
    board.do(Next())
    board.act("Odo", "melee", "Ghoul 1", amount="-8")
    assert (of(board.events, Collected)[0].at, board.pool("Ghoul 1", "hp")) == (board.turn.at if board.turn else 0, 8)
    board.act("Ghoul 1", "melee", "Odo", amount="-9")
    assert board.pool("Odo", "hp") == 8
    board.act("Ilse", "melee", "Ghoul 1", amount="-1")
    board.check()
    board.do(Next())
    assert of(board.events, Fell)
    assert (board.pool("Odo", "hp"), board.pool("Ghoul 1", "hp")) == (0, 0)
    assert len(of(board.events, TurnEnded)) == 1
    assert board.state.round == 2, "that was the turn of both"


def test_what_falls_in_one_step_counts_in_the_next() -> None:
    """OSE-4: whoever falls to missiles does not fight in melee any more, on either side."""
    board = crypt()
    rolls(board, 3, 3)
    board.do(Next())
    board.do(Next())
    board.act("Ilse", "missile", "Ghoul 2", amount="-9")
    board.act("Ghoul 2", "missile", "Ilse", amount="-1")
    assert board.pool("Ghoul 2", "hp") == 8
    board.do(Next())
    assert (board.pool("Ghoul 2", "hp"), board.pool("Ilse", "hp")) == (0, 7)
    assert board.refused(Act(board.id("Ghoul 2"), "melee", (board.id("Odo"),))).code == "turn.unable"


def test_a_table_may_roll_equal_rolls_again() -> None:
    board = crypt(ties="roll again")
    rolls(board, 4, 4)
    assert {e.how for r in board.encounter.records for e in of(r.events, TieBroken)} == {"roll"}
    assert board.acting in (["Bertrand", "Ilse", "Odo"], ["Ghoul 1", "Ghoul 2"])


def test_slow_weapons_act_after_all_sides_together_with_other_slow_ones() -> None:
    """OSE-9: as if their side had lost; the slow of several sides act at once."""
    board = crypt()
    board.do(Start())
    board.condition("Bertrand", "slow")
    rolls(board, 6, 2)
    assert board.acting == ["Ilse", "Odo"]
    board.do(End())
    assert board.active == "ghouls"
    board.do(End())
    assert board.acting == ["Bertrand"]
    board.do(End())
    assert board.state.round == 2
    board.condition("Bertrand", "slow", False)
    board.condition("Ghoul 2", "slow")
    board.condition("Odo", "slow")
    rolls(board, 1, 2)
    assert board.acting == ["Ghoul 1"]
    board.do(End())
    assert board.acting == ["Bertrand", "Ilse"]
    board.do(End())
    assert sorted(board.acting) == ["Ghoul 2", "Odo"]
    board.check()


def test_a_side_of_which_all_are_slow_acts_last_as_a_whole() -> None:
    board = crypt()
    board.do(Start())
    for name in ("Ghoul 1", "Ghoul 2"):
        board.condition(name, "slow")
    to_initiative(board)
    board.do(Roll((board.id("Ilse"),), (1,)))
    assert board.active == "party"
    board.do(End())
    assert board.acting == ["Ghoul 1", "Ghoul 2"]


def test_newcomers_and_turncoats_act_with_their_side() -> None:
    board = crypt()
    board.add("Wight", "undead", hp=20)
    rolls(board, 6, 2)
    assert board.question is not None, "the third side has not rolled"
    board.do(Roll((board.id("Wight"),), (4,)))
    board.add("Squire", "party", hp=4)
    assert board.acting == ["Bertrand", "Ilse", "Odo", "Squire"]
    board.do(SetSide((board.id("Ghoul 2"),), "undead"))
    board.do(End())
    assert board.acting == ["Wight", "Ghoul 2"]
    board.do(Remove((board.id("Wight"),)))
    assert board.acting == ["Ghoul 2"]
    board.check()


def test_a_surprised_side_loses_the_first_round() -> None:
    """OSE-11."""
    board = crypt()
    board.do(Surprise((board.id("Ghoul 1"),)))
    to_initiative(board)
    board.do(Roll((board.id("Ilse"),), (1,)))
    assert board.active == "party"
    board.do(End())
    assert board.state.round == 2
    rolls(board, 1, 5)
    assert board.active == "ghouls"


def test_a_side_that_is_dead_is_passed_over_and_if_all_are_the_fight_stops() -> None:
    """OSE-10, SEM-7."""
    board = crypt()
    rolls(board, 1, 6)
    for name in ("Ghoul 1", "Ghoul 2"):
        board.hp(name, "-8")
    assert board.active == "party"
    for name in ("Bertrand", "Ilse", "Odo"):
        board.hp(name, "-8")
    assert board.active == ""
    assert board.code(Next()) == "scene.nobody_can_act"


def test_everybody_may_roll_for_themselves() -> None:
    board = crypt(initiative="each")
    to_initiative(board)
    for name, face in (("Bertrand", 2), ("Ilse", 6), ("Odo", 2), ("Ghoul 1", 3), ("Ghoul 2", 1)):
        board.roll(name, face)
    assert board.order == ["Ilse", "Ghoul 1", "Bertrand", "Odo", "Ghoul 2"]
    board.do(End())
    board.do(End())
    assert board.acting == ["Bertrand", "Odo"], "equals act at once"


def test_going_to_the_next_round_stops_at_the_rolls() -> None:
    """SEM-10."""
    board = crypt()
    rolls(board, 5, 2)
    board.do(NextRound())
    assert (board.state.round, board.state.phase) == (2, "declarations")
    board.do(NextRound())
    assert board.question is not None


def test_undo_takes_back_what_was_collected() -> None:
    board = crypt()
    rolls(board, 4, 4)
    for _ in range(3):
        board.do(Next())
    before = codec.state_bytes(board.state)
    board.act("Odo", "melee", "Ghoul 1", amount="-8")
    board.do(Undo())
    assert codec.state_bytes(board.state) == before


LANES = """
game: Lanes
about: Everybody picks fast or slow; fast ones first, and heroes first in each lane.
sides: {heroes: players}
traits: {lane: {among: [slow, fast], start: slow}}
pools: {act: {max: 1, start: 0, refill: start of turn}}
round: {phases: [choose, initiative, turns]}
phases: {choose: {choices: {everyone: {sets: lane}}}, initiative: {finds: order}}
modes: {fight: list}
initiative: {formula: "0", rolled: round, unrolled: roll, ahead: lane == 'fast', ties: [{side: heroes}]}
actions: {act: {cost: {act: 1}}}
"""


def test_lanes_are_a_choice_and_a_number_that_stands_ahead_of_all_scores() -> None:
    from turnwright.engine.mechanics.choosing import Choose
    from turnwright.engine.mechanics.questions import Pass

    board = Board(LANES)
    for name, side in (("A", "heroes"), ("B", "heroes"), ("X", "foes")):
        board.add(name, side)
    board.do(Start())
    board.do(Choose(board.id("X"), "fast"))
    board.do(Choose(board.id("B"), "fast"))
    board.do(Pass(board.id("A")))
    assert board.order == ["B", "X", "A"]
    for _ in range(3):
        board.end()
    assert (board.state.round, board.state.phase) == (2, "choose")
