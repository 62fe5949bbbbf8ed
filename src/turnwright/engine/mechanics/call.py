"""The call: numbers that are named before the order is found, and one roll that they are held against."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnwright.engine.base import Answers, Ask, Event, FrameStruct, Outcome, Part
from turnwright.engine.compiled import Rules
from turnwright.engine.events import on_combatant
from turnwright.engine.frames import Moment
from turnwright.engine.mechanic import QUESTIONS, Hook, Mechanic
from turnwright.engine.play import Play
from turnwright.engine.sheet import present
from turnwright.engine.state import State
from turnwright.formula import Die, Number
from turnwright.rules.words.order import Call

AFTER_OTHER_QUESTIONS = QUESTIONS + 1


class CallFrame(FrameStruct, frozen=True, gc=False):
    """The numbers are asked for, then the roll is made."""


class CallMade(Event, frozen=True, gc=False):
    """The numbers that were named, by combatant, and the roll that they are held against.

    ``stats`` are those in which somebody's sheet keeps them.
    """

    named: dict[str, Number]
    rolled: Number
    dice: tuple[Die, ...] = ()
    stats: dict[str, dict[str, Number]] = {}

    def apply(self, state: State) -> State:
        for who, kept in self.stats.items():
            state = on_combatant(state, who, stats={**state.combatants[who].stats, **kept})
        return state


def _word(play: Play) -> Call:
    word = play.rules.ruleset.initiative.call
    assert word is not None
    return word


def _callers(play: Play, word: Call) -> tuple[str, ...]:
    """Those of the side whose initiative is still to be found."""
    found = (c for c in present(play.state) if c.side == word.side and not c.belongs_to)
    return tuple(c.id for c in found if _unscored(play.state, c.id))


def _unscored(state: State, who: str) -> bool:
    entry = state.entry_of(who)
    return entry is not None and entry.score is None and state.in_scene(entry)


def step(play: Play, frame: CallFrame, answers: Answers | None) -> Outcome:
    """Ask each for a number, then roll once for all."""
    word = _word(play)
    callers = _callers(play, word)
    if callers and (answers is None or any(who not in answers for who in callers)):
        items = tuple(str(number) for number in range(word.least, word.most + 1))
        return Ask("call", tuple(Part(who, (play.decider(who),), "one", items) for who in callers), ref=word.rule)
    play.pop()
    if not callers:
        return None
    assert answers is not None
    named: dict[str, Number] = {who: int(answers[who][0]) for who in callers}
    rolled = play.roll(word.roll, "")
    stats = {
        c.id: {word.number: named.get(c.id, 0), word.rolled: rolled.total}
        for c in present(play.state)
        if not c.belongs_to
    }
    play.emit(CallMade(named, rolled.total, rolled.dice, stats, ref=word.rule))
    return None


def _begin(play: Play, frame: Moment) -> Outcome:
    """The call begins, once it is known that nothing is missing from which initiative is found."""
    formula = play.rules.ruleset.initiative.formula
    for combatant in present(play.state):
        if formula is not None and _unscored(play.state, combatant.id):
            sheet = play.sheet(combatant.id)
            for name in formula.names:
                sheet.value(name)
    play.turn_to(replace(frame, at=frame.at + 1))
    play.push(CallFrame())
    return None


def _hooks(rules: Rules) -> Iterator[tuple[str, Hook]]:
    word = rules.ruleset.initiative.call
    if word is not None:
        yield "scene.start", Hook(AFTER_OTHER_QUESTIONS, _begin, lambda play, entry: bool(_callers(play, word)))


MECHANIC = Mechanic("call", events=(CallMade,), frames={CallFrame: step}, moments=_hooks)
