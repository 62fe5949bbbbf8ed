"""Verbs about effects: giving one, ending it, changing what is left of it, and concentration."""

from __future__ import annotations

import re
from typing import Any

from turnwright.engine.base import Command
from turnwright.engine.mechanics.concentration import LetGo
from turnwright.engine.mechanics.effects import ChangeEffect, EndEffect, GiveEffect
from turnwright.formula import read_number
from turnwright.rules.words.duration import Duration, DurationError, read_duration
from turnwright.speech.line import Line
from turnwright.speech.names import pick
from turnwright.speech.verb import Verb

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


def _left(line: Line) -> Command:
    number = line.whole()
    found = _some(line)
    if len(found) > 1:
        line.fail("effect.several", effect=line.state.effects[found[0]].name)
    return ChangeEffect(found[0], left=number)


VERBS = (
    Verb(
        "effect",
        "effect NAME [on NAMES] [, class CLASS] [, does POOL -1d4] [, gives CONDITION] [, changes STAT +1] "
        "[, for 3 rounds | until the end of NAME's next turn] [, at MOMENT] [, from NAME] [, costs NUMBER POOL]",
        _effect,
    ),
    Verb("ends", "ends NAME [on NAMES]", lambda line: EndEffect(_some(line))),
    Verb("lasting", "lasting NUMBER NAME [on NAME]", _left),
    Verb("letgo", "letgo [NAME]", lambda line: LetGo(line.maybe_name() or line.whoever(LetGo))),
)
