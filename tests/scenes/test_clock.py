"""The story clock: a function of the position in a scene, and recorded events elsewhere."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenes.table import LUX, Table, of
from turnwright import Fight
from turnwright.engine import Redo, Undo
from turnwright.engine.clock import TimePassed, scene_time
from turnwright.engine.happenings import TurnEnded
from turnwright.engine.mechanics.cast import Remove
from turnwright.engine.mechanics.clock import Elapse
from turnwright.engine.mechanics.free_order import Take
from turnwright.engine.mechanics.initiative import SetScore
from turnwright.engine.mechanics.questions import Pass
from turnwright.engine.mechanics.scenes import End, EndScene, Jump, Next, Start
from turnwright.rules.faults import FileFaults
from turnwright.rules.words.time import Span, SpanError, read_span, show_span

HOUR, DAY = 3600, 86400


def seated(text: str = LUX, people: int = 3) -> Table:
    """A table in an enforced scene; the first is up."""
    table = Table(text)
    for number in range(people):
        table.do(SetScore(table.add(f"P{number}", hp=10), 20 - number))
    return table


def test_the_clock_stands_at_nothing_before_round_1_sem_19() -> None:
    """SEM-19: 0 before the first round, and when its first turn has only begun."""
    table = seated()
    assert table.time == (0, 0)
    table.do(Start("initiative"))
    assert table.time == (0, 0)


def test_finished_turns_and_full_rounds_lux_t5() -> None:
    """LUX-T5: finished turns count 5-10 s each, a full round 30-60 s."""
    table = seated()
    table.do(Start("initiative"))
    shown = []
    for _ in range(7):
        table.do(Next())
        shown.append(table.time)
    assert shown == [(5, 10), (10, 20), (30, 60), (35, 70), (40, 80), (60, 120), (65, 130)]


def test_finished_turns_never_count_for_more_than_a_round_lux_t5() -> None:
    """LUX-T5: with nine people the turns of the running round stop at 30-60 s."""
    table = seated(people=9)
    table.do(Start("initiative"))
    for _ in range(8):
        table.do(Next())
    assert table.time == (30, 60)
    table.do(Next())
    assert table.time == (30, 60)


def test_the_clock_limits_nothing_lux_t5() -> None:
    """LUX-T5: it describes; a scene goes on for as long as it is played, whatever stretch it was opened with."""
    table = seated()
    table.do(Start("initiative", span="1 min"))
    for _ in range(30):
        table.do(Next())
    assert (table.state.round, table.time) == (11, (300, 600))


def test_passed_and_skipped_turns_take_no_time() -> None:
    """LUX-T5: only turns that were taken count in the running round."""
    table = seated()
    table.do(Start("free"))
    table.do(Pass(table.id("P0")))
    assert table.time == (0, 0)
    table.do(Take(table.id("P1")))
    table.do(End())
    assert table.time == (5, 10)


def test_a_correction_takes_no_time_sem_11() -> None:
    """SEM-11: jumping by hand costs no time, refills nothing and ends nothing, whatever is left to act with."""
    table = seated()
    table.do(Start("initiative"))
    events = table.do(Jump(table.id("P2")))
    assert not of(events, TurnEnded)
    assert (table.time, table.active, table.pool(table.id("P2"), "action")) == ((0, 0), "P2", 0)
    table.do(Jump(table.id("P0")))
    assert (table.time, table.active, table.state.round) == ((0, 0), "P0", 1)


def test_a_round_of_about_six_seconds_rap_t1() -> None:
    """RAP-T1: a round stands for about 6 s; where turns have no length of their own only full rounds count."""
    table = seated(LUX.replace("time: {turn: 5-10 s, round: 30-60 s, ref: LUX-T5}", "time: {round: about 6 s}"))
    table.do(Start("initiative"))
    shown = []
    for _ in range(6):
        table.do(Next())
        shown.append(table.time)
    assert shown == [(0, 0), (0, 0), (6, 6), (6, 6), (6, 6), (12, 12)]


def test_a_turn_of_everybody_of_about_three_seconds_eod_x1() -> None:
    """EOD-X1: what that game calls a turn is a round here, of 3 s."""
    table = seated(LUX.replace("time: {turn: 5-10 s, round: 30-60 s, ref: LUX-T5}", "time: {round: 3 s}"))
    table.do(Start("initiative"))
    for _ in range(15):
        table.do(Next())
    assert table.time == (15, 15)


def test_a_game_without_times_has_no_clock() -> None:
    """Nothing is guessed: unstated rounds count for nothing, stated durations do."""
    table = seated(LUX.replace("time: {turn: 5-10 s, round: 30-60 s, ref: LUX-T5}", ""))
    table.do(Start("initiative"))
    table.do(Next())
    table.do(Elapse("1 min"))
    assert table.time == (60, 60)


def test_a_turn_with_a_length_needs_a_round_with_one() -> None:
    """A file that gives the turn only is told so, with its place."""
    with pytest.raises(FileFaults) as told:
        Table(LUX.replace("round: 30-60 s, ref: LUX-T5", "ref: LUX-T5"))
    assert "the round needs one too" in str(told.value)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(["next", "undo", "redo", "elapse", "remove"]), max_size=25))
def test_back_is_minus_forward_sem_19(steps: list[str]) -> None:
    """SEM-19: whatever was undone and redone, the clock is that of the position; forward it never goes back."""
    table = seated(people=4)
    table.do(Start("initiative"))
    seen = {len(table.encounter.history): table.time}
    for step in steps:
        before = table.time
        if step == "undo" and len(table.encounter.history) > 9:
            table.encounter.do(Undo())
            assert table.time == seen[len(table.encounter.history)]
        elif step == "redo":
            table.encounter.do(Redo())
        elif step == "elapse":
            table.do(Elapse("10-20 s"))
            assert table.time == (before[0] + 10, before[1] + 20)
        elif step == "remove" and table.active and len(table.state.order) > 1:
            present = [c.id for c in table.state.combatants.values() if not c.gone]
            if len(present) > 1:
                table.do(Remove((present[-1],)))
        else:
            table.do(Next())
        if step != "undo":
            assert table.time >= before
        seen[len(table.encounter.history)] = table.time


def test_time_passes_in_free_scenes_and_between_scenes_as_it_is_said_sem_19() -> None:
    """SEM-19: elsewhere durations are recorded events; ranges are allowed."""
    table = seated()
    events = table.do(Elapse("2-3 days", "the road"))
    assert [(event.low, event.high, event.why, event.ref) for event in of(events, TimePassed)] == [
        (2 * DAY, 3 * DAY, "the road", "LUX-T5")
    ]
    table.do(Start("free"))
    table.do(Elapse("10 min"))
    assert table.time == (2 * DAY + 600, 3 * DAY + 600)
    assert scene_time(table.rules, table.state) == (600, 600)
    table.encounter.do(Undo(3))
    assert table.time == (0, 0)


def test_a_scene_takes_the_stretch_it_was_opened_with_lux_t1() -> None:
    """LUX-T1: a scene of months is months on the clock, however few rounds were played in it."""
    table = seated()
    table.do(Start("free", span="2-3 months"))
    table.do(Take(table.id("P0")))
    table.do(End())
    assert table.time == (5, 10)
    table.do(EndScene())
    assert table.time == (60 * DAY, 90 * DAY)


def test_a_scene_takes_no_less_than_its_rounds() -> None:
    """LUX-T1, LUX-T5: the stretch a scene was meant to take is no limit."""
    table = seated()
    table.do(Start("initiative", span="1 min"))
    for _ in range(9):
        table.do(Next())
    table.do(EndScene())
    assert table.time == (90, 180)


def test_the_gms_word_on_how_long_a_scene_took_is_the_last_lux_t1() -> None:
    """LUX-T1: what the GM says at the end replaces what was counted, for this scene only."""
    table = seated()
    table.do(Elapse("1 h"))
    table.do(Start("initiative", span="1 year"))
    table.do(Next())
    table.do(EndScene("20-30 min"))
    assert table.time == (HOUR + 1200, HOUR + 1800)
    assert table.code(Elapse("soon")) == "span.unreadable"
    assert table.code(Elapse("0 s")) == "span.nothing"
    assert table.code(Elapse("1 h"), owns=table.id("P0")) == "seat.not_yours"


def test_the_rounds_of_a_scene_stay_on_the_clock_in_the_next() -> None:
    """SEM-19: the clock of an encounter runs on from scene to scene."""
    table = seated()
    table.do(Start("initiative"))
    for _ in range(4):
        table.do(Next())
    table.do(EndScene())
    assert table.time == (35, 70)
    table.do(Start("free"))
    assert table.time == (35, 70)
    events = table.do(Take(table.id("P1")))
    assert not of(events, TurnEnded)
    table.do(End())
    assert table.time == (40, 80)
    assert scene_time(table.rules, table.state) == (5, 10)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("5-10 s", 5, 10),
        ("5–10 seconds", 5, 10),
        ("30 s to 1 min", 30, 60),
        ("15 min", 900, 900),
        ("1 h 30 min", 5400, 5400),
        ("1½ h", 5400, 5400),
        ("1/2 h", 1800, 1800),
        ("about 6 s", 6, 6),
        ("a week", 7 * DAY, 7 * DAY),
        ("2 days to 3 weeks", 2 * DAY, 21 * DAY),
        ("1-2 months", 30 * DAY, 60 * DAY),
        ("3 years", 1095 * DAY, 1095 * DAY),
        ("0 s", 0, 0),
    ],
)
def test_stretches_are_read_as_people_write_them(text: str, low: int, high: int) -> None:
    """LUX-T1: from seconds to years, as ranges or not; a month is 30 days, a year 365."""
    assert read_span(text) == Span(low, high)


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("", 0, "nothing is written here"),
        ("soon", 0, "missing"),
        ("5", 0, "a unit is missing"),
        ("5 m", 2, "no unit of time"),
        ("10-5 s", 0, "greater"),
        ("1-2", 2, "a unit is missing"),
        ("5 s later", 4, "not understood"),
        ("9" * 161, 0, "too long"),
    ],
)
def test_what_is_no_stretch_is_told_with_its_place(text: str, position: int, message: str) -> None:
    """SEM-24: what is wrong, where, and what to write."""
    with pytest.raises(SpanError) as told:
        read_span(text)
    assert (told.value.position, message in told.value.message) == (position, True)


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_a_stretch_that_is_shown_can_be_read_again(one: int, other: int) -> None:
    """What the table shows means what it says."""
    low, high = sorted((one, other))
    assert read_span(show_span(low, high)) == Span(low, high)


def test_a_turn_that_has_only_come_up_takes_no_time_lux_t5() -> None:
    """LUX-T5: whoever is removed before the turn starts has finished none; after that it counts."""

    def removed(*lines: str) -> Fight:
        fight = Fight.new("lux-aeterna", seed="clock")
        cast = ("add Ana side g speed 1 hp 9", "add Bo side g speed 1 hp 9", "add Cy side g speed 1 hp 9")
        for line in (*cast, "roll Ana 10", "roll Bo 5", "roll Cy 2", "start", *lines, "remove Ana"):
            told = fight.do(line)
            assert told, told.lines
        return fight

    for fight, done in ((removed(), 0), (removed("Ana begin"), 1)):
        (ended,) = (event for event in fight.encounter.records[-1].events if isinstance(event, TurnEnded))
        assert (ended.why, ended.unbegun, fight.state.turns_done) == ("removed", not done, done)
