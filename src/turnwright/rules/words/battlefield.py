"""The field of battle where it is more than a list of names: rows, advancing, leaving, and when a fight is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from turnwright.rules.words.word import Word


class Reach(Word, frozen=True, kw_only=True):
    """Which actions, by name or tag, don't reach from or into the back row across the sides."""

    shorthand: ClassVar[str] = "acts"
    says: ClassVar[Mapping[str, str]] = {"acts": "Their names or tags."}

    acts: tuple[str, ...] = ()


class BothEmpty(Word, frozen=True, kw_only=True):
    """The side that chooses first where both fronts are empty; one choice does not cancel the other."""

    shorthand: ClassVar[str] = "first"
    says: ClassVar[Mapping[str, str]] = {"first": "The side."}

    first: str = ""


class Advancing(Word, frozen=True, kw_only=True):
    """Advancing on a side that has nobody standing in its front row: all of it count as being in front then::

        rows:
          advancing: {at: advance, both empty: heroes, standing: {downed: no}}

    ``at`` is the moment at which a side is asked, once a round; ``standing`` lists conditions in which one does not
    hold the front (``no``). Players of a side decide together, where ``sides`` says that it is theirs.
    """

    at: str
    standing: dict[str, bool] = {}
    both_empty: BothEmpty = BothEmpty()


class Rows(Word, frozen=True, kw_only=True):
    """Rows of each side::

        traits: {row: {among: [front, back], start: front}}
        rows:
          trait: row
          front: front
          back: back
          short: melee

    Who stands in the back row is out of reach of what is ``short``.
    """

    says: ClassVar[Mapping[str, str]] = {
        "trait": "The trait that says in which row somebody stands.",
        "front": "Its word for the front.",
        "back": "Its word for the back.",
    }

    trait: str = "row"
    front: str = "front"
    back: str = "back"
    short: Reach = Reach()
    advancing: Advancing | None = None


class Stopped(Word, frozen=True, kw_only=True):
    """Conditions that undo a departure: whoever gets into one of them stays."""

    shorthand: ClassVar[str] = "by"
    says: ClassVar[Mapping[str, str]] = {"by": "The conditions."}

    by: tuple[str, ...] = ()


class Drops(Word, frozen=True, kw_only=True):
    """Granted turns that are lost by setting out to leave."""

    shorthand: ClassVar[str] = "extras"
    says: ClassVar[Mapping[str, str]] = {"extras": "Their names."}

    extras: tuple[str, ...] = ()


class Departure(Word, frozen=True, kw_only=True):
    """A way to leave the field that takes until a moment::

        departures:
          fled:
            condition: fleeing
            at: leave
            stopped: downed
            waits: locked

    Whoever is in the ``condition`` at the moment ``at`` leaves, and neither acts nor is acted upon until the scene is
    over. ``stopped`` are conditions that undo it, ``waits`` reasons not to act that put it off, ``drops`` the granted
    turns it costs.
    """

    condition: str
    at: str
    stopped: Stopped = Stopped()
    waits: tuple[str, ...] = ()
    drops: Drops = Drops()


class Forbidding(Word, frozen=True, kw_only=True):
    """The game master may forbid an action for the scene."""


class AllLeft(Word, frozen=True, kw_only=True):
    """A fight that is over because everybody of a side has left."""


class Defeat(Word, frozen=True, kw_only=True):
    """A fight is over once a side has nobody left on the field who is not in one of these conditions::

        defeat: {conditions: downed}

    It is looked for at the end of each turn and of each phase, and the scene ends.
    """

    shorthand: ClassVar[str] = "conditions"
    says: ClassVar[Mapping[str, str]] = {"conditions": "The conditions."}

    conditions: tuple[str, ...] = ()
    all_left: AllLeft = AllLeft()
