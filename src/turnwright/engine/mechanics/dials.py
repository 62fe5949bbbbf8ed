"""Dials: counters that the whole table shares, moved by hand, by spending, and by themselves at their moments."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnwright.engine.base import Command, Event, Outcome
from turnwright.engine.compiled import Rules
from turnwright.engine.frames import Moment
from turnwright.engine.keeping import with_kept
from turnwright.engine.mechanic import POOLS, STEPS, Hook, Mechanic
from turnwright.engine.play import Play
from turnwright.engine.sheet import DIALS, dial, present
from turnwright.engine.state import State
from turnwright.formula import Number, show_number
from turnwright.rules.words.track import Dial, Tick


class DialSet(Event, frozen=True, gc=False):
    """A dial stands at ``value`` now. ``why`` is set, spent, gained, start or tick."""

    dial: str
    value: Number
    was: Number
    why: str = "set"

    def apply(self, state: State) -> State:
        held = self.value if isinstance(self.value, int) else show_number(self.value)
        dials = {**state.own.get(DIALS, {}), self.dial: held}
        return replace(state, own=with_kept(state, DIALS, dials))


class TurnDial(Command, frozen=True, gc=False):
    """Move a dial by hand: ``by`` so much, or ``to`` a number; never past its ends.

    Refuses ``dial.unknown``, and ``dial.nothing`` where it would stay as it is.
    """

    dial: str
    by: Number = 0
    to: Number | None = None

    def decide(self, play: Play) -> None:
        word = _word(play, self.dial)
        was = dial(play.rules, play.state, self.dial)
        if not _move(play, self.dial, word, was + self.by if self.to is None else self.to, "set"):
            play.refuse("dial.nothing", dial=self.dial, value=was)


class SpendDial(Command, frozen=True, gc=False):
    """Spend points from a dial; where it swaps with another they go over to that one. ``who`` is who spends them.

    Refuses ``dial.unknown``, ``dial.count``, ``dial.side`` for somebody of another side, and by the rules
    ``dial.empty``.
    """

    dial: str
    count: Number = 1
    who: str = ""
    owner = "who"

    def decide(self, play: Play) -> None:
        word = _word(play, self.dial)
        if self.count <= 0:
            play.refuse("dial.count", count=self.count)
        if self.who and (not word.side or play.present(self.who).side != word.side):
            play.bar("dial.side", word.rule, name=play.name(self.who), dial=self.dial, side=word.side)
        was = dial(play.rules, play.state, self.dial)
        least = play.number(word.least, "")
        if was - self.count < least:
            play.bar("dial.empty", word.rule, dial=self.dial, left=was - least, count=self.count)
        spent = min(self.count, was - least)
        _move(play, self.dial, word, was - spent, "spent")
        if word.swaps_with and spent:
            other = play.rules.ruleset.dials[word.swaps_with]
            now = dial(play.rules, play.state, word.swaps_with)
            _move(play, word.swaps_with, other, now + spent, "gained")

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """One point of each dial, for the GM, or for those of its side."""
        for name, word in play.rules.ruleset.dials.items():
            if word.side:
                yield from (cls(name, 1, c.id) for c in present(play.state) if c.side == word.side)
            else:
                yield cls(name)


def _word(play: Play, name: str) -> Dial:
    dials = play.rules.ruleset.dials
    if name not in dials:
        play.refuse("dial.unknown", dial=name, known=", ".join(dials))
    return dials[name]


def _within(play: Play, word: Dial, value: Number) -> Number:
    least = play.number(word.least, "")
    value = max(least, value)
    return value if word.most is None else min(value, play.number(word.most, ""))


def _move(play: Play, name: str, word: Dial, value: Number, why: str) -> bool:
    """Move a dial as far as it goes; tells whether it moved."""
    was, now = dial(play.rules, play.state, name), _within(play, word, value)
    if now != was or (name not in play.state.own.get(DIALS, {}) and why != "set"):
        play.emit(DialSet(name, now, was, why, ref=word.rule))
    return now != was


def _start_hook(name: str, word: Dial) -> Hook:
    def at_start(play: Play) -> Number:
        return _within(play, word, play.number(word.start, ""))

    def due(play: Play, entry: str) -> bool:
        return dial(play.rules, play.state, name) != at_start(play)

    def run(play: Play, frame: Moment) -> Outcome:
        _move(play, name, word, at_start(play), "start")
        return None

    return Hook(POOLS, run, due)


def _tick_hook(name: str, word: Dial, tick: Tick) -> Hook:
    def after(play: Play) -> Number:
        return _within(play, word, dial(play.rules, play.state, name) + play.number(tick.by, ""))

    def due(play: Play, entry: str) -> bool:
        return after(play) != dial(play.rules, play.state, name)

    def run(play: Play, frame: Moment) -> Outcome:
        was, now = dial(play.rules, play.state, name), after(play)
        play.emit(DialSet(name, now, was, "tick", ref=tick.rule or word.rule))
        return None

    return Hook(STEPS, run, due)


def _hooks(rules: Rules) -> Iterator[tuple[str, Hook]]:
    for name, word in rules.ruleset.dials.items():
        for moment in word.starts_at:
            yield rules.moment(moment), _start_hook(name, word)
        for tick in word.ticks:
            yield rules.moment(tick.at), _tick_hook(name, word, tick)


def _shows(rules: Rules, state: State, viewer: frozenset[str] | None) -> Iterator[tuple[str, object]]:
    """What each dial stands at."""
    if rules.ruleset.dials:
        yield "dials", {name: dial(rules, state, name) for name in rules.ruleset.dials}


MECHANIC = Mechanic("dials", commands=(TurnDial, SpendDial), events=(DialSet,), moments=_hooks, shows=_shows)
