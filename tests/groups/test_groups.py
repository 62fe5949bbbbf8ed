"""Groups: one roll, one place and one turn for several; forming, joining, splitting, dissolving."""

from __future__ import annotations

import pytest
from orders.board import of
from ties.scripted import Scripted

from turnwright.engine import Redo, Undo, codec
from turnwright.engine.events import EntryGone, InitiativeRolled, Placed, Ruled, TieBroken
from turnwright.engine.grouping import GroupFormed, GroupJoined, SplitOff
from turnwright.engine.happenings import TurnEnded, TurnUp
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.cast import Add, Remove, Rename, Set, SetSide
from turnwright.engine.mechanics.effects import GiveEffect
from turnwright.engine.mechanics.groups import Group, JoinGroup, Split, Ungroup
from turnwright.engine.mechanics.initiative import Move, Roll, SetScore
from turnwright.engine.mechanics.scenes import End, EndScene, Next, Start
from turnwright.engine.mechanics.ties import SetTie, Sort
from turnwright.fight import Fight
from turnwright.rules.words.duration import read_duration


def raid(start: bool = True, **options: str) -> Scripted:
    """Ana (20), four raiders as one group (15), Bo (10), and a raider of another kind (5)."""
    board = Scripted("reaction-ap", **options)
    board.add("Ana", reaction=1, score=20, hp=9)
    board.do(Add("Raider", "raiders", 4, values={"reaction": "2", "hp": "5"}, group=True))
    board.add("Bo", score=10, hp=9)
    board.add("Chief", "raiders", reaction=4, score=5, hp=9)
    board.rolling(Roll((board.id("Raider 3"),)), 11)
    if start:
        board.do(Start())
    return board


def ids(board: Scripted, *names: str) -> tuple[str, ...]:
    return tuple(map(board.id, names))


def act(board: Scripted, name: str, ap: int) -> None:
    board.do(Act(board.id(name), "act", given={"ap": ap}))


class TestOneRoll:
    def test_one_roll_for_all_of_them(self) -> None:
        """RAP-I2: identical creatures that are added as a group are rolled for once."""
        board = raid()
        rolls = [e for r in board.encounter.records for e in of(r.events, InitiativeRolled)]
        assert [(board.state.entries[e.entry].name, e.score, e.ref) for e in rolls] == [("Raider", 15, "RAP-I1")]
        assert board.order == ["Ana", "Raider", "Bo", "Chief"]
        assert {e.ref for r in board.encounter.records for e in of(r.events, GroupJoined)} == {"RAP-I2"}

    def test_the_gm_says_which(self) -> None:
        """RAP-I2: those who were added one by one as well; nobody is rolled for anew."""
        board = Scripted("reaction-ap")
        board.add("Raider", "raiders", count=3, reaction=2, hp=5)
        board.do(Roll(ids(board, "Raider 2"), (7,)))
        events = board.do(Group(ids(board, "Raider 1", "Raider 2", "Raider 3"), "Vanguard"))
        assert (board.order, board.score("Vanguard")) == (["Vanguard"], 11)
        assert not of(events, InitiativeRolled)
        assert {e.ref for e in of(events, GroupFormed)} == {"RAP-I2"}

    def test_it_is_called_as_its_members_are(self) -> None:
        board = Scripted("plain")
        for name in ("Wolf 1", "Wolf 2", "Bear"):
            board.add(name)
        board.do(Group(ids(board, "Wolf 1", "Wolf 2")))
        assert board.order == ["Wolf", "Bear"]
        board.do(Ungroup(board.id("Wolf 1")))
        board.do(Group(ids(board, "Wolf 1", "Bear")))
        assert board.order == ["Wolf 1 + Bear", "Wolf 2"]

    def test_a_group_counts_once_in_a_tie(self) -> None:
        """RAP-I3: the GM decides between a group and a character."""
        board = raid(start=False)
        board.do(SetScore(board.id("Ana"), 15))
        board.do(Start())
        assert (board.asked, board.items) == (["gm"], ["Ana", "Raider"])
        board.answer("Raider", "Ana")
        assert board.order == ["Raider", "Ana", "Bo", "Chief"]


class TestOneTurn:
    def test_points_are_set_for_each_as_the_groups_turn_starts(self) -> None:
        """RAP-I2, RAP-A2: for each member, its own."""
        board = raid()
        assert [board.pool(f"Raider {n}", "ap") for n in (1, 2, 3, 4)] == [0, 0, 0, 0]
        board.do(Set(ids(board, "Raider 4"), "reaction", "0"))
        board.end()
        assert board.acting == ["Raider 1", "Raider 2", "Raider 3", "Raider 4"]
        assert [board.pool(f"Raider {n}", "ap") for n in (1, 2, 3, 4)] == [4, 4, 4, 2]

    def test_any_member_acts_in_any_order(self) -> None:
        """RAP-I2"""
        board = raid()
        board.end()
        for name, ap in (("Raider 3", 1), ("Raider 1", 4), ("Raider 3", 2), ("Raider 2", 1)):
            act(board, name, ap)
        assert [board.pool(f"Raider {n}", "ap") for n in (1, 2, 3, 4)] == [0, 3, 1, 4]
        refused = board.refused(Act(board.id("Raider 1"), "act", given={"ap": 1}))
        assert (refused.code, refused.ref) == ("act.cost", "RAP-A5")

    @pytest.mark.parametrize("ends", ["no", "yes"])
    def test_it_ends_when_the_gm_ends_it(self, ends: str) -> None:
        """RAP-I2, RAP-C7: not by itself, even with nothing left; in an option that ends turns neither."""
        board = raid(turn_ends_at_zero=ends)
        board.end()
        for number in (1, 2, 3, 4):
            act(board, f"Raider {number}", 4)
        assert board.active == "Raider"
        assert board.code(End(), owns=board.id("Raider 1")) == "seat.not_yours"
        assert board.code(Next(), owns=board.id("Raider 1")) == "seat.not_yours"
        board.end()
        assert board.active == "Bo"

    @pytest.mark.parametrize("ends", ["end", "next"])
    def test_the_gm_ends_it_before_anybody_has_acted_where_turns_can_be_put_off(self, ends: str) -> None:
        """RAP-I2, RAP-A2, RAP-T3: where a turn first comes up, ending it begins it too, whoever has to end it."""
        fight = Fight.new("reaction-ap", kind="standoff")
        for text in ("add Ana side heroes score 5", "add 2 Raider side foes reaction 1 score 9 group", "start"):
            assert fight.do(text), text
        told = fight.do(ends)
        assert told.lines == ("Raider 1 and Raider 2: AP 3/3", "Raider's turn ends", "Ana is up")
        assert fight.do("end")
        assert fight.do("Raider 2 delay")
        assert fight.do("Ana end")

    def test_members_of_a_group_end_it_in_a_game_that_does_not_say_so(self) -> None:
        board = Scripted("plain")
        for name, score in (("A", 5), ("B", 4), ("C", 3)):
            board.add(name, score=score)
        board.do(Group(ids(board, "A", "B"), "Pair"))
        board.do(Start())
        board.do(End(), owns=board.id("B"))
        assert board.active == "C"

    def test_one_of_them_falls_and_the_turn_goes_on(self) -> None:
        """SEM-3"""
        board = raid()
        board.end()
        board.do(Remove(ids(board, "Raider 1", "Raider 2", "Raider 3")))
        assert (board.active, board.acting) == ("Raider", ["Raider 4"])
        board.do(Remove(ids(board, "Raider 4")))
        assert board.active == "Bo"
        assert [e.why for e in of(board.events, TurnEnded)] == ["removed"]

    def test_as_one(self) -> None:
        """In a game where a group acts as one, the first who can act does; the GM may overrule it."""
        board = Scripted(ONE)
        board.do(Add("Minion", "foes", 3, values={"wounds": "2"}, score=9, group=True))
        board.add("Hero", score=3, wounds=5)
        board.do(Start())
        refused = board.refused(Act(board.id("Minion 2"), "hit"))
        assert (refused.code, refused.ref, refused.data["first"]) == ("group.as_one", "GAME-1", "Minion 1")
        board.hp("Minion 1", "-2", "wounds")
        board.do(Act(board.id("Minion 2"), "hit"))
        assert board.code(Act(board.id("Minion 3"), "hit")) == "group.as_one"
        board.do(Act(board.id("Minion 3"), "hit"), force=True)
        assert [e.code for e in of(board.events, Ruled)] == ["group.as_one"]


ONE = """
game: Minions
sides: {heroes: players}
stats: {kind: 1}
pools: {wounds: {vital: yes}, action: {max: 1, start: 0, refill: start of turn}}
conditions: {down: {when: wounds <= 0, unable: yes}}
groups: {acts: as one, needs: kind == 1, formed: together, ref: GAME-1}
actions: {hit: {cost: {action: 1}}}
"""


class TestWhoCan:
    def test_only_identical_ones(self) -> None:
        """RAP-I2: of one side, with the same attributes and actions; hit points may differ. The GM may insist."""
        board = raid()
        board.do(Split(ids(board, "Raider 4")))
        board.do(Ungroup(board.id("Raider 1")))
        refused = board.refused(Group(ids(board, "Raider 1", "Chief")))
        assert (refused.code, refused.ref, refused.rule) == ("group.not_identical", "RAP-I2", True)
        board.hp("Raider 2", "-3")
        board.do(Group(ids(board, "Raider 1", "Raider 2")))
        board.do(SetSide(ids(board, "Raider 3"), "heroes"))
        assert board.code(Group(ids(board, "Raider 3", "Raider 4"))) == "group.sides"
        board.do(Group(ids(board, "Raider 4", "Chief")), force=True)
        assert [e.code for e in of(board.events, Ruled)] == ["group.not_identical"]

    def test_only_who_meets_what_it_needs(self) -> None:
        board = Scripted(ONE)
        board.add("Nemesis", "foes", kind=2, wounds=5)
        board.add("Rival", "foes", wounds=5)
        assert board.code(Group(ids(board, "Nemesis", "Rival"))) == "group.needs"

    def test_those_who_are_added_in_one_go_where_the_ruleset_says_so(self) -> None:
        """Of the GM's sides only."""
        board = Scripted(ONE)
        board.add("Minion", "foes", count=3, wounds=2)
        board.add("Hero", "heroes", count=2, wounds=2)
        assert board.order == ["Minion", "Hero 1", "Hero 2"]

    def test_refusals(self) -> None:
        board = raid()
        one, two = ids(board, "Raider 1", "Raider 2")
        assert board.code(Group((one,))) == "group.too_few"
        assert board.code(Group((one, one))) == "group.too_few"
        assert board.code(Group((one, two))) == "group.already"
        assert board.code(Split(ids(board, "Bo"))) == "group.none"
        assert board.code(Ungroup(board.id("Bo"))) == "group.none"
        assert board.code(JoinGroup((one,), board.id("Bo"))) == "group.none"
        assert board.code(JoinGroup((one,), two)) == "group.already"
        board.do(Set(ids(board, "Bo"), "reaction", "1"))
        assert board.code(Group(ids(board, "Bo", "Ana"))) == "group.turn_on"
        board.do(Ungroup(one))
        assert board.code(Group((one, two), "Bo")) == "name.used"
        assert board.code(Group((one, two), " ")) == "name.empty"
        assert board.code(Group((one, two)), owns=one) == "seat.not_yours"
        assert board.code(Group((one, "c99"))) == "combatant.unknown"

    def test_not_who_has_acted_with_who_has_not(self) -> None:
        """SEM-4: nobody has a second turn by it, unless the GM insists."""
        board = raid()
        board.do(Ungroup(board.id("Raider 1")))
        board.end()
        board.end()
        assert board.active == "Raider 2"
        three, one = ids(board, "Raider 3", "Raider 1")
        assert board.code(Group((three, one))) == "group.acted"
        board.do(SetScore(three, 16))
        assert board.code(Group((three, one))) == "group.acted"
        board.do(Group((one, three)))
        assert [e.missed for e in of(board.events, GroupJoined)] == [True]
        seen = [board.active]
        while board.state.round == 1:
            board.end()
            seen.append(board.active)
        assert seen == ["Raider 2", "Raider 4", "Bo", "Chief", "Ana"]


class TestSplitting:
    """RAP-C4"""

    def test_before_the_groups_turn(self) -> None:
        """RAP-C4 keep: directly behind it, with its score, and a turn of its own."""
        board = raid()
        events = board.do(Split(ids(board, "Raider 2")))
        assert board.order == ["Ana", "Raider", "Raider 2", "Bo", "Chief"]
        assert (board.score("Raider 2"), {e.ref for e in of(events, SplitOff)}) == (15, {"RAP-C4"})
        board.end()
        assert board.acting == ["Raider 1", "Raider 3", "Raider 4"]
        board.end()
        assert (board.acting, board.pool("Raider 2", "ap")) == (["Raider 2"], 4)
        board.end()
        assert board.active == "Bo"

    def test_after_the_groups_turn(self) -> None:
        """RAP-C4 keep: it has acted with the group, keeps its points, and has no second turn in this round."""
        board = raid()
        board.end()
        act(board, "Raider 2", 1)
        board.end()
        board.do(Split(ids(board, "Raider 2")))
        assert board.order == ["Ana", "Raider", "Raider 2", "Bo", "Chief"]
        assert (board.active, board.pool("Raider 2", "ap")) == ("Bo", 3)
        act(board, "Raider 2", 1)
        board.end()
        board.end()
        assert (board.state.round, board.active) == (2, "Ana")
        board.end()
        board.end()
        assert (board.active, board.pool("Raider 2", "ap")) == ("Raider 2", 4)

    def test_during_the_groups_turn(self) -> None:
        """RAP-C4 keep: it finishes in that turn, which ends for both at once."""
        board = raid(unspent_ap="turn_end")
        board.end()
        act(board, "Raider 2", 1)
        board.do(Split(ids(board, "Raider 2")))
        assert board.acting == ["Raider 1", "Raider 3", "Raider 4", "Raider 2"]
        act(board, "Raider 2", 1)
        act(board, "Raider 1", 2)
        assert [board.pool(f"Raider {n}", "ap") for n in (1, 2)] == [2, 2]
        board.end()
        assert [board.pool(f"Raider {n}", "ap") for n in (1, 2)] == [0, 0]
        assert board.active == "Bo"
        board.end()
        board.end()
        board.end()
        board.end()
        assert (board.active, board.acting) == ("Raider 2", ["Raider 2"])

    def test_all_others_leave_during_its_turn(self) -> None:
        """RAP-C4, SEM-3: who split off finishes even when the group is gone."""
        board = raid()
        board.end()
        board.do(Split(ids(board, "Raider 2")))
        board.do(Remove(ids(board, "Raider 1", "Raider 3", "Raider 4")))
        assert board.acting == ["Raider 2"]
        act(board, "Raider 2", 1)
        board.end()
        assert board.active == "Bo"

    def test_once_it_has_come_up_but_not_begun(self) -> None:
        """RAP-C4: a turn that somebody could still put off has not begun; who splits off then has its own after it."""
        board = Scripted(SPLITS)
        board.do(Add("Rat", "foes", 3, score=9, group=True))
        board.add("Bo", score=5)
        board.do(Start())
        board.do(Split(ids(board, "Rat 3")))
        assert board.acting == ["Rat 1", "Rat 2"]
        board.end()
        assert board.acting == ["Rat 3"]

    def test_several_one_behind_the_other(self) -> None:
        """RAP-C4: each directly behind the group; those who leave together in the order in which they are named."""
        board = raid()
        board.do(Split(ids(board, "Raider 4", "Raider 3")))
        assert board.order == ["Ana", "Raider", "Raider 4", "Raider 3", "Bo", "Chief"]
        board.do(Split(ids(board, "Raider 2")))
        assert board.order == ["Ana", "Raider 1", "Raider 2", "Raider 4", "Raider 3", "Bo", "Chief"]
        assert board.code(Sort()) == "sort.sorted"

    def test_before_the_start(self) -> None:
        """RAP-C4, SEM-12: directly behind it then too, without anybody being asked about a tie."""
        board = raid(start=False)
        board.do(Split(ids(board, "Raider 2")))
        board.do(Split(ids(board, "Raider 4")))
        board.do(Start())
        assert (board.question, board.order) == (None, ["Ana", "Raider", "Raider 4", "Raider 2", "Bo", "Chief"])

    def test_behind_a_group_that_won_its_tie(self) -> None:
        """RAP-C4, RAP-I3: between the group and those whom it is ahead of, and it stays there."""
        board = raid(start=False)
        board.do(SetScore(board.id("Bo"), 15))
        board.do(Start())
        board.answer("Raider", "Bo")
        board.do(Split(ids(board, "Raider 2")))
        assert board.order == ["Ana", "Raider", "Raider 2", "Bo", "Chief"]
        assert board.code(Sort()) == "sort.sorted"
        board.add("Zed", "raiders", score=15, hp=5)
        assert board.items == ["Raider", "Raider 2", "Bo", "Zed"]

    def test_it_rolls(self) -> None:
        """RAP-C4 roll: a place of its own; whether it has acted is kept."""
        board = raid(split="roll")
        board.end()
        board.end()
        events = board.rolling(Split(ids(board, "Raider 2")), 2)
        assert board.order == ["Ana", "Raider", "Bo", "Raider 2", "Chief"]
        assert (board.score("Raider 2"), {e.ref for e in of(events, Placed)}) == (6, {"RAP-C4"})
        seen = [board.active]
        while board.state.round == 1:
            board.end()
            seen.append(board.active)
        assert seen == ["Bo", "Chief", "Ana"]

    def test_who_rolls_ahead_of_the_turn_that_is_on_is_told_to_miss_it(self) -> None:
        """RAP-C4 roll, SEM-4"""
        board = raid(split="roll")
        board.rolling(Split(ids(board, "Raider 2")), 18)
        assert board.order == ["Raider 2", "Ana", "Raider", "Bo", "Chief"]
        assert [e.missed for e in of(board.events, Placed)] == [True]

    def test_a_tie_by_that_roll_is_asked_about(self) -> None:
        """RAP-C4 roll, RAP-I3"""
        board = raid(split="roll")
        board.do(Move(board.id("Bo"), board.id("Chief")))
        board.rolling(Split(ids(board, "Raider 2")), 1)
        assert board.items == ["Chief", "Bo", "Raider 2"]
        board.answer("Raider 2", "Chief", "Bo")
        assert board.order == ["Ana", "Raider", "Raider 2", "Chief", "Bo"]
        assert {e.how for e in of(board.events, TieBroken)} == {"ask"}

    def test_undo_and_redo(self) -> None:
        """SEM-17"""
        board = raid()
        board.end()
        before = codec.state_bytes(board.state)
        board.do(Split(ids(board, "Raider 2")))
        after = codec.state_bytes(board.state)
        board.do(Undo())
        assert codec.state_bytes(board.state) == before
        board.do(Redo())
        assert codec.state_bytes(board.state) == after
        board.check()


SPLITS = """
game: Splits
sides: {heroes: players}
waits: {delay: {until: open, window: this round, place: here, unused: last}}
"""


FLIGHT = """
game: Flight
sides: {heroes: players}
conditions: {fleeing: {}}
departures: {fled: {condition: fleeing, at: end of round}}
"""


class TestChanging:
    def test_who_fled_from_a_group_comes_back_alone(self) -> None:
        """After the scene somebody who had left the field is there again, with a place in the next one."""
        board = Scripted(FLIGHT)
        board.do(Add("Rat", "foes", 2, score=9, group=True))
        board.add("Ana", score=4)
        board.do(Start())
        board.condition("Rat 2", "fleeing")
        board.end()
        board.end()
        assert board.acting == ["Rat 1"]
        board.do(EndScene())
        assert board.order == ["Rat", "Ana", "Rat 2"]

    def test_a_dissolved_group_stands_in_its_place(self) -> None:
        board = raid()
        board.do(Ungroup(board.id("Raider 3")))
        assert board.order == ["Ana", "Raider 1", "Raider 2", "Raider 3", "Raider 4", "Bo", "Chief"]
        assert {board.state.entries[e].kind for e in board.state.order} == {"combatant"}

    def test_a_group_with_one_left_is_none_any_more(self) -> None:
        board = raid()
        board.do(Split(ids(board, "Raider 1", "Raider 2", "Raider 3")))
        assert board.order == ["Ana", "Raider 4", "Raider 1", "Raider 2", "Raider 3", "Bo", "Chief"]
        assert [e.alone for e in of(board.events, GroupFormed)] == [True]
        board.do(Rename(board.id("Raider 4"), "Boss"))
        assert board.order[1] == "Boss"

    def test_a_newcomer_joins_and_shares_whether_the_group_has_acted(self) -> None:
        """RAP-I2: in the group's place; it has had its turn with it."""
        board = raid()
        board.end()
        board.end()
        board.add("Raider 5", "raiders", reaction=2, hp=5)
        events = board.do(JoinGroup(ids(board, "Raider 5"), board.id("Raider 1")))
        assert [e.missed for e in of(events, GroupJoined)] == [False]
        assert len(of(events, EntryGone)) == 1
        assert board.order == ["Ana", "Raider", "Bo", "Chief"]
        for _ in range(3):
            board.end()
        assert "Raider 5" in board.acting

    def test_who_leaves_and_comes_back_to_the_group(self) -> None:
        board = raid()
        board.do(Split(ids(board, "Raider 2")))
        board.do(JoinGroup(ids(board, "Raider 2"), board.id("Raider 1")))
        assert board.order == ["Ana", "Raider", "Bo", "Chief"]
        board.end()
        assert board.acting == ["Raider 1", "Raider 3", "Raider 4", "Raider 2"]

    def test_a_group_is_moved_and_set_in_ties_as_one(self) -> None:
        """SEM-5"""
        board = raid()
        board.do(Move(board.id("Raider 2"), board.id("Bo")))
        assert (board.order, board.score("Raider")) == (["Ana", "Bo", "Raider", "Chief"], 10)
        board.do(SetTie(ids(board, "Raider 3", "Bo")))
        assert board.order == ["Ana", "Raider", "Bo", "Chief"]

    def test_effects_of_members_end_at_the_groups_turn(self) -> None:
        """SEM-13: the next turn of a member is the group's, or its own once it has left."""
        board = raid()
        dazed = read_duration("until the start of next turn")
        board.do(GiveEffect("dazed", ids(board, "Raider 1", "Raider 2"), lasts=dazed))
        board.do(Split(ids(board, "Raider 2")))
        board.end()
        assert [e.bearer for e in board.state.effects.values()] == [board.id("Raider 2")]
        board.end()
        assert not board.state.effects

    def test_choices_tell_the_truth(self) -> None:
        """An offered command is accepted, a barred one refused: groups, splits and joins among them."""
        board = raid()
        board.check()
        board.end()
        board.do(Split(ids(board, "Raider 2")))
        board.check()
        assert len(of(board.events, TurnUp)) == 0


def test_a_member_who_leaves_is_not_told_of_as_an_order_by_hand() -> None:
    """RAP-C4: the ruleset puts it directly after its group; nobody's hand does."""
    fight = Fight.new("reaction-ap", seed="dam", example=True)
    for said in ("group raiders", "roll", "start"):
        assert fight.do(said)
    assert fight.do("split Raider 2").lines[-1] == "In this order: Raider and Raider 2"
