"""Initiative by cards, jokers, hold, and stepping into the middle of somebody's turn."""

from __future__ import annotations

import pytest

from turnwright.engine.happenings import RoundBegan, TurnUp
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.cards import Deal, Dealt, Shuffled, card_of
from turnwright.engine.mechanics.gaps import Enter
from turnwright.engine.mechanics.initiative import Reroll
from turnwright.engine.mechanics.interrupts import Contested, Interrupt
from turnwright.engine.mechanics.questions import Pass
from turnwright.engine.mechanics.scenes import End, Next, NextRound, Start
from turnwright.engine.mechanics.surprise import Surprise
from turnwright.engine.mechanics.waits import Delay
from turnwright.engine.together import Collected
from turnwright.engine.waiting import WaitLost

from .board import Board, of


def tower(seed: str = "a", **options: str) -> Board:
    board = Board("savage-worlds", seed, **{"cards": "real deck", **options})
    board.add("Red", "heroes", wild=1, athletics=8)
    board.add("Gabe", "heroes", wild=1, athletics=6)
    board.add("Jo", "outlaws", wild=1, athletics=8)
    board.add("Gang", "outlaws", athletics=6)
    return board


def deal(board: Board, **cards: str) -> None:
    """Cards from a real deck."""
    for name, card in cards.items():
        board.do(Deal((board.id(name),), (card,)))


def begin(board: Board, red: str = "king of spades", gabe: str = "9 of hearts") -> None:
    deal(board, Red=red, Gabe=gabe, Jo="jack of clubs", Gang="jack of hearts")
    board.do(Start())


def test_the_highest_card_first_and_equal_ranks_by_suit() -> None:
    """SWA-1, SWA-2: ranks from the ace down; hearts before clubs."""
    board = tower()
    begin(board)
    assert board.order == ["Red", "Gang", "Jo", "Gabe"]
    assert (board.score("Red"), card_of(board.state, board.entry("Gang"))) == (13, "jack of hearts")
    assert board.question is None
    board.check()


def test_a_card_is_drawn_once_and_must_be_one_of_the_deck() -> None:
    board = tower()
    deal(board, Red="ace of spades")
    assert board.code(Deal((board.id("Gabe"),), ("ace of spades",))) == "deck.drawn"
    assert board.code(Deal((board.id("Gabe"),), ("1 of spades",))) == "deck.unknown"
    plain = Board("plain")
    plain.add("X", "party")
    assert plain.code(Deal((plain.id("X"),))) == "deck.none"


def test_new_cards_come_each_round_out_of_what_is_left_of_the_deck() -> None:
    """SWA-1: nobody has a card twice before the deck is shuffled."""
    board = tower(cards="dealt here")
    board.do(Start())
    for _ in range(8):
        board.do(NextRound())
    assert board.state.round == 9
    seen: list[str] = []
    for record in board.encounter.records:
        for event in record.events:
            if isinstance(event, Shuffled):
                seen = []
            elif isinstance(event, Dealt):
                assert event.kept not in seen
                seen += event.drawn
    board.check()


def dealt(board: Board, name: str) -> Dealt:
    return next(e for e in of(board.events, Dealt) if e.entry == board.entry(name))


@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e", "f"])
def test_level_headed_quick_and_hesitant(seed: str) -> None:
    """SWA-4, SWA-5, SWA-6: the better of two or three, none of 5 or less, the worse of two."""
    board = tower(seed, cards="dealt here")
    board.add("Cool", "heroes", wild=1, level_headed=2)
    board.add("Fast", "heroes", wild=1, quick=1)
    board.add("Slow", "heroes", wild=1, hesitant=1)
    board.do(Start())
    deck = board.rules.ruleset.decks["action cards"]
    worth = {card: deck.value(card) for card in deck.cards()}
    cool, fast, slow = (dealt(board, name) for name in ("Cool", "Fast", "Slow"))
    assert (len(cool.drawn), cool.kept) == (3, max(cool.drawn, key=worth.__getitem__))
    assert worth[fast.kept][0] > 5
    assert all(worth[card][0] <= 5 for card in fast.drawn[:-1])
    jokers = [card for card in slow.drawn if "joker" in card]
    assert (len(slow.drawn), slow.kept) == (2, (jokers or [min(slow.drawn, key=worth.__getitem__)])[0])


def test_a_joker_comes_first_or_whenever_it_likes_and_the_deck_is_shuffled_after_it() -> None:
    """SWA-3, SWA-7: first in the order, or by an interrupt that needs no contest; unused, last."""
    board = tower()
    begin(board, gabe="joker 1")
    assert (board.active, board.conditions("Gabe")) == ("Gabe", ("dealt a joker",))
    assert board.refused(Delay(board.id("Red"), "joker")).code == "wait.not_up"
    board.do(Delay(board.id("Gabe"), "joker"))
    assert board.active == "Red"
    assert board.refused(Delay(board.id("Red"), "joker")).code == "wait.needs"
    board.act("Red", "attack", "Jo", amount="-1")
    board.do(Interrupt(board.id("Gabe")), owns=board.id("Gabe"))
    assert not of(board.events, Contested)
    assert board.active == "Gabe"
    board.act("Gabe", "attack", "Jo", amount="-1")
    board.end()
    assert board.active == "Red", "the interrupted turn goes on"
    assert board.pool("Red", "actions") == 2
    board.end()
    board.end()
    board.end()
    assert [e.why for e in of(board.events, Shuffled)] == ["joker"]
    assert board.conditions("Gabe") == ()
    board.check()


def test_a_joker_that_was_not_used_acts_last() -> None:
    """SWA-3."""
    board = tower()
    begin(board, gabe="joker 2")
    board.do(Delay(board.id("Gabe"), "joker"))
    for name in ("Red", "Gang", "Jo"):
        assert board.active == name
        board.end()
        board.do(Next())
    assert board.active == "Gabe"


def test_hold_outlasts_the_round_without_a_card_and_acts_at_any_gap() -> None:
    """SWA-8: no card is dealt while holding; the turn is used whenever its owner likes."""
    board = tower()
    begin(board)
    board.do(Delay(board.id("Red"), "hold"))
    while board.question is None:
        board.do(Next())
    assert board.question is not None
    assert "Red" not in str(board.question.ask.about), "who holds is dealt no card"
    deal(board, Gabe="3 of clubs", Jo="4 of clubs", Gang="5 of clubs")
    assert board.active == ""
    board.do(Pass(board.id("Red")))
    assert board.active == "Gang"
    board.end()
    board.do(Enter((board.id("Red"),)), owns=board.id("Red"))
    assert board.active == "Red"
    board.end()
    assert board.active == "Jo"
    board.end()
    board.end()
    assert board.state.round == 2 or board.question is not None
    board.check()


def test_interrupting_from_hold_is_an_opposed_roll() -> None:
    """SWA-8: whoever wins goes first; whoever loses acts right after, and holds no longer."""
    board = tower()
    begin(board)
    board.do(Delay(board.id("Red"), "hold"))
    assert board.active == "Gang"
    board.act("Gang", "free")
    assert board.code(Interrupt(board.id("Red"), "won"), owns=board.id("Red")) == "interrupt.gm_only"
    assert board.code(Interrupt(board.id("Gang"))) == "interrupt.own"
    assert board.code(Interrupt(board.id("Jo"))) == "interrupt.not_waiting"
    board.act("Gang", "act")
    board.do(Interrupt(board.id("Red"), "won"))
    assert board.active == "Red"
    board.act("Red", "attack", "Gang", amount="-1")
    board.end()
    assert board.active == "Jo", "the interrupted one is out, and its turn with it"
    board.check()


def test_losing_the_contest_acts_right_after() -> None:
    """SWA-8."""
    board = tower()
    begin(board)
    board.do(Delay(board.id("Red"), "hold"))
    board.act("Gang", "act")
    board.do(Interrupt(board.id("Red"), "lost"))
    assert board.active == "Gang"
    assert board.code(Interrupt(board.id("Red"))) == "interrupt.called"
    board.end()
    assert board.active == "Red"
    board.act("Red", "act")
    board.end()
    assert board.active == "Jo"


def test_a_tied_contest_is_taken_at_once() -> None:
    """SWA-8: both act at the same time, and what they do falls together."""
    board = tower()
    begin(board)
    board.do(Delay(board.id("Red"), "hold"))
    board.act("Gang", "act")
    board.do(Interrupt(board.id("Red"), "tied"))
    assert board.acting == ["Gang", "Red"]
    assert (board.pool("Red", "actions"), board.pool("Gang", "actions")) == (3, 2)
    board.act("Red", "attack", "Gang", amount="-1")
    assert of(board.events, Collected)
    board.act("Gang", "attack", "Red", amount="-1")
    board.end()
    assert (board.pool("Gang", "health"), board.pool("Red", "health")) == (0, 3)
    assert board.active == "Jo"
    board.check()


@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e"])
def test_the_contest_is_rolled_with_the_dice_of_both(seed: str) -> None:
    board = tower(seed)
    begin(board)
    board.do(Delay(board.id("Red"), "hold"))
    board.act("Gang", "act")
    board.do(Interrupt(board.id("Red")))
    contest = of(board.events, Contested)[0]
    assert contest.own is not None
    assert contest.others is not None
    assert contest.ref == "SWA-8"
    assert contest.result == (
        "won" if contest.own > contest.others else "lost" if contest.own < contest.others else "tied"
    )
    expected = {"won": "Red", "lost": "Gang", "tied": "Gang"}
    assert board.active == expected[contest.result]


def test_a_contest_at_the_table_is_asked_for() -> None:
    board = tower(contests="at the table")
    begin(board)
    board.do(Delay(board.id("Red"), "hold"))
    board.act("Gang", "act")
    board.do(Interrupt(board.id("Red")), owns=board.id("Red"))
    assert (board.asked, board.items) == (["gm"], ["won", "lost", "tied"])
    board.answer("won")
    assert board.active == "Red"


def test_who_is_shaken_or_stunned_loses_hold_and_the_turn_and_cannot_begin_to_hold() -> None:
    """SWA-8, SWA-10."""
    board = tower()
    begin(board)
    board.do(Delay(board.id("Red"), "hold"))
    board.condition("Red", "shaken")
    assert [e.why for e in of(board.events, WaitLost)] == ["shaken"]
    assert board.active == "Gang"
    board.condition("Gang", "shaken")
    assert board.refused(Delay(board.id("Gang"), "hold")).code == "wait.begun", "nothing is left to wait for"
    assert board.refused(Act(board.id("Gang"), "attack", (board.id("Red"),))).code == "act.barred"
    while board.question is None:
        board.do(Next())
    ups = [e.entry for r in board.encounter.records for e in of(r.events, TurnUp)]
    assert ups.count(board.entry("Red")) == 1, "its turn in this round is gone"


def test_a_shaken_one_with_a_joker_may_wait_by_the_joker_only() -> None:
    """SWA-3, SWA-10."""
    board = tower()
    deal(board, Red="joker 1", Gabe="2 of clubs", Jo="3 of clubs", Gang="4 of clubs")
    board.condition("Red", "shaken")
    board.do(Start())
    refusal = board.refused(Delay(board.id("Red"), "hold"))
    assert (refusal.code, refusal.ref) == ("wait.broken", "SWA-8")
    board.do(Delay(board.id("Red"), "joker"))
    assert board.active == "Gang"


def test_an_ambush_begins_on_hold_and_the_surprised_have_no_card() -> None:
    """SWA-9: those who ambush begin on hold; whoever is surprised has no turn in the first round."""
    board = tower()
    board.do(Surprise((board.id("Red"),)))
    assert board.state.entries[board.entry("Jo")].wait is not None
    deal(board, Gabe="2 of clubs")
    board.do(Start())
    assert board.question is None, "nobody else is to be dealt a card"
    board.do(Enter((board.id("Jo"),)))
    assert board.active == "Jo"
    board.do(Surprise((board.id("Red"),), on=False))
    assert board.state.entries[board.entry("Gang")].wait is None
    board.check()


def test_another_card_is_drawn_and_the_better_kept() -> None:
    """Drawing again is what a Benny buys; a re-deal replaces the card."""
    board = tower(cards="dealt here")
    board.do(Start())
    before = board.score("Gabe")
    assert before is not None
    board.do(Deal((board.id("Gabe"),)))
    after = board.score("Gabe")
    assert after is not None
    assert after >= before
    board.do(Reroll((board.id("Gabe"),)))
    assert dealt(board, "Gabe").score == board.score("Gabe")


def test_the_round_begins_by_itself_when_cards_are_dealt_here() -> None:
    board = tower(cards="dealt here")
    board.do(Start())
    board.do(NextRound())
    assert of(board.events, RoundBegan)
    assert board.active


TEN = """
game: Ten
about: Ten cards without suits, low first; a fierce one has several.
sides: {heroes: players}
stats: {ferocity: 1}
decks: {initiative: {ranks: 1-10, reshuffled: each round}}
modes: {fight: list}
initiative: {first: low, rolled: round, unrolled: roll, cards: {deck: initiative}}
turn: {a round: ferocity}
"""


def test_a_small_deck_low_first_and_a_card_for_each_turn() -> None:
    """Somebody with several turns a round has a card for each (CASE-29)."""
    board = Board(TEN)
    board.add("Hero")
    board.add("Dragon", "foes", ferocity=3)
    board.do(Start())
    assert len(board.order) == 4
    scores = [board.state.entries[e].score for e in board.state.order]
    assert scores == sorted(scores, key=lambda score: score or 0)
    assert len(set(scores)) == 4
    seen = []
    for _ in range(4):
        seen.append(board.active)
        board.do(End())
    assert sorted(seen) == ["Dragon", "Dragon (2)", "Dragon (3)", "Hero"]
    assert board.state.round == 2
    board.check()
