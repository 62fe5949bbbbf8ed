"""The fight as a player knows it: what is refused to them is told by that, and names nobody hidden (SEM-22)."""

from __future__ import annotations

import re

from msgspec.structs import replace

from turnwright.engine.base import Frame, Question
from turnwright.engine.compiled import Rules
from turnwright.engine.state import Entry, State, Wait
from turnwright.engine.texts import texts
from turnwright.engine.veil import is_hidden, known

HIDDEN = "hidden"


def anything_hidden(state: State, viewer: frozenset[str]) -> bool:
    """Whether there is anybody or anything that the player of these combatants may not know of."""
    return (
        bool(state.veils)
        or any(c.hidden and c.id not in viewer for c in state.combatants.values())
        or any(effect.hidden for effect in state.effects.values())
    )


def names_hidden(state: State, command: object, viewer: frozenset[str]) -> str:
    """The first id in a command that its giver can't know; empty where there is none.

    What reads like the id of something hidden is one, whether or not that is there: nobody can find out by guessing.
    """
    return next((id for id in texts(command) if is_hidden(state, id, viewer) or _is_like_hidden(state, id)), "")


_LIKE_HIDDEN = re.compile(r"[cef]-\d+|e:\S.*")
"""Numbers below zero are those of what is hidden (`numbering`), and a side may be there by its hidden ones alone."""


def _is_like_hidden(state: State, id: str) -> bool:
    there = (state.combatants, state.entries, state.effects)
    return _LIKE_HIDDEN.fullmatch(id) is not None and not any(id in known for known in there)


def world(rules: Rules, state: State, viewer: frozenset[str] | None) -> State:
    """The state as the player of these combatants (None: the GM) knows it: those who are hidden have left it, and of a
    question there is what the player is asked.

    It is there to be looked at and to refuse by, never to go on from.
    """
    if viewer is None:
        return state
    if not anything_hidden(state, viewer):
        agenda = _agenda(state.agenda, state.agenda, viewer)
        return state if agenda == state.agenda else replace(state, agenda=agenda)
    seen = known(rules, state, viewer)
    combatants = {
        who: replace(c, gone=c.gone or HIDDEN) if c.hidden and who not in viewer else c
        for who, c in seen.combatants.items()
    }
    entries = {id: _entry(rules, seen, entry, viewer) for id, entry in seen.entries.items()}
    effects = {
        id: replace(effect, source="") if is_hidden(seen, effect.source, viewer) else effect
        for id, effect in seen.effects.items()
        if not is_hidden(seen, id, viewer)
    }
    agenda = _agenda(seen.agenda, state.agenda, viewer)
    return replace(seen, combatants=combatants, entries=entries, effects=effects, agenda=agenda)


def _entry(rules: Rules, seen: State, entry: Entry, viewer: frozenset[str]) -> Entry:
    if is_hidden(seen, entry.id, viewer):
        return replace(entry, gone=True, wait=None)
    members = tuple(who for who in entry.members if not is_hidden(seen, who, viewer))
    return replace(entry, members=members, wait=known_wait(rules, entry, viewer))


def known_wait(rules: Rules, entry: Entry, viewer: frozenset[str] | None) -> Wait | None:
    """What a viewer knows of somebody's wait: that there is one, and what is prepared where they may know that."""
    wait = entry.wait
    if wait is None or not wait.act or viewer is None or viewer & set(entry.members):
        return wait
    if rules.ruleset.waits[wait.kind].seen_by.by == "all":
        return wait
    return Wait(wait.kind, wait.since, wait.round)


def _agenda(seen: tuple[Frame, ...], now: tuple[Frame, ...], viewer: frozenset[str]) -> tuple[Frame, ...]:
    """What is still to happen, without what others are asked. On top is what the player is asked now; what they were
    asked stays until they see what came of it."""
    top = seen[-1] if seen else None
    if isinstance(top, Question):
        seen = seen[:-1]
    for asked in (now[-1] if now else None, top):
        theirs = asked.asked_of(viewer) if isinstance(asked, Question) else None
        if theirs is not None:
            return (*seen, theirs)
    return seen
