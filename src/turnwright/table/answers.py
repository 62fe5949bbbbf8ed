"""The answers to what is asked, as buttons and forms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from turnwright.engine import Choice
from turnwright.engine.base import Part, open_question
from turnwright.engine.mechanics.questions import Answer
from turnwright.engine.play import GM
from turnwright.engine.view import View
from turnwright.speech.asking import item_text, part_text
from turnwright.speech.forms import BARE, LISTED
from turnwright.speech.line import written
from turnwright.speech.refusing import Outlook
from turnwright.speech.voice import Voice
from turnwright.table.deed import Deed
from turnwright.table.slots import MANY, Input, Slots

FEW = 6
"""So many answers have a button each; more are a list to choose from."""

_ANSWER = re.compile(r"(.*?answer (?:[^:]+: )?)(.*)", re.DOTALL)


def answers(slots: Slots, outlook: Outlook, seen: View, open_now: Iterable[Choice]) -> Iterator[Deed]:
    """The answers to each part of what is asked: a button for each where they are few, else a list; an order is put
    together from the names that are in it."""
    voice = slots.voice
    question = open_question(voice.state)
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    keys = _first_parts(outlook)
    for choice in open_now:
        if choice.seems_open and isinstance(choice.command, Answer) and choice.command.part in keys:
            read = _ANSWER.fullmatch(outlook.scribe.words(choice.command))
            if read is not None:
                found.setdefault(read[1].strip(), {})[read[2]] = choice.command.answer
    for words, said in found.items():
        who, _ = apart(outlook, words)
        parts = _meant(outlook, seen, words)
        if parts and _comes_later(outlook, parts[0]):
            continue
        given = question.answer_to(parts[0]) if question is not None and len(parts) == 1 else None
        now = next((item for item, answer in said.items() if answer == given), "")
        by = ", ".join(dict.fromkeys(voice.name(one) for part in parts for one in part.to))
        about = ": ".join(filter(None, (by, *(_question(voice, part) for part in parts))))
        if parts and parts[0].kind == "order":
            names = tuple(next(iter(said)).split(", "))
            yield Deed(who, about, words, "answer", inputs=(Input(LISTED, "", names, ordered=True),))
        elif len(said) > FEW:
            yield Deed(who, about, words, "answer", inputs=(Input(BARE, "", tuple(said), value=now),), said=bool(now))
        else:
            ahead = f"{by}: " if by and outlook.viewer is None else ""
            for item, answer in said.items():
                text = _said(voice, seen, answer)
                yield Deed(who, f"{ahead}{text}", f"{words} {item}", "answer", said=item == now)
    for part in seen.question.parts if seen.question is not None else ():
        if part.kind == "number":
            yield Deed("", _question(voice, part), "answer", "answer", inputs=(Input(BARE, "", text=True),))


def _first_parts(outlook: Outlook) -> frozenset[str]:
    """The keys of the parts of a question whose answers are shown: of more than can be looked through a few of those
    that have none yet; an answer without a key is to the only part."""
    question = open_question(outlook.state)
    parts = question.ask.parts if question is not None else ()
    if question is not None and len(parts) > MANY:
        parts = tuple(islice((part for part in parts if question.answer_to(part) is None), MANY))
    return frozenset(("", *(part.key for part in parts)))


def _said(voice: Voice, seen: View, answer: tuple[str, ...]) -> str:
    """An answer as people say it: with what it means, where the language tells that."""
    code = seen.question.code if seen.question is not None else ""
    texts = voice.catalogue
    said = (
        texts.text("answer", f"{code}.{one}") if texts.has("answer", f"{code}.{one}") else item_text(voice, one)
        for one in answer
    )
    return ", ".join(said)


def _question(voice: Voice, part: Part) -> str:
    asked = open_question(voice.state)
    return part_text(voice, asked.ask, part) if asked is not None else ""


def _comes_later(outlook: Outlook, part: Part) -> bool:
    """Whether the order of these people is also asked in another part, which the game master answers first: of parts
    that both are about them, one is shown at a time."""
    question = open_question(outlook.state)
    if question is None or outlook.viewer is not None or part.kind != "order":
        return False
    same = [one for one in question.ask.parts if one.kind == "order" and not set(one.items).isdisjoint(part.items)]
    left = [one for one in same if question.answer_to(one) is None] or same
    return part.key != next((one for one in left if GM in one.to), left[0]).key


def _meant(outlook: Outlook, seen: View, words: str) -> list[Part]:
    """The part of a question that these words answer."""
    parts = seen.question.parts if seen.question is not None else ()
    number = re.search(r"answer (\d+):$", words)
    if number is None:
        return list(parts[:1])
    question = open_question(outlook.state)
    keys = [part.key for part in question.ask.parts] if question is not None else []
    return [part for part in parts if part.key in keys[int(number[1]) - 1 : int(number[1])]]


def apart(outlook: Outlook, words: str) -> tuple[str, str]:
    """By whom, and what."""
    who, colon, deed = words.partition(": ")
    if colon and any(written(c.name) == who for c in outlook.state.combatants.values()):
        return who, deed
    return "", words
