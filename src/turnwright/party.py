"""The party that goes on to the next fight: who they are, and what of their sheets comes along."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnwright.engine import Rules, State
from turnwright.engine.base import Refused
from turnwright.engine.mechanics.cast import Add
from turnwright.engine.sheet import Sheet, number
from turnwright.engine.state import IN_RESERVE, Combatant
from turnwright.formula import Number, show_number
from turnwright.rules.words import Ruleset

FLED = "fled"


def party(rules: Rules, state: State, there: Ruleset | None = None, *, whole: bool = False) -> tuple[Add, ...]:
    """The commands that bring the party to another fight, ``there`` by another ruleset.

    The party are those of the sides that players decide for (where there is no such side: everybody) who are there
    still, or who fled. Pools that are ``carried`` stay as they are, or are full of those who come ``whole``; the others
    are fresh. Stats, traits, items and actions of one's own come along; conditions, effects and places in the order do
    not. Players stay on the side of the players, whatever it is called there.
    """
    owners = {c.id for c in state.combatants.values() if _comes(rules, state, c)}
    adds = (_add(rules, state, state.combatants[who], whole) for who in owners_first(state, owners))
    return tuple(replace(add, side=rules.ruleset.side_in(there or rules.ruleset, add.side)) for add in adds)


def others(rules: Rules, state: State, *, whole: bool = False) -> tuple[Add, ...]:
    """The commands that bring those again whom the party meets: all who are there and are not of the party; as they
    are, or ``whole``."""
    theirs = {c.id for c in state.combatants.values() if not c.gone and not _comes(rules, state, c)}
    return tuple(_add(rules, state, state.combatants[who], whole) for who in owners_first(state, theirs))


def owners_first(state: State, who: set[str]) -> Iterator[str]:
    """These, those who belong to another of them behind all others; not those whose owner is not among them."""
    here = [c for c in state.combatants.values() if c.id in who]
    yield from (c.id for c in here if not c.belongs_to)
    yield from (c.id for c in here if c.belongs_to in who)


def _comes(rules: Rules, state: State, who: Combatant) -> bool:
    deciders = rules.ruleset.sides
    if "players" in deciders.values() and deciders.get(who.side) != "players":
        return False
    return not who.gone or who.gone in (FLED, IN_RESERVE, *rules.ruleset.departures)


def _add(rules: Rules, state: State, who: Combatant, whole: bool) -> Add:
    values = {name: _text(value) for name, value in who.stats.items()} | who.traits
    for pool in (*rules.pools, *(name for name in who.pools if name not in rules.pools)):
        text = _pool(rules, state, who, pool, whole)
        if text:
            values[pool] = text
    owner = state.combatants.get(who.belongs_to)
    return Add(
        who.name,
        who.side,
        values=values,
        acts=who.acts,
        items=who.items,
        roles=who.roles,
        belongs_to=owner.name if owner else "",
        hidden=who.hidden,
    )


def _pool(rules: Rules, state: State, who: Combatant, pool: str, whole: bool) -> str:
    """What the sheet gives for a pool in the next fight; nothing for one that the ruleset fills by itself."""
    word = rules.pools.get(pool)
    top = who.tops.get(pool)
    most = f"/{_text(top)}" if top is not None else ""
    full = whole and (top is not None or (word is not None and word.max is not None))
    if word is None or (word.carried and not full):
        return f"{_text(who.pools[pool])}{most}" if pool in who.pools else ""
    if top is None:
        return ""
    start: Number = top
    if word.start.to is not None:
        try:
            start = number(word.start.to, Sheet(rules, state, who.id, {"max": top}))
        except Refused:
            start = top
    return f"{_text(start)}{most}"


def _text(value: Number) -> str:
    """A number as a sheet is read: in brackets where a stroke would part what a pool holds from its maximum."""
    shown = show_number(value)
    return f"({shown})" if "/" in shown else shown


def left_behind(rules: Rules, state: State) -> tuple[str, ...]:
    """What the party does not take along: conditions laid by hand and effects, as ``Milli: prone``."""
    lines = []
    for add in party(rules, state):
        who = next(c for c in state.combatants.values() if c.name == add.name)
        borne = (effect.name for effect in state.effects.values() if effect.bearer == who.id)
        ends = dict.fromkeys((*who.conditions, *borne))
        if ends:
            lines.append(f"{who.name}: {', '.join(ends)}")
    return tuple(lines)
