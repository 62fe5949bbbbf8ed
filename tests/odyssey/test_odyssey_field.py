"""The field of battle in Last Odyssey: rows, advancing, flight, being downed, and when a battle is over."""

from __future__ import annotations

import pytest

from odyssey.field import Field, of, refs
from turnwright.engine.base import Question
from turnwright.engine.events import ConditionSet, Left, TraitSet
from turnwright.engine.happenings import TurnSkipped
from turnwright.engine.mechanics.cast import Remove, Set, SetCondition
from turnwright.engine.mechanics.defeat import FightOver
from turnwright.engine.mechanics.departures import CameBack
from turnwright.engine.mechanics.forbidding import Forbid, Forbidden
from turnwright.engine.mechanics.rows import Advanced, HeldBack
from turnwright.engine.mechanics.scenes import Next, NextRound
from turnwright.engine.scening import SceneEnded
from turnwright.engine.state import OwnAct


def field_of(rows: dict[str, str], **options: str) -> Field:
    """Heroes Ana and Bo and antagonists Orc and Imp, in rows as told; Ana's turn is on."""
    field = Field(**options)
    for name in ("Ana", "Bo"):
        field.add(
            name,
            row=rows.get(name, "front"),
            items={"feather": 1},
            acts={
                "bow": OwnAct(like="basic attack", tags=("-melee",)),
                "raise": OwnAct(like="ability", cost={"ap": "1"}, tags=("revive",), amount="5"),
            },
        )
    for name in ("Orc", "Imp"):
        field.add(name, "antagonists", row=rows.get(name, "front"))
    field.start(Ana=15, Bo=12, Orc=9, Imp=6)
    return field


def through_turns(field: Field) -> tuple[object, ...]:
    """All turns of the action phase end; gives what the last end caused."""
    done: tuple[object, ...] = ()
    while field.state.phase == "action":
        done = field.do(Next())
    return done


class TestRows:
    def test_the_back_row_makes_no_melee_attacks_on_opponents(self) -> None:
        """ODY-X4"""
        field = field_of({"Ana": "back"})
        assert field.code(field.acting("Ana", "basic attack", "Orc")) == ("row.back", "ODY-X4")
        field.act("Ana", "bow", "Orc")

    def test_the_back_row_is_no_target_of_opponents_melee(self) -> None:
        """ODY-X4"""
        field = field_of({"Orc": "back"})
        assert field.code(field.acting("Ana", "basic attack", "Orc")) == ("row.target_back", "ODY-X4")
        field.act("Ana", "bow", "Orc")
        field.act("Ana", "basic attack", "Imp")

    def test_allies_are_reached_in_any_row(self) -> None:
        """ODY-X4: it is about opponents."""
        field = field_of({"Ana": "back", "Bo": "back"})
        field.act("Ana", "basic attack", "Bo")

    def test_an_ability_is_melee_only_where_it_says_so(self) -> None:
        """ODY-X4"""
        field = field_of({"Orc": "back"})
        field.act("Ana", "ability", "Orc", given={"ap": 1})
        assert (
            field.code(field.acting("Ana", "ability", "Orc", given={"ap": 1}, tags=("melee",)))[0] == "row.target_back"
        )


class TestAdvancing:
    def test_a_side_with_an_empty_front_is_advanced_upon(self) -> None:
        """ODY-F2, ODY-F1"""
        field = field_of({"Orc": "back", "Imp": "back"})
        through_turns(field)
        question = field.question
        assert question.ask.code == "advance"
        assert question.ask.about == {"side": "heroes", "upon": "antagonists"}
        assert question.ask.ref == "ODY-F2"
        field.answer("advance", who="Ana")
        assert field.trait("Orc", "row") == "back"
        done = field.answer("advance", who="Bo")
        assert [(e.side, e.upon) for e in of(done, Advanced)] == [("heroes", "antagonists")]
        assert {(e.who, e.value) for e in of(done, TraitSet)} == {
            (field.id("Orc"), "front"),
            (field.id("Imp"), "front"),
        }
        assert (field.trait("Ana", "row"), field.trait("Bo", "row")) == ("front", "front")

    def test_players_must_agree_until_then_the_master_may_set_it(self) -> None:
        """ODY-F3"""
        field = field_of({"Orc": "back", "Imp": "back"})
        through_turns(field)
        field.answer("advance", who="Ana")
        field.answer("stay", who="Bo")
        assert isinstance(field.state.agenda[-1], Question)
        done = field.answer("stay")
        assert not of(done, Advanced)
        assert of(done, HeldBack)[0].ref == "ODY-F2"
        assert field.trait("Orc", "row") == "back"

    def test_one_who_is_down_in_front_holds_nothing(self) -> None:
        """ODY-F2: the downed count as being in front too, the fleeing as well."""
        field = field_of({"Imp": "back", "Ana": "back"})
        field.hp("Orc", -20)
        field.end()
        field.end()
        field.act("Imp", "flee")
        done = field.answer("advance")
        assert field.trait("Imp", "row") == "front"
        assert field.trait("Ana", "row") == "back"
        assert [e.why for e in of(done, Left)] == ["fled"]

    def test_a_front_that_stands_is_not_advanced_upon(self) -> None:
        """ODY-F2"""
        field = field_of({"Orc": "back"})
        through_turns(field)
        assert field.state.phase == "paradigm"

    def test_the_master_decides_for_antagonists(self) -> None:
        """ODY-F2"""
        field = field_of({"Ana": "back", "Bo": "back"})
        through_turns(field)
        assert field.question.ask.parts[0].to == ("gm",)
        field.answer("advance")
        assert (field.trait("Ana", "row"), field.trait("Bo", "row")) == ("front", "front")
        field.to_round(2)
        field.act("Ana", "move")
        assert field.trait("Ana", "row") == "back"

    def test_both_fronts_empty_heroes_choose_first_and_each_is_asked_once(self) -> None:
        """ODY-F3: one choice does not cancel the other."""
        field = field_of(dict.fromkeys(("Ana", "Bo", "Orc", "Imp"), "back"))
        through_turns(field)
        assert field.question.ask.ref == "ODY-F3"
        assert field.question.ask.about["side"] == "heroes"
        field.answer("advance")
        assert field.question.ask.about["side"] == "antagonists"
        done = field.answer("advance")
        assert {e.ref for e in of(done, Advanced)} == {"ODY-F3"}
        assert {field.trait(name, "row") for name in ("Ana", "Bo", "Orc", "Imp")} == {"front"}
        assert field.state.phase == "paradigm"

    def test_both_fronts_empty_and_nobody_wants_to(self) -> None:
        """ODY-F3"""
        field = field_of(dict.fromkeys(("Ana", "Bo", "Orc", "Imp"), "back"))
        through_turns(field)
        field.answer("stay")
        field.answer("stay")
        assert {field.trait(name, "row") for name in ("Ana", "Bo", "Orc", "Imp")} == {"back"}
        assert field.state.phase == "paradigm"
        field.past("paradigm")
        through_turns(field)
        assert field.question.ask.about["side"] == "heroes"

    def test_a_side_of_one(self) -> None:
        """ODY-F2: one hero decides alone."""
        field = Field()
        field.add("Ana", row="back")
        field.add("Orc", "antagonists", row="back")
        field.start(Ana=2, Orc=1)
        through_turns(field)
        field.answer("advance", who="Ana")
        assert field.question.ask.about["side"] == "antagonists"

    def test_the_question_is_taken_back_when_it_no_longer_arises(self) -> None:
        """ODY-F2: somebody stands in front again before it is answered."""
        field = field_of({"Orc": "back", "Imp": "back"})
        through_turns(field)
        field.do(Set((field.id("Orc"),), "row", "front"))
        assert field.state.phase == "paradigm"

    def test_nothing_is_left_to_advance_upon_where_all_are_down(self) -> None:
        """ODY-F2, ODY-X6: the battle is about to end; nobody is asked before that."""
        field = field_of({"Orc": "back", "Imp": "back"})
        through_turns(field)
        assert field.question.ask.about["upon"] == "antagonists"
        field.hp("Orc", -20)
        field.hp("Imp", -20)
        assert not isinstance(field.state.agenda[-1] if field.state.agenda else None, Question)


class TestFlight:
    def test_fleeing_needs_the_back_row_and_a_point(self) -> None:
        """ODY-F4"""
        field = field_of({})
        assert field.code(field.acting("Ana", "flee")) == ("act.needs", "ODY-F4")
        field.act("Ana", "move")
        done = field.act("Ana", "flee")
        assert "ODY-F4" in refs(done)
        assert (field.active, field.pool("Ana")) == ("Bo", 0)

    def test_it_ends_the_turn_and_one_leaves_at_the_end_of_the_effect_phase(self) -> None:
        """ODY-F4: until then one can still be acted upon, afterwards not."""
        field = field_of({"Ana": "back"})
        field.act("Ana", "flee")
        assert field.active == "Bo"
        field.end()
        assert not field.state.combatants[field.id("Ana")].gone
        field.act("Orc", "ability", "Ana", given={"ap": 1}, amount="-3")
        field.end()
        done = field.end()
        assert [(e.why, e.ref) for e in of(done, Left)] == [("fled", "ODY-F4")]
        field.past("paradigm")
        assert field.active == "Bo"
        assert field.code(field.acting("Bo", "bow", "Ana"))[0] == "combatant.gone"

    def test_when_every_hero_has_fled_the_battle_is_over(self) -> None:
        """ODY-F5: no paradigm phase follows."""
        field = field_of({"Ana": "back", "Bo": "back"})
        field.act("Ana", "flee")
        field.act("Bo", "flee")
        field.end()
        field.end()
        done = field.answer("stay")
        over = of(done, FightOver)[0]
        assert (over.sides, over.left, over.ref) == (("heroes",), True, "ODY-F5")
        assert of(done, SceneEnded)
        assert not field.state.agenda
        assert field.state.phase == ""

    def test_those_who_fled_are_there_for_the_next_battle(self) -> None:
        """ODY-F4: only for the rest of the battle."""
        field = field_of({"Ana": "back", "Bo": "back"})
        field.act("Ana", "flee")
        field.act("Bo", "flee")
        field.end()
        field.end()
        done = field.answer("stay")
        assert {e.who for e in of(done, CameBack)} == {field.id("Ana"), field.id("Bo")}
        field.start(Ana=1, Bo=2, Orc=3, Imp=4)
        assert field.active == "Imp"
        assert field.order() == ["Imp", "Orc", "Bo", "Ana"]

    def test_a_flight_that_a_battle_s_end_overtakes_is_none_in_the_next(self) -> None:
        """ODY-F4: one leaves this battle, and no other."""
        field = field_of({"Ana": "back"})
        field.act("Ana", "flee")
        field.hp("Orc", -20)
        field.hp("Imp", -20)
        assert of(field.end(), FightOver)
        assert field.state.combatants[field.id("Ana")].conditions == ()
        field.add("Ogre", "antagonists")
        field.start(Ana=4, Bo=3, Ogre=2)
        through_turns(field)
        assert not field.state.combatants[field.id("Ana")].gone

    def test_the_master_can_forbid_flight_for_a_battle(self) -> None:
        """ODY-F5"""
        field = field_of({"Ana": "back"})
        done = field.do(Forbid("flee"))
        assert of(done, Forbidden)[0].ref == "ODY-F5"
        assert field.code(field.acting("Ana", "flee")) == ("act.forbidden", "ODY-F5")
        assert field.code(Forbid("flee"))[0] == "forbidden.already"
        assert field.code(Forbid("flight"))[0] == "act.unknown"
        field.do(Forbid("flee", on=False))
        field.act("Ana", "flee")

    def test_flight_is_forbidden_for_one_battle_only(self) -> None:
        """ODY-F5"""
        field = field_of({"Ana": "back"})
        field.do(Forbid("flee"))
        field.hp("Orc", -20)
        field.hp("Imp", -20)
        done = field.end()
        assert of(done, FightOver)
        assert [e.acts for e in of(done, Forbidden)] == [()]

    def test_downed_before_leaving_one_does_not_escape(self) -> None:
        """ODY-C6 yes"""
        field = field_of({"Ana": "back"})
        field.act("Ana", "flee")
        done = field.hp("Ana", -20)
        assert [(e.condition, e.on, e.ref) for e in of(done, ConditionSet)] == [("fleeing", False, "ODY-C6")]
        through_turns(field)
        assert not field.state.combatants[field.id("Ana")].gone

    def test_downed_before_leaving_one_escapes_all_the_same(self) -> None:
        """ODY-C6 no"""
        field = field_of({"Ana": "back"}, downed_cancels_flight="no")
        field.act("Ana", "flee")
        field.hp("Ana", -20)
        through_turns(field)
        assert field.state.combatants[field.id("Ana")].gone == "fled"

    def test_a_held_turn_is_kept_by_one_who_flees(self) -> None:
        """ODY-C7 yes"""
        field = field_of({"Ana": "back"})
        field.act("Ana", "hold")
        field.act("Ana", "flee")
        field.enter("Ana")
        assert (field.active, field.pool("Ana")) == ("Ana", 1)

    def test_a_held_turn_is_lost_by_fleeing(self) -> None:
        """ODY-C7 no"""
        field = field_of({"Ana": "back"}, flee_keeps_held="no")
        field.act("Ana", "hold")
        done = field.act("Ana", "flee")
        assert "ODY-C7" in refs(done)
        assert field.active == "Bo"

    def test_one_may_flee_in_a_held_turn(self) -> None:
        """ODY-F4, ODY-H1"""
        field = field_of({"Ana": "back"})
        field.act("Ana", "hold")
        field.end()
        field.enter("Ana")
        field.act("Ana", "flee")
        assert field.active == "Bo"
        through_turns(field)
        assert field.state.combatants[field.id("Ana")].gone == "fled"


class TestOrderOfTheEffectPhase:
    def fleeing_front(self, **options: str) -> Field:
        """Both antagonists are in the back row, one of them flees; the effect phase is next."""
        field = field_of({"Orc": "back", "Imp": "back"}, **options)
        field.end()
        field.end()
        field.act("Orc", "flee")
        field.end()
        return field

    def test_advancing_comes_before_leaving(self) -> None:
        """ODY-C9 after_effects, ODY-T4"""
        field = self.fleeing_front()
        assert field.rules.ruleset.phases["effect"].steps == ("effects", "advance", "leave")
        assert field.question.ask.code == "advance"
        assert not field.state.combatants[field.id("Orc")].gone
        field.answer("advance")
        assert field.trait("Orc", "row") == "front"
        assert field.state.combatants[field.id("Orc")].gone == "fled"

    def test_advancing_before_the_effects(self) -> None:
        """ODY-C9 before_effects"""
        field = self.fleeing_front(advance_when="before_effects")
        assert field.rules.ruleset.phases["effect"].steps == ("advance", "effects", "leave")
        field.answer("advance")
        assert field.state.combatants[field.id("Orc")].gone == "fled"


class TestDowned:
    def test_one_who_is_down_can_not_act(self) -> None:
        """ODY-X5"""
        field = field_of({})
        done = field.hp("Ana", -20)
        assert field.active == "Bo"
        field.to_round(2)
        skipped = [e for r in field.encounter.history for e in of(r.events, TurnSkipped)]
        assert [(e.entry, e.why, e.ref) for e in skipped] == [(field.state.order[0], "downed", "ODY-X5")]
        assert done

    def test_one_who_is_down_can_not_be_targeted_except_to_be_revived(self) -> None:
        """ODY-X5"""
        field = field_of({})
        field.hp("Bo", -20)
        assert field.code(field.acting("Ana", "use item", "Bo", item="feather")) == ("target.sheltered", "ODY-X5")
        assert field.code(field.acting("Ana", "bow", "Bo"))[0] == "target.sheltered"
        field.act("Ana", "raise", "Bo")
        assert field.pool("Bo", "hp") == 5

    def test_an_item_that_revives_can_be_used_on_one_who_is_down(self) -> None:
        """ODY-X5"""
        field = Field()
        field.add("Ana", items={"phoenix feather": 1})
        field.add("Bo")
        field.add("Orc", "antagonists")
        field.start(Ana=3, Bo=2, Orc=1)
        field.hp("Bo", -20)
        field.act("Ana", "use item", "Bo", item="phoenix feather", amount="4")
        assert field.pool("Bo", "hp") == 4

    @pytest.mark.parametrize("reviver", ["Ana", "Orc"])
    def test_revived_one_acts_on_the_first_turn_after_the_revivers(self, reviver: str) -> None:
        """ODY-X5: the old place is kept; a turn that was passed over is not made up for."""
        field = field_of({})
        field.hp("Bo", -20)
        if reviver == "Orc":
            field.end()
            assert field.active == "Orc"
        field.hp("Bo", 5)
        field.end()
        assert field.active == ("Bo" if reviver == "Ana" else "Imp")
        field.to_round(2)
        field.end()
        assert field.active == "Bo"

    def test_charms_hexes_and_statuses_are_lost(self) -> None:
        """ODY-X5"""
        field = field_of({})
        assert field.rules.conditions["downed"].clears == ("charm", "hex", "status")


class TestTheEnd:
    @pytest.mark.parametrize(("side", "names"), [("antagonists", ("Orc", "Imp")), ("heroes", ("Ana", "Bo"))])
    def test_a_battle_ends_when_a_side_has_nobody_active(self, side: str, names: tuple[str, str]) -> None:
        """ODY-X6: it is looked for at the end of each turn."""
        field = field_of({})
        for name in names:
            field.hp(name, -20)
        done = field.do(Next()) if field.state.agenda else field.encounter.records[-1].events
        over = of(done, FightOver)
        assert [(e.sides, e.left, e.ref) for e in over] == [((side,), False, "ODY-X6")]
        assert not field.state.agenda

    def test_a_battle_ends_within_the_effect_phase(self) -> None:
        """ODY-X6: it is looked for at the end of each phase."""
        field = field_of({"Orc": "back", "Imp": "back"})
        through_turns(field)
        field.hp("Orc", -20)
        done = field.hp("Imp", -20)
        assert of(done, FightOver)[0].ref == "ODY-X6"
        assert field.state.agenda == ()

    def test_those_who_flee_count_until_they_are_gone(self) -> None:
        """ODY-X6"""
        field = field_of({"Ana": "back"})
        field.act("Ana", "flee")
        field.hp("Bo", -20)
        field.end()
        assert field.state.scene is not None
        assert not field.state.scene.over
        field.do(NextRound())
        assert field.question.ask.about["side"] == "antagonists"
        field.answer("stay")
        assert field.state.scene.over

    def test_the_dead_and_gone_are_not_active(self) -> None:
        """ODY-X6"""
        field = field_of({})
        field.do(Remove((field.id("Orc"), field.id("Imp")), "dead"))
        done = field.end()
        assert of(done, FightOver)[0].sides == ("antagonists",)

    def test_a_condition_laid_on_by_hand_is_no_defeat(self) -> None:
        """ODY-X6: asleep is not down."""
        field = field_of({})
        for name in ("Orc", "Imp"):
            field.do(SetCondition((field.id(name),), "asleep"))
        assert not of(field.end(), FightOver)
