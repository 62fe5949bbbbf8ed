"""Why something was refused: what was asked, which rule or state stands against it, and what is possible instead."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from turnwright.engine.base import Refusal
from turnwright.engine.choices import choices
from turnwright.engine.compiled import Rules
from turnwright.engine.machine import decide
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.questions import Answer
from turnwright.engine.mechanics.scenes import End, Next
from turnwright.engine.play import looking
from turnwright.engine.state import State
from turnwright.speech.catalogue import LANGUAGE
from turnwright.speech.voice import Voice
from turnwright.speech.writing import unparse

SHOWN = 5
"""So many of the things that are possible instead are named."""

ANSWERS = 2
"""So many of the answers to a question are named among them: the question itself tells the others."""


_LONG = re.compile(r"\S{81,}")
"""A word that somebody has to read again in a refusal is cut beyond this."""


def refuse(
    rules: Rules, state: State, refusal: Refusal, language: str = LANGUAGE, viewer: frozenset[str] | None = None
) -> str:
    """A refusal as a sentence, with the id of its rule (SEM-24).

    ``viewer`` holds the combatants of the player who is told; the GM (None) is reminded that a rule can be overruled.
    """
    voice = Voice(rules, state, language)
    template = voice.catalogue.template("refusal", refusal.code)
    figures = {name: _LONG.sub(_cut, text) for name, text in refusal.data.items()}
    if "instead" in template.figures():
        figures["instead"] = ", ".join(_instead(rules, state, refusal, viewer))
    text = reason(voice, refusal.code, figures)
    text += f" — {refusal.ref}" if refusal.ref else ""
    usage = refusal.data.get("usage", "")
    text += voice.say("word", "usage", {"usage": usage}) if usage else ""
    return text + (voice.word("overrule") if refusal.rule and viewer is None else "")


def _cut(word: re.Match[str]) -> str:
    return word[0][:80] + "…"


def reason(voice: Voice, code: str, data: Mapping[str, str]) -> str:
    """Why something with this code is refused, without its rule; a code that no text says is said with its figures."""
    if voice.catalogue.has("refusal", code):
        return voice.say("refusal", code, data)
    figures = ", ".join(f"{key} {value}" for key, value in data.items() if value and key != "usage")
    return voice.say("word", "refused", {"code": code, "figures": figures})


def _instead(rules: Rules, state: State, refusal: Refusal, viewer: frozenset[str] | None) -> Iterator[str]:
    """What whoever was refused can do now, in a few words each: what moves things on ahead of all else."""
    name = refusal.data.get("name", "")
    who = next((c.id for c in state.combatants.values() if name and c.name == name), "")
    play = looking(rules, state)
    offered = [choice.command for choice in choices(rules, state, viewer) if choice.barred is None]
    if viewer is None:
        offered += [step for step in (Next(), End()) if not isinstance(decide(rules, state, step), Refusal)]
    mine = [command for command in offered if not who or who in command.owners(play)]
    said: dict[str, None] = {}
    answers = 0
    for command in sorted(mine, key=lambda command: isinstance(command, Act)):
        answers += isinstance(command, Answer)
        if isinstance(command, Answer) and answers > ANSWERS:
            continue
        text = unparse(rules, state, command)
        said[(text.partition(": ")[2] or text) if who else text] = None
        if len(said) == SHOWN:
            break
    yield from said
