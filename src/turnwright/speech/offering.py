"""What is open now, as lines: everybody's words together, by what they cost."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec.structs import replace

from turnwright.engine.base import Command
from turnwright.engine.choices import Choice
from turnwright.engine.compiled import Rules
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.state import State
from turnwright.formula import Number, show_number
from turnwright.speech.catalogue import LANGUAGE
from turnwright.speech.names import fold_word
from turnwright.speech.refusing import Outlook, refuse
from turnwright.speech.voice import Voice
from turnwright.speech.writing import Scribe

_ANSWERING = re.compile(r" answering \d+$")

GAP = "\0"
"""Where the name of a target stands."""


def offered(voice: Voice, choices: Iterable[Choice]) -> Iterator[str]:
    """The open choices, a line for each person and one for each word of the table; then the barred, with the reason.

    The voice speaks of the fight as its viewer knows it.
    """
    rules, state = voice.rules, voice.state
    people: dict[str, dict[str, dict[str, list[str]]]] = {}
    words: dict[str, list[str]] = {}
    barred: dict[str, None] = {}
    found = tuple(choices)
    outlook = Outlook(rules, state, voice.viewer, found)
    scribe = outlook.scribe
    for choice in found:
        deed, on = _deed(scribe, state, choice.command)
        said = scribe.words(choice.command)
        name, colon, _ = said.partition(": ")
        if choice.barred is not None and not choice.seems_open:
            barred[f"✗ {said}: {refuse(rules, state, choice.barred, voice.language, voice.viewer, outlook)}"] = None
        elif colon and _is_somebody(state, name):
            deeds = people.setdefault(name, {}).setdefault(cost_text(rules, choice.cost, voice.language), {})
            deeds.setdefault(deed.removeprefix(f"{name}: "), []).extend(on)
        else:
            word, _, rest = said.partition(" ")
            words.setdefault(word, []).append(rest)
    for name, by_cost in people.items():
        parts = (_joined(deeds) + (f" ({cost})" if cost else "") for cost, deeds in by_cost.items())
        yield f"{name}: {'; '.join(parts)}"
    for word, rests in words.items():
        yield f"{word} {' | '.join(rests)}".rstrip()
    yield from barred


def without_number(said: str) -> str:
    """The words of an answer without the number of the act that it answers, where one sees what that is."""
    return _ANSWERING.sub("", said)


def _deed(scribe: Scribe, state: State, command: Command) -> tuple[str, tuple[str, ...]]:
    """What is done in words, with a gap for the one on whom, and who that is."""
    if isinstance(command, Act) and len(command.targets) == 1:
        bare = scribe.words(replace(command, targets=()))
        name = fold_word(command.act)
        return bare.replace(name, f"{name}{GAP}", 1), (state.combatants[command.targets[0]].name,)
    return scribe.words(command), ()


def _joined(deeds: dict[str, list[str]]) -> str:
    between = "; " if any("," in deed for deed in deeds) else ", "
    return between.join(deed.replace(GAP, f" {' | '.join(on)}" if on else "") for deed, on in deeds.items())


def _is_somebody(state: State, name: str) -> bool:
    return any(c.name == name.strip('"') for c in state.combatants.values())


def cost_text(rules: Rules, cost: dict[str, Number], language: str = LANGUAGE) -> str:
    """A cost in few words, such as ``½ action, 3 mana``; nothing for what is free."""
    return _cost_text(rules, tuple(cost.items()), language)


@lru_cache(maxsize=1024)
def _cost_text(rules: Rules, cost: tuple[tuple[str, Number], ...], language: str) -> str:
    voice = Voice(rules, State(), language)
    return ", ".join(voice.counted(show_number(n), pool) for pool, n in cost if n)
