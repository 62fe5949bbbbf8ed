"""Verbs about acting: every action of the ruleset, and every act of one's own, by its own name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from turnwright.engine.base import Command
from turnwright.engine.doings import action_of
from turnwright.engine.mechanics.actions import Act
from turnwright.formula import Number
from turnwright.formula.normal import plain
from turnwright.rules.words.act import Action, Doing
from turnwright.speech.errors import SpeechError
from turnwright.speech.line import Line
from turnwright.speech.names import fold_word
from turnwright.speech.verb import Verb
from turnwright.speech.writer import Writer

_USAGE = "[ITEM or CHOICE] [NAMES] [for AMOUNT] [costs NUMBER POOL] [letting go]"
_STOPS = ("for", "costs", "cost", "letting")
_TERM = re.compile(r"[\w%½⅓⅔¼¾]+(\([^()]*\))?", re.ASCII)


def read_act(line: Line) -> Command:
    """An action by name, with what follows it; one that the game doesn't list is for its rules to allow or refuse."""
    start = line.skip()
    try:
        act = line.choice(_acts(line, line.actor()), "action")
    except SpeechError as fault:
        line.at = start
        if fault.refusal.code != "choice.unknown":
            raise
        act = line.quoted() or ""
        if not act:
            act, line.at = line.peek()
    return _act(act, line)


def _acts(line: Line, who: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*line.rules.ruleset.actions, *_own(line, (who,)))))


def _own(line: Line, who: Iterable[str]) -> Iterator[str]:
    """The actions of their own; what is a reaction on somebody's sheet is none."""
    play = line.play()
    for one in who:
        if one in line.state.combatants:
            acts = line.state.combatants[one].acts
            yield from (act for act in acts if action_of(play, one, act) is not None)


def _act(act: str, line: Line) -> Command:
    """The thing or the choice, the targets, then in any order what it does to them, what this use costs, and that
    whoever does it first lets go of what they keep up."""
    who = line.actor()
    item, choice = _what(line, who, act)
    line.name_next(many=True)
    targets = () if line.done() or line.peek()[0].casefold() in _STOPS else _targets(line)
    amount, named, let_go = "", dict[str, Number](), False
    while True:
        if line.word("for"):
            amount = _amount(line)
        elif line.word("costs", "cost"):
            named = _costs(line, who, act)
        elif line.word("letting"):
            line.word("go")
            let_go = True
        else:
            break
    given, costs = told_costs(named, _word(line, who, act))
    return Act(who, act, targets, amount=amount, given=given, costs=costs, item=item, choice=choice, let_go=let_go)


def _word(line: Line, who: str, act: str) -> Action | None:
    return action_of(line.play(), who, act) if who in line.state.combatants else None


def told_costs(named: dict[str, Number], word: Doing | None) -> tuple[dict[str, Number], dict[str, Number]]:
    """What was named for costs that are left open, and what this use is to cost instead of what the rules say."""
    known = word.cost if word else {}
    open_ones = {pool for pool, formula in known.items() if "given" in formula.names}
    return (
        {pool: number for pool, number in named.items() if pool in open_ones or word is None},
        {pool: number for pool, number in named.items() if pool not in open_ones and word is not None},
    )


def _what(line: Line, who: str, act: str) -> tuple[str, str]:
    """The thing that a use takes, and which of several things it is, where the action wants to be told."""
    word = _word(line, who, act)
    if word is None or line.done():
        return "", ""
    try:
        items = (*line.state.combatants[who].items, *line.rules.ruleset.items) if word.item == "named" else ()
        item = line.choice(items, "item") if word.item == "named" else ""
        return item, line.choice(word.one_of, "choice") if word.one_of else ""
    except SpeechError as fault:
        # What can be chosen is a rule of the game.
        raise SpeechError(replace(fault.refusal, ref=word.rule), fault.at) from fault


def _targets(line: Line) -> tuple[str, ...]:
    line.word("on", "at", "to")
    return line.names("target")


def _amount(line: Line) -> str:
    return told_amount(line, _STOPS[1:])


def told_amount(line: Line, stops: Iterable[str]) -> str:
    """``for 1d8`` is harm; a sign in front is taken as it stands, so ``for +1d8`` heals."""
    text = line.formula(stops, "amount")
    sign = plain(text[:1])
    if sign == "+":
        return text[1:].strip()
    if sign == "-":
        return f"-{text[1:].strip()}"
    return f"-{text}" if _TERM.fullmatch(text) else f"-({text})"


def _costs(line: Line, who: str, act: str) -> dict[str, Number]:
    given: dict[str, Number] = {}
    while True:
        number = line.number("cost")
        known = line.pool_words()
        said = line.option(known)
        given[known[said] if said else _cost_pool(line, who, act)] = number
        if not line.separator():
            return given


def _cost_pool(line: Line, who: str, act: str) -> str:
    """The pool that is meant where none is named: the one whose cost is left open, else the first that is paid from.

    What costs nothing is made to cost what turns are spent in.
    """
    word = _word(line, who, act)
    costs = word.cost if word else {}
    open_ones = [pool for pool, formula in costs.items() if "given" in formula.names]
    for pool in (*open_ones, *costs, *line.rules.turn_spent):
        return pool
    line.fail("missing", what="pool", known=", ".join(line.pools()))


def named(line: Line) -> Iterator[Verb]:
    """Each action of the ruleset, and each act of those who may be meant as acting."""
    own = line.subjects or ((line.speaker,) if line.speaker else line.acting)
    for act in dict.fromkeys((*line.rules.ruleset.actions, *_own(line, own))):
        yield Verb(act, _usage(line, act, own), partial(_act, act))


def _usage(line: Line, act: str, own: tuple[str, ...]) -> str:
    """What can follow an action, as it says of itself or as somebody's sheet says of it."""
    word: Doing | None = line.rules.ruleset.actions.get(act)
    if word is None:
        word = next(filter(None, (_word(line, who, act) for who in own)), None)
    return f"{act} {_USAGE}" if word is None else " ".join((act, *parts_of(word)))


def parts_of(word: Doing) -> Iterator[str]:
    """What has to follow the name of something that is done, and in brackets what can."""
    if word.item == "named":
        yield "ITEM"
    if word.one_of:
        yield "CHOICE"
    targets = {"none": "", "one": "NAME", "some": "NAMES", "any": "[NAMES]"}[word.target]
    if targets:
        yield targets
    yield "[for AMOUNT]"
    open_ones = [fold_word(pool) for pool, formula in word.cost.items() if "given" in formula.names]
    yield "costs " + ", ".join(f"NUMBER {pool}" for pool in open_ones) if open_ones else "[costs NUMBER POOL]"


def _write_act(writer: Writer, command: Act) -> str:
    return f"{writer.subject(command.who)}{fold_word(command.act)}{_rest(writer, command)}"


def _write_do(writer: Writer, command: Act) -> str:
    return f"{writer.subject(command.who)}do {writer.word(command.act)}{_rest(writer, command)}"


def _rest(writer: Writer, command: Act) -> str:
    parts = [writer.word(command.item)] if command.item else []
    parts += [writer.word(command.choice)] if command.choice else []
    parts += [writer.names(command.targets)] if command.targets else []
    if command.amount:
        parts.append(f"for {said_amount(command.amount)}")
    named = {**command.given, **command.costs}
    if named:
        costs = (f"{writer.number(number)} {writer.word(pool)}" for pool, number in named.items())
        parts.append(f"costs {', '.join(costs)}")
    parts += ["letting go"] if command.let_go else []
    return "".join(f" {part}" for part in parts)


def said_amount(amount: str) -> str:
    """An amount as it is said: harm without its sign."""
    if amount.startswith("-(") and amount.endswith(")") and not _TERM.fullmatch(amount[2:-1]):
        inner = amount[2:-1]
        return inner if plain(inner[:1]) not in ("+", "-") else amount
    if amount.startswith("-"):
        return amount[1:] if _TERM.fullmatch(amount[1:]) else amount
    return f"+{amount}"


NAMED_WRITES: dict[type[Command], Callable[[Writer, Any], str | None]] = {Act: _write_act}

VERBS = (Verb("do", f"do ACTION {_USAGE}", read_act, writes={Act: _write_do}),)
