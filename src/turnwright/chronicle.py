"""The log of a fight as text, as JSON lines, as Markdown for a campaign's notes, and as a scenario file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from turnwright.engine import Record, State, codec
from turnwright.engine.happenings import RoundBegan
from turnwright.engine.mechanics.cast import Bring
from turnwright.fight import Fight
from turnwright.speech import tell, unparse


def as_text(fight: Fight) -> str:
    """What happened, a line each."""
    return "\n".join(line for before, record in fight.encounter.walk() for line in tell(fight.rules, before, record))


def as_jsonl(fight: Fight) -> str:
    """The whole log, what was undone included: a record a line, as it is saved."""
    return "\n".join(codec.encode(record).decode() for record in fight.encounter.records)


def as_markdown(fight: Fight, title: str, *, links: bool = False) -> str:
    """What happened, with a heading for each round; with ``links`` names are ``[[wiki links]]``."""
    names = sorted((c.name for c in fight.state.combatants.values()), key=len, reverse=True)
    pattern = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in names)) if links and names else None
    word = fight.ruleset.words.get("round", "round")
    lines = [f"# {title}", "", f"*{fight.ruleset.game}*", ""]
    for before, record in fight.encounter.walk():
        for event in record.events:
            if isinstance(event, RoundBegan):
                lines += ["", f"## {word.capitalize()} {event.round}", ""]
        for line in tell(fight.rules, before, record):
            safe = re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", line)
            lines.append(f"- {pattern.sub(lambda m: f'[[{m.group()}]]', safe) if pattern else safe}")
    return "\n".join(lines)


def as_scenario(fight: Fight, title: str) -> str:
    """A scenario file that plays the same fight: the same words and the same dice come to the same order and round.

    Built-in rulesets are named; a file of one's own has to stand where the book says.
    """
    state = fight.state
    main = fight.book.sources[-1].file
    lines = [
        f"scenario: {_quoted(title)}",
        f"ruleset: {_quoted(main.removesuffix('.yaml') if '/' not in main else main)}",
    ]
    if fight.book.options:
        lines.append("options:")
        lines += [f"  {key}: {_quoted(value)}" for key, value in fight.book.options.items()]
    if fight.book.kind:
        lines.append(f"kind: {_quoted(fight.book.kind)}")
    lines += [f"seed: {_quoted(state.seed)}", "cast: none", "play:"]
    for before, record in fight.encounter.walk():
        for words in _words(fight, before, record):
            lines.append(f"  - do: {_quoted(words)}")
        if record.faces:
            lines.append(f"    dice: [{', '.join(map(str, record.faces))}]")
    order = ", ".join(_quoted(state.entries[e].name) for e in state.order if not state.entries[e].gone)
    lines.append(f"  - expect: {{round: {state.round}, order: [{order}]}}")
    return "\n".join(lines)


def _words(fight: Fight, before: State, record: Record) -> Iterator[str]:
    """The line that says a command; for a list one for each who is on it, unless dice were given for them together."""
    command = record.command
    steps = command.adds if isinstance(command, Bring) and not record.faces else (command,)
    for step in steps:
        yield unparse(fight.rules, before, step, record.force)


def _quoted(text: str) -> str:
    """Text as YAML reads it back."""
    return "'" + text.replace("'", "''") + "'"
