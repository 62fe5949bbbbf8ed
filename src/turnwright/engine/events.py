"""The facts that every game has: who takes part, their numbers, the order, rounds, turns, the agenda.

What only some games have is declared in the file of its mechanic.
"""

from __future__ import annotations

from msgspec.structs import replace

from turnwright.engine.base import Ask, Event, Frame, Question
from turnwright.engine.frames import Turn, Turns
from turnwright.engine.state import Combatant, Entry, Scene, State, Use
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
        return replace(state, ids=state.ids + 1, combatants={**state.combatants, who.id: who})


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
    """A pool now holds ``value``. ``why`` is refill, lost, paid, damage, healing, set or cut.

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
            ids=state.ids + 1,
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
    """Everybody's initiative is to be found anew."""

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
        return replace(state, order=self.order)


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
        return replace(state, order=tuple(order))


class Absent(Event, frozen=True, gc=False):
    """An entry has no turn for now, for this reason (surprised, locked), or has one again (empty)."""

    entry: str
    why: str

    def apply(self, state: State) -> State:
        return on_entry(state, self.entry, absent=self.why)


# ---- scenes, rounds, phases, turns


class SceneBegan(Event, frozen=True, gc=False):
    """A scene begins; its rounds are counted from 1."""

    scene: Scene
    frame: Frame

    def apply(self, state: State) -> State:
        return replace(
            state,
            scene=replace(self.scene, since=state.clock),
            agenda=(self.frame,),
            started=True,
            round=0,
            base_round=0,
            turns_done=0,
            phase="",
        )


class RoundBegan(Event, frozen=True, gc=False):
    """A round begins: nobody has acted in it yet."""

    round: int
    frame: Frame

    def apply(self, state: State) -> State:
        return replace(state, round=self.round, cycle=state.cycle + 1, turns_done=0, agenda=(*state.agenda, self.frame))


class CycleBegan(Event, frozen=True, gc=False):
    """Within the same round everybody may act again: another pass."""

    number: int

    def apply(self, state: State) -> State:
        return replace(state, cycle=state.cycle + 1)


class RoundEnded(Event, frozen=True, gc=False):
    """A round is over."""

    round: int

    def apply(self, state: State) -> State:
        return replace(state, agenda=state.agenda[:-1], phase="")


class PhaseBegan(Event, frozen=True, gc=False):
    """A phase of the round begins."""

    phase: str
    frame: Frame

    def apply(self, state: State) -> State:
        return replace(state, phase=self.phase, agenda=(*state.agenda, self.frame))


class PhaseEnded(Event, frozen=True, gc=False):
    """A phase of the round is over."""

    phase: str

    def apply(self, state: State) -> State:
        return replace(state, phase="", agenda=state.agenda[:-1])


class TurnUp(Event, frozen=True, gc=False):
    """An entry's turn comes up; the turn has a number of its own.

    ``kind`` names a turn that is not an ordinary one; a turn taken ``aside`` leaves the place in the order that the
    round has come to. ``along`` are entries whose turn it is as well, at the same time.
    """

    entry: str
    turn: int
    kind: str = ""
    begun: bool = False
    aside: bool = False
    along: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        frames = state.agenda
        below = frames[-1]
        if isinstance(below, Turns) and not self.kind and not self.aside:
            frames = (*frames[:-1], replace(below, cursor=self.along[-1] if self.along else self.entry, gap=False))
        turn = Turn(self.entry, self.turn, kind=self.kind, begun=self.begun, along=self.along)
        return replace(state, turn=self.turn, agenda=(*frames, turn))


class TurnBegan(Event, frozen=True, gc=False):
    """The turn that came up starts."""

    entry: str
    turn: int

    def apply(self, state: State) -> State:
        turn = state.agenda[-1]
        assert isinstance(turn, Turn)
        return replace(state, agenda=(*state.agenda[:-1], replace(turn, begun=True)))


class TurnEnded(Event, frozen=True, gc=False):
    """A turn is over. ``why`` is ended, spent (nothing left to act with), unable, removed or a word of the game."""

    entry: str
    turn: int
    why: str = "ended"

    def apply(self, state: State) -> State:
        frames, turn = state.agenda[:-1], state.agenda[-1]
        if frames and isinstance(frames[-1], Turns):
            frames = (*frames[:-1], replace(frames[-1], gap=True))
        if isinstance(turn, Turn) and turn.kind:
            return replace(state, agenda=frames)
        entries = state.entries.copy()
        for entry in (self.entry, *turn.along) if isinstance(turn, Turn) else (self.entry,):
            entries[entry] = replace(entries[entry], acted=state.cycle)
        return replace(state, agenda=frames, entries=entries, turns_done=state.turns_done + 1)


class Corrected(Event, frozen=True, gc=False):
    """By hand it is somebody's turn now, at the step ``at``: no time has passed, nothing was set off.

    It is ``held`` open where nobody could act in it, until it is ended.
    """

    entry: str
    turn: int
    at: int
    held: bool = False

    def apply(self, state: State) -> State:
        at = max(at for at, frame in enumerate(state.agenda) if isinstance(frame, Turns))
        below = state.agenda[at]
        assert isinstance(below, Turns)
        below = replace(below, cursor=self.entry, gap=False)
        turn = Turn(self.entry, self.turn, at=self.at, begun=True, held=self.held)
        return replace(state, turn=self.turn, agenda=(*state.agenda[:at], below, turn))


class TurnSkipped(Event, frozen=True, gc=False):
    """An entry's turn is passed over, for this reason."""

    entry: str
    why: str

    def apply(self, state: State) -> State:
        frames = state.agenda
        if isinstance(frames[-1], Turns):
            frames = (*frames[:-1], replace(frames[-1], cursor=self.entry, gap=False))
        return replace(on_entry(state, self.entry, acted=state.cycle), agenda=frames)


class NobodyCanAct(Event, frozen=True, gc=False):
    """No round is begun, for nobody could act in it."""

    def apply(self, state: State) -> State:
        return state


# ---- the agenda


class Pushed(Event, frozen=True, gc=False):
    """Something is to happen before anything else."""

    frame: Frame

    def apply(self, state: State) -> State:
        return replace(state, agenda=(*state.agenda, self.frame))


class Stepped(Event, frozen=True, gc=False):
    """What was on top of the agenda has come so far."""

    frame: Frame

    def apply(self, state: State) -> State:
        return replace(state, agenda=(*state.agenda[:-1], self.frame))


class Popped(Event, frozen=True, gc=False):
    """What was on top of the agenda is done."""

    def apply(self, state: State) -> State:
        return replace(state, agenda=state.agenda[:-1])


class Owed(Event, frozen=True, gc=False):
    """In the middle of something else this came up; it is to happen as soon as that is done."""

    frame: Frame

    def apply(self, state: State) -> State:
        return replace(state, owed=(*state.owed, self.frame))


class Raised(Event, frozen=True, gc=False):
    """What came up in the middle of something is to happen now, the first first."""

    def apply(self, state: State) -> State:
        return replace(state, owed=(), agenda=(*state.agenda, *reversed(state.owed)))


class Asked(Event, frozen=True, gc=False):
    """People are asked, and what comes next waits for them."""

    id: int
    ask: Ask

    def apply(self, state: State) -> State:
        return replace(state, ids=state.ids + 1, agenda=(*state.agenda, Question(self.id, self.ask)))


class Answered(Event, frozen=True, gc=False):
    """Somebody answered a part of a question."""

    by: str
    part: str
    answer: tuple[str, ...]

    def apply(self, state: State) -> State:
        question = state.agenda[-1]
        assert isinstance(question, Question)
        given = {**question.given, self.part: {**question.given.get(self.part, {}), self.by: self.answer}}
        return replace(state, agenda=(*state.agenda[:-1], replace(question, given=given)))


class QuestionClosed(Event, frozen=True, gc=False):
    """A question is settled, or (``withdrawn``) no longer arises."""

    id: int
    withdrawn: bool = False

    def apply(self, state: State) -> State:
        return replace(state, agenda=state.agenda[:-1])
