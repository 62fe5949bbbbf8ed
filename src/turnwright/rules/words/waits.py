"""Waiting instead of acting: delays, holds, prepared acts, and stepping in between turns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from turnwright.formula import Formula
from turnwright.rules.words.word import Word

NamedMoment = Literal["open", "score", "before", "after", "event", "first"]
"""What somebody can wait until."""


class Unused(Word, frozen=True, kw_only=True):
    """What becomes of a wait that was not used by the end of its time.

    ``last``: it acts after all others; ``lost``: its turn is lost and it keeps its old place; ``hold over``: it
    becomes the wait that ``becomes`` names.
    """

    shorthand: ClassVar[str] = "then"
    says: ClassVar[Mapping[str, str]] = {
        "then": "What becomes of it.",
        "becomes": "The wait that it becomes, where it is held over.",
    }

    then: Literal["last", "lost", "hold over"] = "lost"
    becomes: str = ""


class Until(Word, frozen=True, kw_only=True):
    """What may be named as the moment of a wait; the first is meant where nothing is named.

    ``open``: when its player says; a ``score``; ``before`` or ``after`` somebody; an ``event``; ``first`` of all.
    """

    shorthand: ClassVar[str] = "moments"
    says: ClassVar[Mapping[str, str]] = {"moments": "The words that may be used."}

    moments: tuple[NamedMoment, ...] = ("open",)


class Later(Word, frozen=True, kw_only=True):
    """A wait must have somewhere to go: somebody below who has yet to take a turn and is not waiting too."""

    shorthand: ClassVar[str] = "needed"
    says: ClassVar[Mapping[str, str]] = {"needed": "Yes: without it the wait is refused."}

    needed: bool = False


class Lasts(Word, frozen=True, kw_only=True):
    """Whether a label and a place that a wait has changed stay after this round, or go back as it ends."""

    shorthand: ClassVar[str] = "stays"
    says: ClassVar[Mapping[str, str]] = {"stays": "Yes: they stay."}

    stays: bool = True


class Rank(Word, frozen=True, kw_only=True):
    """How the label of a place follows the moment of acting.

    ``beside``: one below whoever it acted right after, one above whoever it acted right before, or the value it had
    named. ``lasts``: whether label and place stay after this round.
    """

    shorthand: ClassVar[str] = "follows"
    says: ClassVar[Mapping[str, str]] = {"follows": "The label is the score, or goes with the place."}

    follows: Literal["score", "beside"] = "score"
    lasts: Lasts = Lasts()


class Interrupts(Word, frozen=True, kw_only=True):
    """Whether who waits may step into the middle of somebody's turn: not at all, ``freely``, or by a ``contest``.

    In a contest both ``roll``, and the higher goes first; without a roll the table says who wins. Who is level with
    the other acts at the same time, or (``tied``) comes ``first`` or ``after``. Whoever loses waits no longer, and
    acts after the other.
    """

    shorthand: ClassVar[str] = "how"
    says: ClassVar[Mapping[str, str]] = {"how": "Whether, and how."}

    how: Literal["no", "freely", "contest"] = "no"
    roll: Formula | None = None
    tied: Literal["at once", "first", "after"] = "at once"


class BeforeInterrupts(Word, frozen=True, kw_only=True):
    """Whether waiting until right before somebody interrupts what that one does, though nothing was prepared."""

    shorthand: ClassVar[str] = "allowed"
    says: ClassVar[Mapping[str, str]] = {"allowed": "Yes: it does."}

    allowed: bool = False


class SeenBy(Word, frozen=True, kw_only=True):
    """Who sees what was prepared, and for what, before it is done: its ``owner`` (and the GM), or ``all``."""

    shorthand: ClassVar[str] = "by"
    says: ClassVar[Mapping[str, str]] = {"by": "Who sees it."}

    by: Literal["owner", "all"] = "owner"


class Declined(Word, frozen=True, kw_only=True):
    """What becomes of a prepared act whose owner lets its contingency go by: it ``stays`` prepared, or is ``lost``."""

    shorthand: ClassVar[str] = "then"
    says: ClassVar[Mapping[str, str]] = {"then": "What becomes of it."}

    then: Literal["stays", "lost"] = "stays"


class Begun(Word, frozen=True, kw_only=True):
    """A turn that has begun can be put off too, as long as something is ``left`` of one of these pools.

    It is gone on with later: what belongs to its start does not come again.
    """

    shorthand: ClassVar[str] = "left"
    says: ClassVar[Mapping[str, str]] = {"left": "The pools."}

    left: tuple[str, ...] = ()


class Meanwhile(Word, frozen=True, kw_only=True):
    """What is open to somebody who waits, beside reactions and what may be done at any time: these ``acts``.

    They are, in the round in which the turn was given up. What is refused to somebody who waits names this rule.
    """

    shorthand: ClassVar[str] = "acts"

    acts: tuple[str, ...] = ()


class Wait(Word, frozen=True, kw_only=True):
    """A way to wait, declared as one's own turn comes up, before anything is done in it (unless ``begun`` says more)::

        waits:
          delay:
            until: open
            place: here
            unused: last

    ``window`` says when the turn can be taken: later in ``this round``, in the ``next round``, until one's own turn
    comes round again (``cycle``), or at ``any`` time. ``until`` lists what may be named as its moment: ``open`` (when
    its player says), a ``score``, ``before`` or ``after`` somebody, an ``event``, or ``first`` of all. ``place`` is
    where the entry stands afterwards: ``here``, where it stepped in, or ``back`` at its old place. ``gives up`` are the
    pools that it loses with the turn, and ``allows`` what may still be done while it waits; an act that it
    is ``used up by`` takes the turn's place. ``needs`` is a test on the sheet; conditions that it is ``broken by``
    end it, and whoever is in one can't begin to wait.

    One that is ``prepared`` is declared with an act and a contingency, and interrupts what sets it off. ``seen by``
    says who knows of them, ``declined`` what becomes of it when its owner lets the contingency go by, ``unfired``
    what is left of it where none came and no moment was named. ``before interrupts`` lets one that waits until right
    before somebody interrupt with nothing prepared.
    """

    says: ClassVar[Mapping[str, str]] = {
        "label": "What people call it.",
        "prepared": "An act is named with it (`prepare attack NAME if ...`), and only that is done then.",
        "bars": (
            "Actions and reactions, by name or tag, that cannot be done while one waits; `reaction` are all reactions."
        ),
    }

    label: str = ""
    window: Literal["this round", "next round", "cycle", "any"] = "this round"
    until: Until = Until()
    begun: Begun = Begun()
    later: Later = Later()
    place: Literal["here", "back"] = "here"
    rank: Rank = Rank()
    gives_up: tuple[str, ...] = ()
    allows: Meanwhile = Meanwhile()
    used_up_by: tuple[str, ...] = ()
    prepared: bool = False
    seen_by: SeenBy = SeenBy()
    before_interrupts: BeforeInterrupts = BeforeInterrupts()
    declined: Declined = Declined()
    unused: Unused = Unused()
    unfired: Unused | None = None
    broken_by: tuple[str, ...] = ()
    needs: Formula | None = None
    interrupts: Interrupts = Interrupts()
    bars: tuple[str, ...] = ()


class Gaps(Word, frozen=True, kw_only=True):
    """In what order several act at one moment: step in at one gap, or are set off by one act.

    As they stand in the order (``initiative``), as they began to wait (``waiting``), or as if their scores were tied
    (``ties``). Whoever waits for a score on which somebody stands is told apart from them as in a tie in any case.
    """

    shorthand: ClassVar[str] = "order"
    says: ClassVar[Mapping[str, str]] = {
        "order": "As they stand (`initiative`), as they began (`waiting`), or as tied ones are told apart (`ties`).",
    }

    order: Literal["initiative", "waiting", "ties"] = "waiting"
