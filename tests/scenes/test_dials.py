"""Dials: counters that the table shares."""

from __future__ import annotations

from fractions import Fraction

from scenes.table import Table, of
from turnwright.engine import Redo, Undo, choices, codec
from turnwright.engine.mechanics.dials import DialSet, SpendDial, TurnDial
from turnwright.engine.mechanics.initiative import SetScore
from turnwright.engine.mechanics.scenes import EndScene, NextRound, Start
from turnwright.engine.sheet import Sheet, dial
from turnwright.formula import Number, parse

DIALS = """
game: Dials
sides: {heroes: players}
stats: {speed: 0}
dials:
  escalation:
    most: "6"
    starts at: start of scene
    ticks: {at: start of round, by: "1 if round > 1 else 0", ref: TICK}
    ref: DIE
  hero_story: {start: count(heroes), swaps with: gm_story, side: heroes, ref: STORY}
  gm_story: {start: "1", swaps with: hero_story, ref: STORY}
  momentum:
    most: "6"
    ticks: {at: end of scene, by: "-1"}
"""


def seated() -> Table:
    """Two heroes and an orc."""
    table = Table(DIALS)
    for number, (name, side) in enumerate((("Ana", "heroes"), ("Bo", "heroes"), ("Orc", "orcs"))):
        table.do(SetScore(table.add(name, side=side), 10 - number))
    return table


def at(table: Table, name: str) -> Number:
    """What a dial stands at."""
    return dial(table.rules, table.state, name)


def test_an_escalation_die_grows_each_round_up_to_its_most() -> None:
    """It starts anew in each scene, moves by itself from round 2 on, and formulas know it by its name."""
    table = seated()
    table.do(Start())
    shown = []
    for _ in range(8):
        shown.append(at(table, "escalation"))
        events = table.do(NextRound())
    assert shown == [0, 1, 2, 3, 4, 5, 6, 6]
    assert not of(events, DialSet)
    sheet = Sheet(table.rules, table.state, table.id("Ana"))
    assert parse("speed + escalation").value(sheet) == 6
    table.do(EndScene())
    [reset] = of(table.do(Start()), DialSet)
    assert (reset.dial, reset.value, reset.was, reset.why, reset.ref) == ("escalation", 0, 6, "start", "DIE")


def test_a_tick_names_its_rule() -> None:
    """What moves by itself says by which rule."""
    table = seated()
    table.do(Start())
    [tick] = of(table.do(NextRound()), DialSet)
    assert (tick.value, tick.why, tick.ref) == (1, "tick", "TICK")


def test_a_spent_story_point_turns_over_to_the_other_side() -> None:
    """It starts with one for each hero and one for the GM; a spent one goes over, and their number stays the same."""
    table = seated()
    assert (at(table, "hero_story"), at(table, "gm_story")) == (2, 1)
    events = table.do(SpendDial("hero_story", who=table.id("Ana")), owns=table.id("Ana"))
    assert [(event.dial, event.value, event.why) for event in of(events, DialSet)] == [
        ("hero_story", 1, "spent"),
        ("gm_story", 2, "gained"),
    ]
    table.do(SpendDial("gm_story", 2))
    assert (at(table, "hero_story"), at(table, "gm_story")) == (3, 0)


def test_a_start_that_counts_the_cast_is_fixed_by_the_first_change() -> None:
    """As long as nobody has touched it, it follows the cast; afterwards it stands where it was put."""
    table = seated()
    table.add("Cy")
    assert at(table, "hero_story") == 3
    table.do(SpendDial("hero_story"))
    table.add("Dee")
    assert at(table, "hero_story") == 2


def test_an_empty_dial_gives_nothing() -> None:
    """Refused by rule; where the GM insists, only what is there is spent, and only that goes over."""
    table = seated()
    refusal = table.refused(SpendDial("gm_story", 3))
    assert (refusal.code, refusal.rule, refusal.ref, refusal.data["left"]) == ("dial.empty", True, "STORY", "1")
    table.do(SpendDial("gm_story", 3), force=True)
    assert (at(table, "hero_story"), at(table, "gm_story")) == (3, 0)


def test_players_spend_from_the_dial_of_their_side_only() -> None:
    """SEM-21: the other side's, and one that is the GM's, are not theirs."""
    table = seated()
    ana, orc = table.id("Ana"), table.id("Orc")
    assert table.code(SpendDial("gm_story"), owns=ana) == "seat.not_yours"
    assert table.code(SpendDial("gm_story", who=ana), owns=ana) == "dial.side"
    assert table.code(SpendDial("hero_story", who=orc), owns=orc) == "dial.side"
    assert table.code(TurnDial("hero_story", 1), owns=ana) == "seat.not_yours"


def test_dials_are_moved_by_hand_within_their_ends() -> None:
    """Everything can be set by hand; past an end there is nowhere to go."""
    table = seated()
    table.do(TurnDial("momentum", 4))
    table.do(TurnDial("momentum", 9))
    assert at(table, "momentum") == 6
    assert table.code(TurnDial("momentum", 1)) == "dial.nothing"
    table.do(TurnDial("momentum", to=2))
    table.do(Start())
    table.do(EndScene())
    assert at(table, "momentum") == 1
    assert table.code(TurnDial("heat", 1)) == "dial.unknown"
    assert table.code(SpendDial("heat")) == "dial.unknown"
    assert table.code(SpendDial("momentum", 0)) == "dial.count"


def test_what_is_offered_is_accepted() -> None:
    """Each hero is offered a point of their side's dial, the GM one of the others."""
    table = seated()
    found = {
        (c.command.dial, c.command.who): c.barred.code if c.barred else ""
        for c in choices(table.rules, table.state)
        if isinstance(c.command, SpendDial)
    }
    assert found == {
        ("escalation", ""): "dial.empty",
        ("momentum", ""): "dial.empty",
        ("gm_story", ""): "",
        ("hero_story", table.id("Ana")): "",
        ("hero_story", table.id("Bo")): "",
    }


def test_dials_are_undone_byte_for_byte_sem_17() -> None:
    """SEM-17: exact numbers too."""
    table = seated()
    before = codec.state_bytes(table.state)
    table.do(TurnDial("momentum", Fraction(3, 2)))
    table.do(TurnDial("momentum", Fraction(1, 4)))
    after = codec.state_bytes(table.state)
    assert at(table, "momentum") == Fraction(7, 4)
    table.encounter.do(Undo(2))
    assert codec.state_bytes(table.state) == before
    table.encounter.do(Redo(2))
    assert codec.state_bytes(table.state) == after
