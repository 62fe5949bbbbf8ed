"""Upkeep: paid, declined or unpayable, in the owner's turn and order, and the five steps around it (LUX-S1 to S4)."""

from __future__ import annotations

import pytest

from effects.bench import Bench, endings, of
from turnwright.engine import Event
from turnwright.engine.base import Question
from turnwright.engine.events import PoolSet
from turnwright.engine.frames import Moment
from turnwright.engine.happenings import Pushed
from turnwright.engine.lasting import EffectBit
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.effects import ChangeEffect
from turnwright.engine.mechanics.gaps import Enter
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.questions import Answer
from turnwright.engine.mechanics.waits import Delay

STEPS = """
game: A game of five steps
sides: {heroes: players}
stats: {actions: 2}
pools:
  hp: {vital: yes}
  mana: {}
  action: {max: actions, step: 1/2, start: 0, refill: REGAINED, losses lower refill: yes, lost: off-turn, ref: LUX-A1}
  reaction: {max: 2 * actions, refill: off-turn, ref: LUX-A6}
conditions:
  unconscious: {when: hp <= 0, unable: yes}
initiative: {formula: 1d20}
turn:
  steps:
    - {name: negative, ref: LUX-S1}
    - {name: upkeep, ref: LUX-S2}
    - {name: positive, ref: LUX-S1}
    - {name: act, acts: yes}
    - {name: finish, ref: LUX-S3}
    - off-turn
  start: upkeep
  end: finish
  unable: play
effect classes:
  negative: {at: negative, ref: LUX-S1}
  positive: {at: positive, ref: LUX-S1}
upkeep: {at: upkeep, asks: ASKS, ref: LUX-S2}
actions:
  attack: {cost: {action: 1}}
  talk: {turn: any}
"""


def table(asks: str = "yes", regained: str = "upkeep", more: str = "") -> Bench:
    game = STEPS.replace("ASKS", asks).replace("REGAINED", regained)
    bench = Bench(game + more, Ann=20, Bob=15, Mog=10)
    for name in bench.order:
        bench.do(ChangePool((bench.id(name),), "mana", to="3"))
    bench.start()
    return bench


def round_of(bench: Bench, name: str) -> tuple[Event, ...]:
    """Play on until somebody's next turn is on, or something is asked; gives everything that happened."""
    events = bench.end()
    while bench.question is None and bench.active != name:
        events += bench.end()
    return events


def pay(bench: Bench, name: str, *, yes: bool = True, who: str = "") -> tuple[Event, ...]:
    """Answer for one upkeep."""
    who = bench.id(who) if who else ""
    return bench.do(Answer(("pay" if yes else "decline",), bench.effect(name).id, who), owns=who)


def test_the_steps_come_in_their_order_and_the_log_shows_those_in_which_something_happened() -> None:
    """LUX-S1: negative effects, upkeep, positive effects, actions, off-turn."""
    bench = table(asks="no")
    bench.give("poison", "Ann", kind="negative", does={"hp": "-4"})
    bench.give("wings", "Ann", source="Ann", upkeep={"mana": "1"})
    bench.give("mending", "Ann", kind="positive", does={"hp": "2"})
    bench.end()
    events = round_of(bench, "Ann")
    mine = bench.entry("Ann")
    moments = [
        (e.frame.name, e.ref) for e in of(events, Pushed) if isinstance(e.frame, Moment) and e.frame.entry == mine
    ]
    assert moments == [("turn.negative", "LUX-S1"), ("turn.upkeep", "LUX-S2"), ("turn.positive", "LUX-S1")]
    changed = [(e.pool, e.why, e.ref) for e in of(events, PoolSet) if e.who == bench.id("Ann")]
    assert changed[-4:] == [
        ("hp", "damage", "LUX-S1"),
        ("action", "refill", "LUX-A1"),
        ("mana", "paid", "LUX-S2"),
        ("hp", "healing", "LUX-S1"),
    ]


def test_the_owners_player_decides_whether_to_pay() -> None:
    """LUX-S2: paid, or declined, and then the effect ends at once."""
    bench = table()
    bench.give("wings", "Ann", source="Ann", upkeep={"mana": "1"})
    bench.give("light", "Bob", source="Ann", upkeep={"mana": "1"})
    round_of(bench, "Ann")
    question = bench.question
    assert isinstance(question, Question)
    assert question.ask.code == "upkeep"
    assert question.ask.ref == "LUX-S2"
    assert bench.asked == ["Ann", "Ann"]
    bench.check()
    pay(bench, "wings", who="Ann")
    events = pay(bench, "light", yes=False, who="Ann")
    assert endings(events) == [("light", "declined")]
    assert [event.ref for event in of(events, PoolSet) if event.pool == "mana"] == ["LUX-S2"]
    assert bench.pool("Ann", "mana") == 2
    assert bench.has("Ann", "wings")
    assert bench.active == "Ann"


def test_what_cannot_be_paid_ends_at_once() -> None:
    """LUX-S2: without a question."""
    bench = table()
    bench.give("wings", "Ann", source="Ann", upkeep={"mana": "4"})
    events = round_of(bench, "Ann")
    assert endings(events) == [("wings", "unpaid")]
    assert {event.ref for event in events if getattr(event, "why", "") == "unpaid"} == {"LUX-S2"}
    assert bench.question is None


def test_where_not_all_can_be_paid_the_owner_says_in_which_order() -> None:
    """LUX-S2: in the owner's order."""
    bench = table()
    wings = bench.give("wings", "Ann", source="Ann", upkeep={"mana": "2"})
    light = bench.give("light", "Bob", source="Ann", upkeep={"mana": "2"})
    round_of(bench, "Ann")
    pay(bench, "wings")
    pay(bench, "light")
    assert bench.question is not None
    events = bench.do(Answer((light.id, wings.id), "order"))
    assert endings(events) == [("wings", "unpaid")]
    assert bench.has("Bob", "light")
    assert bench.pool("Ann", "mana") == 1


def test_an_unconscious_owner_pays_too_and_its_player_is_asked() -> None:
    """LUX-S2: also for an unconscious owner."""
    bench = table()
    bench.give("wings", "Bob", source="Ann", upkeep={"mana": "1"})
    bench.hp("Ann", "-50")
    while bench.question is None:
        bench.end()
    assert bench.asked == ["Ann"]
    pay(bench, "wings", who="Ann")
    assert bench.pool("Ann", "mana") == 2


def test_the_game_master_pays_for_others() -> None:
    bench = table()
    bench.give("dread", "Ann", source="Mog", upkeep={"mana": "1"})
    round_of(bench, "Mog")
    assert bench.asked == ["gm"]


@pytest.mark.parametrize("how", ["ruleset", "effect", "by hand"])
def test_upkeep_may_be_paid_without_asking(how: str) -> None:
    bench = table(asks="no" if how == "ruleset" else "yes")
    effect = bench.give("wings", "Ann", source="Ann", upkeep={"mana": "1"}, pays=True if how == "effect" else None)
    if how == "by hand":
        bench.do(ChangeEffect(effect.id, pays=True))
    for left in (2, 1, 0):
        round_of(bench, "Ann")
        assert bench.pool("Ann", "mana") == left
        assert bench.has("Ann", "wings")
    events = round_of(bench, "Ann")
    assert endings(events) == [("wings", "unpaid")]


def test_effects_given_in_one_go_have_one_upkeep() -> None:
    bench = table()
    bench.give("blessing", "Ann", "Bob", source="Ann", upkeep={"mana": "1"})
    round_of(bench, "Ann")
    assert bench.question is not None
    assert len(bench.question.ask.parts) == 1
    events = bench.do(Answer(("decline",)))
    assert endings(events) == [("blessing", "declined")] * 2


def test_a_question_about_upkeep_goes_when_the_effect_does() -> None:
    bench = table()
    bench.give("wings", "Ann", source="Ann", upkeep={"mana": "1"})
    round_of(bench, "Ann")
    assert bench.question is not None
    bench.drop("wings")
    assert bench.question is None
    assert bench.active == "Ann"


def test_a_pool_emptied_while_the_question_is_open_leaves_nothing_to_ask() -> None:
    bench = table()
    bench.give("wings", "Ann", source="Ann", upkeep={"mana": "1"})
    round_of(bench, "Ann")
    events = bench.do(ChangePool((bench.id("Ann"),), "mana", to="0"))
    assert endings(events) == [("wings", "unpaid")]


def test_a_negative_effect_that_ends_at_the_start_of_the_turn_bites_once_more() -> None:
    """LUX-S2: in step 1, before the start of the turn in step 2."""
    bench = table()
    bench.give("poison", "Bob", kind="negative", does={"hp": "-4"}, lasts="until the start of the bearer's next turn")
    events = bench.end()
    assert [event.name for event in of(events, EffectBit)] == ["poison"]
    assert endings(events) == [("poison", "time")]
    assert bench.pool("Bob", "hp") == 16
    assert [event.ref for event in events if getattr(event, "why", "") == "time"] == ["LUX-S2"]


def test_what_occurs_at_the_start_of_the_turn_comes_after_the_upkeep() -> None:
    """LUX-S2: Actions, then upkeep, then whatever occurs or ends "at the start of your turn"."""
    bench = table()
    bench.give("wings", "Bob", source="Bob", upkeep={"mana": "1"})
    bench.give(
        "spring", "Bob", does={"mana": "5"}, at="start of turn", lasts="until the start of the bearer's next turn"
    )
    bench.end()
    assert bench.pool("Bob", "action") == 2
    assert bench.pool("Bob", "mana") == 3
    events = pay(bench, "wings")
    whats = [type(e).__name__ for e in events if not isinstance(e, PoolSet) or e.pool == "mana"]
    assert whats.index("PoolSet") < whats.index("EffectBit") < whats.index("EffectEnded")
    assert bench.pool("Bob", "mana") == 7


def test_for_one_who_delayed_the_steps_come_when_it_takes_its_turn() -> None:
    """LUX-S2: not when it was passed over."""
    bench = table(more="waits: {delay: {until: open, place: here, later: yes}}\n")
    bench.give("poison", "Ann", kind="negative", does={"hp": "-4"}, lasts="until the start of the bearer's next turn")
    assert not of(bench.do(Delay(bench.id("Ann"))), EffectBit)
    assert not of(bench.end(), EffectBit)
    assert bench.pool("Ann", "hp") == 20
    events = bench.do(Enter((bench.id("Ann"),)))
    assert len(of(events, EffectBit)) == 1
    assert bench.pool("Ann", "hp") == 16
    assert not bench.has("Ann", "poison")


def test_whether_one_can_act_is_judged_as_the_acting_step_begins() -> None:
    """LUX-S4: felled in step 1 it is still restored in step 3, and then acts."""
    bench = table()
    bench.give("poison", "Bob", kind="negative", does={"hp": "-30"}, lasts="once")
    bench.give("mending", "Bob", kind="positive", does={"hp": "5"}, lasts="once")
    bench.end()
    assert bench.active == "Bob"
    assert bench.pool("Bob", "hp") == 5
    bench.do(Act(bench.id("Bob"), "attack"))


def test_who_stays_felled_has_an_empty_turn_whose_end_comes_all_the_same() -> None:
    """LUX-S4: end-of-turn events happen in any case."""
    bench = table()
    bench.give("poison", "Bob", kind="negative", does={"hp": "-30"}, lasts="once")
    bench.give("mark", "Ann", lasts="until the end of Bob's next turn")
    events = bench.end()
    assert ("mark", "time") in endings(events)
    assert bench.active == "Mog"


def test_what_ends_with_the_turn_ends_before_the_reactions_come_back() -> None:
    """LUX-S3: reactions refill to twice the stat as effects leave it; Actions lost in step 1 don't count."""
    bench = table()
    bench.give("slow", "Bob", changes={"actions": "-1"}, lasts="until the end of the bearer's next turn")
    bench.give("cramp", "Bob", kind="negative", does={"action": "-1/2"})
    bench.do(ChangePool((bench.id("Bob"),), "reaction", to="0"))
    bench.end()
    assert str(bench.pool("Bob", "action")) == "1/2"  # 2, less 1 by the stat, less ½ in step 1.
    events = bench.end()
    assert endings(events) == [("slow", "time")]
    assert bench.pool("Bob", "reaction") == 4


@pytest.mark.parametrize(("regained", "left"), [("upkeep", 1), ("negative", 1)])
def test_what_a_negative_effect_took_is_missing_from_the_actions(regained: str, left: int) -> None:
    """LUX-A1, LUX-C10: whether Actions come back in step 2 or before step 1."""
    bench = table(regained=regained)
    bench.give("cramp", "Bob", kind="negative", does={"action": "-1"})
    bench.end()
    assert bench.pool("Bob", "action") == left
    bench.drop("cramp")
    round_of(bench, "Bob")
    assert bench.pool("Bob", "action") == 2


def test_more_than_there_is_takes_no_more_than_all() -> None:
    bench = table()
    bench.give("cramp", "Bob", kind="negative", does={"action": "-5"}, lasts="once")
    bench.end()
    assert bench.pool("Bob", "action") == 0
    round_of(bench, "Bob")
    assert bench.pool("Bob", "action") == 2
