"""From "until the end of B's next turn" to the boundary that it means, at the moment at which it is said (SEM-13)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, structs

from turnwright.engine.frames import Moment, RoundFrame, Turn
from turnwright.engine.play import Play
from turnwright.engine.state import Effect, State
from turnwright.engine.turns import has_moments
from turnwright.rules.check import moments
from turnwright.rules.words.duration import LONGEST, NEVER, ROUNDS, TIMES, Duration


class Clock(Struct, frozen=True, gc=False, omit_defaults=True):
    """When an effect ends (or begins): the fields of that name of `Effect`."""

    anchor: str = ""
    boundary: str = ""
    left: int | None = None
    earliest: int = 0
    beyond: int = 0

    def as_dict(self) -> dict[str, Any]:
        """The fields by name."""
        return structs.asdict(self)


def clock_of(play: Play, effect: Effect, duration: Duration) -> Clock:
    """The clock that a duration sets for an effect, if it is said now.

    Refuses ``effect.moment`` for a moment that the rules do not have, ``effect.count`` for one that is out of bounds,
    ``effect.no_moment`` for "so many times" where it does nothing at any moment, and an anchor that is not there.
    """
    if duration.until == NEVER:
        return Clock()
    if not 1 <= duration.count <= LONGEST or not 0 <= duration.on <= LONGEST:
        play.refuse("effect.count", count=duration.count, on=duration.on, most=LONGEST)
    if duration.until == TIMES:
        if not effect.at:
            play.refuse("effect.no_moment", name=effect.name)
        return Clock(effect.whose, effect.at, duration.count)
    if duration.until == ROUNDS:
        return clock_of(play, effect, structs.replace(play.rules.ruleset.lasting.rounds, count=duration.count))
    boundary = moment_key(play, duration.until)
    if boundary.startswith("turn."):
        return _in_turns(play, effect, duration, boundary)
    return _by_rounds(play, duration, boundary)


def moment_key(play: Play, text: str) -> str:
    """The key of a moment as people write it; refuses ``effect.moment`` for one that the rules do not have."""
    key = play.rules.moment(text)
    if key not in play.rules.moments:
        play.refuse("effect.moment", moment=text, known=", ".join(sorted(moments(play.rules.ruleset))))
    return key


def _in_turns(play: Play, effect: Effect, duration: Duration, boundary: str) -> Clock:
    anchor = mark_of(play.state, _anchor(play, effect, duration.of))
    if anchor not in play.state.entries and not play.state.entries_of(anchor):
        # Whoever has no turns has no boundaries; rounds stand for them.
        return _by_rounds(play, duration, "round.end")
    beyond = turn_on(play, anchor) if duration.next else 0
    return Clock(anchor, boundary, duration.count, _rounds_on(play.state, duration.on), beyond)


def _anchor(play: Play, effect: Effect, of: str) -> str:
    if of == "source":
        return effect.source or effect.bearer
    if of in ("", "bearer"):
        return effect.bearer or effect.source
    return play.combatant(of).id


def mark_of(state: State, who: str) -> str:
    """What stands for somebody among the places of turns: itself or, once it has left, the entry that it acted in."""
    if not who or not state.combatants[who].gone:
        return who
    return next((entry.id for entry in state.entries.values() if who in entry.members), who)


def _by_rounds(play: Play, duration: Duration, boundary: str) -> Clock:
    earliest = _rounds_on(play.state, duration.on)
    left = duration.count
    if duration.next and boundary.startswith("round."):
        earliest = max(earliest, round_now(play.state) + 1)
    elif duration.next and _is_on(play, boundary):
        left += 1
    return Clock("", boundary, left, earliest)


def _rounds_on(state: State, on: int) -> int:
    return round_now(state) + on if on else 0


def round_now(state: State) -> int:
    """The round that is on. What is given before one begins lasts as if given at its first moment (SEM-15)."""
    return state.round if any(isinstance(frame, RoundFrame) for frame in state.agenda) else state.round + 1


def turn_on(play: Play, who: str) -> int:
    """The number of somebody's turn that is on and has begun; 0 if there is none, or it has no boundaries."""
    for frame in reversed(play.state.agenda):
        if (
            isinstance(frame, Turn)
            and frame.begun
            and has_moments(play, frame)
            and any(in_entry(play.state, who, entry) for entry in (frame.entry, *frame.along))
        ):
            return frame.id
    return 0


def in_entry(state: State, who: str, entry: str) -> bool:
    """Whether a turn of this entry is somebody's: it acts in the entry, or is the mark that it left there."""
    return who == entry or (bool(who) and who in state.entries[entry].members)


def _is_on(play: Play, boundary: str) -> bool:
    """Whether the phase or scene of a boundary is on, so that its coming one is not the next one's."""
    state = play.state
    if any(isinstance(frame, Moment) and frame.name == boundary for frame in state.agenda):
        return True
    if boundary.startswith("scene."):
        return state.scene is not None and not state.scene.over
    return boundary.split(".")[1] == state.phase and not boundary.endswith(".start")
