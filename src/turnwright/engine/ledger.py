"""Changing pools within their bounds: the one place where a pool's number comes from."""

from __future__ import annotations

from turnwright.engine.events import PoolSet, Uncounted
from turnwright.engine.play import GM, Play
from turnwright.engine.sheet import pool_max
from turnwright.formula import Number
from turnwright.rules.words.sheet import Pool


def start_value(play: Play, who: str, name: str, word: Pool) -> Number | None:
    """What a pool holds at first: its maximum, or what the ruleset says instead; None where neither is known."""
    value = most = pool_max(play.rules, play.state, who, name)
    if word.start.to is not None:
        value = play.number(word.start.to, who, {"max": most or 0})
    return value if value is None or word.least is None else max(value, word.least)


def check_top(play: Play, name: str, most: Number) -> Number:
    """The maximum of a pool as somebody sets it; refuses ``pool.top`` for one with which nobody could stand."""
    word = play.rules.pools.get(name)
    least = 1 if word is not None and word.vital else 0
    if most < least:
        play.refuse("pool.top", word.rule if word is not None else "", pool=name, value=most, least=least)
    return most


def change(play: Play, who: str, name: str, by: Number, why: str = "", ref: str = "", cause: str = "") -> None:
    """Add to a pool (a negative number takes away), within its bounds.

    A loss is first taken from pools that absorb losses of this one (temporary hit points). What was beyond a bound
    is recorded as ``over``, exactly. Of the vital pool of somebody who was given none nothing is counted, and the GM
    is told so.
    """
    harm: Number = 0
    if by < 0:
        changed = play.rules.pools.get(name)
        if changed is not None and changed.vital:
            harm = -by
        for guard in play.rules.guards.get(name, ()):
            held = play.state.combatants[who].pools.get(guard, 0)
            if held > 0:
                taken, word = min(held, -by), play.rules.pools[guard]
                put(play, who, guard, held - taken, why or "damage", word.ref[0] if word.ref else ref, cause)
                by += taken
    if by and name == play.rules.vital and name not in play.state.combatants[who].pools:
        # Nobody has said what they can bear: they stand until the GM says otherwise.
        play.emit(Uncounted(who, name, by, ref=ref, cause=cause, to=GM))
        by = 0
    was = play.state.combatants[who].pools.get(name, 0)
    if by:
        put(play, who, name, was + by, why or ("damage" if by < 0 else "healing"), ref, cause)
    if harm:
        for look in play.rules.harmed:
            look(play, who, harm)


def put(play: Play, who: str, name: str, value: Number, why: str = "set", ref: str = "", cause: str = "") -> None:
    """Set a pool, within its bounds: never under its least, and never over its maximum by gaining.

    A pool that stands above its maximum already (the maximum fell, and the ruleset lets it stand) is not cut by this.
    """
    held = play.state.combatants[who].pools
    was = held.get(name, 0)
    word = play.rules.pools.get(name)
    least: Number | None = 0 if word is None else word.least
    most = pool_max(play.rules, play.state, who, name)
    bound = value
    if most is not None and value > most:
        bound = most
        if was > most:
            bound = was
        if value < bound:
            bound = value
    if least is not None and bound < least:
        bound = least
    over = value - bound if value > bound else bound - value
    if value > bound and word is not None and word.max is not None:
        ref = ref or word.max.rule
    if bound != was or name not in held or over:
        play.emit(PoolSet(who, name, bound, was, why, over, ref=ref, cause=cause))
        play.changed(who)
