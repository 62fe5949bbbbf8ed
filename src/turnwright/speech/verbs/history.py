"""Verbs about what has been, and about these words themselves; most are for the table, not for the engine."""

from __future__ import annotations

from functools import partial

import msgspec

from turnwright.engine import codec
from turnwright.engine.base import Command
from turnwright.engine.history import Redo, Undo
from turnwright.speech.errors import SpeechError
from turnwright.speech.line import Line
from turnwright.speech.table import Choices, Help, Log, Prev, ShowSheet, Why
from turnwright.speech.verb import Verb

_ANY = codec.decoder(codec.ANY_COMMAND | Undo | Redo)


def _count(line: Line) -> int:
    return 1 if line.done() else line.whole()


def _undo(line: Line) -> Command:
    return Undo(_count(line))


def _redo(line: Line) -> Command:
    return Redo(_count(line))


def _prev(line: Line) -> Command:
    return Prev()


def _log(line: Line) -> Command:
    if line.done():
        return Log()
    count = line.whole()
    if count < 1:
        line.fail("log.count", count=count)
    return Log(count)


def _why(line: Line) -> Command:
    line.want(("order", "tie", "refusal", *line.cast.names()))
    return Why("" if line.done() else line.rest("about"))


def _choices(line: Line) -> Command:
    return Choices(line.maybe_name() or line.by)


def _sheet(line: Line) -> Command:
    return ShowSheet(line.actor() if line.done() else line.one())


def _help(line: Line) -> Command:
    from turnwright.speech.verbs import TOPICS, VERBS

    line.want((*TOPICS, *(verb.word for verb in VERBS)))
    return Help("" if line.done() else line.rest("word"))


def _command(line: Line) -> Command:
    text = line.left()
    try:
        command = _ANY.decode(text.encode())
    except (msgspec.MsgspecError, SpeechError, ValueError) as error:
        line.fail("command.bad", problem=str(error))
    line.at = len(line.text)
    assert isinstance(command, Command)
    return command


_first = partial(Verb, first=True)
"""A word for looking something up, or for taking it back: always at hand, whatever a ruleset calls its own."""

VERBS = (
    _first("undo", "undo [NUMBER]", _undo, writes={Undo: lambda w, c: f"undo {c.count}" if c.count != 1 else "undo"}),
    _first("redo", "redo [NUMBER]", _redo, writes={Redo: lambda w, c: f"redo {c.count}" if c.count != 1 else "redo"}),
    _first("prev", "prev", _prev, also=("previous", "back"), writes={Prev: lambda w, c: "prev"}),
    _first("log", "log [NUMBER]", _log, writes={Log: lambda w, c: f"log {c.count}" if c.count else "log"}),
    _first("why", "why [order | tie | refusal | NAME]", _why, writes={Why: lambda w, c: f"why {c.about}".rstrip()}),
    _first("choices", "choices [NAME]", _choices, writes={Choices: lambda w, c: f"choices {w.name(c.who)}".rstrip()}),
    _first("sheet", "sheet [NAME]", _sheet, writes={ShowSheet: lambda w, c: f"sheet {w.name(c.who)}"}),
    _first("help", "help [WORD | all]", _help, also=("?",), writes={Help: lambda w, c: f"help {c.about}".rstrip()}),
    Verb("command", "command JSON", _command),
)
