"""Jumping to the next round: what the single turns would have resolved if nobody acted."""

from __future__ import annotations

import pytest

from scenes.table import LUX, Table, of
from turnwright.engine import codec
from turnwright.engine.base import Event, Question
from turnwright.engine.events import Drawn
from turnwright.engine.happenings import TurnEnded
from turnwright.engine.mechanics.effects import GiveEffect
from turnwright.engine.mechanics.initiative import SetScore
from turnwright.engine.mechanics.scenes import Begin, Next, NextRound, Start
from turnwright.engine.mechanics.waits import Delay
from turnwright.rules.words.duration import read_duration

LASTING = "until the end of the bearer's turn"


def case_24(text: str = LUX) -> Table:
    """CASE-24: A=20* B=15 (burning 1d6 at end of turn) C=10 (a bonus until the end of the own turn)."""
    table = Table(text, seed="burn")
    for name, score in (("A", 20), ("B", 15), ("C", 10)):
        table.do(SetScore(table.add(name, hp=30), score))
    table.do(GiveEffect("burning", (table.id("B"),)))
    table.do(GiveEffect("bonus", (table.id("C"),), changes={"speed": "+2"}, lasts=read_duration(LASTING)))
    table.do(Start("initiative"))
    return table


def told(events: tuple[Event, ...]) -> list[Event]:
    """The events of a log, without the count of dice that each command adds."""
    return [event for event in events if not isinstance(event, Drawn)]


def test_it_equals_the_single_turns_case_24() -> None:
    """CASE-24, SEM-10: equal state (hit points, effects, clock) and equal order in the log as with three `next`."""
    one, three = case_24(), case_24()
    jumped = told(one.do(NextRound()))
    single = [event for _ in range(3) for event in told(three.do(Next()))]
    assert codec.state_bytes(one.state) == codec.state_bytes(three.state)
    assert jumped == single
    assert one.pool(one.id("B"), "hp") < 30
    assert [effect.name for effect in one.state.effects.values()] == ["burning"]
    assert one.time == three.time == (30, 60)
    assert (one.state.round, one.active) == (2, "A")


def test_a_turn_that_is_on_is_ended_first() -> None:
    """SEM-10: from the middle of a turn, too."""
    table = case_24()
    table.do(Begin(table.id("A")))
    events = table.do(NextRound())
    assert len(of(events, TurnEnded)) == 3
    assert table.state.round == 2


@pytest.mark.parametrize(("rule", "turns"), [("last", 3), ("lost", 2)])
def test_delayers_fall_under_their_rule_sem_10(rule: str, turns: int) -> None:
    """SEM-10, LUX-C2: who waits acts last or loses the turn, as the ruleset says."""
    table = case_24(LUX.replace("unused: last", f"unused: {rule}"))
    table.do(Delay(table.id("A")))
    events = table.do(NextRound())
    assert len(of(events, TurnEnded)) == turns
    assert table.state.round == 2


def test_it_stops_at_an_open_question_sem_10() -> None:
    """SEM-10: what people have to decide is not decided for them; answered, it can go on."""
    upkeep = LUX.replace("effects:\n", "upkeep: {at: upkeep}\neffects:\n  shield: {upkeep: {resolve: 1}}\n")
    table = case_24(upkeep)
    table.add("D", hp=5, resolve=3)
    table.do(SetScore(table.id("D"), 1))
    table.do(GiveEffect("shield", (table.id("D"),), source=table.id("D")))
    table.do(NextRound())
    assert isinstance(table.state.agenda[-1], Question)
    assert table.state.round == 1
    assert table.code(NextRound()) == "next.unclear"


def test_there_must_be_a_round() -> None:
    """SEM-24: before the fight there is nothing to jump over, and only the GM jumps."""
    assert Table().code(NextRound()) == "round.none"
    table = case_24()
    assert table.code(NextRound(), owns=table.id("A")) == "seat.not_yours"
