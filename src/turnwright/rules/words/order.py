"""Who goes when: initiative, ties, the parts of a round and of a turn."""

from __future__ import annotations

from typing import ClassVar, Literal

from turnwright.formula import Formula
from turnwright.rules.words.time import Time
from turnwright.rules.words.word import Word


class Tie(Word, frozen=True, kw_only=True):
    """One way to tell tied entries apart; exactly one of its fields is used.

    ``by`` compares a formula of the sheet; ``roll`` has only those still tied roll, and again while any are level;
    ``side`` puts that side first; ``ask`` lets people decide.
    """

    by: Formula | None = None
    roll: Formula | None = None
    side: str = ""
    ask: Literal["", "gm", "sides"] = ""
    together: bool = False


class Initiative(Word, frozen=True, kw_only=True):
    """How the order of a scene is found. Without a formula the scores are typed in."""

    shorthand: ClassVar[str] = "formula"

    formula: Formula | None = None
    first: Literal["high", "low"] = "high"
    rolled: Literal["scene", "round", "never"] = "scene"
    ties: tuple[Tie, ...] = ()
    unrolled: Literal["ask", "refuse"] = "ask"


class Step(Word, frozen=True, kw_only=True):
    """A step of a turn. In a step that ``acts`` the owner acts, by the actions it ``allows`` (none named: by all)."""

    shorthand: ClassVar[str] = "name"

    name: str
    acts: bool = False
    allows: tuple[str, ...] = ()


class Turn(Word, frozen=True, kw_only=True):
    """The steps of a turn, in order. ``start`` and ``end`` name the steps meant by "start of turn" and "end of turn".

    ``unable`` says what becomes of the turn of someone who can't act: it is skipped, or played without actions.
    """

    steps: tuple[Step, ...] = (Step(name="start"), Step(name="act", acts=True), Step(name="end"))
    start: str = "start"
    end: str = "end"
    unable: Literal["skip", "play"] = "skip"


class Phase(Word, frozen=True, kw_only=True):
    """A part of a round. ``kind`` says what happens in it."""

    shorthand: ClassVar[str] = "name"

    name: str
    kind: str = "turns"


class Round(Word, frozen=True, kw_only=True):
    """The phases of a round, in order; ``opening`` phases are played once, ahead of the first round's own."""

    phases: tuple[Phase, ...] = (Phase(name="turns"),)
    opening: tuple[str, ...] = ()


class Called(Word, frozen=True, kw_only=True):
    """What becomes of the running round when a scene is switched to a mode: a ``new round``, or ``keep`` it going."""

    shorthand: ClassVar[str] = "how"

    how: Literal["new round", "keep"] = "new round"


class Mode(Word, frozen=True, kw_only=True):
    """A way in which a scene is played: ``order`` says how the next to act is found::

        modes:
          free: free
          initiative:
            order: list
            called: new round
          exploration:
            order: free
            time: {round: 10 min}

    A scene can be switched from one mode to another. ``called`` then says whether all have a turn in a ``new round``,
    or the round goes on (``keep``) and those who have acted wait for the next; unsaid, an order that is enforced begins
    a new round and a free one goes on with the running one. ``time`` overrides what a turn and a round stand for.
    """

    shorthand: ClassVar[str] = "order"

    order: str = "list"
    called: Called | None = None
    time: Time | None = None
