"""Scenes: opening and ending them, who takes part, and what carries over to the next."""

from __future__ import annotations

import pytest

from scenes.table import Table, of
from turnwright.engine import Encounter, Redo, Refusal, Undo, codec, read_record
from turnwright.engine.events import Closed, ConditionSet
from turnwright.engine.happenings import SceneBegan, TurnUp
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.cast import SetCondition
from turnwright.engine.mechanics.effects import GiveEffect
from turnwright.engine.mechanics.free_order import Take
from turnwright.engine.mechanics.initiative import Roll, SetScore
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.scenes import Begin, Close, End, EndScene, Involve, Next, Start
from turnwright.engine.mechanics.waits import Delay
from turnwright.engine.scening import SceneEnded
from turnwright.rules.words.duration import read_duration


@pytest.fixture
def table() -> Table:
    table = Table()
    for name, score in (("Ana", 20), ("Bo", 15), ("Cy", 10)):
        table.do(SetScore(table.add(name, hp=10), score))
    return table


def order(table: Table) -> list[str]:
    """The names of those who take turns, as a round goes by."""
    names = []
    now = table.state.round
    while table.state.round == now:
        names.append(table.active)
        table.do(Next())
    return names


def test_a_scene_has_a_title_a_purpose_participants_and_a_stretch_lux_t1(table: Table) -> None:
    """LUX-T1: what a scene is opened with is on record."""
    ana, bo = table.id("Ana"), table.id("Bo")
    events = table.do(Start("free", "The gate", "get past the guards", "2-3 h", (ana, bo)))
    [began] = of(events, SceneBegan)
    scene = table.state.scene
    assert scene is not None
    assert (began.ref, scene.number, scene.title, scene.purpose) == ("LUX-T2", 1, "The gate", "get past the guards")
    assert (scene.span, scene.participants) == ("2-3 h", (ana, bo))


def test_those_outside_a_scene_have_no_turns_lux_t1(table: Table) -> None:
    """LUX-T1: only the participants have turns; nobody else is skipped, either."""
    table.do(Start("initiative", participants=(table.id("Ana"), table.id("Cy"))))
    assert order(table) == ["Ana", "Cy"]


def test_those_outside_a_free_scene_cannot_take_a_turn(table: Table) -> None:
    """LUX-T2: the round of a free scene waits for its participants only."""
    table.do(Start("free", participants=(table.id("Ana"),)))
    assert table.code(Take(table.id("Bo"))) == "turn.elsewhere"
    table.do(Take(table.id("Ana")))
    table.do(End())
    assert table.state.round == 2


def test_initiative_is_asked_of_participants_only() -> None:
    """SEM-6: who takes no part has no initiative to miss."""
    table = Table()
    ana, _ = table.add("Ana", hp=1), table.add("Bo", hp=1)
    table.do(SetScore(ana, 3))
    table.do(Start("initiative", participants=(ana,)))
    assert table.active == "Ana"


def test_somebody_comes_into_the_scene_and_goes_out_of_it(table: Table) -> None:
    """LUX-T1: the GM says who takes part."""
    ana, bo, cy = table.id("Ana"), table.id("Bo"), table.id("Cy")
    table.do(Start("initiative", participants=(ana,)))
    table.do(Involve((bo, cy)))
    assert order(table) == ["Ana", "Bo", "Cy"]
    table.do(Involve((ana,), on=False))
    assert table.state.scene is not None
    assert table.state.scene.participants == (bo, cy)
    assert table.code(Involve((bo, cy), on=False)) == "scene.last"
    assert table.code(Involve((bo,)), owns=bo) == "seat.not_yours"


def test_who_is_added_during_a_scene_takes_part(table: Table) -> None:
    """Whoever the GM brings in while some of the cast play is in their scene."""
    ana = table.id("Ana")
    table.do(Start("free", participants=(ana,)))
    dee = table.add("Dee", hp=5)
    assert table.state.scene is not None
    assert table.state.scene.participants == (ana, dee)


def test_a_scene_ends_when_the_gm_says_so_and_the_next_may_begin_lux_t1(table: Table) -> None:
    """LUX-T1: only the GM ends a scene; then, and only then, another opens, its rounds counted from 1."""
    ana = table.id("Ana")
    table.do(Start("initiative"))
    order(table)
    assert table.code(EndScene(), owns=ana) == "seat.not_yours"
    assert table.code(Start("free")) == "scene.on"
    [ended] = of(table.do(EndScene()), SceneEnded)
    assert (ended.number, ended.ref) == (1, "LUX-T1")
    assert table.state.agenda == ()
    assert table.code(EndScene()) == "scene.none"
    table.do(Start("free", "Afterwards"))
    assert table.state.scene is not None
    assert (table.state.scene.number, table.state.round) == (2, 1)


def test_the_cast_carries_over_with_hp_pools_and_what_outlasts_the_scene_lux_t1(table: Table) -> None:
    """LUX-T1: the next scene begins with the cast as it is; what is bound to the scene has ended with it."""
    ana = table.id("Ana")
    table.do(Start("initiative"))
    table.do(ChangePool((ana,), "hp", by="-4"))
    table.do(SetCondition((ana,), "prone"))
    table.do(SetCondition((ana,), "cursed"))
    table.do(GiveEffect("oath", (ana,)))
    table.do(GiveEffect("song", (ana,), lasts=read_duration("until the end of the scene")))
    events = table.do(EndScene())
    assert [(event.condition, event.ref) for event in of(events, ConditionSet)] == [("prone", "LUX-T1")]
    table.do(Start("free"))
    assert table.pool(ana, "hp") == 6
    assert table.state.combatants[ana].conditions == ("cursed",)
    assert [effect.name for effect in table.state.effects.values()] == ["oath"]


def test_no_delay_and_no_score_outlives_its_scene_case_13(table: Table) -> None:
    """CASE-13: after the end of the fight no mark of a delay is on anybody, and initiative is rolled anew."""
    table.do(Start("initiative"))
    table.do(Delay(table.id("Ana")))
    table.do(EndScene())
    assert all(entry.wait is None and entry.score is None for entry in table.state.entries.values())
    events = table.do(Start("initiative"))
    assert not of(events, TurnUp)


def test_rolls_made_before_the_start_survive_it_sem_12(table: Table) -> None:
    """SEM-12: initiative that is known before a scene starts counts in it, in a second scene too."""
    table.do(Start("free"))
    table.do(EndScene())
    for name, score in (("Ana", 1), ("Bo", 7), ("Cy", 7)):
        table.do(SetScore(table.id(name), score))
    assert table.state.agenda == ()
    table.do(Start("initiative"))
    assert table.active in ("Bo", "Cy")
    assert {entry.score for entry in table.state.entries.values()} == {1, 7}
    assert [table.code(Roll((table.id(name),))) for name in ("Ana", "Bo")] == ["initiative.rolled"] * 2


def test_what_is_limited_to_once_a_round_is_open_again_in_the_next_scene(table: Table) -> None:
    """SEM-2: round 1 of this scene is another round than round 1 of the last."""
    ana = table.id("Ana")
    for _ in range(2):
        table.do(Start("free"))
        table.do(Act(ana, "dash"))
        assert table.code(Act(ana, "dash")) == "act.limit"
        table.do(EndScene())


def test_a_scene_may_stop_and_go_on_in_the_next_session_lux_t1(table: Table) -> None:
    """LUX-T1, SEM-18: a log that is read again gives the scene at the same point."""
    table.do(Start("initiative", "Cut off"))
    table.do(Act(table.id("Ana"), "strike"))
    kept = [codec.encode(record) for record in table.encounter.records]
    again = Encounter.load(table.rules, [read_record(line) for line in kept])
    assert codec.state_bytes(again.state) == codec.state_bytes(table.state)
    table.encounter = again
    assert table.active == "Ana"
    table.do(Next())
    assert table.active == "Bo"


def test_the_story_ends_when_it_is_concluded_lux_t1(table: Table) -> None:
    """LUX-T1: closing ends the scene with all that is bound to it, then the encounter."""
    ana = table.id("Ana")
    table.do(Start("initiative"))
    table.do(SetCondition((ana,), "prone"))
    events = table.do(Close())
    assert [type(event) for event in events[-2:]] == [SceneEnded, Closed]
    assert of(events, Closed)[0].ref == "LUX-T1"
    assert table.state.combatants[ana].conditions == ()
    assert table.code(Start("free")) == "encounter.closed"


def test_an_encounter_can_be_concluded_between_scenes(table: Table) -> None:
    """LUX-T1: nothing has to be on for the story to end."""
    table.do(Close())
    assert table.state.closed


def test_bad_scenes_are_refused(table: Table) -> None:
    """SEM-24: an unknown mode, an unreadable stretch, participants who are not there."""
    assert table.code(Start("dance")) == "mode.unknown"
    assert table.code(Start("free", span="soon")) == "span.unreadable"
    assert table.code(Start("free", participants=("c99",))) == "combatant.unknown"
    assert table.code(EndScene()) == "scene.none"
    assert table.code(Involve((table.id("Ana"),))) == "scene.none"
    assert Table().code(Start("free")) == "cast.empty"


def test_a_turn_that_has_come_up_can_be_begun_once(table: Table) -> None:
    """Beginning a turn runs its first steps and leaves the rest to its owner."""
    table.do(Start("initiative"))
    ana = table.id("Ana")
    assert table.pool(ana, "action") == 0
    table.do(Begin(ana))
    assert table.pool(ana, "action") == 2
    assert table.code(Begin(ana)) == "turn.begun"
    assert table.code(Begin(table.id("Bo"))) == "turn.not_yours"


def test_ending_a_scene_is_undone_like_anything_sem_17(table: Table) -> None:
    """SEM-17: forward, back, forward gives byte-equal states."""
    table.do(Start("initiative", span="1-2 h"))
    table.do(Delay(table.id("Ana")))
    before = codec.state_bytes(table.state)
    table.do(EndScene())
    after = codec.state_bytes(table.state)
    assert not isinstance(table.encounter.do(Undo()), Refusal)
    assert codec.state_bytes(table.state) == before
    assert not isinstance(table.encounter.do(Redo()), Refusal)
    assert codec.state_bytes(table.state) == after
