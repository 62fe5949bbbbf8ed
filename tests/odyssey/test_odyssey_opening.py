"""Before a battle of Last Odyssey: sides, rows, the call of initiative, ties, first strikes; and Anima."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from odyssey.field import Field, claws, of, refs
from turnwright import Fight
from turnwright.engine.base import Question
from turnwright.engine.dice import TypedDice
from turnwright.engine.events import InitiativeRolled, PoolSet, TieBroken, TraitSet
from turnwright.engine.granting import GrantLapsed
from turnwright.engine.mechanics.call import CallMade
from turnwright.engine.mechanics.cast import Add, Set
from turnwright.engine.mechanics.first_strike import Ambush
from turnwright.engine.mechanics.gaps import Enter
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.questions import Answer
from turnwright.engine.mechanics.scenes import Start
from turnwright.engine.roles import roles_of
from turnwright.engine.state import OwnAct


def called(numbers: dict[str, int], cast: int, initiative: dict[str, int], **options: str) -> Field:
    """Heroes name numbers (whoever has none is an antagonist), the die shows this; the order is found."""
    field = Field(**options)
    for name, value in initiative.items():
        field.add(name, "heroes" if name in numbers else "antagonists", initiative=value)
    field.do(Start())
    left = list(numbers)
    for name in left[:-1]:
        field.answer(str(numbers[name]), who=name)
    last = left[-1]
    field.done = field.do(Answer((str(numbers[last]),), "", field.id(last)), dice=(cast,))
    return field


class TestTheCall:
    def test_each_names_a_number_and_one_die_is_cast(self) -> None:
        """ODY-X2"""
        field = called({"Ana": 4, "Bo": 9}, 6, {"Ana": 10, "Bo": 12, "Orc": 11})
        made = of(field.done, CallMade)[0]
        assert (made.rolled, made.ref) == (6, "ODY-X2")
        assert made.named == {field.id("Ana"): 4, field.id("Bo"): 9}
        assert field.order() == ["Bo", "Orc", "Ana"]
        assert {e.ref for e in of(field.done, InitiativeRolled)} == {"ODY-X2"}

    def test_the_numbers_are_secret_until_all_are_named(self) -> None:
        """ODY-X2, SEM-22"""
        field = Field()
        field.add("Ana")
        field.add("Bo")
        field.add("Orc", "antagonists")
        field.do(Start())
        done = field.answer("4", who="Ana")
        assert {e.to for e in done} == {field.id("Ana")}

    @pytest.mark.parametrize(
        ("number", "cast", "first"), [(3, 4, "Ana"), (4, 3, "Orc"), (10, 2, "Orc"), (9, 10, "Ana")]
    )
    def test_below_the_cast_wins_ties_with_opponents_else_loses_them(self, number: int, cast: int, first: str) -> None:
        """ODY-X2"""
        field = called({"Ana": number}, cast, {"Ana": 10, "Orc": 10})
        assert field.order()[0] == first

    @pytest.mark.parametrize(("orc", "first"), [(14, "Ana"), (15, "Orc"), (16, "Orc")])
    def test_a_hit_counts_one_and_a_half_times_and_loses_ties(self, orc: int, first: str) -> None:
        """ODY-X2: 10 counts as 15."""
        field = called({"Ana": 5}, 5, {"Ana": 10, "Orc": orc})
        assert field.order()[0] == first

    def test_it_is_compared_exactly(self) -> None:
        """ODY-X2: 1½ times 9 is 13½, between 13 and 14."""
        field = called({"Ana": 5, "Bo": 8}, 5, {"Ana": 9, "Bo": 1, "Orc": 13, "Imp": 14})
        assert field.order() == ["Imp", "Ana", "Orc", "Bo"]
        scores = [field.state.entries[e].score for e in field.state.order]
        assert scores == [14, Fraction(27, 2), 13, 1]

    @pytest.mark.parametrize(("cast", "initiative", "score"), [(1, 10, 15), (2, 15, 15), (10, 15, 15)])
    def test_a_call_of_one_always_wins_ties_and_may_hit(self, cast: int, initiative: int, score: int) -> None:
        """ODY-X2"""
        field = called({"Ana": 1}, cast, {"Ana": initiative, "Orc": 15})
        assert field.order() == ["Ana", "Orc"]
        assert field.state.entries[field.state.order[0]].score == score

    def test_winning_and_losing_is_about_opponents_only(self) -> None:
        """ODY-X2, ODY-C2: among heroes the players decide, whatever they called."""
        field = called({"Ana": 9, "Bo": 2}, 6, {"Ana": 10, "Bo": 10, "Orc": 5})
        question = field.question
        assert (question.ask.code, question.ask.ref) == ("tie", "ODY-C2")
        assert set(question.ask.parts[0].to) == {field.id("Ana"), field.id("Bo")}

    def test_in_a_mixed_tie_winners_come_first_then_opponents_then_losers(self) -> None:
        """ODY-X2"""
        field = called({"Ana": 9, "Bo": 2}, 6, {"Ana": 10, "Bo": 10, "Orc": 10})
        assert field.order() == ["Bo", "Orc", "Ana"]
        assert {e.ref for e in of(field.done, TieBroken)} == {"ODY-X2"}

    def test_a_number_lies_from_one_to_ten(self) -> None:
        """ODY-X2"""
        field = Field()
        field.add("Ana")
        field.add("Orc", "antagonists")
        field.do(Start())
        assert field.question.ask.parts[0].items == tuple(str(n) for n in range(1, 11))
        for number in ("0", "11", "x"):
            assert field.code(Answer((number,), "", field.id("Ana")))[0] == "answer.not_one"

    @pytest.mark.parametrize("said", ["roll", "roll Ana", "reroll Ana"])
    def test_no_hero_rolls_ahead_of_it(self, said: str) -> None:
        """ODY-X2: whoever rolled first would go without the call; the GM may insist."""
        fight = Fight.new("last-odyssey")
        for text in ("add Ana side heroes initiative 8 row front", "add Orc side antagonists initiative 12 row front"):
            assert fight.do(text)
        self.call_first(fight, said)
        assert fight.do("start")
        self.call_first(fight, said)
        assert fight.do("answer 3", who="Ana", dice=TypedDice((3,))).lines[1] == "The call: 3 (d10: 3), named: Ana 3"
        # Who joins later was not there for it, and rolls.
        assert fight.do("add Bo side heroes initiative 5 row front")
        assert fight.do("roll Bo").lines[0] == "Bo has initiative 5"

    @staticmethod
    def call_first(fight: Fight, said: str) -> None:
        told = fight.do(said)
        assert told.refusal is not None
        assert (told.refusal.code, told.refusal.ref, told.refusal.rule) == ("initiative.call_first", "ODY-X2", True)
        assert told.refusal.data["names"] == "Ana"

    def test_the_gm_may_insist_on_rolling_ahead_of_it(self) -> None:
        """ODY-X2, SEM-6"""
        fight = Fight.new("last-odyssey")
        assert fight.do("add Ana side heroes initiative 8 row front")
        assert fight.do("roll!").lines[-1] == "Ana has initiative 8"

    def test_the_order_is_fixed_for_the_battle(self) -> None:
        """ODY-X2"""
        field = called({"Ana": 4}, 6, {"Ana": 10, "Orc": 9})
        field.past("paradigm")
        field.do(Set((field.id("Orc"),), "initiative", "30"))
        field.to_round(3)
        assert field.order() == ["Ana", "Orc"]

    def test_without_initiative_on_the_sheet_the_battle_does_not_start(self) -> None:
        """ODY-X2"""
        field = Field()
        field.add("Ana")
        field.do(Add("Orc", "antagonists", values={"hp": "5", "row": "front"}))
        assert field.code(Start())[0] == "stat.missing"

    def test_every_battle_has_its_own_call(self) -> None:
        """ODY-X2"""
        field = called({"Ana": 9}, 6, {"Ana": 10, "Orc": 10})
        assert field.order() == ["Orc", "Ana"]
        field.past("paradigm")
        field.hp("Orc", -20)
        assert not field.state.agenda
        field.hp("Orc", 20)
        field.do(Start())
        field.do(Answer(("1",), "", field.id("Ana")), dice=(3,))
        assert field.order() == ["Ana", "Orc"]

    def test_a_newcomer_of_the_other_side_makes_a_tie_mixed(self) -> None:
        """ODY-X2: its place among the heroes is found by their calls; they stay where they decided to stand."""
        field = called({"Ana": 9, "Bo": 2}, 6, {"Ana": 10, "Bo": 10, "Orc": 5})
        ana, bo = (next(e.id for e in field.state.entries.values() if e.name == n) for n in ("Ana", "Bo"))
        field.answer(bo, ana)
        field.past("paradigm")
        assert field.order() == ["Bo", "Ana", "Orc"]
        field.do(Add("Imp", "antagonists", values={"hp": "5", "initiative": "1", "row": "front"}, score=10))
        assert field.order() == ["Bo", "Imp", "Ana", "Orc"]


class TestOtherWays:
    def test_scores_are_typed_in(self) -> None:
        """ODY-C1 scores: no call, no formula."""
        field = Field(initiative="scores")
        field.add("Ana")
        field.add("Orc", "antagonists")
        field.start(Ana=3, Orc=7)
        assert field.order() == ["Orc", "Ana"]

    def test_any_formula(self) -> None:
        """ODY-C1"""
        field = Field(initiative="1d20 + initiative")
        field.add("Ana", initiative=2)
        field.add("Orc", "antagonists", initiative=5)
        field.do(Start(), dice=(10, 3))
        assert [field.state.entries[e].score for e in field.state.order] == [12, 8]

    def test_antagonists_ties_are_the_masters(self) -> None:
        """ODY-C2 players decide among heroes, the GM among antagonists."""
        field = called({"Ana": 5}, 6, {"Ana": 15, "Orc": 10, "Imp": 10})
        assert field.question.ask.parts[0].to == ("gm",)
        orc, imp = (next(e.id for e in field.state.entries.values() if e.name == n) for n in ("Orc", "Imp"))
        field.answer(imp, orc)
        assert field.order() == ["Ana", "Imp", "Orc"]

    def test_heroes_must_agree_and_until_then_the_master_may_set_it(self) -> None:
        """ODY-C2"""
        field = called({"Ana": 5, "Bo": 5}, 6, {"Ana": 10, "Bo": 10, "Orc": 5})
        first, second = field.question.ask.parts[0].items
        field.answer(first, second, who="Ana")
        field.answer(second, first, who="Bo")
        assert isinstance(field.state.agenda[-1], Question)
        field.answer(second, first)
        assert field.state.order[:2] == (second, first)

    def test_ties_are_rolled(self) -> None:
        """ODY-C2 roll"""
        field = Field(ties="roll")
        field.add("Ana", initiative=15)
        field.add("Orc", "antagonists")
        field.add("Imp", "antagonists")
        field.do(Start())
        done = field.do(Answer(("5",), "", field.id("Ana")), dice=(6, 3, 8))
        assert field.order() == ["Ana", "Imp", "Orc"]
        assert {e.ref for e in of(done, TieBroken) if e.how == "roll"} == {"ODY-C2"}


class TestPreBattle:
    def test_rows_are_chosen_before_the_call(self) -> None:
        """ODY-X3: players for heroes, the GM for the rest."""
        field = Field()
        for name, side in (("Ana", "heroes"), ("Orc", "antagonists")):
            field.do(Add(name, side, values={"hp": "20", "initiative": "5"}))
        field.do(Start())
        question = field.question
        assert (question.ask.code, question.ask.ref) == ("trait", "ODY-X3")
        assert [part.to for part in question.ask.parts] == [(field.id("Ana"),), ("gm",)]
        field.answer("back", part=field.id("Orc"))
        done = field.answer("front", who="Ana")
        assert {(e.who, e.value) for e in of(done, TraitSet)} == {(field.id("Ana"), "front"), (field.id("Orc"), "back")}
        assert field.question.ask.code == "call"

    def test_then_ranking_and_the_opening_paradigm_phase(self) -> None:
        """ODY-X3"""
        field = called({"Ana": 5}, 6, {"Ana": 15, "Orc": 10})
        assert (field.state.round, field.state.phase) == (1, "paradigm")

    def struck(self) -> Field:
        """The antagonists, one of them in the back row, ambush the heroes."""
        field = Field()
        field.add("Ana", row="back", hp=20)
        field.add("Orc", "antagonists", row="back")
        field.add("Imp", "antagonists")
        field.do(Ambush("antagonists"))
        return field

    def test_an_ambushing_side_strikes_first_before_all_that(self) -> None:
        """ODY-X3: one turn of 1 AP each, in an order of their choice, all counting as being in front."""
        field = self.struck()
        done = field.do(Start())
        assert "ODY-X3" in refs(done)
        assert field.trait("Ana", "row") == "front"
        assert (field.state.round, field.active) == (0, "")
        field.enter("Imp")
        assert (field.active, field.pool("Imp")) == ("Imp", 1)
        field.act("Imp", "basic attack", "Ana", amount="-3")
        field.enter("Orc")
        assert field.pool("Orc") == 1
        field.act("Orc", "basic attack", "Ana", amount="-3")
        assert field.pool("Ana", "hp") == 14
        assert (field.trait("Ana", "row"), field.trait("Orc", "row")) == ("back", "back")
        assert field.question.ask.code == "call"

    def test_who_moves_in_a_first_strike_has_moved(self) -> None:
        """ODY-X3, ODY-F1: all count as being in front meanwhile; who moves is in the other row once that is over."""
        field = self.struck()
        field.do(Start())
        field.enter("Orc")
        field.act("Orc", "move")
        field.enter("Imp")
        field.act("Imp", "move")
        assert field.question.ask.code == "call"
        assert [field.trait(name, "row") for name in ("Ana", "Orc", "Imp")] == ["back", "front", "back"]

    def test_who_has_moved_still_counts_as_being_in_front(self) -> None:
        """ODY-X3"""
        field = self.struck()
        field.do(Start())
        field.enter("Imp")
        field.act("Imp", "move")
        assert field.trait("Imp", "row") == "front"
        field.do(Set((field.id("Ana"),), "row", "front"))
        field.let_go("Orc")
        assert [field.trait(name, "row") for name in ("Ana", "Orc", "Imp")] == ["front", "back", "back"]

    def test_nobody_else_strikes_and_nobody_must(self) -> None:
        """ODY-X3"""
        field = self.struck()
        field.do(Start())
        assert field.code(Enter((field.id("Ana"),)))[0] == "gap.nothing_to_enter"
        field.let_go("Imp")
        field.let_go("Orc")
        assert field.question.ask.code == "call"
        assert all(not entry.granted for entry in field.state.entries.values())

    def test_a_strike_has_one_turn_each(self) -> None:
        """ODY-X3"""
        field = self.struck()
        field.do(Start())
        field.enter("Imp")
        field.end()
        assert field.code(Enter((field.id("Imp"),)))[0] == "gap.nothing_to_enter"

    def test_nothing_is_held_in_it(self) -> None:
        """ODY-X3, ODY-H1: one turn of 1 AP each, and what is held is for the same round, of which there is none yet."""
        field = self.struck()
        field.do(Start())
        field.enter("Imp")
        assert field.code(field.acting("Imp", "hold")) == ("extra.barred", "ODY-X3")

    def test_an_eidolon_that_comes_in_it_takes_the_place_of_its_side(self) -> None:
        """ODY-X3, ODY-E2, ODY-E3: the strikes of the others are lost to it, and the first round is a later one."""
        field = Field()
        field.add("Ana", row="back")
        field.add("Ifrit", belongs_to="Ana", hp=30, acts=claws())
        field.add("Bo", initiative=9)
        field.add("Orc", "antagonists", initiative=8)
        field.do(Ambush("heroes"))
        field.do(Start())
        field.enter("Ana")
        field.act("Ana", "summon eidolon")
        done = field.act("Ifrit", "claw", "Orc")
        assert [(e.entry, e.why, e.ref) for e in of(done, GrantLapsed)] == [
            (field.state.entry_of(field.id("Bo")).id, "locked", "ODY-E2")  # type: ignore[union-attr]
        ]
        assert (field.trait("Ana", "row"), field.trait("Ifrit", "row")) == ("back", "front")
        field.answer("5", who="Ana")
        field.answer("5", who="Bo")
        assert (field.state.round, field.question.ask.code) == (1, "takeover.keep")

    def test_it_is_told_as_it_begins_and_as_it_is_taken_back(self) -> None:
        """ODY-X3"""
        fight = Fight.new("last-odyssey")
        fight.do("add Ana side heroes initiative 5 hp 9")
        fight.do("add Orc side antagonists initiative 5 hp 9")
        assert fight.do("ambush heroes").lines == ("The heroes will strike first",)
        assert fight.do("ambush nobody").lines == ("Nobody will strike first",)
        fight.do("ambush heroes")
        assert "The heroes strike first" in fight.do("start").lines
        fight.do("enter Ana")
        assert "Ana and Orc: row is yet to be said" in fight.do("end", who="Ana").lines

    def test_it_is_given_before_the_battle(self) -> None:
        """ODY-X3"""
        field = self.struck()
        field.do(Ambush(""))
        field.do(Ambush("heroes"))
        assert field.code(Ambush("elves"))[0] == "side.unknown"
        field.do(Start())
        assert field.code(Ambush("heroes"))[0] == "ambush.late"
        field.enter("Ana")
        assert field.active == "Ana"

    def test_a_strike_may_end_the_battle(self) -> None:
        """ODY-X3, ODY-X6: whoever is down by then takes no further part."""
        field = self.struck()
        field.do(Start())
        field.enter("Imp")
        field.act("Imp", "basic attack", "Ana", amount="-20")
        assert field.rules.ruleset.defeat is not None


class TestAnima:
    def duel(self) -> Field:
        """Ana, who has abilities that cost Anima, and two antagonists."""
        field = Field()
        field.add("Ana", tier=6, acts={"comet": OwnAct(like="ability", cost={"ap": "1", "anima": "2"})})
        field.add("Bo", acts={"comet": OwnAct(like="ability", cost={"ap": "1", "anima": "2"})})
        field.add("Orc", "antagonists", acts={"void": OwnAct(like="ability", cost={"ap": "1", "anima": "1"})})
        field.add("Imp", "antagonists", anima=9)
        field.start(Ana=15, Bo=12, Orc=9, Imp=6)
        return field

    def test_a_new_hero_starts_with_five_and_never_has_more_than_ten(self) -> None:
        """ODY-X1"""
        field = self.duel()
        assert field.pool("Ana", "anima") == 5
        field.do(ChangePool((field.id("Ana"),), "anima", by="20"))
        assert field.pool("Ana", "anima") == 10

    def test_what_is_spent_against_an_antagonist_it_gains(self) -> None:
        """ODY-X1: after the action has had its effect, and never above ten."""
        field = self.duel()
        done = field.act("Ana", "comet", "Orc", amount="-4")
        gained = [e for e in of(done, PoolSet) if e.why == "gained"]
        assert [(e.who, e.was, e.value, e.ref) for e in gained] == [(field.id("Orc"), 5, 7, "ODY-X1")]
        assert done.index(gained[0]) > next(i for i, e in enumerate(done) if isinstance(e, PoolSet) and e.pool == "hp")
        field.act("Ana", "comet", "Imp", amount="-4")
        assert field.pool("Imp", "anima") == 10

    def test_what_an_antagonist_spends_against_a_hero_the_hero_gains(self) -> None:
        """ODY-X1: by one side, gained by the other."""
        field = self.duel()
        field.end()
        field.end()
        field.act("Orc", "void", "Ana")
        assert field.pool("Ana", "anima") == 6

    def test_on_allies_or_nobody_it_is_not_gained(self) -> None:
        """ODY-X1"""
        field = self.duel()
        done = field.act("Ana", "comet", "Bo")
        assert not [e for e in of(done, PoolSet) if e.why == "gained"]

    def test_summoning_is_against_nobody(self) -> None:
        """ODY-X1"""
        field = Field()
        field.add("Ana")
        field.add("Ifrit", belongs_to="Ana", hp=10)
        field.add("Orc", "antagonists")
        field.start(Ana=2, Orc=1)
        done = field.act("Ana", "summon eidolon")
        assert not [e for e in of(done, PoolSet) if e.why == "gained"]
        assert field.pool("Orc", "anima") == 5


def test_a_tables_own_file_says_whose_the_roles_are(tmp_path: Path) -> None:
    """ODY-R1: a character has an archetype and, in it, roles; until then the file's are everybody's."""
    file = tmp_path / "ours.yaml"
    file.write_text("extends: last-odyssey\nroles: {known: {healer: {of: [sage]}, striker: {of: [knight]}}}\n")
    found = []
    for game in ("last-odyssey", str(file)):
        fight = Fight.new(game)
        fight.do("add Ana side heroes initiative 9 hp 9 archetype knight")
        found.append(roles_of(fight.rules, fight.state, next(iter(fight.state.combatants))))
    assert set(found[0]) - set(found[1]) == {"healer"}
    assert "striker" in found[1]
