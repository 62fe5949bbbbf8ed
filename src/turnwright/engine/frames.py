"""The frames that every game has: scene, round, moment, turns, turn, gap. How they go on stands in `flow` and
`turns`."""

from __future__ import annotations

from typing import ClassVar, Literal

from turnwright.engine.base import Frame, FrameStruct
from turnwright.formula import Number


class SceneFrame(FrameStruct, frozen=True, gc=False):
    """A scene: its order is found (``ranking``), then its rounds are played; ``stalled`` while nobody could act in
    one."""

    stage: Literal["ranking", "rounds", "stalled"] = "ranking"


class Calling(FrameStruct, frozen=True, gc=False):
    """The scene has been switched to another mode.

    ``fresh``: the running round is closed and a new one begins. Otherwise the order is found where the mode has one,
    and (``turns``) the round goes on by it.
    """

    fresh: bool = False
    turns: bool = True


class RoundFrame(FrameStruct, frozen=True, gc=False):
    """A round: ``at`` is the beat (a moment or a phase) that comes next."""

    at: int = 0


class Moment(FrameStruct, frozen=True, gc=False):
    """A moment at which rules do something by themselves; ``at`` is the hook that comes next.

    ``silent`` moments belong to a turn that is not played: only timers notice them.
    """

    name: str
    entry: str = ""
    turn: int = 0
    at: int = 0
    silent: bool = False


class Turns(FrameStruct, frozen=True, gc=False):
    """The base of each way to find who acts next.

    ``cursor`` is the entry whose turn was last (empty: none yet), ``seen`` the last of those that players know of, if
    that is another. ``gap`` tells that a turn has just ended, so that those who wait may step in before the next one
    comes up. Where it would not be there without the turns of hidden ones it is a ``gap_for`` these alone, or for
    others too who have been ``called`` since the last that was for all. ``called`` are those who have said that they
    step in, ``insisted`` those of them for whom the GM has, against the rules. In a ``live`` order whoever moves ahead
    of the turn that is on without having acted acts next. In one of their ``own`` whoever says so first steps in first,
    and nobody else is waited for. Where turns are not taken ``by_place``, no move takes one away.
    """

    live: ClassVar[bool] = False
    own: ClassVar[bool] = False
    by_place: ClassVar[bool] = True

    cursor: str = ""
    seen: str | None = None
    gap: bool = True
    gap_for: Literal["all", "called", "hidden"] = "all"
    called: tuple[str, ...] = ()
    insisted: tuple[str, ...] = ()

    @property
    def seen_cursor(self) -> str:
        """The entry whose turn was the last that players know of."""
        return self.cursor if self.seen is None else self.seen


class Placing(FrameStruct, frozen=True, gc=False):
    """An entry with a new score is to be placed among the others.

    ``why`` is joined, or what changed the score, ``ref`` the rule that did.
    """

    entry: str
    why: str = "joined"
    ref: str = ""


class Turn(FrameStruct, frozen=True, gc=False):
    """A turn: ``at`` is the step that comes next or is on. Before it has ``begun`` its owner may still wait instead.

    ``kind`` names a turn that a rule granted beside the ordinary one. ``over`` is set when it was ended, with the
    reason. ``actor`` is who acts in it, where that is not its owner. ``along`` are entries whose turn it is as well:
    all of them act at once, but those ``finishing``, who have left the group whose turn it is. One that is ``held``
    open goes on although nobody could act in it: the GM made it theirs. One taken ``aside`` has left its owner's place
    in the order as it was; ``moment`` is the standing at which it came.
    """

    entry: str
    id: int
    at: int = 0
    begun: bool = False
    kind: str = ""
    over: str = ""
    actor: str = ""
    along: tuple[str, ...] = ()
    finishing: tuple[str, ...] = ()
    held: bool = False
    aside: bool = False
    moment: Number | None = None


class Gap(FrameStruct, frozen=True, gc=False):
    """The gap after a turn: those who could step in are offered to.

    ``declined`` lists the entries that passed; ``closed`` tells that the GM goes on without the others' answers. One
    that is only for moments that were ``named`` is no chance for anybody else.
    """

    declined: tuple[str, ...] = ()
    closed: bool = False
    named: bool = False


def turn_in(agenda: tuple[Frame, ...]) -> Turn | None:
    """The turn that is on: the topmost one of an agenda."""
    for frame in reversed(agenda):
        if isinstance(frame, Turn):
            return frame
    return None


def turns_in(agenda: tuple[Frame, ...]) -> Turns | None:
    """What finds who acts next: the topmost such frame of an agenda, if turns are being taken."""
    for frame in reversed(agenda):
        if isinstance(frame, Turns):
            return frame
    return None
