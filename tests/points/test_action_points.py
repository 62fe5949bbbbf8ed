"""The action-point game, rule by rule: what scenarios can't show, and the edges of what they do."""

from __future__ import annotations

import pytest
from orders.board import of
from ties.scripted import Scripted

from turnwright.engine import compile_rules
from turnwright.engine.clock import story_time
from turnwright.engine.events import InitiativeRolled, PoolSet, Ruled
from turnwright.engine.happenings import TurnEnded
from turnwright.engine.history import Encounter
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.cast import Add, Set
from turnwright.engine.mechanics.effects import GiveEffect
from turnwright.engine.mechanics.initiative import Roll
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.questions import Answer
from turnwright.engine.mechanics.scenes import End, Start
from turnwright.engine.mechanics.waits import Delay
from turnwright.engine.sheet import pool_max
from turnwright.engine.state import OwnAct
from turnwright.rules.load import load


def fight(*reactions: int, kind: str = "", **options: str) -> Scripted:
    """A fight of heroes with these Reactions, who act in that order."""
    board = Scripted("reaction-ap", **options)
    if kind:
        board.rules = compile_rules(load("reaction-ap", kind=kind))
        board.encounter = Encounter.new(board.rules, "a")
    for at, reaction in enumerate(reactions):
        board.add("ABCDEF"[at], reaction=reaction, score=50 - at, hp=9)
    board.do(Start())
    return board


def spend(board: Scripted, name: str, ap: int) -> None:
    board.do(Act(board.id(name), "act", given={"ap": ap}))


def most(board: Scripted, name: str) -> object:
    return pool_max(board.rules, board.state, board.id(name), "ap")


class TestTime:
    def test_each_has_one_turn_a_round_and_a_round_is_6_seconds(self) -> None:
        """RAP-T1"""
        board = fight(1, 1, 1)
        seen = []
        for _ in range(6):
            seen.append((board.state.round, board.active))
            board.end()
        assert seen == [(r, n) for r in (1, 2) for n in "ABC"]
        assert story_time(board.rules, board.state) == (12, 12)

    def test_the_order_stays_and_nobody_delays(self) -> None:
        """RAP-T2"""
        board = fight(1, 1)
        refused = board.refused(Delay(board.id("A")))
        assert (refused.code, refused.ref) == ("wait.none", "RAP-T2")
        order = board.order
        for _ in range(8):
            board.end()
            assert board.order == order
        rolls = [e for r in board.encounter.records for e in of(r.events, InitiativeRolled)]
        assert not rolls

    @pytest.mark.parametrize("kind", ["chase", "onslaught", "last stand", "standoff", "parley"])
    def test_a_kind_of_encounter_changes_single_settings(self, kind: str) -> None:
        """RAP-T3: what it does not name is as in the file."""
        usual, other = load("reaction-ap"), load("reaction-ap", kind=kind)
        changed = {
            "chase": {"initiative"},
            "onslaught": {"initiative"},
            "last stand": {"pools"},
            "standoff": {"waits"},
            "parley": {"modes", "initiative"},
        }
        fields = {name for name in usual.__struct_fields__ if getattr(usual, name) != getattr(other, name)}
        assert fields == changed[kind]
        assert usual.initiative.ties == other.initiative.ties

    def test_a_kind_that_there_is_not(self) -> None:
        """RAP-T3"""
        from turnwright.rules.faults import FileFaults

        with pytest.raises(FileFaults, match='no kind of encounter "chaos"'):
            load("reaction-ap", kind="chaos")

    def test_no_initiative_at_all(self) -> None:
        """RAP-T3: nobody rolls, nobody is refused for it, and points are set as each takes its turn."""
        from turnwright.engine.mechanics.free_order import Take
        from turnwright.engine.mechanics.questions import Pass

        board = fight(1, 2, kind="parley")
        assert board.active == ""
        board.do(Take(board.id("B")))
        assert board.pool("B", "ap") == 4
        board.end()
        board.do(Pass(board.id("A")))
        assert board.state.round == 2


class TestInitiative:
    @pytest.mark.parametrize(("reaction", "score"), [(4, 18), (0, 10), (-3, 4), (1, 12)])
    def test_the_attribute_counts_twice(self, reaction: int, score: int) -> None:
        """RAP-I1: -3 gives d20 - 6."""
        board = Scripted("reaction-ap")
        board.add("A", reaction=reaction)
        board.do(Roll((board.id("A"),), (10,)))
        assert board.score("A") == score

    def test_round_1_does_not_start_before_all_have_rolled(self) -> None:
        """RAP-I1: then all are ranked at once, the highest first. The GM may insist, and is asked about the rest."""
        board = Scripted("reaction-ap")
        for name in "ABC":
            board.add(name)
        for name, face in (("A", 5), ("C", 9)):
            board.do(Roll((board.id(name),), (face,)))
            assert board.code(Start()) == "initiative.missing"
        events = board.do(Start(), force=True)
        assert [e.code for e in of(events, Ruled)] == ["initiative.missing"]
        board.rolling(Answer(("roll",)), 7)
        assert board.order == ["C", "B", "A"]

    def test_the_attribute_once(self) -> None:
        """RAP-C8"""
        board = Scripted("reaction-ap", reaction_terms="1")
        board.add("A", reaction=4)
        board.do(Roll((board.id("A"),), (10,)))
        assert board.score("A") == 14


class TestPoints:
    @pytest.mark.parametrize(("reaction", "points"), [(-3, 2), (0, 2), (1, 3), (4, 6)])
    def test_the_allotment(self, reaction: int, points: int) -> None:
        """RAP-A1, RAP-C5 floor: 2, and Reaction where it is above 0; it is the maximum too."""
        board = fight(reaction)
        assert (board.pool("A", "ap"), most(board, "A")) == (points, points)

    @pytest.mark.parametrize(("reaction", "points"), [(-3, 0), (-2, 0), (-1, 1), (0, 2), (3, 5)])
    def test_a_negative_reaction_lowers_it(self, reaction: int, points: int) -> None:
        """RAP-C5 lower: never under 0."""
        board = fight(reaction, negative_reaction="lower")
        assert (board.pool("A", "ap"), most(board, "A")) == (points, points)

    def test_they_are_set_at_the_start_of_the_turn(self) -> None:
        """RAP-A2: nothing is carried over, nothing is added on top."""
        board = fight(2, 1)
        spend(board, "A", 1)
        board.end()
        board.end()
        assert board.pool("A", "ap") == 4
        assert [e.why for e in of(board.events, PoolSet)] == ["refill"]

    @pytest.mark.parametrize("by", ["+1", "+50"])
    def test_never_above_the_maximum_by_any_means(self, by: str) -> None:
        """RAP-A3"""
        board = fight(2, 1)
        spend(board, "A", 1)
        board.do(ChangePool((board.id("A"),), "ap", by=by))
        assert board.pool("A", "ap") == 4
        board.do(ChangePool((board.id("A"),), "ap", to="9"))
        assert board.pool("A", "ap") == 4

    def test_the_maximum_follows_a_falling_reaction_at_once(self) -> None:
        """RAP-A3: points above it are lost. It rises at once, the points only at the next turn."""
        board = fight(4, 1)
        board.do(Set((board.id("A"),), "reaction", "1"))
        assert (board.pool("A", "ap"), most(board, "A")) == (3, 3)
        assert [(e.why, e.over, e.ref) for e in of(board.events, PoolSet)] == [("cut", 3, "RAP-A3")]
        board.do(GiveEffect("slowed", (board.id("A"),), changes={"reaction": "-1"}))
        assert (board.pool("A", "ap"), most(board, "A")) == (2, 2)
        board.do(Set((board.id("A"),), "reaction", "6"))
        assert (board.pool("A", "ap"), most(board, "A")) == (2, 7)
        board.end()
        board.end()
        assert board.pool("A", "ap") == 7

    def test_whoever_is_out_is_refused_by_no_rule_about_points(self) -> None:
        """RAP-A4: the chapter says nothing about 0 hit points, and no rule is named for it."""
        board = fight(2, 1)
        board.do(Set((board.id("A"),), "hp", "0/9"))
        refusal = board.refused(Act(board.id("A"), "act", given={"ap": 1}))
        assert (refusal.code, refusal.ref) == ("turn.unable", "")

    def test_what_is_left_stays_usable_off_turn(self) -> None:
        """RAP-A4, RAP-C6 next_turn: until the next own turn sets it again."""
        board = fight(1, 1, 1)
        spend(board, "A", 1)
        board.end()
        spend(board, "A", 1)
        board.end()
        spend(board, "A", 1)
        assert board.code(Act(board.id("A"), "act", given={"ap": 1})) == "act.cost"
        board.end()
        assert (board.active, board.pool("A", "ap")) == ("A", 3)

    def test_what_is_left_is_lost_as_the_round_ends(self) -> None:
        """RAP-C6 round_end"""
        board = fight(1, 1, unspent_ap="round_end")
        board.end()
        spend(board, "A", 1)
        assert board.pool("A", "ap") == 2
        board.end()
        assert board.pool("B", "ap") == 0

    def test_what_is_left_is_lost_as_the_turn_ends(self) -> None:
        """RAP-C6 turn_end"""
        board = fight(1, 1, unspent_ap="turn_end")
        board.end()
        assert board.pool("A", "ap") == 0

    def test_before_the_first_turn(self) -> None:
        """RAP-C3 none"""
        board = fight(1, 4)
        assert board.pool("B", "ap") == 0
        assert board.code(Act(board.id("B"), "act", given={"ap": 1})) == "act.cost"

    def test_before_the_first_turn_otherwise(self) -> None:
        """RAP-C3 full"""
        board = fight(1, 4, first_ap="full")
        assert board.pool("B", "ap") == 6
        spend(board, "B", 2)
        assert board.pool("B", "ap") == 4


class TestCosts:
    def test_more_than_is_left_is_refused(self) -> None:
        """RAP-A5: nothing changes; the GM may insist, and takes what is there."""
        board = fight(1, 1)
        spend(board, "A", 2)
        refused = board.refused(Act(board.id("A"), "act", given={"ap": 2}))
        assert (refused.code, refused.ref, refused.rule) == ("act.cost", "RAP-A5", True)
        board.do(Act(board.id("A"), "act", given={"ap": 2}), force=True)
        assert board.pool("A", "ap") == 0

    @pytest.mark.parametrize(
        ("given", "code"), [({}, "act.cost_unnamed"), ({"ap": -1}, "act.cost_negative"), ({"ap": 0}, "")]
    )
    def test_costs_are_given_with_each_use(self, given: dict[str, int], code: str) -> None:
        """RAP-C2 given"""
        board = fight(1, 1)
        act = Act(board.id("A"), "act", given=dict(given))
        if code:
            assert board.code(act) == code
        else:
            board.do(act)

    def test_a_character_may_list_its_own(self) -> None:
        """RAP-C2: with its cost, beside those that are given."""
        board = Scripted("reaction-ap")
        shot = OwnAct(like="attack", cost={"ap": "2"})
        board.do(Add("A", values={"reaction": "1"}, acts={"shot": shot}, score=9))
        board.do(Start())
        board.do(Act(board.id("A"), "shot", (board.id("A"),)))
        assert board.pool("A", "ap") == 1

    def test_a_catalogue(self) -> None:
        """RAP-C2 catalogue: a cost can't be named with the use any more."""
        board = fight(1, 1, costs="catalogue")
        refused = board.refused(Act(board.id("A"), "act", given={"ap": 1}))
        assert (refused.code, refused.ref) == ("act.cost_not_listed", "RAP-C2")

    def test_a_table_writes_its_catalogue_into_a_file(self, tmp_path: object) -> None:
        """RAP-C2 catalogue: a file over the game lists what actions cost."""
        from pathlib import Path

        assert isinstance(tmp_path, Path)
        file = tmp_path / "ours.yaml"
        file.write_text(
            "extends: reaction-ap\noptions: {costs: catalogue}\n"
            "actions: {attack: {cost: {ap: 2}}, reload: {cost: {ap: 1}}}\n"
        )
        board = Scripted(str(file))
        board.add("A", reaction=1, score=9)
        board.do(Start())
        board.do(Act(board.id("A"), "attack", (board.id("A"),)))
        board.do(Act(board.id("A"), "reload"))
        assert board.pool("A", "ap") == 0
        assert board.code(Act(board.id("A"), "move", given={"ap": 0})) == "act.cost_not_listed"


class TestEnds:
    def test_its_owner_or_the_gm_ends_it(self) -> None:
        """RAP-A6, RAP-C7 no: nothing left alone does not."""
        board = fight(1, 1)
        spend(board, "A", 3)
        assert board.active == "A"
        assert board.code(End(), owns=board.id("B")) == "seat.not_yours"
        events = board.do(End(), owns=board.id("A"))
        assert [(e.why, e.ref) for e in of(events, TurnEnded)] == [("ended", "RAP-A6")]
        board.end()
        assert board.active == "A"

    def test_nothing_left_ends_it(self) -> None:
        """RAP-C7 yes"""
        board = fight(1, 1, turn_ends_at_zero="yes")
        spend(board, "A", 3)
        assert board.active == "B"
        assert [(e.why, e.ref) for e in of(board.events, TurnEnded)] == [("spent", "RAP-C7")]
