"""What comes as a turn, phase or round gives way to the next (SEM-8), and how turns not taken are told (SEM-9)."""

from __future__ import annotations

import pytest

from turnwright.engine import Encounter, Event, Record, compile_rules
from turnwright.engine.happenings import (
    PhaseBegan,
    PhaseEnded,
    RoundBegan,
    RoundEnded,
    TurnBegan,
    TurnEnded,
    TurnSkipped,
    TurnUp,
)
from turnwright.engine.waiting import Waited
from turnwright.fight import Fight
from turnwright.rules.load import Book, Source, read

TOLD = (PhaseBegan, PhaseEnded, RoundBegan, RoundEnded, TurnBegan, TurnEnded, TurnSkipped, TurnUp, Waited)

RULES = """game: Bare
open sheet: yes
pools: {hp: {vital: yes}}
conditions: {down: {when: hp <= 0, unable: yes}, asleep: {unable: yes}}
turn: {unable: skip}
waits: {delay: {until: open, place: here, unused: last}}
"""
PHASES = RULES + "round: {phases: [turns, smoke]}\nphases: {smoke: {steps: [smoke]}}\n"


def fight(text: str, *names: str) -> Fight:
    """A fight by these rules, with these in this order, not begun."""
    book = Book("bare", (Source("bare.yaml", text),))
    fight = Fight.from_book(book, seed="edges")
    for score, name in enumerate(reversed(names), start=10):
        assert fight.do(f"add {name} hp 5")
        assert fight.do(f"score {name} {score}")
    return fight


def kinds(record: Record | None) -> list[str]:
    """The boundaries among what a command caused, in order."""
    assert record is not None
    return [type(event).__name__ for event in record.events if isinstance(event, TOLD)]


def events(record: Record | None, kind: type[Event]) -> list[Event]:
    """The events of a kind."""
    assert record is not None
    return [event for event in record.events if isinstance(event, kind)]


def said(fight: Fight, words: str) -> Record | None:
    """The record of what was said."""
    result = fight.do(words)
    assert result, result.lines
    return result.record


def test_round_0_ends_nothing() -> None:
    """SEM-8"""
    assert kinds(said(fight(RULES, "A", "B"), "start")) == ["RoundBegan", "PhaseBegan", "TurnUp"]


def test_the_order_at_the_edge_of_a_round() -> None:
    """SEM-8: end of turn, end of phase, end of round, start of round, start of phase, turn comes up; then its start."""
    table = fight(RULES, "A", "B")
    said(table, "start")
    said(table, "end")
    ends = kinds(said(table, "end"))
    assert ends == ["TurnBegan", "TurnEnded", "PhaseEnded", "RoundEnded", "RoundBegan", "PhaseBegan", "TurnUp"]
    assert kinds(said(table, "end"))[:2] == ["TurnBegan", "TurnEnded"]


def test_the_order_at_the_edge_of_a_phase() -> None:
    """SEM-8: a phase without turns has its own start and end between the turns and the end of the round."""
    table = fight(PHASES, "A")
    said(table, "start")
    edges = kinds(said(table, "end"))
    assert edges[:4] == ["TurnBegan", "TurnEnded", "PhaseEnded", "PhaseBegan"]
    while "RoundEnded" not in edges:
        edges += kinds(said(table, "next"))
    assert edges[4:] == ["PhaseEnded", "RoundEnded", "RoundBegan", "PhaseBegan", "TurnUp"]


def test_one_alone_gets_all_of_them_with_a_new_turn() -> None:
    """SEM-8: one combatant alone in an ordered round."""
    table = fight(RULES, "A")
    said(table, "start")
    turns = []
    for round in (2, 3, 4):
        record = said(table, "end")
        assert kinds(record) == [
            "TurnBegan",
            "TurnEnded",
            "PhaseEnded",
            "RoundEnded",
            "RoundBegan",
            "PhaseBegan",
            "TurnUp",
        ]
        assert table.state.round == round
        turns += [event.turn for event in events(record, TurnUp) if isinstance(event, TurnUp)]
    assert len(set(turns)) == 3


@pytest.mark.parametrize(("words", "reason"), [("hp B =0", "down"), ("condition B asleep", "asleep")])
def test_a_skipped_turn_is_written_with_its_reason(words: str, reason: str) -> None:
    """SEM-9"""
    table = fight(RULES, "A", "B", "C")
    said(table, "start")
    said(table, words)
    record = said(table, "end")
    assert kinds(record) == ["TurnBegan", "TurnEnded", "TurnSkipped", "TurnUp"]
    (skipped,) = events(record, TurnSkipped)
    assert isinstance(skipped, TurnSkipped)
    assert (table.state.entries[skipped.entry].name, skipped.why) == ("B", reason)


def test_delaying_is_written_as_such_and_not_as_skipping() -> None:
    """SEM-9"""
    table = fight(RULES, "A", "B", "C")
    said(table, "start")
    record = said(table, "A delay")
    assert kinds(record) == ["Waited", "TurnUp"]
    assert events(record, TurnSkipped) == []
    assert any("waits (delay)" in line for line in table.log(1))


@pytest.mark.parametrize("begun", [False, True])
def test_whoever_is_removed_is_not_skipped(begun: bool) -> None:
    """SEM-3, SEM-9: the turn ends with its reason, begun or not; the next one comes up, once."""
    table = fight(RULES + "actions: {wave: {}}\n", "A", "B", "C")
    said(table, "start")
    if begun:
        said(table, "A wave")
    record = said(table, "remove A")
    assert kinds(record) == ["TurnEnded", "TurnUp"]
    assert [event.why for event in events(record, TurnEnded) if isinstance(event, TurnEnded)] == ["removed"]
    ups = [event.entry for event in events(record, TurnUp) if isinstance(event, TurnUp)]
    assert [table.state.entries[entry].name for entry in ups] == ["B"]
    assert table.log(1)[0] == "A is removed"


def test_the_same_edges_after_loading() -> None:
    """SEM-8, SEM-18: what is still to happen is part of what was saved."""
    table = fight(PHASES, "A", "B")
    said(table, "start")
    again = Encounter.load(compile_rules(read(table.book).value), table.encounter.records)
    copy = Fight(table.book, again)
    for _ in range(6):
        assert kinds(said(table, "next")) == kinds(said(copy, "next"))
    assert copy.state == table.state
