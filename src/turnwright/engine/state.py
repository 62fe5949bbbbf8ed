"""The state of an encounter: immutable, and nothing but the fold of its events."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from turnwright.engine.base import Frame
from turnwright.formula import Number


class Effect(Struct, frozen=True, gc=False, omit_defaults=True):
    """Something that lasts.

    It ends at a *boundary* (a moment such as ``turn.end``) of its *anchor* (a combatant, or empty for the round, a phase or the scene),
    after ``left`` of them (None: when somebody ends it). While it lasts it gives conditions and changes stats; at
    the moment of its class it changes a pool.
    """

    id: str
    name: str
    bearer: str
    source: str = ""
    kind: str = ""
    anchor: str = ""
    boundary: str = ""
    left: int | None = None
    gives: tuple[str, ...] = ()
    changes: dict[str, str] = {}
    does: dict[str, str] = {}
    at: str = ""
    upkeep: dict[str, str] = {}
    sustained: bool = False
    hidden: bool = False


class Use(Struct, frozen=True, gc=False, omit_defaults=True):
    """How often something limited was done in the period it is counted by."""

    period: str
    count: Number = 1


class OwnAct(Struct, frozen=True, gc=False, omit_defaults=True):
    """An action of one's own, from the sheet: what it costs, and which general action or reaction it counts as.

    With a ``role`` it is open only in that role. ``reaction`` makes it a reaction ``to`` what these tags name; it says interrupt or
    reflex, or any other word where the trigger decides. A tag with a minus takes one of the general action away. ``amount`` is what
    it does to its targets, ``item`` what it uses up, ``takes`` how many of them.
    """

    like: str = ""
    cost: dict[str, str] = {}
    tags: tuple[str, ...] = ()
    needs: str = ""
    limit: str = ""
    role: str = ""
    reaction: str = ""
    to: tuple[str, ...] = ()
    amount: str = ""
    item: str = ""
    takes: Number | None = None


class Combatant(Struct, frozen=True, gc=False, omit_defaults=True):
    """A character or creature.

    ``tops`` are maxima of its own for pools whose maximum the ruleset leaves to the sheet. ``gone`` says how it left, empty while it takes
    part. One who ``passes`` is never asked for a reaction.
    """

    id: str
    name: str
    side: str = ""
    stats: dict[str, Number] = {}
    traits: dict[str, str] = {}
    pools: dict[str, Number] = {}
    tops: dict[str, Number] = {}
    conditions: tuple[str, ...] = ()
    acts: dict[str, OwnAct] = {}
    items: dict[str, Number] = {}
    uses: dict[str, Use] = {}
    hidden: bool = False
    passes: bool = False
    gone: str = ""


class Wait(Struct, frozen=True, gc=False, omit_defaults=True):
    """What an entry waits for instead of taking its turn: which wait of the ruleset, and what was declared with it."""

    kind: str
    since: int = 0
    round: int = 0
    until: str = ""
    value: Number | None = None
    target: str = ""
    act: str = ""
    trigger: str = ""


class Entry(Struct, frozen=True, gc=False, omit_defaults=True):
    """A place in the order, owned by a combatant, a group, a side or nobody.

    ``score`` None means "not rolled". ``keys`` are the results of the tie rules, kept so that comparing never rolls.
    ``rank`` is the label shown where it differs from the score; ``home`` the entry after which it goes back to stand when the round ends. ``acted`` is the cycle (round or pass) in which its turn
    was last taken; ``absent`` says why it has no turn for now.
    """

    id: str
    name: str
    members: tuple[str, ...] = ()
    kind: Literal["combatant", "group", "side", "none"] = "combatant"
    score: Number | None = None
    keys: tuple[tuple[Number, ...], ...] = ()
    rank: Number | None = None
    home: str | None = None
    acted: int = 0
    absent: str = ""
    wait: Wait | None = None
    gone: bool = False
    grouped: bool = False


class Scene(Struct, frozen=True, gc=False, omit_defaults=True):
    """The scene that is being played, or (``over``) was the last.

    ``participants`` are those of the cast who have turns in it (none named: all). ``span`` is the stretch of story time
    that it was opened with; ``since`` is where the clock stood then, and ``counted`` how many of its rounds are on the
    clock already.
    """

    number: int
    mode: str
    title: str = ""
    purpose: str = ""
    span: str = ""
    participants: tuple[str, ...] = ()
    since: tuple[Number, Number] = (0, 0)
    counted: int = 0
    over: bool = False


class State(Struct, frozen=True, gc=False, omit_defaults=True):
    """Everything that is so at one point of an encounter.

    ``own`` is the slot in which rarer mechanics (a deck, a bag, a track) keep a struct of their own, by name.
    ``cycle`` counts the times everybody could act (rounds, or passes within them). ``clock`` holds the least and the most story time in seconds that events have recorded, beside what follows from the position.
    """

    seed: str = ""
    draws: int = 0
    ids: int = 0
    started: bool = False
    closed: bool = False
    scene: Scene | None = None
    round: int = 0
    cycle: int = 0
    phase: str = ""
    turn: int = 0
    turns_done: int = 0
    combatants: dict[str, Combatant] = {}
    entries: dict[str, Entry] = {}
    order: tuple[str, ...] = ()
    effects: dict[str, Effect] = {}
    agenda: tuple[Frame, ...] = ()
    clock: tuple[Number, Number] = (0, 0)
    base_round: int = 0
    own: dict[str, Any] = {}

    def in_scene(self, entry: Entry) -> bool:
        """Whether an entry takes part in the scene: one of its members does, or the scene is everybody's."""
        scene = self.scene
        if scene is None or not scene.participants or scene.over or not entry.members:
            return True
        return any(who in scene.participants for who in entry.members)

    def entry_of(self, who: str) -> Entry | None:
        """The entry in which a combatant acts, or None."""
        for entry in self.entries.values():
            if who in entry.members and not entry.gone:
                return entry
        return None
