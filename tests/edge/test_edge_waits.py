"""Edge of Darkness: delays, moments, and what is held over."""

from __future__ import annotations

import pytest
from orders.board import of

from turnwright.engine import Redo, Undo, codec
from turnwright.engine.acts import Acted
from turnwright.engine.events import ToldApart
from turnwright.engine.waiting import WaitLost

from .fight import Fight, three


class TestDelay:
    @pytest.mark.parametrize("words", ["delay", "prepare act if Thug attacks"])
    def test_only_in_ones_own_turn_and_as_long_as_an_action_is_left(self, words: str) -> None:
        """EOD-R1, EOD-D1, EOD-T1: a move is none."""
        fight = three()
        assert fight.no("Jonah", words) in ("EOD-D1", "EOD-D5")
        fight.say("Mara", "move costs 1")
        fight.say("Mara", words)
        assert fight.active == "Jonah"
        fight.say("Jonah", "act")
        assert fight.no("Jonah", words) in ("EOD-D1", "EOD-D5")

    @pytest.mark.parametrize("words", ["enter", "dodge"])
    def test_what_belongs_to_the_start_of_a_turn_does_not_come_again_when_it_goes_on(self, words: str) -> None:
        """EOD-D1, SEM-16"""
        fight = three()
        mara = fight.id("Mara")
        fight.say("", "effect bleeding on Mara, does health -1, at start of turn")
        fight.say("", "effect numb on Mara, lasts until the end of the bearer's 2nd turn")
        fight.say("Mara", "move costs 1")
        assert fight.pool("Mara", "health") == 6
        fight.say("Mara", "delay")
        fight.say("Mara", words)
        fight.end()
        if fight.active == "Mara":
            fight.end()
        assert fight.pool("Mara", "health") == 6
        assert [e.left for e in fight.state.effects.values() if e.bearer == mara and e.name == "numb"] == [1]

    @pytest.mark.parametrize("words", ["delay until 14", "delay until 20", "delay before Mara"])
    def test_a_moment_that_is_not_ahead(self, words: str) -> None:
        """EOD-D1"""
        assert three().no("Mara", words) == "EOD-D1"

    def test_whose_standing_has_passed(self) -> None:
        """EOD-D1: refused in this turn, and open as a delay into the next (EOD-D4)."""
        fight = three()
        fight.end()
        assert fight.no("Jonah", "delay before Mara") == "EOD-D1"
        assert fight.no("Jonah", "delay until 10") == "EOD-D1"
        fight.say("Jonah", "hold-over before Mara")
        fight.end()
        assert (fight.state.round, fight.active, fight.rank("Jonah")) == (2, "Jonah", 10)

    def test_whose_moment_has_passed_though_not_their_own_standing(self) -> None:
        """EOD-D1, EOD-D4: whoever has held over stands, as the turn comes up, at the moment at which it does."""
        fight = Fight(Mara=(15, 6), Jonah=(13, 6), Lurker=(8, 6), Thug=(5, 2))
        fight.say("Mara", "hold-over until 10")
        for _ in range(4):
            fight.end()
        assert fight.active == "Mara"
        assert (fight.no("Mara", "delay until 12"), fight.no("Mara", "delay until 10")) == ("EOD-D1", "EOD-D1")
        fight.say("Mara", "delay until 7")
        fight.end()
        assert (fight.active, fight.rank("Mara")) == ("Mara", 15)

    def test_nobody_ties_with_the_old_total_of_one_who_stands_elsewhere_now(self) -> None:
        """EOD-D2, EOD-C2: no dice fall, and the newcomer stands by the ranks that there are; sorted, they are tied."""
        fight = Fight(Mara=(15, 6), Jonah=(13, 6), Thug=(5, 2))
        fight.say("Mara", "delay after Thug")
        for _ in range(3):
            fight.end()
        for name, total in (("Lurker", 15), ("Pau", 5)):
            fight.say("", f"add {name} side characters initmod 6 health 7")
            fight.say("", f"score {name} {total}")
        assert fight.order == ["Lurker", "Jonah", "Pau", "Thug", "Mara"]
        assert fight.rank("Mara") == 4
        fight.say("", "sort!", dice=(3, 8))
        assert fight.order == ["Lurker", "Mara", "Jonah", "Pau", "Thug"]

    def test_right_after_right_before_and_a_value(self) -> None:
        """EOD-D2, EOD-E1: N - 1, N + 1, and the value."""
        after, before, value = three(), three(), three()
        after.say("Mara", "delay after Jonah")
        after.end()
        assert (after.active, after.rank("Mara"), after.order) == ("Mara", 9, ["Jonah", "Mara", "Thug"])
        before.say("Mara", "delay before Jonah")
        assert (before.active, before.rank("Mara"), before.order) == ("Mara", 11, ["Mara", "Jonah", "Thug"])
        value.say("Mara", "delay until 7")
        value.end()
        assert (value.active, value.rank("Mara"), value.order) == ("Mara", 7, ["Jonah", "Mara", "Thug"])

    def test_the_place_follows_the_moment_whoever_stands_on_that_rank(self) -> None:
        """EOD-D2: 4 and 4, but the one who acted right after the Thug stands ahead of the Lurker. Never sorted by."""
        fight = Fight(Mara=(14, 4), Thug=(5, 2), Lurker=(4, 9))
        fight.say("Mara", "delay")
        fight.end()
        fight.say("Mara", "enter")
        assert (fight.order, fight.rank("Mara")) == (["Thug", "Mara", "Lurker"], 4)
        fight.say("Mara", "end")
        fight.end()
        assert (fight.state.round, fight.order) == (2, ["Thug", "Mara", "Lurker"])

    def test_the_storyteller_sets_a_rank(self) -> None:
        """EOD-D2: nobody is moved by it."""
        fight = three()
        fight.say("", "rank Thug 20")
        assert (fight.rank("Thug"), fight.order) == (20, ["Mara", "Jonah", "Thug"])

    def test_until_something_happens(self) -> None:
        """EOD-D1, EOD-D6: unprepared, so it waits for the end of what is under way."""
        fight = three()
        fight.say("Mara", "delay when the gate falls")
        fight.say("Jonah", "act")
        assert fight.no("Mara", "act") == fight.no("Mara", "fire") == "EOD-D6"
        fight.say("Mara", "enter")
        assert fight.active == "Jonah"
        fight.end()
        assert (fight.active, fight.rank("Mara")) == ("Mara", 9)

    def test_who_is_waited_for_is_gone_or_never_comes_up(self) -> None:
        """EOD-D1: the moment comes at once for who waits for somebody that acts no more; its rank is that moment's."""
        fight = three()
        fight.say("Mara", "delay before Thug")
        fight.say("Jonah", "act")
        fight.say("", "remove Thug as fled")
        fight.end()
        assert (fight.active, fight.rank("Mara")) == ("Mara", 9)

    @pytest.mark.parametrize("put_off", ["delay", "delay until 3", "prepare attack Thug for 2 if Thug attacks"])
    def test_the_standing_of_who_waits_has_passed(self, put_off: str) -> None:
        """EOD-D1: Mara acts when she likes, so that unprepared nobody can be sure to act right before her."""
        fight = three()
        fight.say("Mara", put_off)
        assert fight.no("Jonah", "delay before Mara") == "EOD-D1"
        assert fight.no("Jonah", "prepare attack Thug if Thug attacks before Mara") == "EOD-D5"
        fight.say("Jonah", "delay after Mara")

    def test_before_who_waits_where_that_interrupts(self) -> None:
        """EOD-D1, EOD-C5 yes: whoever interrupts is before them, whenever they act."""
        fight = three(before_interrupts="yes")
        fight.say("Mara", "delay")
        fight.say("Jonah", "delay before Mara")

    def test_who_waits_for_each_other(self) -> None:
        """EOD-D1, EOD-C3 hold_over: neither moment comes, nothing loops, and both hold over."""
        fight = three()
        fight.say("Mara", "delay after Jonah")
        fight.say("Jonah", "delay after Mara")
        fight.end()
        assert (fight.state.round, fight.waiting) == (2, ["Mara", "Jonah"])

    def test_a_rank_that_a_delay_has_reset(self) -> None:
        """EOD-C2: stays; or goes back, and the place with it, as the turn ends."""
        for stays, order, rank in (("yes", ["Jonah", "Mara", "Thug"], 9), ("no", ["Mara", "Jonah", "Thug"], 14)):
            fight = three(delay_rank_stays=stays)
            fight.say("Mara", "delay after Jonah")
            fight.end()
            assert (fight.order, fight.rank("Mara")) == (["Jonah", "Mara", "Thug"], 9)
            fight.end()
            fight.end()
            assert (fight.state.round, fight.order, fight.rank("Mara")) == (2, order, rank)

    def test_several_go_back_to_their_old_places(self) -> None:
        """EOD-C2: the places are the old ones, whoever stood right above whom when they left."""
        fight = three(delay_rank_stays="no")
        for who in ("Mara", "Jonah"):
            fight.say(who, "delay after Thug")
        fight.end()
        fight.end()
        assert fight.order[0] == "Thug"
        fight.end()
        assert (fight.state.round, fight.order) == (2, ["Mara", "Jonah", "Thug"])

    def test_right_before_interrupts_or_does_not(self) -> None:
        """EOD-C5, EOD-D6"""
        fight = three()
        fight.say("Mara", "delay before Thug")
        fight.say("Jonah", "act")
        assert fight.no("Mara", "fire") == "EOD-C5"
        fight.end()
        assert (fight.active, fight.rank("Mara")) == ("Mara", 6)
        other = three(before_interrupts="yes")
        other.say("Mara", "delay before Thug")
        other.end()
        assert other.active == "Thug"
        other.say("Thug", "attack Jonah for 2")
        other.say("Mara", "fire")
        assert (other.active, other.rank("Mara"), other.health("Jonah")) == ("Mara", 6, 7)
        other.say("Mara", "attack Thug for 7", "end")
        # Felled before it was resolved: nothing comes of it (EOD-C7).
        assert (other.health("Jonah"), other.state.round) == (7, 2)

    def test_a_moment_has_to_be_named(self) -> None:
        """EOD-C6 declared: the three declarations, and no other."""
        fight = three(delay_moment="declared")
        for words in ("delay", "delay open", "delay when it rains", "delay after Jonah", "hold-over", "hold-over open"):
            assert fight.no("Mara", words) == "EOD-C6"
        fight.say("Mara", "prepare act if Thug attacks")
        fight.say("Jonah", "hold-over first")


class TestTheSameMoment:
    def test_by_modifier(self) -> None:
        """EOD-D3, EOD-I2: without dice; all get the same rank."""
        fight = Fight(Mara=(14, 4), Jonah=(10, 6), Thug=(5, 2), Lurker=(2, 1))
        fight.say("Mara", "delay")
        fight.say("Jonah", "delay")
        fight.end()
        fight.say("", "enter Mara, Jonah")
        assert (fight.active, fight.rank("Jonah")) == ("Jonah", 4)
        fight.end()
        assert (fight.active, fight.rank("Mara")) == ("Mara", 4)
        assert fight.order == ["Thug", "Jonah", "Mara", "Lurker"]

    def test_equal_modifiers_roll(self) -> None:
        """EOD-D3, EOD-C1 roll: one die each, again while level. It is told, kept in the log, and changes no tie."""
        fight = three()
        fight.say("Mara", "delay after Thug")
        fight.say("Jonah", "delay after Thug")
        events = fight.say("Thug", "end", dice=(6, 6, 2, 8))
        assert (fight.active, fight.rank("Jonah")) == ("Jonah", 4)
        assert [e.ref for e in of(events, ToldApart)] == ["EOD-I2"] * 2 + ["EOD-C1"] * 4
        assert (fight.keys("Mara"), fight.keys("Jonah")) == ((), ())
        after = codec.state_bytes(fight.state)
        fight.do(Undo())
        fight.do(Redo())
        assert codec.state_bytes(fight.state) == after
        fight.reload()
        fight.say("Jonah", "end")
        assert (fight.active, fight.rank("Mara"), fight.order) == ("Mara", 4, ["Thug", "Jonah", "Mara"])

    def test_totals_that_are_tied_in_truth(self) -> None:
        """EOD-D3: what told them apart then tells them apart now."""
        fight = Fight()
        fight.add("Mara", score=14, initmod=4, health=7)
        fight.add("Jonah", score=14, initmod=4, health=7)
        fight.add("Thug", "creatures", score=5, initmod=2, health=7)
        fight.say("", "start", dice=(3, 8))
        assert fight.order == ["Jonah", "Mara", "Thug"]
        fight.say("Jonah", "delay after Thug")
        fight.say("Mara", "delay after Thug")
        fight.end()
        assert fight.active == "Jonah"

    def test_the_storyteller_decides(self) -> None:
        """EOD-D3, EOD-C1 gm: asked each time; an answer about others does not count for these."""
        fight = three(tie_final="gm")
        fight.say("Mara", "delay after Thug")
        fight.say("Jonah", "delay after Thug")
        fight.end()
        assert fight.question is not None
        assert fight.question.ask.code == "moment"
        assert (fight.asked, fight.items) == (["gm"], ["Mara", "Jonah"])
        fight.check()
        fight.answer("Jonah", "Mara")
        assert fight.active == "Jonah"
        fight.end()
        assert (fight.active, fight.rank("Mara")) == ("Mara", 4)

    def test_all_at_once(self) -> None:
        """EOD-D3, EOD-C1 together: one turn for both, and what they do falls at its end."""
        fight = three(tie_final="together")
        fight.say("Mara", "delay after Thug")
        fight.say("Jonah", "delay after Thug")
        fight.end()
        assert (sorted(fight.acting), fight.rank("Mara"), fight.rank("Jonah")) == (["Jonah", "Mara"], 4, 4)
        fight.say("Mara", "attack Jonah for 7")
        fight.say("Jonah", "attack Mara for 7")
        fight.check()
        fight.end()
        assert (fight.health("Mara"), fight.health("Jonah"), fight.state.round) == (0, 0, 2)

    def test_a_value_on_which_somebody_stands(self) -> None:
        """EOD-D2, EOD-D3: a tie with them - by modifier, by dice, by the Storyteller, or at once."""
        for modifier, dice, order in (
            (6, (), ["Mara", "Jonah", "Thug"]),
            (3, (), ["Jonah", "Mara", "Thug"]),
            (4, (9, 2), ["Mara", "Jonah", "Thug"]),
            (4, (2, 9), ["Jonah", "Mara", "Thug"]),
        ):
            fight = Fight(Mara=(14, modifier), Jonah=(10, 4), Thug=(5, 2))
            fight.say("Mara", "delay until 10", dice=dice)
            assert fight.active == order[0]
            fight.end()
            assert (fight.active, fight.order, fight.rank("Mara")) == (order[1], order, 10)
        asked = three(tie_final="gm")
        asked.say("Mara", "delay until 10")
        asked.answer("Jonah", "Mara")
        assert (asked.active, asked.waiting) == ("Jonah", ["Mara"])
        asked.end()
        assert (asked.active, asked.rank("Mara")) == ("Mara", 10)
        level = three(tie_final="together")
        level.say("Mara", "delay until 10")
        assert (sorted(level.acting), level.rank("Mara")) == (["Jonah", "Mara"], 10)
        level.end()
        assert level.active == "Thug"

    def test_a_tie_with_one_who_cannot_act_now(self) -> None:
        """EOD-D2, EOD-I2: whoever stands there keeps the place that the tie gives, and has it once recovered."""
        for modifier, order in ((6, ["Mara", "Jonah"]), (3, ["Jonah", "Mara"])):
            fight = Fight(Mara=(14, modifier), Jonah=(10, 4), Thug=(5, 2))
            fight.say("", "condition Jonah stunned")
            fight.say("Mara", "delay until 10")
            assert (fight.active, fight.rank("Mara"), fight.order) == ("Mara", 10, [*order, "Thug"])

    def test_what_was_found_at_a_moment_stands_though_one_of_them_is_stunned_or_felled(self) -> None:
        """EOD-D3: the dice have fallen, and whoever is skipped is so where they put it."""
        for words in ("condition Lurker stunned", "hp Lurker -7"):
            fight = Fight(Mara=(15, 6), Jonah=(13, 6), Lurker=(8, 6), Thug=(5, 2))
            fight.say("Mara", "delay until 8")
            fight.say("Jonah", "delay until 8", dice=(9, 7, 5))
            fight.say("", words)
            fight.end()
            assert (fight.active, fight.rank("Jonah")) == ("Jonah", 8)
            fight.end()
            assert (fight.active, fight.order) == ("Thug", ["Mara", "Jonah", "Lurker", "Thug"])

    def test_nobody_ties_with_the_dead(self) -> None:
        """EOD-D3"""
        fight = three()
        fight.hp("Jonah", "-7", "health")
        fight.say("Mara", "delay until 10")
        assert (fight.active, fight.rank("Mara")) == ("Mara", 10)

    def test_moments_come_in_their_order(self) -> None:
        """EOD-D1, EOD-D3: until 9 before until 7, whoever has the higher modifier; only equal moments are a tie."""
        fight = Fight(Mara=(14, 1), Jonah=(12, 9), Larry=(10, 2), Thug=(5, 2))
        fight.say("Mara", "delay until 9")
        fight.say("Jonah", "delay until 7")
        fight.end()
        assert (fight.active, fight.rank("Mara")) == ("Mara", 9)
        fight.end()
        assert (fight.active, fight.rank("Jonah")) == ("Jonah", 7)
        fight.end()
        assert (fight.active, fight.order) == ("Thug", ["Larry", "Mara", "Jonah", "Thug"])

    def test_right_after_comes_before_a_value_further_down(self) -> None:
        """EOD-D1: whoever waits openly is asked first, even where somebody's moment follows."""
        fight = Fight(Mara=(14, 1), Jonah=(12, 9), Larry=(10, 2), Thug=(5, 2))
        fight.say("Mara", "delay")
        fight.say("Jonah", "delay until 7")
        fight.end()
        assert fight.active == ""
        fight.say("Mara", "enter", player=True)
        assert (fight.active, fight.rank("Mara")) == ("Mara", 9)
        fight.end()
        assert (fight.active, fight.rank("Jonah")) == ("Jonah", 7)

    def test_a_delay_opens_no_gap(self) -> None:
        """EOD-D1: who said ahead that they will step in does so at the end of a turn."""
        fight = Fight(Mara=(14, 1), Jonah=(12, 3), Larry=(10, 2), Thug=(5, 2))
        fight.say("Mara", "delay")
        fight.say("Mara", "enter")
        fight.say("Jonah", "delay until 11")
        assert (fight.active, fight.rank("Jonah"), fight.waiting) == ("Jonah", 11, ["Mara"])
        fight.end()
        assert (fight.active, fight.rank("Mara")) == ("Mara", 10)

    def test_who_lets_the_moment_go_by_after_all(self) -> None:
        """EOD-D2, EOD-D3: the label of that moment is forgotten."""
        fight = Fight(Mara=(14, 4), Jonah=(12, 6), Larry=(10, 2), Thug=(5, 2))
        fight.say("Mara", "delay")
        fight.say("Jonah", "delay")
        fight.say("Larry", "act")
        fight.say("Mara", "enter", player=True)
        fight.say("Jonah", "enter", player=True)
        fight.end()
        assert (fight.active, fight.rank("Jonah")) == ("Jonah", 9)
        fight.say("Mara", "enter", player=True)
        fight.end()
        assert (fight.active, fight.rank("Mara")) == ("Mara", 9)


class TestHeldOver:
    def test_the_action_is_given_up(self) -> None:
        """EOD-D4: only a move remains; the moment is anybody's end of turn, and the old rank holds at once."""
        fight = three()
        fight.say("Mara", "hold-over")
        assert fight.pool("Mara", "action") == 0
        assert fight.no("Mara", "act") == "EOD-D4"
        events = fight.say("Mara", "move costs 3")
        assert "EOD-D4" in {e.ref for e in events}
        assert "move" in {c.act for c in of(events, Acted)}
        fight.end()
        fight.end()
        fight.say("Mara", "pass")
        fight.say("Jonah", "act")
        assert fight.no("Mara", "act") == "EOD-D4"
        fight.end()
        fight.say("Mara", "enter")
        assert (fight.active, fight.rank("Mara"), fight.order) == ("Mara", 14, ["Mara", "Jonah", "Thug"])
        fight.say("Mara", "act")
        assert fight.no("Mara", "act") == "EOD-T1"
        fight.end()
        fight.end()
        assert (fight.state.round, fight.active) == (3, "Mara")

    @pytest.mark.parametrize(("words", "ahead"), [("first", 0), ("until 99", 0), ("until 12", 0), ("until 7", 1)])
    def test_a_moment_named_in_advance(self, words: str, ahead: int) -> None:
        """EOD-D4: first of all, or any value, also above one's own."""
        fight = Fight(Jonah=(10, 4), Mara=(8, 4), Thug=(5, 2))
        fight.end()
        fight.say("Mara", f"hold-over {words}")
        fight.end()
        for _ in range(ahead):
            fight.end()
        assert (fight.state.round, fight.active, fight.rank("Mara")) == (2, "Mara", 8)

    def test_two_want_to_be_first(self) -> None:
        """EOD-D3, EOD-D4: the same moment; ahead of any value."""
        fight = Fight(Jonah=(10, 4), Mara=(8, 6), Vic=(7, 9), Thug=(5, 2))
        fight.say("Jonah", "hold-over first")
        fight.say("Mara", "hold-over first")
        fight.say("Vic", "hold-over until 50")
        seen = []
        fight.end()
        for _ in range(4):
            seen.append(fight.active)
            fight.end()
        assert seen == ["Mara", "Jonah", "Vic", "Thug"]

    def test_not_used(self) -> None:
        """EOD-C3: held over again, and that turn is gone as well; or lost, and the place is the old one."""
        again, lost = three(), three(unused_delay="lost")
        for fight in (again, lost):
            fight.say("Mara", "delay")
            fight.end()
            fight.say("Mara", "pass")
            fight.end()
            fight.say("Mara", "pass")
        assert (again.state.round, again.waiting, again.active) == (2, ["Mara"], "")
        assert (lost.state.round, lost.waiting, lost.active, lost.rank("Mara")) == (2, [], "Mara", 14)
        assert [(e.ref, e.why) for e in of(lost.events, WaitLost)] == [("EOD-C3", "unused")]
        for _ in range(3):
            again.say("", "next")
            again.say("", "next")
        assert again.waiting == ["Mara"]

    @pytest.mark.parametrize(
        "words", ["delay", "delay until 7", "hold-over", "prepare act if Thug attacks", "prepared-over act if Thug"]
    )
    def test_who_falls_waits_no_longer(self, words: str) -> None:
        """EOD-D1, EOD-D4, EOD-D5: the dead are not asked, set off nothing, and have nothing left if they rise again."""
        fight = three()
        fight.say("Mara", words)
        fight.hp("Mara", "-7", "health")
        assert fight.waiting == []
        fight.end()
        fight.say("Thug", "attack Jonah for 1", "end")
        assert (fight.state.round, fight.active) == (2, "Jonah")

    def test_who_is_stunned_waits_on(self) -> None:
        """EOD-D5: the contingency comes and goes; the moment that was named is still theirs."""
        fight = three()
        fight.say("Mara", "prepare attack Thug for 3 if Jonah attacks until 7")
        fight.condition("Mara", "stunned")
        fight.say("Jonah", "attack Thug for 1")
        fight.condition("Mara", "stunned", on=False)
        fight.end()
        assert (fight.active, fight.rank("Mara")) == ("Mara", 7)
