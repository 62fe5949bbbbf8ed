"""Narrative actions in milestones, and clocks."""

from __future__ import annotations

import pytest

from scenes.table import LUX, Table, of
from turnwright.engine import Redo, Undo, choices, codec
from turnwright.engine.clock import TimePassed
from turnwright.engine.happenings import SceneBegan
from turnwright.engine.mechanics.scenes import EndScene, Next, Start
from turnwright.engine.mechanics.tracks import (
    Advance,
    GoalSet,
    OpenTrack,
    RemoveTrack,
    TrackAdvanced,
    TrackJudged,
    TrackOpened,
)
from turnwright.engine.scening import SceneEnded
from turnwright.engine.tracking import Milestone, tracks

DAY = 86400
SWORD = (
    Milestone("reforge the shattered blade"),
    Milestone("fit the blade to the hilt", "3 days"),
    Milestone("repairs and final touches", "4 days"),
)


def smithy(text: str = LUX) -> tuple[Table, str]:
    """Graye at his anvil."""
    table = Table(text)
    return table, table.add("Graye", hp=10, wits=2)


def forge(table: Table, graye: str, **changes: object) -> OpenTrack:
    """The sword of his family, with difficulty 8."""
    values: dict[str, object] = {"goal": 8, "success": "the sword is whole", "failure": "the blade is lost"}
    return OpenTrack("Reforge the sword", "narrative", (graye,), SWORD, **{**values, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("bumps", "tally", "outcome", "then"),
    [
        ((2, 4, 3), 9, "success", "the sword is whole"),
        ((2, 4, 2), 8, "success", "the sword is whole"),
        ((2, 4, 1), 7, "failure", "the blade is lost"),
    ],
)
def test_reforging_the_sword_lux_e2(bumps: tuple[int, ...], tally: int, outcome: str, then: str) -> None:
    """LUX-E2: three milestones over one week, difficulty 8; 9 and 8 Bumps succeed, 7 fail."""
    table, graye = smithy()
    table.do(forge(table, graye))
    judged: list[TrackJudged] = []
    for number, bump in enumerate(bumps):
        assert not judged
        events = table.do(Advance(gain=bump))
        judged += of(events, TrackJudged)
        assert [event.tally for event in of(events, TrackAdvanced)] == [sum(bumps[: number + 1])]
    assert [(event.outcome, event.tally, event.goal, event.then) for event in judged] == [(outcome, tally, 8, then)]
    assert judged[0].ref == "LUX-N2"
    assert table.time == (7 * DAY, 7 * DAY)


def test_a_narrative_action_is_a_small_scene_of_its_own_lux_n1() -> None:
    """LUX-N1: it opens a scene with its title and its people, and that ends once it has been judged."""
    table, graye = smithy()
    events = table.do(forge(table, graye))
    [began] = of(events, SceneBegan)
    assert (began.scene.title, began.scene.participants, began.ref) == ("Reforge the sword", (graye,), "LUX-N1")
    assert [event.ref for event in of(events, TrackOpened)] == ["LUX-N1"]
    assert table.code(Start("free")) == "scene.on"
    assert table.code(Next()) == "next.unclear"
    table.do(Advance(gain=1))
    table.do(Advance(gain=1))
    events = table.do(Advance(gain=1))
    assert len(of(events, SceneEnded)) == 1
    table.do(Start("free"))


def test_a_narrative_action_during_another_scene_is_refused() -> None:
    """LUX-N1: a scene of its own begins when no other is on."""
    table, graye = smithy()
    table.do(Start("free"))
    assert table.code(forge(table, graye)) == "scene.on"


def test_fewer_than_two_milestones_lux_n1() -> None:
    """LUX-N1: refused unless the GM insists; none at all never makes sense."""
    table, graye = smithy()
    refusal = table.refused(_short(graye, 1))
    assert (refusal.code, refusal.ref, refusal.rule) == ("track.few_milestones", "LUX-N1", True)
    table.do(_short(graye, 1), force=True)
    events = table.do(Advance(gain=2))
    assert [event.outcome for event in of(events, TrackJudged)] == ["success"]
    refusal = table.refused(_short(graye, 0))
    assert refusal.code == "track.few_milestones"


def _short(graye: str, count: int) -> OpenTrack:
    return OpenTrack("Hurry", "narrative", (graye,), SWORD[:count], goal=2)


def test_the_tally_is_judged_only_after_the_last_milestone_lux_n2() -> None:
    """LUX-N2: reaching the difficulty early ends nothing."""
    table, graye = smithy()
    table.do(forge(table, graye))
    events = table.do(Advance(gain=20))
    assert not of(events, TrackJudged)
    [track] = tracks(table.state).values()
    assert (track.tally, track.goal, track.steps, track.outcome) == (20, 8, 1, "")


def test_milestones_are_taken_in_order_lux_n2() -> None:
    """LUX-N2: what is done at each is told, and another than the next is refused."""
    table, graye = smithy()
    table.do(forge(table, graye))
    refusal = table.refused(Advance(gain=1, step=2))
    assert (refusal.code, refusal.data["next"]) == ("track.order", "1")
    told = [event.what for gain in (1, 1, 1) for event in of(table.do(Advance(gain=gain)), TrackAdvanced)]
    assert told == [milestone.what for milestone in SWORD]
    assert table.code(Advance("Reforge the sword", gain=1)) == "track.over"


def test_bumps_are_entered_lux_x1() -> None:
    """LUX-X1, LUX-N2: without a formula the table says how many; a Feat yields none or more."""
    table, graye = smithy()
    table.do(forge(table, graye))
    refusal = table.refused(Advance())
    assert (refusal.code, refusal.ref, refusal.data["of"]) == ("track.gain_unnamed", "LUX-N2", "Bumps")
    assert table.code(Advance(gain=-1)) == "track.gain_negative"
    table.do(Advance(gain=0), owns=graye)


def test_bumps_are_rolled_where_the_file_names_a_formula_lux_x1() -> None:
    """LUX-X1: with a formula they are rolled on the sheet of whoever does it; entering them stays possible."""
    table, graye = smithy(LUX.replace("gain: {of: Bumps,", "gain: {of: Bumps, formula: 1d4 + wits,"))
    table.do(forge(table, graye))
    [step] = of(table.do(Advance()), TrackAdvanced)
    assert step.gain == step.dice[0].face + 2
    assert (step.who, step.ref) == (graye, "LUX-N2")
    [step] = of(table.do(Advance(gain=3)), TrackAdvanced)
    assert (step.gain, step.dice) == (3, ())


def test_it_costs_no_action_lux_n2() -> None:
    """LUX-N2: a Feat at a milestone costs no Action."""
    table, graye = smithy()
    before = dict(table.state.combatants[graye].pools)
    table.do(forge(table, graye))
    table.do(Advance(gain=2))
    assert table.state.combatants[graye].pools == before


def test_average_is_one_bump_per_milestone_lux_n3_lux_c11() -> None:
    """LUX-N3, LUX-C11 average: the goal is the number of milestones."""
    table, graye = smithy()
    [goal] = of(table.do(forge(table, graye, goal=None, grade="average")), GoalSet)
    assert (goal.goal, goal.grade, goal.ref) == (3, "average", "LUX-C11")


def test_easy_without_a_number_is_an_error_that_says_so_lux_n3() -> None:
    """LUX-N3: easy is named without a number; given one it can be used, and the GM may set any total."""
    table, graye = smithy()
    refusal = table.refused(forge(table, graye, goal=None, grade="easy"))
    assert (refusal.code, refusal.ref, refusal.data) == ("track.grade_unset", "LUX-N3", {"grade": "easy"})
    [goal] = of(table.do(forge(table, graye, goal=2, grade="easy")), GoalSet)
    assert (goal.goal, goal.ref) == (2, "LUX-N3")


def test_the_other_reading_makes_easy_one_bump_per_milestone_lux_c11() -> None:
    """LUX-C11 easy: then it is average that has no number."""
    text = LUX.replace("average: {goal: milestones, ref: LUX-C11}", "average: {goal: given, ref: LUX-N3}")
    text = text.replace("easy: {goal: given, ref: LUX-N3}", "easy: {goal: milestones, ref: LUX-C11}")
    table, graye = smithy(text)
    assert table.code(forge(table, graye, goal=None, grade="average")) == "track.grade_unset"
    [goal] = of(table.do(forge(table, graye, goal=None, grade="easy")), GoalSet)
    assert goal.goal == 3


def test_difficulties_that_say_two_things_or_nothing_are_refused() -> None:
    """SEM-24: each names what is wrong."""
    table, graye = smithy()
    assert table.code(forge(table, graye, goal=5, grade="average")) == "track.goal_twice"
    assert table.code(forge(table, graye, goal=None)) == "track.goal_missing"
    assert table.code(forge(table, graye, goal=0)) == "track.goal_bounds"
    assert table.refused(forge(table, graye, grade="silly")).data["known"] == "average, easy"
    assert table.code(OpenTrack("x", "song")) == "track.unknown"
    assert table.code(OpenTrack(" ", "clock")) == "name.empty"
    assert table.code(Advance(gain=1)) == "track.none"
    bad = (Milestone("a", "soon"), Milestone("b"))
    assert table.code(OpenTrack("x", "narrative", (graye,), bad, goal=2)) == "span.unreadable"
    assert table.code(forge(table, graye), owns=graye) == "seat.not_yours"


def test_the_story_time_between_milestones_is_recorded_lux_n1_sem_19() -> None:
    """LUX-N1, SEM-19: the time that leads to a milestone passes as that is taken, as a range where it is one."""
    table, graye = smithy()
    milestones = (Milestone("a", "1-2 h"), Milestone("b", "30 min"))
    table.do(OpenTrack("Bomb", "narrative", (graye,), milestones, goal=2))
    [passed] = of(table.do(Advance(gain=1)), TimePassed)
    assert (passed.low, passed.high, passed.ref) == (3600, 7200, "LUX-N1")
    table.do(Advance(gain=1))
    assert table.time == (5400, 9000)
    table.encounter.do(Undo(2))
    assert table.time == (0, 0)


def test_a_narrative_action_can_be_given_up() -> None:
    """Taking it away ends its scene without a verdict; ending its scene leaves it to be taken up again."""
    table, graye = smithy()
    table.do(forge(table, graye))
    events = table.do(RemoveTrack())
    assert (len(of(events, SceneEnded)), tracks(table.state)) == (1, {})
    table.do(forge(table, graye))
    table.do(Advance(gain=2))
    table.do(EndScene())
    table.do(Advance(gain=4))
    events = table.do(Advance(gain=3))
    assert [event.outcome for event in of(events, TrackJudged)] == ["success"]


def test_a_clock_is_judged_as_soon_as_it_is_full() -> None:
    """A clock has no milestones and no scene: it runs beside everything else, back as well, never under nothing."""
    table, _ = smithy()
    table.do(OpenTrack("Alarm", "clock", failure="guards", success="the alarm rings"))
    table.do(Start("free"))
    for by, stands in ((4, 4), (-1, 3), (-9, 0), (5, 5)):
        table.do(Advance(gain=by))
        assert [track.tally for track in tracks(table.state).values()] == [stands]
    events = table.do(Advance(gain=1))
    assert [(event.outcome, event.then) for event in of(events, TrackJudged)] == [("success", "the alarm rings")]
    assert table.code(Advance("Alarm", gain=1)) == "track.over"
    table.do(OpenTrack("Alarm", "clock", goal=4))


def test_several_clocks_are_told_apart_by_their_titles() -> None:
    """SEM-23: a title in use is not given twice, and which is meant has to be said."""
    table, _ = smithy()
    table.do(OpenTrack("Alarm", "clock"))
    table.do(OpenTrack("Tide", "clock", goal=4))
    assert table.code(OpenTrack(" alarm", "clock")) == "track.title_used"
    assert table.refused(Advance(gain=1)).data["known"] == "Alarm, Tide"
    table.do(Advance("tide", gain=2))
    assert [track.tally for track in tracks(table.state).values()] == [0, 2]
    table.do(RemoveTrack("Alarm"))
    assert [track.title for track in tracks(table.state).values()] == ["Tide"]


def test_a_step_that_the_ruleset_rolls_is_offered() -> None:
    """Offered is accepted; where a number has to be entered nothing is offered."""
    for text, count in ((LUX, 0), (LUX.replace("gain: {of: Bumps,", "gain: {of: Bumps, formula: 1d4,"), 1)):
        table, graye = smithy(text)
        table.do(forge(table, graye))
        found = [c for c in choices(table.rules, table.state) if isinstance(c.command, Advance)]
        assert len(found) == count
        assert all(c.barred is None for c in found)


def test_tracks_are_undone_byte_for_byte_sem_17() -> None:
    """SEM-17: forward, back, forward, with dice and fractions on the way."""
    table, graye = smithy(LUX.replace("gain: {of: Bumps,", "gain: {of: Bumps, formula: 1d4 / 2,"))
    before = codec.state_bytes(table.state)
    table.do(forge(table, graye))
    for _ in range(3):
        table.do(Advance())
    after = codec.state_bytes(table.state)
    table.encounter.do(Undo(4))
    assert codec.state_bytes(table.state) == before
    table.encounter.do(Redo(4))
    assert codec.state_bytes(table.state) == after
