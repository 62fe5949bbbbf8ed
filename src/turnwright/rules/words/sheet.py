"""What stands on a character's sheet: stats, traits, pools and conditions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from turnwright.formula import Formula, Number
from turnwright.rules.words.word import Word


class Stat(Word, frozen=True, kw_only=True):
    """A number on the sheet. ``value`` is what counts when the sheet gives none; without it the sheet must.

    A number there keeps within the same bounds as those on sheets.
    """

    shorthand: ClassVar[str] = "value"
    says: ClassVar[Mapping[str, str]] = {
        "least": "No sheet can give less.",
        "most": "No sheet can give more.",
        "step": "In what steps it can be given: 1/2 allows halves.",
    }

    value: Formula | None = None
    least: Number | None = None
    most: Number | None = None
    step: Number = 1


class AskedFirst(Word, frozen=True, kw_only=True):
    """Whether people are asked for a trait as a scene begins, where their sheet doesn't say it."""

    shorthand: ClassVar[str] = "asked"
    says: ClassVar[Mapping[str, str]] = {"asked": "Yes: people are asked."}

    asked: bool = True


class Trait(Word, frozen=True, kw_only=True):
    """A word on the sheet that is one of a few, such as the row in which someone stands."""

    shorthand: ClassVar[str] = "among"
    says: ClassVar[Mapping[str, str]] = {
        "among": "The words that it can be.",
        "start": "The word that counts when the sheet gives none.",
    }

    among: tuple[str, ...] = ()
    start: str = ""
    asked_first: AskedFirst = AskedFirst(asked=False)


class Crosses(Word, frozen=True, kw_only=True):
    """What is spent on an act, each opponent among its ``targets`` gains, once the act has had its effect."""

    shorthand: ClassVar[str] = "to"
    says: ClassVar[Mapping[str, str]] = {"to": "Who gains it."}

    to: Literal["", "targets"] = ""


class Start(Word, frozen=True, kw_only=True):
    """What somebody has of a pool at first: its maximum, or what the formula ``to`` says, and again at each ``at``::

        reaction: {max: 2 * actions, start: {at: start of scene}, refill: end of turn}
        action: {max: 2, start: 0, refill: start of turn}

    What a sheet gives counts instead.
    """

    shorthand: ClassVar[str] = "to"

    to: Formula | None = None
    at: tuple[str, ...] = ()


class Refill(Word, frozen=True, kw_only=True):
    """The moments at which a pool comes back, to its maximum or to what the formula ``to`` says::

        action: {max: 2, refill: start of turn, lost: end of turn}
        reaction: {max: 4, refill: {at: end of turn, to: 2 * action}}

    At one moment pools refill before others are lost: here reactions are twice the actions that were left over.
    """

    shorthand: ClassVar[str] = "at"
    says: ClassVar[Mapping[str, str]] = {"at": "One moment or several."}

    at: tuple[str, ...] = ()
    to: Formula | None = None


class Lost(Word, frozen=True, kw_only=True):
    """The moments at which what is left of a pool is lost."""

    shorthand: ClassVar[str] = "at"
    says: ClassVar[Mapping[str, str]] = {"at": "One moment or several."}

    at: tuple[str, ...] = ()


class EndsTurn(Word, frozen=True, kw_only=True):
    """Whether a turn ends by itself once nothing of the pool is left."""

    shorthand: ClassVar[str] = "ends"
    says: ClassVar[Mapping[str, str]] = {"ends": "Yes: the turn ends then."}

    ends: bool = True


class Most(Word, frozen=True, kw_only=True):
    """The maximum of a pool. What would go beyond it is not gained."""

    shorthand: ClassVar[str] = "formula"
    says: ClassVar[Mapping[str, str]] = {"formula": "The number; a sheet may give its own (`12/20`)."}

    formula: Formula


class Follows(Word, frozen=True, kw_only=True):
    """Whether a pool loses what is above its maximum at once when that falls."""

    shorthand: ClassVar[str] = "follows"
    says: ClassVar[Mapping[str, str]] = {"follows": "Yes: it loses it."}

    follows: bool = True


class Pool(Word, frozen=True, kw_only=True):
    """A number that is spent and comes back: actions, action points, reactions, hit points.

    What is ``carried`` is in the party's next fight what it was at the end of this one; other pools begin afresh.
    ``refill`` and ``lost`` are moments, ``start`` is what it holds at first. A refill sets the pool, it never adds to
    it. It does not sink below its ``least``; with ``least: ~`` it may. Where ``losses lower refill``, what effects take
    in a turn ahead of its refill is missing from the refill.
    """

    says: ClassVar[Mapping[str, str]] = {
        "label": "What people call it; also a name by which it can be spoken of.",
        "symbol": "A sign that stands for one of it in lists.",
        "step": "In what steps it is spent: 1/2 allows halves.",
        "absorbs": "The pool whose losses are taken from this one first, such as temporary hit points.",
        "vital": "What harm takes away: `for 3` in an attack, and `hp NAME -3`, mean this pool. A game has one.",
    }

    label: str = ""
    symbol: str = ""
    max: Most | None = None
    least: Number | None = 0
    step: Number = 1
    start: Start = Start()
    refill: Refill = Refill()
    losses_lower_refill: bool = False
    lost: Lost = Lost()
    ends_turn: EndsTurn = EndsTurn(ends=False)
    follows_max: Follows = Follows(follows=False)
    absorbs: str = ""
    carried: bool = False
    crosses: Crosses = Crosses()
    vital: bool = False


class Condition(Word, frozen=True, kw_only=True):
    """A state someone is in, by hand, through an effect, or whenever the test ``when`` holds.

    ``clears`` are conditions laid by hand, and effects by name, class or tag, that are over as it comes on; ``implies``
    are conditions that go with it. Laid by hand it ``lasts`` until it is taken away, or to the end of the next own
    ``turn`` or of the ``round``. ``leaves`` is the word for how somebody leaves the fight by it, at once::

        downed: {when: hp <= 0, unable: yes, clears: [statuses, charm, hex]}
        dead: {when: hp <= -10, leaves: dead}
        surprised: {unable: yes, implies: no defence, lasts: round}
        felled: {when: hp <= 0, unable: yes, stands: ahead}

    Who comes to be in one that ``stands: ahead`` stands directly before whoever's turn it is, from then on.

    Concentration ends in one that says ``ends concentration``; unsaid, in whatever makes ``unable``::

        surprised: {unable: yes, ends concentration: no}

    ``sheltered``: nobody can be aimed at in it but by what it is ``open to`` (actions by name or tag).
    """

    shorthand: ClassVar[str] = "about"
    says: ClassVar[Mapping[str, str]] = {
        "bars": "Actions and reactions, by name or tag, that cannot be done in it; `reaction` are all reactions.",
        "changes": (
            "Stats, and maxima of pools, that are other in it: with a sign it is added, otherwise it sets, and "
            "`base` is what it was."
        ),
    }

    when: Formula | None = None
    unable: bool = False
    sheltered: bool = False
    open_to: tuple[str, ...] = ()
    ends_concentration: bool | None = None
    bars: tuple[str, ...] = ()
    changes: dict[str, Formula] = {}
    clears: tuple[str, ...] = ()
    implies: tuple[str, ...] = ()
    lasts: Literal["", "turn", "round"] = ""
    leaves: str = ""
    stands: Literal["", "ahead"] = ""
