"""Scores that follow the sheet: what the ruleset names changes them, or puts somebody ahead, at once."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from turnwright.engine.base import Event, Refused
from turnwright.engine.frames import Moment, Placing
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.play import Play
from turnwright.engine.ranking import ahead
from turnwright.engine.scores import ScoreMoved, move_score
from turnwright.engine.standing import order_stands
from turnwright.engine.state import Entry, State
from turnwright.formula import Die, Number
from turnwright.rules.words.counting import Live

OWN = "live"


class Followed(Struct, frozen=True, gc=False):
    """What the formulas that a score follows came to when they were last looked at, by entry."""

    values: dict[str, tuple[Number, ...]]


class ScoreFollows(Event, frozen=True, gc=False):
    """What an entry's score follows comes to this now."""

    entry: str
    values: tuple[Number, ...]

    def apply(self, state: State) -> State:
        held = state.own.get(OWN)
        values = {**(held.values if isinstance(held, Followed) else {}), self.entry: self.values}
        return replace(state, own={**state.own, OWN: Followed(values)})


def _values(play: Play, entry: Entry) -> tuple[Number, ...] | None:
    """What an entry's score follows: being ahead, then the formulas; None where a sheet lacks something."""
    who = next((w for w in entry.members if not play.state.combatants[w].gone), "")
    try:
        live = tuple(play.number(word.by, who) for word in play.rules.ruleset.initiative.live)
        return (ahead(play, entry), *live)
    except Refused:
        return None


def _scored(play: Play, entry: str) -> None:
    """A score was found: from now on it follows."""
    values = _values(play, play.state.entries[entry])
    if values is not None:
        play.emit(ScoreFollows(entry, values))


def _ending(play: Play) -> bool:
    """Whether the round ends now, and its scores with it."""
    if play.rules.ruleset.initiative.rolled.when != "round":
        return False
    return any(isinstance(frame, Moment) and frame.name == "round.end" for frame in play.state.agenda)


def _changed(play: Play, who: str) -> None:
    if _ending(play):
        return
    held = play.state.own.get(OWN)
    for entry in play.state.entries_of(who):
        was = held.values.get(entry.id) if isinstance(held, Followed) else None
        if was is None or entry.score is None:
            continue
        now = _values(play, entry)
        if now is None or now == was:
            continue
        play.emit(ScoreFollows(entry.id, now))
        _follow(play, entry, was, now)


def _follow(play: Play, entry: Entry, was: tuple[Number, ...], now: tuple[Number, ...]) -> None:
    score = entry.score or 0
    for word, before, after in zip(play.rules.ruleset.initiative.live, was[1:], now[1:], strict=True):
        if before != after:
            score, dice = _moved(play, entry, word, score, after - before)
            move_score(play, entry.id, score, word.about or word.by.text, word.rule, dice)
    if was[0] != now[0] and order_stands(play):
        play.owe(Placing(entry.id, "ahead" if now[0] > was[0] else "score", play.rules.ruleset.initiative.ahead.rule))


def _moved(play: Play, entry: Entry, word: Live, score: Number, by: Number) -> tuple[Number, tuple[Die, ...]]:
    """The score after what it follows has risen or fallen: by as much, or by a roll for each whole number."""
    if word.roll is None:
        return score + by, ()
    dice: tuple[Die, ...] = ()
    for _ in range(int(max(by, -by))):
        rolled = play.roll(word.roll, entry.members[0] if entry.members else "")
        score += rolled.total if by > 0 else -rolled.total
        dice = (*dice, *rolled.dice)
    return score, dice


MECHANIC = Mechanic(
    "live scores",
    uses=lambda ruleset: bool(ruleset.initiative.live) or ruleset.initiative.ahead.by is not None,
    events=(ScoreMoved, ScoreFollows),
    changed=_changed,
    scored=_scored,
)
