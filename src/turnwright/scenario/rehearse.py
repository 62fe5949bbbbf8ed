"""What can be told of a scenario before it is played: whether its cast can come, and whether its words mean anything.

What a step means depends on all that came before it, so only words and names count that nothing before has brought in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from turnwright.engine import Encounter, Refusal, Rules, State, compile_rules
from turnwright.engine.mechanics.cast import Add
from turnwright.rules.cast import Member
from turnwright.rules.faults import Fault, quote
from turnwright.rules.nearest import did_you_mean
from turnwright.rules.tree import Mapping, Node
from turnwright.rules.words import Ruleset
from turnwright.scenario.casting import cast_commands
from turnwright.scenario.steps import Initiative, Refused, Said, Step
from turnwright.speech import SpeechError, parse, refuse
from turnwright.speech.names import EVERYBODY

_UNKNOWN = {"word.unknown": "word", "word.nobody": "word", "name.unknown": "name"}
"""Refusals that tell of a word which is not known, and the figure that holds it."""


def rehearse(
    ruleset: Ruleset, cast: Iterable[tuple[Member, Mapping | None]], steps: Iterable[Step], file: Node
) -> Iterator[Fault]:
    """The faults of a cast and of the steps that are played with it."""
    encounter = Encounter.new(compile_rules(ruleset), "rehearsal")
    for member, sheet in cast:
        for command in cast_commands(member, lambda: encounter.state):
            refused = encounter.do(command)
            if isinstance(refused, Refusal):
                at = sheet or file
                sentence = refuse(encounter.rules, encounter.state, refused)
                yield Fault(at.file, at.line, at.column, f"{member.name} can't take part: {sentence}")
                # Bare it can, so that nobody else is told of its absence.
                encounter.do(Add(member.name))
                break
    heard = " ".join((*EVERYBODY, *ruleset.sides)).casefold()
    for step in steps:
        said = step.said if isinstance(step, Refused) else step
        if isinstance(said, Said):
            if said is step and not (said.who and said.who.casefold() in heard):
                yield from _said(encounter.rules, encounter.state, said, heard, file.file)
            heard += f"{said.text}\n".casefold()
        elif isinstance(said, Initiative):
            names = [c.name for c in encounter.state.combatants.values()]
            for name, place in said.places.items():
                if name not in names and not _is_heard(name, heard):
                    yield Fault(file.file, *place, f"nobody is called {quote(name)}", did_you_mean(name, names))


def _said(rules: Rules, state: State, said: Said, heard: str, file: str) -> Iterator[Fault]:
    who = next((c.id for c in state.combatants.values() if c.name == said.who), None)
    text = said.text if who or not said.who else f"{said.who} {said.text}"
    try:
        parse(rules, state, text, who)
    except SpeechError as error:
        key = _UNKNOWN.get(error.refusal.code)
        if key and not _is_heard(error.refusal.data[key], heard):
            at = error.at - (len(text) - len(said.text))
            place = said.words.inside(at) if at >= 0 else (said.line, said.column)
            yield Fault(file, *place, refuse(rules, state, error.refusal))


def _is_heard(name: str, heard: str) -> bool:
    """Whether a word of this name was said before."""
    words = re.findall(r"[^\W\d]+", name.casefold())
    return any(word in heard for word in words)
