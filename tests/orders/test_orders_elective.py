"""The elective order: who names whom, and who opens a round."""

from __future__ import annotations

from turnwright.engine import Redo, Undo, codec
from turnwright.engine.happenings import NobodyCanAct, RoundBegan, RoundEnded
from turnwright.engine.mechanics.cast import Hide, Remove
from turnwright.engine.mechanics.elective import HandOver, Named
from turnwright.engine.mechanics.questions import Answer
from turnwright.engine.mechanics.scenes import EndScene, NextRound, Start

from .board import Board, of


def train(**options: str) -> Board:
    board = Board("popcorn", **options)
    board.add("Ada", notice=8)
    board.add("Brook", notice=6)
    board.add("Boss", "gang", notice=5)
    board.add("Heavy", "gang", notice=4)
    return board


def test_the_best_score_opens_and_each_names_the_next() -> None:
    """POP-1, POP-2: the opener, then whom each one names; nobody is named twice in a round."""
    board = train()
    board.start()
    assert board.active == "Ada"
    board.end()
    assert (board.asked, board.items) == (["Ada"], ["Brook", "Boss", "Heavy"])
    board.answer("Boss", who="Ada")
    assert board.active == "Boss"
    board.end()
    assert (board.asked, board.items) == (["gm"], ["Brook", "Heavy"])
    board.answer("Heavy")
    board.end()
    assert board.active == "Brook", "the only one left needs no naming"
    board.check()


def test_the_last_of_a_round_opens_the_next_even_with_themselves() -> None:
    """POP-2: whoever ends the round names the first of the next one, also themselves."""
    board = train()
    board.start()
    for name in ("Brook", "Boss"):
        board.end()
        board.answer(name)
    board.end()
    assert board.active == "Heavy"
    events = board.end()
    assert [type(e) for e in events if isinstance(e, RoundEnded | RoundBegan)] == [RoundEnded, RoundBegan]
    assert (board.asked, board.items) == (["gm"], ["Ada", "Brook", "Boss", "Heavy"])
    board.answer("Heavy")
    assert (board.active, board.state.round) == ("Heavy", 2)
    assert of(board.events, Named)[0].ref == "POP-2"


def test_a_table_may_rule_that_the_last_does_not_open_too() -> None:
    board = train(closer="may not open")
    board.start()
    for name in ("Brook", "Boss"):
        board.end()
        board.answer(name)
    board.end()
    board.end()
    assert board.items == ["Ada", "Brook", "Boss"]


def test_one_can_hand_over_while_ending_the_turn() -> None:
    board = train()
    board.start()
    board.do(HandOver(board.id("Heavy")), owns=board.id("Ada"))
    assert board.active == "Heavy"
    refusal = board.refused(HandOver(board.id("Ada")))
    assert (refusal.code, refusal.ref, refusal.data["names"]) == ("naming.not_them", "POP-2", "Brook, Boss")
    board.end()
    board.do(HandOver(board.id("Boss")))
    assert board.active == "Boss", "handing over also answers the question"
    assert board.code(HandOver(board.id("Brook")), owns=board.id("Brook")) == "seat.not_yours"
    board.check()


def test_the_last_can_name_themselves_in_advance() -> None:
    board = train()
    board.start()
    for name in ("Boss", "Heavy", "Brook"):
        board.do(HandOver(board.id(name)))
    board.do(HandOver(board.id("Brook")), owns=board.id("Brook"))
    assert (board.active, board.state.round) == ("Brook", 2)


def test_those_who_cannot_act_cannot_be_named_and_are_passed_over() -> None:
    """POP-6: someone taken out is not among those to be named; their turn is skipped as the round ends."""
    board = train()
    board.start()
    board.hp("Boss", "-9", "stress")
    board.end()
    assert board.items == ["Brook", "Heavy"]
    board.answer("Heavy")
    board.end()
    assert board.active == "Brook"
    board.end()
    assert (board.state.round, board.items) == (2, ["Ada", "Brook", "Heavy"])


def test_a_question_is_asked_anew_when_somebody_drops_out_meanwhile() -> None:
    board = train()
    board.start()
    board.end()
    board.do(Remove((board.id("Boss"),)))
    assert board.items == ["Brook", "Heavy"]
    board.do(Remove((board.id("Heavy"),)))
    assert board.active == "Brook"
    board.check()


def test_the_last_actor_gone_the_gm_names_the_next() -> None:
    board = train()
    board.start()
    board.do(Remove((board.id("Ada"),)))
    assert (board.asked, board.items) == (["gm"], ["Brook", "Boss", "Heavy"])


def test_players_are_not_told_of_hidden_ones() -> None:
    board = train()
    board.do(Hide((board.id("Boss"),)))
    board.start()
    board.end()
    assert board.items == ["Brook", "Heavy"]
    board.do(Answer((board.entry("Brook"),)))
    board.end()
    # Brook would not be asked without Boss: only Heavy is left to be named.
    assert (board.asked, board.items) == (["gm"], ["Boss", "Heavy"])
    board.answer("Heavy")
    board.end()
    assert board.active == "Boss"


def test_openers_by_the_gm_and_by_the_players() -> None:
    board = train(opener="gm")
    board.start()
    assert (board.asked, board.items) == (["gm"], ["Ada", "Brook", "Boss", "Heavy"])
    board = train(opener="players")
    board.start()
    assert board.asked == ["Ada", "Brook"]
    board.answer("Boss", who="Ada")
    board.answer("Boss", who="Brook")
    assert board.active == "Boss"


def test_the_turn_has_to_go_over_to_the_other_side_or_is_paid_for() -> None:
    board = train(passing_over="to the other side")
    board.start()
    board.end()
    assert board.items == ["Boss", "Heavy"]
    board = train(passing_over="or pay 2 momentum")
    board.start()
    board.end()
    assert board.items == ["Boss", "Heavy"], "nothing to pay with"
    board.hp("Ada", "3", "momentum")
    assert board.items == ["Brook", "Boss", "Heavy"]
    board.answer("Brook")
    assert (board.active, board.pool("Ada", "momentum")) == ("Brook", 1)
    board.hp("Brook", "4", "momentum")
    board.end()
    assert board.items == ["Boss", "Heavy"], "kept once already"


def test_the_next_scene_opens_by_the_score_again() -> None:
    board = train()
    board.start()
    board.do(HandOver(board.id("Heavy")))
    board.do(EndScene())
    board.do(Start())
    assert board.active == "Ada"


def test_nobody_can_act_is_said_and_nothing_loops() -> None:
    board = train()
    board.start()
    for name in ("Brook", "Boss", "Heavy"):
        board.hp(name, "-9", "stress")
    assert board.active == "Ada"
    board.hp("Ada", "-9", "stress")
    assert of(board.events, NobodyCanAct)
    board.hp("Ada", "3", "stress")
    assert (board.active, board.state.round) == ("Ada", 2)


def test_jumping_to_the_next_round_stops_at_what_is_asked() -> None:
    board = train()
    board.start()
    board.do(NextRound())
    assert board.items == ["Brook", "Boss", "Heavy"]


def test_undo_takes_back_who_was_named() -> None:
    board = train()
    board.start()
    board.end()
    before = codec.state_bytes(board.state)
    board.answer("Boss")
    after = codec.state_bytes(board.state)
    board.do(Undo())
    assert codec.state_bytes(board.state) == before
    board.do(Redo())
    assert codec.state_bytes(board.state) == after


def test_somebody_with_several_turns_is_named_several_times() -> None:
    game = """
game: Elites
sides: {heroes: players}
stats: {notice: 0, turns: 1}
initiative: {formula: notice, unrolled: roll}
modes: {fight: elect}
turn: {a round: turns}
"""
    board = Board(game)
    board.add("Ada", notice=8)
    board.add("Champion", "gang", turns=3)
    board.start()
    board.end()
    for _ in range(3):
        assert board.active.startswith("Champion")
        board.end()
    assert (board.state.round, board.items) == (2, ["Ada", "Champion"])
