"""Free scenes: turns in any order, one at a time, and rounds that end once everybody has had one."""

from __future__ import annotations

import pytest

from scenes.table import LUX, Table, of
from turnwright.engine import Choice, choices
from turnwright.engine.happenings import RoundBegan, RoundEnded, TurnBegan, TurnEnded, TurnSkipped
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.cast import Remove, SetCondition
from turnwright.engine.mechanics.free_order import CloseRound, FreeTurns, Take, TurnPassed
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.questions import Pass
from turnwright.engine.mechanics.scenes import End, Next, NextRound, Start


@pytest.fixture
def table() -> Table:
    table = Table()
    for name in ("Ana", "Bo", "Cy"):
        table.add(name, hp=10)
    table.do(Start("free"))
    return table


def test_nobody_is_active_until_somebody_takes_a_turn_lux_t2(table: Table) -> None:
    """LUX-T2, SEM-7: nobody-active is a legal state; any participant may go first."""
    assert table.active == ""
    assert isinstance(table.state.agenda[-1], FreeTurns)
    table.do(Take(table.id("Cy")))
    assert table.active == "Cy"


def test_acting_takes_the_turn_with_its_steps_and_budget_lux_t2(table: Table) -> None:
    """LUX-T2: turns, steps and budgets are those of any turn."""
    bo = table.id("Bo")
    events = table.do(Act(bo, "strike"))
    assert len(of(events, TurnBegan)) == 1
    assert table.active == "Bo"
    assert table.pool(bo, "action") == 1
    ended = of(table.do(Act(bo, "strike")), TurnEnded)
    assert [event.why for event in ended] == ["spent"]
    assert table.active == ""


def test_one_turn_at_a_time(table: Table) -> None:
    """LUX-T2: while somebody's turn is on nobody else can take one."""
    ana, bo = table.id("Ana"), table.id("Bo")
    table.do(Take(ana))
    assert table.code(Take(bo)) == "turn.not_free"
    assert table.code(Act(bo, "strike")) == "turn.not_yours"


def test_a_free_action_is_no_turn(table: Table) -> None:
    """What may be done off-turn neither needs nor takes a turn."""
    table.do(Act(table.id("Ana"), "talk"))
    assert table.active == ""
    assert table.code(Take("c99")) == "combatant.unknown"


def test_nobody_takes_two_turns_in_a_round(table: Table) -> None:
    """LUX-T4: each has one turn a round; the GM may grant another."""
    ana = table.id("Ana")
    table.do(Take(ana))
    table.do(End())
    refusal = table.refused(Take(ana))
    assert (refusal.code, refusal.ref, refusal.rule) == ("turn.taken", "LUX-T2", True)
    table.do(Take(ana), force=True)
    assert table.active == "Ana"


def test_the_round_ends_once_all_have_had_a_turn_or_passed_lux_t4(table: Table) -> None:
    """LUX-T4, LUX-T2, RAP-T3: a round is every participant's turn, or their passing; then the next begins."""
    table.do(Take(table.id("Bo")))
    table.do(End())
    events = table.do(Pass(table.id("Ana")), owns=table.id("Ana"))
    assert [event.ref for event in of(events, TurnPassed)] == ["LUX-T2"]
    assert not of(events, RoundEnded)
    table.do(Take(table.id("Cy")))
    events = table.do(End())
    assert [event.round for event in of(events, RoundEnded)] == [1]
    assert [(event.round, event.ref) for event in of(events, RoundBegan)] == [(2, "LUX-T4")]
    assert table.active == ""
    table.do(Take(table.id("Ana")))


def test_passing_twice_is_refused(table: Table) -> None:
    """Who has passed has had its chance in this round."""
    table.do(Pass(table.id("Ana")))
    assert table.code(Pass(table.id("Ana"))) == "turn.taken"
    assert table.code(Take(table.id("Ana"))) == "turn.taken"


def test_the_gm_may_close_the_round_lux_t2(table: Table) -> None:
    """LUX-T2: the GM may close the round; whoever had no turn is written as skipped (SEM-9)."""
    table.do(Take(table.id("Bo")))
    assert table.code(CloseRound()) == "turn.not_free"
    table.do(End())
    assert table.code(CloseRound(), owns=table.id("Ana")) == "seat.not_yours"
    skipped = of(table.do(CloseRound()), TurnSkipped)
    assert [(table.state.entries[event.entry].name, event.why) for event in skipped] == [
        ("Ana", "round closed"),
        ("Cy", "round closed"),
    ]
    assert table.state.round == 2


def test_jumping_to_the_next_round_is_closing_this_one(table: Table) -> None:
    """SEM-10: if nobody acts in a free round, nobody has a turn in it."""
    table.do(Take(table.id("Bo")))
    events = table.do(NextRound())
    assert len(of(events, TurnEnded)) == 1
    assert len(of(events, TurnSkipped)) == 2
    assert table.state.round == 2


def test_next_says_whose_turns_are_left(table: Table) -> None:
    """The obvious step is nobody's here; the refusal names those who could go on (SEM-24)."""
    table.do(Pass(table.id("Bo")))
    refusal = table.refused(Next())
    assert (refusal.code, refusal.data["names"]) == ("next.whose", "Ana, Cy")


def test_one_who_cannot_act_holds_nothing_up_but_its_turn_is_played(table: Table) -> None:
    """SEM-7, LUX-S4: with `unable: play` the turn of the unconscious runs its steps once all others have gone."""
    ana = table.id("Ana")
    table.do(ChangePool((ana,), "hp", to="0"))
    table.do(Pass(table.id("Bo")))
    events = table.do(Pass(table.id("Cy")))
    assert [event.why for event in of(events, TurnEnded)] == ["unable"]
    assert table.pool(ana, "action") == 0
    assert table.state.round == 2


def test_one_who_cannot_act_is_skipped_where_the_game_skips() -> None:
    """SEM-7, SEM-9: with `unable: skip` it is written as skipped, with the reason, and can't take a turn."""
    table = Table(LUX.replace("unable: play", "unable: skip"))
    ana, bo = table.add("Ana", hp=0), table.add("Bo", hp=5)
    table.do(Start("free"))
    refusal = table.refused(Take(ana))
    assert (refusal.code, refusal.data["why"]) == ("turn.unable", "down")
    events = table.do(Pass(bo))
    assert [event.why for event in of(events, TurnSkipped)] == ["down"]


def test_nobody_can_act_is_said_and_nothing_loops() -> None:
    """SEM-7: with all of them down no round begins; once somebody is up again one does."""
    table = Table()
    ana = table.add("Ana", hp="0/10")
    table.do(Start("free"))
    assert (table.state.round, table.code(Next())) == (0, "scene.nobody_can_act")
    table.do(ChangePool((ana,), "hp", to="3"))
    assert table.state.round == 1


def test_removing_the_last_one_owed_ends_the_round(table: Table) -> None:
    """SEM-3: who leaves is owed no turn, and the round goes on without."""
    table.do(Pass(table.id("Ana")))
    table.do(Pass(table.id("Bo")))
    events = table.do(Remove((table.id("Cy"),)))
    assert [event.round for event in of(events, RoundBegan)] == [2]


def test_a_player_may_take_the_own_turn_only(table: Table) -> None:
    """SEM-21: players take their own turns, and pass for themselves."""
    ana, bo = table.id("Ana"), table.id("Bo")
    assert table.code(Take(bo), owns=ana) == "seat.not_yours"
    assert table.code(Pass(bo), owns=ana) == "seat.not_yours"
    table.do(Take(ana), owns=ana)
    table.do(End(), owns=ana)


def test_what_is_offered_is_accepted(table: Table) -> None:
    """Taking and passing are offered to those who have yet to go, and barred for nobody among them."""
    ana = table.id("Ana")
    table.do(Pass(ana))
    found: tuple[Choice, ...] = choices(table.rules, table.state)
    takes = {c.command.who: c.barred is None for c in found if isinstance(c.command, Take)}
    assert takes == {ana: False, table.id("Bo"): True, table.id("Cy"): True}
    passes = {c.command.who: c.barred is None for c in found if isinstance(c.command, Pass)}
    assert passes == {ana: False, table.id("Bo"): True, table.id("Cy"): True}


def test_a_condition_laid_on_by_hand_can_end_a_round(table: Table) -> None:
    """Whether somebody can act is asked anew whenever something changes."""
    table.do(Pass(table.id("Ana")))
    table.do(Pass(table.id("Bo")))
    assert table.state.round == 1
    table.do(SetCondition((table.id("Cy"),), "down"))
    assert table.state.round == 2
