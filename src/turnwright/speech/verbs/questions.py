"""Answering what is asked."""

from __future__ import annotations

from turnwright.engine.base import Command, Part
from turnwright.engine.mechanics.questions import Answer
from turnwright.formula import show_number
from turnwright.speech.errors import SpeechError
from turnwright.speech.line import Line, written
from turnwright.speech.names import effect_word
from turnwright.speech.verb import Verb
from turnwright.speech.writer import Writer


def _answer(line: Line) -> Command:
    """The answer to the part that was named by its number, else to the first part whose answer it can be."""
    question = line.question
    if question is None:
        line.fail("question.none")
    who = line.subjects[0] if line.subjects else line.speaker
    parts = question.ask.parts
    number = _part_number(line, len(parts))
    if number:
        return Answer(_items(line, parts[number - 1]), parts[number - 1].key, who)
    usual = question.part_for(who) or parts[0]
    start, nothing = line.skip(), line.done()
    faults: list[SpeechError] = []
    for part in (usual, *(other for other in parts if other is not usual)):
        line.at = start
        try:
            answer = _items(line, part)
            if line.done():
                return Answer(answer, "" if part is usual else part.key, who)
            line.fail("line.left_over", rest=line.left())
        except SpeechError as fault:
            faults.append(fault)
    if nothing:
        line.fail("answer.nothing")
    raise max(faults, key=lambda fault: fault.at)


def _part_number(line: Line, parts: int) -> int:
    word, stop = line.peek()
    number = word[:-1] if word.endswith(":") and word[:-1].isdecimal() else ""
    if not number or len(number) > len(str(parts)) or not 1 <= int(number) <= parts:
        return 0
    line.at = stop
    return int(number)


def _items(line: Line, part: Part) -> tuple[str, ...]:
    if part.kind == "number":
        return (show_number(line.number("answer")),)
    shown = {item_word(line, item): item for item in part.items}
    if part.kind == "one":
        return (shown[_item(line, shown)],)
    answer: list[str] = []
    while not line.done():
        answer.append(shown[_item(line, {word: item for word, item in shown.items() if item not in answer})])
        line.separator()
    left = [item for item in part.items if item not in answer]
    if len(left) == 1 and answer:
        answer.append(left[0])
    if left and len(answer) < len(part.items):
        missing = ", ".join(item_word(line, item) for item in left)
        line.fail("answer.not_an_order", items=", ".join(shown), left=missing)
    return tuple(answer)


def _item(line: Line, shown: dict[str, str]) -> str:
    """One of the words offered, which may be shortened; those that are names, as names may be."""
    at = line.skip()
    found = line.option(shown)
    if found:
        return found
    line.at = at
    word, stop = line.peek()
    fitting = line.cast.called.begun(word)
    of_names = [name for name, item in shown.items() if set(_members(line, item)) & set(fitting)]
    if len(of_names) == 1:
        line.at = stop
        return of_names[0]
    return line.choice(shown, "answer")


def _members(line: Line, item: str) -> tuple[str, ...]:
    entry = line.state.entries.get(item)
    return entry.members if entry else (item,)


def item_word(line: Line | Writer, item: str) -> str:
    """How an answer is said: the name of whom it means, else the word itself."""
    if item in line.state.entries:
        return line.state.entries[item].name
    if item in line.state.combatants:
        return line.state.combatants[item].name
    return effect_word(line.state, item) if item in line.state.effects else item


def _write_answer(writer: Writer, command: Answer) -> str | None:
    line = Line(writer.rules, writer.state, "")
    if line.question is None:
        return None
    keys = [part.key for part in line.question.ask.parts]
    number = f"{keys.index(command.part) + 1}: " if command.part in keys else ""
    said = ", ".join(written(item_word(writer, item)) for item in command.answer)
    return f"{writer.subject(command.who)}answer {number}{said}"


VERBS = (Verb("answer", "answer [PART:] ANSWER", _answer, writes={Answer: _write_answer}),)
