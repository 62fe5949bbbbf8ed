"""Rests: how long they last, what they allow and restore, and what becomes of those that are cut short."""

from __future__ import annotations

import pytest

from scenes.table import LUX, Table, of
from turnwright.engine import Redo, Undo, choices, codec
from turnwright.engine.events import PoolSet
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.cast import Set, SetCondition
from turnwright.engine.mechanics.free_order import Take
from turnwright.engine.mechanics.initiative import SetScore
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.rests import (
    BreakRest,
    EndRest,
    Renewed,
    RestBegan,
    Rested,
    RestEnded,
    ResumeRest,
    StartRest,
    WhileResting,
)
from turnwright.engine.mechanics.scenes import EndScene, Next, Start
from turnwright.engine.resting import resting

MINUTE, HOUR = 60, 3600
POOLS = ("hp", "resolve", "focus", "mana")


def worn(text: str = LUX) -> tuple[Table, str]:
    """Somebody who has 20 HP, 5 Resolve, 4 Focus and 3 Mana, and only 1 of each left."""
    table = Table(text)
    ana = table.add("Ana", hp=20, resolve=5, focus=4, mana=3)
    for pool in POOLS:
        table.do(ChangePool((ana,), pool, to="1"))
    return table, ana


def left(table: Table, who: str) -> tuple[object, ...]:
    """What there is of HP, Resolve, Focus and Mana."""
    return tuple(table.pool(who, pool) for pool in POOLS)


def test_a_short_rest_gives_back_all_spent_focus_at_its_end_lux_r1() -> None:
    """LUX-R1: at least 15 minutes; everyone who rested regains all spent Focus at its end, not before."""
    table, ana = worn()
    [began] = of(table.do(StartRest("short")), RestBegan)
    assert (began.who, began.ref) == ((ana,), "LUX-R1")
    assert table.pool(ana, "focus") == 1
    events = table.do(EndRest("15 min"))
    assert [(event.came_to, event.ref) for event in of(events, RestEnded)] == [("short", "LUX-R1")]
    assert left(table, ana) == (1, 1, 4, 1)
    assert table.time == (15 * MINUTE, 15 * MINUTE)


@pytest.mark.parametrize(
    ("choice", "after"), [("focus", (1, 1, 4, 1)), ("mana", (1, 1, 1, 3)), ("[focus, mana]", (1, 1, 4, 3))]
)
def test_what_a_short_rest_gives_back_lux_c1(choice: str, after: tuple[int, ...]) -> None:
    """LUX-C1 short_rest_restores: focus, mana, or both, by changing one line."""
    table, ana = worn(LUX.replace("restores: {pool: focus, ref: LUX-C1}", f"restores: {choice}"))
    table.do(StartRest("short"))
    table.do(EndRest())
    assert left(table, ana) == after


def test_the_pool_that_was_restored_names_its_rule_lux_c1() -> None:
    """LUX-C1: the event says by which reading the pool was filled."""
    table, _ = worn()
    table.do(StartRest("short"))
    [filled] = of(table.do(EndRest()), PoolSet)
    assert (filled.pool, filled.value, filled.why, filled.ref) == ("focus", 4, "restored", "LUX-C1")


def test_spending_resolve_for_hp_lux_r1_lux_x1() -> None:
    """LUX-R1, LUX-X1: the HP per Resolve are entered."""
    table, ana = worn()
    table.do(ChangePool((ana,), "resolve", to="5"))
    assert table.code(WhileResting(ana, "recover")) == "rest.none"
    table.do(StartRest("short"))
    refusal = table.refused(WhileResting(ana, "recover", 2))
    assert (refusal.code, refusal.ref) == ("rest.gain_unnamed", "LUX-R1")
    events = table.do(WhileResting(ana, "recover", 2, "7"), owns=ana)
    assert [(event.spent, event.gained, event.ref) for event in of(events, Rested)] == [(2, 7, "LUX-R1")]
    assert left(table, ana) == (8, 3, 1, 1)


def test_hp_per_resolve_by_a_formula_lux_x1() -> None:
    """LUX-X1: where the file gives a formula it is rolled for each Resolve."""
    text = LUX.replace("gain: hp, ref: LUX-R1}", "gain: hp, each: 3 + wits, ref: LUX-R1}")
    table, ana = worn(text)
    table.do(Set((ana,), "wits", "1"))
    table.do(ChangePool((ana,), "resolve", to="5"))
    table.do(StartRest("short"))
    table.do(WhileResting(ana, "recover", 3))
    assert left(table, ana) == (13, 2, 1, 1)


def test_healing_never_goes_above_the_maximum_lux_r1() -> None:
    """LUX-R1: HP beyond the maximum are lost, and told as that."""
    table, ana = worn()
    table.do(StartRest("short"))
    events = table.do(WhileResting(ana, "recover", 1, "50"))
    [healed] = [event for event in of(events, PoolSet) if event.pool == "hp"]
    assert (healed.value, healed.over) == (20, 31)


def test_resolve_that_is_not_there_is_not_spent() -> None:
    """LUX-R1: refused, with what is left; where the GM insists what is there is taken."""
    table, ana = worn()
    table.do(StartRest("short"))
    refusal = table.refused(WhileResting(ana, "recover", 3, "9"))
    assert (refusal.code, refusal.rule, refusal.data["left"]) == ("rest.cost", True, "1")
    table.do(WhileResting(ana, "recover", 3, "9"), force=True)
    assert left(table, ana)[:2] == (10, 0)


@pytest.mark.parametrize("amount", [0, -1])
def test_nothing_can_be_gained_for_nothing(amount: int) -> None:
    """SEM-24: spending none, or less, is refused."""
    table, ana = worn()
    table.do(StartRest("short"))
    assert table.code(WhileResting(ana, "recover", amount, "9")) == "rest.spend"


def test_looting_and_identifying_are_what_a_short_rest_allows_lux_r1() -> None:
    """LUX-R1: among other things; what the rest does not allow is refused with what it does."""
    table, ana = worn()
    table.do(StartRest("short"))
    for what in ("loot", "identify"):
        assert [event.ref for event in of(table.do(WhileResting(ana, what)), Rested)] == ["LUX-R1"]
    refusal = table.refused(WhileResting(ana, "dance"))
    assert (refusal.code, refusal.data["known"]) == ("rest.deed", "loot, identify, recover")


def test_a_full_rest_fills_everything_lux_r2() -> None:
    """LUX-R2: after 6 hours HP, Resolve, Focus and Mana are full."""
    table, ana = worn()
    table.do(StartRest("full"))
    events = table.do(EndRest("8 h"))
    assert [(event.came_to, event.ref) for event in of(events, RestEnded)] == [("full", "LUX-R2")]
    assert {event.ref for event in of(events, PoolSet)} == {"LUX-R2"}
    assert left(table, ana) == (20, 5, 4, 3)
    assert table.time == (8 * HOUR, 8 * HOUR)


def test_what_is_limited_by_the_day_counts_anew_after_a_full_rest_lux_r2() -> None:
    """LUX-R2: for those who rested; other limits, and others, are left alone."""
    table, ana = worn()
    table.do(Start("free"))
    table.do(Act(ana, "second wind"))
    assert table.code(Act(ana, "second wind")) == "act.limit"
    table.do(EndScene())
    for kind, renewed in (("short", 0), ("full", 1)):
        table.do(StartRest(kind, (ana,)))
        events = table.do(EndRest())
        assert len(of(events, Renewed)) == renewed
    table.do(Start("free"))
    table.do(Act(ana, "second wind"))


def test_a_rest_that_ends_too_early_restores_nothing_lux_r3() -> None:
    """LUX-R3: at its end nothing comes back; Resolve that was spent stays spent and the HP stay healed."""
    table, ana = worn()
    table.do(StartRest("short"))
    table.do(WhileResting(ana, "recover", 1, "6"))
    events = table.do(EndRest("14 min"))
    assert [(event.came_to, event.ref) for event in of(events, RestEnded)] == [("", "LUX-R3")]
    assert left(table, ana) == (7, 0, 1, 1)
    assert table.time == (14 * MINUTE, 14 * MINUTE)


def test_of_a_time_that_is_not_certain_the_least_counts_lux_r3() -> None:
    """LUX-R3: a rest of 10 to 20 minutes is not one of 15."""
    table, ana = worn()
    table.do(StartRest("short"))
    table.do(EndRest("10-20 min"))
    assert table.pool(ana, "focus") == 1
    assert table.time == (10 * MINUTE, 20 * MINUTE)


@pytest.mark.parametrize(
    ("text", "lasted", "came_to", "ref"),
    [
        (LUX, "15 min", "short", "LUX-C13"),
        (LUX, "5 h 59 min", "short", "LUX-C13"),
        (LUX, "14 min", "", "LUX-R3"),
        (LUX.replace("counts as: short", "counts as: nothing"), "3 h", "", "LUX-C13"),
    ],
)
def test_a_broken_full_rest_lux_c13(text: str, lasted: str, came_to: str, ref: str) -> None:
    """LUX-C13: broken after 15 minutes or more it counts as a short rest, or as nothing; before that as nothing."""
    table, ana = worn(text)
    table.do(StartRest("full"))
    events = table.do(EndRest(lasted))
    assert [(event.came_to, event.ref) for event in of(events, RestEnded)] == [(came_to, ref)]
    assert left(table, ana) == ((1, 1, 4, 1) if came_to else (1, 1, 1, 1))


def test_an_interrupted_full_rest_needs_six_hours_in_one_lux_r2() -> None:
    """LUX-R2: without interruption: 4 and 5 hours are not 6, but 2 and 6 are."""
    for stretches, after in ((("4 h", "5 h"), (1, 1, 4, 1)), (("2 h", "6 h"), (20, 5, 4, 3))):
        table, ana = worn()
        table.do(StartRest("full"))
        table.do(BreakRest(stretches[0]))
        assert table.code(WhileResting(ana, "loot")) == "rest.none"
        table.do(ResumeRest("30 min"))
        table.do(EndRest(stretches[1]))
        assert left(table, ana) == after
        hours = sum(int(stretch.split()[0]) for stretch in stretches)
        assert table.time == (hours * HOUR + 1800, hours * HOUR + 1800)


def test_a_fight_may_interrupt_a_rest_and_the_rest_go_on_after_it() -> None:
    """LUX-R2: the scene in between is on the clock already; a rest that is not resumed is ended as it is."""
    table, ana = worn()
    table.do(StartRest("full"))
    assert table.code(Start("initiative")) == "rest.on"
    table.do(BreakRest("1 h"))
    table.do(SetScore(ana, 4))
    table.do(Start("initiative"))
    table.do(Next())
    assert table.code(ResumeRest()) == "rest.in_initiative"
    table.do(EndScene())
    assert table.time == (HOUR + 30, HOUR + 60)
    table.do(ResumeRest())
    table.do(BreakRest("2 h"))
    assert table.code(EndRest("5 h")) == "rest.broken"
    [ended] = of(table.do(EndRest()), RestEnded)
    assert (ended.came_to, table.pool(ana, "focus")) == ("short", 4)
    assert resting(table.state) is None


def test_a_short_rest_in_an_initiative_scene_lux_c14() -> None:
    """LUX-C14: refused, unless the ruleset allows it or the GM insists; in a free scene it is open."""
    table, ana = worn()
    table.do(SetScore(ana, 1))
    table.do(Start("initiative"))
    refusal = table.refused(StartRest("short"))
    assert (refusal.code, refusal.ref, refusal.rule) == ("rest.in_initiative", "LUX-C14", True)
    table.do(StartRest("short"), force=True)
    allowed, ana = worn(LUX.replace("during initiative: {then: refused,", "during initiative: {then: allowed,"))
    allowed.do(SetScore(ana, 1))
    allowed.do(Start("initiative"))
    allowed.do(StartRest("short"))
    assert allowed.code(Act(ana, "strike")) == "turn.not_yours"
    allowed.do(EndRest())
    assert (allowed.pool(ana, "focus"), allowed.active) == (4, "Ana")
    free, ana = worn()
    free.do(Start("free"))
    free.do(StartRest("short"))
    free.do(EndRest())
    free.do(Take(ana))


def test_a_rest_ends_with_the_scene_in_which_it_was_taken() -> None:
    """Nothing of a rest is left behind by a scene that is ended during it; nobody has said how long it was."""
    table, ana = worn()
    table.do(Start("free"))
    table.do(StartRest("short"))
    table.do(EndScene())
    assert (resting(table.state), table.pool(ana, "focus"), table.state.agenda) == (None, 1, ())
    table.do(StartRest("short"))


def test_only_those_who_rest_regain_anything_lux_r1() -> None:
    """LUX-R1: everyone who rested; by default all whom players decide for."""
    table, ana = worn()
    bo = table.add("Bo", focus=2, hp=3)
    orc = table.add("Orc", side="orcs", focus=2, hp=3)
    for who in (bo, orc):
        table.do(ChangePool((who,), "focus", to="0"))
    table.do(StartRest("short"))
    table.do(EndRest())
    assert [table.pool(who, "focus") for who in (ana, bo, orc)] == [4, 2, 0]
    table.do(ChangePool((ana,), "focus", to="0"))
    table.do(StartRest("short", (orc,)))
    assert table.code(WhileResting(ana, "loot")) == "rest.not_resting"
    table.do(EndRest())
    assert [table.pool(who, "focus") for who in (ana, bo, orc)] == [0, 2, 2]


def test_a_pool_that_nobody_has_is_left_out_and_one_without_a_maximum_is_asked_for() -> None:
    """Nothing is guessed: a maximum that is nowhere stated is named, with whose it is."""
    table = Table()
    ana = table.add("Ana", hp=3)
    table.do(StartRest("full"))
    table.do(EndRest())
    assert "mana" not in table.state.combatants[ana].pools
    table.do(ChangePool((ana,), "focus", to="2"))
    table.do(StartRest("short"))
    refusal = table.refused(EndRest())
    assert (refusal.code, refusal.data["name"], refusal.data["pool"]) == ("rest.no_maximum", "Ana", "focus")
    table.do(Set((ana,), "focus", "2/6"))
    table.do(EndRest())
    assert table.pool(ana, "focus") == 6


def test_more_than_the_maximum_is_not_taken_away_by_a_rest() -> None:
    """A rest gives; it never takes."""
    table, ana = worn()
    table.do(Set((ana,), "focus", "4/4"))
    table.do(ChangePool((ana,), "focus", top="2"))
    table.do(StartRest("short"))
    table.do(EndRest())
    assert table.pool(ana, "focus") == 4


def test_bad_rests_are_refused() -> None:
    """SEM-24: what is not there is named."""
    table, ana = worn()
    assert table.code(StartRest("nap")) == "rest.unknown"
    assert table.code(EndRest()) == "rest.none"
    assert table.code(BreakRest("1 h")) == "rest.none"
    assert table.code(ResumeRest()) == "rest.not_broken"
    assert table.code(StartRest("short"), owns=ana) == "seat.not_yours"
    table.do(StartRest("short"))
    assert table.code(StartRest("full")) == "rest.on"
    assert table.code(EndRest("soon")) == "span.unreadable"


def test_resting_is_undone_byte_for_byte_sem_17() -> None:
    """SEM-17: forward, back, forward."""
    table, ana = worn()
    before = codec.state_bytes(table.state)
    table.do(StartRest("full"))
    table.do(BreakRest("1/2 h"))
    table.do(ResumeRest("90 s"))
    table.do(EndRest())
    after = codec.state_bytes(table.state)
    table.encounter.do(Undo(4))
    assert codec.state_bytes(table.state) == before
    table.encounter.do(Redo(4))
    assert codec.state_bytes(table.state) == after
    assert ana in table.state.combatants


LADDER = """
game: Ladder
sides: {party: players}
stats: {con: 2}
pools:
  hp: {vital: yes}
  hit_dice: {}
conditions: {tired: worn out}
actions:
  rage: {limit: 1 a short rest, turn: any}
  wish: {limit: 1 a long rest, turn: any}
rests:
  short:
    least: 1 h
    renews: short rest
    may: {hit dice: {spend: hit_dice, gain: hp, each: 1d8 + con}}
  long:
    least: 8 h
    restores: [hp, {pool: hit_dice, by: "max(1, max // 2)"}]
    renews: [short rest, long rest]
    ends: tired
"""


def test_a_ladder_of_rests_in_another_game() -> None:
    """Hit dice in a short rest of 1 h; a long one of 8 h, interruptions added up, gives half of them back."""
    table = Table(LADDER)
    ana = table.add("Ana", side="party", hp=40, hit_dice=5)
    table.do(ChangePool((ana,), "hp", to="1"))
    table.do(StartRest("short"))
    table.do(WhileResting(ana, "hit dice", 4))
    assert table.pool(ana, "hit_dice") == 1
    assert 1 + 4 * 3 <= table.pool(ana, "hp") <= 40
    table.do(EndRest())
    table.do(SetCondition((ana,), "tired"))
    table.do(StartRest("long"))
    table.do(BreakRest("3 h"))
    table.do(ResumeRest("10 min"))
    table.do(EndRest("5 h"))
    assert (table.pool(ana, "hp"), table.pool(ana, "hit_dice")) == (40, 3)
    assert table.state.combatants[ana].conditions == ()


def test_limits_that_a_rest_renews() -> None:
    """A period of a limit may be any rest that renews it."""
    table = Table(LADDER)
    ana = table.add("Ana", side="party", hp=40, hit_dice=5)
    table.do(Start())
    for act in ("rage", "wish"):
        table.do(Act(ana, act))
        assert table.code(Act(ana, act)) == "act.limit"
    table.do(EndScene())
    table.do(StartRest("short"))
    table.do(EndRest())
    table.do(Act(ana, "rage"))
    assert table.code(Act(ana, "wish")) == "act.limit"
    table.do(StartRest("long"))
    table.do(EndRest())
    table.do(Act(ana, "wish"))


def test_what_is_offered_while_resting_is_accepted() -> None:
    """Offered is accepted: deeds that need nothing said with them, and rests where none is on."""
    table, ana = worn()
    assert {c.command.kind for c in choices(table.rules, table.state) if isinstance(c.command, StartRest)} == {
        "short",
        "full",
    }
    table.do(StartRest("short"))
    found = [c for c in choices(table.rules, table.state, frozenset({ana})) if isinstance(c.command, WhileResting)]
    assert {c.command.what for c in found if isinstance(c.command, WhileResting)} == {"loot", "identify"}
    assert all(c.barred is None for c in found)
