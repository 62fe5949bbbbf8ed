"""Verbs about files and saved fights: a face that has them at hand carries these out."""

from __future__ import annotations

from turnwright.engine.base import Command
from turnwright.speech.line import Line
from turnwright.speech.table import Load
from turnwright.speech.verb import Verb


def _load(line: Line) -> Command:
    return Load("" if line.done() else line.rest("file"))


VERBS = (
    Verb(
        "load",
        "load [FILE]",
        _load,
        writes={Load: lambda w, c: f"load {w.text(c.file)}" if c.file else "load"},
    ),
)
