"""Pools: changing them by hand, and when they refill, are lost, or follow their maximum."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from turnwright.engine.base import Command, Outcome
from turnwright.engine.compiled import Rules
from turnwright.engine.events import PoolSet, RefillLowered, TopSet
from turnwright.engine.frames import Moment
from turnwright.engine.ledger import change, check_top, put, start_value
from turnwright.engine.mechanic import POOLS, Hook, Mechanic
from turnwright.engine.play import Play
from turnwright.engine.sheet import pool_max
from turnwright.formula import FormulaError, Number, parse
from turnwright.rules.words.sheet import Pool


class ChangePool(Command, frozen=True, gc=False):
    """Change a pool of some combatants by hand: ``by`` is added, ``to`` sets it, ``top`` sets the maximum.

    All three are formulas and may hold dice; each combatant rolls its own. Refuses ``pool.unknown``, ``pool.top``, and
    ``pool.empty`` for somebody who has no such pool yet.
    """

    edits: ClassVar[str] = "who"

    who: tuple[str, ...]
    pool: str
    by: str = ""
    to: str = ""
    top: str = ""
    source: str = ""

    def decide(self, play: Play) -> None:
        for who in self.who:
            combatant = play.present(who)
            known = self.pool in play.rules.pools or self.pool in combatant.pools
            if not known:
                play.refuse("pool.unknown", pool=self.pool, known=", ".join({**play.rules.pools, **combatant.pools}))
            if self.top:
                play.emit(TopSet(who, self.pool, check_top(play, self.pool, _rolled(play, who, self.top))))
            if self.to:
                put(play, who, self.pool, _rolled(play, who, self.to), cause=self.source)
            elif self.by:
                # Nobody knows the HP of one whose sheet gives none; of what only goes before them there is none.
                guards = self.pool in play.rules.pools and play.rules.pools[self.pool].absorbs
                if self.pool not in combatant.pools and not guards:
                    play.refuse("pool.empty", name=combatant.name, pool=self.pool)
                change(play, who, self.pool, _rolled(play, who, self.by), cause=self.source)


def _rolled(play: Play, who: str, text: str) -> Number:
    try:
        return play.roll(parse(text), who).total
    except FormulaError as error:
        play.refuse("formula.bad", formula=text, problem=error.message, fault=error.code)


def refill_value(play: Play, who: str, name: str, word: Pool) -> Number:
    """What a pool holds after a refill: its maximum, or what the ruleset says instead."""
    most = pool_max(play.rules, play.state, who, name)
    if word.refill.to is not None:
        value = play.number(word.refill.to, who, {"max": most or 0})
    else:
        value = most if most is not None else 0
    value -= play.state.combatants[who].lowered.get(name, 0)
    return value if word.least is None else max(value, word.least)


def _hooks(rules: Rules) -> Iterator[tuple[str, Hook]]:
    """At one moment pools start or refill before any is lost: what comes back may depend on what was left."""
    for name, word in rules.pools.items():
        for text in word.start.at:
            yield rules.moment(text), _hook(name, word, "start", _started, word.start.rule)
        for text in word.refill.at:
            yield rules.moment(text), _hook(name, word, "refill", refill_value, word.refill.rule)
    for name, word in rules.pools.items():
        for text in word.lost.at:
            yield rules.moment(text), _hook(name, word, "lost", _nothing, word.lost.rule)


def _started(play: Play, who: str, name: str, word: Pool) -> Number:
    """What a pool starts with anew; where nothing says what that is, what it holds."""
    value = start_value(play, who, name, word)
    return play.state.combatants[who].pools.get(name, 0) if value is None else value


def _nothing(play: Play, who: str, name: str, word: Pool) -> Number:
    return 0


def _hook(name: str, word: Pool, why: str, value: Callable[[Play, str, str, Pool], Number], ref: str) -> Hook:
    ref = ref or word.rule

    def members(play: Play, entry: str) -> tuple[str, ...]:
        everybody = tuple(play.state.combatants)
        chosen = play.state.entries[entry].members if entry else everybody
        return tuple(who for who in chosen if not play.state.combatants[who].gone)

    def due(play: Play, entry: str) -> bool:
        return any(
            name not in play.state.combatants[who].pools
            or play.state.combatants[who].pools[name] != value(play, who, name, word)
            or (why == "refill" and name in play.state.combatants[who].lowered)
            for who in members(play, entry)
        )

    def run(play: Play, frame: Moment) -> Outcome:
        for who in members(play, frame.entry):
            was = play.state.combatants[who].pools.get(name, 0)
            now = value(play, who, name, word)
            if now != was or name not in play.state.combatants[who].pools:
                play.emit(PoolSet(who, name, now, was, why, ref=ref))
                play.changed(who)
            if why == "refill" and name in play.state.combatants[who].lowered:
                play.emit(RefillLowered(who, name, 0, ref=ref))
        return None

    return Hook(POOLS, run, due)


def _cut(play: Play, who: str) -> None:
    """A pool that follows its maximum loses at once what is above it."""
    for name, word in play.rules.pools.items():
        if word.follows_max.follows:
            held = play.state.combatants[who].pools.get(name, 0)
            most = pool_max(play.rules, play.state, who, name)
            if most is not None and word.least is not None:
                most = max(most, word.least)
            if most is not None and held > most:
                play.emit(PoolSet(who, name, most, held, "cut", held - most, ref=word.follows_max.rule or word.rule))


MECHANIC = Mechanic(
    "pools",
    uses=lambda ruleset: any(word.follows_max.follows for word in ruleset.pools.values()),
    commands=(ChangePool,),
    moments=_hooks,
    changed=_cut,
)
