"""Conditions that come on, by whatever way, and what an empty vital pool means (ODY-X5, EOD-X2, SEM-7)."""

from __future__ import annotations

import pytest

from effects.bench import PLAIN, Bench, endings, of
from turnwright.engine import Event
from turnwright.engine.events import ConditionSet, ConditionTurned, Left
from turnwright.engine.happenings import NobodyCanAct
from turnwright.engine.mechanics.cast import Add, SetCondition
from turnwright.engine.mechanics.questions import Answer
from turnwright.engine.mechanics.zero_hp import AtZero
from turnwright.engine.sheet import conditions, stat, why_unable
from turnwright.engine.state import Fall

GAME = """
game: A game of conditions
sides: {heroes: players}
stats: {defence: 10, speed: 6}
pools:
  hp: {vital: yes}
conditions:
  downed: {when: hp <= 0, unable: yes, clears: [status, charm, hex, dodging], ref: ODY-X5}
  shaky: {when: speed < 4}
  surprised: {unable: yes, implies: no defence, lasts: round, ref: EOD-I3}
  no defence: {changes: {defence: 0}, ref: EOD-X2}
  dodging: {lasts: turn}
  dead: {leaves: dead, ref: GONE}
initiative: {formula: 1d20}
turn: {unable: skip}
effect classes: {status: {}, other: {}}
"""


def table(game: str = GAME, **scores: int) -> Bench:
    bench = Bench(game, **(scores or {"Ann": 20, "Bob": 15, "Mog": 10}))
    bench.start()
    return bench


def turned(events: tuple[Event, ...]) -> list[tuple[str, bool, str]]:
    return [(e.condition, e.on, e.ref) for e in of(events, ConditionTurned)]


def test_a_downed_one_loses_charms_hexes_and_statuses() -> None:
    """ODY-X5: as it is downed, whatever class or tag they have; other effects stay, and so does what comes later."""
    bench = table()
    bench.give("poisoned", "Bob", kind="status")
    bench.give("song", "Bob", kind="other", tags=("charm",))
    bench.give("evil eye", "Bob", kind="other", tags=("hex", "curse"))
    bench.give("tattoo", "Bob", kind="other")
    bench.give("poisoned", "Mog", kind="status")
    bench.condition("Bob", "dodging")
    bench.hp("Bob", "-20")
    assert turned(bench.events)[0] == ("downed", True, "ODY-X5")
    assert endings(bench.events) == [("poisoned", "cleared"), ("song", "cleared"), ("evil eye", "cleared")]
    assert not bench.has("Bob", "poisoned")
    assert bench.has("Mog", "poisoned")
    assert bench.has("Bob", "tattoo")
    assert "dodging" not in bench.conditions("Bob")
    bench.give("cold", "Bob", kind="status")
    bench.hp("Bob", "-1")
    assert bench.has("Bob", "cold")


def test_revived_it_acts_again() -> None:
    """ODY-X5: it keeps its old place; the condition goes, and its going is told."""
    bench = table()
    bench.hp("Bob", "-20")
    bench.hp("Bob", "5")
    assert turned(bench.events) == [("downed", False, "ODY-X5")]
    bench.end()
    assert bench.active == "Bob"


def test_conditions_are_told_however_they_come_on() -> None:
    """By a test that an effect makes true, by an effect, by hand, with another, and as somebody joins."""
    bench = table()
    bench.give("mud", "Ann", kind="other", changes={"speed": "-3"})
    assert turned(bench.events) == [("shaky", True, "")]
    bench.give("trance", "Ann", kind="other", gives=("surprised",))
    assert turned(bench.events) == [("surprised", True, "EOD-I3"), ("no defence", True, "EOD-X2")]
    bench.drop("trance")
    assert turned(bench.events) == [("surprised", False, "EOD-I3"), ("no defence", False, "EOD-X2")]
    bench.drop("mud")
    assert turned(bench.events) == [("shaky", False, "")]
    bench.do(Add("Zed", "heroes", values={"hp": "0/9"}, score=1))
    assert turned(bench.events) == [("downed", True, "ODY-X5")]


def test_the_surprised_have_no_defence_until_the_round_is_over() -> None:
    """EOD-X2: a flag that the table sees, and a Defence of 0, for as long as the surprise."""
    bench = table()
    bench.condition("Mog", "surprised")
    who = bench.id("Mog")
    assert "no defence" in conditions(bench.rules, bench.state, who)
    assert stat(bench.rules, bench.state, who, "defence") == 0
    bench.end()
    bench.end()
    assert bench.active == "Ann"
    assert bench.state.round == 2
    assert stat(bench.rules, bench.state, who, "defence") == 10
    off = [event for event in of(bench.events, ConditionSet) if event.condition == "surprised"]
    assert [(event.on, event.ref) for event in off] == [(False, "EOD-I3")]


def test_a_condition_may_last_until_the_end_of_the_own_turn() -> None:
    bench = table()
    bench.condition("Bob", "dodging")
    bench.end()
    assert "dodging" in bench.conditions("Bob")
    bench.end()
    assert "dodging" not in bench.conditions("Bob")


def test_a_condition_may_take_somebody_out_of_the_fight() -> None:
    """CASE-04: in its own turn the next comes up in the same round, and it is named once."""
    bench = table()
    bench.end()
    bench.condition("Bob", "dead")
    left = of(bench.events, Left)
    assert [(event.why, event.ref) for event in left] == [("dead", "GONE")]
    assert bench.active == "Mog"
    assert bench.state.round == 1
    bench.condition("Mog", "dead")
    bench.condition("Ann", "dead")
    assert bench.active == ""


# ---- what an empty vital pool means

SILENT = PLAIN.replace("  down: {when: hp <= 0, unable: yes}\n", "  tired: {}\n")


@pytest.mark.parametrize(
    ("means", "acts", "there"),
    [("out", False, True), ("unconscious", False, True), ("nothing", True, True), ("removed", False, False)],
)
def test_where_the_file_is_silent_the_gm_is_asked_once_per_combatant(means: str, acts: bool, there: bool) -> None:
    """design: what 0 HP means; where the ruleset is silent the GM is asked once."""
    bench = table(SILENT + "zero: {means: ask, ref: ZERO}\n")
    bench.hp("Bob", "-30")
    assert bench.question is not None
    assert (bench.question.ask.code, bench.asked, bench.question.ask.ref) == ("zero", ["gm"], "ZERO")
    bench.check()
    events = bench.do(Answer((means,)))
    assert [(event.means, event.ref) for event in of(events, AtZero)] == [(means, "ZERO")]
    who = bench.id("Bob")
    assert (why_unable(bench.rules, bench.state, who) == "") is acts
    assert (bench.state.combatants[who].gone == "") is there
    bench.end()
    assert bench.active == ("Bob" if acts else "Mog")
    if there:
        bench.hp("Bob", "5")
        assert why_unable(bench.rules, bench.state, who) == ""
        bench.hp("Bob", "-9")
        assert bench.question is None  # Asked once: it is known by now.
        assert (why_unable(bench.rules, bench.state, who) == "") is acts
    bench.hp("Mog", "-99")
    assert bench.question is not None


def test_healed_before_the_answer_nothing_is_asked() -> None:
    bench = table(SILENT)
    bench.hp("Bob", "-30")
    bench.hp("Bob", "1")
    assert bench.question is None
    bench.hp("Bob", "-1")
    assert bench.question is not None


def test_several_felled_at_once_are_asked_about_one_after_another() -> None:
    bench = table(SILENT)
    bench.give("fire", "Bob", "Mog", does={"hp": "-30"}, at="end of round")
    for _ in range(3):
        bench.end()
    assert bench.question is not None
    assert bench.question.ask.about["who"] == bench.id("Bob")
    bench.do(Answer(("out",)))
    assert bench.question.ask.about["who"] == bench.id("Mog")
    bench.do(Answer(("unconscious",)))
    assert bench.active == "Ann"
    assert (bench.conditions("Bob"), bench.conditions("Mog")) == (("out",), ("unconscious",))


def test_who_starts_with_nothing_left_is_asked_about_as_the_round_begins() -> None:
    bench = Bench(SILENT, Ann=20, Bob=15)
    bench.hp("Bob", "-30")
    assert bench.question is None
    bench.start()
    assert bench.question is not None
    bench.do(Answer(("removed",)))
    assert bench.order == ["Ann"]


@pytest.mark.parametrize("more", ["zero: nothing\n", ""])
def test_where_the_file_knows_nobody_is_asked(more: str) -> None:
    """By a condition that tests the pool, or by saying that it means nothing."""
    bench = table((SILENT if more else PLAIN) + more)
    bench.hp("Bob", "-30")
    assert bench.question is None


def test_when_nobody_can_act_this_is_said_and_nothing_loops() -> None:
    """SEM-7, CASE-06: everybody down, by effects, in a game that skips those who can't act."""
    bench = table()
    bench.give("doom", "Ann", "Bob", "Mog", does={"hp": "-50"}, at="end of round", kind="other")
    events: tuple[Event, ...] = ()
    for _ in range(3):
        events += bench.end()
    assert of(events, NobodyCanAct)
    assert bench.active == ""
    bench.hp("Bob", "60")
    assert bench.active == "Bob"


def test_a_value_that_falls_changes_what_follows_from_it() -> None:
    """A condition by a test on a stat that a falling effect changes comes on and goes with the value."""
    bench = table()
    bench.give("mud", "Ann", kind="other", value=3, changes={"speed": "-value"}, falls=Fall("end of turn"))
    assert "shaky" in bench.state.combatants[bench.id("Ann")].stated
    bench.end()
    assert "shaky" not in bench.state.combatants[bench.id("Ann")].stated


def test_any_word_is_a_condition_by_hand_and_means_nothing() -> None:
    bench = table()
    bench.do(SetCondition((bench.id("Ann"),), "singing"))
    assert not of(bench.events, ConditionTurned)
    assert bench.active == "Ann"
