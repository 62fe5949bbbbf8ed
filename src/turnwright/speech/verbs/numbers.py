"""Verbs about numbers: ``hp``, and every pool of the ruleset by its own name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from turnwright.engine.base import Command
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.formula.normal import plain
from turnwright.speech.cursor import check_formula
from turnwright.speech.errors import misread
from turnwright.speech.line import Line
from turnwright.speech.names import fold_word
from turnwright.speech.verb import Verb
from turnwright.speech.writer import Writer

_CHANGE = "-2d6 | +3 | =20 | 14/20 | max 20"
_STOPS = ("max", "from")
HARM = ("damage", "harm")
"""What may stand behind an amount of it."""
_SINGLE = re.compile(r"[\w%½⅓⅔¼¾./]+", re.ASCII)
"""An amount that a sign in front turns about as a whole."""


def _hp(line: Line) -> Command:
    return _change("hp" if "hp" in line.pools() else line.vital, line)


def _pool(line: Line) -> Command:
    return _change(line.pool(), line)


def _change(pool: str, line: Line) -> Command:
    who = line.speaking() if _change_next(line) or line.name_next(many=True) else line.names()
    who = who or line.names()
    by = to = top = source = ""
    while True:
        if line.word("max"):
            line.sign("=")
            top = line.formula(_STOPS)
        elif line.word("from"):
            source = line.rest("source")
        elif line.word("by"):
            by = line.formula(_STOPS)
        elif not line.done() and not (by or to):
            by, to, top = _written_change(line, pool, top)
        else:
            break
    if not (by or to or top):
        line.fail("missing", what="change", known=_CHANGE)
    return ChangePool(who, pool, by=by, to=to, top=top, source=source)


def _damage(line: Line) -> Command:
    """``damage goblins 2d6``: as ``hp goblins -(2d6)``."""
    return _by_hand(line, "damage", "-")


def _heal(line: Line) -> Command:
    """``heal Milli 3``: as ``hp Milli +3``."""
    return _by_hand(line, "heal", "+")


def _by_hand(line: Line, word: str, sign: str) -> Command:
    if word in _taken(line):
        # What the game or a sheet calls so goes ahead of the word of the table.
        misread("word.unknown", word=word, near="")
    return harm(line, sign)


def harm(line: Line, sign: str = "-", signed: bool = True) -> Command:
    """How much those named lose of what harm falls on; or, by ``+``, gain.

    ``signed`` lets the amount bear that very sign; any other is refused with ``amount.sign``.
    """
    who = line.who()
    line.word("for", "by")
    if signed:
        line.sign(sign)
    if plain(line.left()[:1]) in ("+", "-"):
        line.fail("amount.sign", text=line.peek()[0], amount=line.peek()[0][1:])
    amount = line.formula(("from", *HARM), "amount")
    line.word(*HARM)
    source = line.rest("source") if line.word("from") else ""
    harm = amount if _SINGLE.fullmatch(plain(amount)) else f"({amount})"
    return ChangePool(who, line.vital, by=f"-{harm}" if sign == "-" else amount, source=source)


def _taken(line: Line) -> frozenset[str]:
    """What the ruleset, and the sheets of those who could be meant as acting, call by a name of their own."""
    rules = line.rules.ruleset
    sheets = [line.state.combatants[who].acts for who in (*line.subjects, line.speaker, *line.acting) if who]
    named: tuple[Iterable[str], ...] = (rules.actions, rules.reactions, rules.tasks, rules.waits, line.pools(), *sheets)
    return frozenset(fold_word(name) for names in named for name in names)


def _change_next(line: Line) -> bool:
    """Whether what comes next is the change, so that nobody is named."""
    return line.peek()[0].casefold() in ("max", "by") or plain(line.left())[:1] in ("+", "-", "=")


def _written_change(line: Line, pool: str, top: str) -> tuple[str, str, str]:
    """``-2d6`` and ``+3`` change a pool, ``=20`` sets it, ``14/20`` says how much of how much is left."""
    start = line.skip()
    sign = plain(line.text[start : start + 1])
    if sign == "=":
        line.at += 1
        return "", line.formula(_STOPS), top
    if sign in ("+", "-"):
        line.at += 1
        text = line.formula(_STOPS)
        return (text if sign == "+" else f"-{text}"), "", top
    text = line.words_until(_STOPS, "change")
    now, slash, most = text.partition("/")
    if not slash:
        line.at = start
        line.fail("number.sign", text=text, pool=pool)
    for part in (now.strip(), most.strip()):
        check_formula(part, start)
    return "", now.strip(), most.strip()


def named(line: Line) -> Iterator[Verb]:
    """Each pool is a verb by its own name and by its label."""
    for name in line.pools():
        label = line.rules.pools[name].label if name in line.rules.pools else ""
        yield Verb(
            name, f"{fold_word(name)} NAMES ({_CHANGE})", partial(_change, name), (label,) if label else (), many=True
        )


def _write(writer: Writer, command: ChangePool) -> str | None:
    if not command.who or (command.by and command.to):
        return None
    parts = [fold_word(command.pool), writer.names(command.who)]
    if command.to and command.top and not any(c in command.to + command.top for c in "/+-="):
        parts.append(f"{command.to}/{command.top}")
    else:
        parts += [f"max {command.top}"] if command.top else []
        parts += [f"={command.to}"] if command.to else []
    if command.by:
        parts.append(command.by if command.by.startswith("-") else f"+{command.by}")
    if command.source:
        parts.append(f"from {writer.text(command.source)}")
    return " ".join(parts)


def _write_exactly(writer: Writer, command: ChangePool) -> str | None:
    """With the words that can't be mistaken, for a formula or a name that the short form would bend."""
    if not command.who or not command.by or command.to:
        return None
    top = f" max {command.top}" if command.top else ""
    source = f" from {writer.text(command.source)}" if command.source else ""
    return f"pool {writer.word(command.pool)} {writer.names(command.who)}{top} by {command.by}{source}"


NAMED_WRITES: dict[type[Command], Callable[[Writer, Any], str | None]] = {ChangePool: _write}

VERBS = (
    Verb("hp", f"hp NAMES ({_CHANGE}) [from SOURCE]", _hp, many=True),
    Verb("damage", "damage NAMES AMOUNT [from SOURCE]", _damage, many=True),
    Verb("heal", "heal NAMES AMOUNT [from SOURCE]", _heal, many=True),
    Verb("pool", f"pool POOL NAMES ({_CHANGE})", _pool, writes={ChangePool: _write_exactly}),
)
