"""The gap between one turn's end and the next one coming up: who waits or holds may step in there."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnwright.engine.base import WAIT, Answers, Command, Event, Outcome
from turnwright.engine.frames import Gap, Turns, turns_in
from turnwright.engine.mechanic import Mechanic, Stepping
from turnwright.engine.play import GM, Play
from turnwright.engine.state import Entry, State
from turnwright.engine.ties import RANKED, order_as_tied, told_apart
from turnwright.engine.veil import is_hidden
from turnwright.engine.waiting import (
    RankKept,
    Waited,
    bar_entering,
    coming,
    meets_standing,
    moment_rank,
    order_of_moment,
)


class Called(Event, frozen=True, gc=False):
    """An entry will step in at this gap, or at the next one; or (``on`` false) no longer wants to.

    The GM has ``insisted`` on it where the rules would not let it.
    """

    entry: str
    on: bool = True
    insisted: bool = False

    def apply(self, state: State) -> State:
        frames = list(state.agenda)
        for at in range(len(frames) - 1, -1, -1):
            turns = frames[at]
            if isinstance(turns, Turns):
                called = tuple(e for e in turns.called if e != self.entry)
                insisted = tuple(e for e in turns.insisted if e != self.entry)
                if self.on:
                    called = (*called, self.entry)
                    insisted = (*insisted, self.entry) if self.insisted else insisted
                frames[at] = replace(turns, called=called, insisted=insisted)
                break
        return replace(state, agenda=tuple(frames))


class Enter(Command, frozen=True, gc=False):
    """Step in: at the gap that is open or, said during somebody's turn, at the next one.

    Refuses ``gap.nothing_to_enter`` for somebody who neither waits nor holds a turn; by the rules ``turn.unable`` for
    one who does and can't act, and ``gap.not_yet`` for one who waits for something else. The GM's word is the answer of
    all for whom the GM decides; players who have not answered are waited for.
    """

    who: tuple[str, ...]
    owner = "who"

    def decide(self, play: Play) -> None:
        turns = turns_in(play.state.agenda)
        if turns is None:
            play.refuse("turn.no_turns")
        for entry in {entry.id: entry for entry in map(play.entry, self.who)}.values():
            insisted = entry.id not in may_enter(play)
            _check(play, entry)
            if insisted and entry.wait is not None and entry.wait.until in ("score", "before", "after"):
                # Whoever is let in ahead of a moment waits for it no longer.
                play.emit(Waited(entry.id, replace(entry.wait, until="open", value=None, target="")))
            play.emit(Called(entry.id, insisted=insisted))
        gap = play.top
        if isinstance(gap, Gap):
            play.turn_to(replace(gap, declined=(*gap.declined, *_silent_of_gm(play, gap))))

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """Stepping in, for each entry that could."""
        if turns_in(play.state.agenda) is not None:
            for entry in may_enter(play):
                yield cls(play.state.entries[entry].members[:1])


def _unanswered(play: Play, turns: Turns, gap: Gap) -> tuple[str, ...]:
    """Those who are asked at a gap and have yet to say whether they step in."""
    answered = (*gap.declined, *turns.called)
    return tuple(entry for entry in _asked(play, turns, may_enter(play)) if entry not in answered)


def _silent_of_gm(play: Play, gap: Gap) -> tuple[str, ...]:
    """Where the GM says who steps in: those for whom the GM decides and who have not answered."""
    turns = turns_in(play.state.agenda)
    if play.by is not None or turns is None:
        return ()
    left = _unanswered(play, turns, gap)
    return tuple(e for e in left if all(play.decider(who) == GM for who in play.state.entries[e].members))


def _check(play: Play, entry: Entry) -> None:
    """Refuse for somebody who is not asked at gaps now."""
    if entry.id in may_enter(play):
        return
    if entry.wait is None and not entry.granted:
        play.refuse("gap.nothing_to_enter", name=entry.name)
    bar_entering(play, entry)


def may_enter(play: Play) -> tuple[str, ...]:
    """The entries that could step in between turns now, and those for whom the GM insists on it."""
    turns = turns_in(play.state.agenda)
    insisted = (play.state.entries[entry] for entry in (turns.insisted if turns is not None else ()))
    forced = tuple(e.id for e in insisted if (e.wait is not None or e.granted) and not e.gone)
    return tuple(dict.fromkeys((*(entry for gap in play.rules.gap for entry in gap(play)), *forced)))


def step_gap(play: Play, frame: Gap, answers: Answers | None) -> Outcome:
    """Offer everybody who could step in to do so; whoever is called steps in, by the ruleset's order."""
    turns = play.state.agenda[-2]
    assert isinstance(turns, Turns)
    offered = () if frame.named else may_enter(play)
    due = tuple(dict.fromkeys(entry for call in play.rules.calls for entry in call(play)))
    called = tuple(e for e in turns.called if e in offered and e not in due and _is_for(play, turns, e))
    silent = [e for e in _asked(play, turns, offered) if e not in (*called, *due, *frame.declined)]
    if silent and not frame.closed and not (turns.own and called):
        return WAIT
    if not (due or called):
        play.pop()
        return None
    return _step_in(play, turns, (*due, *called), answers)


def _step_in(play: Play, turns: Turns, who: tuple[str, ...], answers: Answers | None) -> Outcome:
    """Let those step in whose moment comes first; those whose moment is the same, by the ruleset's order."""
    if turns.own:
        _let_in(play, turns, [(entry,) for entry in who], False)
        return None
    moment = _first_moment(play, turns, who)
    following = coming(play, turns)
    tied = tuple(e for e in moment if meets_standing(play, turns, play.state.entries[e].wait))
    joins: tuple[str, ...] = ()
    if tied and following is not None:
        outcome = order_as_tied(play, (following.id, *tied), answers)
        if outcome is not RANKED:
            return outcome
        order = told_apart(play, (following.id, *tied)) or [(following.id,)]
        at = next(at for at, part in enumerate(order) if following.id in part)
        joins = tuple(e for e in order[at] if e != following.id)
        behind = {entry for part in order[at + 1 :] for entry in part}
        if behind:
            # Who comes behind waits on; the gap looks again without them.
            moment = tuple(entry for entry in moment if entry not in behind)
            if not moment:
                return None
    if play.rules.ruleset.gaps.order == "ties":
        outcome = order_as_tied(play, moment, answers)
        if outcome is not RANKED:
            return outcome
    order = order_of_moment(play, moment)
    _let_in(play, turns, order, order[0][0] in joins)
    return None


def _let_in(play: Play, turns: Turns, order: list[tuple[str, ...]], joins: bool) -> None:
    """The first of those whose moment is the same step in; the others are still called."""
    now, later = order[0], tuple(e for part in order[1:] for e in part)
    play.pop()
    for entry in now:
        if entry in turns.called:
            play.emit(Called(entry, on=False, ref=play.rules.ruleset.gaps.rule if later or len(now) > 1 else ""))
    stepping = Stepping(now, later, joins)
    for enter in play.rules.enter:
        if enter(play, stepping):
            break


def _first_moment(play: Play, turns: Turns, who: tuple[str, ...]) -> tuple[str, ...]:
    """Of those who step in at a gap the ones who are to do so first: ahead of all, then by the label that they get."""
    waits = {entry: play.state.entries[entry].wait for entry in who}
    first = tuple(entry for entry, wait in waits.items() if wait is not None and wait.until == "first")
    if first:
        return first
    ranks = {entry: moment_rank(play, turns, play.state.entries[entry], wait) for entry, wait in waits.items()}
    highest = max((rank for rank in ranks.values() if rank is not None), default=None)
    return tuple(entry for entry in who if ranks[entry] == highest)


def _asked(play: Play, turns: Turns, offered: tuple[str, ...]) -> tuple[str, ...]:
    """Those who are to say whether they step in. Whoever has an act ready may, and is not waited for.

    After a hidden one's turn only hidden ones are: what others were offered before it stands, and a yes said since then
    is heard, but nobody is asked anew at a gap of which they can't know (SEM-22).
    """
    offered = tuple(entry for entry in offered if not _is_ready(play.state.entries[entry]))
    if turns.gap_for == "all":
        return offered
    return tuple(entry for entry in offered if is_hidden(play.state, entry, ()))


def _is_ready(entry: Entry) -> bool:
    return entry.wait is not None and bool(entry.wait.act)


def _is_for(play: Play, turns: Turns, entry: str) -> bool:
    """Whether a gap is for an entry: one that would not be there without a hidden one's turn is for hidden ones alone;
    the others step in at the next true one (SEM-22)."""
    return turns.gap_for != "hidden" or is_hidden(play.state, entry, ())


def _close(play: Play, gap: Gap) -> None:
    play.turn_to(replace(gap, closed=True))


def _decline(play: Play, gap: Gap, who: str) -> None:
    entry = play.entry(who)
    _check(play, entry)
    play.turn_to(replace(gap, declined=(*gap.declined, entry.id)))
    turns = turns_in(play.state.agenda)
    if turns is not None and entry.id in turns.called:
        play.emit(Called(entry.id, on=False))
    if entry.wait is not None and entry.wait.until != "score" and entry.wait.value is not None:
        play.emit(RankKept(entry.id, None))


def _awaited(play: Play, gap: Gap) -> tuple[str, ...]:
    turns = turns_in(play.state.agenda)
    if turns is None:
        return ()
    return tuple(who for entry in _unanswered(play, turns, gap) for who in play.state.entries[entry].members)


MECHANIC = Mechanic(
    "gaps",
    commands=(Enter,),
    events=(Called,),
    frames={Gap: step_gap},
    next={Gap: _close},
    passes={Gap: _decline},
    awaits={Gap: _awaited},
)
