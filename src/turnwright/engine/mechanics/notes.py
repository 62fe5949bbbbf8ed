"""Notes that only the game master sees."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnwright.engine.base import Command, Event
from turnwright.engine.compiled import Rules
from turnwright.engine.keeping import with_kept
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.noting import SLOT, Jotting, Notes, notes_of
from turnwright.engine.play import GM, Play
from turnwright.engine.state import State

LONGEST = 2_000
"""So many characters of a note are kept."""


class Note(Command, frozen=True, gc=False):
    """Note something about the fight, or about combatants. Refuses ``note.empty`` and ``note.too_long``."""

    text: str
    who: tuple[str, ...] = ()

    def decide(self, play: Play) -> None:
        text = self.text.strip()
        if not text:
            play.refuse("note.empty")
        if len(text) > LONGEST:
            play.refuse("note.too_long", length=len(text), most=LONGEST)
        for who in self.who:
            play.combatant(who)
        play.emit(Noted(Jotting(notes_of(play.state).made + 1, text, self.who), to=GM))


class RemoveNote(Command, frozen=True, gc=False):
    """Take the note with this number away. Refuses ``note.unknown``."""

    number: int

    def decide(self, play: Play) -> None:
        notes = notes_of(play.state).notes
        if not any(note.number == self.number for note in notes):
            known = ", ".join(str(note.number) for note in notes)
            play.refuse("note.unknown", number=self.number, known=known)
        play.emit(NoteRemoved(self.number, to=GM))


class Noted(Event, frozen=True, gc=False):
    """The game master has noted something."""

    note: Jotting

    def apply(self, state: State) -> State:
        notes = Notes(self.note.number, (*notes_of(state).notes, self.note))
        return replace(state, own=with_kept(state, SLOT, notes))


class NoteRemoved(Event, frozen=True, gc=False):
    """A note is no more."""

    number: int

    def apply(self, state: State) -> State:
        found = notes_of(state)
        left = tuple(note for note in found.notes if note.number != self.number)
        return replace(state, own=with_kept(state, SLOT, replace(found, notes=left)))


def _shows(rules: Rules, state: State, viewer: frozenset[str] | None) -> Iterator[tuple[str, object]]:
    """All notes, to the game master."""
    notes = notes_of(state).notes
    if notes and viewer is None:
        yield "notes", notes


MECHANIC = Mechanic("notes", commands=(Note, RemoveNote), events=(Noted, NoteRemoved), shows=_shows)
