"""The verb of the game master's notes."""

from __future__ import annotations

from turnwright.engine.base import Command
from turnwright.engine.mechanics.notes import Note, RemoveNote
from turnwright.speech.line import Line, in_quotes
from turnwright.speech.verb import Verb
from turnwright.speech.writer import Writer


def _note(line: Line) -> Command:
    """``note TEXT``, ``note goblins: TEXT`` or ``goblins: note TEXT``; ``note remove 2``."""
    start = line.skip()
    if line.word("remove"):
        number = line.maybe_number()
        if isinstance(number, int) and line.done():
            return RemoveNote(number)
        line.at = start
    return Note(who=line.subjects or _about(line), text=line.rest("note"))


def _about(line: Line) -> tuple[str, ...]:
    """Those who are named ahead of a colon."""
    start = line.skip()
    if line.name_next(many=True):
        found = line.names()
        if line.sign(":"):
            return found
    line.at = start
    return ()


def _write(writer: Writer, command: Note) -> str:
    text = writer.text(command.text)
    text = in_quotes(command.text) if text.casefold().startswith("remove") else text
    return f"note {writer.names(command.who)}: {text}" if command.who else f"note {text}"


VERBS = (
    Verb(
        "note",
        "note [NAMES:] TEXT, note remove NUMBER",
        _note,
        writes={Note: _write, RemoveNote: lambda w, c: f"note remove {c.number}"},
        many=True,
    ),
)
