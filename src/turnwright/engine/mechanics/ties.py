"""Ties that people settle: an order set by hand, a roll-off for one tie, and sorting by the scores again."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.engine.base import Command, open_question
from turnwright.engine.dice import Dice, TypedDice
from turnwright.engine.events import RankSet, TieReopened
from turnwright.engine.frames import Placing
from turnwright.engine.hand_set import set_by_hand, tied_with
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.play import Play
from turnwright.engine.ranking import ranked_order
from turnwright.engine.standing import order_stands, set_order, stand_as
from turnwright.engine.ties import asks, give_key, in_tie, lacking_key, level_parts, roll_key, told_apart
from turnwright.formula import parse
from turnwright.rules.words.order import RollOff as Word
from turnwright.rules.words.order import Tie

D20 = parse("1d20")
MOST_ROLLS = 100
"""How often those who are level roll before the roll-off is given up: dice that are always level never end it."""


class SetTie(Command, frozen=True, gc=False):
    """Set by hand in which order those with the same score stand: at any time, before the start too.

    ``order`` names entries, or combatants for theirs; others with the same score keep their places. Refuses
    ``tie.too_few`` and ``tie.not_tied``.
    """

    order: tuple[str, ...]

    def decide(self, play: Play) -> None:
        told = list(dict.fromkeys(entry_named(play, name) for name in self.order))
        _check_tied(play, told)
        chain = play.rules.chain
        set_by_hand(play, told, ref=next((tie.rule for tie in chain if tie.ask), ""), whole=True)

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """The other way round, for each tie of two."""
        for tied in _ties(play):
            if len(tied) == 2:
                yield cls(tied[::-1])


class RollOff(Command, frozen=True, gc=False):
    """Have those who are tied roll for their order, the highest first, and again while any are level.

    ``among`` names one or more of them (none: those whom the open question is about): all roll whom the tie rules
    ahead of this leave level. ``faces`` are those of real dice, in the order in which they are named. Refuses
    ``tie.none``, ``tie.too_few``, ``tie.not_tied``, ``tie.decided`` where the rules tell them apart, ``tie.endless``;
    by the rules ``tie.no_roll_off`` (the GM's d20 then, one each).
    """

    among: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()

    def decide(self, play: Play) -> None:
        named = [entry_named(play, name) for name in self.among] or _asked_about(play)
        named = list(dict.fromkeys(named))
        _check_tied(play, named, least=1)
        depth, level = self._level(play, named)
        chain = play.rules.chain
        tie = chain[depth] if depth < len(chain) else Tie()
        if tie.roll is None and tie.roll_off is None:
            play.bar("tie.no_roll_off", tie.rule, names=", ".join(map(play.name, level)))
            tie = Tie(roll_off=Word(roll=D20), ref=tie.ref)
        ref = tie.roll_off.rule if tie.roll_off is not None else ""
        play.emit(TieReopened(tuple(level), depth, ref=ref or tie.rule))
        typed = TypedDice(self.faces) if self.faces else None
        _roll(play, tie, level, depth, typed)
        if typed is not None:
            typed.finish()
        if order_stands(play):
            order = [e.id for e in in_tie(play.state, [play.state.entries[e] for e in level])]
            stand_as(play, order, "tie", ref or tie.rule)

    def _level(self, play: Play, named: list[str]) -> tuple[int, list[str]]:
        """Where in the chain they are told apart by people or dice, and all who are level there."""
        chain = play.rules.chain
        tied = [e for e in tied_with(play, named[0]) if not play.state.entries[e].loses_ties or e in named]
        for depth, tie in enumerate(chain):
            if asks(play, tie, tied) or tie.roll is not None:
                break
            for entry in lacking_key(play, tie, tied, depth):
                give_key(play, tie, entry, depth, tied)
            tied = next(part for part in level_parts(play, tied, depth) if named[0] in part)
        else:
            depth = len(chain)
        if len(tied) < 2 or not set(named) <= set(tied):
            play.refuse("tie.decided", names=", ".join(map(play.name, named)))
        return depth, tied

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """For the tie that people are asked about."""
        if _asked_about(play):
            yield cls()


class Sort(Command, frozen=True, gc=False):
    """Bring all back to where their scores put them; an order set by hand among equals stays.

    Refuses ``sort.no_order``, and ``sort.sorted`` where nothing would change; by the rules ``sort.stepped_in`` where it
    would undo where people stand since they stepped in after waiting.
    """

    def decide(self, play: Play) -> None:
        if not order_stands(play):
            play.refuse("sort.no_order")
        order = ranked_order(play)
        if order == play.state.order:
            play.refuse("sort.sorted")
        stepped = [e for e in play.state.entries.values() if e.stepped_in and not e.gone]
        if stepped:
            waits = play.rules.ruleset.waits.values()
            rule = next((word.rank.rule or word.rule for word in waits if word.place == "here"), "")
            play.bar("sort.stepped_in", rule, names=", ".join(entry.name for entry in stepped))
        for entry in stepped:
            if entry.rank is not None:
                play.emit(RankSet(entry.id, None))
        set_order(play, list(order), "sorted")
        for entry in stepped:
            # With whom came to its score meanwhile it has no tie yet.
            level = tuple(e.id for e in play.state.entries.values() if e.score == entry.score and not e.gone)
            if entry.score is not None and len(level) > 1 and told_apart(play, level) is None:
                play.push(Placing(entry.id, "moved"))

    @classmethod
    def offers(cls, play: Play) -> tuple[Command, ...]:
        """Sorting, while there is an order."""
        return (cls(),) if order_stands(play) else ()


def _roll(play: Play, tie: Tie, level: list[str], depth: int, typed: TypedDice | None) -> None:
    own: Dice = play.dice
    if typed is not None:
        play.dice = typed
    rolling = [level]
    for _ in range(MOST_ROLLS):
        if not rolling:
            break
        for part in rolling:
            for entry in part:
                roll_key(play, tie, entry, depth, part)
        rolling = [part for part in level_parts(play, level, depth) if len(part) > 1]
    play.dice = own
    if rolling:
        play.refuse("tie.endless", tie.rule, names=", ".join(map(play.name, level)))


def entry_named(play: Play, name: str) -> str:
    """The entry with this id, or that of a combatant; refuses as `Play.entry` does."""
    found = play.state.entries.get(name)
    return name if found is not None and not found.gone else play.entry(name).id


def _check_tied(play: Play, entries: list[str], least: int = 2) -> None:
    if not entries:
        play.refuse("tie.none")
    if len(entries) < least:
        play.refuse("tie.too_few", names=", ".join(map(play.name, entries)))
    scores = {play.state.entries[entry].score for entry in entries}
    if len(scores) > 1 or None in scores or not set(entries) <= set(tied_with(play, entries[0])):
        play.refuse("tie.not_tied", names=", ".join(map(play.name, entries)))


def _asked_about(play: Play) -> list[str]:
    """Those whom the open question asks to bring into order."""
    question = open_question(play.state)
    if question is None or question.ask.code != "tie":
        return []
    return [item for part in question.ask.parts for item in part.items if item in play.state.entries]


def _ties(play: Play) -> tuple[tuple[str, ...], ...]:
    """Every set of entries with the same score, as they stand."""
    there = (e.id for e in play.state.entries.values() if e.score is not None and not e.gone)
    found = dict.fromkeys(tied_with(play, entry) for entry in there)
    return tuple(tied for tied in found if len(tied) > 1)


MECHANIC = Mechanic("ties", commands=(SetTie, RollOff, Sort))
