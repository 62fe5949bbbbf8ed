"""The game master's notes: there at any time, undone as all else is, and told to nobody else (SEM-22)."""

from __future__ import annotations

import pytest

import turnwright
from turnwright.engine import codec
from turnwright.engine.base import open_question
from turnwright.engine.mechanics.notes import LONGEST, Note, RemoveNote
from turnwright.engine.noting import notes_of
from turnwright.engine.view import view
from turnwright.speech import parse, unparse

SECRET = "the Grumbold pact"


def fight_of() -> turnwright.Fight:
    fight = turnwright.Fight.new("plain", seed="a")
    for said in ("add P1 score 20", "add 2 Goblin score 5", "start"):
        assert fight.do(said), said
    return fight


@pytest.mark.parametrize(
    ("said", "text", "who"),
    [
        ("note the bridge is out", "the bridge is out", ()),
        ("note P1: owes money, 3 gold", "owes money, 3 gold", ("P1",)),
        ("note goblins: afraid of fire", "afraid of fire", ("Goblin 1", "Goblin 2")),
        ("P1: note watched", "watched", ("P1",)),
        ("note remove the bridge", "remove the bridge", ()),
        ("note nobody there: yes", "nobody there: yes", ()),
        ("note P1 is a spy", "P1 is a spy", ()),
    ],
)
def test_a_note_is_about_the_fight_or_somebody(said: str, text: str, who: tuple[str, ...]) -> None:
    fight = fight_of()
    command = parse(fight.rules, fight.state, said).command
    assert isinstance(command, Note)
    assert command.text == text
    assert tuple(fight.state.combatants[id].name for id in command.who) == who
    assert parse(fight.rules, fight.state, unparse(fight.rules, fight.state, command)).command == command


def test_a_note_is_undone_and_removed() -> None:
    fight = fight_of()
    assert fight.do("note goblins: afraid of fire").lines == ("Goblin 1 and Goblin 2: note 1: afraid of fire",)
    assert fight.do("note one")
    assert fight.do("note remove 1").lines == ("note 1 is removed",)
    assert [note.text for note in notes_of(fight.state).notes] == ["one"]
    assert fight.do("undo")
    assert [note.number for note in notes_of(fight.state).notes] == [1, 2]
    assert "  notes: afraid of fire" in fight.do("sheet Goblin 2").lines
    assert fight.do("note remove 2")
    assert fight.do("note a third").lines == ("note 3: a third",)


def test_what_can_not_be_noted_or_removed_is_refused() -> None:
    fight = fight_of()
    before = fight.state
    assert fight.do(Note("  ")).lines == ("there is nothing to note: write it behind the word note",)
    assert not fight.do(Note("x" * (LONGEST + 1)))
    assert not fight.do(Note("x", ("c99",)))
    assert fight.do(RemoveNote(4)).lines == ("there is no note 4",)
    assert fight.state is before


def test_notes_can_be_made_while_something_is_asked() -> None:
    fight = turnwright.Fight.new("pathfinder2", seed="a")
    for said in ("add P1 score 20 hp 10", "add P2 score 20 hp 10", "start"):
        assert fight.do(said)
    question = open_question(fight.state)
    assert question is not None
    assert fight.do("note not now")
    assert open_question(fight.state) == question


def test_sem_22_notes_are_told_to_the_game_master_alone() -> None:
    fight = fight_of()
    player, nobody = fight.seat("P1"), fight.seat()
    before = [(codec.encode(one.view), one.log(), one.choices, one.open_to()) for one in (player, nobody)]
    assert fight.do(f"note P1: {SECRET}")
    assert fight.do(f"note {SECRET}")
    assert [(codec.encode(one.view), one.log(), one.choices, one.open_to()) for one in (player, nobody)] == before
    assert [note.text for note in view(fight.rules, fight.state).table["notes"]] == [SECRET, SECRET]
    for said in (f"note {SECRET}", "note remove 1", "note remove 9", "sheet P1", "why P1", "note"):
        done = player.do(said)
        assert not done
        assert "Grumbold" not in str(done)
        assert "1" not in str(done.lines).replace("P1", "")
