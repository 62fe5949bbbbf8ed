"""The round of Last Odyssey: its phases, what happens in them, AP, and turns held for later."""

from __future__ import annotations

import pytest

from odyssey.field import Field, of, refs
from turnwright.engine.events import PoolSet
from turnwright.engine.granting import GrantKept, GrantLapsed
from turnwright.engine.happenings import PhaseBegan, RoundBegan, SceneBegan, TurnEnded, TurnUp
from turnwright.engine.history import Redo, Undo
from turnwright.engine.mechanics.cast import Add, Set
from turnwright.engine.mechanics.choosing import Choose
from turnwright.engine.mechanics.extras import Grant
from turnwright.engine.mechanics.gaps import Enter
from turnwright.engine.mechanics.scenes import End, Next, NextRound, Start
from turnwright.formula import read_number


def duel(**options: str) -> Field:
    """Ana and Bo, then an orc; Ana's turn is on."""
    field = Field(**options)
    field.add("Ana", hp=20, tier=3)
    field.add("Bo", hp=20, tier=7)
    field.add("Orc", "antagonists", hp=20)
    field.start(Ana=15, Bo=12, Orc=9)
    return field


class TestPhases:
    def test_two_sides_are_set_against_each_other_and_rounds_are_played(self) -> None:
        """ODY-T1"""
        field = Field()
        field.add("Ana")
        field.add("Orc", "antagonists", initiative=5)
        began = field.do(Start())
        assert of(began, SceneBegan)[0].ref == "ODY-T1"
        assert set(field.rules.ruleset.sides) == {"heroes", "antagonists"}

    def test_the_first_round_opens_with_a_paradigm_phase_of_its_own(self) -> None:
        """ODY-T2"""
        field = duel()
        phases = [
            (event.phase, event.ref) for record in field.encounter.history for event in of(record.events, PhaseBegan)
        ]
        assert phases == [("paradigm", "ODY-T5"), ("action", "ODY-T3")]
        field.to_round(3)
        names = [e.phase for record in field.encounter.history for e in of(record.events, PhaseBegan)]
        assert names == ["paradigm", *["action", "effect", "paradigm"] * 2, "action"]
        rounds = [e for record in field.encounter.history for e in of(record.events, RoundBegan)]
        assert {e.ref for e in rounds} == {"ODY-T2"}

    def test_each_takes_a_turn_in_initiative_order_then_the_effect_phase_begins(self) -> None:
        """ODY-T3"""
        field = duel()
        turns = [field.active]
        while field.state.phase == "action":
            field.end()
            turns.append(field.active)
        assert turns == ["Ana", "Bo", "Orc", ""]
        assert field.state.phase == "paradigm"

    def test_the_effect_phase_waits_for_a_held_turn(self) -> None:
        """ODY-T3"""
        field = duel()
        field.act("Ana", "hold")
        field.end()
        field.let_go("Ana")
        field.end()
        field.let_go("Ana")
        field.end()
        assert field.state.phase == "action"
        field.enter("Ana")
        assert field.active == "Ana"
        field.end()
        assert field.state.phase == "paradigm"

    def test_antagonists_act_first_then_heroes_switch_at_the_same_time(self) -> None:
        """ODY-T5"""
        field = duel()
        field.to_phase("paradigm")
        ana, bo = field.id("Ana"), field.id("Bo")
        assert field.code(Choose(ana, "healer")) == ("choice.not_asked", "ODY-T5")
        done = field.act("Orc", "paradigm action")
        assert refs(done) >= {"ODY-C12"}
        field.do(Choose(ana, "healer"), owns=ana)
        assert field.trait("Ana", "role") == ""
        assert field.state.phase == "paradigm"
        done = field.do(Choose(bo, "striker"), owns=bo)
        assert (field.trait("Ana", "role"), field.trait("Bo", "role")) == ("healer", "striker")
        assert field.state.phase == "action"

    def test_the_paradigm_phase_ends_when_each_has_chosen_or_passed(self) -> None:
        """ODY-T5"""
        field = duel()
        field.to_phase("paradigm")
        field.let_go("Orc")
        field.let_go("Bo")
        field.do(Choose(field.id("Ana"), "healer"))
        assert field.trait("Ana", "role") == "healer"
        assert field.state.round == 2

    def test_a_choice_can_be_thought_over_until_all_have_chosen(self) -> None:
        """ODY-T5"""
        field = duel()
        field.to_phase("paradigm")
        field.let_go("Orc")
        ana = field.id("Ana")
        field.do(Choose(ana, "healer"))
        field.do(Choose(ana, "caster"))
        field.let_go("Bo")
        assert field.trait("Ana", "role") == "caster"


class TestActionPoints:
    @pytest.mark.parametrize(("tier", "ap"), [(1, 2), (5, 2), (6, 3), (10, 3)])
    def test_a_turn_has_two_or_three_by_tier(self, tier: int, ap: int) -> None:
        """ODY-A1"""
        field = Field()
        field.add("Ana", tier=tier)
        field.add("Orc", "antagonists")
        field.start(Ana=5, Orc=1)
        assert field.pool("Ana") == ap

    @pytest.mark.parametrize("tier", ["0", "11", "-1"])
    def test_no_tier_lies_outside_one_to_ten(self, tier: str) -> None:
        """ODY-A1"""
        field = Field()
        assert field.code(Add("Ana", values={"tier": tier})) == ("stat.bounds", "ODY-A1")
        who = field.add("Bo")
        assert field.code(Set((who,), "tier", tier)) == ("stat.bounds", "ODY-A1")

    def test_a_turn_ends_when_nothing_is_left(self) -> None:
        """ODY-A2"""
        field = duel()
        field.act("Ana", "basic attack", "Orc")
        assert field.active == "Ana"
        done = field.act("Ana", "basic attack", "Orc")
        ended = of(done, TurnEnded)[0]
        assert (ended.why, ended.ref) == ("spent", "ODY-A2")
        assert field.active == "Bo"

    def test_what_is_not_held_is_lost_at_the_end_of_the_turn(self) -> None:
        """ODY-A2"""
        field = duel()
        done = field.end()
        lost = [e for e in of(done, PoolSet) if e.why == "lost"]
        assert [(e.who, e.was, e.value, e.ref) for e in lost] == [(field.id("Ana"), 2, 0, "ODY-A2")]


class TestHold:
    def test_a_held_point_gives_one_turn_with_exactly_one_point(self) -> None:
        """ODY-H1"""
        field = duel()
        field.act("Ana", "hold")
        assert field.pool("Ana") == 1
        field.end()
        done = field.enter("Ana")
        up = of(done, TurnUp)[0]
        assert (up.kind, up.ref) == ("held turn", "ODY-H1")
        assert field.pool("Ana") == 1
        field.act("Ana", "basic attack", "Orc")
        assert field.active == "Bo"
        assert field.pool("Ana") == 0

    def test_three_points_leave_two_beside_the_held_one(self) -> None:
        """ODY-H1"""
        field = duel()
        field.end()
        field.act("Bo", "hold")
        assert field.pool("Bo") == 2

    def test_once_a_round_each_and_again_in_the_next(self) -> None:
        """ODY-H1"""
        field = duel()
        field.act("Ana", "hold")
        assert field.code(field.acting("Ana", "hold")) == ("act.limit", "ODY-H1")
        field.end()
        field.let_go("Ana")
        field.to_round(2)
        field.act("Ana", "hold")

    def test_the_last_point_may_be_held(self) -> None:
        """ODY-H1"""
        field = duel()
        field.act("Ana", "basic attack", "Orc")
        done = field.act("Ana", "hold")
        assert of(done, TurnEnded)[0].why == "spent"
        field.enter("Ana")
        assert (field.active, field.pool("Ana")) == ("Ana", 1)

    @pytest.mark.parametrize("spend", [False, True])
    def test_ending_the_turn_keeps_the_held_one(self, spend: bool) -> None:
        """ODY-H2: by choice or by running out, only what is not held is lost."""
        field = duel()
        field.act("Ana", "hold")
        if spend:
            field.act("Ana", "basic attack", "Orc")
        else:
            field.end()
        assert field.pool("Ana") == 0
        assert field.state.entries[field.state.order[0]].granted == ("held turn",)
        kept = of(field.encounter.history[-1].events, GrantKept)
        assert [(e.kind, e.ref) for e in kept] == [("held turn", "ODY-H2")]
        field.enter("Ana")
        assert field.pool("Ana") == 1

    def test_a_held_turn_is_not_held_again(self) -> None:
        """ODY-H3"""
        field = duel()
        field.act("Ana", "hold")
        field.end()
        field.enter("Ana")
        assert field.code(field.acting("Ana", "hold")) == ("extra.barred", "ODY-H3")

    def test_not_even_one_that_was_granted_otherwise(self) -> None:
        """ODY-H3: without having held anything this round."""
        field = duel()
        field.do(Grant(field.id("Ana")))
        field.end()
        field.enter("Ana")
        assert field.code(field.acting("Ana", "hold")) == ("extra.barred", "ODY-H3")

    def test_a_held_turn_has_no_start_and_no_end_of_its_own(self) -> None:
        """ODY-H3: nothing is refilled, and what a start or an end would set off stays away."""
        field = duel()
        field.act("Ana", "hold")
        field.end()
        done = field.enter("Ana")
        assert not [e for e in done if type(e).__name__ == "Pushed" and "turn.start" in str(e)]
        done = field.end()
        assert not [e for e in done if type(e).__name__ == "Pushed" and "name='turn.end', entry='e2'" in str(e)]

    def test_it_lapses_at_the_end_of_the_action_phase(self) -> None:
        """ODY-H3"""
        field = duel()
        field.act("Ana", "hold")
        field.end()
        done = field.do(NextRound())
        lapsed = of(done, GrantLapsed)[0]
        assert (lapsed.kind, lapsed.why, lapsed.ref) == ("held turn", "unused", "ODY-H3")
        field.to_round(2)
        assert field.state.entries[field.state.order[0]].granted == ()

    def test_it_is_not_offered_to_one_who_is_down_and_lapses(self) -> None:
        """ODY-H3: its owner can't act then."""
        field = duel()
        field.act("Ana", "hold")
        field.hp("Ana", -20)
        assert field.active == "Bo"
        assert field.code(Enter((field.id("Ana"),))) == ("turn.unable", "ODY-X5")
        field.end()
        assert field.active == "Orc"
        done = field.end()
        assert [(e.why, e.ref) for e in of(done, GrantLapsed)] == [("downed", "ODY-H3")]

    def test_revived_in_time_one_may_still_take_it(self) -> None:
        """ODY-H3, ODY-X5"""
        field = duel()
        field.act("Ana", "hold")
        field.hp("Ana", -20)
        assert field.active == "Bo"
        field.hp("Ana", 5)
        field.end()
        field.enter("Ana")
        assert (field.active, field.pool("Ana")) == ("Ana", 1)

    def test_held_turns_at_any_gap_after_ones_own_in_initiative_order(self) -> None:
        """ODY-C3 any_gap"""
        field = duel()
        field.act("Ana", "hold")
        field.end()
        field.let_go("Ana")
        field.act("Bo", "hold")
        field.end()
        field.do(Enter((field.id("Bo"),)), owns=field.id("Bo"))
        field.do(Enter((field.id("Ana"),)), owns=field.id("Ana"))
        assert field.active == "Ana"
        field.end()
        assert field.active == "Bo"

    def test_a_held_turn_is_not_taken_before_ones_own(self) -> None:
        """ODY-C3: in the same round, after one's own turn."""
        field = duel()
        assert field.code(Enter((field.id("Ana"),))) == ("gap.nothing_to_enter", "")
        field.act("Ana", "hold")
        assert field.code(Enter((field.id("Ana"),))) == ("gap.not_yet", "ODY-H1")

    def test_held_turns_at_the_end_of_the_phase(self) -> None:
        """ODY-C3 phase_end: in initiative order, with no offers before."""
        field = duel(held_turn="phase_end")
        field.act("Ana", "hold")
        field.end()
        assert field.active == "Bo"
        field.act("Bo", "hold")
        field.end()
        assert field.active == "Orc"
        field.end()
        assert (field.active, field.pool("Ana")) == ("Ana", 1)
        field.end()
        assert (field.active, field.pool("Bo")) == ("Bo", 1)
        field.end()
        assert field.state.phase == "paradigm"

    def test_at_the_end_of_the_phase_one_who_is_down_loses_it(self) -> None:
        """ODY-C3 phase_end, ODY-H3"""
        field = duel(held_turn="phase_end")
        field.act("Ana", "hold")
        field.hp("Ana", -20)
        field.end()
        done = field.end()
        assert [e.why for e in of(done, GrantLapsed)] == ["downed"]

    def test_undone_it_is_held_again(self) -> None:
        """ODY-H1, SEM-17"""
        field = duel()
        field.act("Ana", "hold")
        field.end()
        before = field.state
        field.enter("Ana")
        field.do(Undo())
        assert field.state == before
        field.do(Redo())
        assert field.active == "Ana"


def test_a_fraction_of_a_point_can_not_be_spent() -> None:
    """ODY-A2: AP are whole."""
    field = duel()
    refusal = field.refused(field.acting("Ana", "ability", given={"ap": read_number("1/2")}))
    assert refusal.code == "act.cost_step"
    assert field.code(End(99))[0] == "turn.already_ended"
    field.do(Next())
    assert field.active == "Bo"
