"""Prepared acts: a contingency and an act, declared with a wait, that interrupt what sets them off."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from msgspec.structs import replace

from turnwright.engine import costs
from turnwright.engine.acts import NO_UPSHOT, ActFrame, Upshot, declare
from turnwright.engine.base import Command, Event
from turnwright.engine.doings import Intent, action_of
from turnwright.engine.events import RankSet, on_entry
from turnwright.engine.frames import Turns, turns_in
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.objecting import check_targets, objections
from turnwright.engine.play import Play
from turnwright.engine.sheet import why_unable
from turnwright.engine.state import Entry, State, Wait
from turnwright.engine.turns import come_up, pass_boundaries
from turnwright.engine.waiting import (
    SteppedIn,
    Waited,
    WaitLost,
    check_moment,
    check_up,
    give_up,
    last_turn,
    moment_rank,
    move_here,
    moves,
    order_of_moment,
    put_off,
    rank_of,
)
from turnwright.engine.windows import comes_later, open_window
from turnwright.formula import Number
from turnwright.rules.words.act import Action
from turnwright.rules.words.waits import Wait as Word


class MadeReady(Event, frozen=True, gc=False):
    """What somebody who waits has ready, for what, and until when."""

    entry: str
    wait: Wait

    def apply(self, state: State) -> State:
        return on_entry(state, self.entry, wait=self.wait)


class Fired(Event, frozen=True, gc=False):
    """The contingency has come: the prepared act is done now, and the turn that was put off is used up by it."""

    entry: str
    kind: str
    act: str

    def apply(self, state: State) -> State:
        return on_entry(state, self.entry, wait=None, apart=(), acted=state.cycle)


class Prepare(Command, frozen=True, gc=False):
    """Wait for a contingency with an act ready.

    ``kind`` is the wait (empty: the ruleset's first prepared one). The contingency is somebody of ``on`` (empty:
    anybody) doing ``what`` (an act or a tag; empty: anything), told in words by ``trigger`` where it is something
    else. ``until``, ``value`` and ``target`` name a moment as for `Delay`, at which the wait becomes an ordinary one.

    Refuses what `Delay` refuses, ``wait.no_trigger``, ``act.unknown`` and ``act.target``.
    """

    who: str
    act: str
    targets: tuple[str, ...] = ()
    on: tuple[str, ...] = ()
    what: str = ""
    trigger: str = ""
    amount: str = ""
    given: dict[str, Number] = {}
    item: str = ""
    kind: str = ""
    until: str = ""
    value: Number | None = None
    target: str = ""
    owner = "who"

    def decide(self, play: Play) -> None:
        kind, word = _word(play, self.kind)
        entry = play.entry(self.who)
        check_up(play, entry, word)
        if not (self.on or self.what or self.trigger):
            play.refuse("wait.no_trigger", word.rule, name=entry.name)
        until = self.until or "open"
        until = check_moment(play, entry, word, until, self.value, self.target)
        intent = Intent(self.who, self.act, self.targets, self.amount, self.given, item=self.item)
        check_targets(play, intent, _action(play, self.who, self.act))
        for who in self.on:
            play.present(who)
        plain = put_off(play, entry, kind)
        wait = replace(
            plain,
            until=until,
            value=self.value,
            target=play.entry(self.target).id if self.target else "",
            trigger=self.trigger,
            act=self.act,
            targets=self.targets,
            amount=self.amount,
            given=self.given,
            item=self.item,
            on=self.on,
            what=self.what,
        )
        play.emit(Waited(entry.id, plain, ref=word.rule))
        seen = "" if word.seen_by.by == "all" else self.who
        play.emit(MadeReady(entry.id, wait, ref=word.seen_by.rule or word.rule, to=seen))
        give_up(play, entry, word)


class Fire(Command, frozen=True, gc=False):
    """Do what was prepared: when asked because it was set off or, by the GM's word, because what was told in words
    has come.

    What it answers comes to nothing if it ``spoils`` it.

    Refuses ``prepared.none``, ``prepared.not_set_off`` (a rule where it waits for what somebody does, and the GM calls
    it), ``prepared.nothing_to_spoil``, and what the act itself is refused for by then.
    """

    who: str
    spoils: bool = False
    owner = "who"

    def decide(self, play: Play) -> None:
        entry = play.entry(self.who)
        wait = entry.wait
        word = play.rules.ruleset.waits[wait.kind] if wait else None
        if wait is None or word is None:
            play.refuse("prepared.none", name=entry.name)
        unprepared = not (wait.act or word.before_interrupts.allowed)
        if unprepared:
            play.bar("prepared.none", _why_none(wait, word), name=entry.name)
        found = open_window(play)
        act = found[1] if found else None
        if act is None or self.who not in _answers(play, act, found[0].when if found else ""):
            if play.by is not None:
                play.refuse("prepared.not_set_off", word.rule, name=entry.name)
            if not (wait.trigger or unprepared):
                # What somebody does sets it off by itself; only what was told in words is the GM's to call.
                play.bar("prepared.not_set_off", word.rule, name=entry.name)
            if not any(isinstance(frame, Turns) for frame in play.state.agenda):
                play.refuse("turn.no_turns")
            act = None
        if self.spoils and not (act and wait.act):
            play.refuse("prepared.nothing_to_spoil", word.rule, name=entry.name)
        if wait.act:
            self._fire(play, entry, wait, word, act)
        elif not comes_later(play, self.who, self, {}):
            _interrupt(play, entry, wait, word, act)

    def _fire(self, play: Play, entry: Entry, wait: Wait, word: Word, trigger: ActFrame | None) -> None:
        action = _action(play, self.who, wait.act)
        targets = tuple(t for t in wait.targets if not play.state.combatants[t].gone)
        answers = trigger.id if trigger is not None and self.spoils else 0
        intent = Intent(self.who, wait.act, targets, wait.amount, wait.given, item=wait.item, trigger=answers)
        for refusal in objections(play, intent, action):
            play.bar(refusal.code, refusal.ref, **refusal.data)
        if trigger is not None and comes_later(play, self.who, self, costs.price(play, intent, action)):
            return
        _stand_before(play, entry, wait, word, trigger)
        play.emit(Fired(entry.id, wait.kind, wait.act, ref=word.rule))
        pass_boundaries(play, entry.id, wait.begun)
        declare(play, intent, action, upshot=Upshot("spoils") if self.spoils else NO_UPSHOT, ref=word.rule)

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """Doing what was prepared, for everybody who has something ready."""
        for entry in play.state.entries.values():
            if entry.wait is not None and entry.members:
                yield cls(entry.members[0])


def _why_none(wait: Wait, word: Word) -> str:
    """The rule by which one who waits without a prepared act can't interrupt."""
    before = word.before_interrupts.rule if wait.until == "before" else ""
    return before or word.interrupts.rule or word.rule


def _word(play: Play, kind: str) -> tuple[str, Word]:
    ready = {name: word for name, word in play.rules.ruleset.waits.items() if word.prepared}
    if not ready:
        play.refuse("prepared.unknown")
    if kind and kind not in ready:
        play.refuse("wait.unknown", wait=kind, known=", ".join(ready))
    kind = kind or next(iter(ready))
    return kind, ready[kind]


def _action(play: Play, who: str, name: str) -> Action:
    word = action_of(play, who, name)
    if word is None:
        play.refuse("act.unknown", act=name, known=", ".join(play.rules.ruleset.actions))
    return word


def _interrupt(play: Play, entry: Entry, wait: Wait, word: Word, trigger: ActFrame | None) -> None:
    """Without a prepared act: the whole turn is taken, inside what is going on."""
    _stand_before(play, entry, wait, word, trigger)
    ref = word.before_interrupts.rule or word.rule
    play.emit(SteppedIn(entry.id, wait.kind, ref=ref))
    come_up(play, entry.id, begun=True, aside=True, on=wait.begun, ref=ref)


def _stand_before(play: Play, entry: Entry, wait: Wait, word: Word, trigger: ActFrame | None) -> None:
    """Acting within somebody's turn, whoever has set it off there, gives the place just before that one, and the rank
    one above; between two turns it is those of that moment."""
    beside, turn, turns = _beside(play, trigger), play.active, turns_in(play.state.agenda)
    if not moves(wait, word):
        return
    if turn is not None and turn.moment is not None and turns is not None:
        move_here(play, entry, turns.cursor, word, turn.moment + 1)
        return
    if beside is None and turns is not None:
        move_here(play, entry, last_turn(play, turns, entry), word, moment_rank(play, turns, entry, None))
        return
    if beside is None or beside.id == entry.id:
        return
    order = [e for e in play.state.order if e != entry.id]
    at = order.index(beside.id)
    rank = rank_of(beside)
    move_here(play, entry, order[at - 1] if at else "", word, None)
    if word.rank.follows == "beside" and rank is not None:
        play.emit(RankSet(entry.id, rank + 1, ref=word.rank.rule or word.rule))


def _beside(play: Play, trigger: ActFrame | None) -> Entry | None:
    """By whose place the moment of an act is known: the one whose turn it is, or who has just stepped in before that
    one to do it. Between two turns it is whoever acts."""
    actor, turn = play.state.entry_of(trigger.who) if trigger is not None else None, play.active
    if turn is None:
        return actor
    entries, order = play.state.entries, play.state.order
    ahead = reversed(order[: order.index(turn.entry)])
    stepped = takewhile(lambda e: entries[e].stepped_in and entries[e].acted == play.state.cycle, ahead)
    there = {turn.entry, *turn.along, *stepped}
    return actor if actor is not None and actor.id in there else entries[turn.entry]


# ---- who is set off by an act


def _ready(play: Play) -> Iterator[tuple[Entry, Wait, Word]]:
    for entry in play.state.entries.values():
        wait = entry.wait
        if wait is not None and entry.members:
            word = play.rules.ruleset.waits[wait.kind]
            if wait.act or word.before_interrupts.allowed:
                yield entry, wait, word


def _set_off(play: Play, entry: Entry, wait: Wait, word: Word, act: ActFrame) -> bool:
    if act.who in entry.members or (word.window == "next round" and wait.round >= play.state.round):
        return False
    if not wait.act:
        return wait.until == "before" and act.who in play.state.entries[wait.target].members
    if wait.trigger and not (wait.on or wait.what):
        return False
    return (not wait.on or act.who in wait.on) and (not wait.what or wait.what in act.names())


def _heeds(play: Play, act: ActFrame) -> bool:
    return any(_set_off(play, *one, act) for one in _ready(play))


def _answers(play: Play, act: ActFrame, when: str) -> tuple[str, ...]:
    """Those whose contingency this act is: it has occurred even if another who was set off has spoiled the act by
    now."""
    if when != "before":
        return ()
    found = _tied(play, act)
    order = (entry for part in order_of_moment(play, found) for entry in part) if found else ()
    return tuple(play.state.entries[entry].members[0] for entry in order)


def _tied(play: Play, act: ActFrame) -> tuple[str, ...]:
    """The entries that an act sets off, and that can do something about it."""
    found = (one[0] for one in _ready(play) if _set_off(play, *one, act))
    return tuple(e.id for e in found if not why_unable(play.rules, play.state, e.members[0]))


def _passed(play: Play, who: str, act: ActFrame) -> str:
    """Who lets the contingency go by stays ready, or waits no longer."""
    entry = play.entry(who)
    wait = entry.wait
    if wait is None or not wait.act:
        return ""
    word = play.rules.ruleset.waits[wait.kind]
    if not _set_off(play, entry, wait, word, act):
        return ""
    if word.declined.then == "lost":
        play.emit(WaitLost(entry.id, wait.kind, "declined", ref=word.declined.rule))
        pass_boundaries(play, entry.id, wait.begun)
    return word.declined.rule


MECHANIC = Mechanic(
    "prepared acts",
    uses=lambda ruleset: any(word.prepared for word in ruleset.waits.values()),
    commands=(Prepare, Fire),
    events=(MadeReady, Fired),
    heeds=_heeds,
    answers=_answers,
    tied=_tied,
    passed=_passed,
)
