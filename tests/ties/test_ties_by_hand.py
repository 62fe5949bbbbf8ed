"""Orders set by hand, sorting again, and who misses a turn by being moved."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from orders.board import of

from turnwright.engine import Record, Redo, Undo, codec
from turnwright.engine.dice import TypedDice
from turnwright.engine.events import Ordered, Placed, Ruled, ScoreSet, TieSet
from turnwright.engine.happenings import TurnBegan, TurnEnded, TurnSkipped, TurnUp
from turnwright.engine.mechanics.cast import Remove, Rename, SetCondition
from turnwright.engine.mechanics.given_turns import GiveTurn
from turnwright.engine.mechanics.initiative import Move, Reroll, SetScore
from turnwright.engine.mechanics.scenes import Start
from turnwright.engine.mechanics.ties import SetTie, Sort
from turnwright.fight import Fight

from .scripted import Scripted

GAME = """
game: Ties
sides: {heroes: players}
stats: {dex: 0}
pools: {hp: {vital: yes}, actions: {max: 1, start: 0, refill: start of turn}}
conditions: {down: {when: hp <= 0, unable: yes}}
initiative: {formula: 1d20 + dex, ties: [CHAIN]}
waits: {delay: {until: open, window: this round, place: here, unused: last}}
places: {lair: {score: 20, loses ties: yes}}
actions: {hit: {cost: {actions: 1}, target: one}}
"""


def board_of(chain: str = "ask: gm", start: bool = True, **scores: int) -> Scripted:
    board = Scripted(GAME.replace("[CHAIN]", f"[{{{chain}}}]"))
    for name, score in scores.items():
        board.add(name, score=score, hp=5)
    if start:
        board.do(Start())
        while board.question is not None:
            board.answer(*board.items)
    return board


class TestMoving:
    def test_between_two_who_are_tied(self) -> None:
        """CASE-10: the order is the one asked for, before and after reading the log again and sorting; only the one
        who was moved has another score."""
        board = board_of(A=15, B=15, C=10)
        board.do(Move(board.id("C"), board.id("B"), before=True))
        assert board.order == ["A", "C", "B"]
        assert [board.score(n) for n in ("A", "B", "C")] == [15, 15, 15]
        board.reload()
        assert board.order == ["A", "C", "B"]
        assert board.code(Sort()) == "sort.sorted"
        assert board.active == "A"

    @pytest.mark.parametrize("chain", ["ask: gm", "roll: 1d20", "by: dex"])
    def test_again_and_again(self, chain: str) -> None:
        """CASE-10: twenty moves in random directions; each gives what was asked for, whatever came before."""
        board = board_of(chain, A=15, B=15, C=10, D=7)
        chance = random.Random(chain)
        for _ in range(20):
            who, target = chance.sample(["A", "B", "C", "D"], 2)
            before = chance.random() < 0.5
            wanted = [name for name in board.order if name != who]
            wanted.insert(wanted.index(target) + (0 if before else 1), who)
            scores = {name: board.score(name) for name in board.order}
            board.do(Move(board.id(who), board.id(target), before))
            assert board.order == wanted
            assert {name: board.score(name) for name in board.order} == {**scores, who: scores[target]}
            board.reload()
            assert board.code(Sort()) == "sort.sorted"

    def test_behind_a_lair(self) -> None:
        """CASE-10, CASE-12: even behind what loses all ties."""
        from turnwright.engine.mechanics.places import AddPlace

        board = board_of(A=20, B=15)
        board.do(AddPlace("lair"))
        board.do(Move(board.id("B"), board.id("A")))
        assert board.order == ["A", "B", "lair"]
        board.do(SetTie((board.entry("lair"), board.entry("A"))))
        assert board.order == ["lair", "B", "A"]
        assert board.code(Sort()) == "sort.sorted"

    def test_oneself(self) -> None:
        board = board_of(A=15, B=15)
        assert board.code(Move(board.id("A"), board.id("A"))) == "move.self"


class TestSetByHand:
    def test_survives_additions_sorting_and_the_log(self) -> None:
        """SEM-5: and nobody is asked, nor anything rolled, about what was set."""
        board = board_of("roll: 1d20", A=15, B=15, C=15)
        wanted = tuple(board.entry(name) for name in ("C", "A", "B"))
        board.do(SetTie(wanted))
        assert board.order == ["C", "A", "B"]
        board.add("D", score=12, hp=5)
        board.do(Remove((board.id("A"),)))
        board.reload()
        assert board.order == ["C", "B", "D"]
        assert board.code(Sort()) == "sort.sorted"
        board.do(Undo())
        board.do(Redo())
        assert board.order == ["C", "B", "D"]

    def test_before_the_start_nobody_is_asked_any_more(self) -> None:
        """SEM-12: a decision made before the start survives it."""
        board = board_of(start=False, A=15, B=15, C=15)
        board.do(SetTie(tuple(board.entry(name) for name in ("C", "A", "B"))))
        board.do(Start())
        assert (board.question, board.order) == (None, ["C", "A", "B"])

    def test_two_of_three_before_the_start(self) -> None:
        """The third is told apart by the rules; the two stand as they were set, in the places that fall to them."""
        board = board_of("roll: 1d20", start=False, A=15, B=15, C=15)
        board.do(SetTie((board.entry("C"), board.entry("A"))))
        board.rolling(Start(), 18, 10, 3)
        assert board.order == ["C", "B", "A"]

    def test_settles_what_is_asked(self) -> None:
        """A tie can be set by hand while it is asked about: the question is gone."""
        board = board_of(start=False, A=15, B=15, C=9)
        board.do(Start())
        assert board.question is not None
        board.do(SetTie((board.entry("B"), board.entry("A"))))
        assert board.order == ["B", "A", "C"]

    def test_a_later_answer_replaces_it(self) -> None:
        """What people are asked for afterwards counts."""
        board = board_of(A=15, B=15, C=9)
        board.do(SetTie((board.entry("B"), board.entry("A"))))
        board.add("D", score=15, hp=5)
        assert board.items == ["B", "A", "D"]
        board.answer("D", "A", "B")
        assert board.order == ["D", "A", "B", "C"]
        assert board.code(Sort()) == "sort.sorted"

    def test_a_re_roll_replaces_it(self) -> None:
        """SEM-5: a new score forgets what was set by hand."""
        board = board_of(A=15, B=15, C=9)
        board.do(SetTie((board.entry("B"), board.entry("A"))))
        board.do(Reroll((board.id("B"),), (15,)))
        assert board.question is not None
        board.answer("A", "B")
        assert board.order == ["A", "B", "C"]

    def test_an_order_that_is_rolled_anew_each_round_is_set_anew(self) -> None:
        """SEM-5: the re-roll that the ruleset demands."""
        board = Scripted("game: G\ninitiative: {rolled: round, ties: [{ask: gm}]}")
        for name in ("A", "B"):
            board.add(name, score=5)
        board.do(SetTie((board.entry("B"), board.entry("A"))))
        board.do(Start())
        assert board.order == ["B", "A"]
        board.end()
        board.end()
        for name in ("A", "B"):
            assert board.score(name) is None

    def test_the_gms_to_do(self) -> None:
        board = board_of(A=15, B=15)
        assert board.code(SetTie((board.entry("B"), board.entry("A"))), owns=board.id("A")) == "seat.not_yours"


class TestWhatStaysActive:
    @pytest.mark.parametrize("change", ["remove", "add", "above", "sort", "rename", "tie", "move"])
    def test_nothing_about_the_order_changes_whose_turn_it_is(self, change: str) -> None:
        """SEM-1: and no event about turns is written."""
        board = board_of(A=20, B=15, C=10, D=10)
        board.do(Move(board.id("C"), board.id("A"), before=True))
        board.do(Undo())
        board.end()
        assert board.active == "B"
        turn = board.turn
        if change == "remove":
            events = board.do(Remove((board.id("A"),)))
        elif change == "add":
            board.add("Top", score=30, hp=5)
            events = board.events
        elif change == "above":
            events = board.do(SetScore(board.id("C"), 17))
        elif change == "sort":
            board.do(Move(board.id("A"), board.id("D")))
            board.do(SetScore(board.id("A"), 20))
            events = board.events
        elif change == "rename":
            events = board.do(Rename(board.id("B"), "Beatrix"))
        elif change == "tie":
            events = board.do(SetTie((board.entry("D"), board.entry("C"))))
        else:
            events = board.do(Move(board.id("B"), board.id("D")))
        assert board.turn == turn
        assert not [e for e in events if isinstance(e, TurnUp | TurnBegan | TurnEnded | TurnSkipped)]


class TestMissed:
    def test_who_moves_ahead_without_having_acted_is_told_and_acts_first_next_round(self) -> None:
        """SEM-4: no second turn and no turn taken away silently."""
        board = board_of(A=20, B=15, C=10, D=5)
        board.end()
        board.do(SetScore(board.id("D"), 17))
        assert [e.missed for e in of(board.events, Placed)] == [True]
        seen = [board.active]
        for _ in range(5):
            board.end()
            seen.append(board.active)
        assert seen == ["B", "C", "A", "D", "B", "C"]

    def test_who_has_acted_and_moves_back_has_no_second_turn(self) -> None:
        """SEM-4"""
        board = board_of(A=20, B=15, C=10)
        board.end()
        board.do(SetScore(board.id("A"), 12))
        assert [e.missed for e in of(board.events, Placed)] == [False]
        assert board.order == ["B", "A", "C"]
        board.end()
        assert board.active == "C"
        board.end()
        assert (board.state.round, board.active) == (2, "B")

    def test_the_gm_may_grant_the_turn_now(self) -> None:
        """SEM-4: it is taken in the middle of the one that is on, with all that belongs to a turn, and counts."""
        board = board_of(A=20, B=15, C=10, D=5)
        board.end()
        board.do(SetScore(board.id("D"), 17))
        board.do(GiveTurn(board.id("D")))
        assert (board.active, board.pool("D", "actions")) == ("D", 1)
        board.end()
        assert board.active == "B"
        board.end()
        board.end()
        assert (board.state.round, board.active) == (2, "A")

    def test_a_second_turn_is_a_ruling(self) -> None:
        """SEM-4: nobody acts twice in a round without a rule, but the GM may insist."""
        board = board_of(A=20, B=15, C=10)
        board.end()
        assert board.code(GiveTurn(board.id("B"))) == "turn.own"
        assert board.code(GiveTurn(board.id("A"))) == "turn.taken"
        events = board.do(GiveTurn(board.id("A")), force=True)
        assert [e.code for e in of(events, Ruled)] == ["turn.taken"]
        assert board.active == "A"
        board.hp("C", "-9")
        assert board.code(GiveTurn(board.id("C"))) == "turn.unable"

    def test_not_while_nobody_has_turns(self) -> None:
        board = board_of(start=False, A=20, B=15)
        assert board.code(GiveTurn(board.id("A"))) == "turn.no_turns"

    def test_who_waits_or_has_no_turn_is_not_told(self) -> None:
        """SEM-4: those who wait are offered the next gap, those who are out of the order have nothing to miss."""
        from turnwright.engine.mechanics.waits import Delay

        board = board_of(A=20, B=15, C=10, D=5)
        board.do(Delay(board.id("A")))
        board.do(SetScore(board.id("A"), 3))
        board.do(SetScore(board.id("A"), 18))
        assert not any(e.missed for e in of(board.events, Placed))

    def test_sorting_tells_it_too(self) -> None:
        """SEM-4, SEM-5: what a delay changed goes back to the scores; who misses a turn by it is named."""
        from turnwright.engine.mechanics.gaps import Enter
        from turnwright.engine.mechanics.waits import Delay

        board = board_of(A=20, B=15, C=10)
        board.do(Delay(board.id("A")))
        board.end()
        board.do(Enter((board.id("A"),)))
        assert (board.order, board.active) == (["B", "A", "C"], "A")
        board.end()
        board.end()
        board.end()
        assert (board.state.round, board.active) == (2, "A")
        board.do(Undo())
        assert (board.state.round, board.active) == (2, "B")
        assert board.code(Sort()) == "sort.stepped_in"
        events = board.do(Sort(), force=True)
        assert board.order == ["A", "B", "C"]
        told = of(events, Ordered)
        assert [(e.why, e.missed) for e in told] == [("sorted", (board.entry("A"),))]
        board.end()
        assert board.active == "C"

    def test_who_misses_a_turn_by_a_new_order_is_named_in_the_log(self) -> None:
        """SEM-4, RAP-I4: also where all who are tied roll for their order while a turn is on."""
        fight = Fight.new("reaction-ap")
        cast = ("Ana side heroes score 10", "Bo side heroes score 10", "Orc side foes score 8")
        for text in (*(f"add {one}" for one in cast), "start", "answer Ana, Bo", "score Orc 10"):
            assert fight.do(text), text
        told = fight.do("rolloff", dice=TypedDice((1, 9, 4))).lines
        missed = "ahead of the turn that is on, without having acted, so first next round"
        assert f"Order: Bo (10), Ana (10) and Orc (10); {missed}: Bo" in told
        assert fight.do("end").lines[:2] == ("Ana's turn ends", "— Round 2 —")
        assert fight.do("end")
        assert not [line for line in fight.do("tie Orc, Ana").lines if missed in line]

    def test_there_is_nothing_to_sort_without_an_order(self) -> None:
        board = board_of(start=False, A=20, B=15)
        assert board.code(Sort()) == "sort.no_order"


NAMES = ("A", "B", "C", "D", "E", "F")


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(("add", "set", "remove", "end")), st.integers(-3, 6)))
)
def test_scores_never_rise_along_the_order(steps: list[tuple[str, str, int]]) -> None:
    """CASE-01, SEM-5: after any sequence of adding, setting and removing; the active one stays so meanwhile."""
    board = board_of(A=3, B=3, C=1)
    for name, what, score in steps:
        here = {c.name for c in board.state.combatants.values() if not c.gone}
        gone = {c.name for c in board.state.combatants.values()} - here
        active = board.active
        if what == "add" and name not in here | gone:
            board.add(name, score=score, hp=5)
        elif what == "set" and name in here:
            board.do(SetScore(board.id(name), score))
        elif what == "remove" and name in here and len(here) > 1 and name != active:
            board.do(Remove((board.id(name),)))
        elif what == "end":
            board.end()
            active = board.active
        while board.question is not None:
            board.answer(*reversed(board.items))
        scores = [board.score(other) for other in board.order]
        assert scores == sorted(scores, key=lambda s: -(s or 0))
        assert board.active == active
    board.reload()


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_what_was_set_by_hand_is_what_sorting_gives(data: st.DataObject) -> None:
    """SEM-5: after any sequence of moves, ties set by hand and newcomers, sorting changes nothing."""
    board = board_of("roll: 1d20", A=3, B=3, C=3, D=2)
    for _ in range(data.draw(st.integers(1, 8))):
        who, target = data.draw(st.permutations(board.order).map(lambda names: names[:2]))
        if data.draw(st.booleans()) and board.score(who) == board.score(target):
            board.do(SetTie((board.entry(target), board.entry(who))))
            assert board.order.index(target) < board.order.index(who)
        else:
            board.do(Move(board.id(who), board.id(target), data.draw(st.booleans())))
        if len(board.order) < 6 and data.draw(st.booleans()):
            board.add(NAMES[len(board.order)], score=3, hp=5)
        assert board.code(Sort()) == "sort.sorted"
    before = codec.state_bytes(board.state)
    count = len(board.encounter.history)
    board.do(Undo(count))
    board.do(Redo(count))
    assert codec.state_bytes(board.state) == before


def test_moving_tells_what_it_did() -> None:
    """The score where it changes, the place, and who is held in place by hand from now on."""
    board = board_of(A=15, B=15, C=10)
    events = board.do(Move(board.id("C"), board.id("A")))
    assert [type(e) for e in events] == [ScoreSet, Placed, TieSet]
    done = board.encounter.do(SetCondition((board.id("A"),), "odd"))
    assert isinstance(done, Record)
