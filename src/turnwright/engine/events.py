"""The facts that every game has about its people: who takes part, their numbers, the order they stand in.

What happens when stands in `happenings`; what only some games have is declared in the file of its mechanic.
"""

from __future__ import annotations

from msgspec.structs import replace

from turnwright.engine.base import Event
from turnwright.engine.numbering import counted, number_of
from turnwright.engine.state import Combatant, Entry, State, Use
from turnwright.formula import Die, Number


def on_combatant(state: State, who: str, **changes: object) -> State:
    """The state with some fields of one combatant changed."""
    combatants = state.combatants.copy()
    combatants[who] = replace(combatants[who], **changes)
    return replace(state, combatants=combatants)


def on_entry(state: State, entry: str, **changes: object) -> State:
    """The state with some fields of one entry changed."""
    entries = state.entries.copy()
    entries[entry] = replace(entries[entry], **changes)
    return replace(state, entries=entries)


# ---- the encounter


class Opened(Event, frozen=True, gc=False):
    """The encounter exists; its dice follow from the seed."""

    seed: str

    def apply(self, state: State) -> State:
        return replace(state, seed=self.seed)


class Drawn(Event, frozen=True, gc=False):
    """So many dice were taken from the encounter's own source."""

    count: int

    def apply(self, state: State) -> State:
        return replace(state, draws=state.draws + self.count)


class Ruled(Event, frozen=True, gc=False):
    """The GM overruled the refusal ``code``."""

    code: str
    data: dict[str, str] = {}

    def apply(self, state: State) -> State:
        return state


class Closed(Event, frozen=True, gc=False):
    """The encounter is over."""

    why: str = ""

    def apply(self, state: State) -> State:
        return replace(state, closed=True, agenda=(), phase="")


# ---- the cast


class Joined(Event, frozen=True, gc=False):
    """A combatant takes part."""

    combatant: Combatant

    def apply(self, state: State) -> State:
        who = self.combatant
        return replace(state, **counted(state, number_of(who.id)), combatants={**state.combatants, who.id: who})


class Left(Event, frozen=True, gc=False):
    """A combatant has left; ``why`` is removed, fled, dead or another word of the game."""

    who: str
    why: str

    def apply(self, state: State) -> State:
        return on_combatant(state, self.who, gone=self.why)


class Renamed(Event, frozen=True, gc=False):
    """A combatant has another name."""

    who: str
    name: str

    def apply(self, state: State) -> State:
        return on_combatant(state, self.who, name=self.name)


class EntryNamed(Event, frozen=True, gc=False):
    """An entry has another name."""

    entry: str
    name: str

    def apply(self, state: State) -> State:
        return on_entry(state, self.entry, name=self.name)


class SideSet(Event, frozen=True, gc=False):
    """A combatant stands on another side."""

    who: str
    side: str

    def apply(self, state: State) -> State:
        return on_combatant(state, self.who, side=self.side)


class Hid(Event, frozen=True, gc=False):
    """A combatant is hidden from the players, or shown to them."""

    who: str
    hidden: bool

    def apply(self, state: State) -> State:
        return on_combatant(state, self.who, hidden=self.hidden)


class StatSet(Event, frozen=True, gc=False):
    """A stat on the sheet is now ``value``."""

    who: str
    stat: str
    value: Number

    def apply(self, state: State) -> State:
        return on_combatant(state, self.who, stats={**state.combatants[self.who].stats, self.stat: self.value})


class TraitSet(Event, frozen=True, gc=False):
    """A trait on the sheet is now ``value``."""

    who: str
    trait: str
    value: str

    def apply(self, state: State) -> State:
        return on_combatant(state, self.who, traits={**state.combatants[self.who].traits, self.trait: self.value})


class ItemSet(Event, frozen=True, gc=False):
    """So many of an item are left."""

    who: str
    item: str
    left: Number

    def apply(self, state: State) -> State:
        return on_combatant(state, self.who, items={**state.combatants[self.who].items, self.item: self.left})


class PoolSet(Event, frozen=True, gc=False):
    """A pool now holds ``value``. ``why`` is start, refill, lost, paid, damage, healing, set or cut.

    ``over`` is what a loss had left when the pool was at its least, or a gain when it was full.
    """

    who: str
    pool: str
    value: Number
    was: Number
    why: str = "set"
    over: Number = 0

    def apply(self, state: State) -> State:
        who = state.combatants[self.who]
        pools = who.pools.copy()
        pools[self.pool] = self.value
        combatants = state.combatants.copy()
        combatants[self.who] = replace(who, pools=pools)
        return replace(state, combatants=combatants)


class Uncounted(Event, frozen=True, gc=False):
    """Harm or healing by so much that falls on no number: nobody has said what this combatant's vital pool holds."""

    who: str
    pool: str
    by: Number

    def apply(self, state: State) -> State:
        return state


class TopSet(Event, frozen=True, gc=False):
    """A combatant's own maximum of a pool is now ``value``."""

    who: str
    pool: str
    value: Number

    def apply(self, state: State) -> State:
        return on_combatant(state, self.who, tops={**state.combatants[self.who].tops, self.pool: self.value})


class ConditionSet(Event, frozen=True, gc=False):
    """A condition was laid on somebody by hand, or taken away."""

    who: str
    condition: str
    on: bool

    def apply(self, state: State) -> State:
        had = state.combatants[self.who].conditions
        kept = tuple(c for c in had if c != self.condition)
        return on_combatant(state, self.who, conditions=(*kept, self.condition) if self.on else kept)


class ConditionTurned(Event, frozen=True, gc=False):
    """Somebody is in a condition of the ruleset now, or no longer, by whatever way: laid by hand, by an effect, by
    its test."""

    who: str
    condition: str
    on: bool

    def apply(self, state: State) -> State:
        kept = tuple(c for c in state.combatants[self.who].stated if c != self.condition)
        return on_combatant(state, self.who, stated=(*kept, self.condition) if self.on else kept)


class RefillLowered(Event, frozen=True, gc=False):
    """So much of a pool was taken ahead of its refill, which will be lower by it; 0 once it has been."""

    who: str
    pool: str
    by: Number

    def apply(self, state: State) -> State:
        lowered = {k: v for k, v in state.combatants[self.who].lowered.items() if k != self.pool}
        return on_combatant(state, self.who, lowered={**lowered, self.pool: self.by} if self.by else lowered)


class Used(Event, frozen=True, gc=False):
    """Something limited was done: ``use`` counts it in its period."""

    who: str
    key: str
    use: Use

    def apply(self, state: State) -> State:
        return on_combatant(state, self.who, uses={**state.combatants[self.who].uses, self.key: self.use})


# ---- the order


class EntryAdded(Event, frozen=True, gc=False):
    """An entry stands at the end of the order until it is placed."""

    entry: Entry

    def apply(self, state: State) -> State:
        entry = self.entry
        return replace(
            state,
            **counted(state, number_of(entry.id)),
            entries={**state.entries, entry.id: entry},
            order=(*state.order, entry.id),
        )


class EntryGone(Event, frozen=True, gc=False):
    """An entry's place is only a silent mark from now on."""

    entry: str

    def apply(self, state: State) -> State:
        return on_entry(state, self.entry, gone=True, wait=None)


class MembersSet(Event, frozen=True, gc=False):
    """These act in this entry."""

    entry: str
    members: tuple[str, ...]

    def apply(self, state: State) -> State:
        return on_entry(state, self.entry, members=self.members)


class InitiativeRolled(Event, frozen=True, gc=False):
    """An entry's initiative: the dice as they fell and the score. ``typed`` when people rolled real dice."""

    entry: str
    score: Number
    dice: tuple[Die, ...] = ()
    typed: bool = False

    def apply(self, state: State) -> State:
        return on_entry(state, self.entry, score=self.score, keys=(), rank=None, by_hand=0, absent="")


class ScoreSet(Event, frozen=True, gc=False):
    """An entry's score was set by hand, or taken away (None)."""

    entry: str
    score: Number | None

    def apply(self, state: State) -> State:
        return on_entry(state, self.entry, score=self.score, keys=(), rank=None, by_hand=0)


class InitiativeCleared(Event, frozen=True, gc=False):
    """Everybody's initiative is to be found anew: now or, where turns have ``left`` the order, once it is called."""

    left: bool = False

    def apply(self, state: State) -> State:
        entries = {k: replace(e, score=None, keys=(), rank=None, by_hand=0) for k, e in state.entries.items()}
        return replace(state, entries=entries)


class RankSet(Event, frozen=True, gc=False):
    """The label at which an entry is shown, where it is no longer the score."""

    entry: str
    rank: Number | None

    def apply(self, state: State) -> State:
        return on_entry(state, self.entry, rank=self.rank)


class TieBroken(Event, frozen=True, gc=False):
    """What told an entry apart from those with the same score. ``how`` is by, roll, side, together or ask.

    What people were asked for replaces an order set by hand before.
    """

    entry: str
    keys: tuple[tuple[Number, ...], ...]
    how: str
    among: tuple[str, ...] = ()
    dice: tuple[Die, ...] = ()

    def apply(self, state: State) -> State:
        if self.how == "ask":
            return on_entry(state, self.entry, keys=self.keys, by_hand=0)
        return on_entry(state, self.entry, keys=self.keys)


class ToldApart(Event, frozen=True, gc=False):
    """What told an entry apart from others who would act at the same moment, as if their scores were tied."""

    entry: str
    keys: tuple[tuple[Number, ...], ...]
    how: str
    among: tuple[str, ...] = ()
    dice: tuple[Die, ...] = ()

    def apply(self, state: State) -> State:
        return on_entry(state, self.entry, apart=self.keys)


class TieReopened(Event, frozen=True, gc=False):
    """These are tied again: what told them apart beyond the first ``depth`` tie rules is forgotten.

    ``why`` is roll-off.
    """

    entries: tuple[str, ...]
    depth: int = 0
    why: str = "roll-off"

    def apply(self, state: State) -> State:
        entries = state.entries.copy()
        for entry in self.entries:
            entries[entry] = replace(entries[entry], keys=entries[entry].keys[: self.depth], by_hand=0)
        return replace(state, entries=entries)


class TieSet(Event, frozen=True, gc=False):
    """These, who have the same score, stand in this order among each other from now on.

    ``why`` is hand, moved, joined (somebody who came to stand among them) or split.
    """

    order: tuple[str, ...]
    why: str = "hand"

    def apply(self, state: State) -> State:
        entries = state.entries.copy()
        for place, entry in enumerate(self.order, start=1):
            entries[entry] = replace(entries[entry], by_hand=place)
        return replace(state, entries=entries)


class Ordered(Event, frozen=True, gc=False):
    """The order is this. ``why`` is initiative, tie or sorted.

    ``missed`` are those who stand ahead of the turn that is on now, without having acted: they act first next round.
    """

    order: tuple[str, ...]
    why: str = "initiative"
    missed: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        if self.why == "tie":
            return replace(state, order=self.order)
        entries = {k: replace(e, stepped_in=False) if e.stepped_in else e for k, e in state.entries.items()}
        return replace(state, order=self.order, entries=entries)


class Placed(Event, frozen=True, gc=False):
    """An entry stands directly after another (empty: first). ``why`` is joined, moved, delay or a word of the game.

    ``missed`` marks one that now stands ahead of the turn that is on without having acted: it acts first next round.
    """

    entry: str
    after: str
    why: str
    missed: bool = False

    def apply(self, state: State) -> State:
        order = [e for e in state.order if e != self.entry]
        order.insert(order.index(self.after) + 1 if self.after else 0, self.entry)
        return on_entry(replace(state, order=tuple(order)), self.entry, stepped_in=self.why == "delay")


class Absent(Event, frozen=True, gc=False):
    """An entry has no turn for now, for this reason (surprised, locked), or has one again (empty)."""

    entry: str
    why: str

    def apply(self, state: State) -> State:
        return on_entry(state, self.entry, absent=self.why)
