"""The gap between one turn's end and the next one coming up: who waits or holds may step in there."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnwright.engine.base import WAIT, Answers, Command, Event, Outcome
from turnwright.engine.frames import Gap, Turns, turns_in
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.play import Play
from turnwright.engine.state import State
from turnwright.engine.ties import RANKED, order_as_tied


class Called(Event, frozen=True, gc=False):
    """An entry will step in at this gap, or at the next one; or (``on`` false) no longer wants to."""

    entry: str
    on: bool = True

    def apply(self, state: State) -> State:
        frames = list(state.agenda)
        for at in range(len(frames) - 1, -1, -1):
            turns = frames[at]
            if isinstance(turns, Turns):
                called = tuple(e for e in turns.called if e != self.entry)
                frames[at] = replace(turns, called=(*called, self.entry) if self.on else called)
                break
        return replace(state, agenda=tuple(frames))


class Enter(Command, frozen=True, gc=False):
    """Step in: at the gap that is open or, said during somebody's turn, at the next one.

    Refuses ``gap.nothing_to_enter`` for somebody who neither waits nor holds a turn. The GM's word closes the gap for
    everybody who has not answered.
    """

    who: tuple[str, ...]
    owner = "who"

    def decide(self, play: Play) -> None:
        turns = turns_in(play.state.agenda)
        if turns is None:
            play.refuse("turn.no_turns")
        for who in self.who:
            entry = play.entry(who)
            if entry.id not in may_enter(play):
                play.refuse("gap.nothing_to_enter", name=entry.name)
            play.emit(Called(entry.id))
        gap = play.top
        if isinstance(gap, Gap):
            play.turn_to(replace(gap, closed=gap.closed or play.by is None))

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """Stepping in, for each entry that could."""
        if turns_in(play.state.agenda) is not None:
            for entry in may_enter(play):
                yield cls(play.state.entries[entry].members[:1])


def may_enter(play: Play) -> tuple[str, ...]:
    """The entries that could step in between turns now."""
    return tuple(dict.fromkeys(entry for gap in play.rules.gap for entry in gap(play)))


def step_gap(play: Play, frame: Gap, answers: Answers | None) -> Outcome:
    """Offer everybody who could step in to do so; whoever is called steps in, by the ruleset's order."""
    turns = play.state.agenda[-2]
    assert isinstance(turns, Turns)
    for call in play.rules.calls:
        due = tuple(e for e in call(play) if e not in turns.called)
        for entry in due:
            play.emit(Called(entry))
        if due:
            return None
    offered = may_enter(play)
    forced = tuple(entry for call in play.rules.calls for entry in call(play))
    called = tuple(entry for entry in turns.called if entry in offered or entry in forced)
    silent = [entry for entry in offered if entry not in called and entry not in frame.declined]
    if called and (not silent or frame.closed or forced):
        order = _in_order(play, forced or called, answers)
        if not isinstance(order, tuple):
            return order
        play.pop()
        play.emit(Called(order[0], on=False))
        for enter in play.rules.enter:
            if enter(play, order[0]):
                break
        return None
    if silent and not frame.closed:
        return WAIT
    play.pop()
    return None


def _in_order(play: Play, called: tuple[str, ...], answers: Answers | None) -> tuple[str, ...] | Outcome:
    word = play.rules.ruleset.gaps
    if len(called) == 1:
        return called
    if word.order == "ties":
        outcome = order_as_tied(play, called, answers)
        if outcome is not RANKED:
            return outcome
        return tuple(sorted(called, key=lambda e: play.state.entries[e].keys, reverse=True))
    if word.order == "initiative":
        return tuple(sorted(called, key=play.state.order.index))
    return tuple(sorted(called, key=lambda e: _since(play, e)))


def _since(play: Play, entry: str) -> int:
    wait = play.state.entries[entry].wait
    return wait.since if wait else 0


def _close(play: Play, gap: Gap) -> None:
    play.turn_to(replace(gap, closed=True))


def _decline(play: Play, gap: Gap, who: str) -> None:
    entry = play.entry(who)
    if entry.id not in may_enter(play):
        play.refuse("gap.nothing_to_enter", name=entry.name)
    play.turn_to(replace(gap, declined=(*gap.declined, entry.id)))


MECHANIC = Mechanic(
    "gaps",
    commands=(Enter,),
    events=(Called,),
    frames={Gap: step_gap},
    next={Gap: _close},
    passes={Gap: _decline},
)
