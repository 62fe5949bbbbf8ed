"""The bag: whose tokens are in it, who acts by which, and what ends the round."""

from __future__ import annotations

from collections import Counter

import pytest

from turnwright.engine import Choice, Undo, choices, codec
from turnwright.engine.happenings import RoundBegan, TurnUp
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.bag import END, BagFilled, PutTokens, TokenDrawn
from turnwright.engine.mechanics.cast import Remove
from turnwright.engine.mechanics.free_order import Take
from turnwright.engine.mechanics.scenes import Next, NextRound

from .board import Board, of


def stair(**options: str) -> Board:
    board = Board("troika", **options)
    board.add("Orla", "characters", stamina=18)
    board.add("Vesper", "characters", stamina=20)
    board.add("Porter", "henchmen", initiative=1, stamina=8)
    board.add("Lizard", "enemies", 3, initiative=2, stamina=7)
    return board


def tokens(board: Board) -> Counter[str]:
    """What is in the bag, by name."""
    names = {e.id: e.name for e in board.state.entries.values()}
    return Counter(names.get(token, token) for token in board.state.own["bag"].left)


def drawn(board: Board) -> list[str]:
    """The tokens that the table draws by hand, by name."""
    names = {e.id: e.name for e in board.state.entries.values()}
    return [names.get(token, token) for token in board.state.own["bag"].drawn]


def test_the_bag_holds_everybodys_tokens_and_one_that_ends_the_round() -> None:
    """TRO-1, TRO-2: own tokens for each character, pooled ones for each side that the GM plays, one for the end."""
    board = stair(tokens="by hand")
    board.start()
    assert tokens(board) == {"Orla": 2, "Vesper": 2, "side henchmen": 1, "side enemies": 6, END: 1}
    assert (board.asked, board.items) == (["gm"], ["Orla", "Vesper", "side henchmen", "side enemies", END])


def test_whoever_is_drawn_acts_even_twice_in_a_row_and_the_end_token_ends_the_round() -> None:
    """TRO-2, TRO-3: a token is one turn; the end token puts all of them back."""
    board = stair(tokens="by hand")
    board.start()
    for _ in range(2):
        board.answer("Orla")
        assert board.active == "Orla"
        board.act("Orla", "attack", "Lizard 1", amount="-2")
        assert board.code(Act(board.id("Orla"), "act")) == "act.cost"
        board.end()
    assert "Orla" not in board.items, "both her tokens are out"
    board.answer(END)
    assert board.state.round == 2
    assert tokens(board)["Orla"] == 2
    assert of(board.events, TokenDrawn)[0].ref == "TRO-2"
    board.check()


def test_any_enemy_may_act_by_an_enemy_token_and_the_same_one_again() -> None:
    """TRO-3: the tokens of enemies are anybody's of them; the GM chooses."""
    board = stair(tokens="by hand")
    board.start()
    for _ in range(3):
        board.answer("side enemies")
        assert board.code(Next()) == "next.whose"
        assert board.code(Take(board.id("Orla"))) == "slot.other_side"
        found: tuple[Choice, ...] = choices(board.rules, board.state)
        open_to = {c.command.who for c in found if isinstance(c.command, Take) and c.barred is None}
        assert open_to == {board.id(f"Lizard {number}") for number in (1, 2, 3)}
        board.do(Take(board.id("Lizard 2")))
        assert board.active == "Lizard 2"
        board.end()
    board.answer("side henchmen")
    assert board.active == "Porter", "the only henchman needs no choosing"
    board.end()
    board.answer("side enemies")
    board.act("Lizard 3", "attack", "Orla", amount="-3")
    assert board.active == "Lizard 3", "acting takes the turn"
    board.check()


def test_tokens_of_the_dead_are_drawn_in_vain_and_leave_with_the_round() -> None:
    """TRO-5: tokens of the dead stay until the round ends."""
    board = stair(tokens="by hand")
    board.start()
    board.hp("Vesper", "-20", "stamina")
    board.answer("Vesper")
    assert of(board.events, TokenDrawn)[0].vain
    assert not of(board.events, TurnUp)
    board.do(Remove((board.id("Porter"),)))
    board.answer("side henchmen")
    assert of(board.events, TokenDrawn)[0].vain
    board.answer(END)
    assert tokens(board) == {"Orla": 2, "side enemies": 6, END: 1}


def test_enemies_can_be_kept_to_twice_the_tokens_of_the_characters() -> None:
    board = stair(tokens="by hand", outnumbered="twice")
    board.add("Swarm", "enemies", initiative=50, stamina=9)
    board.start()
    assert tokens(board)["side enemies"] == 8


def test_a_side_with_nobody_left_draws_in_vain() -> None:
    board = stair(tokens="by hand")
    board.start()
    for number in (1, 2, 3):
        board.hp(f"Lizard {number}", "-7", "stamina")
    board.answer("side enemies")
    assert of(board.events, TokenDrawn)[0].vain


def test_somebody_who_joins_puts_tokens_in_with_the_next_round_or_by_hand() -> None:
    board = stair(tokens="by hand")
    board.start()
    board.add("Wren", "characters", stamina=12)
    assert tokens(board)["Wren"] == 0
    board.do(PutTokens(board.id("Wren"), 1))
    assert tokens(board)["Wren"] == 1
    assert "Wren" in board.items, "the question is asked anew"
    assert board.code(PutTokens(board.id("Wren"), -2)) == "bag.too_few"
    assert board.code(PutTokens(board.id("Wren"), 500)) == "bag.too_many"
    board.answer(END)
    assert tokens(board)["Wren"] == 2


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_drawing_by_itself_takes_each_token_once_and_stops_for_people(seed: str) -> None:
    board = Board("troika", seed)
    board.add("Orla", "characters", stamina=18)
    board.add("Vesper", "characters", stamina=20)
    board.add("Lizard", "enemies", initiative=3, stamina=7)
    board.start()
    for _ in range(12):
        assert board.active
        board.end()
    rounds: list[list[str]] = []
    for record in board.encounter.records:
        for event in record.events:
            if isinstance(event, BagFilled):
                rounds.append([])
            elif isinstance(event, TokenDrawn):
                rounds[-1].append(event.token)
    for taken in rounds[:-1]:
        assert taken[-1] == END
        assert all(number <= 3 for number in Counter(taken).values())
    board.check()


def test_undo_puts_the_token_back_and_the_same_one_is_drawn_again() -> None:
    board = stair()
    board.start()
    first = drawn(board)
    before = codec.state_bytes(board.state)
    board.do(Undo())
    board.start()
    assert (drawn(board), codec.state_bytes(board.state)) == (first, before)


def test_going_to_the_next_round_draws_on_until_the_end_token() -> None:
    """SEM-10 for a bag: turns come up and go by."""
    board = stair()
    board.start()
    board.do(NextRound())
    assert (board.state.round, len(of(board.events, RoundBegan))) == (2, 1)


def test_a_bag_with_nobodys_token_waits_instead_of_looping() -> None:
    board = Board("troika")
    board.add("Statue", "enemies", initiative=0, stamina=9)
    board.start()
    assert board.code(Next()) == "bag.empty"
    board.do(PutTokens(board.id("Statue"), 1))
    assert board.active == "Statue" or board.state.round > 1
