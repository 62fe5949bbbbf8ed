"""Verbs about tracks, which are reached step by step, and about the dials that a table shares."""

from __future__ import annotations

from typing import Any

from turnwright.engine.base import Command
from turnwright.engine.mechanics.dials import SpendDial, TurnDial
from turnwright.engine.mechanics.tracks import Advance, OpenTrack, RemoveTrack
from turnwright.engine.tracking import Milestone, tracks
from turnwright.formula.normal import plain
from turnwright.speech.line import Line
from turnwright.speech.verb import Verb
from turnwright.speech.writer import Writer

_CLAUSES = ("kind", "by", "goal", "grade", "step", "success", "failure")


def _track(line: Line) -> Command:
    """``track Reforge the sword by Milli goal 8 step heat after 2 days step hammer success "it cuts"``."""
    if line.word("remove"):
        return RemoveTrack(_title(line) if not line.done() else "")
    fields: dict[str, Any] = {"title": line.words_until(_CLAUSES, "title")}
    milestones: list[Milestone] = []
    while not line.done():
        clause = line.choice(_CLAUSES, "clause")
        if clause == "by":
            fields["who"] = line.names()
        elif clause == "goal":
            fields["goal"] = line.number()
        elif clause == "step":
            what = line.words_until((*_CLAUSES, "after"), "step")
            milestones.append(Milestone(what, line.words_until(_CLAUSES, "time") if line.word("after") else ""))
        elif clause == "kind":
            fields["kind"] = line.choice(line.rules.ruleset.tracks, "kind")
        else:
            fields[clause] = line.words_until(_CLAUSES, clause)
    return OpenTrack(milestones=tuple(milestones), **fields)


def _write_track(writer: Writer, command: OpenTrack) -> str:
    parts = [f"track {writer.text(command.title)}"]
    parts += [f"kind {writer.word(command.kind)}"] if command.kind else []
    parts += [f"by {writer.names(command.who)}"] if command.who else []
    parts += [f"goal {writer.number(command.goal)}"] if command.goal is not None else []
    parts += [f"grade {writer.text(command.grade)}"] if command.grade else []
    for milestone in command.milestones:
        parts.append(f"step {writer.text(milestone.what)}")
        parts += [f"after {writer.text(milestone.after)}"] if milestone.after else []
    parts += [f"success {writer.text(command.success)}"] if command.success else []
    parts += [f"failure {writer.text(command.failure)}"] if command.failure else []
    return " ".join(parts)


def _title(line: Line) -> str:
    """The title of a track that is open, which may be shortened; else the words as they stand."""
    known = {track.title: track.title for track in tracks(line.state).values()} | {id: id for id in tracks(line.state)}
    return known[found] if (found := line.option(known)) else line.words_until(("step", "by"), "title")


def _advance(line: Line) -> Command:
    """``Milli: advance Reforge the sword step 2 by 3``; what is not said is clear, or rolled."""
    start = line.skip()
    named = not line.done() and line.maybe_number() is None and line.peek()[0].casefold() not in ("step", "by")
    line.at = start
    track = _title(line) if named else ""
    step = line.whole() if line.word("step") else 0
    line.word("by")
    return Advance(track, None if line.done() else line.number(), line.by, step)


def _write_advance(writer: Writer, command: Advance) -> str:
    track = f" {writer.text(command.track)}" if command.track else ""
    step = f" step {command.step}" if command.step else ""
    gain = f" by {writer.number(command.gain)}" if command.gain is not None else ""
    return f"{writer.subject(command.who)}advance{track}{step}{gain}"


def _dial(line: Line) -> Command:
    """``dial doom +1`` moves it, ``dial doom =3`` sets it."""
    dial = line.choice(line.rules.ruleset.dials, "dial")
    if line.sign("="):
        return TurnDial(dial, to=line.number())
    if plain(line.left())[:1] not in ("+", "-"):
        line.fail("number.sign", text=line.left() or "1", pool=dial)
    line.sign("+")
    return TurnDial(dial, line.number())


def _write_dial(writer: Writer, command: TurnDial) -> str | None:
    if command.to is not None:
        return None if command.by else f"dial {writer.word(command.dial)} ={writer.number(command.to)}"
    sign = "+" if command.by >= 0 else ""
    return f"dial {writer.word(command.dial)} {sign}{writer.number(command.by)}"


def _spend(line: Line) -> Command:
    dial = line.choice(line.rules.ruleset.dials, "dial")
    return SpendDial(dial, 1 if line.done() else line.number(), line.by)


def _write_spend(writer: Writer, command: SpendDial) -> str:
    count = f" {writer.number(command.count)}" if command.count != 1 else ""
    return f"{writer.subject(command.who)}spend {writer.word(command.dial)}{count}"


VERBS = (
    Verb(
        "track",
        "track TITLE [kind TRACK] [by NAMES] [goal NUMBER | grade WORD] [step WHAT [after TIME] …] [success TEXT] "
        "[failure TEXT], track remove [TITLE]",
        _track,
        writes={
            OpenTrack: _write_track,
            RemoveTrack: lambda w, c: f"track remove {w.text(c.track)}" if c.track else "track remove",
        },
    ),
    Verb("advance", "advance [TITLE] [step NUMBER] [by NUMBER]", _advance, writes={Advance: _write_advance}),
    Verb("dial", "dial DIAL (+1 | -1 | =3)", _dial, writes={TurnDial: _write_dial}),
    Verb("spend", "spend DIAL [NUMBER]", _spend, writes={SpendDial: _write_spend}),
)
