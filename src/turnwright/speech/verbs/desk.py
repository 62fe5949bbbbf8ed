"""Verbs about files and saved fights: a face that has them at hand carries these out."""

from __future__ import annotations

from turnwright.engine.base import Command
from turnwright.speech.line import Line
from turnwright.speech.table import Load, UseFile
from turnwright.speech.verb import Verb


def _load(line: Line) -> Command:
    return Load("" if line.done() else line.rest("file"))


def _rules(line: Line) -> Command:
    if not line.word("use"):
        line.fail("missing", what="file", known="use FILE")
    return UseFile(line.rest("file"))


VERBS = (
    Verb(
        "load",
        "load [FILE]",
        _load,
        writes={Load: lambda w, c: f"load {w.text(c.file)}" if c.file else "load"},
    ),
    Verb("rules", "rules use FILE", _rules, writes={UseFile: lambda w, c: f"rules use {w.text(c.file)}"}),
)
