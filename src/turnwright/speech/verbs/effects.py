"""Verbs about effects: giving one, ending it, changing what is left of it, and concentration."""

from __future__ import annotations

import re
from typing import Any

from turnwright.engine.base import Command
from turnwright.engine.mechanics.concentration import HoldOn, LetGo
from turnwright.engine.mechanics.effects import ChangeEffect, EndEffect, GiveEffect
from turnwright.engine.state import Effect, State
from turnwright.rules.words.duration import Duration, DurationError, read_duration, show_duration
from turnwright.speech.cursor import check_formula
from turnwright.speech.errors import SpeechError
from turnwright.speech.line import Line, in_quotes
from turnwright.speech.names import pick
from turnwright.speech.verb import Verb
from turnwright.speech.writer import Writer

_LASTS = ("until", "for", "lasts", "once")
_BARE = ("does", "gives", "changes", "at", "from", "costs", "tagged", "sustained", "hidden", *_LASTS)
_CLAUSES = (*_BARE, "class", "value", "letting")
_ON = re.compile(r"\s+on\s+", re.IGNORECASE)
# A clause begins after a comma; where nothing else can be meant, it needs none.
_NEXT = re.compile(rf",\s*(?=(?:{'|'.join(_CLAUSES)})\b)|\s+(?=(?:{'|'.join(_BARE)})\b)", re.IGNORECASE)
_NAMED = re.compile(rf"\s+(?=on\b)|{_NEXT.pattern}", re.IGNORECASE)


def _effect(line: Line) -> Command:
    """``poison on Milli, class negative, does hp -1d4, for 3 rounds, from Goblin 1``; the order of the clauses is
    free."""
    line.want(line.rules.ruleset.effects)
    if line.done() or line.peek()[0].casefold() in ("on", *_CLAUSES):
        line.fail("missing", what="effect", known="")
    name = _up_to(line, _NAMED, "effect")
    found = pick(line.rules.ruleset.effects, name)
    fields: dict[str, Any] = {"name": found[0] if len(found) == 1 else name}
    if line.word("on"):
        fields["bearers"] = _bearers(line)
    while not line.done():
        start = line.at
        line.sign(",")
        word = line.word(*_CLAUSES)
        if not word:
            line.at = start
            break
        _clause(line, word, fields)
    return GiveEffect(**fields)


def _up_to(line: Line, end: re.Pattern[str], what: str) -> str:
    """The text up to the next clause, or one in quotation marks."""
    start = line.skip()
    quoted = line.quoted()
    if quoted is not None and (line.done() or end.match(line.text, line.at) or end.match(line.text, line.at - 1)):
        return quoted
    found = end.search(line.text, start)
    line.at = found.start() if found else len(line.text)
    text = line.text[start : line.at].strip()
    if not text:
        line.fail("missing", what=what, known="")
    return text


def _bearers(line: Line) -> tuple[str, ...]:
    """The names ahead of the next clause."""
    end = _NEXT.search(line.text, line.skip())
    text = line.text[: end.start()] if end else line.text
    other = Line(line.rules, line.state, text, line.speaker, line.viewer, line.wanted, line.ground)
    other.at = line.at
    found = other.names()
    line.at = other.at
    return found


def _clause(line: Line, word: str, fields: dict[str, Any]) -> None:
    if word in _LASTS:
        fields["lasts"] = _lasts(line, word)
    elif word in ("class", "at"):
        fields["kind" if word == "class" else "at"] = _up_to(line, _NEXT, word)
    elif word == "from":
        fields["source"] = line.name()
    elif word == "tagged":
        fields["tags"] = (*fields.get("tags", ()), _up_to(line, _NEXT, "tag"))
    elif word == "gives":
        fields["gives"] = (*fields.get("gives", ()), _up_to(line, _NEXT, "condition"))
    elif word in ("does", "changes"):
        known = line.pool_words() if word == "does" else line.sheet_words()
        key = line.option(known)
        key = known[key] if key else line.one_word("pool" if word == "does" else "stat")
        start = line.skip()
        formula = _up_to(line, _NEXT, "number")
        check_formula(formula, start)
        fields[word] = {**fields.get(word, {}), key: formula}
    elif word == "costs":
        amount = line.one_word("number")
        fields["upkeep"] = {**fields.get("upkeep", {}), line.pool(): amount}
    elif word == "value":
        fields["value"] = line.number()
    elif word == "letting":
        line.word("go")
        fields["let_go"] = True
    else:
        fields[word] = True


def _lasts(line: Line, word: str) -> Duration:
    if word == "once":
        return _duration(line, word)
    until = "until " if word == "until" or (word == "lasts" and line.word("until")) else ""
    if word == "lasts" and line.word("once"):
        return _duration(line, "once")
    return _duration(line, until + _up_to(line, _NEXT, "duration"))


def _names(line: Line, text: str) -> tuple[str, ...]:
    try:
        return line.part(text, Line.names)
    except SpeechError as fault:
        if fault.refusal.code != "line.left_over":
            raise
    line.fail("name.unknown", name=text, near=line.cast.nearest(text))


def _duration(line: Line, text: str) -> Duration:
    try:
        read = read_duration(text)
    except DurationError as error:
        line.fail("duration.bad", text=text, problem=str(error))
    if read.of in ("", "bearer", "source"):
        return read
    return Duration(read.until, _names(line, read.of)[0], read.count, read.next, read.on)


def _some(line: Line) -> tuple[str, ...]:
    """The effects that ``poison on Milli`` means: all of that name, or those that Milli bears; ``poison 2 on Milli``
    is the second of several alike."""
    name, *bearers = _ON.split(line.rest("effect"), maxsplit=1)
    who = _names(line, bearers[0]) if bearers else ()
    known = {effect.name for effect in line.state.effects.values()}
    said, number = name.strip(), 0
    named = pick(known, said)
    head, _, nth = said.rpartition(" ")
    if not named and nth.isdecimal():
        named, number = pick(known, head), int(nth)
    found = tuple(
        id
        for id, effect in line.state.effects.items()
        if effect.name in named and (not who or effect.bearer in who) and number in (0, _place(line.state, effect))
    )
    if len(named) != 1 or not found:
        line.fail("effect.unknown", effect=said, known=", ".join(sorted(known)))
    return found


def _alike(state: State, effect: Effect) -> list[str]:
    """The effects of one name that have the same bearer."""
    return [one.id for one in state.effects.values() if (one.name, one.bearer) == (effect.name, effect.bearer)]


def _place(state: State, effect: Effect) -> int:
    return _alike(state, effect).index(effect.id) + 1


def _called(writer: Writer, effect: Effect) -> str:
    """An effect in words: its name, its place among several alike, who bears it."""
    number = f" {_place(writer.state, effect)}" if len(_alike(writer.state, effect)) > 1 else ""
    return f"{effect.name}{number}{f' on {writer.name(effect.bearer)}' if effect.bearer else ''}"


def _one(line: Line) -> str:
    found = _some(line)
    if len(found) > 1:
        line.fail("effect.several", effect=line.state.effects[found[0]].name)
    return found[0]


def _left(line: Line) -> Command:
    number = line.whole()
    return ChangeEffect(_one(line), left=number)


def _text(writer: Writer, text: str) -> str:
    """A text that stands ahead of a clause."""
    if any(word in _CLAUSES for word in text.casefold().split()):
        return in_quotes(text)
    return writer.text(text)


def _write_effect(writer: Writer, command: GiveEffect) -> str | None:
    if command.source and command.source not in writer.state.combatants:
        return None
    parts = [_text(writer, command.name) + (f" on {writer.names(command.bearers)}" if command.bearers else "")]
    parts += [f"class {_text(writer, command.kind)}"] if command.kind else []
    parts += [f"tagged {_text(writer, tag)}" for tag in command.tags]
    parts += [f"does {pool} {formula}" for pool, formula in command.does.items()]
    parts += [f"gives {_text(writer, condition)}" for condition in command.gives]
    parts += [f"changes {stat} {formula}" for stat, formula in command.changes.items()]
    parts += [f"value {writer.number(command.value)}"] if command.value is not None else []
    parts += [f"at {command.at}"] if command.at else []
    parts += [f"from {writer.name(command.source)}"] if command.source else []
    parts += [f"costs {amount} {pool}" for pool, amount in command.upkeep.items()]
    parts += [word for word in ("sustained", "hidden") if getattr(command, word)]
    parts += ["letting go"] if command.let_go else []
    parts += [_lasting(writer, command.lasts)] if command.lasts is not None else []
    return f"effect {', '.join(parts)}"


def _lasting(writer: Writer, lasts: Duration) -> str:
    """How long, as a clause; whose turn it is by name."""
    if lasts.of in writer.state.combatants:
        lasts = Duration(lasts.until, writer.state.combatants[lasts.of].name, lasts.count, lasts.next, lasts.on)
    said = show_duration(lasts)
    return said if said.split(" ", 1)[0] in ("until", "once") else f"for {said.removeprefix('for ')}"


def _write_ends(writer: Writer, command: EndEffect) -> str | None:
    found = [writer.state.effects[id] for id in command.effects if id in writer.state.effects]
    if len(found) == 1:
        return f"ends {_called(writer, found[0])}"
    names = {effect.name for effect in found}
    if len(names) != 1:
        return None
    bearers = dict.fromkeys(effect.bearer for effect in found)
    on = "" if "" in bearers else f" on {', '.join(map(writer.name, bearers))}"
    return f"ends {found[0].name}{on}"


def _write_left(writer: Writer, command: ChangeEffect) -> str | None:
    effect = writer.state.effects.get(command.effect)
    if effect is None or command.left is None:
        return None
    return f"lasting {command.left} {_called(writer, effect)}"


def _let_go(line: Line) -> Command:
    who = line.by or line.maybe_name() or line.whoever(LetGo)
    return LetGo(who, _one(line) if line.word("of") else "")


def _write_let_go(writer: Writer, command: LetGo) -> str | None:
    effect = writer.state.effects.get(command.effect)
    if effect is None:
        return None if command.effect else f"{writer.subject(command.who)}letgo"
    return f"{writer.subject(command.who)}letgo of {_called(writer, effect)}"


def _hold_on(line: Line) -> Command:
    off = line.word("not", "no")
    return HoldOn(_one(line), not off)


def _write_hold_on(writer: Writer, command: HoldOn) -> str | None:
    effect = writer.state.effects.get(command.effect)
    if effect is None:
        return None
    return f"holdon {'' if command.on else 'not '}{_called(writer, effect)}"


VERBS = (
    Verb(
        "effect",
        "effect EFFECT [on NAMES] [, class CLASS] [, tagged TAG] [, does POOL -1d4] [, gives CONDITION] "
        "[, changes STAT +1] [, for SPAN | until SPAN] [, at MOMENT] [, from NAME] "
        "[, costs NUMBER POOL] [, sustained [, letting go]]",
        _effect,
        writes={GiveEffect: _write_effect},
    ),
    Verb("ends", "ends EFFECT [on NAMES]", lambda line: EndEffect(_some(line)), writes={EndEffect: _write_ends}),
    Verb("lasting", "lasting NUMBER EFFECT [on NAME]", _left, writes={ChangeEffect: _write_left}),
    Verb("letgo", "letgo [NAME] [of EFFECT]", _let_go, writes={LetGo: _write_let_go}),
    Verb("holdon", "holdon [not] EFFECT [on NAME]", _hold_on, writes={HoldOn: _write_hold_on}),
)
