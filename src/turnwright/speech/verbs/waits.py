"""Verbs about waiting: putting off one's turn, stepping in, letting a chance go by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from turnwright.engine.base import Command
from turnwright.engine.mechanics.gaps import Enter
from turnwright.engine.mechanics.questions import Pass
from turnwright.engine.mechanics.waits import Delay
from turnwright.speech.line import Line
from turnwright.speech.names import fold_word
from turnwright.speech.verb import Verb
from turnwright.speech.writer import Writer


def _delay(line: Line) -> Command:
    waits = line.rules.ruleset.waits
    plain = "delay" if "delay" in waits else ""
    return _until(line, line.actor(), line.option(waits) or plain)


def _named(kind: str, line: Line) -> Command:
    return _until(line, line.actor(), kind)


def _until(line: Line, who: str, kind: str) -> Command:
    """``until 12``, ``before Milli``, ``when the gate falls``: the moment for which somebody waits."""
    line.word("until", "to")
    how = line.word("before", "after", "first", "open", "when")
    if how in ("before", "after"):
        return Delay(who, kind, how, target=line.place())
    if how == "when":
        return Delay(who, kind, "event", note=line.rest("event"))
    if how:
        return Delay(who, kind, how)
    if line.done():
        return Delay(who, kind)
    return Delay(who, kind, "score", line.number())


def _moment(writer: Writer, command: Delay) -> str | None:
    if command.until in ("before", "after"):
        return f" {command.until} {writer.name(command.target)}"
    if command.until == "event":
        return f" when {writer.text(command.note)}"
    if command.until == "score":
        return None if command.value is None else f" until {writer.number(command.value)}"
    return f" {command.until}" if command.until else ""


def _write_delay(writer: Writer, command: Delay) -> str | None:
    moment = _moment(writer, command)
    if moment is None:
        return None
    kind = f" {writer.word(command.kind)}" if command.kind else ""
    return f"{writer.subject(command.who)}delay{kind}{moment}"


def named(line: Line) -> Iterator[Verb]:
    """Each wait of the ruleset is a verb by its own name."""
    for kind, word in line.rules.ruleset.waits.items():
        if word.prepared:
            continue
        also = (word.label,) if word.label else ()
        usage = f"{kind} [until NUMBER | before NAME | after NAME | when EVENT | first]"
        yield Verb(kind, usage, partial(_named, kind), also, shared=True)


def _write_named(writer: Writer, command: Delay) -> str | None:
    moment = _moment(writer, command)
    if moment is None or not command.kind:
        return None
    return f"{writer.subject(command.who)}{fold_word(command.kind)}{moment}"


NAMED_WRITES: dict[type[Command], Callable[[Writer, Any], str | None]] = {Delay: _write_named}


def _enter(line: Line) -> Command:
    who = line.speaking()
    return Enter(who or (line.whoever(lambda one: Enter((one,))),))


def _write_enter(writer: Writer, command: Enter) -> str | None:
    return f"enter {writer.names(command.who)}" if command.who else None


def _pass(line: Line) -> Command:
    who = line.maybe_name()
    return Pass(who or line.whoever(Pass))


VERBS = (
    Verb(
        "delay",
        "delay [WAIT] [until NUMBER | before NAME | after NAME | when EVENT | first]",
        _delay,
        writes={Delay: _write_delay},
        shared=True,
    ),
    Verb("enter", "enter [NAMES]", _enter, writes={Enter: _write_enter}, many=True),
    Verb("pass", "pass [NAME]", _pass, writes={Pass: lambda w, c: f"{w.subject(c.who)}pass"}, shared=True),
)
