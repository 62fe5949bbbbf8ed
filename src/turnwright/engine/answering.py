"""Answering what is asked: by people, and by a policy where nobody is there to."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from turnwright.engine.base import Part, Question, open_question
from turnwright.engine.happenings import Answered
from turnwright.engine.play import GM, Play
from turnwright.engine.veil import asked_anyhow
from turnwright.engine.view import View, view

FIRST, LAST = "first", "last"
"""Words of a policy: the first, or the last, of the answers as they are listed."""

ANY = "*"
"""In a policy, all questions that it does not name."""

Policy = Callable[[View, Question], Mapping[str, tuple[str, ...]]]
"""Gives the answers to parts of an open question, by the part's key; parts that it leaves out stay with people."""


def give_answer(play: Play, part: Part, answer: tuple[str, ...], who: str = "") -> None:
    """A part of the open question is answered, by the player of ``who`` or (empty) by the GM.

    Refuses ``answer.not_an_order`` and ``answer.not_one``.
    """
    question = open_question(play.state)
    assert question is not None
    said, shown = ", ".join(map(play.name, answer)), ", ".join(map(play.name, part.items))
    if part.kind == "order" and sorted(answer) != sorted(part.items):
        play.refuse("answer.not_an_order", answer=said, items=shown)
    if part.kind == "one" and (len(answer) != 1 or answer[0] not in part.items):
        play.refuse("answer.not_one", answer=said, items=shown)
    by = who or GM
    # Of several parts each answer stays its giver's own; whether there are several is as it is without those hidden.
    asked = asked_anyhow(play.state, question.ask, frozenset())
    play.emit(Answered(by, part.key, answer, to="" if asked == (part,) else by))


def answer_by(play: Play, policy: Policy) -> bool:
    """A policy answers, in the GM's place, what it has an answer to of the open question; tells whether it had any."""
    question = open_question(play.state)
    if question is None:
        return False
    answers = unsettled(view(play.rules, play.state), question, policy)
    for part in question.ask.parts:
        if part.key in answers:
            give_answer(play, part, answers[part.key])
    return bool(answers)


def unsettled(seen: View, question: Question, policy: Policy) -> dict[str, tuple[str, ...]]:
    """What a policy answers to the parts that nobody has settled yet."""
    given = policy(seen, question)
    keys = (part.key for part in question.ask.parts if question.answer_to(part) is None)
    return {key: given[key] for key in keys if key in given}


def stated(words: Mapping[str, str]) -> Policy:
    """The policy that people state: by a question's code (or `ANY`) ``first``, ``last``, or one of the answers.

    It leaves open what its word is no answer to, such as a number that has to be known.
    """

    def policy(seen: View, question: Question) -> dict[str, tuple[str, ...]]:
        word = words.get(question.ask.code, words.get(ANY, ""))
        found = ((part.key, _answer(part, word)) for part in question.ask.parts)
        return {key: answer for key, answer in found if answer}

    return policy


def _answer(part: Part, word: str) -> tuple[str, ...]:
    if part.kind == "order":
        return {FIRST: part.items, LAST: part.items[::-1]}.get(word, ())
    if word in part.items:
        return (word,)
    if part.kind == "one" and part.items and word in (FIRST, LAST):
        return (part.items[0 if word == FIRST else -1],)
    return ()
