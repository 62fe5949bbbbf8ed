"""What is asked, of whom, and what can be answered."""

from __future__ import annotations

from collections.abc import Mapping

from turnwright.engine.acts import ActFrame
from turnwright.engine.base import Ask, Part, open_question
from turnwright.engine.compiled import Rules
from turnwright.engine.state import State
from turnwright.speech.catalogue import LANGUAGE
from turnwright.speech.line import in_quotes
from turnwright.speech.names import effect_word
from turnwright.speech.voice import Voice

MOST = 12
"""So many things that are asked are read out; of further ones, how many there are."""


def question(rules: Rules, state: State, language: str = LANGUAGE) -> str:
    """The open question as a sentence; empty while nothing is asked.

    Parts that have an answer are left out; those that ask the same of several are asked in one.
    """
    found = open_question(state)
    if found is None:
        return ""
    settled = {part.key: True for part in found.ask.parts if found.answer_to(part) is not None}
    return question_text(Voice(rules, state, language), found.ask, settled)


def question_text(voice: Voice, ask: Ask, settled: Mapping[str, bool], *, typed: bool = True) -> str:
    """All that is asked and has no answer yet, with those who are asked and, where answers are ``typed``, the words
    they can say."""
    asks: dict[tuple[str, str], dict[str, None]] = {}
    for part in ask.parts:
        if part.key not in settled:
            said = part_text(voice, ask, part)
            answers = _answers(voice, ask, part) if typed else ""
            asks.setdefault((said, answers), {}).update(dict.fromkeys(map(voice.name, part.to)))
    told = [
        voice.say("question", "asks", {"deciders": ", ".join(deciders), "question": said, "answers": answers})
        for (said, answers), deciders in asks.items()
    ]
    rest = len(told) - MOST
    if not typed and rest > 0:
        told[MOST:] = [voice.say("question", "rest", {"count": rest})]
    return "; ".join(told)


def part_text(voice: Voice, ask: Ask, part: Part) -> str:
    """What a part of a question asks."""
    names = voice.listed(item_text(voice, item) for item in part.items)
    figures: dict[str, object] = {"names": names, **ask.about, "part": voice.name(part.key), "code": ask.code}
    if part.key in voice.state.effects:
        figures["bearer"] = voice.state.effects[part.key].bearer
    acts = [frame for frame in voice.state.agenda if isinstance(frame, ActFrame)]
    if "act" in ask.about and acts:
        figures["deed"] = deed_text(voice, acts[-1])
    known = (f"{ask.code}.{part.key}", ask.code)
    return voice.say("question", next((key for key in known if voice.catalogue.has("question", key)), "other"), figures)


def _answers(voice: Voice, ask: Ask, part: Part) -> str:
    """The words that can be answered; each with what it means, where the language says so."""
    if part.kind == "number":
        return voice.word("a number")
    if len(part.items) > 3 and all(item.isdecimal() for item in part.items):
        numbers = [int(item) for item in part.items]
        if numbers == list(range(numbers[0], numbers[-1] + 1)):
            return voice.say("word", "from to", {"first": numbers[0], "last": numbers[-1]})
    said = []
    for item in part.items:
        key = f"{ask.code}.{item}"
        text = item_text(voice, item)
        # Names that hold what parts the answers are shown as they have to be typed.
        text = in_quotes(text) if any(sign in text for sign in ",|:") else text
        said.append(f"{text}: {voice.say('answer', key)}" if voice.catalogue.has("answer", key) else text)
    return (" | " if part.kind == "one" else ", ").join(said)


def item_text(voice: Voice, item: str) -> str:
    """An answer as people say it."""
    return effect_word(voice.state, item) if item in voice.state.effects else voice.name(item)


def deed_text(voice: Voice, act: ActFrame) -> str:
    """Something that is being done, by whom and to whom, in a few words."""
    if not voice.knows(act.who):
        return voice.word("something")
    targets = voice.names(filter(voice.knows, act.targets))
    return voice.say("going on", "deed", {"who": act.who, "text": act.act, "targets": targets})
