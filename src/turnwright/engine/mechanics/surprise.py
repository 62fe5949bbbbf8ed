"""Surprise: who has no turn in the first round, and when that is over."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.engine.base import Command, Outcome
from turnwright.engine.clock import round_runs
from turnwright.engine.compiled import Rules
from turnwright.engine.events import Absent, ConditionSet, ScoreSet
from turnwright.engine.frames import Moment
from turnwright.engine.mechanic import STEPS, Hook, Mechanic, OffTurn
from turnwright.engine.play import Play
from turnwright.engine.scores import later
from turnwright.engine.state import SURPRISED, Wait
from turnwright.engine.waiting import SteppedIn, Waited
from turnwright.rules.words.surprise import Surprise as Word


class Surprise(Command, frozen=True, gc=False):
    """Say that these are surprised, or (``on`` false) that they are not after all.

    Refuses ``surprise.none`` in a game without surprise, and ``surprise.late`` once the first round is over.
    """

    who: tuple[str, ...]
    on: bool = True

    def decide(self, play: Play) -> None:
        word = play.rules.ruleset.surprise
        if word is None:
            play.refuse("surprise.none")
        if play.state.cycle > 1 or (play.state.cycle and not round_runs(play.state)):
            play.bar("surprise.late", word.rule, round=play.state.round)
        for who in self.who:
            entry = play.entry(play.present(who).id)
            if word.loses == "turn" and (entry.absent == SURPRISED) != self.on:
                play.emit(Absent(entry.id, SURPRISED if self.on else "", ref=word.rule))
            if word.rolls == "later" and self.on and entry.score is not None:
                play.emit(ScoreSet(entry.id, None, ref=word.rule))
            elif word.lowers and (who in _surprised(play, entry.id)) != self.on:
                later(play, entry.id, word.lowers if self.on else -word.lowers, SURPRISED, word.rule)
            _mark(play, who, word.gives, self.on, word.rule)
        if word.others:
            _others_wait(play, word)


def _joined(play: Play, who: str) -> None:
    """Who is added as surprised is so with all that comes of it."""
    if SURPRISED in play.state.combatants[who].conditions and not play.state.combatants[who].belongs_to:
        Surprise((who,)).decide(play)


def _others_wait(play: Play, word: Word) -> None:
    """Where somebody is surprised, those of the sides on which nobody is begin with a wait; else nobody does."""
    caught = {play.state.combatants[who].side for entry in play.state.entries for who in _surprised(play, entry)}
    for entry in tuple(play.state.entries.values()):
        sides = {play.state.combatants[who].side for who in entry.members}
        mine = entry.wait is not None and not entry.wait.since and entry.wait.kind == word.others
        if mine and (not caught or caught & sides):
            play.emit(SteppedIn(entry.id, word.others, ref=word.rule))
        elif (
            caught
            and sides
            and not caught & sides
            and not (entry.gone or entry.wait or entry.acted == play.state.cycle > 0)
        ):
            play.emit(Waited(entry.id, Wait(word.others, 0, play.state.round, "open"), ref=word.rule))


def _mark(play: Play, who: str, conditions: tuple[str, ...], on: bool, ref: str) -> None:
    for name in conditions:
        if (name in play.state.combatants[who].conditions) != on:
            play.emit(ConditionSet(who, name, on, ref=ref))
            play.changed(who)


def _surprised(play: Play, entry: str) -> tuple[str, ...]:
    """Those whose surprise would end at this moment: of one entry, or of all."""
    word = play.rules.ruleset.surprise
    if word is None:
        return ()
    marks = set(word.gives)
    chosen = play.state.entries[entry].members if entry else tuple(play.state.combatants)
    return tuple(
        who
        for who in chosen
        if not play.state.combatants[who].gone and marks & set(play.state.combatants[who].conditions)
    )


def _over(play: Play, frame: Moment) -> Outcome:
    word = play.rules.ruleset.surprise
    assert word is not None
    for who in _surprised(play, frame.entry):
        _mark(play, who, word.gives, False, word.rule)
    for entry in tuple(play.state.entries.values()):
        if entry.absent == SURPRISED and not entry.gone and frame.entry in ("", entry.id):
            play.emit(Absent(entry.id, "", ref=word.rule))
    return None


def _scored(play: Play, entry: str) -> None:
    """Whoever was surprised before rolling has so much less."""
    word = play.rules.ruleset.surprise
    if word is not None and word.lowers and play.state.cycle <= 1 and _surprised(play, entry):
        later(play, entry, word.lowers, SURPRISED, word.rule)


def _off_turn(play: Play, who: str, act: str) -> OffTurn | None:
    """What the surprised may do all the same."""
    word = play.rules.ruleset.surprise
    entry = play.state.entry_of(who)
    if word is None or entry is None or entry.absent != SURPRISED:
        return None
    return OffTurn(act in word.may.acts, word.may.rule or word.rule)


def _hooks(rules: Rules) -> Iterator[tuple[str, Hook]]:
    word = rules.ruleset.surprise
    if word is not None:
        yield rules.moment(word.until), Hook(STEPS, _over, lambda play, entry: bool(_surprised(play, entry)), True)


MECHANIC = Mechanic(
    "surprise",
    uses=lambda ruleset: ruleset.surprise is not None,
    commands=(Surprise,),
    moments=_hooks,
    off_turn=_off_turn,
    scored=_scored,
    join=_joined,
)
