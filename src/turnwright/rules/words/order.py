"""Who goes when: initiative, ties, the parts of a round and of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from turnwright.formula import Formula
from turnwright.rules.words.counting import Ahead, Last, Late, Live
from turnwright.rules.words.devices import Cards
from turnwright.rules.words.time import Time
from turnwright.rules.words.word import Word


class RollOff(Word, frozen=True, kw_only=True):
    """Dice by which the GM may have any one tie decided instead of asking people about it."""

    shorthand: ClassVar[str] = "roll"
    says: ClassVar[Mapping[str, str]] = {"roll": "The dice."}

    roll: Formula


class Tie(Word, frozen=True, kw_only=True):
    """One way to tell tied entries apart; exactly one of its fields is used::

        ties:
          - by: speed
          - {side: heroes, mixed: yes}
          - {ask: sides, roll off: 1d20}

    ``by`` compares a formula of the sheet; ``roll`` has only those still tied roll, and again while any are level;
    ``side`` puts that side first; ``together`` leaves them level, and they act at once. ``ask`` lets people decide: the
    GM, or with ``sides`` players among their own, the GM among the others and where both are tied; the GM may call a
    ``roll off`` for one of these ties instead. With ``mixed`` it counts only where those tied stand on more than one
    side.
    """

    by: Formula | None = None
    roll: Formula | None = None
    side: str = ""
    ask: Literal["", "gm", "sides"] = ""
    roll_off: RollOff | None = None
    together: bool = False
    mixed: bool = False


class Call(Word, frozen=True, kw_only=True):
    """Numbers that are named before the order is found, and one roll that they are held against::

        stats: {call: 0, cast: 0}
        initiative:
          formula: initiative * 3/2 if call == cast else initiative
          call: {side: heroes, number: call, least: 1, most: 10, roll: 1d10, rolled: cast}

    Each of the ``side`` names a number, at the same time; then the ``roll`` is made once, for all. Both become stats,
    ``number`` on the sheets of those who named one and ``rolled`` on everybody's, for the formulas of initiative and
    of ties. Then initiative is found for all.
    """

    says: ClassVar[Mapping[str, str]] = {
        "least": "The least number that can be named.",
        "most": "The highest number that can be named.",
    }

    side: str
    number: str
    least: int = 1
    most: int = 10
    roll: Formula
    rolled: str


class Rolled(Word, frozen=True, kw_only=True):
    """When initiative is found: once for a whole ``scene``, anew each ``round``, or ``never``."""

    shorthand: ClassVar[str] = "when"
    says: ClassVar[Mapping[str, str]] = {"when": "How long a score is kept."}

    when: Literal["scene", "round", "never"] = "scene"


class Initiative(Word, frozen=True, kw_only=True):
    """How the order of a scene is found. Without a formula or ``cards`` the scores are typed in.

    A ``call`` may come before it.
    A score that is missing is asked for (``unrolled: ask``), refused, or found without asking (``roll``). ``ahead``
    puts those for whom this formula comes to more before all others, whatever their score. ``live`` lists what
    changes the score at once, ``late`` is the score of somebody who joins a running round; in it ``score`` is what
    was rolled, and ``passes`` the number of passes that are over.

    ``per: side`` has each side find one score and take one turn, in which all of it act; those for whom the test
    ``last`` holds act after all sides.
    """

    shorthand: ClassVar[str] = "formula"
    says: ClassVar[Mapping[str, str]] = {
        "formula": "The score: dice, and what stands on the sheet.",
        "first": "Whether the highest score goes first, or the lowest.",
    }

    formula: Formula | None = None
    first: Literal["high", "low"] = "high"
    rolled: Rolled = Rolled()
    ties: tuple[Tie, ...] = ()
    unrolled: Literal["ask", "refuse", "roll"] = "ask"
    call: Call | None = None
    cards: Cards | None = None
    ahead: Ahead = Ahead()
    live: tuple[Live, ...] = ()
    late: Late = Late()
    per: Literal["each", "side"] = "each"
    last: Last = Last()


class Step(Word, frozen=True, kw_only=True):
    """A step of a turn. In a step that ``acts`` the owner acts, by the actions it ``allows`` (none named: by all).

    An acting step ``when`` a test is passed over where it holds for nobody who acts in the turn.
    """

    shorthand: ClassVar[str] = "name"
    says: ClassVar[Mapping[str, str]] = {"name": "How it is called; it is a moment of that name."}

    name: str
    acts: bool = False
    allows: tuple[str, ...] = ()
    when: Formula | None = None


class Ended(Word, frozen=True, kw_only=True):
    """Who ends a turn: its ``owner`` (and the game master), or the ``gm`` alone."""

    shorthand: ClassVar[str] = "by"
    says: ClassVar[Mapping[str, str]] = {"by": "Who says that it is over."}

    by: Literal["owner", "gm"] = "owner"


class Unable(Word, frozen=True, kw_only=True):
    """What becomes of the turn of somebody who can't act: ``skip`` it, or ``play`` its steps without actions."""

    shorthand: ClassVar[str] = "then"
    says: ClassVar[Mapping[str, str]] = {"then": "What is done with the turn."}

    then: Literal["skip", "play"] = "skip"


class Turn(Word, frozen=True, kw_only=True):
    """The steps of a turn, in order. ``start`` and ``end`` name the steps meant by "start of turn" and "end of turn".

    ``unable`` says what becomes of the turn of someone who can't act: it is skipped, or played without actions. ``a
    round`` is how many turns somebody has in each round: one, unless stated otherwise. ``ended`` says who may end it.
    """

    steps: tuple[Step, ...] = (Step(name="start"), Step(name="act", acts=True), Step(name="end"))
    start: str = "start"
    end: str = "end"
    unable: Unable = Unable()
    a_round: Formula | None = None
    ended: Ended = Ended()


class Phase(Word, frozen=True, kw_only=True):
    """A part of a round. ``kind`` says what happens in it."""

    shorthand: ClassVar[str] = "name"
    says: ClassVar[Mapping[str, str]] = {"name": "How it is called; moments and `phases` name it."}

    name: str
    kind: str = "turns"


class Round(Word, frozen=True, kw_only=True):
    """The phases of a round, in order; ``opening`` phases are played once, ahead of the first round's own."""

    phases: tuple[Phase, ...] = (Phase(name="turns"),)
    opening: tuple[str, ...] = ()


class Called(Word, frozen=True, kw_only=True):
    """What becomes of the running round when a scene is switched to a mode: a ``new round``, or ``keep`` it going."""

    shorthand: ClassVar[str] = "how"
    says: ClassVar[Mapping[str, str]] = {"how": "What becomes of the round."}

    how: Literal["new round", "keep"] = "new round"


Order = Literal["list", "free", "elect", "slots", "alternate", "bag", "count"]
"""The ways to find who acts next."""


class Mode(Word, frozen=True, kw_only=True):
    """A way in which a scene is played: ``order`` says how the next to act is found.

    By a ``list``; ``free``: whoever wants to; ``elect``: the last names the next; ``slots`` of sides; sides
    ``alternate``; out of a ``bag``; or by the score as it stands (``count``)::

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

    order: Order = "list"
    called: Called | None = None
    time: Time | None = None
