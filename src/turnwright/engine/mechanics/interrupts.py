"""Stepping into the middle of somebody's turn: whoever waits for it does so freely, or wins a contest for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from turnwright.engine.base import Answers, Ask, Command, Event, FrameStruct, Outcome, Part
from turnwright.engine.frames import Moment, Turn
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.play import GM, Play
from turnwright.engine.sheet import entry_unable, rule_of_reason
from turnwright.engine.state import Entry, State
from turnwright.engine.together import TookPart
from turnwright.engine.turns import acting, come_up
from turnwright.engine.waiting import SteppedIn, Waited
from turnwright.formula import Die, Number
from turnwright.rules.words.waits import Wait as Word

Result = Literal["", "won", "lost", "tied"]


class Contest(FrameStruct, frozen=True, gc=False):
    """Who goes first has yet to be found: an entry that wants to interrupt, or whoever's turn that is."""

    entry: str
    turn: int


class Contested(Event, frozen=True, gc=False):
    """A contest for who goes first: what each rolled, where that was rolled here, and how it ended for the entry."""

    entry: str
    other: str
    result: Result
    own: Number | None = None
    others: Number | None = None
    dice: tuple[Die, ...] = ()

    def apply(self, state: State) -> State:
        return state


class Interrupt(Command, frozen=True, gc=False):
    """Step into the turn that is on, and take one's own first. ``result`` is how the contest went, if the table rolled.

    Refuses ``turn.none``, ``interrupt.own``, ``interrupt.not_waiting`` for somebody who has no such wait,
    ``interrupt.called`` for one who has lost the contest already, ``interrupt.gm_only`` for a result that a player
    tells; by the rules ``turn.unable``.
    """

    who: str
    result: Result = ""
    owner = "who"

    def decide(self, play: Play) -> None:
        entry = play.entry(play.present(self.who).id)
        turn = play.active
        if turn is None:
            play.refuse("turn.none")
        if entry.id in (turn.entry, *turn.along):
            play.refuse("interrupt.own", name=entry.name)
        word = interrupting(play, entry)
        if word is None or entry.wait is None:
            play.refuse("interrupt.not_waiting", name=entry.name)
        if entry.wait.until != "open":
            play.bar("interrupt.called", word.rule, name=entry.name)
        if self.result and play.by is not None:
            play.refuse("interrupt.gm_only", word.rule)
        why = entry_unable(play.rules, play.state, entry.id)
        if why:
            play.bar("turn.unable", rule_of_reason(play.rules, why), name=entry.name, act=entry.wait.kind, why=why)
        if word.interrupts.how == "freely":
            _first(play, entry, word)
        elif self.result:
            play.emit(Contested(entry.id, turn.entry, self.result, ref=word.interrupts.rule or word.rule))
            _settle(play, entry, turn, word, self.result)
        else:
            play.push(Contest(entry.id, turn.id))

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """Interrupting the turn that is on, for everybody who waits for that."""
        turn = play.active
        if turn is not None:
            for entry in play.state.entries.values():
                if entry.wait is not None and not entry.gone and interrupting(play, entry) is not None:
                    yield from (cls(who) for who in entry.members[:1])


def interrupting(play: Play, entry: Entry) -> Word | None:
    """The wait of an entry, if it lets it step into turns."""
    if entry.wait is None:
        return None
    word = play.rules.ruleset.waits[entry.wait.kind]
    return word if word.interrupts.how != "no" else None


def step(play: Play, frame: Contest, answers: Answers | None) -> Outcome:
    """Roll for both, or ask who has won."""
    entry = play.state.entries[frame.entry]
    turn = next((f for f in play.state.agenda if isinstance(f, Turn) and f.id == frame.turn), None)
    word = interrupting(play, entry)
    if turn is None or word is None:
        play.pop()
        return None
    rule = word.interrupts
    ref = rule.rule or word.rule
    if rule.roll is None:
        if answers is None:
            items = ("won", "lost", "tied")
            return Ask("contest", (Part("result", (GM,), "one", items),), {"who": entry.id, "other": turn.entry}, ref)
        result = answers["result"][0]
        play.pop()
        play.emit(Contested(entry.id, turn.entry, _result(result), ref=ref))
    else:
        mine = play.roll(rule.roll, entry.members[0])
        other = acting(play.state, turn)
        theirs = play.roll(rule.roll, other[0] if other else "")
        result = "won" if mine.total > theirs.total else "tied" if mine.total == theirs.total else "lost"
        play.pop()
        dice = (*mine.dice, *theirs.dice)
        play.emit(Contested(entry.id, turn.entry, _result(result), mine.total, theirs.total, dice, ref=ref))
    _settle(play, entry, turn, word, _result(result))
    return None


def _result(text: str) -> Result:
    return "won" if text == "won" else "tied" if text == "tied" else "lost"


def _settle(play: Play, entry: Entry, turn: Turn, word: Word, result: Result) -> None:
    tied = word.interrupts.tied
    if result == "won" or (result == "tied" and tied == "first"):
        _first(play, entry, word)
    elif result == "tied" and tied == "at once":
        _at_once(play, entry, turn, word)
    else:
        wait = entry.wait
        assert wait is not None
        play.emit(Waited(entry.id, replace(wait, until="after", target=turn.entry), ref=word.rule))


def _first(play: Play, entry: Entry, word: Word) -> None:
    """The turn that was put off is taken in the middle of the one that is on."""
    assert entry.wait is not None
    play.emit(SteppedIn(entry.id, entry.wait.kind, ref=word.rule))
    come_up(play, entry.id, begun=True, aside=True, ref=word.rule)


def _at_once(play: Play, entry: Entry, turn: Turn, word: Word) -> None:
    """Both act at the same time: the turn that is on is that of both, and the newcomer's start of turn comes first."""
    assert entry.wait is not None
    play.emit(SteppedIn(entry.id, entry.wait.kind, ref=word.rule))
    play.emit(TookPart(entry.id, ref=word.rule))
    for moment in reversed(play.rules.step_moments[: turn.at]):
        if play.moment_due(moment, entry.id):
            play.push(Moment(moment, entry.id, turn.id))


MECHANIC = Mechanic("interrupts", commands=(Interrupt,), events=(Contested,), frames={Contest: step})
