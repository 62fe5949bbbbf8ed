"""The kinds of thing the engine is made of: events, frames, commands, questions and refusals."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from turnwright.formula import Number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from turnwright.engine.play import Play
    from turnwright.engine.state import State


def _tag(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Event(Struct, frozen=True, gc=False, kw_only=True, tag_field="type", tag=_tag, omit_defaults=True):
    """A fact with its result: folding it needs no rules, so old logs read the same under any version.

    ``ref`` is the rule that caused it, ``cause`` what set it off (an effect, an act), ``to`` who may know of it
    (empty: everybody).
    """

    ref: str = ""
    cause: str = ""
    to: str = ""

    def apply(self, state: State) -> State:
        """The state after this event."""
        raise NotImplementedError


class Frame:
    """Something that is still to happen. Frames are the agenda, a stack kept in the state.

    How each kind goes on is a function ``step(play, frame, answers)`` of its mechanic: it emits events, or gives an
    `Ask`, or `WAIT`. A step that asks has emitted nothing; it runs again with the answers.
    """

    __slots__ = ()


class FrameStruct(Struct, Frame, frozen=True, gc=False, tag_field="frame", tag=_tag, omit_defaults=True):
    """The base of every kind of frame."""


class Waiting:
    """The answer of a frame that goes on only when somebody gives a command."""


WAIT = Waiting()


class Part(Struct, frozen=True, gc=False, omit_defaults=True):
    """One decision within a question.

    ``to`` lists who decide: ids of combatants (their players), or ``gm``. All of them must give the same answer, or
    the GM settles it. ``kind`` says what an answer looks like: one of ``items``, all of ``items`` in an order, or a
    number.
    """

    key: str
    to: tuple[str, ...]
    kind: Literal["one", "order", "number"] = "one"
    items: tuple[str, ...] = ()


class Ask(Struct, frozen=True, gc=False):
    """What a frame wants to know before it can go on."""

    code: str
    parts: tuple[Part, ...]
    about: dict[str, str] = {}
    ref: str = ""


Answers = dict[str, tuple[str, ...]]
"""The answer to each part of a question, by the part's key."""

Outcome = Ask | Waiting | None


class Question(FrameStruct, frozen=True, gc=False, tag="question", omit_defaults=True):
    """An open question. ``given`` holds who has answered which part, and what, until every part is settled.

    As a player knows it, it may be only ``partly`` there: others are asked the rest of it.
    """

    id: int
    ask: Ask
    given: dict[str, dict[str, tuple[str, ...]]] = {}
    partly: bool = False

    def settled(self) -> Answers | None:
        """The answers, once every part has one on which its deciders agree; otherwise None."""
        if self.partly:
            return None
        answers: Answers = {}
        for part in self.ask.parts:
            answer = self.answer_to(part)
            if answer is None:
                return None
            answers[part.key] = answer
        return answers

    def answer_to(self, part: Part) -> tuple[str, ...] | None:
        """The answer to a part, once its deciders agree on one or the GM has given it; otherwise None."""
        said = self.given.get(part.key, {})
        if "gm" in said:
            return said["gm"]
        if all(who in said for who in part.to) and len({said[who] for who in part.to}) == 1:
            return said[part.to[0]]
        return None

    def asked_of(self, viewer: frozenset[str]) -> Question | None:
        """The question as the player of these combatants knows it: what they are asked, and nothing of the rest."""
        parts = tuple(part for part in self.ask.parts if not viewer.isdisjoint(part.to))
        if len(parts) == len(self.ask.parts):
            return self
        return replace(self, ask=replace(self.ask, parts=parts), partly=True) if parts else None

    def part_for(self, who: str) -> Part | None:
        """The part that an answer is for where none is named: of one's own the first that lacks an answer.

        For the GM (empty) all parts count, the GM's own ahead of the others.
        """
        mine = [part for part in self.ask.parts if not who or who in part.to]
        left = [part for part in mine if self.answer_to(part) is None] or mine
        return next((part for part in left if "gm" in part.to), left[0] if left else None)


def open_question(state: State) -> Question | None:
    """The question that is open: it is what the agenda has come to."""
    top = state.agenda[-1] if state.agenda else None
    return top if isinstance(top, Question) else None


class Refusal(Struct, frozen=True, gc=False, omit_defaults=True):
    """Why a command was not carried out. ``code`` is stable; ``data`` holds the figures for the sentence.

    ``rule`` tells a refusal by a rule of the game, which the GM may overrule, from one that nobody can (a bad name,
    a bound).
    """

    code: str
    ref: str = ""
    data: dict[str, str] = {}
    rule: bool = False


class Refused(Exception):
    """Raised while deciding; the machine turns it into its refusal, and nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


class Spoken:
    """Any command, where one is kept inside an event or a frame: it is read back by its name, as frames are."""

    __slots__ = ()


class Command(Struct, Spoken, frozen=True, gc=False, tag_field="command", tag=_tag, omit_defaults=True):
    """What somebody wants to happen.

    ``owner`` names the field that holds the combatant (or combatants) whose player may give this command; without it
    only the GM may. ``edits`` names the field that holds those whose sheets it changes by hand: a player who may edit
    their own can give it for these.

    ``begins`` marks a command that may be the first thing done in a turn that has come up.
    ``content`` is what this is content with as it begins a turn in which something comes ahead of its acting: that
    the turn is ``over`` by then, or that it is ``begun``; without it, it is refused there.
    ``files`` tells that it brings whole files, of many lines, whose letters are looked at as they are read.
    """

    owner: ClassVar[str] = ""
    edits: ClassVar[str] = ""
    begins: ClassVar[bool] = False
    content: ClassVar[Literal["", "over", "begun"]] = ""
    files: ClassVar[bool] = False

    def decide(self, play: Play) -> None:
        """Emit what the command causes, or refuse."""
        raise NotImplementedError

    def opens(self, play: Play) -> bool:
        """Whether this, as the first thing done in a turn that has come up, begins it."""
        return self.begins

    def owners(self, play: Play) -> tuple[str, ...]:
        """The combatants any of whose players may give this command."""
        value = getattr(self, self.owner) if self.owner else ()
        return (value,) if isinstance(value, str) else tuple(value)

    def edited(self, play: Play) -> tuple[str, ...]:
        """The combatants whose sheets this changes by hand; of what is nobody's sheet, nobody."""
        value = getattr(self, self.edits) if self.edits else ()
        return (value,) if isinstance(value, str) else tuple(value)

    @classmethod
    def offers(cls, play: Play) -> Iterable[Command]:
        """Commands of this kind that somebody might want to give now, allowed or not."""
        return ()


def figures(data: Mapping[str, Any]) -> dict[str, str]:
    """Figures of a refusal as text, exact numbers as they are shown to people."""
    from turnwright.formula import show_number

    return {k: show_number(v) if isinstance(v, Number) and not isinstance(v, bool) else str(v) for k, v in data.items()}
