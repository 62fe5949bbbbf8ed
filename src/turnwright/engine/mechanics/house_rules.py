"""Changing the rules of a running fight: a record like any other, so that undo brings the old ones back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from turnwright.engine.base import Command, Event
from turnwright.engine.compiled import Rules
from turnwright.engine.events import PoolSet, SideSet
from turnwright.engine.frames import Gap, RoundFrame, SceneFrame, Turn, Turns
from turnwright.engine.ledger import put, start_value
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.play import Play
from turnwright.engine.scening import scene_on
from turnwright.engine.sheet import pool_max, present
from turnwright.engine.state import State
from turnwright.rules.faults import FileFaults
from turnwright.rules.load import Book, read
from turnwright.rules.words import Ruleset

FREE = frozenset(
    {
        "game",
        "about",
        "ref",
        "default",
        "words",
        "time",
        "stats",
        "pools",
        "conditions",
        "effects",
        "lasting",
        "upkeep",
        "zero",
    }
    | {"concentration", "actions", "items", "acting", "reactions", "triggers", "reacting", "waits", "departures"}
    | {"forbidding", "defeat", "rests", "tracks", "tasks", "dials", "options", "kinds", "example"}
)
"""The parts of a ruleset that may change while a scene is on: where the scene has come to doesn't hang on them."""

SETTLED = (SceneFrame, RoundFrame, Turns, Turn, Gap)
"""The frames below which nothing is half done."""


class UseRules(Command, frozen=True, gc=False):
    """Play on by the ruleset of this book.

    Refuses ``rules.faulty``, ``rules.same``, ``rules.busy`` while something is half done, ``rules.running`` for parts
    on which the scene that is on hangs, and ``rules.in_use`` where something is in use that the new rules don't know.
    """

    files: ClassVar[bool] = True

    book: Book

    def decide(self, play: Play) -> None:
        try:
            ruleset = read(self.book).value
        except FileFaults as wrong:
            play.refuse("rules.faulty", problem=str(wrong.faults[0]))
        if ruleset == play.rules.ruleset:
            play.refuse("rules.same", game=ruleset.game)
        if not all(isinstance(frame, SETTLED) for frame in play.state.agenda):
            play.refuse("rules.busy", game=ruleset.game)
        if scene_on(play.state) is not None:
            parts = _differing(play.rules.ruleset, ruleset) - FREE
            if parts:
                play.refuse("rules.running", parts=", ".join(sorted(part.replace("_", " ") for part in parts)))
        missing = ", ".join(dict.fromkeys(_missing(play, ruleset)))
        if missing:
            play.refuse("rules.in_use", game=ruleset.game, missing=missing)
        play.emit(RulesChanged(play.state.edition + 1, ruleset.game))
        for who in tuple(present(play.state)):
            side = play.rules.ruleset.side_in(ruleset, who.side)
            if side != who.side:
                play.emit(SideSet(who.id, side))
        play.rules = Rules(ruleset, play.rules.mechanics)
        for who in tuple(present(play.state)):
            _settle(play, who.id)


class RulesChanged(Event, frozen=True, gc=False):
    """From here on the fight is played by other rules, the ``edition``-th after those it began with."""

    edition: int
    game: str

    def apply(self, state: State) -> State:
        return replace(state, edition=self.edition)


def _differing(old: Ruleset, new: Ruleset) -> frozenset[str]:
    fields = (field.name for field in msgspec.structs.fields(Ruleset))
    return frozenset(name for name in fields if getattr(old, name) != getattr(new, name))


def _missing(play: Play, ruleset: Ruleset) -> Iterator[str]:
    """What stands on sheets or is waited for, and has no place in the new rules."""
    known = play.rules
    for who in present(play.state):
        yield from (pool for pool in who.pools if pool in known.pools and pool not in ruleset.pools)
        yield from (trait for trait in who.traits if trait in known.traits and trait not in ruleset.traits)
        if not ruleset.open_sheet:
            yield from (stat for stat in who.stats if stat not in ruleset.stats)
    for entry in play.state.entries.values():
        if entry.wait is not None and entry.wait.kind not in ruleset.waits and not entry.gone:
            yield entry.wait.kind


def _settle(play: Play, who: str) -> None:
    """Pools that the rules know now are filled, those above their maximum are cut, and conditions are found anew."""
    for name, word in play.rules.pools.items():
        held = play.state.combatants[who].pools.get(name)
        most = pool_max(play.rules, play.state, who, name)
        if held is None:
            start = start_value(play, who, name, word)
            if start is not None:
                put(play, who, name, start)
        elif most is not None and held > most:
            play.emit(PoolSet(who, name, most, held, "cut", held - most))
    play.changed(who)


MECHANIC = Mechanic("house rules", commands=(UseRules,), events=(RulesChanged,))
