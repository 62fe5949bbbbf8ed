"""Verbs about acts made ready, and about surprise."""

from __future__ import annotations

import re

from turnwright.engine.base import Command
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.prepared import Fire, Prepare
from turnwright.engine.mechanics.surprise import Surprise
from turnwright.formula import Number
from turnwright.speech.line import Line
from turnwright.speech.verb import Verb
from turnwright.speech.verbs.actions import read_act
from turnwright.speech.writer import Writer

_CONTINGENCY = re.compile(r"\s+(if|when)\s+", re.IGNORECASE)


def _prepare(line: Line) -> Command:
    """``attack Larry for 3 if Larry attacks until 5``; after ``when`` the contingency is told in one's own words."""
    who = line.actor()
    ready = [kind for kind, word in line.rules.ruleset.waits.items() if word.prepared]
    kind = line.option(ready)
    text = line.left()
    parts = _CONTINGENCY.split(text, maxsplit=1)
    if len(parts) < 3:
        line.fail("missing", what="contingency", known="if NAME attacks, when THE GATE FALLS")
    act = read_act(Line(line.rules, line.state, parts[0], who, line.viewer))
    assert isinstance(act, Act)
    line.at = len(line.text) - len(parts[2])
    if parts[1].casefold() == "when":
        return _ready(act, kind, trigger=line.rest("event"))
    on = line.names()
    what = _doing(line)
    until, value, target = _until(line)
    return _ready(act, kind, on=on, what=what, until=until, value=value, target=target)


def _ready(
    act: Act,
    kind: str,
    *,
    on: tuple[str, ...] = (),
    what: str = "",
    trigger: str = "",
    until: str = "",
    value: Number | None = None,
    target: str = "",
) -> Prepare:
    return Prepare(
        act.who, act.act, act.targets, on, what, trigger, act.amount, act.given, act.item, kind, until, value, target
    )


def _doing(line: Line) -> str:
    """``attacks``, ``attack`` or nothing: the act or the tag that sets it off."""
    known = {name for word in line.rules.ruleset.actions.items() for name in (word[0], *word[1].tags)}
    spoken = {f"{name}s": name for name in known} | {name: name for name in known}
    return spoken.get(line.option(spoken), "")


def _until(line: Line) -> tuple[str, Number | None, str]:
    if line.word("until", "to"):
        return "score", line.number(), ""
    how = line.word("before", "after")
    return (how, None, line.name()) if how else ("", None, "")


def _write_prepare(writer: Writer, command: Prepare) -> str | None:
    if command.until not in ("", "score", "before", "after"):
        return None
    from turnwright.speech.verbs.actions import VERBS as ACTS

    done = Act(command.who, command.act, command.targets, command.amount, command.given, item=command.item)
    act = ACTS[0].writes[Act](writer, done)
    if act is None:
        return None
    subject = writer.subject(command.who)
    act = act.removeprefix(subject).removeprefix("do ")
    kind = f" {writer.word(command.kind)}" if command.kind else ""
    if command.trigger:
        return f"{subject}prepare{kind} {act} when {writer.text(command.trigger)}"
    what = f" {writer.word(command.what)}" if command.what else ""
    moment = {"score": f" until {writer.number(command.value or 0)}", "": ""}.get(
        command.until, f" {command.until} {writer.name(command.target) if command.target else ''}"
    )
    return f"{subject}prepare{kind} {act} if {writer.names(command.on)}{what}{moment}"


def _surprise(line: Line) -> Command:
    off = line.word("not", "no")
    return Surprise(line.who(), not off)


VERBS = (
    Verb(
        "prepare",
        "prepare ACTION [NAMES] [for AMOUNT] if NAMES [ACTION] [until NUMBER | before NAME] | when EVENT",
        _prepare,
        writes={Prepare: _write_prepare},
    ),
    Verb(
        "fire",
        "fire [NAME]",
        lambda line: Fire(line.maybe_name() or line.whoever(Fire)),
        writes={Fire: lambda w, c: f"{w.subject(c.who)}fire"},
    ),
    Verb(
        "surprise",
        "surprise [not] NAMES",
        _surprise,
        writes={Surprise: lambda w, c: f"surprise {'' if c.on else 'not '}{w.names(c.who)}"},
        many=True,
    ),
)
