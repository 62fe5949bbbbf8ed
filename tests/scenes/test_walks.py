"""Random play through scenes, switches, rests and tracks: what has to hold whatever people do."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from scenes.table import LUX, Table
from turnwright.engine import Encounter, Record, Redo, Undo, choices, codec, read_record
from turnwright.engine.base import Command, Event
from turnwright.engine.happenings import RoundBegan, SceneBegan, TurnEnded
from turnwright.engine.mechanics.cast import Add, Remove
from turnwright.engine.mechanics.clock import Elapse
from turnwright.engine.mechanics.dials import TurnDial
from turnwright.engine.mechanics.free_order import CloseRound
from turnwright.engine.mechanics.modes import RoundClosed
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.rests import BreakRest, EndRest, ResumeRest
from turnwright.engine.mechanics.scenes import EndScene, Involve, Jump, NextRound, Start
from turnwright.engine.mechanics.tracks import Advance, OpenTrack
from turnwright.engine.sheet import present
from turnwright.engine.tracking import Milestone

KEEP = LUX.replace("called: {how: new round, ref: LUX-C12}", "called: {how: keep, ref: LUX-C12}")
SKIP = LUX.replace("unable: play", "unable: skip")
DIALS = "dials: {doom: {most: '4', ticks: {at: start of round, by: '1'}}}\n"
MILESTONES = (Milestone("a", "1-2 h"), Milestone("b"))


def by_hand(table: Table, number: int) -> list[Command]:
    """What the GM may try at any time, whether it is allowed now or not."""
    here = [c.id for c in present(table.state)]
    who = here[number % len(here)] if here else "c1"
    return [
        Start("free"),
        Start("initiative", span="1-2 min", participants=(who,)),
        EndScene("5 min" if number % 2 else ""),
        Involve((who,), on=bool(number % 2)),
        NextRound(),
        CloseRound(),
        Jump(who),
        Elapse("10-20 s"),
        ChangePool((who,), "hp", to=str(number % 3)),
        Add(f"New {table.state.ids}", values={"hp": "3"}),
        Remove((who,)),
        EndRest("1 h"),
        BreakRest("20 min"),
        ResumeRest(),
        OpenTrack(f"Track {table.state.ids}", "narrative", (who,), MILESTONES, goal=3),
        Advance(gain=number % 3),
        TurnDial("doom", 1),
    ]


def check(table: Table, turns: dict[int, list[str]]) -> None:
    """The state is the fold of the log, also of one that was written and read again."""
    kept = [codec.encode(record) for record in table.encounter.records]
    again = Encounter.load(table.rules, [read_record(line) for line in kept])
    assert codec.state_bytes(again.state) == codec.state_bytes(table.state)
    for acted in turns.values():
        assert len(acted) == len(set(acted))
    for combatant in table.state.combatants.values():
        assert combatant.pools.get("hp", 0) >= 0
    assert table.time[0] <= table.time[1]


def note(table: Table, events: tuple[Event, ...], cycle: int, turns: dict[int, list[str]]) -> int:
    """Which turns were ended in which round. A turn that is on by hand stands for nobody's ordinary one."""
    for event in events:
        if isinstance(event, RoundBegan):
            cycle += 1
        elif isinstance(event, TurnEnded):
            turns.setdefault(cycle, []).append(event.entry)
    return cycle


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([LUX, KEEP, SKIP]),
    st.lists(st.tuples(st.booleans(), st.integers(0, 400)), max_size=40),
)
def test_whatever_is_played_can_be_undone_saved_and_gone_on_with(text: str, steps: list[tuple[bool, int]]) -> None:
    """SEM-17, SEM-18, SEM-4, SEM-7: byte-equal after undo and redo, and after a reload; nobody acts twice in a
    round."""
    table = Table(text + DIALS)
    for name in ("Ana", "Bo"):
        table.add(name, hp=2, focus=2, resolve=2)
    turns: dict[int, list[str]] = {}
    cycle = 0
    for offered, number in steps:
        if offered:
            found = [c.command for c in choices(table.rules, table.state) if c.barred is None]
            if not found:
                continue
            done = table.encounter.do(found[number % len(found)])
            assert isinstance(done, Record)
        else:
            tried = by_hand(table, number)
            command = tried[number % len(tried)]
            done = table.encounter.do(command)
            if not isinstance(done, Record):
                continue
            if isinstance(command, Jump):
                # A correction may give somebody the turn again.
                turns[cycle] = []
        cycle = note(table, done.events, cycle, turns)
        assert not any(isinstance(event, RoundClosed) and event.low < 0 for event in done.events)
        if any(isinstance(event, SceneBegan) for event in done.events):
            assert table.state.round <= 1
    after = codec.state_bytes(table.state)
    count = len(table.encounter.history)
    if count:
        table.encounter.do(Undo(count))
        table.encounter.do(Redo(count))
    assert codec.state_bytes(table.state) == after
    check(table, turns)
