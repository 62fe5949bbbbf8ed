"""Verbs about effects: giving one, ending it, changing what is left of it, and concentration."""

from __future__ import annotations

import re
from typing import Any

from turnwright.engine.base import Command
from turnwright.engine.mechanics.concentration import HoldOn, LetGo
from turnwright.engine.mechanics.effects import ChangeEffect, EndEffect, GiveEffect
from turnwright.formula import read_number
from turnwright.rules.words.duration import Duration, DurationError, read_duration, show_duration
from turnwright.speech.line import Line
from turnwright.speech.names import pick
from turnwright.speech.verb import Verb
from turnwright.speech.writer import Writer

_LASTS = ("until", "for", "lasts", "once")
_CLAUSES = ("class", "does", "gives", "changes", "at", "from", "costs", "value", "sustained", "hidden", *_LASTS)
_ON = re.compile(r"\s+on\s+", re.IGNORECASE)


def _effect(line: Line) -> Command:
    """``poison on Milli, class negative, does hp -1d4, for 3 rounds, from Goblin 1``; the order of the clauses is
    free."""
    head, *more = re.split(r",\s*", line.rest("effect"))
    clauses: list[str] = []
    for part in more:
        if part.split(" ", 1)[0].casefold() in _CLAUSES or clauses:
            clauses.append(part)
        else:
            head += f", {part}"
    name, *bearers = _ON.split(head, maxsplit=1)
    found = pick(line.rules.ruleset.effects, name.strip())
    fields: dict[str, Any] = {"name": found[0] if len(found) == 1 else name.strip()}
    if bearers:
        fields["bearers"] = _names(line, bearers[0])
    for clause in clauses:
        _clause(line, clause, fields)
    return GiveEffect(**fields)


def _clause(line: Line, clause: str, fields: dict[str, Any]) -> None:
    word, _, rest = clause.strip().partition(" ")
    word, rest = word.casefold(), rest.strip()
    if word in _LASTS:
        fields["lasts"] = _duration(line, clause if word in ("until", "once") else rest)
    elif word in ("class", "at"):
        fields["kind" if word == "class" else "at"] = rest
    elif word == "from":
        fields["source"] = _names(line, rest)[0]
    elif word == "gives":
        fields["gives"] = (*fields.get("gives", ()), rest)
    elif word in ("does", "changes"):
        key, _, formula = rest.partition(" ")
        fields[word] = {**fields.get(word, {}), key: formula.strip()}
    elif word == "costs":
        amount, _, pool = rest.partition(" ")
        fields["upkeep"] = {**fields.get("upkeep", {}), pool.strip(): amount}
    elif word == "value":
        try:
            fields["value"] = read_number(rest)
        except ValueError:
            line.fail("number.bad", text=rest)
    else:
        fields[word] = True


def _names(line: Line, text: str) -> tuple[str, ...]:
    return Line(line.rules, line.state, text, line.speaker, line.viewer).names()


def _duration(line: Line, text: str) -> Duration:
    try:
        read = read_duration(text)
    except DurationError as error:
        line.fail("duration.bad", text=text, problem=str(error))
    if read.of in ("", "bearer", "source"):
        return read
    return Duration(read.until, _names(line, read.of)[0], read.count, read.next, read.on)


def _some(line: Line) -> tuple[str, ...]:
    """The effects that ``poison on Milli`` means: all of that name, or those that Milli bears."""
    name, *bearers = _ON.split(line.rest("effect"), maxsplit=1)
    who = _names(line, bearers[0]) if bearers else ()
    known = {effect.name for effect in line.state.effects.values()}
    named = pick(known, name.strip())
    found = tuple(
        id for id, effect in line.state.effects.items() if effect.name in named and (not who or effect.bearer in who)
    )
    if len(named) != 1 or not found:
        line.fail("effect.unknown", effect=name.strip(), known=", ".join(sorted(known)))
    return found


def _one(line: Line) -> str:
    found = _some(line)
    if len(found) > 1:
        line.fail("effect.several", effect=line.state.effects[found[0]].name)
    return found[0]


def _left(line: Line) -> Command:
    number = line.whole()
    return ChangeEffect(_one(line), left=number)


def _write_effect(writer: Writer, command: GiveEffect) -> str:
    parts = [command.name + (f" on {writer.names(command.bearers)}" if command.bearers else "")]
    parts += [f"class {command.kind}"] if command.kind else []
    parts += [f"does {pool} {formula}" for pool, formula in command.does.items()]
    parts += [f"gives {condition}" for condition in command.gives]
    parts += [f"changes {stat} {formula}" for stat, formula in command.changes.items()]
    parts += [f"value {writer.number(command.value)}"] if command.value is not None else []
    parts += [f"at {command.at}"] if command.at else []
    parts += [f"from {writer.name(command.source)}"] if command.source else []
    parts += [f"costs {amount} {pool}" for pool, amount in command.upkeep.items()]
    parts += [word for word in ("sustained", "hidden") if getattr(command, word)]
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
    return f"lasting {command.left} {effect.name}{f' on {writer.name(effect.bearer)}' if effect.bearer else ''}"


def _let_go(line: Line) -> Command:
    who = line.by or line.maybe_name() or line.whoever(LetGo)
    return LetGo(who, _one(line) if line.word("of") else "")


def _write_let_go(writer: Writer, command: LetGo) -> str | None:
    effect = writer.state.effects.get(command.effect)
    if effect is None:
        return None if command.effect else f"{writer.subject(command.who)}letgo"
    on = f" on {writer.name(effect.bearer)}" if effect.bearer else ""
    return f"{writer.subject(command.who)}letgo of {effect.name}{on}"


def _hold_on(line: Line) -> Command:
    off = line.word("not", "no")
    return HoldOn(_one(line), not off)


def _write_hold_on(writer: Writer, command: HoldOn) -> str | None:
    effect = writer.state.effects.get(command.effect)
    if effect is None:
        return None
    on = f" on {writer.name(effect.bearer)}" if effect.bearer else ""
    return f"holdon {'' if command.on else 'not '}{effect.name}{on}"


VERBS = (
    Verb(
        "effect",
        "effect NAME [on NAMES] [, class CLASS] [, does POOL -1d4] [, gives CONDITION] [, changes STAT +1] "
        "[, for 3 rounds | until the end of NAME's next turn] [, at MOMENT] [, from NAME] [, costs NUMBER POOL]",
        _effect,
        writes={GiveEffect: _write_effect},
    ),
    Verb("ends", "ends EFFECT [on NAMES]", lambda line: EndEffect(_some(line)), writes={EndEffect: _write_ends}),
    Verb("lasting", "lasting NUMBER EFFECT [on NAME]", _left, writes={ChangeEffect: _write_left}),
    Verb("letgo", "letgo [NAME] [of EFFECT]", _let_go, writes={LetGo: _write_let_go}),
    Verb("holdon", "holdon [not] EFFECT [on NAME]", _hold_on, writes={HoldOn: _write_hold_on}),
)
