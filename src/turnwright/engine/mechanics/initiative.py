"""Rolling initiative, typing scores, and finding a place for those who roll later."""

from __future__ import annotations

from turnwright.engine.base import Answers, Command, Outcome
from turnwright.engine.events import RankSet, ScoreSet
from turnwright.engine.frames import Placing
from turnwright.engine.hand_set import keep_by_hand, set_by_hand
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.play import Play
from turnwright.engine.ranking import place, unrolled
from turnwright.engine.rolling import bar_ahead_of_call, roll_entry, scored
from turnwright.engine.standing import NEW, order_stands, put_after
from turnwright.engine.ties import RANKED, break_ties
from turnwright.formula import Number


class Roll(Command, frozen=True, gc=False):
    """Roll initiative: for ``who``, or for everybody who has none yet. ``faces`` are those of real dice.

    Refuses ``initiative.rolled`` for somebody who has a score already; `Reroll` is the verb for that. Refuses
    ``initiative.call_first``.
    """

    who: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()
    owner = "who"

    def decide(self, play: Play) -> None:
        entries = tuple(dict.fromkeys(entry for who in self.who for entry in _rolls(play, who)))
        if not self.who:
            entries = tuple(e.id for e in unrolled(play))
            if not entries:
                play.refuse("initiative.all_rolled")
        bar_ahead_of_call(play, entries)
        for entry in entries:
            found = play.state.entries[entry]
            if found.score is not None:
                play.bar(
                    "initiative.rolled", play.rules.ruleset.initiative.rolled.rule, name=found.name, score=found.score
                )
            roll_entry(play, entry, self.faces)
            _place_later(play, entry, NEW)


class Reroll(Command, frozen=True, gc=False):
    """Roll initiative again for those who have a score. Refuses ``initiative.call_first``."""

    who: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()

    def decide(self, play: Play) -> None:
        named = ((play.entry(who), *play.state.entries_of(who)) for who in self.who)
        chosen = tuple(dict.fromkeys(entry.id for entries in named for entry in entries))
        entries = chosen or tuple(e.id for e in play.state.entries.values() if e.score is not None and not e.gone)
        bar_ahead_of_call(play, entries)
        for entry in entries:
            roll_entry(play, entry, self.faces)
        for entry in entries:
            _place_later(play, entry, "score")


class SetScore(Command, frozen=True, gc=False):
    """Type a score instead of rolling; None takes it away."""

    who: str
    score: Number | None
    owner = "who"

    def decide(self, play: Play) -> None:
        entry = play.state.entries[_rolls(play, self.who)[0]]
        if play.by is not None and entry.score is not None:
            play.refuse(
                "initiative.rolled", play.rules.ruleset.initiative.rolled.rule, name=entry.name, score=entry.score
            )
        play.emit(ScoreSet(entry.id, self.score))
        if self.score is not None:
            if entry.score is None:
                scored(play, entry.id)
            _place_later(play, entry.id, NEW if entry.score is None else "score")


class Move(Command, frozen=True, gc=False):
    """Put somebody before or after another by hand.

    The score shown becomes that of the place; nobody else's changes. The order of those who have it is set by hand from
    then on. Refuses ``move.self``.
    """

    who: str
    target: str
    before: bool = False

    def decide(self, play: Play) -> None:
        entry, target = play.entry(self.who), play.entry(self.target)
        if entry.id == target.id:
            play.refuse("move.self", name=entry.name)
        order = [e for e in play.state.order if e != entry.id]
        at = order.index(target.id) + (0 if self.before else 1)
        if target.score is not None and target.score != entry.score:
            play.emit(ScoreSet(entry.id, target.score))
        if target.rank is not None and target.rank != entry.rank:
            play.emit(RankSet(entry.id, target.rank))
        put_after(play, entry.id, order[at - 1] if at else "", "moved")
        if target.score is not None:
            set_by_hand(play, [entry.id, target.id] if self.before else [target.id, entry.id], "moved", whole=True)


def _rolls(play: Play, who: str) -> tuple[str, ...]:
    """The entries of somebody that have no score yet; the first, if all have one."""
    first = play.entry(who).id
    return tuple(e.id for e in play.state.entries_of(who) if e.score is None) or (first,)


def _place_later(play: Play, entry: str, why: str) -> None:
    """Once the order stands, a new score needs a place, and perhaps a decision about a tie."""
    if order_stands(play):
        play.push(Placing(entry, why))


def _joined(play: Play, who: str) -> None:
    """Somebody joins with a score that is known already."""
    entry = play.state.entry_of(who)
    if entry is not None and entry.score is not None and entry.members[0] == who:
        scored(play, entry.id)
        _place_later(play, entry.id, NEW)


def step_placing(play: Play, frame: Placing, answers: Answers | None) -> Outcome:
    """Break ties with those of the same score, then place the newcomer before the first that it beats.

    Who has gone meanwhile needs no place.
    """
    entry = play.state.entries[frame.entry]
    if entry.gone:
        play.pop()
        return None
    there = (e for e in play.state.entries.values() if not e.gone and play.state.in_scene(e))
    # Whom a delay has put elsewhere stands on that score no longer.
    level = tuple(e.id for e in there if e.score == entry.score and (e.id == entry.id or not e.moved))
    outcome = break_ties(play, level, answers)
    if outcome is not RANKED:
        return outcome
    play.pop()
    place(play, frame.entry, frame.why, frame.ref)
    if entry.score is not None:
        keep_by_hand(play, frame.entry, frame.ref)
    return None


MECHANIC = Mechanic("initiative", commands=(Roll, Reroll, SetScore, Move), frames={Placing: step_placing}, join=_joined)
