"""What can be done on a turn of Last Odyssey, and what roles and formations have to do with it."""

from __future__ import annotations

import pytest

from odyssey.field import Field, of, refs
from turnwright.engine.acts import Acted
from turnwright.engine.events import ItemSet, PoolSet, TraitSet
from turnwright.engine.formations import formation_now, recorded
from turnwright.engine.mechanics.cast import SetCondition
from turnwright.engine.mechanics.choosing import Choose
from turnwright.engine.mechanics.formations import (
    CallFormation,
    Confirm,
    FormationCalled,
    FormationRecorded,
    RecordFormation,
)
from turnwright.engine.sheet import stat
from turnwright.engine.state import OwnAct


def duel(**options: str) -> Field:
    """Ana with a few things, Bo, then an orc; Ana's turn is on."""
    field = Field(**options)
    field.add(
        "Ana",
        tier=6,
        mana=10,
        role="striker",
        items={"potion": 1, "phoenix feather": 1, "Torch": 1},
        acts={
            "cure": OwnAct(like="ability", cost={"ap": "1", "mana": "3"}, role="healer", amount="5"),
            "rush": OwnAct(like="ability", cost={"ap": "2"}, role="striker", tags=("melee",)),
            "bow": OwnAct(like="basic attack", tags=("-melee",)),
        },
        roles={"striker": {"initiative": "+2"}, "healer": {"tier": "+1"}},
    )
    field.add("Bo", role="healer")
    field.add("Orc", "antagonists")
    field.start(Ana=15, Bo=12, Orc=9)
    return field


class TestActions:
    @pytest.mark.parametrize(
        ("act", "targets", "more", "ap"),
        [
            ("basic attack", ("Orc",), {"amount": "-4"}, 1),
            ("rush", ("Orc",), {}, 2),
            ("ability", ("Orc",), {"given": {"ap": 3}}, 3),
            ("use item", ("Bo",), {"item": "potion", "amount": "3"}, 1),
            ("move", (), {}, 1),
            ("hold", (), {}, 1),
            ("swap equipment", (), {"choice": "stow a weapon"}, 1),
        ],
    )
    def test_each_action_costs_what_the_table_says(
        self, act: str, targets: tuple[str, ...], more: dict[str, object], ap: int
    ) -> None:
        """ODY-A3"""
        field = duel()
        done = field.act("Ana", act, *targets, **more)
        paid = [(e.pool, e.was - e.value) for e in of(done, PoolSet) if e.why == "paid"]
        assert paid == [("ap", ap)]
        assert of(done, Acted)[0].ref in ("ODY-A3", "ODY-H1")

    @pytest.mark.parametrize("act", ["delay", "dance", "cast a spell", "grapple"])
    def test_nothing_else_can_be_done(self, act: str) -> None:
        """ODY-A3"""
        field = duel()
        assert field.code(field.acting("Ana", act)) == ("act.unknown", "ODY-A3")

    @pytest.mark.parametrize("targets", [(), ("Orc", "Bo")])
    def test_a_basic_attack_has_one_target(self, targets: tuple[str, ...]) -> None:
        """ODY-A3"""
        field = duel()
        assert field.code(field.acting("Ana", "basic attack", *targets)) == ("act.target", "ODY-A3")

    def test_more_than_is_left_can_not_be_spent(self) -> None:
        """ODY-A3, ODY-A2"""
        field = duel()
        field.act("Ana", "rush", "Orc")
        assert field.code(field.acting("Ana", "rush", "Orc"))[0] == "act.cost"
        assert field.pool("Ana") == 1

    def test_nobody_acts_in_the_turn_of_another(self) -> None:
        """ODY-A3"""
        field = duel()
        assert field.code(field.acting("Bo", "move"))[0] == "turn.not_yours"
        assert field.code(field.acting("Ana", "move"), owns=field.id("Bo"))[0] == "seat.not_yours"

    def test_an_item_is_used_up_and_at_none_can_not_be_used(self) -> None:
        """ODY-A3: single-use unless stated otherwise."""
        field = duel()
        done = field.act("Ana", "use item", "Bo", item="potion", amount="3")
        assert [(e.item, e.left) for e in of(done, ItemSet)] == [("potion", 0)]
        assert field.code(field.acting("Ana", "use item", "Bo", item="potion")) == ("item.none_left", "ODY-A3")
        assert field.code(field.acting("Ana", "use item", "Bo", item="ether")) == ("item.none_left", "ODY-A3")

    def test_armour_is_not_changed_in_battle(self) -> None:
        """ODY-A3"""
        field = duel()
        assert field.code(field.acting("Ana", "swap equipment", choice="put on armour")) == ("act.choice", "ODY-A3")
        for choice in ("equip a weapon", "take an accessory off", "put an accessory on"):
            field.act("Ana", "swap equipment", choice=choice)
        assert field.active == "Bo"

    def test_moving_goes_from_row_to_row(self) -> None:
        """ODY-F1, ODY-A3"""
        field = duel()
        done = field.act("Ana", "move")
        assert [(e.trait, e.value, e.ref) for e in of(done, TraitSet)] == [("row", "back", "ODY-F1")]
        field.act("Ana", "move")
        assert field.trait("Ana", "row") == "front"


class TestRoles:
    def test_a_role_gives_bonuses(self) -> None:
        """ODY-R1"""
        field = duel()
        ana = field.id("Ana")
        assert stat(field.rules, field.state, ana, "initiative") == 12
        field.to_phase("paradigm")
        field.let_go("Orc")
        field.let_go("Bo")
        done = field.do(Choose(ana, "healer"))
        assert [(e.value, e.ref) for e in of(done, TraitSet)] == [("healer", "ODY-R1")]
        assert stat(field.rules, field.state, ana, "initiative") == 10
        assert stat(field.rules, field.state, ana, "tier") == 7

    def test_switching_leaves_statuses_charms_and_hexes_on_everyone(self) -> None:
        """ODY-R1"""
        field = duel()
        ana, bo = field.id("Ana"), field.id("Bo")
        for who in (ana, bo, field.id("Orc")):
            field.do(SetCondition((who,), "hexed"))
        field.to_phase("paradigm")
        field.let_go("Orc")
        field.do(Choose(ana, "healer"))
        field.do(Choose(bo, "caster"))
        assert all("hexed" in c.conditions for c in field.state.combatants.values())

    def test_abilities_of_a_role_that_is_not_active_are_refused(self) -> None:
        """ODY-R3"""
        field = duel()
        assert field.code(field.acting("Ana", "cure", "Bo")) == ("act.role", "ODY-R3")
        field.to_phase("paradigm")
        field.let_go("Orc")
        field.let_go("Bo")
        field.do(Choose(field.id("Ana"), "healer"))
        assert field.active == "Ana"
        field.act("Ana", "cure", "Bo")
        assert field.pool("Ana", "mana") == 7
        assert field.code(field.acting("Ana", "rush", "Orc")) == ("act.role", "ODY-R3")

    def test_only_roles_that_one_has_can_be_chosen(self) -> None:
        """ODY-R1"""
        field = duel()
        field.to_phase("paradigm")
        field.let_go("Orc")
        assert field.code(Choose(field.id("Ana"), "dragoon"))[0] == "choice.unknown"

    def test_roles_are_not_switched_outside_the_paradigm_phase(self) -> None:
        """ODY-T5"""
        field = duel()
        assert field.code(Choose(field.id("Ana"), "healer"))[0] == "choice.none"

    def test_a_player_chooses_only_for_their_own(self) -> None:
        """ODY-T5, SEM-21"""
        field = duel()
        field.to_phase("paradigm")
        field.let_go("Orc")
        ana, bo = field.id("Ana"), field.id("Bo")
        assert field.code(Choose(ana, "healer"), owns=bo)[0] == "seat.not_yours"

    def test_one_who_is_down_does_not_switch(self) -> None:
        """ODY-C4 no"""
        field = duel()
        field.hp("Ana", -20)
        field.to_phase("paradigm")
        field.let_go("Orc")
        assert field.code(Choose(field.id("Ana"), "healer")) == ("choice.not_asked", "ODY-C4")
        field.let_go("Bo")
        assert field.state.round == 2

    def test_one_who_is_down_may_switch(self) -> None:
        """ODY-C4 yes"""
        field = duel(downed_may_switch="yes")
        field.hp("Ana", -20)
        field.to_phase("paradigm")
        field.let_go("Orc")
        field.let_go("Bo")
        field.do(Choose(field.id("Ana"), "healer"))
        assert field.trait("Ana", "role") == "healer"

    def test_the_master_may_insist(self) -> None:
        """ODY-C4: a rule's refusal is overruled, and it is logged."""
        field = duel()
        field.hp("Ana", -20)
        field.to_phase("paradigm")
        field.let_go("Orc")
        done = field.do(Choose(field.id("Ana"), "healer"), force=True)
        assert "Ruled" in {type(e).__name__ for e in done}
        assert field.trait("Ana", "role") == "healer"


class TestParadigmActions:
    def test_one_a_round_and_the_opening_phase_counts_to_the_first(self) -> None:
        """ODY-C12 one_per_round: no question is opened once the limit is used."""
        field = Field()
        field.add("Ana", role="striker")
        field.add("Orc", "antagonists")
        field.add("Imp", "antagonists")
        field.start_only(Ana=15, Orc=9, Imp=8)
        field.act("Orc", "paradigm action")
        assert field.code(field.acting("Orc", "paradigm action")) == ("act.limit", "ODY-C12")
        field.past("paradigm")
        field.to_phase("paradigm")
        assert field.code(field.acting("Orc", "paradigm action"))[0] == "act.limit"
        field.act("Imp", "paradigm action")
        assert field.choosing_side == "heroes"
        field.past("paradigm")
        field.to_phase("paradigm")
        field.act("Orc", "paradigm action")

    def test_one_a_phase(self) -> None:
        """ODY-C12 one_per_phase"""
        field = Field(paradigm_actions="one_per_phase")
        field.add("Ana")
        field.add("Orc", "antagonists")
        field.add("Imp", "antagonists")
        field.start_only(Ana=15, Orc=9, Imp=8)
        field.act("Orc", "paradigm action")
        assert field.code(field.acting("Orc", "paradigm action")) == ("act.limit", "ODY-C12")
        field.past("paradigm")
        field.to_phase("paradigm")
        field.act("Orc", "paradigm action")

    def test_any_number(self) -> None:
        """ODY-C12 any"""
        field = Field(paradigm_actions="any")
        field.add("Ana")
        field.add("Orc", "antagonists")
        field.start_only(Ana=15, Orc=9)
        field.act("Orc", "paradigm action")
        field.act("Orc", "paradigm action")
        field.let_go("Orc")
        assert field.code(field.acting("Orc", "paradigm action"))[0] == "act.phase"

    def test_only_antagonists_and_only_then(self) -> None:
        """ODY-T5"""
        field = duel()
        assert field.code(field.acting("Orc", "paradigm action"))[0] == "act.phase"
        field.to_phase("paradigm")
        assert field.code(field.acting("Ana", "paradigm action"))[0] == "act.phase"


class TestFormations:
    def two(self) -> Field:
        """Ana and Bo at the end of the first round; roles can be switched."""
        field = duel()
        field.to_phase("paradigm")
        field.let_go("Orc")
        return field

    def test_a_formation_says_which_hero_has_which_role(self) -> None:
        """ODY-R2: two who trade their roles make another one."""
        field = self.two()
        done = field.do(RecordFormation("Bulwark"))
        event = of(done, FormationRecorded)[0]
        assert event.words == {field.id("Ana"): "striker", field.id("Bo"): "healer"}
        assert event.ref == "ODY-R2"
        assert formation_now(field.rules, field.state) == "Bulwark"
        field.do(Choose(field.id("Ana"), "healer"))
        field.do(Choose(field.id("Bo"), "striker"))
        assert formation_now(field.rules, field.state) == ""
        field.do(RecordFormation("Bulwark reversed"))
        assert formation_now(field.rules, field.state) == "Bulwark reversed"

    def test_a_formation_is_called_in_one_go_and_each_confirms(self) -> None:
        """ODY-R2"""
        field = self.two()
        ana, bo = field.id("Ana"), field.id("Bo")
        field.do(RecordFormation("Dawn", {ana: "healer", bo: "caster"}), owns=ana)
        assert formation_now(field.rules, field.state) == ""
        done = field.do(CallFormation("dawn"), owns=ana)
        assert of(done, FormationCalled)[0].ref == "ODY-R2"
        assert field.trait("Ana", "role") == "striker"
        assert field.code(Confirm((ana,)), owns=bo)[0] == "seat.not_yours"
        field.do(Confirm((bo,)), owns=bo)
        assert (field.trait("Ana", "role"), field.trait("Bo", "role")) == ("healer", "caster")
        assert formation_now(field.rules, field.state) == "Dawn"

    def test_the_master_can_confirm_for_all(self) -> None:
        """ODY-R2"""
        field = self.two()
        field.do(RecordFormation("Dawn", {field.id("Ana"): "healer", field.id("Bo"): "caster"}))
        field.do(CallFormation("Dawn"))
        assert field.state.phase == "paradigm"
        field.do(Confirm())
        assert formation_now(field.rules, field.state) == "Dawn"

    def test_somebody_may_choose_otherwise(self) -> None:
        """ODY-R2"""
        field = self.two()
        field.do(RecordFormation("Dawn", {field.id("Ana"): "healer", field.id("Bo"): "caster"}))
        field.do(CallFormation("Dawn"))
        field.do(Confirm((field.id("Ana"),)))
        field.do(Choose(field.id("Bo"), "support"))
        assert (field.trait("Ana", "role"), field.trait("Bo", "role")) == ("healer", "support")

    def test_names_are_kept_changed_and_forgotten(self) -> None:
        """ODY-R2: recorded formations outlive the battle."""
        field = self.two()
        field.do(RecordFormation("Dawn"))
        assert field.code(RecordFormation("Dusk"))[0] == "formation.known"
        field.do(RecordFormation("Dawn", {field.id("Ana"): "healer"}))
        field.do(RecordFormation("Dusk"))
        assert list(recorded(field.state)) == ["Dawn", "Dusk"]
        field.do(RecordFormation("dusk", forget=True))
        assert list(recorded(field.state)) == ["Dawn"]
        assert field.code(RecordFormation("Dusk", forget=True)) == ("formation.unknown", "ODY-R2")
        assert field.code(CallFormation("Dusk")) == ("formation.unknown", "ODY-R2")
        assert field.code(RecordFormation("X", {field.id("Ana"): "dragoon"}))[0] == "choice.unknown"
        assert field.code(Confirm())[0] == "formation.not_called"
        assert field.code(RecordFormation(" "))[0] == "formation.name"

    def test_no_formation_is_called_while_nobody_can_switch(self) -> None:
        """ODY-R2, ODY-T5"""
        field = duel()
        field.do(RecordFormation("Dawn"))
        assert field.code(CallFormation("Dawn"))[0] == "choice.none"


def test_every_action_is_there_with_its_rule() -> None:
    """ODY-A3: the table of actions, each with the rule that it states."""
    field = duel()
    assert set(field.rules.ruleset.actions) == {
        "basic attack", "ability", "use item", "move", "summon eidolon", "hold", "swap equipment", "flee",
        "paradigm action",
    }  # fmt: skip
    assert all(action.ref for action in field.rules.ruleset.actions.values())
    assert refs(field.end())
