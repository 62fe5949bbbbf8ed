"""Switching a scene between free and enforced order, in the middle of a round and of a turn."""

from __future__ import annotations

import pytest

from scenes.table import LUX, Table, of
from turnwright import Fight
from turnwright.engine import Redo, Undo, codec
from turnwright.engine.base import Question
from turnwright.engine.happenings import PhaseBegan, RoundBegan, RoundEnded, TurnBegan, TurnEnded, TurnUp
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.clock import Elapse
from turnwright.engine.mechanics.free_order import FreeTurns, Take
from turnwright.engine.mechanics.gaps import Enter
from turnwright.engine.mechanics.initiative import Roll, SetScore
from turnwright.engine.mechanics.modes import RoundClosed, Switch, Switched
from turnwright.engine.mechanics.questions import Answer, Pass
from turnwright.engine.mechanics.scenes import End, EndScene, Next, Start
from turnwright.engine.mechanics.waits import Delay

NAMES = ("Ana", "Bo", "Cy")
KEEP = LUX.replace("called: {how: new round, ref: LUX-C12}", "called: {how: keep, ref: LUX-C12}")


def seat(table: Table) -> None:
    """Three people at the table."""
    for name in NAMES:
        table.add(name, hp=10)


def roll(table: Table) -> None:
    """Ana before Bo before Cy."""
    for name, score in zip(NAMES, (20, 15, 10), strict=True):
        table.do(SetScore(table.id(name), score))


@pytest.fixture
def table() -> Table:
    table = Table()
    seat(table)
    return table


@pytest.fixture
def keeping() -> Table:
    table = Table(KEEP)
    seat(table)
    return table


def take(table: Table, name: str) -> None:
    """Somebody takes a free turn and ends it."""
    table.do(Take(table.id(name)))
    table.do(End())


def test_initiative_called_in_mid_round_gives_all_a_turn_in_a_new_round_lux_c12(table: Table) -> None:
    """LUX-C12 new_round: all have a turn, those who had one in the closed round too; the count of rounds goes on."""
    table.do(Start("free"))
    take(table, "Cy")
    roll(table)
    events = table.do(Switch("initiative"))
    assert [event.ref for event in of(events, Switched)] == ["LUX-C12"]
    assert [event.round for event in of(events, RoundEnded)] == [1]
    assert [event.round for event in of(events, RoundBegan)] == [2]
    names = []
    while table.state.round == 2:
        names.append(table.active)
        table.do(Next())
    assert names == ["Ana", "Bo", "Cy"]


def test_the_closed_rounds_finished_turns_stay_on_the_clock_lux_c12(table: Table) -> None:
    """LUX-C12, LUX-T5: two finished turns count 5-10 s each; the closed round never counts as a full one."""
    table.do(Start("free"))
    take(table, "Cy")
    take(table, "Bo")
    roll(table)
    assert table.time == (10, 20)
    events = table.do(Switch("initiative"))
    assert [(event.low, event.high, event.ref) for event in of(events, RoundClosed)] == [(10, 20, "LUX-T5")]
    assert table.time == (10, 20)
    table.do(Next())
    assert table.time == (15, 30)
    table.do(Next())
    table.do(Next())
    assert table.time == (40, 80)


def test_initiative_called_in_mid_turn_ends_that_turn_properly(table: Table) -> None:
    """LUX-T2: the GM switches at any point; a turn that is cut short has its end all the same."""
    table.do(Start("free"))
    table.do(Take(table.id("Cy")))
    roll(table)
    events = table.do(Switch("initiative"))
    assert [event.why for event in of(events, TurnEnded)] == ["called"]
    assert table.pool(table.id("Cy"), "action") == 0
    assert table.active == "Ana"


def test_initiative_called_with_keep_lets_those_who_acted_wait_lux_c12(keeping: Table) -> None:
    """LUX-C12 keep: the round goes on, and who has acted in it waits for the next."""
    keeping.do(Start("free"))
    take(keeping, "Bo")
    roll(keeping)
    events = keeping.do(Switch("initiative"))
    assert not of(events, RoundBegan)
    assert (keeping.state.round, keeping.active) == (1, "Ana")
    keeping.do(Next())
    assert keeping.active == "Cy"
    keeping.do(Next())
    assert (keeping.state.round, keeping.active) == (2, "Ana")


def test_initiative_called_with_keep_lets_the_turn_that_is_on_go_on(keeping: Table) -> None:
    """LUX-C12 keep: nothing is cut short."""
    keeping.do(Start("free"))
    cy = keeping.id("Cy")
    keeping.do(Act(cy, "strike"))
    roll(keeping)
    keeping.do(Switch("initiative"))
    assert keeping.active == "Cy"
    events = keeping.do(Act(cy, "strike"))
    assert [event.why for event in of(events, TurnEnded)] == ["spent"]
    assert keeping.active == "Ana"


@pytest.mark.parametrize("text", [LUX, KEEP], ids=["new round", "keep"])
def test_missing_initiative_is_asked_when_it_is_called_sem_6(text: str) -> None:
    """SEM-6: an enforced order does not go on with people who have not rolled; the question can be answered."""
    table = Table(text)
    seat(table)
    table.do(Start("free"))
    take(table, "Ana")
    table.do(Switch("initiative"))
    question = table.state.agenda[-1]
    assert isinstance(question, Question)
    assert question.ask.code == "initiative.missing"
    table.do(Answer(("roll",)))
    assert all(entry.score is not None for entry in table.state.entries.values())
    assert table.active


def test_rolling_in_a_free_scene_is_for_later_sem_12(table: Table) -> None:
    """SEM-12: initiative rolled ahead of the call asks nothing, moves nobody, and counts when it is called."""
    table.do(Start("free"))
    table.do(Roll())
    assert isinstance(table.state.agenda[-1], FreeTurns)
    scores = {entry.id: entry.score for entry in table.state.entries.values()}
    table.do(Switch("initiative"))
    assert {entry.id: entry.score for entry in table.state.entries.values()} == scores
    best = max(scores.values(), key=lambda score: score or 0)
    assert table.state.entries[table.state.order[0]].score == best


def test_back_to_free_who_has_had_a_turn_has_had_it_waiters_have_not_lux_c12(table: Table) -> None:
    """LUX-C12: back to free in the middle of a round."""
    roll(table)
    table.do(Start("initiative"))
    table.do(Delay(table.id("Ana")))
    table.do(Next())
    table.do(Pass(table.id("Ana")))
    assert table.active == "Cy"
    events = table.do(Switch("free"))
    assert [event.ref for event in of(events, Switched)] == ["LUX-C12"]
    assert (table.state.round, table.active) == (1, "")
    assert table.code(Take(table.id("Bo"))) == "turn.taken"
    take(table, "Ana")
    take(table, "Cy")
    assert table.state.round == 2


def test_a_turn_that_is_on_goes_on_in_the_free_scene(table: Table) -> None:
    """LUX-T2: letting initiative go takes nothing from whoever is acting."""
    roll(table)
    table.do(Start("initiative"))
    ana = table.id("Ana")
    table.do(Act(ana, "strike"))
    table.do(Switch("free"))
    assert table.active == "Ana"
    table.do(Act(ana, "strike"))
    assert table.active == ""
    assert table.code(Take(ana)) == "turn.taken"


def test_a_turn_that_had_only_come_up_is_not_lost(table: Table) -> None:
    """Who was up and had not begun may still take the turn, whenever it likes."""
    roll(table)
    table.do(Start("initiative"))
    assert table.active == "Ana"
    events = table.do(Switch("free"))
    assert not of(events, TurnBegan)
    assert table.active == ""
    take(table, "Bo")
    take(table, "Ana")
    assert table.code(Take(table.id("Ana"))) == "turn.taken"


def test_an_offer_to_step_in_lapses_with_the_order(table: Table) -> None:
    """SEM-7: in a gap nobody is active; the free scene that follows leaves everybody who waited their turn."""
    roll(table)
    table.do(Start("initiative"))
    table.do(Delay(table.id("Ana")))
    table.do(End())
    assert table.active == ""
    table.do(Switch("free"))
    assert isinstance(table.state.agenda[-1], FreeTurns)
    assert table.code(Enter((table.id("Ana"),))) == "gap.nothing_to_enter"
    take(table, "Ana")


def test_a_free_scene_has_no_order_and_initiative_is_rolled_anew_sem_5(table: Table) -> None:
    """SEM-5: the scores of the order that was let go do not come back with the next call."""
    roll(table)
    table.do(Start("initiative"))
    table.do(Switch("free"))
    assert all(entry.score is None for entry in table.state.entries.values())
    table.do(Switch("initiative"))
    assert isinstance(table.state.agenda[-1], Question)


def test_only_the_gm_switches_and_only_to_another_mode(table: Table) -> None:
    """SEM-24: what can't be switched is said."""
    assert table.code(Switch("free")) == "scene.none"
    table.do(Start("free"))
    assert table.code(Switch("free")) == "mode.same"
    assert table.code(Switch("dance")) == "mode.unknown"
    assert table.code(Switch("initiative"), owns=table.id("Ana")) == "seat.not_yours"


def test_the_opening_phase_opens_the_first_round_of_a_battle_that_is_called_later() -> None:
    """A phase that opens a battle is played when initiative is called in mid-scene, and only in that round."""
    text = LUX.replace("round: {ref: LUX-T4}", "round: {phases: [turns, {name: after}], opening: after}")
    text = text.replace("waits:\n", "phases: {after: {steps: effects}}\nwaits:\n")
    table = Table(text)
    seat(table)
    table.do(Start("free"))
    roll(table)
    events = table.do(Switch("initiative"))
    assert [event.phase for event in of(events, PhaseBegan)] == ["after", "turns"]
    table.do(Next())
    table.do(Next())
    events = table.do(Next())
    assert [event.phase for event in of(events, PhaseBegan)] == ["after", "turns"]
    assert of(events, RoundEnded)


def test_switching_there_and_back_is_undone_byte_for_byte_sem_17(table: Table) -> None:
    """SEM-17: forward, back, forward gives equal states, with rolls on the way."""
    table.do(Start("free"))
    take(table, "Bo")
    before = codec.state_bytes(table.state)
    table.do(Switch("initiative"))
    table.do(Answer(("roll",)))
    table.do(Switch("free"))
    after = codec.state_bytes(table.state)
    table.encounter.do(Undo(3))
    assert codec.state_bytes(table.state) == before
    table.encounter.do(Redo(3))
    assert codec.state_bytes(table.state) == after


def test_nobody_has_two_turns_in_a_round_whatever_is_switched(table: Table) -> None:
    """SEM-4: switching to free and back to free again never gives a second turn in the same round."""
    roll(table)
    table.do(Start("initiative"))
    turns: list[tuple[int, str]] = []

    def note(events: tuple[object, ...]) -> None:
        turns.extend((table.state.cycle, event.entry) for event in events if isinstance(event, TurnEnded))

    note(table.do(Next()))
    note(table.do(Switch("free")))
    for name in ("Bo", "Cy"):
        note(table.do(Take(table.id(name))))
        note(table.do(End()))
    assert len({entry for _, entry in turns}) == 3


def test_full_rounds_are_counted_by_the_mode_in_which_they_were_played(table: Table) -> None:
    """LUX-T5, SEM-19: what is on the clock is not counted anew at another mode's rate."""
    text = LUX.replace("free: {order: free,", "free: {order: free, time: {round: 10 min},")
    other = Table(text)
    seat(other)
    other.do(Start("free"))
    for name in NAMES:
        take(other, name)
    assert other.time == (600, 600)
    roll(other)
    other.do(Switch("initiative"))
    assert other.time == (600, 600)
    other.do(Next())
    assert other.time == (605, 610)
    other.do(Elapse("1 min"))
    other.do(EndScene())
    assert other.time == (665, 670)


def test_a_turn_up_says_who_is_next_after_the_call(table: Table) -> None:
    """SEM-8: the first turn of the new round comes up as any does."""
    table.do(Start("free"))
    roll(table)
    events = table.do(Switch("initiative"))
    assert [table.state.entries[event.entry].name for event in of(events, TurnUp)] == ["Ana"]


def test_leaving_the_order_rolls_nothing_lux_t2() -> None:
    """LUX-T2: the log says what becomes of initiative, and that is not that anybody rolls."""
    fight = Fight.new("lux-aeterna", seed="free")
    for line in ("add Ana side g speed 1 hp 9", "add Bo side g speed 1 hp 9", "roll Ana 10", "roll Bo 5", "start"):
        assert fight.do(line)
    told = fight.do("mode free").lines
    assert "Initiative no longer counts: it is found anew when it is called again" in told
    assert not any("rolled" in line for line in told)
