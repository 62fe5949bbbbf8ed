"""Slots and alternating sides: whose slot comes up, and who may use it."""

from __future__ import annotations

from turnwright.engine.happenings import TurnEnded
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.cast import Remove
from turnwright.engine.mechanics.free_order import Take
from turnwright.engine.mechanics.initiative import SetScore
from turnwright.engine.mechanics.scenes import Next, NextRound
from turnwright.engine.mechanics.slots import SlotIdle, SlotUp

from .board import Board, of


def hangar(**options: str) -> Board:
    board = Board("genesys", **options)
    for name in ("Tarn", "Ysolde", "Kess"):
        board.add(name, "characters", wounds=12)
    for name in ("Captain", "Thug"):
        board.add(name, "syndicate", wounds=8)
    return board


def test_slots_are_in_the_order_of_the_scores_and_anybody_of_the_side_uses_them() -> None:
    """GEN-1, GEN-3: the score earns a slot; whoever of the side takes it has it, once a round."""
    board = hangar()
    board.start(Tarn=3, Captain=2, Ysolde=1, Thug=1, Kess=0)
    assert board.order == ["Tarn", "Captain", "Ysolde", "Thug", "Kess"]
    assert (board.active, board.turn) == ("", None)
    assert board.code(Take(board.id("Captain"))) == "slot.other_side"
    board.do(Take(board.id("Kess")), owns=board.id("Kess"))
    assert board.active == "Kess"
    board.end()
    board.do(Take(board.id("Thug")))
    board.end()
    assert board.code(Take(board.id("Kess"))) == "turn.taken"
    board.do(Act(board.id("Ysolde"), "attack", (board.id("Captain"),), "-4"), owns=board.id("Ysolde"))
    assert (board.active, board.pool("Captain", "wounds")) == ("Ysolde", 4), "acting takes the slot"
    board.end()
    assert board.active == "Captain", "the only one left of a side needs no choosing"
    board.end()
    assert board.active == "Tarn"
    board.end()
    assert board.state.round == 2
    board.check()


def test_equal_successes_go_by_advantage_then_to_the_characters() -> None:
    """GEN-2: the tie goes by advantage, then characters before others."""
    board = hangar()
    board.start(Tarn=2, Captain=2, Thug=2, Ysolde=2, Kess=0)
    assert board.order[-1] == "Kess"
    board = Board("genesys")
    board.add("Thug", "syndicate", wounds=4, score=2)
    board.add("Captain", "syndicate", wounds=4, score=2, advantage=1)
    board.add("Tarn", "characters", wounds=4, score=2)
    board.start()
    assert board.order == ["Captain", "Tarn", "Thug"]


def test_two_of_one_side_with_the_same_result_need_no_question() -> None:
    """GEN-2: slots of the same side are alike, so nobody is asked; two sides that the GM plays the GM tells apart."""
    board = Board("genesys")
    board.add("Thug", "syndicate", wounds=4, score=2)
    board.add("Captain", "syndicate", wounds=4, score=2)
    board.add("Trooper", "empire", wounds=4, score=2)
    board.start()
    assert (board.asked, board.items) == (["gm"], ["Thug", "Captain", "Trooper"])
    board = Board("genesys")
    board.add("Thug", "syndicate", wounds=4, score=2)
    board.add("Captain", "syndicate", wounds=4, score=2)
    board.start()
    assert board.question is None


def test_the_slot_of_somebody_who_left_is_kept_and_passed_over_when_nobody_is_left_for_it() -> None:
    """GEN-3: a slot stays when its earner leaves; nobody left for it, it is passed over."""
    board = hangar()
    board.start(Tarn=3, Captain=2, Ysolde=1, Thug=1, Kess=0)
    board.do(Remove((board.id("Tarn"),)))
    board.do(Take(board.id("Kess")))
    board.end()
    board.do(Take(board.id("Captain")))
    board.end()
    assert board.active == "Ysolde"
    board.end()
    assert board.active == "Thug"
    events = board.end()
    assert [e.side for e in of(events, SlotUp)] == ["characters"], "a new round: its first slot"
    board = hangar(slots_of_the_fallen="lost")
    board.start(Tarn=3, Captain=2, Ysolde=1, Thug=1, Kess=0)
    board.do(Remove((board.id("Tarn"),)))
    board.do(Take(board.id("Captain")))
    assert board.active == "Captain", "the first slot is gone"


def test_an_idle_slot_is_passed_over_in_its_place() -> None:
    """GEN-3, GEN-6: the incapacitated leave their side's slot idle."""
    board = hangar()
    board.start(Captain=3, Tarn=2, Thug=1, Ysolde=1, Kess=0)
    board.do(Take(board.id("Captain")))
    board.hp("Thug", "-20", "wounds")
    board.end()
    board.do(Take(board.id("Kess")))
    board.end()
    board.do(Take(board.id("Tarn")))
    board.end()
    assert board.active == "Ysolde"
    idle = [e.slot for record in board.encounter.records for e in of(record.events, SlotIdle)]
    assert idle == [board.entry("Thug")]


def test_a_newcomer_without_a_slot_may_use_one_of_the_side_and_a_roll_earns_another() -> None:
    board = hangar()
    board.start(Tarn=3, Captain=2, Ysolde=1, Thug=1, Kess=0)
    board.add("Sniper", "syndicate", wounds=5)
    board.do(Take(board.id("Tarn")))
    board.end()
    board.do(Take(board.id("Sniper")))
    board.end()
    board.do(SetScore(board.id("Sniper"), 0))
    assert board.order == ["Tarn", "Captain", "Ysolde", "Thug", "Kess", "Sniper"]


def test_maneuvers_are_two_a_turn_and_one_is_free() -> None:
    """GEN-4, GEN-5: one action; one maneuver for free, a second for strain, never a third."""
    board = hangar()
    board.start(Tarn=3, Captain=2, Ysolde=1, Thug=1, Kess=0)
    board.act("Tarn", "maneuver")
    assert board.refused(Act(board.id("Tarn"), "maneuver")).ref == "GEN-5"
    board.act("Tarn", "second maneuver")
    assert board.pool("Tarn", "strain") == 8
    assert board.code(Act(board.id("Tarn"), "earned maneuver")) == "act.cost"
    board.act("Tarn", "attack", "Thug", amount="-3")
    assert board.refused(Act(board.id("Tarn"), "act")).ref == "GEN-4"
    board.act("Kess", "incidental")
    assert board.active == "Tarn", "incidentals need no turn (GEN-7)"


def test_next_does_not_choose_for_people_and_the_next_round_lets_turns_go_by() -> None:
    board = hangar()
    board.start(Tarn=3, Captain=2, Ysolde=1, Thug=1, Kess=0)
    refusal = board.refused(Next())
    assert (refusal.code, refusal.data["names"]) == ("next.whose", "Tarn, Ysolde, Kess")
    board.do(NextRound())
    assert board.state.round == 2
    assert len({e.entry for e in of(board.events, TurnEnded)}) == 5


SQUADS = """
game: Squads
sides: {heroes: players}
pools: {hp: {vital: yes}}
conditions: {down: {when: hp <= 0, unable: yes}}
modes: {fight: alternate}
actions: {attack: {target: some}}
"""


def squads(**changes: str) -> Board:
    text = SQUADS
    for old, new in changes.items():
        text += f"{old}: {new}\n"
    board = Board(text)
    for name, side in (("A", "heroes"), ("B", "heroes"), ("X", "foes"), ("Y", "foes"), ("Z", "foes")):
        board.add(name, side, hp=5)
    return board


def test_sides_take_turns_about_and_the_larger_one_goes_on_alone() -> None:
    board = squads()
    board.start()
    assert (board.asked, board.items) == (["gm"], ["heroes", "foes"])
    board.answer("foes")
    board.do(Take(board.id("Y")))
    board.end()
    assert board.code(Take(board.id("X"))) == "slot.other_side"
    board.do(Take(board.id("A")))
    board.end()
    board.do(Take(board.id("Z")))
    board.end()
    assert board.active == "B"
    board.end()
    assert board.active == "X"
    board.end()
    assert board.state.round == 2
    board.do(Take(board.id("X")))
    assert board.active == "X", "the side that opens is asked for once"
    board.check()


def test_which_side_opens_can_stand_in_the_file_or_be_asked_each_round() -> None:
    board = squads(alternating="{opens: heroes}")
    board.start()
    board.do(Take(board.id("B")))
    assert board.active == "B"
    board = squads(alternating="{asked: each round}")
    board.start()
    board.answer("heroes")
    board.do(NextRound())
    assert board.items == ["heroes", "foes"]


def test_a_side_that_is_down_is_passed_over() -> None:
    board = squads(alternating="{opens: heroes}")
    board.start()
    for name in ("X", "Y"):
        board.hp(name, "-5")
    board.do(Take(board.id("A")))
    board.end()
    assert board.active == "Z"
    board.hp("Z", "-5")
    assert board.active == "B"
    board.end()
    assert board.state.round == 2
