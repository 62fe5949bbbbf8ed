"""Answering what is asked, and letting go by what is only offered."""

from __future__ import annotations

from turnwright.engine.answering import give_answer
from turnwright.engine.base import Command, Part, Question, open_question
from turnwright.engine.frames import Turn
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.play import Play
from turnwright.engine.turns import acting


class Answer(Command, frozen=True, gc=False):
    """Answer a part of the open question. ``who`` is the combatant whose player answers; empty is the GM, for
    anyone."""

    answer: tuple[str, ...]
    part: str = ""
    who: str = ""
    owner = "who"

    def decide(self, play: Play) -> None:
        question = open_question(play.state)
        if question is not None and play.by is not None:
            # What others are asked may be asked because of hidden ones: whoever is not asked hears the same of it.
            question = question.asked_of(play.by)
        if question is None:
            play.refuse("question.none")
        part = self._part(play, question)
        if part is None or (self.who and self.who not in part.to):
            asked = part.to if part is not None else tuple(who for each in question.ask.parts for who in each.to)
            deciders = ", ".join(map(play.name, dict.fromkeys(asked)))
            play.refuse("question.not_yours", name=play.combatant(self.who).name, deciders=deciders)
        give_answer(play, part, self.answer, self.who)

    def _part(self, play: Play, question: Question) -> Part | None:
        """The part that is named, else the first that is this one's to answer; None where none is."""
        if not self.part:
            return question.part_for(self.who)
        parts = question.ask.parts
        found = next((part for part in parts if part.key == self.part), None)
        if found is None:
            play.refuse("question.no_part", part=self.part, count=len(parts))
        return found

    @classmethod
    def offers(cls, play: Play) -> tuple[Command, ...]:
        """Every answer to a choice of one, and the standing order for a question about an order; a player's own
        answers in the name of those who are asked. A part is named where the giver is asked more than one."""
        question = open_question(play.state)
        if question is not None and play.by is not None:
            question = question.asked_of(play.by)
        if question is None:
            return ()
        found: list[Command] = []
        for part in question.ask.parts:
            key = part.key if len(question.ask.parts) > 1 else ""
            askers = [""] if play.by is None else [who for who in part.to if who in play.by]
            for who in askers:
                if part.kind == "one":
                    found += [cls((item,), key, who) for item in part.items]
                elif part.kind == "order":
                    found += [cls(part.items, key, who), cls(tuple(reversed(part.items)), key, who)]
        return tuple(found)


class Pass(Command, frozen=True, gc=False):
    """Let a chance go by: to step in, to react, to take a turn. What it means stands with what is on top of the
    agenda."""

    who: str
    owner = "who"
    begins = True
    content = "over"

    def opens(self, play: Play) -> bool:
        """One's own turn that has come up begins, and what its steps hold comes, before the rest of it is let go by."""
        turn = play.top
        return isinstance(turn, Turn) and self.who in acting(play.state, turn)

    def decide(self, play: Play) -> None:
        play.present(self.who)
        passes = play.rules.passes.get(type(play.top)) if play.top is not None else None
        if passes is None:
            play.refuse("pass.nothing", name=play.name(self.who))
        passes(play, play.top, self.who)

    @classmethod
    def offers(cls, play: Play) -> tuple[Command, ...]:
        """Everybody's passing, while something is on top of the agenda that can be let go by.

        In a turn it is the same as ending it, which is among the choices already.
        """
        if play.top is None or isinstance(play.top, Turn) or type(play.top) not in play.rules.passes:
            return ()
        return tuple(cls(c.id) for c in play.theirs())


MECHANIC = Mechanic("questions", commands=(Answer, Pass))
