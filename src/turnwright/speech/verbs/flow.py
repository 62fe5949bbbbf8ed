"""Verbs about how the fight goes on: starting, turns, closing."""

from __future__ import annotations

from turnwright.engine.base import Command
from turnwright.engine.mechanics.scenes import Begin, Close, End, Jump, Next, Start
from turnwright.speech.line import Line
from turnwright.speech.table import NextFight
from turnwright.speech.verb import Verb
from turnwright.speech.writer import Writer


def _start(line: Line) -> Command:
    mode = line.option(line.rules.ruleset.modes)
    title, _, purpose = line.rest("title").partition(", purpose ") if line.word("called") else ("", "", "")
    return Start(mode, title.strip(), purpose.strip())


def _write_start(writer: Writer, command: Start) -> str | None:
    if command.span or command.participants or (command.purpose and not command.title):
        return None
    mode = f" {writer.word(command.mode)}" if command.mode else ""
    purpose = f", purpose {writer.text(command.purpose)}" if command.purpose else ""
    return f"start{mode}{f' called {writer.text(command.title)}{purpose}' if command.title else ''}"


def _next(line: Line) -> Command:
    if line.word("fight"):
        return NextFight(line.rest("title") if line.word("called") else "")
    return Next()


def _end(line: Line) -> Command:
    line.word("turn")
    word, stop = line.peek()
    if word[:1] in ("t", "T") and word[1:].isdecimal() and len(word) < 12:
        line.at = stop
        return End(int(word[1:]))
    if not line.by:
        return End()
    turn = line.turn
    # A player who names nobody ends the turn of any of theirs.
    own = line.subjects[:1] or line.viewer or (line.speaker,)
    if turn is not None and set(line.acting).isdisjoint(own):
        active = line.state.entries[turn.entry].name
        line.fail("turn.not_yours", name=line.cast.name(line.by), active=active, usage="")
    return End(turn.id if turn else 0)


def _write_end(writer: Writer, command: End) -> str:
    if not command.turn:
        return "end"
    line = Line(writer.rules, writer.state, "")
    if line.turn is not None and line.turn.id == command.turn and line.acting:
        return f"{writer.subject(line.acting[0])}end"
    return f"end t{command.turn}"


def _begin(line: Line) -> Command:
    # Those who share a turn begin it together, whoever says so.
    return Begin(line.by or next(iter(line.acting), "") or line.actor())


def _jump(line: Line) -> Command:
    line.word("to")
    return Jump(line.subjects[0] if line.subjects else line.place())


def _close(line: Line) -> Command:
    return Close()


VERBS = (
    Verb("start", "start [MODE] [called TITLE [, purpose PURPOSE]]", _start, writes={Start: _write_start}),
    Verb(
        "next",
        "next [fight [called TITLE]]",
        _next,
        also=("n",),
        writes={
            Next: lambda w, c: "next",
            NextFight: lambda w, c: f"next fight{f' called {w.text(c.title)}' if c.title else ''}",
        },
    ),
    Verb("end", "end [tTURN]", _end, also=("done",), writes={End: _write_end}, shared=True),
    Verb("begin", "begin", _begin, writes={Begin: lambda w, c: f"{w.subject(c.who)}begin"}, shared=True),
    Verb("jump", "jump NAME", _jump, writes={Jump: lambda w, c: f"jump {w.name(c.who)}"}),
    Verb("close", "close", _close, writes={Close: lambda w, c: "close"}),
)
