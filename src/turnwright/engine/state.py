"""The state of an encounter: immutable, and nothing but the fold of its events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from msgspec import Struct

from turnwright.engine.base import Frame
from turnwright.formula import Number
from turnwright.rules.words.duration import Duration


class Fall(Struct, frozen=True, gc=False, omit_defaults=True):
    """An effect's value falls by ``by`` at the moment ``at`` of its bearer; at 0 the effect is over."""

    at: str
    by: Number = 1


class Save(Struct, frozen=True, gc=False, omit_defaults=True):
    """A chance to be rid of an effect, at the moment ``at`` of its bearer: by the test ``roll``, or as people say."""

    at: str
    roll: str = ""


class Effect(Struct, frozen=True, gc=False, omit_defaults=True):
    """Something that lasts.

    It ends at a *boundary* (the key of a moment, such as ``turn.end``; empty: when somebody ends it) of its *anchor*
    (a combatant, or the entry of one who left; empty for moments that are nobody's own), when ``left`` more of them
    have come. None counts ahead of round ``earliest``, nor within the turn ``beyond``. While ``pending`` it has yet
    to begin, and all this leads to its beginning; ``lasts`` is counted from then.

    While it lasts it gives conditions (``gives``) and changes stats and maxima (``changes``). At the moment ``at`` of
    ``whose`` turn it changes pools (``does``); ``ahead`` marks that it did so already for a turn put off. Formulas
    may use its ``value``.

    Effects given in one go share a ``bundle``: one upkeep (``pays``: without asking), one concentration. ``waived``
    are the reasons to lose concentration that the GM set aside (``*``: all).
    """

    id: str
    name: str
    bearer: str = ""
    source: str = ""
    kind: str = ""
    tags: tuple[str, ...] = ()
    bundle: str = ""
    lasts: Duration = Duration()
    pending: bool = False
    anchor: str = ""
    boundary: str = ""
    left: int | None = None
    earliest: int = 0
    beyond: int = 0
    gives: tuple[str, ...] = ()
    changes: dict[str, str] = {}
    value: Number | None = None
    does: dict[str, str] = {}
    at: str = ""
    whose: str = ""
    ahead: bool = False
    falls: Fall | None = None
    save: Save | None = None
    upkeep: dict[str, str] = {}
    pays: bool = False
    sustained: bool = False
    waived: tuple[str, ...] = ()
    note: str = ""
    hidden: bool = False
    rule: str = ""

    @property
    def given(self) -> dict[str, Number | str | bool]:
        """What its formulas may use beside the sheet."""
        return {} if self.value is None else {"value": self.value}

    @property
    def owner(self) -> str:
        """Who keeps it up: its source, or the bearer where nobody is."""
        return self.source or self.bearer


class Use(Struct, frozen=True, gc=False, omit_defaults=True):
    """How often something limited was done in the period it is counted by."""

    period: str
    count: Number = 1


class OwnAct(Struct, frozen=True, gc=False, omit_defaults=True):
    """An action of one's own, from the sheet: what it costs, and which general action or reaction it counts as.

    With a ``role`` it is open only in that role. ``reaction`` makes it a reaction ``to`` what these tags name; it
    says interrupt or reflex, or any other word where the trigger decides. A tag with a minus takes one of the general
    action away. ``amount`` is what it does to its targets, ``item`` what it uses up, ``takes`` how many of them.
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


IN_RESERVE = "in reserve"
"""The word for why somebody takes no part who can be called by another."""


class Combatant(Struct, frozen=True, gc=False, omit_defaults=True):
    """A character or creature.

    ``tops`` are maxima of its own for pools whose maximum the ruleset leaves to the sheet. ``gone`` says how it left,
    empty while it takes part. One who ``passes`` is never asked for a reaction.

    ``roles`` are those of its own, with what each changes. Whoever ``belongs_to`` another has no place in the order
    and, when called, acts in that one's turns.

    ``stated`` are the conditions of the ruleset that events have told it is in, by whatever way. ``lowered`` is what
    effects took ahead of a refill that it lowers, ``at_zero`` what the GM said becomes of it at 0 of its vital pool.
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
    roles: dict[str, dict[str, str]] = {}
    belongs_to: str = ""
    stated: tuple[str, ...] = ()
    lowered: dict[str, Number] = {}
    at_zero: str = ""
    hidden: bool = False
    passes: bool = False
    gone: str = ""


class Wait(Struct, frozen=True, gc=False, omit_defaults=True):
    """What an entry waits for instead of taking its turn: which wait of the ruleset, and what was declared with it.

    It does so ``since`` the turn with this number; if that was a hidden one's, it came ``behind`` the visible one of
    that number. One that is put off again when it had stepped in ``aside`` leaves its place in the order as it is; one
    that had ``begun`` is gone on with.
    """

    kind: str
    since: int = 0
    round: int = 0
    until: str = ""
    value: Number | None = None
    target: str = ""
    trigger: str = ""
    act: str = ""
    targets: tuple[str, ...] = ()
    amount: str = ""
    given: dict[str, Number] = {}
    item: str = ""
    on: tuple[str, ...] = ()
    what: str = ""
    aside: bool = False
    behind: int = 0
    begun: bool = False

    @property
    def began(self) -> tuple[int, int]:
        """When it began, to compare with others."""
        return (self.behind, -self.since) if self.since < 0 else (self.since, 0)


NOT_ROLLED = "not rolled"
"""Why an entry has no turn until its initiative is found."""

SURPRISED = "surprised"
"""Why an entry has no turn that was caught off guard."""


class Entry(Struct, frozen=True, gc=False, omit_defaults=True):
    """A place in the order, owned by a combatant, a group, a side or nobody.

    ``score`` None means "not rolled". ``keys`` are the results of the tie rules, kept so that comparing never rolls.
    ``apart`` is the same for those who would act at the same moment, and is forgotten once that is settled.
    ``by_hand`` is the place among those with the same score whose order somebody set by hand (0: nobody did).
    One that ``stepped_in`` stands where it did so after waiting.
    ``rank`` is the label shown where it differs from the score; ``home`` the entry after which it goes back to stand
    when the round ends. ``again`` is how many turns its owner has in a round beside the first, where each has an
    entry of its own. ``side`` is the side that acts in it as one, ``last`` those of it who act after everybody else;
    one that ``loses ties`` stands behind all with its score.
    ``acted`` is the cycle (round or pass) in which its turn was last taken; ``absent`` says why it has no turn for
    now. ``granted`` are turns beside its own that it may still take in this round, by kind; ``actor`` is who acts in
    its turns instead of its members.
    """

    id: str
    name: str
    members: tuple[str, ...] = ()
    kind: Literal["combatant", "group", "side", "none"] = "combatant"
    score: Number | None = None
    keys: tuple[tuple[Number, ...], ...] = ()
    apart: tuple[tuple[Number, ...], ...] = ()
    rank: Number | None = None
    home: str | None = None
    acted: int = 0
    absent: str = ""
    wait: Wait | None = None
    granted: tuple[str, ...] = ()
    actor: str = ""
    gone: bool = False
    again: int = 0
    side: str = ""
    last: bool = False
    loses_ties: bool = False
    by_hand: int = 0
    stepped_in: bool = False

    @property
    def moved(self) -> bool:
        """Whether it stands where it stepped in after waiting, for good: no longer where its score put it."""
        return self.stepped_in and self.home is None


class Scene(Struct, frozen=True, gc=False, omit_defaults=True):
    """The scene that is being played, or (``over``) was the last.

    ``participants`` are those of the cast who have turns in it (none named: all). ``span`` is the stretch of story time
    that it was opened with; ``since`` is where the clock stood then (``since_unseen`` is what turns of hidden ones had
    taken by then), and ``counted`` how many of its rounds are on the clock already.
    """

    number: int
    mode: str
    title: str = ""
    purpose: str = ""
    span: str = ""
    participants: tuple[str, ...] = ()
    since: tuple[Number, Number] = (0, 0)
    since_unseen: tuple[Number, Number] = (0, 0)
    counted: int = 0
    over: bool = False


class Veil(Struct, frozen=True, gc=False, omit_defaults=True):
    """What players go on seeing while somebody hidden acts: the state as it was ``seen`` last.

    ``since`` is the state from which on changes show at once; None while a command is still being carried out.
    """

    seen: State
    since: State | None = None


class State(Struct, frozen=True, gc=False, omit_defaults=True):
    """Everything that is so at one point of an encounter.

    ``edition`` counts how often the rules have been changed since it began. ``ids`` and ``seen_turns`` are the last
    numbers given to anything, and to a turn; ``unseen_ids`` and ``unseen_turns`` those given to what is hidden.

    ``owed`` are frames that came up in the middle of something and go on the agenda as soon as that is done. ``own``
    is the slot in which rarer mechanics (a deck, a bag, a track) keep a struct of their own, by name. ``cycle``
    counts the times everybody could act (rounds, or passes within them), ``cycle_seen`` is the last in which somebody
    visible could. ``clock`` holds the least and the most story time in seconds that events have recorded, beside what
    follows from the position; ``clock_unseen`` is what turns of hidden ones took of it, and ``turns_unseen`` are those
    of ``turns_done`` that hidden ones had. ``veils`` hold what players go on seeing while somebody hidden acts: those
    who own a hidden combatant by its id, all others by the empty word.
    """

    seed: str = ""
    draws: int = 0
    ids: int = 0
    unseen_ids: int = 0
    started: bool = False
    closed: bool = False
    scene: Scene | None = None
    round: int = 0
    cycle: int = 0
    cycle_seen: int = 0
    phase: str = ""
    turn: int = 0
    seen_turns: int = 0
    unseen_turns: int = 0
    turns_done: int = 0
    turns_unseen: int = 0
    combatants: dict[str, Combatant] = {}
    entries: dict[str, Entry] = {}
    order: tuple[str, ...] = ()
    effects: dict[str, Effect] = {}
    owed: tuple[Frame, ...] = ()
    agenda: tuple[Frame, ...] = ()
    clock: tuple[Number, Number] = (0, 0)
    clock_unseen: tuple[Number, Number] = (0, 0)
    base_round: int = 0
    edition: int = 0
    own: dict[str, Any] = {}
    veils: dict[str, Veil] = {}

    def in_scene(self, entry: Entry) -> bool:
        """Whether an entry takes part in the scene: one of its members does, or the scene is everybody's."""
        scene = self.scene
        if scene is None or not scene.participants or scene.over or not entry.members:
            return True
        return any(who in scene.participants for who in entry.members)

    def hides(self, who: Iterable[str], viewer: Iterable[str] = ()) -> bool:
        """Whether there are any of these combatants, and all of them are hidden from the player of ``viewer``."""
        found = False
        for one in who:
            combatant = self.combatants.get(one)
            if combatant is not None:
                if not combatant.hidden or one in viewer:
                    return False
                found = True
        return found

    def entry_of(self, who: str) -> Entry | None:
        """The entry in which a combatant acts, or None; of several the one whose turn is on, else the first."""
        for entry in self.entries.values():
            if who in entry.members and not entry.gone:
                return entry if not entry.again else self._at_turn(who) or entry
        return None

    def entries_of(self, who: str) -> tuple[Entry, ...]:
        """All entries in which a combatant acts; several only where it has more than one turn a round."""
        return tuple(entry for entry in self.entries.values() if who in entry.members and not entry.gone)

    def _at_turn(self, who: str) -> Entry | None:
        for frame in reversed(self.agenda):
            entry = self.entries.get(getattr(frame, "entry", ""))
            if entry is not None and who in entry.members:
                return entry
        return None
