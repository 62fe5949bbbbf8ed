"""Verbs about rests."""

from __future__ import annotations

from turnwright.engine.base import Command
from turnwright.engine.mechanics.rests import BreakRest, EndRest, ResumeRest, StartRest, WhileResting
from turnwright.speech.line import Line
from turnwright.speech.verb import Verb
from turnwright.speech.verbs.scenes import after
from turnwright.speech.writer import Writer


def _rest(line: Line) -> Command:
    """``rest short with Milli, Roan``; then ``rest end``, or ``rest break after 20 min`` and ``rest resume``."""
    if line.word("break"):
        line.word("after")
        return BreakRest(line.rest("time"))
    if line.word("resume"):
        return ResumeRest(after(line))
    if line.word("end"):
        return EndRest(after(line))
    kind = line.option(line.rules.ruleset.rests)
    return StartRest(kind, line.names() if line.word("with") else ())


def _write_start(writer: Writer, command: StartRest) -> str:
    kind = f" {writer.word(command.kind)}" if command.kind else ""
    return f"rest{kind}{f' with {writer.names(command.who)}' if command.who else ''}"


def _after(writer: Writer, span: str) -> str:
    return f" after {writer.text(span)}" if span else ""


def _resting(line: Line) -> Command:
    """``Milli: resting recover 2 for 1d6``: what is done during a rest, how much is spent, and what that gives."""
    who = line.by or line.name()
    deeds = dict.fromkeys(deed for word in line.rules.ruleset.rests.values() for deed in word.may)
    what = line.choice(deeds, "deed")
    spend = line.maybe_number()
    return WhileResting(who, what, 1 if spend is None else spend, line.formula((), "gain") if line.word("for") else "")


def _write_resting(writer: Writer, command: WhileResting) -> str:
    spend = f" {writer.number(command.spend)}" if command.spend != 1 else ""
    gain = f" for {command.gain}" if command.gain else ""
    return f"{writer.subject(command.who)}resting {writer.word(command.what)}{spend}{gain}"


VERBS = (
    Verb(
        "rest",
        "rest [KIND] [with NAMES], rest break after TIME, rest resume [after TIME], rest end [after TIME]",
        _rest,
        writes={
            StartRest: _write_start,
            BreakRest: lambda w, c: f"rest break{_after(w, c.after)}",
            ResumeRest: lambda w, c: f"rest resume{_after(w, c.lasted)}",
            EndRest: lambda w, c: f"rest end{_after(w, c.lasted)}",
        },
    ),
    Verb("resting", "resting DEED [NUMBER] [for AMOUNT]", _resting, writes={WhileResting: _write_resting}),
)
