"""What follows from a state is found out once, and again only when something has changed that it rests on.

Most of what happens in a fight changes a pool or two, and little of what follows from a state rests on just these. So
what is looked at of pools is noted while something is found out. Where anything else has changed, it is found anew.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import cast

from msgspec.structs import replace

from turnwright.engine.compiled import Rules
from turnwright.engine.grounds import CONDITIONS, THERE, Found, Looked, Notes, notes_of
from turnwright.engine.sheet import conditions
from turnwright.engine.state import State

ROOM = 400
"""So much is kept of a fight before what is not of its last state is forgotten."""


class _Kept:
    """Something found out of a state, what was looked at for it, and what else it was made of."""

    __slots__ = ("found", "given", "looked", "state")

    def __init__(self, state: State, looked: Looked, found: object, given: object) -> None:
        self.state = state
        self.looked = looked
        self.found = found
        self.given = given


def found_once(
    what: Hashable, rules: Rules, state: State, find: Callable[[State], Found], given: object = None
) -> Found:
    """What ``find`` makes of a state, and of ``given``; ``what`` tells what that is, among all that is found out of a
    fight.

    It is handed the state to look at, and what it gives holds nothing of that.
    """
    notes = notes_of(state)
    if state.veils or (notes is not None and notes.root is not state):
        # What somebody sees through a veil, or was made from a state that is looked at, rests on more than its pools.
        return find(state)
    now = state if notes is None else notes.of
    kept: _Kept | None = rules.kept.get(what)
    if kept is None or kept.given != given or not _stands(rules, kept, now):
        found, looked = _looked_at(rules, state, find) if notes is None else notes.of_this(find)
        _make_room(rules, now)
        rules.kept[what] = _Kept(now, looked, found, given)
        return found
    # What has changed meanwhile is nothing to it: that need not be found out again the next time.
    kept.state = now
    if notes is not None:
        notes.looked |= kept.looked
    return cast(Found, kept.found)


def _looked_at(rules: Rules, state: State, find: Callable[[State], Found]) -> tuple[Found, Looked]:
    """What is found out of a state, and what was looked at for it. The same notes serve one thing after another."""
    try:
        notes: Notes | None = rules.notes.pop()
    except IndexError:
        # There are none, or another thread is at them.
        notes = None
    if notes is None or notes.of is not state:
        notes = Notes(state)
    found = notes.of_this(find)
    notes.looked = set()
    rules.notes[:] = [notes]
    return found


def _make_room(rules: Rules, now: State) -> None:
    if len(rules.kept) >= rules.room:
        rules.kept = {what: kept for what, kept in tuple(rules.kept.items()) if kept.state is now}
        # A big fight needs more.
        rules.room = max(ROOM, 2 * len(rules.kept))


def _stands(rules: Rules, kept: _Kept, now: State) -> bool:
    then = kept.state
    if then is now:
        return True
    last = rules.changes
    if last is None or last[0] is not then or last[1] is not now:
        last = rules.changes = (then, now, _changes(rules, then, now))
    return last[2] is not None and kept.looked.isdisjoint(last[2])


def _changes(rules: Rules, then: State, now: State) -> Looked | None:
    """What there is to look at of pools that is another now; None where anything else has changed, too."""
    people = then.combatants
    if replace(now, combatants=people) != then or list(people) != list(now.combatants):
        return None
    found: Looked = set()
    for who, before in people.items():
        after = now.combatants[who]
        if after is before:
            continue
        if replace(after, pools=before.pools) != before:
            return None
        names = {*before.pools, *after.pools}
        found.update((who, name) for name in names if before.pools.get(name) != after.pools.get(name))
        if list(before.pools) != list(after.pools):
            found.add((who, THERE))
        if conditions(rules, then, who) != conditions(rules, now, who):
            found.add((who, CONDITIONS))
    return found
