"""What lies open on the table is in the view of those who may see it, and of nobody else (SEM-22)."""

from __future__ import annotations

import pytest

import turnwright
from turnwright.engine.base import Command
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.gaps import Enter
from turnwright.engine.mechanics.modes import Switch
from turnwright.engine.mechanics.rests import StartRest
from turnwright.engine.mechanics.scenes import Begin, EndScene, Start
from turnwright.engine.mechanics.tracks import OpenTrack
from turnwright.engine.mechanics.waits import Delay
from turnwright.engine.tracking import Milestone
from turnwright.engine.view import View, view

from .table import Table, plain


def gm(fight: turnwright.Fight) -> View:
    return view(fight.rules, fight.state)


def fight_of(game: str, *said: str) -> turnwright.Fight:
    fight = turnwright.Fight.new(game, seed="a")
    for words in said:
        done = fight.do(words)
        assert done, (words, done.lines)
    return fight


def test_cards_lie_before_those_who_are_seen() -> None:
    fight = fight_of("savage-worlds", "add Ana", "add Lurker hidden", "start", "next")
    ana = fight.seat("Ana")
    dealt, seen = gm(fight).table["cards"], ana.view.table["cards"]
    assert len(dealt) == 2
    assert list(seen) == [ana.view.order[0].id]
    assert dealt.items() > seen.items()
    assert "cards left" in gm(fight).table
    assert "cards left" not in ana.view.table


def test_tokens_that_were_drawn_are_seen_but_not_how_many_are_left() -> None:
    fight = fight_of("troika", "add Ana", "add Bo", "start")
    assert gm(fight).table["tokens drawn"] == fight.seat().view.table["tokens drawn"]
    assert len(gm(fight).table["tokens drawn"]) == 1
    assert sum(gm(fight).table["tokens left"].values()) > 1
    assert "tokens left" not in fight.seat().view.table


def test_a_track_is_seen_without_hidden_ones() -> None:
    table = Table("lux-aeterna")
    ana, lurker = table.add("Ana", 20), table.add("Lurker", 15, hidden=True)
    steps = (Milestone("find a guide"), Milestone("cross the ford"))
    table.do(OpenTrack("The way", who=(ana, lurker), milestones=steps, goal=3))
    (track,) = table.seen("Ana").table["tracks"]
    assert (track.title, track.goal, track.who) == ("The way", 3, (ana,))


def test_a_rest_is_seen() -> None:
    table = Table("lux-aeterna")
    table.add("Ana", 20, side=next(iter(table.rules.ruleset.sides)))
    assert "rest" not in table.seen("Ana").table

    table.do(StartRest("short"))
    assert table.seen().table["rest"].who == (table.id("Ana"),)


def test_the_story_clock_does_not_count_turns_of_hidden_ones() -> None:
    """SEM-19, SEM-22"""
    with_lurker, without = Table("lux-aeterna"), Table("lux-aeterna")
    for table in (with_lurker, without):
        table.add("Ana", 20)
        table.add("Bo", 5)
    with_lurker.add("Lurker", 15, hidden=True)
    clocks = []
    for table, count in ((with_lurker, 2), (without, 1)):
        table.do(Start("initiative"))
        table.next(count)
        clocks.append(table.seen("Ana").clock)
        assert table.marked("Ana") == ["Bo"]
    assert clocks[0] == clocks[1] != (0, 0)


@pytest.mark.parametrize("over", [(Switch("free"), Switch("initiative")), (EndScene(),), (EndScene("10 min"),)])
def test_the_story_clock_of_players_stays_apart_once_a_round_or_a_scene_is_closed(over: tuple[Command, ...]) -> None:
    """SEM-19, SEM-22: of what goes on the clock for good, what turns of hidden ones took is not shown."""
    clocks = []
    for hidden in (True, False):
        table = clocked(hidden)
        table.next(2 if hidden else 1)
        for command in over:
            table.do(command)
        clocks.append(table.seen("Ana").clock)
    assert clocks[0] == clocks[1] != (0, 0)


def test_the_story_clock_stands_while_a_hidden_one_acts_though_the_order_is_given_up() -> None:
    """SEM-22: rounds that are counted with the old order are not seen to be counted twice."""
    table = clocked(True)
    table.next(4)
    before = table.seen("Ana").clock
    table.do(Begin(table.id("Lurker")))
    table.do(Switch("free"))
    assert table.state.veils
    assert table.seen("Ana").clock == before != (0, 0)


def clocked(hidden: bool) -> Table:
    """Ana and Bo, the one with the hidden Lurker between them, in order."""
    table = Table("lux-aeterna")
    table.add("Ana", 20, speed="3")
    table.add("Bo", 5, speed="1")
    if hidden:
        table.add("Lurker", 15, hidden=True, speed="2")
    table.do(Start("initiative"))
    return table


def test_whoever_may_step_in_is_offered_it_and_stays_so_while_a_hidden_one_acts() -> None:
    """SEM-22: offers to step in stay as they were."""
    table = Table("lux-aeterna")
    for name, score, hidden in (("Ana", 20, False), ("Bo", 15, False), ("Lurker", 12, True), ("Cy", 5, False)):
        table.add(name, score, hidden=hidden, side="heroes")

    table.do(Start("initiative"))
    table.do(Delay(table.id("Ana")))
    table.next()
    before = table.seen("Ana")
    assert [entry.name for entry in before.order if entry.id in before.offered] == ["Ana"]
    table.next()
    assert plain(table.seen("Ana")) == plain(before)
    table.do(Enter((table.id("Ana"),)), owns=table.seat("Ana"))
    table.next()
    assert table.marked("Ana") == ["Ana"]


def test_a_window_names_nobody_hidden() -> None:
    """SEM-22: whoever is attacked is asked, and not told by whom."""
    table = Table("lux-aeterna")
    sides = tuple(table.rules.ruleset.sides)
    table.add("Lurker", 20, hidden=True, side="foes")
    table.add("Ana", 10, side=sides[0])

    table.do(Start("initiative"))
    table.do(Act(table.id("Lurker"), "attack", (table.id("Ana"),), amount="-3"))
    asked, nobody, all_of_it = table.seen("Ana").window, table.seen().window, view(table.rules, table.state).window
    assert asked is not None
    assert (asked.who, asked.act, asked.targets, asked.asked) == ("", "", (table.id("Ana"),), (table.id("Ana"),))
    assert nobody is None
    assert all_of_it is not None
    assert (all_of_it.who, all_of_it.act) == (table.id("Lurker"), "attack")
