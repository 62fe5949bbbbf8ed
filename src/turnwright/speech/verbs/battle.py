"""Verbs about roles and formations, first strikes, granted turns, and what the game master forbids."""

from __future__ import annotations

from collections.abc import Iterable

from turnwright.engine.base import Command
from turnwright.engine.choosing import choosing_now, words_for
from turnwright.engine.formations import recorded
from turnwright.engine.mechanics.choosing import Choose
from turnwright.engine.mechanics.extras import Grant
from turnwright.engine.mechanics.first_strike import Ambush
from turnwright.engine.mechanics.forbidding import Forbid, forbidden
from turnwright.engine.mechanics.formations import CallFormation, Confirm, RecordFormation
from turnwright.speech.line import Line
from turnwright.speech.verb import Verb
from turnwright.speech.writer import Writer


def _choose(line: Line) -> Command:
    """A word for the trait that is chosen now, or that roles are kept in."""
    who = line.actor()
    return Choose(who, line.choice(_words(line, who), "word"))


def _words(line: Line, who: str) -> tuple[str, ...]:
    now = choosing_now(line.play())
    roles = line.rules.ruleset.roles
    trait = now[1].sets if now is not None and now[1].sets else roles.trait if roles is not None else ""
    return words_for(line.play(), who, trait) if trait and who in line.state.combatants else ()


def _formation(line: Line) -> Command:
    """``formation Dawn`` calls for it; ``record`` ahead of the name keeps the one in force, ``forget`` takes it
    away."""
    if line.word("forget"):
        return RecordFormation(_formation_name(line), forget=True)
    if not line.word("record", "name"):
        return CallFormation(_formation_name(line))
    name = line.words_until(("as",), "name")
    words: dict[str, str] = {}
    if line.word("as"):
        while True:
            who = line.name()
            words[who] = line.choice(_words_of_formations(line, who), "word")
            if not line.separator():
                break
    return RecordFormation(name, words)


def _formation_name(line: Line) -> str:
    known = recorded(line.state)
    return line.option(known) or line.rest("name")


def _words_of_formations(line: Line, who: str) -> tuple[str, ...]:
    word = line.rules.ruleset.formations
    return words_for(line.play(), who, word.trait) if word is not None else ()


def _confirm(line: Line) -> Command:
    return Confirm(line.speaking())


def _ambush(line: Line) -> Command:
    if line.word("nobody", "none", "off"):
        return Ambush("")
    return Ambush(line.choice(_sides(line), "side"))


def _sides(line: Line) -> Iterable[str]:
    return dict.fromkeys((*line.rules.ruleset.sides, *(c.side for c in line.cast.here if c.side)))


def _forbid(line: Line) -> Command:
    return Forbid(line.choice(_acts(line), "action"))


def _allow(line: Line) -> Command:
    return Forbid(line.choice((*forbidden(line.state), *_acts(line)), "action"), on=False)


def _acts(line: Line) -> tuple[str, ...]:
    ruleset = line.rules.ruleset
    tags = (tag for word in ruleset.actions.values() for tag in word.tags)
    return tuple(dict.fromkeys((*ruleset.actions, *ruleset.reactions, *tags)))


def _grant(line: Line) -> Command:
    who = line.one()
    return Grant(who, "" if line.done() else line.choice(line.rules.ruleset.extras, "turn"))


def _write_choose(writer: Writer, command: Choose) -> str:
    return f"{writer.subject(command.who)}choose {writer.word(command.word)}"


def _write_record(writer: Writer, command: RecordFormation) -> str:
    name = writer.text(command.name)
    if command.forget:
        return f"formation forget {name}"
    said = ", ".join(f"{writer.name(who)} {writer.word(word)}" for who, word in command.words.items())
    return f"formation record {name}" + (f" as {said}" if said else "")


def _write_call(writer: Writer, command: CallFormation) -> str:
    return f"formation {writer.text(command.name)}"


def _write_confirm(writer: Writer, command: Confirm) -> str:
    return f"confirm {writer.names(command.who)}".rstrip()


def _write_ambush(writer: Writer, command: Ambush) -> str:
    return f"ambush {writer.word(command.side) if command.side else 'nobody'}"


def _write_forbid(writer: Writer, command: Forbid) -> str:
    return f"{'forbid' if command.on else 'allow'} {writer.word(command.act)}"


def _write_grant(writer: Writer, command: Grant) -> str:
    return f"grant {writer.name(command.who)} {writer.word(command.kind)}".rstrip()


VERBS = (
    Verb("choose", "choose WORD", _choose, ("switch", "become"), {Choose: _write_choose}),
    Verb(
        "formation",
        "formation FORMATION, formation record FORMATION [as NAME WORD, …], formation forget FORMATION",
        _formation,
        writes={RecordFormation: _write_record, CallFormation: _write_call},
    ),
    Verb("confirm", "confirm [NAMES]", _confirm, writes={Confirm: _write_confirm}, many=True),
    Verb("ambush", "ambush SIDE, ambush nobody", _ambush, writes={Ambush: _write_ambush}),
    Verb("forbid", "forbid ACTION", _forbid, writes={Forbid: _write_forbid}),
    Verb("allow", "allow ACTION", _allow),
    Verb("grant", "grant NAME [TURN]", _grant, writes={Grant: _write_grant}),
)
