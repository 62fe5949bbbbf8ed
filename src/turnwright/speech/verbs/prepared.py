"""Verbs about acts made ready, and about surprise."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import Any

from turnwright.engine.base import Command
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.prepared import Fire, Prepare
from turnwright.engine.mechanics.surprise import Surprise
from turnwright.formula import Number
from turnwright.speech.line import Line
from turnwright.speech.names import fold_word
from turnwright.speech.verb import Verb
from turnwright.speech.verbs.actions import read_act
from turnwright.speech.writer import Writer

_CONTINGENCY = re.compile(r"\s+(if|when)\s+", re.IGNORECASE)
_MOMENT = re.compile(r"\s+(?=(?:until|before|after)\s|first$)", re.IGNORECASE)
_MOMENTS = {"score": "until NUMBER", "before": "before NAME", "after": "after NAME", "first": "first"}


def usage(word: str, moments: Collection[str] = tuple(_MOMENTS)) -> str:
    """What can follow a word that makes something ready, with the moments that can be named for it."""
    act = "ACTION [NAMES] [for AMOUNT]"
    named = " | ".join(said for moment, said in _MOMENTS.items() if moment in moments)
    until = f" [{named}]" if named else ""
    return f"{word} {act} if NAMES [ACTION]{until}, {word} {act}{until} when EVENT"


def _prepare(line: Line) -> Command:
    ready = [kind for kind, word in line.rules.ruleset.waits.items() if word.prepared]
    return _kind(line.option(ready), line)


def _kind(kind: str, line: Line) -> Command:
    """``attack Larry for 3 if Larry attacks until 5``; after ``when`` the contingency is told in one's own words, and
    the moment stands ahead of it."""
    who = line.actor()
    text = line.left()
    parts = _CONTINGENCY.split(text, maxsplit=1)
    if len(parts) < 3:
        line.fail("missing", what="contingency", known="if NAME attacks, when THE GATE FALLS")
    told = _MOMENT.split(parts[0], maxsplit=1)
    act = line.part(told[0], read_act, who)
    assert isinstance(act, Act)
    if act.costs or act.choice:
        line.fail("line.left_over", rest=told[0])
    line.at = len(line.text) - len(parts[2])
    until, value, target = line.part("".join(told[1:]), _until, who)
    if parts[1].casefold() == "when":
        trigger = line.rest("event")
        return _ready(act, kind, trigger=trigger, until=until, value=value, target=target)
    on = line.names()
    what = _doing(line)
    if not until:
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
    line.word("until", "to")
    if line.word("first"):
        return "first", None, ""
    how = line.word("before", "after")
    if how:
        return how, None, line.name()
    return ("", None, "") if line.done() else ("score", line.number(), "")


def _write_prepare(writer: Writer, command: Prepare) -> str | None:
    return _written(writer, command, f"prepare {writer.word(command.kind)}" if command.kind else "prepare")


def _write_named(writer: Writer, command: Prepare) -> str | None:
    return _written(writer, command, fold_word(command.kind)) if command.kind else None


def _written(writer: Writer, command: Prepare, verb: str) -> str | None:
    from turnwright.speech.verbs.actions import VERBS as ACTS

    done = Act(command.who, command.act, command.targets, command.amount, command.given, item=command.item)
    act = ACTS[0].writes[Act](writer, done)
    if act is None:
        return None
    subject = writer.subject(command.who)
    act = act.removeprefix(subject).removeprefix("do ")
    moment = _write_moment(writer, command)
    if command.trigger:
        return f"{subject}{verb} {act}{moment} when {writer.text(command.trigger)}"
    what = f" {writer.word(command.what)}" if command.what else ""
    return f"{subject}{verb} {act} if {writer.names(command.on)}{what}{moment}"


def _write_moment(writer: Writer, command: Prepare) -> str:
    if command.until == "score":
        return f" until {writer.number(command.value or 0)}"
    target = f" {writer.name(command.target)}" if command.target else ""
    return f" {command.until}{target}" if command.until else ""


def named(line: Line) -> Iterator[Verb]:
    """Each prepared wait of the ruleset is a verb by its own name."""
    for kind, word in line.rules.ruleset.waits.items():
        if word.prepared and kind != "prepare":
            also = (word.label,) if word.label not in ("", "prepare") else ()
            yield Verb(kind, usage(kind, word.until.moments), partial(_kind, kind), also)


NAMED_WRITES: dict[type[Command], Callable[[Writer, Any], str | None]] = {Prepare: _write_named}


def _fire(line: Line) -> Command:
    spoils = line.word("spoils")
    who = "" if line.done() else line.maybe_name()
    return Fire(who or line.whoever(Fire), bool(spoils or line.word("spoils")))


def _surprise(line: Line) -> Command:
    off = line.word("not", "no")
    return Surprise(line.who(), not off)


VERBS = (
    Verb(
        "prepare",
        usage("prepare"),
        _prepare,
        writes={Prepare: _write_prepare},
    ),
    Verb(
        "fire",
        "fire [NAME] [spoils]",
        _fire,
        writes={Fire: lambda w, c: f"{w.subject(c.who)}fire{' spoils' if c.spoils else ''}"},
    ),
    Verb(
        "surprise",
        "surprise [not] NAMES",
        _surprise,
        writes={Surprise: lambda w, c: f"surprise {'' if c.on else 'not '}{w.names(c.who)}"},
        many=True,
    ),
)
