"""Ties that people decide: who is asked, mixed ties with two parts, roll-offs for a single tie, and late joiners."""

from __future__ import annotations

import pytest
from orders.board import of

from turnwright.engine import Redo, Undo, codec
from turnwright.engine.events import Ordered, Placed, TieBroken, TieReopened
from turnwright.engine.happenings import Answered, Asked, QuestionClosed
from turnwright.engine.mechanics.cast import Hide, Remove
from turnwright.engine.mechanics.initiative import SetScore
from turnwright.engine.mechanics.questions import Answer
from turnwright.engine.mechanics.scenes import Start
from turnwright.engine.mechanics.ties import RollOff, SetTie
from turnwright.engine.view import view
from turnwright.fight import Fight

from .scripted import Scripted

HEROES = ("Ana", "Bo", "Cy")


def tied(*names: str, **options: str) -> Scripted:
    """A fight of the action-point game in which all of these have 14; heroes are the players'."""
    board = Scripted("reaction-ap", **options)
    for name in names:
        board.add(name, "heroes" if name in HEROES else "raiders", score=14, hp=5)
    board.do(Start())
    return board


def parts(board: Scripted) -> list[tuple[list[str], list[str]]]:
    """Who is asked, and about whom, for each part of the open question."""
    assert board.question is not None
    who, entries = board.state.combatants, board.state.entries
    return [
        ([who[w].name if w in who else w for w in part.to], [entries[e].name for e in part.items])
        for part in board.question.ask.parts
    ]


class TestWhoDecides:
    def test_among_others_the_gm(self) -> None:
        """RAP-I3, RAP-C1 ask"""
        board = tied("Imp", "Orc")
        assert parts(board) == [(["gm"], ["Imp", "Orc"])]
        assert board.question
        assert board.question.ask.ref == "RAP-I3"
        board.answer("Orc", "Imp")
        assert board.order == ["Orc", "Imp"]
        assert {(e.how, e.ref) for e in of(board.events, TieBroken)} == {("ask", "RAP-I3")}

    def test_among_characters_their_players_who_have_to_agree(self) -> None:
        """RAP-I3: two who want different orders are asked on; once they say the same it holds."""
        board = tied("Ana", "Bo")
        assert parts(board) == [(["Ana", "Bo"], ["Ana", "Bo"])]
        board.answer("Bo", "Ana", who="Ana")
        board.answer("Ana", "Bo", who="Bo")
        assert board.question is not None
        board.answer("Bo", "Ana", who="Bo")
        assert board.question is None
        assert board.order == ["Bo", "Ana"]

    def test_until_they_agree_the_gm_may_set_it(self) -> None:
        """RAP-I3"""
        board = tied("Ana", "Bo")
        board.answer("Bo", "Ana", who="Ana")
        board.answer("Ana", "Bo")
        assert board.order == ["Ana", "Bo"]

    def test_between_a_character_and_others_the_gm(self) -> None:
        """RAP-I3: one character among others has nothing to agree on."""
        board = tied("Ana", "Imp", "Orc")
        assert parts(board) == [(["gm"], ["Ana", "Imp", "Orc"])]
        assert (
            board.code(Answer(tuple(board.state.order), "", board.id("Ana")), owns=board.id("Ana")) == "question.none"
        )

    def test_players_of_others_have_no_say(self) -> None:
        """RAP-I3"""
        board = tied("Ana", "Bo")
        board.add("Cy", "heroes", hp=5)
        order = (board.entry("Bo"), board.entry("Ana"))
        assert board.code(Answer(order, "", board.id("Cy")), owns=board.id("Cy")) == "question.none"


class TestMixed:
    """RAP-I3: the GM decides the places of the others, the players the order of their own in the places left."""

    def mixed(self) -> Scripted:
        board = tied("Ana", "Imp", "Bo", "Orc")
        assert parts(board) == [(["gm"], ["Ana", "Imp", "Bo", "Orc"]), (["Ana", "Bo"], ["Ana", "Bo"])]
        return board

    @pytest.mark.parametrize("gm_first", [True, False])
    def test_both_parts_make_one_order(self, gm_first: bool) -> None:
        """RAP-I3: whoever answers first; the GM's order of the characters counts for nothing."""
        board = self.mixed()
        master = board.question.ask.parts[0].key if board.question else ""
        if gm_first:
            board.answer("Imp", "Ana", "Bo", "Orc", part=master)
        board.answer("Bo", "Ana", who="Ana")
        board.answer("Bo", "Ana", who="Bo")
        if not gm_first:
            assert board.question is not None
            board.answer("Imp", "Ana", "Bo", "Orc", part=master)
        assert board.order == ["Imp", "Bo", "Ana", "Orc"]

    def test_the_gm_may_settle_either_part(self) -> None:
        """RAP-I3"""
        board = self.mixed()
        board.answer("Orc", "Ana", "Imp", "Bo")
        assert board.question is not None
        board.answer("Bo", "Ana")
        assert board.order == ["Orc", "Bo", "Imp", "Ana"]

    def test_answers_are_hidden_until_all_are_in(self) -> None:
        """RAP-I3, SEM-22: what one part was answered is told to nobody else while the other is open."""
        board = self.mixed()
        master = board.question.ask.parts[0].key if board.question else ""
        board.answer("Imp", "Ana", "Bo", "Orc", part=master)
        assert [e.to for e in of(board.events, Answered)] == ["gm"]
        board.answer("Bo", "Ana", who="Ana")
        assert [e.to for e in of(board.events, Answered)] == [board.id("Ana")]
        assert board.order != ["Imp", "Bo", "Ana", "Orc"]
        shown = view(board.rules, board.state, frozenset({board.id("Bo")}))
        assert shown.question is not None
        assert [part.items for part in shown.question.parts] == [(board.entry("Ana"), board.entry("Bo"))]

    def test_a_hidden_one_leaves_no_trace_in_what_players_are_asked(self) -> None:
        """SEM-22: neither its id nor the part that is about it is in their view."""
        board = Scripted("reaction-ap")
        for name in ("Ana", "Bo", "Lurker"):
            board.add(name, "heroes" if name in HEROES else "raiders", score=14, hp=5)
        board.do(Hide((board.id("Lurker"),)))
        board.do(Start())
        shown = view(board.rules, board.state, frozenset({board.id("Ana")}))
        assert shown.question is not None
        assert board.entry("Lurker") not in codec.encode(shown.question).decode()

    def test_whoever_leaves_meanwhile_is_asked_about_no_more(self) -> None:
        """A question that no longer arises is withdrawn, and what is left of the tie is asked."""
        board = self.mixed()
        board.answer("Bo", "Ana", who="Ana")
        board.do(Remove((board.id("Bo"),)))
        assert [e.withdrawn for e in of(board.events, QuestionClosed)] == [True]
        assert parts(board) == [(["gm"], ["Ana", "Imp", "Orc"])]

    def test_two_ties_are_asked_about_one_after_the_other(self) -> None:
        """RAP-I3: an answer to the one is never taken for the other."""
        board = Scripted("reaction-ap")
        for name, score in (("Imp", 9), ("Orc", 9), ("Rat", 4), ("Bat", 4)):
            board.add(name, "raiders", score=score, hp=5)
        board.do(Start())
        board.answer("Orc", "Imp")
        assert parts(board) == [(["gm"], ["Rat", "Bat"])]
        board.answer("Bat", "Rat")
        assert board.order == ["Orc", "Imp", "Bat", "Rat"]


class TestRollOff:
    """RAP-I4: for any single tie the GM may have all of them roll instead."""

    def test_it_settles_the_open_question(self) -> None:
        """RAP-I4: a d20 without modifier each, the highest first; those level roll again, and nobody else does."""
        board = tied("Ana", "Imp", "Bo")
        events = board.rolling(RollOff(), 11, 17, 11, 3, 20)
        assert board.order == ["Imp", "Bo", "Ana"]
        assert {e.ref for e in of(events, TieBroken) + of(events, TieReopened)} == {"RAP-I4"}
        assert [e.withdrawn for e in of(events, QuestionClosed)] == [True]
        board.reload()
        assert board.order == ["Imp", "Bo", "Ana"]

    def test_the_other_ties_stay_with_people(self) -> None:
        """RAP-I4: any single one"""
        board = Scripted("reaction-ap")
        for name, score in (("Imp", 9), ("Orc", 9), ("Rat", 4), ("Bat", 4)):
            board.add(name, "raiders", score=score, hp=5)
        board.do(Start())
        board.rolling(RollOff(), 2, 3)
        assert parts(board) == [(["gm"], ["Rat", "Bat"])]

    def test_it_is_the_gms_to_call(self) -> None:
        """RAP-I4"""
        board = tied("Ana", "Bo")
        assert board.code(RollOff(), owns=board.id("Ana")) == "seat.not_yours"

    def test_before_the_start_it_counts_at_the_start(self) -> None:
        """RAP-I4, SEM-12: what was rolled before the start survives it, and is not asked again."""
        board = Scripted("reaction-ap")
        for name in ("Imp", "Orc"):
            board.add(name, "raiders", score=9, hp=5)
        board.rolling(RollOff((board.id("Imp"),)), 2, 3)
        board.rolling(Start())
        assert board.order == ["Orc", "Imp"]

    def test_real_dice(self) -> None:
        """RAP-I4: faces that people read off, in the order in which those tied are named."""
        board = tied("Imp", "Orc")
        assert board.code(RollOff(faces=(4,))) == "dice.too_few"
        assert board.code(RollOff(faces=(4, 5, 6))) == "dice.too_many"
        assert board.code(RollOff(faces=(4, 21))) == "dice.impossible"
        board.do(RollOff(faces=(4, 4, 8, 9)))
        assert board.order == ["Orc", "Imp"]

    def test_undo_gives_the_dice_back(self) -> None:
        """RAP-I4, SEM-17"""
        board = tied("Imp", "Orc", "Rat", "Bat")
        before = codec.state_bytes(board.state)
        board.do(RollOff())
        after, order = codec.state_bytes(board.state), board.order
        board.do(Undo())
        assert codec.state_bytes(board.state) == before
        board.do(Redo())
        assert codec.state_bytes(board.state) == after
        board.do(Undo())
        board.do(RollOff())
        assert board.order == order

    def test_refusals(self) -> None:
        """RAP-I4: nothing to roll for, nobody tied with it, somebody not tied."""
        board = Scripted("reaction-ap")
        for name, score in (("Imp", 9), ("Orc", 9), ("Rat", 4)):
            board.add(name, "raiders", score=score, hp=5)
        imp, orc, rat = (board.id(n) for n in ("Imp", "Orc", "Rat"))
        assert board.code(RollOff()) == "tie.none"
        assert board.code(RollOff((rat,))) == "tie.decided"
        assert board.code(RollOff((imp, rat))) == "tie.not_tied"
        assert board.code(SetTie((imp,))) == "tie.too_few"
        assert board.code(SetTie((imp, rat))) == "tie.not_tied"
        assert board.code(SetTie((imp, "e999"))) == "combatant.unknown"
        board.do(SetTie((orc, imp)))
        board.do(Start())
        assert board.order == ["Orc", "Imp", "Rat"]

    def test_a_game_without_one_leaves_it_to_the_gm_to_insist(self) -> None:
        """The GM is above the rules: a d20 each, and a ruling in the log."""
        board = Scripted("game: G\ninitiative: {ties: [{ask: gm}]}")
        for name in ("Imp", "Orc"):
            board.add(name, score=9)
        board.do(Start())
        assert board.code(RollOff()) == "tie.no_roll_off"
        board.rolling(RollOff(), 2, 3, force=True)
        assert board.order == ["Orc", "Imp"]

    def test_always(self) -> None:
        """RAP-C1 roll: nobody is asked."""
        board = Scripted("reaction-ap", ties="roll")
        for name in ("Ana", "Imp"):
            board.add(name, "heroes" if name in HEROES else "raiders", score=14, hp=5)
        events = board.rolling(Start(), 5, 5, 1, 2)
        assert board.order == ["Imp", "Ana"]
        assert {e.ref for e in of(events, TieBroken)} == {"RAP-C1"}


class TestLateJoiners:
    def test_the_gm_says_where_a_newcomer_stands(self) -> None:
        """RAP-I3, CASE-01: those who stand are named as they stand; nobody else moves."""
        board = tied("Imp", "Orc")
        board.answer("Orc", "Imp")
        board.add("Rat", "raiders", score=14, hp=5)
        assert parts(board) == [(["gm"], ["Orc", "Imp", "Rat"])]
        board.answer("Orc", "Rat", "Imp")
        assert board.order == ["Orc", "Rat", "Imp"]
        assert not of(board.events, Ordered)
        assert board.active == "Orc"

    def test_a_newcomer_who_is_taken_away_meanwhile_needs_no_place(self) -> None:
        """RAP-I3: with two newcomers asked about at once, only the one who is still there is placed and told of."""
        fight = Fight.new("reaction-ap")
        for text in ("add Imp side foes score 14", "start", "add Rat side foes score 14", "add Owl side foes score 14"):
            assert fight.do(text), text
        assert fight.do("remove Owl")
        answered = fight.do("answer Imp, Rat")
        assert answered.lines[-1] == "Rat stands after Imp"
        assert not [line for line in answered.lines if "Owl" in line]
        assert fight.do("end")

    def test_nobody_is_told_to_stand_after_one_who_has_gone(self) -> None:
        """RAP-I3, RAP-T2: a place is told by those who are still there."""
        fight = Fight.new("reaction-ap")
        for text in ("add Imp side foes score 14", "add Orc side foes score 9", "start", "remove Imp"):
            assert fight.do(text), text
        assert fight.do("add Rat side foes score 12").lines[-1] == "Rat stands first"
        assert fight.do("remove Rat")
        assert fight.do("add Owl side foes score 5").lines[-1] == "Owl stands after Orc"

    def test_an_answer_that_turns_those_who_stand_moves_them(self) -> None:
        """RAP-I3: the order that was told is the order that stands."""
        board = tied("Imp", "Orc")
        board.answer("Orc", "Imp")
        board.add("Low", "raiders", score=3, hp=5)
        board.add("Rat", "raiders", score=14, hp=5)
        board.answer("Imp", "Rat", "Orc")
        assert board.order == ["Imp", "Rat", "Orc", "Low"]
        assert [e.why for e in of(board.events, Ordered)] == ["tie"]
        assert board.active == "Orc"

    def test_players_and_gm_both_have_a_say_in_a_mixed_tie_with_a_newcomer(self) -> None:
        """RAP-I3: a character who joins makes it a mixed one with two parts."""
        board = tied("Ana", "Imp")
        board.answer("Imp", "Ana")
        board.add("Bo", "heroes", score=14, hp=5)
        assert [to for to, _ in parts(board)] == [["gm"], ["Ana", "Bo"]]
        assert board.question is not None
        master, players = (part.key for part in board.question.ask.parts)
        board.answer("Bo", "Ana", part=players)
        assert board.question is not None
        board.answer("Ana", "Imp", "Bo", part=master)
        assert board.order == ["Bo", "Imp", "Ana"]

    def test_a_roll_off_with_a_newcomer(self) -> None:
        """RAP-I4: each of those tied rolls, and they stand by it."""
        board = tied("Imp", "Orc")
        board.answer("Orc", "Imp")
        board.add("Low", "raiders", score=3, hp=5)
        board.add("Rat", "raiders", score=14, hp=5)
        board.rolling(RollOff(), 10, 15, 12)
        assert [board.state.entries[e.entry].name for e in of(board.events, TieBroken)] == ["Orc", "Imp", "Rat"]
        assert board.order == ["Imp", "Rat", "Orc", "Low"]

    def test_two_newcomers_with_the_same_score(self) -> None:
        """RAP-I3: all are asked about at once, and both get their places."""
        board = tied("Imp", "Orc")
        board.answer("Orc", "Imp")
        board.add("Rat", "raiders", hp=5, count=2)
        board.do(SetScore(board.id("Rat 1"), 14))
        board.answer("Rat 1", "Orc", "Imp")
        board.do(SetScore(board.id("Rat 2"), 14))
        assert parts(board) == [(["gm"], ["Rat 1", "Orc", "Imp", "Rat 2"])]
        board.answer("Rat 1", "Orc", "Rat 2", "Imp")
        assert board.order == ["Rat 1", "Orc", "Rat 2", "Imp"]
        assert len([e for r in board.encounter.records for e in of(r.events, Asked)]) == 3

    def test_a_newcomer_ahead_of_the_turn_has_missed_nothing(self) -> None:
        """SEM-4: it had no turn yet in this round; it acts in the next."""
        board = tied("Imp", "Orc")
        board.answer("Orc", "Imp")
        board.end()
        board.add("Rat", "raiders", score=20, hp=5)
        assert [e.missed for e in of(board.events, Placed)] == [False]
        board.end()
        assert (board.state.round, board.active) == (2, "Rat")
