"""Eidolons in Last Odyssey: summoned, acting in their summoner's turn, locking a side, kept at a price, and gone."""

from __future__ import annotations

import pytest

from odyssey.field import Field, claws, of, refs
from turnwright.engine.base import Question
from turnwright.engine.events import PoolSet
from turnwright.engine.granting import GrantLapsed
from turnwright.engine.happenings import TurnEnded, TurnSkipped
from turnwright.engine.mechanics.cast import Remove, Set, SetSide
from turnwright.engine.mechanics.choosing import Choose
from turnwright.engine.mechanics.defeat import FightOver
from turnwright.engine.mechanics.gaps import Enter
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.takeover import GaveBack, TookOver
from turnwright.engine.state import IN_RESERVE, OwnAct


def field_of(**options: str) -> Field:
    """Ana, who can summon Ifrit; Bo; then an orc. Ana's turn is on, with 3 AP."""
    field = Field(**options)
    bow = {"bow": OwnAct(like="basic attack", tags=("-melee",))}
    field.add("Ana", tier=6, acts=bow, items={"potion": 1})
    field.add("Ifrit", belongs_to=field.id("Ana"), hp=30, acts=claws())
    field.add("Bo", acts=bow)
    field.add("Orc", "antagonists", acts=bow)
    field.start(Ana=15, Bo=12, Orc=9)
    return field


def summoned(**options: str) -> Field:
    """As `field_of`, with Ifrit out after Ana spent one point."""
    field = field_of(**options)
    field.act("Ana", "move")
    field.act("Ana", "summon eidolon")
    return field


class TestSummoning:
    def test_it_costs_three_anima_and_no_points(self) -> None:
        """ODY-E1: it acts at once, in its summoner's turn, with the AP that are left."""
        field = field_of()
        field.act("Ana", "move")
        done = field.act("Ana", "summon eidolon")
        assert [(e.pool, e.was - e.value) for e in of(done, PoolSet) if e.why == "paid"] == [("anima", 3)]
        assert of(done, TookOver)[0].ref == "ODY-E1"
        assert (field.active, field.pool("Ifrit"), field.pool("Ana")) == ("Ifrit", 2, 0)
        field.act("Ifrit", "claw", "Orc", amount="-5")
        assert field.pool("Ifrit") == 1
        assert field.turn is not None
        assert field.turn.id == 1

    def test_an_eidolon_is_needed(self) -> None:
        """ODY-E1"""
        field = field_of()
        field.end()
        assert field.code(field.acting("Bo", "summon eidolon")) == ("takeover.none", "ODY-E1")

    def test_three_anima_are_needed(self) -> None:
        """ODY-E1"""
        field = field_of()
        field.do(ChangePool((field.id("Ana"),), "anima", to="2"))
        assert field.code(field.acting("Ana", "summon eidolon")) == ("act.cost", "ODY-E1")

    def test_a_point_must_be_left(self) -> None:
        """ODY-E1"""
        field = field_of()
        assert field.rules.ruleset.actions["summon eidolon"].needs is not None
        field.act("Ana", "hold")
        field.do(ChangePool((field.id("Ana"),), "ap", to="1"))
        field.act("Ana", "summon eidolon")
        assert field.pool("Ifrit") == 1

    def test_in_a_held_turn_it_has_one_point(self) -> None:
        """ODY-E1"""
        field = field_of()
        field.act("Ana", "hold")
        field.end()
        field.enter("Ana")
        field.act("Ana", "summon eidolon")
        assert (field.active, field.pool("Ifrit")) == ("Ifrit", 1)
        field.act("Ifrit", "claw", "Orc")
        field.to_phase("paradigm")
        assert field.active == ""

    def test_before_it_is_summoned_it_is_not_there(self) -> None:
        """ODY-E1"""
        field = field_of()
        assert field.state.combatants[field.id("Ifrit")].gone == IN_RESERVE
        assert field.code(field.acting("Ana", "bow", "Ifrit"))[0] == "combatant.gone"
        assert "Ifrit" not in field.order()

    def test_it_has_the_anima_that_anybody_starts_with(self) -> None:
        """ODY-X1: it comes whole, which for Anima is not full."""
        field = summoned()
        assert (field.pool("Ifrit", "hp"), field.pool("Ifrit", "anima")) == (30, 5)

    def test_with_two_eidolons_the_summoner_says_which(self) -> None:
        """ODY-E1"""
        field = Field()
        field.add("Ana")
        field.add("Ifrit", belongs_to=field.id("Ana"), hp=30, acts=claws())
        field.add("Shiva", belongs_to="Ana", hp=25, acts=claws())
        field.add("Orc", "antagonists")
        field.start(Ana=2, Orc=1)
        field.act("Ana", "summon eidolon")
        assert field.question.ask.code == "takeover.which"
        field.answer(field.id("Shiva"), who="Ana")
        assert field.active == "Shiva"
        assert field.state.combatants[field.id("Ifrit")].gone == IN_RESERVE

    def test_its_player_plays_it(self) -> None:
        """ODY-E1, SEM-21"""
        field = summoned()
        assert field.code(field.acting("Ifrit", "claw", "Orc"), owns=field.id("Bo"))[0] == "seat.not_yours"
        field.do(field.acting("Ifrit", "claw", "Orc"), owns=field.id("Ana"))

    def test_antagonists_have_eidolons_too(self) -> None:
        """ODY-E2: the summoner and all of the summoner's allies, whichever side that is."""
        field = field_of()
        field.add("Demon", "antagonists", belongs_to=field.id("Orc"), hp=30, acts=claws())
        field.end()
        field.end()
        field.act("Orc", "summon eidolon")
        assert field.active == "Demon"
        field.end()
        field.past("paradigm")
        assert field.question.ask.parts[0].to == ("gm",)
        field.answer("keep")
        assert field.active == "Ana"
        assert field.code(field.acting("Ana", "bow", "Orc")) == ("target.shielded", "ODY-E2")


class TestWhileItIsOut:
    def test_summoner_and_allies_can_not_act_and_their_turns_are_passed_over(self) -> None:
        """ODY-E2"""
        field = summoned()
        assert field.code(field.acting("Ana", "move"))[0] == "turn.not_yours"
        done = field.end()
        skipped = of(done, TurnSkipped)
        assert [(e.why, e.ref) for e in skipped] == [("locked", "ODY-E2")]
        assert field.active == "Orc"
        assert field.code(field.acting("Bo", "move"))[0] == "turn.not_yours"

    def test_opponents_can_not_target_them_but_the_eidolon(self) -> None:
        """ODY-E2"""
        field = summoned()
        field.end()
        for name in ("Ana", "Bo"):
            assert field.code(field.acting("Orc", "bow", name)) == ("target.shielded", "ODY-E2")
        field.act("Orc", "basic attack", "Ifrit", amount="-4")
        assert field.pool("Ifrit", "hp") == 26

    def test_its_own_side_can_be_targeted_by_it(self) -> None:
        """ODY-E2: only opponents are kept from it."""
        field = summoned()
        field.act("Ifrit", "claw", "Bo")

    def test_held_turns_can_not_be_taken_and_lapse(self) -> None:
        """ODY-E2"""
        field = field_of()
        field.act("Ana", "hold")
        field.act("Ana", "summon eidolon")
        field.end()
        assert field.active == "Orc"
        assert field.code(Enter((field.id("Ana"),))) == ("turn.unable", "ODY-E2")
        done = field.end()
        assert [(e.why, e.ref) for e in of(done, GrantLapsed)] == [("locked", "ODY-H3")]

    def test_a_side_has_one_at_most(self) -> None:
        """ODY-E2: nobody of the side can act to summon another."""
        field = summoned()
        field.add("Shiva", belongs_to=field.id("Bo"), hp=20, acts=claws())
        field.end()
        assert field.code(field.acting("Bo", "summon eidolon"))[0] == "turn.not_yours"

    def test_it_counts_as_being_in_the_front_row(self) -> None:
        """ODY-E5, ODY-F2: nobody advances upon a side that it stands for."""
        field = field_of()
        field.act("Ana", "move")
        field.act("Ana", "summon eidolon")
        assert field.trait("Ifrit", "row") == "front"
        field.do(Set((field.id("Bo"),), "row", "back"))
        field.end()
        field.end()
        assert field.state.phase == "paradigm"

    @pytest.mark.parametrize("act", ["hold", "move", "use item", "basic attack", "flee", "swap equipment"])
    def test_it_uses_only_its_own_abilities(self, act: str) -> None:
        """ODY-E5"""
        field = summoned()
        more = {"use item": {"item": "potion"}, "swap equipment": {"choice": "stow a weapon"}}.get(act, {})
        targets = ("Orc",) if act == "basic attack" else ()
        assert field.code(field.acting("Ifrit", act, *targets, **more)) == ("takeover.own_acts", "ODY-E5")

    def test_its_turn_can_be_ended(self) -> None:
        """ODY-E5"""
        field = summoned()
        done = field.end()
        assert of(done, TurnEnded)[0].why == "ended"
        assert field.pool("Ifrit") == 0
        assert field.active == "Orc"

    def test_it_stands_where_its_summoner_stands(self) -> None:
        """ODY-E2: whoever changes sides takes it along, and locks the new one."""
        field = summoned()
        assert field.code(SetSide((field.id("Ifrit"),), "antagonists"))[0] == "side.belongs"
        field.do(SetSide((field.id("Ana"),), "antagonists"))
        assert field.state.combatants[field.id("Ifrit")].side == "antagonists"
        field.act("Ifrit", "claw", "Bo", amount="-1")
        field.end()
        assert field.active == "Bo"
        assert field.code(field.acting("Bo", "bow", "Orc")) == ("target.shielded", "ODY-E2")


class TestKeeping:
    def later(self, **options: str) -> Field:
        """The second round begins, with Ifrit still out."""
        field = summoned(**options)
        field.end()
        field.end()
        field.past("paradigm")
        return field

    def test_the_summoner_pays_one_anima_at_the_beginning_of_each_later_round(self) -> None:
        """ODY-E3"""
        field = self.later()
        question = field.question
        assert (question.ask.code, question.ask.ref) == ("takeover.keep", "ODY-E3")
        assert question.ask.parts[0].to == (field.id("Ana"),)
        done = field.answer("keep", who="Ana")
        assert [(e.pool, e.was, e.value, e.ref) for e in of(done, PoolSet) if e.why == "paid"] == [
            ("anima", 2, 1, "ODY-E3")
        ]
        assert (field.active, field.pool("Ifrit"), field.pool("Ana")) == ("Ifrit", 3, 0)

    def test_unpaid_it_disappears(self) -> None:
        """ODY-E3, ODY-E4: and all act again as normal."""
        field = self.later()
        done = field.answer("let go", who="Ana")
        assert [(e.why, e.ref) for e in of(done, GaveBack)] == [("let go", "ODY-E3")]
        assert (field.active, field.pool("Ana")) == ("Ana", 3)
        field.end()
        assert field.active == "Bo"

    def test_what_can_not_be_paid_is_not_asked_for(self) -> None:
        """ODY-E3"""
        field = self.later()
        field.answer("keep")
        field.to_phase("paradigm")
        field.past("paradigm")
        field.answer("keep")
        field.to_phase("paradigm")
        while field.state.phase == "paradigm" and not isinstance(field.state.agenda[-1], Question):
            field.skip()
        gone = [e for r in field.encounter.history for e in of(r.events, GaveBack)]
        assert [(e.why, e.ref) for e in gone] == [("unpaid", "ODY-E3")]
        assert field.active == "Ana"

    def test_in_the_round_in_which_it_was_summoned_nothing_is_due(self) -> None:
        """ODY-E3"""
        field = summoned()
        assert field.state.phase == "action"
        field.end()
        assert field.state.phase == "action"


class TestGoing:
    def test_at_no_hp_it_disappears_and_turns_not_passed_over_are_regained(self) -> None:
        """ODY-E4: Ana's turn is over, Bo's was passed over; both get none this round."""
        field = summoned()
        field.end()
        done = field.act("Orc", "basic attack", "Ifrit", amount="-30")
        assert [(e.why, e.ref) for e in of(done, GaveBack)] == [("felled", "ODY-E4")]
        field.end()
        assert field.state.phase != "action"
        field.past("paradigm")
        assert field.active == "Ana"

    def test_who_comes_later_in_the_order_acts_in_this_round(self) -> None:
        """ODY-E4: turns not yet passed over."""
        field = Field()
        field.add("Ana")
        field.add("Ifrit", belongs_to=field.id("Ana"), hp=5, acts=claws())
        field.add("Bo")
        field.add("Orc", "antagonists")
        field.start(Ana=15, Orc=12, Bo=9)
        field.act("Ana", "summon eidolon")
        field.end()
        field.act("Orc", "basic attack", "Ifrit", amount="-5")
        field.end()
        assert field.active == "Bo"

    def test_felled_while_acting_the_summoner_goes_on(self) -> None:
        """ODY-C11 summoner_goes_on, ODY-E4: with the AP left."""
        field = summoned()
        field.act("Ifrit", "claw", "Orc")
        done = field.hp("Ifrit", -30)
        assert of(done, GaveBack)
        assert (field.active, field.pool("Ana"), field.pool("Ifrit")) == ("Ana", 1, 0)
        assert [e.ref for e in of(done, PoolSet) if e.why == "handed over"] == ["ODY-C11", "ODY-C11"]
        field.act("Ana", "move")
        assert field.active == "Bo"

    def test_felled_while_acting_the_turn_ends(self) -> None:
        """ODY-C11 turn_ends"""
        field = summoned(eidolon_falls_acting="turn_ends")
        done = field.hp("Ifrit", -30)
        assert "ODY-C11" in refs(done)
        assert field.active == "Bo"
        assert (field.pool("Ana"), field.pool("Ifrit")) == (0, 0)

    def test_felled_by_its_own_doing_in_its_own_turn(self) -> None:
        """ODY-E4, ODY-C11: a blow that costs the last point leaves the summoner nothing to go on with."""
        field = field_of()
        field.act("Ana", "move")
        field.act("Ana", "move")
        field.act("Ana", "summon eidolon")
        field.act("Ifrit", "claw", "Ifrit", amount="-30")
        assert field.active == "Bo"
        assert field.state.entries[field.state.order[0]].actor == ""

    def test_summoned_again_it_comes_whole(self) -> None:
        """ODY-E4"""
        field = summoned()
        field.hp("Ifrit", -30)
        field.do(ChangePool((field.id("Ana"),), "anima", to="3"))
        field.act("Ana", "summon eidolon")
        assert field.pool("Ifrit", "hp") == 30

    def test_with_its_summoner_down_it_leaves(self) -> None:
        """ODY-C5 eidolon_leaves"""
        field = summoned()
        field.end()
        done = field.hp("Ana", -20)
        assert [(e.why, e.ref) for e in of(done, GaveBack)] == [("caller felled", "ODY-C5")]

    def test_with_its_summoner_down_it_stays(self) -> None:
        """ODY-C5 eidolon_stays"""
        field = summoned(summoner_downed="eidolon_stays")
        field.end()
        field.hp("Ana", -20)
        field.end()
        field.past("paradigm")
        field.answer("keep")
        assert field.active == "Ifrit"

    def test_it_leaves_with_its_summoner(self) -> None:
        """ODY-X6"""
        field = summoned()
        field.end()
        done = field.do(Remove((field.id("Ana"),)))
        assert [(e.why, e.ref) for e in of(done, GaveBack)] == [("caller gone", "ODY-X6")]
        assert field.state.combatants[field.id("Ifrit")].gone == IN_RESERVE
        field.end()
        field.past("paradigm")
        assert field.active == "Bo"

    def test_in_its_own_turn_nothing_goes_back_to_a_summoner_who_has_left(self) -> None:
        """ODY-X6, ODY-C11"""
        field = summoned()
        assert field.active == "Ifrit"
        done = field.do(Remove((field.id("Ana"),)))
        assert [e.why for e in of(done, GaveBack)] == ["caller gone"]
        assert [e for e in of(done, PoolSet) if e.who == field.id("Ana")] == []
        assert field.active == "Bo"

    def test_taken_away_by_the_master_all_act_again(self) -> None:
        """ODY-E4, SEM-3: the turn goes on as its summoner's."""
        field = summoned()
        field.do(Remove((field.id("Ifrit"),)))
        assert (field.active, field.pool("Ana")) == ("Ana", 2)

    def test_the_battle_goes_on_while_it_stands_and_ends_with_the_battle(self) -> None:
        """ODY-X6: locked ones count as active; it is gone when the battle is over."""
        field = summoned()
        assert not of(field.end(), FightOver)
        field.hp("Orc", -20)
        assert not field.state.agenda
        assert field.state.combatants[field.id("Ifrit")].gone == IN_RESERVE


class TestTheLockedSide:
    def test_it_may_switch_roles(self) -> None:
        """ODY-C13 default"""
        field = summoned()
        field.to_phase("paradigm")
        field.let_go("Orc")
        field.let_go("Bo")
        done = field.do(Choose(field.id("Ana"), "healer"))
        assert "ODY-C13" in refs(done)
        assert field.trait("Ana", "role") == "healer"

    def test_it_does_not_advance(self) -> None:
        """ODY-C13"""
        field = summoned()
        field.do(Set((field.id("Orc"),), "row", "back"))
        field.end()
        field.end()
        assert field.state.phase == "paradigm"

    def test_a_flight_already_begun_is_finished(self) -> None:
        """ODY-C13"""
        field = Field()
        field.add("Bo", row="back")
        field.add("Ana")
        field.add("Ifrit", belongs_to=field.id("Ana"), hp=30, acts=claws())
        field.add("Orc", "antagonists")
        field.start(Bo=15, Ana=12, Orc=9)
        field.act("Bo", "flee")
        field.act("Ana", "summon eidolon")
        field.end()
        field.end()
        assert field.state.combatants[field.id("Bo")].gone == "fled"

    def test_nothing_may_be_done(self) -> None:
        """ODY-C13 nothing: no switching, no paying, no leaving."""
        field = Field(locked_side="nothing")
        field.add("Bo", row="back")
        field.add("Ana")
        field.add("Ifrit", belongs_to=field.id("Ana"), hp=30, acts=claws())
        field.add("Orc", "antagonists")
        field.start(Bo=15, Ana=12, Orc=9)
        field.act("Bo", "flee")
        field.act("Ana", "summon eidolon")
        field.end()
        field.end()
        assert not field.state.combatants[field.id("Bo")].gone
        assert field.code(Choose(field.id("Ana"), "healer"))[0] in ("choice.not_asked", "choice.none")
        done = field.let_go("Orc")
        assert [(e.why, e.ref) for e in of(done, GaveBack)] == [("unpaid", "ODY-E3")]
        field.to_phase("paradigm")
        assert field.state.combatants[field.id("Bo")].gone == "fled"

    def test_its_effects_still_reach_it(self) -> None:
        """ODY-C13: what the master lays on somebody still falls on them."""
        field = summoned()
        field.hp("Bo", -3)
        assert field.pool("Bo", "hp") == 17
