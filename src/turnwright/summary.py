"""A fight in numbers: how long it was, what became of everybody, what they did and spent."""

from __future__ import annotations

from msgspec import Struct, field

from turnwright.engine import Rules, State
from turnwright.engine.clock import Stretch, story_time
from turnwright.engine.events import ItemSet, Joined, PoolSet
from turnwright.engine.happenings import RoundBegan
from turnwright.engine.names import fold
from turnwright.engine.sheet import conditions, known_max
from turnwright.engine.state import Combatant
from turnwright.fight import Fight
from turnwright.formula import Number
from turnwright.rules.words.time import show_span
from turnwright.speech.sheets import has_pool


class Share(Struct, kw_only=True):
    """One combatant's share in a fight.

    ``pools`` are those that last beyond a fight, with their maximum where there is one. ``taken`` and ``dealt`` count
    what the vital pool lost, and what absorbs its losses; ``healed`` is what was given back to it. ``dealt`` knows only
    harm by actions, or by hand with the name of a source. ``spent`` are costs paid from pools that last, ``used`` are
    items.
    """

    name: str
    side: str
    state: tuple[str, ...] = ()
    pools: dict[str, tuple[Number, Number | None]] = field(default_factory=dict)
    taken: Number = 0
    dealt: Number = 0
    healed: Number = 0
    spent: dict[str, Number] = field(default_factory=dict)
    used: dict[str, Number] = field(default_factory=dict)


class Summary(Struct, frozen=True):
    """A whole fight."""

    rounds: int
    time: Stretch
    shares: tuple[Share, ...]


def summarize(fight: Fight) -> Summary:
    """What came of a fight so far."""
    rules, state = fight.rules, fight.state
    shares: dict[str, Share] = {}
    stock: dict[tuple[str, str], Number] = {}
    rounds = 0
    for event in (event for record in fight.encounter.history for event in record.events):
        if isinstance(event, RoundBegan):
            rounds += 1
        elif isinstance(event, Joined):
            who = event.combatant
            shares[who.id] = Share(name=who.name, side=who.side)
            stock |= {(who.id, item): left for item, left in who.items.items()}
        elif isinstance(event, PoolSet):
            _pool(fight, shares, event)
        elif isinstance(event, ItemSet):
            used = stock.get((event.who, event.item), 0) - event.left
            stock[event.who, event.item] = event.left
            if used > 0:
                _count(shares[event.who].used, event.item, used)
    for id, share in shares.items():
        _finish(rules, state, state.combatants[id], share)
    return Summary(rounds, story_time(rules, state), tuple(shares.values()))


def _finish(rules: Rules, state: State, who: Combatant, share: Share) -> None:
    """What is so at the end, under the name and on the side of then."""
    share.name, share.side = who.name, who.side
    share.state = (who.gone,) if who.gone else tuple(conditions(rules, state, who.id))
    for name, word in rules.pools.items():
        if word.carried and has_pool(rules, state, who, name):
            share.pools[name] = (who.pools[name], known_max(rules, state, who.id, name))


def _pool(fight: Fight, shares: dict[str, Share], event: PoolSet) -> None:
    word = fight.rules.pools.get(event.pool)
    if word is None:
        return
    share, lost = shares[event.who], event.was - event.value
    if (word.vital or word.absorbs) and event.why == "damage":
        share.taken += lost
        source = _source(fight, event.cause)
        if source in shares:
            shares[source].dealt += lost
    elif word.vital and event.why == "healing":
        share.healed -= lost
    elif word.carried and event.why == "paid" and lost > 0:
        _count(share.spent, event.pool, lost)


def _count(counted: dict[str, Number], name: str, by: Number) -> None:
    counted[name] = counted.get(name, 0) + by


def _source(fight: Fight, cause: str) -> str:
    """Whose doing something was: the id ahead of an act, or the name that was typed as a source."""
    acting = cause.partition(" ")[0]
    if acting in fight.state.combatants:
        return acting
    return next((c.id for c in fight.state.combatants.values() if cause and fold(c.name) == fold(cause)), "")


def lasted(fight: Fight, found: Summary) -> str:
    """How long a fight was, as people say it: ``3 rounds, 18 s of story time``."""
    time = show_span(*found.time) if found.time[1] else ""
    return fight.voice.say("story", "lasted", {"rounds": found.rounds, "text": time})
