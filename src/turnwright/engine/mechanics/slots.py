"""Turns that belong to a side: slots that scores have earned, and sides that take turns about.

Whoever of the side takes such a turn first has it. Where only one is left who could, it comes up by itself.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from turnwright.engine.base import WAIT, Answers, Ask, Event, Outcome, Part
from turnwright.engine.frames import Turns
from turnwright.engine.happenings import PhaseEnded
from turnwright.engine.mechanic import Mechanic, OrderKind, Seen
from turnwright.engine.play import GM, Play
from turnwright.engine.state import Entry, State
from turnwright.engine.turns import able, come_up, gap_opens, may_take_turn, pass_over, pending, rule_of_idle

OWN = "alternating"


class SlotTurns(Turns, frozen=True, gc=False):
    """Turns by slots: ``slot`` is the entry whose slot comes up, or (not ``free``) is used."""

    by_place: ClassVar[bool] = False

    slot: str = ""
    free: bool = False


class SideTurns(Turns, frozen=True, gc=False):
    """Sides take turns about: ``side`` is the one whose turn it is now, ``opened`` once one has begun the round."""

    side: str = ""
    opened: bool = False


class SlotIdle(Event, frozen=True, gc=False):
    """A side's slot is passed over: nobody is left who could take it."""

    side: str
    slot: str

    def apply(self, state: State) -> State:
        frame = state.agenda[-1]
        assert isinstance(frame, SlotTurns)
        return replace(state, agenda=(*state.agenda[:-1], replace(frame, slot=self.slot, free=False, gap=False)))


class SlotUp(Event, frozen=True, gc=False):
    """A side's turn comes up, by its slot or because it is its turn."""

    side: str
    slot: str = ""

    def apply(self, state: State) -> State:
        frame = state.agenda[-1]
        if isinstance(frame, SlotTurns):
            frame = replace(frame, slot=self.slot, free=True, gap=False)
        elif isinstance(frame, SideTurns):
            frame = replace(frame, side=self.side, opened=True, gap=False)
        return replace(state, agenda=(*state.agenda[:-1], frame))


class Opening(Struct, frozen=True, gc=False):
    """Which side opens the rounds of a scene."""

    scene: int
    side: str


class SideOpens(Event, frozen=True, gc=False):
    """This side opens the rounds, as the GM says."""

    side: str

    def apply(self, state: State) -> State:
        number = state.scene.number if state.scene else 0
        return replace(state, own={**state.own, OWN: Opening(number, self.side)})


def side_of(play: Play, entry: Entry) -> str:
    """The side that an entry stands on: that of its first member."""
    return play.state.combatants[entry.members[0]].side if entry.members else ""


def _takers(play: Play, side: str) -> tuple[Entry, ...]:
    """Who of a side could take a turn now; of several that the same people have, the first."""
    found = [e for e in pending(play) if e.members and side_of(play, e) == side and able(play, e)]
    return tuple({entry.members: entry for entry in reversed(found)}.values())[::-1]


def _one_or_wait(play: Play, side: str, ref: str) -> Outcome:
    takers = _takers(play, side)
    if len(takers) > 1:
        return WAIT
    come_up(play, takers[0].id, ref=ref)
    return None


def _end(play: Play) -> None:
    """Nobody is left who could act: those who can't are settled, then the phase is over."""
    if not pass_over(play, pending(play)) and not any(leftover(play) for leftover in play.rules.leftover):
        play.emit(PhaseEnded(play.state.phase))


# ---- slots by score


def step_slots(play: Play, frame: SlotTurns, answers: Answers | None) -> Outcome:
    """Go on to the next slot that somebody of its side could use, and wait for whoever does."""
    if gap_opens(play, frame):
        return None
    word, state = play.rules.ruleset.slots, play.state
    there = frame.free and not frame.gap and not _lost(play, state.entries[frame.slot])
    if there and _takers(play, _side_now(play, frame)):
        return _one_or_wait(play, _side_now(play, frame), word.rule)
    start = state.order.index(frame.slot) + 1 if frame.slot in state.order else 0
    for slot in state.order[start:]:
        entry = state.entries[slot]
        if entry.score is None or not entry.members or _lost(play, entry):
            continue
        if not any(able(play, one) for one in pending(play)):
            break
        side = side_of(play, entry)
        kind = SlotUp if _takers(play, side) else SlotIdle
        play.emit(kind(side, slot, ref=word.rule))
        return None
    _end(play)
    return None


def slot_seems(play: Play, event: SlotUp | SlotIdle, seen: Seen) -> SlotUp | SlotIdle | None:
    """What becomes of a slot, as far as those who are seen go; None where none of them has a turn left to take."""
    if not any(able(play, one) for one in pending(play) if seen(one.id)):
        return None
    idle = not any(seen(taker.id) for taker in _takers(play, event.side))
    return SlotIdle(event.side, event.slot, ref=event.ref) if idle else event


def _lost(play: Play, slot: Entry) -> bool:
    """Whether a slot went with whoever earned it."""
    return slot.gone and play.rules.ruleset.slots.gone == "lost"


# ---- sides that take turns about


def _order_of_sides(play: Play) -> tuple[str, ...]:
    """The sides in the order in which they take turns: as the ruleset lists them, then as people joined."""
    there = [side_of(play, e) for e in play.state.entries.values() if e.members and not e.gone]
    known = [side for side in play.rules.ruleset.sides if side in there]
    return tuple(dict.fromkeys((*known, *there)))


def step_sides(play: Play, frame: SideTurns, answers: Answers | None) -> Outcome:
    """Bring up the next side that has somebody left, and wait for whoever takes its turn."""
    if gap_opens(play, frame):
        return None
    sides = _order_of_sides(play)
    left = tuple(side for side in sides if _takers(play, side))
    if not left:
        _end(play)
        return None
    word = play.rules.ruleset.alternating
    if not frame.opened:
        return _open(play, sides, answers)
    if not frame.gap and frame.side in left:
        return _one_or_wait(play, frame.side, word.rule)
    at = sides.index(frame.side) + 1 if frame.side in sides else 0
    following = (*sides[at:], *sides[:at])
    play.emit(SlotUp(next(side for side in following if side in left), ref=word.rule))
    return None


def _open(play: Play, sides: tuple[str, ...], answers: Answers | None) -> Outcome:
    word = play.rules.ruleset.alternating
    side = word.opens
    if side == "asked":
        held = play.state.own.get(OWN)
        said = isinstance(held, Opening) and play.state.scene is not None and held.scene == play.state.scene.number
        if said and word.asked == "once" and isinstance(held, Opening):
            side = held.side
        elif answers is None:
            if len(sides) > 1:
                return Ask("side.opens", (Part("side", (GM,), "one", sides),), {}, word.rule)
            side = sides[0]
        else:
            side = answers["side"][0]
            play.emit(SideOpens(side, ref=word.rule))
    play.emit(SlotUp(side, ref=word.rule))
    return None


# ---- taking the turn


def _side_now(play: Play, frame: SlotTurns | SideTurns) -> str:
    if isinstance(frame, SideTurns):
        return frame.side
    return side_of(play, play.state.entries[frame.slot]) if frame.slot else ""


def _rule(play: Play, frame: SlotTurns | SideTurns) -> str:
    rules = play.rules.ruleset
    return rules.slots.rule if isinstance(frame, SlotTurns) else rules.alternating.rule


def _take(play: Play, frame: SlotTurns | SideTurns, who: str) -> None:
    entry, side, ref = play.entry(who), _side_now(play, frame), _rule(play, frame)
    own = next((e for e in play.state.entries_of(who) if e.acted != play.state.cycle), entry)
    if side_of(play, own) != side:
        play.bar("slot.other_side", ref, name=own.name, side=side)
    if own.acted == play.state.cycle:
        play.bar("turn.taken", ref, name=own.name)
    why = may_take_turn(play, own.id)
    if why:
        play.bar("turn.unable", rule_of_idle(play, own.id, why), name=own.name, why=why)
    come_up(play, own.id, begun=True, ref=ref)


def _start(play: Play, who: str) -> None:
    """Who acts while a turn of their side is open thereby takes it."""
    frame = play.top
    if isinstance(frame, SlotTurns | SideTurns):
        side = _side_now(play, frame)
        mine = next((entry for entry in _takers(play, side) if who in entry.members), None)
        if mine is not None:
            come_up(play, mine.id, ref=_rule(play, frame))


def _awaited(play: Play, frame: SlotTurns | SideTurns) -> tuple[str, ...]:
    return tuple(who for entry in _takers(play, _side_now(play, frame)) for who in entry.members)


def _anyhow(play: Play, frame: SlotTurns | SideTurns, seen: Seen) -> bool:
    """One alone takes the turn of a side by itself; and a slot is there with whoever has earned it."""
    takers = [entry for entry in _takers(play, _side_now(play, frame)) if seen(entry.id)]
    return len(takers) > 1 and (isinstance(frame, SideTurns) or seen(frame.slot))


def _whose(play: Play, frame: SlotTurns | SideTurns) -> None:
    names = ", ".join(entry.name for entry in _takers(play, _side_now(play, frame)))
    play.refuse("next.whose", _rule(play, frame), names=names)


def _idle(play: Play, frame: SlotTurns | SideTurns) -> None:
    """Nobody does anything: the first of the side lets its turn go by."""
    come_up(play, _takers(play, _side_now(play, frame))[0].id, begun=True, ref=_rule(play, frame))


MECHANIC = Mechanic(
    "slots",
    uses=lambda ruleset: any(mode.order in ("slots", "alternate") for mode in ruleset.modes.values()),
    events=(SlotUp, SlotIdle, SideOpens),
    frames={SlotTurns: step_slots, SideTurns: step_sides},
    orders={"slots": OrderKind(SlotTurns, ranked=True), "alternate": OrderKind(SideTurns, ranked=False)},
    starts=_start,
    takes={SlotTurns: _take, SideTurns: _take},
    next={SlotTurns: _whose, SideTurns: _whose},
    idle={SlotTurns: _idle, SideTurns: _idle},
    awaits={SlotTurns: _awaited, SideTurns: _awaited},
    anyhow={SlotTurns: _anyhow, SideTurns: _anyhow},
)
