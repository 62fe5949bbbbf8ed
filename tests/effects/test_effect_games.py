"""What single games need: delays that end effects or let them bite, saves, values that fall, acts that give."""

from __future__ import annotations

import pytest

from effects.bench import PLAIN, Bench, endings, of
from turnwright.engine import Encounter, Event, Refusal, codec
from turnwright.engine.base import Question
from turnwright.engine.dice import TypedDice
from turnwright.engine.lasting import EffectAhead, EffectBit, EffectEnded, EffectKept, EffectTested, EffectTimed
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.effects import GiveEffect
from turnwright.engine.mechanics.gaps import Enter
from turnwright.engine.mechanics.questions import Answer
from turnwright.engine.mechanics.scenes import Begin, End, Next, NextRound
from turnwright.engine.mechanics.waits import Delay
from turnwright.engine.sheet import stat
from turnwright.engine.state import Save

DELAYS = (
    PLAIN
    + """
waits: {delay: {until: open, place: here, unused: last}}
stats: {ac: 10}
effect classes:
  each turn: {at: start of turn, delayed: at once, ref: ONCE}
  good: {delayed: end, ref: GOOD}
  harm: {delayed: wait}
"""
)


def test_a_delay_stretches_no_boon_and_ticks_nothing_twice() -> None:
    """CASE-15: as it delays, what comes at the start of its turn has come once, the bonus and the zone end.

    What weakens it and its save wait for the end of the delayed turn, and happen once.
    """
    bench = Bench(DELAYS, X=20, M=15, Y=10)
    bench.hp("X", "-10")
    bench.give("regeneration", "X", kind="each turn", does={"hp": "5"})
    bench.give("ongoing", "X", kind="each turn", does={"hp": "-5"})
    bench.give(
        "guarded", "X", source="Y", kind="good", changes={"ac": "+2"}, lasts="until the end of the bearer's next turn"
    )
    bench.give("zone", source="X", kind="good", lasts="until the end of the source's next turn")
    bench.give("far off", "X", kind="good", lasts="until the end of the bearer's 2nd turn")
    bench.give("weakened", "X", source="M", kind="harm", lasts="until the end of the bearer's next turn")
    bench.give("slowed", "X", kind="harm", save=Save("end of turn"))
    bench.start()
    assert bench.active == "X"
    events = bench.do(Delay(bench.id("X")))
    assert [(event.name, event.by["hp"]) for event in of(events, EffectBit)] == [("regeneration", 5), ("ongoing", -5)]
    assert [(e.name, e.why, e.ref) for e in of(events, EffectEnded)] == [
        ("zone", "delayed", "GOOD"),
        ("guarded", "delayed", "GOOD"),
    ]
    assert {event.ref for event in of(events, EffectAhead)} == {"ONCE"}
    assert bench.has("X", "weakened")
    assert bench.active == "M"
    bench.end()
    events = bench.do(Enter((bench.id("X"),)))
    assert bench.active == "X"
    assert not of(events, EffectBit)
    assert bench.pool("X", "hp") == 10
    events = bench.end()
    assert endings(events) == [("weakened", "time")]
    assert bench.question is not None
    assert bench.question.ask.code == "effect.save"
    bench.do(Answer(("lasts",)))
    bench.end()
    events = bench.do(Begin(bench.id("M")))
    bench.end()
    events = bench.do(Begin(bench.id("X")))  # In the next round all happens in its own place again.
    assert [event.name for event in of(events, EffectBit)] == ["regeneration", "ongoing"]
    assert bench.effect("far off").left == 1


def test_a_turn_lost_by_delaying_marks_its_boundaries_once() -> None:
    """SEM-16: a delay that is never used."""
    bench = Bench(DELAYS.replace("unused: last", "unused: lost"), X=20, M=15)
    bench.give("weakened", "M", lasts="until the end of X's 2nd turn")
    bench.start()
    bench.do(Delay(bench.id("X")))
    assert bench.effect("weakened").left == 2
    bench.end()
    bench.do(Next())
    assert bench.state.round == 2
    assert bench.effect("weakened").left == 1


def test_the_next_round_resolves_what_the_single_turns_would_have() -> None:
    """CASE-24, SEM-10: with the same dice both copies end in the same state, to the last byte, by the same events."""
    copies: list[tuple[Bench, list[str]]] = []
    for jump in (True, False):
        bench = Bench(PLAIN, A=20, B=15, C=10)
        bench.give("burning", "B", does={"hp": "-1d6"}, at="end of turn")
        bench.give("bonus", "C", lasts="until the end of the bearer's turn")
        bench.give("aura", "A", does={"hp": "-1"}, at="start of turn")
        bench.start()
        events: tuple[Event, ...] = ()
        if jump:
            events = bench.do(NextRound())
        else:
            for _ in range(3):
                events += bench.do(End())
        names = [type(e).__name__ for e in events if type(e).__name__.startswith(("Effect", "PoolSet", "Turn"))]
        copies.append((bench, names))
    (one, first), (other, second) = copies
    assert first == second
    assert codec.state_bytes(one.state) == codec.state_bytes(other.state)
    assert one.state.round == 2
    assert not one.has("C", "bonus")
    assert one.pool("B", "hp") < 20


def test_persistent_damage_bites_at_the_end_of_the_turn_and_then_a_flat_check_may_end_it() -> None:
    """As in pathfinder2: harm first, then the check, in one moment; the dice are in the log."""
    game = (
        PLAIN
        + """
effects:
  burning: {does: {hp: -value}, value: 3, at: end of turn, save: {at: end of turn, roll: 1d20 >= 15}, ref: FIRE}
"""
    )
    bench = Bench(game, A=20, B=15)
    bench.start()
    bench.give("burning", "A")
    done = bench.encounter.do(End(), dice=TypedDice((14,)))
    assert not isinstance(done, Refusal)
    assert [type(e).__name__ for e in done.events if "Effect" in type(e).__name__] == ["EffectBit", "EffectTested"]
    assert bench.pool("A", "hp") == 17
    bench.end()
    done = bench.encounter.do(End(), dice=TypedDice((15,)))
    assert not isinstance(done, Refusal)
    assert bench.pool("A", "hp") == 14
    tested = of(done.events, EffectTested)
    assert [(event.came_out, event.dice[0].face, event.ref) for event in tested] == [(True, 15, "FIRE")]
    assert endings(done.events) == [("burning", "saved")]


FRIGHT = (
    PLAIN
    + """
stats: {attack: 7}
effects:
  frightened: {value: 1, changes: {attack: -value}, falls: {by: 1, at: end of turn}, again: higher, ref: FEAR}
  marked: {again: renew, lasts: 2 following rounds}
"""
)


def test_frightened_2_falls_by_1_at_the_end_of_the_turn() -> None:
    """As in pathfinder2."""
    bench = Bench(FRIGHT, A=20, B=15)
    bench.start()
    bench.give("frightened", "B", value=2)
    found = []
    for _ in range(6):
        found.append(int(stat(bench.rules, bench.state, bench.id("B"), "attack")))
        bench.end()
    assert found == [5, 5, 6, 6, 7, 7]
    assert not bench.state.effects


def test_of_two_frights_the_higher_counts() -> None:
    bench = Bench(FRIGHT, A=20, B=15)
    bench.start()
    first = bench.give("frightened", "B", value=2)
    bench.do(bench.giving("frightened", "B", value=1))
    assert [event.effect for event in of(bench.events, EffectKept)] == [first.id]
    assert bench.effect("frightened").value == 2
    bench.do(bench.giving("frightened", "B", value=3))
    assert endings(bench.events) == [("frightened", "renewed")]
    assert [effect.value for effect in bench.state.effects.values()] == [3]


def test_an_effect_that_is_given_again_may_begin_anew() -> None:
    bench = Bench(FRIGHT, A=20, B=15)
    bench.start()
    bench.give("marked", "B")
    bench.end()
    bench.end()
    bench.give("marked", "B")
    assert len(bench.state.effects) == 1
    assert bench.effect("marked").earliest == 3


SHAKEN = (
    PLAIN.replace("conditions:", "conditions:\n  shaken: {bars: attack}")
    + """
effects:
  shaken: {gives: shaken, save: start of turn, ref: SPIRIT}
"""
)


def test_a_save_may_be_a_question_to_the_bearers_player() -> None:
    """As in savage-worlds (at the start of the turn) and dnd5e (at its end): the table says how it came out."""
    bench = Bench(SHAKEN, A=20, M=15)
    bench.start()
    bench.give("shaken", "A", "M")
    bench.end()
    question = bench.question
    assert isinstance(question, Question)
    assert (question.ask.code, question.ask.ref, bench.asked) == ("effect.save", "SPIRIT", ["gm"])
    bench.check()
    events = bench.do(Answer(("ends",)))
    assert endings(events) == [("shaken", "saved")]
    assert bench.active == "M"
    bench.end()
    assert bench.asked == ["A"]
    bench.do(Answer(("lasts",), who=bench.id("A")), owns=bench.id("A"))
    assert bench.has("A", "shaken")
    assert bench.active == "A"


def test_a_save_goes_unasked_once_the_effect_is_over() -> None:
    bench = Bench(SHAKEN, A=20, M=15)
    bench.start()
    bench.give("shaken", "M")
    bench.end()
    assert bench.question is not None
    bench.drop("shaken")
    assert bench.question is None
    assert bench.active == "M"


ACTS = (
    PLAIN.replace("conditions:", "conditions:\n  prone: {}")
    + """
effects:
  poison: {does: {hp: -1d4}, at: start of turn, lasts: 3 rounds, ref: VENOM}
  zone: {lasts: until the end of the source's next turn}
actions:
  sting: {does: [{gives: poison}]}
  cure: {does: [{ends: poison}]}
  trip: {does: [{gives: prone}]}
  cast: {target: none, does: [{gives: zone}]}
  sustain: {target: none, does: [{prolongs: zone, ref: SUSTAIN}]}
"""
)


def test_acts_give_and_end_effects_that_the_file_names() -> None:
    bench = Bench(ACTS, A=20, B=15)
    bench.start()
    bench.do(Act(bench.id("A"), "sting", (bench.id("B"),)))
    effect = bench.effect("poison")
    assert (effect.source, effect.bearer, effect.left, effect.rule) == (bench.id("A"), bench.id("B"), 3, "VENOM")
    bench.do(Act(bench.id("A"), "cure", (bench.id("B"),)))
    assert endings(bench.events) == [("poison", "ended")]
    bench.do(Act(bench.id("A"), "trip", (bench.id("B"),)))
    assert bench.conditions("B") == ("prone",)


def test_an_act_may_prolong_what_one_began() -> None:
    """As sustaining a spell does in pathfinder2: until the end of the next turn, counted from now."""
    bench = Bench(ACTS, A=20, B=15)
    bench.start()
    bench.do(Act(bench.id("A"), "cast"))
    bench.end()
    bench.end()
    bench.do(Act(bench.id("A"), "sustain"))
    assert [(event.why, event.ref) for event in of(bench.events, EffectTimed)] == [("prolonged", "SUSTAIN")]
    assert bench.seen("zone", 5)[-1] == (3, "A")


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ({"name": "  "}, "name.empty"),
        ({"name": "x" * 200}, "name.too_long"),
        ({"bearers": ("c99",)}, "combatant.unknown"),
        ({"source": "c99"}, "combatant.unknown"),
        ({"kind": "psychic"}, "effect.class"),
        ({"at": "end of moon"}, "effect.moment"),
        ({"whose": "gm"}, "effect.whose"),
        ({"does": {"hq": "-1"}}, "effect.pool"),
        ({"does": {"hp": "-1d"}}, "formula.bad"),
        ({"does": {"hp": "-nothing"}}, "formula.failed"),
        ({"upkeep": {"hq": "1"}}, "effect.pool"),
        ({"upkeep": {"hp": "1d4"}}, "formula.failed"),
        ({"changes": {"beauty": "+1"}}, "effect.stat"),
        ({"changes": {"ac": "+"}}, "formula.bad"),
        ({"save": Save("end of turn", "1d20 >=")}, "formula.bad"),
        ({"save": Save("noon")}, "effect.moment"),
        ({"bearers": (), "sustained": True}, "effect.no_owner"),
        ({"bearers": (), "upkeep": {"hp": "1"}}, "effect.no_owner"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(command: dict[str, object], code: str) -> None:
    bench = Bench(DELAYS, X=20, M=15)
    said = {"name": "curse", "bearers": (bench.id("X"),), **command}
    assert bench.code(GiveEffect(**said)) == code  # type: ignore[arg-type]


def test_effects_on_those_who_left_are_refused() -> None:
    bench = Bench(DELAYS, X=20, M=15, Y=10)
    gone = bench.id("M")
    bench.remove("M")
    assert bench.code(GiveEffect("curse", (gone,))) == "combatant.gone"


def test_hidden_effects_and_those_of_the_hidden_are_the_gms_business() -> None:
    """SEM-22."""
    from turnwright.engine.mechanics.cast import Hide

    bench = Bench(PLAIN, A=20, M=15)
    bench.start()
    bench.give("doom", "A", hidden=True, does={"hp": "-1"}, at="end of turn")
    assert {event.to for event in bench.events} == {"gm"}
    bench.do(Hide((bench.id("M"),)))
    bench.give("veil", "M")
    assert {event.to for event in bench.events} == {"gm"}
    assert [event.to for event in of(bench.end(), EffectBit)] == ["gm"]


def test_an_old_log_gives_the_same_effects() -> None:
    """SEM-18: every event about effects reads back from its record."""
    bench = Bench(FRIGHT, A=20, B=15, C=10)
    bench.start()
    bench.give("frightened", "B", value=2)
    bench.give("ward", "C", source="B", lasts="until the end of the source's 2nd next turn", starts="start of turn")
    bench.give("burn", "C", does={"hp": "-1/2"}, at="end of turn", sustained=True, upkeep={"mana": "0"}, pays=True)
    for _ in range(4):
        bench.end()
        bench.check()
    bench.remove("B")
    bench.check()
    assert Encounter.load(bench.rules, bench.encounter.records).state.effects == bench.state.effects
