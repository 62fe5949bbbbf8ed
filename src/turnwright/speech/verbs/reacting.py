"""Verbs about answering what is done: every reaction by its own name, what the GM tells of, and going on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Literal

from turnwright.engine.base import Command
from turnwright.engine.doings import reaction_of
from turnwright.engine.mechanics.reactions import AlwaysPass, React
from turnwright.engine.mechanics.triggers import Resolve, Spoil, Trigger
from turnwright.formula import Number
from turnwright.speech.line import Line
from turnwright.speech.names import fold_word
from turnwright.speech.verb import Verb
from turnwright.speech.verbs.actions import parts_of, said_amount, told_amount, told_costs
from turnwright.speech.writer import Writer

_OUTCOME = "[spoils | escapes [NAMES] | changes FORMULA] [answering NUMBER]"
_USAGE = f"[NAMES] [for AMOUNT] [costs NUMBER POOL] {_OUTCOME}"
_STOPS = ("for", "costs", "spoils", "escapes", "changes", "answering")


def _reactions(line: Line) -> tuple[str, ...]:
    own = line.subjects or ((line.speaker,) if line.speaker else tuple(c.id for c in line.cast.here))
    acts = (act for who in own if who in line.state.combatants for act in line.state.combatants[who].acts)
    play = line.play()
    mine = (act for act in acts if any(reaction_of(play, who, act) for who in own if who in line.state.combatants))
    return tuple(dict.fromkeys((*line.rules.ruleset.reactions, *mine)))


def _react(line: Line) -> Command:
    return _named(line.choice(_reactions(line), "reaction"), line)


def _named(reaction: str, line: Line) -> Command:
    """Whom it is aimed at; then what it does, costs, and makes of the act that it answers, in any order."""
    who = line.whoever(lambda one: React(one, reaction))
    line.name_next(many=True)
    more = not line.done() and line.peek()[0].casefold() not in _STOPS
    targets = line.names("target") if more else ()
    amount, new, trigger = "", "", 0
    named: dict[str, Number] = {}
    shields: tuple[str, ...] = ()
    outcome: Literal["", "spoils", "escapes", "changes"] = ""
    while True:
        if line.word("for"):
            amount = told_amount(line, _STOPS[1:])
        elif line.word("costs"):
            number = line.number("cost")
            named[line.pool()] = number
        elif line.word("answering"):
            trigger = line.whole()
        elif line.word("spoils"):
            outcome = "spoils"
        elif line.word("escapes"):
            outcome, shields = "escapes", line.maybe_names()
        elif line.word("changes"):
            line.word("to")
            outcome, new = "changes", line.formula(("answering",), "amount")
        else:
            word = reaction_of(line.play(), who, reaction) if who in line.state.combatants else None
            given, costs = told_costs(named, word)
            return React(
                who,
                reaction,
                targets,
                amount=amount,
                outcome=outcome,
                new=new,
                shields=shields,
                given=given,
                costs=costs,
                trigger=trigger,
            )


def named(line: Line) -> Iterator[Verb]:
    """Each reaction of the ruleset, and each of somebody's own."""
    for reaction in _reactions(line):
        word = line.rules.ruleset.reactions.get(reaction)
        usage = _USAGE if word is None else " ".join((*parts_of(word), _OUTCOME))
        yield Verb(reaction, f"{reaction} {usage}", partial(_named, reaction))


def _write_named(writer: Writer, command: React) -> str | None:
    rest = _rest(writer, command)
    return None if rest is None else f"{writer.subject(command.who)}{fold_word(command.reaction)}{rest}"


def _write_react(writer: Writer, command: React) -> str | None:
    rest = _rest(writer, command)
    return None if rest is None else f"{writer.subject(command.who)}react {writer.word(command.reaction)}{rest}"


def _rest(writer: Writer, command: React) -> str | None:
    named = {**command.given, **command.costs}
    if command.item or command.choice or command.tags or len(named) > 1:
        return None
    parts = [writer.names(command.targets)] if command.targets else []
    parts += [f"for {said_amount(command.amount)}"] if command.amount else []
    for pool, number in named.items():
        parts.append(f"costs {writer.number(number)} {writer.word(pool)}")
    if command.outcome == "changes":
        parts.append(f"changes to {command.new}")
    elif command.outcome:
        parts.append(f"{command.outcome} {writer.names(command.shields)}".rstrip())
    parts += [f"answering {command.trigger}"] if command.trigger else []
    return "".join(f" {part}" for part in parts)


NAMED_WRITES: dict[type[Command], Callable[[Writer, Any], str | None]] = {React: _write_named}


def _trigger(line: Line) -> Command:
    name = line.option(line.rules.ruleset.triggers) or line.words_until(("on", "as", "for"), "trigger")
    targets = line.names() if line.word("on") else ()
    kind: Literal["", "interrupt", "reflex"] = ""
    if line.word("as"):
        kind = "reflex" if line.choice(("interrupt", "reflex"), "kind") == "reflex" else "interrupt"
    return Trigger(name, targets, kind=kind, amount=told_amount(line, ()) if line.word("for") else "")


def _write_trigger(writer: Writer, command: Trigger) -> str | None:
    if command.tags:
        return None
    kind = f" as {command.kind}" if command.kind else ""
    on = f" on {writer.names(command.targets)}" if command.targets else ""
    amount = f" for {said_amount(command.amount)}" if command.amount else ""
    return f"trigger {writer.word(command.name)}{on}{kind}{amount}"


def _resolve(line: Line) -> Command:
    return Resolve(told_amount(line, ()) if line.word("for") else "")


def _always(line: Line) -> Command:
    on = not line.word("not", "no")
    return AlwaysPass(line.speaking() or (line.actor(),), on)


VERBS = (
    Verb("react", f"react REACTION {_USAGE}", _react, writes={React: _write_react}),
    Verb(
        "trigger",
        "trigger EVENT [on NAMES] [as interrupt | as reflex] [for AMOUNT]",
        _trigger,
        writes={Trigger: _write_trigger},
    ),
    Verb(
        "resolve",
        "resolve [for AMOUNT]",
        _resolve,
        writes={Resolve: lambda w, c: f"resolve for {said_amount(c.amount)}" if c.amount else "resolve"},
    ),
    Verb(
        "spoil",
        "spoil [WHY]",
        lambda line: Spoil() if line.done() else Spoil(line.rest("why")),
        writes={Spoil: lambda w, c: f"spoil {w.text(c.why)}"},
    ),
    Verb(
        "alwayspass",
        "alwayspass [not] [NAMES]",
        _always,
        writes={AlwaysPass: lambda w, c: f"alwayspass {'' if c.on else 'not '}{w.names(c.who)}"},
    ),
)
