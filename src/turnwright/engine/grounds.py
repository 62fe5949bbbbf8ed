"""What something that is found out of a state rests on: what was looked at of pools for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from typing import Any, TypeVar, cast

from msgspec.structs import replace

from turnwright.engine.state import Combatant, State
from turnwright.formula import Number

Found = TypeVar("Found")

Looked = set[tuple[str, str]]
"""What was looked at: whose pool, by its name, or one of the two words below."""

THERE = " there"
"""Which pools somebody has, whatever they hold."""

CONDITIONS = " conditions"
"""What somebody's conditions are, where these follow from one's own pools."""


class Notes:
    """What is looked at of a state while something is found out: ``of`` is the state, ``root`` the same to look at."""

    __slots__ = ("_conditions", "looked", "of", "root")

    def __init__(self, of: State) -> None:
        self.of = of
        self.looked: Looked = set()
        self._conditions: dict[str, tuple[str, ...]] = {}
        people = {
            who: replace(c, pools=cast("dict[str, Number]", Pools(who, c.pools, self)))
            for who, c in of.combatants.items()
        }
        self.root = replace(of, combatants=people)

    def of_this(self, find: Callable[[State], Found]) -> tuple[Found, Looked]:
        """What is found out, and what was looked at for just that; it counts for what that is a part of, too."""
        whole, self.looked = self.looked, set()
        try:
            return find(self.root), self.looked
        finally:
            whole |= self.looked
            self.looked = whole

    def same(self, state: State, combatant: Combatant) -> bool:
        """Whether somebody, and what lasts, are in a state as they are in the one that is looked at."""
        return self.root.combatants.get(combatant.id) is combatant and self.root.effects is state.effects

    def conditions(self, combatant: Combatant, find: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
        """Somebody's conditions where these follow from one's own pools and from effects: what rests on the conditions
        does not rest on the numbers."""
        who = combatant.id
        self.looked.add((who, CONDITIONS))
        if who not in self._conditions:
            looked, self.looked = self.looked, set()
            try:
                self._conditions[who] = find()
            finally:
                self.looked = looked
        return self._conditions[who]


class Pools(MutableMapping[str, "Number"]):
    """Somebody's pools, of which it is noted what is looked at; of those that they become by a change, too."""

    __slots__ = ("_held", "_who", "notes")

    def __init__(self, who: str, held: dict[str, Number], notes: Notes) -> None:
        self._who = who
        self._held = held
        self.notes = notes

    def __getitem__(self, name: str) -> Number:
        self.notes.looked.add((self._who, name))
        return self._held[name]

    def get(self, name: str, default: Any = None) -> Any:
        """What a pool holds."""
        self.notes.looked.add((self._who, name))
        return self._held.get(name, default)

    def __contains__(self, name: object) -> bool:
        self.notes.looked.add((self._who, THERE))
        return name in self._held

    def __iter__(self) -> Iterator[str]:
        self.notes.looked.add((self._who, THERE))
        return iter(self._held)

    def __len__(self) -> int:
        self.notes.looked.add((self._who, THERE))
        return len(self._held)

    def __setitem__(self, name: str, value: Number) -> None:
        self._held[name] = value

    def __delitem__(self, name: str) -> None:
        del self._held[name]

    def __or__(self, changed: Mapping[str, Number]) -> Pools:
        return Pools(self._who, {**self._held, **changed}, self.notes)

    def copy(self) -> Pools:
        """The same, to be changed."""
        return self | {}


def notes_of(state: State) -> Notes | None:
    """What notes what is looked at of a state; None where that is nothing to anybody."""
    # Whoever joins comes last, and nobody is ever taken away.
    for combatant in state.combatants.values():
        pools: object = combatant.pools
        return pools.notes if isinstance(pools, Pools) else None
    return None
