"""Verbs about scenes, the way they are played, and story time."""

from __future__ import annotations

from turnwright.engine.base import Command
from turnwright.engine.mechanics.clock import Elapse
from turnwright.engine.mechanics.modes import Switch
from turnwright.engine.mechanics.scenes import EndScene, Involve
from turnwright.speech.line import Line
from turnwright.speech.verb import Verb
from turnwright.speech.writer import Writer


def after(line: Line, word: str = "after") -> str:
    """``after 10 min``: a length of story time, where one is named."""
    return line.rest("time") if line.word(word) else ""


def _scene(line: Line) -> Command:
    """``scene end after 20 min``; ``scene join Milli`` and ``scene leave Milli`` say who has turns in it."""
    what = line.choice(("end", "join", "leave"), "word")
    if what == "end":
        return EndScene(after(line))
    return Involve(line.names(), what == "join")


def _write_end(writer: Writer, command: EndScene) -> str:
    return f"scene end{f' after {writer.text(command.lasted)}' if command.lasted else ''}"


def _write_involve(writer: Writer, command: Involve) -> str:
    return f"scene {'join' if command.on else 'leave'} {writer.names(command.who)}"


def _mode(line: Line) -> Command:
    return Switch(line.choice(line.rules.ruleset.modes, "mode"))


def _time(line: Line) -> Command:
    span = line.words_until(("because",), "time")
    return Elapse(span, line.rest("reason") if line.word("because") else "")


def _write_time(writer: Writer, command: Elapse) -> str:
    why = f" because {writer.text(command.why)}" if command.why else ""
    return f"time {writer.text(command.span)}{why}"


VERBS = (
    Verb(
        "scene",
        "scene end [after TIME], scene join NAMES, scene leave NAMES",
        _scene,
        writes={EndScene: _write_end, Involve: _write_involve},
    ),
    Verb("mode", "mode MODE", _mode, writes={Switch: lambda w, c: f"mode {w.word(c.mode)}"}),
    Verb("time", "time TIME [because REASON]", _time, writes={Elapse: _write_time}),
)
