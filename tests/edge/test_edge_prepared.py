"""Edge of Darkness: what is prepared, and what sets it off."""

from __future__ import annotations

import pytest
from orders.board import of

from turnwright.engine import choices
from turnwright.engine.acts import Acted
from turnwright.engine.mechanics.prepared import Fire
from turnwright.engine.view import view
from turnwright.engine.windows import LetGo
from turnwright.speech import tell

from .fight import Fight, three


class TestPrepared:
    def test_it_is_resolved_first(self) -> None:
        """EOD-D5, EOD-E1: on 10 and 6; right before the other's attack it is 7."""
        fight = Fight(Mara=(10, 4), Larry=(6, 2))
        fight.say("Mara", "prepare attack Larry for 3 if Larry attacks")
        fight.say("Larry", "attack Mara for 1")
        assert (fight.health("Mara"), fight.health("Larry")) == (7, 7)
        fight.say("Mara", "fire", player=True)
        assert (fight.health("Mara"), fight.health("Larry"), fight.rank("Mara")) == (6, 4, 7)
        assert (fight.order, fight.pool("Mara", "action"), fight.active) == (["Mara", "Larry"], 0, "Larry")

    def test_what_is_done_off_ones_turn_sets_it_off(self) -> None:
        """EOD-D2: the place is that of the moment, before whoever's turn it is, not of the one who dodges in it."""
        fight = Fight(Mara=(15, 6), Jonah=(13, 6), Lurker=(8, 6), Thug=(5, 2))
        fight.say("Mara", "prepare attack Thug for 1 if Thug dodges")
        fight.end()
        fight.say("Thug", "dodge")
        fight.say("Mara", "fire")
        assert (fight.rank("Mara"), fight.order) == (9, ["Jonah", "Mara", "Lurker", "Thug"])

    def test_a_held_over_turn_sets_it_off(self) -> None:
        """EOD-D2, EOD-D4: the moment is the one that was named, wherever its owner stands otherwise."""
        fight = Fight(Jonah=(15, 6), Mara=(13, 6), Larry=(11, 6), Thug=(5, 2))
        fight.say("Jonah", "hold-over until 7")
        for _ in range(3):
            fight.end()
        fight.say("Mara", "prepare act if Jonah attacks")
        fight.end()
        assert fight.active == "Jonah"
        fight.say("Jonah", "attack Thug for 1")
        fight.say("Mara", "fire")
        assert (fight.rank("Mara"), fight.order) == (8, ["Jonah", "Larry", "Mara", "Thug"])

    def test_both_are_declared_with_the_delay(self) -> None:
        """EOD-D5"""
        fight = three()
        assert fight.no("Mara", "delay prepared") != ""
        fight.say("Mara", "prepare attack Thug for 3 if Thug attacks")
        assert fight.no("Mara", "prepare act if Thug moves") == "EOD-D5"

    def test_only_what_was_named_sets_it_off(self) -> None:
        """EOD-D5: somebody else, or something else, does not; nor does who prepared set off their own."""
        fight = three()
        fight.say("Mara", "prepare attack Thug for 3 if Thug attacks")
        fight.say("Jonah", "attack Thug for 1", "end")
        assert fight.health("Thug") == 6
        fight.say("Thug", "move costs 1")
        assert fight.pool("Thug", "move") < 7
        assert fight.no("Mara", "fire", player=True) == "EOD-D5"

    def test_what_was_told_in_words(self) -> None:
        """EOD-D5: the Storyteller says when."""
        fight = three()
        fight.say("Mara", "prepare attack Thug for 3 when the lamp goes out")
        assert fight.no("Mara", "fire", player=True) == "EOD-D5"
        fight.say("Jonah", "act")
        fight.say("", "fire Mara")
        assert (fight.health("Thug"), fight.rank("Mara"), fight.order) == (4, 11, ["Mara", "Jonah", "Thug"])

    @pytest.mark.parametrize(
        "words", ["if Thug attacks until 7", "if Thug attacks before Thug", "if Jonah moves after Jonah"]
    )
    def test_a_moment_can_be_named_too(self, words: str) -> None:
        """EOD-D5: then it is an ordinary delay, and any action may be taken."""
        fight = three()
        fight.say("Mara", f"prepare attack Thug for 3 {words}")
        fight.end()
        assert fight.active == "Mara"
        fight.say("Mara", "attack Jonah for 1")
        assert fight.health("Jonah") == 6

    def test_what_somebody_does_is_not_called_by_word(self) -> None:
        """EOD-D5: what was prepared against an attack waits for one; the Storyteller overrules that with !."""
        fight = three()
        fight.say("Mara", "prepare attack Thug for 3 if Thug attacks")
        assert fight.no("Mara", "fire") == "EOD-D5"
        fight.say("Mara", "fire!")
        assert fight.health("Thug") == 4

    def test_a_moment_beside_a_contingency_in_words(self) -> None:
        """EOD-D5"""
        fight = three()
        fight.say("Mara", "prepare attack Thug for 3 until 7 when the lamp goes out")
        fight.end()
        assert (fight.active, fight.rank("Mara")) == ("Mara", 7)

    def test_it_never_happens(self) -> None:
        """EOD-C4: lost as the turn ends, and the rank stays; or held over."""
        for reading, waiting in (("lost", []), ("hold_over", ["Mara"])):
            fight = three(unfired_prepared=reading)
            fight.say("Mara", "prepare act if Thug attacks")
            fight.end()
            fight.end()
            assert (fight.state.round, fight.waiting, fight.rank("Mara")) == (2, waiting, 14)

    def test_into_the_next_turn(self) -> None:
        """EOD-D4, EOD-D5: nothing sets it off in this one; in the next it interrupts, and the rank is the old."""
        fight = three()
        fight.say("Mara", "prepared-over attack Thug for 3 if Thug attacks")
        fight.end()
        fight.say("Thug", "attack Mara for 1", "end")
        assert (fight.health("Mara"), fight.health("Thug"), fight.state.round) == (6, 7, 2)
        fight.end()
        fight.say("Thug", "attack Mara for 1")
        fight.say("Mara", "fire")
        assert (fight.health("Thug"), fight.rank("Mara"), fight.order[0]) == (4, 14, "Mara")
        fight.end()
        assert (fight.state.round, fight.active) == (3, "Mara")

    def test_it_may_be_declined(self) -> None:
        """EOD-X4: it stays ready, and nothing else can be done when it is set off."""
        fight = three()
        fight.say("Mara", "prepare attack Thug for 3 if Thug")
        fight.end()
        fight.say("Thug", "attack Jonah for 1")
        assert fight.no("Mara", "act") == fight.no("Mara", "attack Jonah") == "EOD-X4"
        events = fight.say("Mara", "pass")
        assert [e.ref for e in of(events, LetGo)] == ["EOD-X4"]
        fight.say("Thug", "move costs 1")
        fight.say("Mara", "fire")
        assert fight.health("Thug") == 4

    def test_two_are_set_off_and_roll(self) -> None:
        """EOD-D3, EOD-C1 roll: as the contingency comes; both get the same rank; what the second says early waits."""
        fight = three()
        fight.say("Mara", "prepare attack Thug for 1 if Thug attacks")
        fight.say("Jonah", "prepare attack Thug for 9 if Thug attacks")
        fight.say("Thug", "attack Mara for 4", dice=(2, 9))
        fight.say("Mara", "fire")
        assert fight.health("Thug") == 7
        events = fight.say("Jonah", "fire")
        assert [e.who for e in of(events, Acted)][:2] == [fight.id("Jonah"), fight.id("Mara")]
        assert (fight.rank("Mara"), fight.rank("Jonah"), fight.order) == (6, 6, ["Jonah", "Mara", "Thug"])
        assert (fight.health("Thug"), fight.health("Mara")) == (0, 7)

    def test_two_are_set_off_and_the_storyteller_decides(self) -> None:
        """EOD-D3, EOD-C1 gm"""
        fight = three(tie_final="gm")
        fight.say("Mara", "prepare attack Thug for 1 if Thug attacks")
        fight.say("Jonah", "prepare attack Thug for 2 if Thug attacks")
        fight.say("Thug", "attack Mara for 4")
        assert fight.items == ["Mara", "Jonah"]
        fight.check()
        fight.answer("Jonah", "Mara")
        fight.say("Jonah", "fire")
        assert fight.health("Thug") == 5
        fight.say("Mara", "fire")
        assert (fight.health("Thug"), fight.order) == (4, ["Jonah", "Mara", "Thug"])

    def test_two_are_set_off_and_act_at_once(self) -> None:
        """EOD-D3, EOD-C1 together: done when both have spoken; neither is undone by the other."""
        fight = three(tie_final="together")
        fight.say("Mara", "prepare attack Jonah for 7 if Thug attacks")
        fight.say("Jonah", "prepare attack Mara for 7 if Thug attacks")
        fight.say("Thug", "attack Mara for 1")
        fight.say("Jonah", "fire")
        assert fight.health("Mara") == 7
        fight.check()
        fight.say("Mara", "fire")
        assert (fight.health("Mara"), fight.health("Jonah"), fight.rank("Mara"), fight.rank("Jonah")) == (0, 0, 6, 6)
        fight.check()
        other = three(tie_final="together")
        other.say("Mara", "prepare attack Thug for 7 if Thug attacks")
        other.say("Jonah", "prepare attack Thug for 7 if Thug attacks")
        other.say("Thug", "attack Mara for 1")
        other.say("Jonah", "fire")
        other.say("Mara", "pass")
        assert (other.health("Thug"), other.health("Mara"), other.waiting) == (0, 7, [])

    def test_the_first_fells_the_actor_and_the_second_declines(self) -> None:
        """EOD-D3: the contingency has occurred all the same."""
        fight = Fight(Mara=(14, 4), Jonah=(10, 6), Thug=(5, 2))
        fight.say("Mara", "prepare attack Jonah for 1 if Thug attacks")
        fight.say("Jonah", "prepare attack Thug for 9 if Thug attacks")
        fight.say("Thug", "attack Mara for 4")
        fight.say("Jonah", "fire")
        fight.say("Mara", "pass")
        assert (fight.health("Mara"), fight.health("Jonah"), fight.health("Thug")) == (7, 7, 0)

    def test_what_is_said_early_tells_its_cost_and_is_refused_at_once(self) -> None:
        """EOD-D3, EOD-T1: by whoever can't do it any more."""
        fight = Fight(Mara=(14, 4), Jonah=(10, 6), Thug=(5, 2))
        fight.say("Mara", "prepare attack Thug for 1 if Thug attacks")
        fight.say("Jonah", "prepare attack Thug for 1 if Thug attacks")
        fight.say("Thug", "attack Mara for 4")
        found = choices(fight.rules, fight.state, frozenset({fight.id("Mara")}))
        fire = next(c for c in found if isinstance(c.command, Fire))
        assert (fire.barred, fire.cost) == (None, {"action": 1})
        fight.hp("Mara", "-1", "action")
        assert fight.no("Mara", "fire", player=True) == "EOD-T1"

    def test_an_interrupt_makes_it_impossible(self) -> None:
        """EOD-C7: nothing is spent, and another is chosen; or it is lost."""
        for reading, left in (("choose_again", 1), ("lost", 0)):
            fight = three(interrupted=reading)
            fight.say("Mara", "prepare act if Thug attacks")
            fight.end()
            fight.say("Thug", "attack Mara for 2")
            fight.say("Mara", "fire spoils")
            assert (fight.health("Mara"), fight.pool("Thug", "action"), fight.active) == (7, left, "Thug")
        spoken = three()
        spoken.say("Mara", "prepare act if Thug attacks")
        spoken.end()
        spoken.say("Thug", "attack Mara for 2")
        spoken.say("", "spoil")
        spoken.say("Mara", "fire")
        assert (spoken.health("Mara"), spoken.pool("Thug", "action")) == (7, 1)

    def test_there_is_nothing_to_make_impossible(self) -> None:
        """EOD-D5: what was told in words is nobody's action."""
        fight = three()
        fight.say("Mara", "prepare act when the lamp goes out")
        assert fight.no("", "fire Mara spoils") == "EOD-D5"

    def test_who_is_told_that_it_was_let_go_by(self) -> None:
        """EOD-C10, EOD-X4: it is still in force, and that its contingency has come would tell others what that is."""
        for reading, others in (("gm_and_player", False), ("all", True)):
            fight = three(prepared_seen_by=reading)
            fight.say("Mara", "prepare attack Thug for 3 if Jonah attacks")
            fight.say("Jonah", "attack Thug for 1")
            before = fight.state
            fight.say("Mara", "pass")
            record = fight.encounter.records[-1]
            for viewer, knows in ((None, True), ("Mara", True), ("Jonah", others)):
                seat = frozenset({fight.id(viewer)}) if viewer else None
                lines = " ".join(tell(fight.rules, before, record, viewer=seat))
                assert ("Mara lets it go by" in lines, "Thug loses" in lines) == (knows, True)

    def test_who_sees_what_was_made_ready(self) -> None:
        """EOD-C10: that somebody waits is everybody's to see; for what, only the player's and the Storyteller's."""
        for reading, others in (("gm_and_player", False), ("all", True)):
            fight = three(prepared_seen_by=reading)
            before = fight.state
            fight.say("Mara", "prepare attack Thug for 3 if Thug attacks until 7")
            record = fight.encounter.records[-1]
            for viewer, knows in ((None, True), ("Mara", True), ("Jonah", others)):
                seat = frozenset({fight.id(viewer)}) if viewer else None
                seen = next(e for e in view(fight.rules, fight.state, seat).order if e.name == "Mara")
                assert (seen.waiting, seen.ready is not None) == ("prepared", knows)
                lines = " ".join(tell(fight.rules, before, record, viewer=seat))
                assert "Mara waits" in lines
                assert ("attack on Thug" in lines, "until 7" in lines) == (knows, knows)
