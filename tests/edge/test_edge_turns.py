"""Edge of Darkness: the roster, surprise, what can be done in a turn."""

from __future__ import annotations

import pytest
from orders.board import of

from turnwright.engine.clock import story_time
from turnwright.engine.events import InitiativeCleared, InitiativeRolled, TieBroken
from turnwright.engine.happenings import TurnEnded
from turnwright.engine.mechanics.initiative import Reroll, Roll
from turnwright.engine.mechanics.scenes import Start
from turnwright.engine.sheet import conditions, stat

from .fight import Fight


class TestRoster:
    def test_a_die_and_the_modifier(self) -> None:
        """EOD-I1: Dexterity, Composure and whatever applies; the highest first."""
        fight = Fight()
        fight.add("Mara", dexterity=3, composure=2, bonus=1, health=7)
        fight.add("Thug", "creatures", dexterity=1, composure=1, health=7)
        fight.roll("Mara", 4)
        fight.roll("Thug", 9)
        fight.do(Start())
        assert [fight.score("Mara"), fight.score("Thug"), fight.order] == [10, 11, ["Thug", "Mara"]]

    def test_the_higher_modifier_goes_first(self) -> None:
        """EOD-I2"""
        fight = Fight(Mara=(10, 4), Jonah=(10, 5))
        assert fight.order == ["Jonah", "Mara"]

    def test_it_is_rolled_once(self) -> None:
        """EOD-I4, EOD-C8 no: nobody rolls again by the rules; turn after turn it stays."""
        fight = Fight(Mara=(10, 4), Thug=(8, 2))
        assert fight.no("Mara", "roll Mara") == "EOD-I4"
        assert fight.no("Mara", "roll Mara 3", player=True) == "EOD-I4"
        for _ in range(4):
            fight.end()
        assert (fight.state.round, fight.order, fight.score("Mara")) == (3, ["Mara", "Thug"], 10)
        assert not [e for r in fight.encounter.records for e in of(r.events, InitiativeRolled)]

    def test_a_roster_for_each_turn(self) -> None:
        """EOD-C8 yes: who holds over into a turn has no total in it, and acts all the same."""
        fight = Fight({"reroll_each_turn": "yes"}, Mara=(10, 4), Thug=(8, 2))
        fight.say("Mara", "hold-over")
        events = fight.end()
        assert {e.ref for e in of(events, InitiativeCleared)} == {"EOD-C8"}
        fight.rolling(Roll((fight.id("Thug"),)), 3)
        assert (fight.state.round, fight.waiting, fight.score("Thug")) == (2, ["Mara"], 5)
        fight.say("Mara", "enter", "attack Thug for 2", "end")
        assert (fight.health("Thug"), fight.active) == (5, "Thug")

    def test_a_tie_that_modifiers_leave(self) -> None:
        """EOD-C1 roll: a ten-sided die each; only those still level roll again."""
        fight = Fight()
        for name in ("Mara", "Jonah", "Vic"):
            fight.add(name, score=10, initmod=4, health=7)
        events = fight.rolling(Start(), 7, 3, 7, 2, 9)
        assert fight.order == ["Vic", "Mara", "Jonah"]
        assert {(e.how, e.ref) for e in of(events, TieBroken)} == {("by", "EOD-I2"), ("roll", "EOD-C1")}

    def test_a_newcomer_level_with_some_who_rolled_on_rolls_on_too(self) -> None:
        """EOD-C1 roll: the two were told apart by their second dice, so a third 7 is level with both."""
        fight = Fight()
        for name in ("Mara", "Jonah"):
            fight.add(name, score=10, initmod=4, health=7)
        fight.rolling(Start(), 7, 7, 2, 9)
        fight.add("Vic", initmod=4, health=7)
        fight.say("", "score Vic 10", dice=(7, 5))
        assert fight.order == ["Jonah", "Vic", "Mara"]

    def test_the_storyteller_decides(self) -> None:
        """EOD-C1 gm"""
        fight = Fight({"tie_final": "gm"})
        for name in ("Mara", "Jonah", "Vic"):
            fight.add(name, score=10, initmod=4, health=7)
        fight.do(Start())
        assert fight.asked == ["gm"]
        fight.answer("Vic", "Mara", "Jonah")
        assert fight.order == ["Vic", "Mara", "Jonah"]

    def test_all_at_once(self) -> None:
        """EOD-C1 together: one turn for those who are level, and they fell each other in it."""
        fight = Fight({"tie_final": "together"}, Mara=(10, 4), Thug=(10, 4), Lurker=(9, 9))
        assert fight.acting == ["Mara", "Thug"]
        fight.say("Mara", "attack Thug for 7")
        assert fight.health("Thug") == 7
        fight.say("Thug", "attack Mara for 7")
        fight.end()
        assert (fight.health("Mara"), fight.health("Thug"), fight.active) == (0, 0, "Lurker")

    def test_one_of_those_who_act_at_once_waits(self) -> None:
        """EOD-C1 together, EOD-D1: the others go on with the turn, and nobody loses one."""
        fight = Fight({"tie_final": "together"}, Mara=(10, 4), Jonah=(10, 4), Thug=(8, 1))
        fight.say("Jonah", "delay")
        assert (fight.acting, fight.waiting) == (["Mara"], ["Jonah"])
        fight.say("Mara", "delay after Thug")
        assert (fight.active, fight.waiting) == ("Thug", ["Mara", "Jonah"])
        fight.check()
        fight.end()
        fight.say("Jonah", "enter")
        assert (sorted(fight.acting), fight.rank("Mara"), fight.rank("Jonah")) == (["Jonah", "Mara"], 7, 7)
        fight.end()
        assert fight.state.round == 2


class TestSurprise:
    def test_no_action_and_no_rank_in_the_first_turn(self) -> None:
        """EOD-I3, EOD-C9 no, EOD-X2: asked for as the next turn begins, and then placed like anybody."""
        fight = Fight()
        fight.add("Mara", initmod=6, health=7)
        fight.add("Thug", "creatures", score=9, initmod=2, health=7)
        fight.say("", "surprise Mara")
        assert "surprised" in conditions(fight.rules, fight.state, fight.id("Mara"))
        fight.do(Start())
        assert (fight.active, fight.score("Mara")) == ("Thug", None)
        assert fight.no("Mara", "attack Thug") == fight.no("Mara", "move costs 1") == "EOD-C9"
        assert fight.no("Mara", "dodge") == "EOD-X2"
        fight.say("Mara", "reflexive")
        fight.end()
        assert fight.question is not None
        fight.rolling(Roll((fight.id("Mara"),)), 5)
        assert (fight.state.round, fight.order, fight.active) == (2, ["Mara", "Thug"], "Mara")
        assert not conditions(fight.rules, fight.state, fight.id("Mara"))
        assert fight.no("", "surprise Thug") == "EOD-I3"

    def test_they_may_move(self) -> None:
        """EOD-C9 yes: up to Speed, and nothing else."""
        fight = Fight({"surprised_may_move": "yes"})
        fight.add("Mara", initmod=6, strength=2, dexterity=3, health=7)
        fight.add("Thug", "creatures", score=9, initmod=2, health=7)
        fight.say("", "surprise Mara")
        fight.do(Start())
        events = fight.say("Mara", "move costs 10")
        assert "EOD-C9" in {e.ref for e in events}
        assert fight.no("Mara", "move costs 1") == "EOD-T1"
        assert fight.no("Mara", "act") == "EOD-C9"
        assert fight.active == "Thug"


class TestInATurn:
    def test_one_action(self) -> None:
        """EOD-T1: moving is not it; whoever has more has more."""
        fight = Fight(Mara=(10, 4), Thug=(8, 2))
        fight.say("Mara", "attack Thug for 1", "move costs 7")
        assert fight.no("Mara", "act") == fight.no("Mara", "move costs 1") == "EOD-T1"
        fight.say("", "set Thug actions_per_turn 2")
        fight.end()
        fight.say("Thug", "act", "end")
        fight.end()
        fight.say("Thug", "act", "act")
        assert fight.no("Thug", "act") == "EOD-T1"

    def test_whoever_has_no_action(self) -> None:
        """EOD-T1: none at all is none, never one."""
        fight = Fight(Mara=(10, 4))
        fight.add("Thug", "creatures", score=12, initmod=2, actions_per_turn=0, health=7)
        fight.end()
        assert fight.active == "Thug"
        assert fight.no("Thug", "act") == "EOD-T1"
        fight.say("Thug", "move costs 2")

    def test_a_turn_is_three_seconds(self) -> None:
        """EOD-X1"""
        fight = Fight(Mara=(10, 4), Thug=(8, 2))
        for _ in range(4):
            fight.end()
        assert story_time(fight.rules, fight.state) == (6, 6)

    def test_speed(self) -> None:
        """EOD-X3: Strength, Dexterity and 5."""
        fight = Fight()
        fight.add("Mara", strength=2, dexterity=3)
        assert stat(fight.rules, fight.state, fight.id("Mara"), "speed") == 10

    def test_a_dodge_is_the_whole_action_at_any_time(self) -> None:
        """EOD-X3"""
        fight = Fight(Mara=(10, 4), Thug=(8, 2))
        fight.say("Thug", "dodge")
        assert fight.no("Thug", "dodge") == "EOD-X3"
        fight.say("Thug", "reflexive")
        fight.end()
        assert fight.no("Thug", "attack Mara") == "EOD-T1"

    @pytest.mark.parametrize(
        "wait", ["delay", "delay until 3", "prepare act if Thug attacks", "prepare act when the lamp falls"]
    )
    def test_a_dodge_uses_up_what_was_put_off(self, wait: str) -> None:
        """EOD-X3: and changes no rank."""
        fight = Fight(Mara=(10, 4), Thug=(8, 2))
        fight.say("Mara", wait)
        fight.say("Thug", "reflexive")
        fight.say("Mara", "dodge")
        assert (fight.waiting, fight.rank("Mara"), fight.order) == ([], 10, ["Mara", "Thug"])
        fight.end()
        assert (fight.state.round, fight.active) == (2, "Mara")

    @pytest.mark.parametrize("wait", ["hold-over", "prepared-over act if Thug attacks"])
    def test_a_dodge_uses_up_what_was_held_over(self, wait: str) -> None:
        """EOD-X3, EOD-D4: not in the turn that was given up, which has no action any more."""
        fight = Fight(Mara=(10, 4), Thug=(8, 2))
        fight.say("Mara", wait)
        assert fight.no("Mara", "dodge") == "EOD-X3"
        fight.end()
        assert fight.state.round == 2
        fight.say("Mara", "dodge")
        assert fight.waiting == []
        if not fight.active:
            fight.say("", "next")
        fight.end()
        assert (fight.state.round, fight.active) == (3, "Mara")

    def test_who_can_not_act_is_passed_over(self) -> None:
        """EOD-R1: the dead and the stunned; a turn that was begun ends by it."""
        fight = Fight(Mara=(10, 4), Jonah=(9, 4), Thug=(8, 2))
        fight.condition("Jonah", "stunned")
        fight.end()
        assert fight.active == "Thug"
        fight.hp("Thug", "-7", "health")
        assert [(e.why, e.ref) for e in of(fight.events, TurnEnded)] == [("unable", "EOD-R1")]
        assert (fight.state.round, fight.active) == (2, "Mara")

    def test_a_correction_rolls_all_anew(self) -> None:
        """EOD-I4: the Storyteller may."""
        fight = Fight(Mara=(10, 4), Thug=(8, 2))
        fight.rolling(Reroll(), 1, 9)
        assert fight.order == ["Thug", "Mara"]
