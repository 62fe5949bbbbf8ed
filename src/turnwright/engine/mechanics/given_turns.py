"""Turns that the GM gives by hand, to those who would otherwise have to wait for the next round."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.engine.base import Command
from turnwright.engine.frames import Gap, Turn, Turns, turns_in
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.pending import refuse_busy
from turnwright.engine.play import Play
from turnwright.engine.standing import order_stands
from turnwright.engine.turns import come_up, may_take_turn, rule_of_idle
from turnwright.engine.waiting import SteppedIn, bar_entering


class GiveTurn(Command, frozen=True, gc=False):
    """Let somebody take the turn of this round now, ahead of whatever goes on: a place that was moved ahead has missed
    it otherwise (SEM-4).

    Refuses ``turn.no_turns`` while no round runs, ``turn.not_by_place`` where turns don't follow places, ``turn.own``
    for whoever's turn is on, ``turn.busy`` in the middle of
    something else, and ``wait.waiting`` for who can step in; by the rules ``turn.taken`` for one who has had a turn in
    this round, and ``turn.unable``.
    """

    who: str

    def decide(self, play: Play) -> None:
        entry = play.entry(play.present(self.who).id)
        turns = turns_in(play.state.agenda)
        if turns is None:
            play.refuse("turn.no_turns")
        if turns.live or not order_stands(play):
            play.refuse("turn.not_by_place", name=entry.name)
        on = [frame for frame in play.state.agenda if isinstance(frame, Turn)]
        if any(entry.id in (turn.entry, *turn.along) for turn in on):
            play.refuse("turn.own", name=entry.name)
        if not isinstance(play.top, Turn | Turns | Gap):
            refuse_busy(play, entry.name)
        if entry.wait is not None:
            if any(entry.id in gap(play) for gap in play.rules.gap):
                play.refuse("wait.waiting", name=entry.name)
            bar_entering(play, entry)
            play.emit(SteppedIn(entry.id, entry.wait.kind))
        if entry.acted == play.state.cycle:
            play.bar("turn.taken", name=entry.name)
        why = may_take_turn(play, entry.id)
        if why:
            play.bar("turn.unable", rule_of_idle(play, entry.id, why), name=entry.name, act="", why=why)
        come_up(play, entry.id, begun=True, aside=True)

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """Everybody whose turn of this round is yet to come."""
        for entry in play.state.entries.values():
            if not entry.gone and entry.members and entry.acted != play.state.cycle:
                yield cls(entry.members[0])


MECHANIC = Mechanic("given turns", commands=(GiveTurn,))
