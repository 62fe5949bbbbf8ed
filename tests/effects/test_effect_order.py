"""What effects do at one moment, and in which order (SEM-25, ODY-T4, ODY-C10, LUX-S1)."""

from __future__ import annotations

import pytest

from effects.bench import PLAIN, Bench, endings, of
from turnwright.engine import Event
from turnwright.engine.events import PoolSet
from turnwright.engine.happenings import Owed
from turnwright.engine.lasting import EffectBegan, EffectBit, EffectEnded, EffectsOrdered
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.questions import Answer
from turnwright.speech import tell

PHASED = """
game: A game of phases
sides: {heroes: players}
pools:
  hp: {vital: yes}
  ap: {max: 2, refill: start of turn, lost: end of turn}
conditions:
  downed: {when: hp <= 0, unable: yes, clears: [status, charm, hex], ref: ODY-X5}
  blind: {}
initiative: {formula: 1d20}
turn: {unable: skip}
round: {phases: [action, {name: effect, ref: ODY-T4}]}
phases: {effect: {steps: effects}}
effect classes:
  damage: {at: effect phase, ref: ODY-T4}
  healing: {at: effect phase, ref: ODY-T4}
  status: {at: effect phase, ref: ODY-T4}
  other: {at: effect phase, ref: ODY-T4}
effect order: {within: WITHIN, ref: ODY-C10}
effects:
  hasted: {class: status, begins: effect phase, changes: {ap: +1}, lasts: 3 following rounds, ref: ODY-X7}
  slowed: {class: status, begins: effect phase, changes: {ap: -1}, lasts: 3 following rounds, ref: ODY-X7}
  prayer: {class: healing, does: {hp: 5}, lasts: once}
  storm: {class: damage, does: {hp: -3}}
"""


def table(within: str = "initiative", **scores: int) -> Bench:
    bench = Bench(PHASED.replace("WITHIN", within), **(scores or {"Ann": 20, "Bob": 15, "Mog": 10}))
    bench.start()
    return bench


def bites(events: tuple[Event, ...]) -> list[str]:
    return [event.name for event in of(events, EffectBit)]


def last_turn(bench: Bench) -> tuple[Event, ...]:
    """Everything from the end of the last turn of the round on."""
    for _ in range(len(bench.order) - 1):
        bench.end()
    return bench.end()


def test_classes_come_in_the_order_of_the_file() -> None:
    """ODY-T4: damage, healing, statuses, everything else, in the effect phase, whatever was given first."""
    bench = table()
    bench.give("boat turns", kind="other", note="into the wind")
    bench.give("blinded", "Mog", kind="status", gives=("blind",), note="eyes sting")
    bench.give("prayer", "Ann", source="Bob")
    bench.give("storm", "Ann")
    bench.hp("Ann", "-16")
    events = last_turn(bench)
    assert bites(events) == ["storm", "prayer", "blinded", "boat turns"]
    assert bench.pool("Ann", "hp") == 6
    assert {event.ref for event in of(events, EffectBit)} == {"ODY-T4"}
    assert [e.name for e in bench.state.effects.values()] == ["boat turns", "blinded", "storm"]


def test_within_a_class_by_initiative_of_the_sources_environment_last() -> None:
    """ODY-C10, SEM-25."""
    bench = table()
    for name, source in (("fog", ""), ("spark", "Mog"), ("flame", "Ann"), ("acid", "Bob")):
        bench.give(name, "Bob", source=source, kind="damage", does={"hp": "-1"})
    events = last_turn(bench)
    assert bites(events) == ["flame", "acid", "spark", "fog"]
    ordered = of(events, EffectsOrdered)
    assert [(event.how, event.ref) for event in ordered] == [("initiative", "ODY-C10")]


def test_the_source_of_an_effect_keeps_its_place_when_it_has_left() -> None:
    """SEM-14, SEM-25."""
    bench = table()
    for name, source in (("spark", "Mog"), ("flame", "Ann"), ("fog", "")):
        bench.give(name, "Bob", source=source, kind="damage", does={"hp": "-1"})
    bench.remove("Ann")
    assert bites(last_turn(bench)) == ["flame", "spark", "fog"]


def test_the_game_master_may_say_the_order_within_a_class() -> None:
    """ODY-C10, its other value: one question for each class that has several, and the classes stay in order."""
    bench = table("gm")
    flame = bench.give("flame", "Ann", source="Ann", kind="damage", does={"hp": "-30"})
    spark = bench.give("spark", "Ann", source="Bob", kind="damage", does={"hp": "-1"})
    bench.give("prayer", "Ann", source="Bob")
    events = last_turn(bench)
    assert bites(events) == []
    assert bench.question is not None
    assert bench.question.ask.ref == "ODY-C10"
    assert bench.question.ask.parts[0].to == ("gm",)
    bench.check()
    events = bench.do(Answer((spark.id, flame.id)))
    assert bites(events) == ["spark", "flame", "prayer"]
    assert bench.pool("Ann", "hp") == 5


def test_an_effect_that_ends_while_the_question_is_open_is_no_longer_asked_about() -> None:
    bench = table("gm")
    bench.give("flame", "Ann", kind="damage", does={"hp": "-3"})
    bench.give("spark", "Ann", kind="damage", does={"hp": "-1"})
    last_turn(bench)
    assert bench.question is not None
    events = bench.drop("spark")
    assert bites(events) == ["flame"]
    assert bench.question is None


@pytest.mark.parametrize(("within", "hp"), [("initiative", 5), ("together", 0)])
def test_simultaneous_effects_are_collected_then_applied(within: str, hp: int) -> None:
    """Of harm that is more than what is left and healing: in order the rest is lost, together only the sum counts."""
    bench = table(within)
    bench.give("claw", "Bob", source="Ann", kind="damage", does={"hp": "-10"})
    bench.give("drain", "Bob", source="Bob", kind="damage", does={"hp": "5"})
    bench.hp("Bob", "-15")
    events = last_turn(bench)
    assert bites(events) == ["claw", "drain"]
    assert bench.pool("Bob", "hp") == hp
    assert sum(event.pool == "hp" for event in of(events, PoolSet)) == (2 if within == "initiative" else 1)


def test_together_formulas_are_worked_out_on_what_was_there_before() -> None:
    """Each halves what is left: together from the same number."""
    for within, hp in (("initiative", 5), ("together", 0)):
        bench = table(within)
        for name in ("rot", "rust"):
            bench.give(name, "Bob", kind="damage", does={"hp": "-hp // 2"})
        last_turn(bench)
        assert bench.pool("Bob", "hp") == hp


def test_what_an_earlier_class_felled_has_lost_its_statuses_when_theirs_comes() -> None:
    """ODY-X5: a downed one loses charms, hexes and statuses; what is neither stays."""
    bench = table()
    bench.give("flame", "Bob", kind="damage", does={"hp": "-50"})
    bench.give("blinded", "Bob", kind="status", gives=("blind",), note="eyes sting")
    bench.give("lullaby", "Bob", kind="other", tags=("charm",))
    bench.give("ward", "Bob", kind="other")
    events = last_turn(bench)
    assert bites(events) == ["flame"]
    assert endings(events) == [("blinded", "cleared"), ("lullaby", "cleared")]
    assert bench.has("Bob", "ward")
    assert {event.ref for event in of(events, EffectEnded)} == {"ODY-X5"}


def test_hasted_and_slowed_count_from_the_effect_phase_for_three_rounds() -> None:
    """ODY-X7: one AP more (less) a round, from the effect phase on, for the three following rounds."""
    bench = table(Ann=20, Mog=10)
    bench.give("hasted", "Ann", source="Mog")
    bench.give("slowed", "Mog", source="Ann")
    found: list[tuple[int, ...]] = []
    for turn in range(10):
        if turn == 2:
            assert not bench.effect("hasted").pending
        found.append((bench.state.round, int(bench.pool(bench.active, "ap"))))
        events = bench.end()
        if turn == 1:
            assert [event.ref for event in of(events, EffectBegan)] == ["ODY-X7", "ODY-X7"]
    assert found[::2] == [(1, 2), (2, 3), (3, 3), (4, 3), (5, 2)]
    assert found[1::2] == [(1, 2), (2, 1), (3, 1), (4, 1), (5, 2)]


def test_before_the_battle_hasted_is_as_if_given_at_its_first_moment() -> None:
    """SEM-15 with a beginning that is put off."""
    bench = Bench(PHASED.replace("WITHIN", "initiative"), Ann=20, Mog=10)
    bench.give("hasted", "Ann")
    bench.start()
    ap = [int(bench.pool("Ann", "ap"))]
    for _ in range(4):
        bench.end()
        bench.end()
        ap.append(int(bench.pool("Ann", "ap")))
    assert ap == [2, 3, 3, 3, 2]


def test_pools_come_first_then_effects_then_what_ends_then_questions() -> None:
    """SEM-25: at one moment pools refill, effects bite, what has lasted its time ends, people are asked."""
    game = PLAIN.replace("  mana: {}", "  mana: {max: 5, refill: end of turn}")
    bench = Bench(game, Ann=20, Bob=10)
    bench.start()
    from turnwright.engine.state import Save

    bench.give("leech", "Ann", does={"mana": "-2"}, at="end of turn", lasts="until the end of the bearer's turn")
    bench.give("held", "Ann", save=Save("end of turn"))
    bench.do(ChangePool((bench.id("Ann"),), "mana", to="0"))
    events = bench.end()
    whats = [type(event).__name__ for event in events]
    order = [whats.index(kind) for kind in ("PoolSet", "EffectBit", "EffectEnded", "Asked")]
    assert order == sorted(order)
    assert bench.pool("Ann", "mana") == 3


def test_removals_come_last() -> None:
    """SEM-25: who is dead leaves only once the moment is over, and the ones behind it still bite."""
    game = PLAIN.replace("down: {when: hp <= 0, unable: yes}", "dead: {when: hp <= 0, unable: yes, leaves: dead}")
    bench = Bench(game, Ann=20, Bob=10)
    bench.start()
    bench.give("venom", "Ann", does={"hp": "-25"}, at="end of turn")
    bench.give("tag", "Bob", lasts="until the end of Ann's turn")
    events = bench.end()
    names = [type(event).__name__ for event in events]
    assert of(events, Owed)
    assert names.index("EffectEnded") < names.index("Left")
    assert ("tag", "time") in endings(events)
    assert bench.state.combatants[bench.id("Ann")].gone == "dead"
    assert bench.active == "Bob"


def told(bench: Bench) -> list[str]:
    """The lines of the last step."""
    encounter = bench.encounter
    return list(tell(encounter.rules, encounter.before(len(encounter.history) - 1), encounter.history[-1]))


def test_the_order_of_effects_is_told_only_where_it_makes_a_difference() -> None:
    for harm, lines in (("-1", []), ("-7", ["In this order: acid on Ann and acid on Bob"])):
        bench = table()
        bench.give("acid", "Ann", source="Ann", kind="damage", does={"hp": "-1"})
        bench.give("acid", "Bob", source="Ann", kind="damage", does={"hp": harm})
        last_turn(bench)
        assert [line for line in told(bench) if "In this order" in line] == lines
