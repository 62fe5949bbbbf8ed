"""What acts cost: in pools, and in other coins such as the score; and what they use up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from turnwright.engine.base import Refusal, figures
from turnwright.engine.doings import Intent
from turnwright.engine.events import ItemSet, PoolSet
from turnwright.engine.play import Play
from turnwright.formula import Number
from turnwright.rules.words.act import Doing
from turnwright.rules.words.reactions import Reaction


def price(play: Play, intent: Intent, word: Doing) -> dict[str, Number]:
    """What this use costs, by pool or coin.

    Refuses ``act.cost_unnamed`` where the cost has to come with the use and doesn't, ``act.cost_negative``,
    ``act.cost_step`` for a fraction that a pool has no room for, and ``pool.unknown``.
    """
    cost: dict[str, Number] = {}
    for pool, formula in word.cost.items():
        if pool in intent.costs:
            continue
        given: Mapping[str, Number] | None = None
        if "given" in formula.names:
            if pool not in intent.given:
                play.refuse("act.cost_unnamed", word.rule, act=intent.act, pool=pool)
            given = {"given": _positive(play, intent, pool, intent.given[pool])}
        cost[pool] = max(0, play.number(formula, intent.who, given))
    for pool, amount in intent.costs.items():
        if pool not in play.rules.pools and pool not in play.rules.coins:
            play.refuse("pool.unknown", pool=pool, known=", ".join(play.rules.pools))
        cost[pool] = _positive(play, intent, pool, amount)
    for pool, amount in cost.items():
        step = step_of(play, pool)
        if amount % step:
            play.refuse("act.cost_step", word.rule, act=intent.act, cost=amount, pool=pool, step=step)
    free = isinstance(word, Reaction) and word.when_spent.then == "free"
    if free and any(amount > left_of(play, intent.who, pool) for pool, amount in cost.items()):
        return {}
    return cost


def _positive(play: Play, intent: Intent, pool: str, amount: Number) -> Number:
    if amount < 0:
        play.refuse("act.cost_negative", act=intent.act, pool=pool, cost=amount)
    return amount


def step_of(play: Play, pool: str) -> Number:
    """The least that can be paid of a pool; 1 of a coin, and of a pool that only sheets know."""
    return play.rules.pools[pool].step if pool in play.rules.pools else 1


def left_of(play: Play, who: str, pool: str) -> Number:
    """What somebody has of a pool or a coin, never under 0."""
    if pool in play.rules.pools or pool not in play.rules.coins:
        return max(0, play.state.combatants[who].pools.get(pool, 0))
    return max(0, play.rules.coins[pool].left(play, who))


def not_listed(play: Play, intent: Intent, word: Doing) -> Iterator[Refusal]:
    """What speaks against naming a cost with the use, where only listed costs count: ``act.cost_not_listed``."""
    rule = play.rules.ruleset.acting.given_costs
    if not rule.allowed:
        for pool, formula in word.cost.items():
            if "given" in formula.names and pool not in intent.costs:
                data = {"name": play.name(intent.who), "act": intent.act, "pool": pool}
                yield Refusal("act.cost_not_listed", rule.rule or word.rule, data, rule=True)


def too_dear(play: Play, intent: Intent, word: Doing, cost: Mapping[str, Number]) -> Iterator[Refusal]:
    """What speaks against a use that costs more than is left: ``act.cost`` for each pool that lacks something."""
    rule = play.rules.ruleset.acting.too_dear
    if rule.then == "allowed":
        return
    for pool, amount in cost.items():
        left = left_of(play, intent.who, pool)
        if amount > left:
            data = {"name": play.name(intent.who), "act": intent.act, "cost": amount, "left": left, "pool": pool}
            spent = word.when_spent.rule if isinstance(word, Reaction) else ""
            yield Refusal("act.cost", spent or rule.rule or word.rule, figures(data), rule=True)


def covered(play: Play, who: str, cost: Mapping[str, Number]) -> dict[str, Number]:
    """So much of a cost as somebody can pay: no pool sinks under 0, even where the GM insists."""
    return {pool: min(amount, left_of(play, who, pool)) for pool, amount in cost.items()}


def pay(play: Play, who: str, cost: Mapping[str, Number], ref: str = "") -> None:
    """Take a cost that is covered."""
    _move(play, who, {pool: -amount for pool, amount in cost.items()}, "paid", ref)


def give_back(play: Play, who: str, cost: Mapping[str, Number], ref: str = "") -> None:
    """Give back what was paid."""
    _move(play, who, cost, "returned", ref)


def _move(play: Play, who: str, cost: Mapping[str, Number], why: str, ref: str) -> None:
    moved = False
    for pool, amount in cost.items():
        if not amount:
            continue
        if pool in play.rules.coins and pool not in play.rules.pools:
            play.rules.coins[pool].take(play, who, -amount, ref)
        else:
            was = play.state.combatants[who].pools.get(pool, 0)
            play.emit(PoolSet(who, pool, was + amount, was, why, ref=ref))
            moved = True
    if moved:
        play.changed(who)


# ---- things that are used up


def stock(play: Play, intent: Intent, word: Doing) -> tuple[str, Number] | None:
    """Which thing a use takes from the stock, and how many; None where it takes none.

    Refuses ``item.unnamed`` where the use has to name one and doesn't.
    """
    name = word.item
    if name == "named":
        if not intent.item:
            play.refuse("item.unnamed", word.rule, act=intent.act)
        name = intent.item
    if not name:
        return None
    own = play.state.combatants[intent.who].acts.get(name)
    if own is not None and own.takes is not None:
        return name, own.takes
    listed = play.rules.ruleset.items.get(name)
    return name, listed.takes if listed is not None and word.takes == 1 else word.takes


def out_of_stock(play: Play, intent: Intent, word: Doing) -> Iterator[Refusal]:
    """What speaks against using a thing of which too few are left: ``item.none_left``."""
    used = stock(play, intent, word)
    if used is None:
        return
    item, takes = used
    left = play.state.combatants[intent.who].items.get(item, 0)
    if left < takes or left <= 0:
        data = {"name": play.name(intent.who), "act": intent.act, "item": item, "left": left, "takes": takes}
        yield Refusal("item.none_left", word.rule, figures(data), rule=True)


def use_up(play: Play, who: str, item: str, takes: Number, ref: str = "") -> None:
    """Take so many of a thing from the stock (a negative number: put back); never under 0."""
    left = play.state.combatants[who].items.get(item, 0)
    now = max(0, left - takes)
    if now != left:
        play.emit(ItemSet(who, item, now, ref=ref))
