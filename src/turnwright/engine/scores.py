"""Scores that change after they were found: by passes, costs, wounds, and whatever else the ruleset says."""

from __future__ import annotations

from turnwright.engine.base import Event
from turnwright.engine.events import on_entry
from turnwright.engine.frames import Placing
from turnwright.engine.play import Play
from turnwright.engine.standing import order_stands
from turnwright.engine.state import State
from turnwright.formula import Die, Number


class ScoreMoved(Event, frozen=True, gc=False):
    """An entry's score has changed, from ``was``. ``why`` is paid, time, pass, late, or what changed it.

    What told it apart from others with its old score is forgotten, unless all scores moved alike (``keeps``).
    """

    entry: str
    score: Number
    was: Number
    why: str
    dice: tuple[Die, ...] = ()
    keeps: bool = False

    def apply(self, state: State) -> State:
        if self.keeps:
            return on_entry(state, self.entry, score=self.score)
        return on_entry(state, self.entry, score=self.score, keys=(), rank=None, by_hand=0)


def move_score(
    play: Play,
    entry: str,
    score: Number,
    why: str,
    ref: str = "",
    dice: tuple[Die, ...] = (),
    cause: str = "",
    *,
    keeps: bool = False,
) -> None:
    """An entry has another score, and the place that goes with it where the order stands."""
    was = play.state.entries[entry].score
    if was is None:
        return
    play.emit(ScoreMoved(entry, score, was, why, dice, keeps, ref=ref, cause=cause))
    if not keeps and order_stands(play):
        play.owe(Placing(entry, "score"))


def later(play: Play, entry: str, by: Number, why: str, ref: str = "") -> None:
    """An entry's score moves so much closer to the end of the round: down, or up where the low go first."""
    score = play.state.entries[entry].score
    if score is not None and by:
        low = play.rules.ruleset.initiative.first == "low"
        move_score(play, entry, score + by if low else score - by, why, ref)
