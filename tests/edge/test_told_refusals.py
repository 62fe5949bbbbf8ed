"""Refusals of what is asked for and is not there: in people's words, with what there is instead."""

from __future__ import annotations

import re
from itertools import permutations

import pytest

from turnwright.engine import Command
from turnwright.engine.mechanics.cast import Add
from turnwright.engine.mechanics.concentration import HoldOn
from turnwright.engine.mechanics.dials import SpendDial
from turnwright.engine.mechanics.effects import EndEffect, GiveEffect
from turnwright.engine.mechanics.free_order import CloseRound
from turnwright.engine.mechanics.groups import Group
from turnwright.engine.mechanics.places import RemovePlace
from turnwright.engine.mechanics.questions import Answer
from turnwright.engine.mechanics.reactions import React
from turnwright.engine.mechanics.rests import StartRest
from turnwright.engine.mechanics.ties import SetTie
from turnwright.engine.mechanics.tracks import OpenTrack
from turnwright.engine.state import OwnAct
from turnwright.fight import Fight
from turnwright.rules.faults import FileFaults
from turnwright.rules.load import Book, Source, read
from turnwright.speech import parse, unparse

ID = re.compile(r"\b[ce]\d+\b|\b[a-z]+\.[a-z_]+\b")


def _fight(game: str = "plain", *lines: str) -> Fight:
    fight = Fight.new(game, seed="a", example=True)
    for line in lines:
        assert fight.do(line), line
    return fight


NOT_THERE: tuple[Command, ...] = (
    RemovePlace("x"),
    SpendDial("x"),
    StartRest("x"),
    HoldOn("x"),
    EndEffect(("x",)),
    React("c1", "x"),
    OpenTrack("x", "y"),
    CloseRound(),
)


@pytest.mark.parametrize("command", NOT_THERE, ids=lambda command: type(command).__name__)
def test_where_nothing_is_there_the_sentence_does_not_break_off(command: Command) -> None:
    told = _fight().do(command).lines[0]
    assert not told.endswith((" ", "there are", "()"))
    assert "()" not in told


def test_effects_that_are_there_are_named() -> None:
    fight = _fight("plain", "effect blessed on Ana until ended", "effect blessed on Bo until ended")
    assert fight.do(EndEffect(("x",))).lines == ("there is no effect x now; there are blessed",)


def test_moments_are_told_as_people_write_them() -> None:
    told = _fight().do(GiveEffect("odd", ("c1",), at="noon")).lines[0]
    assert "start of turn" in told
    assert not ID.search(told)


def test_one_who_is_not_asked_is_told_who_is() -> None:
    fight = _fight("last-odyssey", "start")
    asked = fight.state.agenda[-1]
    nobody = next(c for c in fight.state.combatants.values() if c.name.startswith("Guard"))
    result = fight.do(Answer(("x",), who=nobody.id))
    assert result.refusal is not None
    assert result.refusal.code == "question.not_yours"
    assert nobody.name in result.lines[0]
    assert not ID.search(result.lines[0]), asked
    assert not ID.search(fight.do(Answer(("x",), part="zz")).lines[0])


def test_a_word_without_end_is_cut_where_a_refusal_says_it_again() -> None:
    for said in ("x" * 5000, '"' * 5000, "(" * 5000, f"hp Ana -{'9' * 4000}", f"load{'y' * 3000}"):
        told = _fight().do(said)
        assert not told
        assert len(told.lines[0]) < 400


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("undo 99", "undo takes back at least 1 step and at most 1, not 99"),
        ("undo 0", "undo takes back at least 1 step and at most 1, not 0"),
        ("undo -1", "undo takes back at least 1 step and at most 1, not -1"),
        ("redo", "there is nothing to redo"),
    ],
)
def test_how_far_can_be_gone_back_is_told(said: str, told: str) -> None:
    assert _fight().do(said).lines == (told,)


@pytest.mark.parametrize("said", ["log -3", "log 0"])
def test_the_log_of_no_steps_is_refused(said: str) -> None:
    assert not _fight().do(said)


UNREADABLE = {
    "limit": OwnAct(limit="often"),
    "cost": OwnAct(cost={"hp": "1 +"}),
    "needs": OwnAct(needs="a b"),
    "amount": OwnAct(amount="("),
}


@pytest.mark.parametrize("own", UNREADABLE.values(), ids=UNREADABLE)
def test_an_own_act_that_cant_be_read_comes_on_no_sheet(own: OwnAct) -> None:
    fight = _fight("lux-aeterna")
    before = fight.state
    assert not fight.do(Add("Odd", acts={"sing": own}))
    assert fight.state is before
    assert fight.choices()


def test_a_cost_in_a_pool_of_no_game_is_offered_without_a_step() -> None:
    text = "game: Ours\nopen sheet: yes\nactions: {sing: {turn: any, cost: {voice: given}}}\n"
    fight = Fight.from_book(Book("ours", (Source("ours.yaml", text),)), seed="a")
    assert fight.do("add Ana")
    assert fight.choices()


@pytest.mark.parametrize("order", ["list", "count"])
def test_an_order_by_scores_that_are_never_found_is_a_fault(order: str) -> None:
    text = f"game: Ours\ninitiative: {{rolled: never}}\nmodes: {{fight: {order}}}\n"
    with pytest.raises(FileFaults, match="fight goes by scores, and none is ever found"):
        read(Book("ours", (Source("ours.yaml", text),)))


@pytest.mark.parametrize("letter", ["\x1b", "\0", "\x07", "\ud800"])
def test_what_is_no_letter_comes_into_no_line(letter: str) -> None:
    fight = _fight()
    before = fight.state
    result = fight.do(f"effect {letter}odd on Ana until ended")
    assert result.refusal is not None
    assert result.refusal.code == "line.unfit"
    assert result.lines[0].isprintable()
    assert not fight.do(Add(f"A{letter}"))
    assert fight.state is before
    for unread in (f"hp {letter}", "x" * 30_000):
        assert not fight.complete(unread)


def test_whoever_shares_a_name_with_a_side_is_written_name_by_name() -> None:
    """Four goblins of whom one has another name are not "goblins": that is their side, all four of it."""
    fight = _fight("dnd5e", 'rename "Goblin 1" to Grub')
    who = tuple(c.id for c in fight.state.combatants.values() if c.name.startswith("Goblin"))
    assert len(who) == 3
    assert unparse(fight.rules, fight.state, Group(who)) == "group Goblin 2, Goblin 3, Goblin 4"
    assert fight.do('rename "Goblin 4" to Goblins')
    assert unparse(fight.rules, fight.state, Group(who)) == "group Goblin 2, Goblin 3, Goblins"


def test_a_place_of_nobody_is_named_anywhere_among_the_tied() -> None:
    fight = _fight("pathfinder2", "score Merisiel 7", 'score "Ogre 1" 7', "place lair at 7", "start")
    tied = [e.id for e in fight.state.entries.values() if e.score == 7]
    assert len(tied) == 3
    for order in permutations(tied):
        said = unparse(fight.rules, fight.state, SetTie(order))
        assert said.startswith("tie ")
        assert parse(fight.rules, fight.state, said).command == SetTie(order)


def test_a_second_start_tells_what_the_fight_waits_for() -> None:
    fight = Fight.new("lux-aeterna", seed="a", example=True)
    for line in ("roll", "start", "attack roan for 3"):
        assert fight.do(line)
    told = fight.do("start").lines[0]
    assert told.startswith("the fight is on already: Goblin Skirmisher: attack on Roan; ")
    assert "Roan may answer that, or pass" in told
