"""The facts about what happens when: scenes, rounds, phases, turns, and what the agenda holds."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from turnwright.engine.base import Ask, Event, Frame, Question
from turnwright.engine.events import on_entry
from turnwright.engine.frames import Turn, Turns
from turnwright.engine.numbering import counted, turn_counted
from turnwright.engine.state import Scene, State
from turnwright.formula import Number


class SceneBegan(Event, frozen=True, gc=False):
    """A scene begins; its rounds are counted from 1."""

    scene: Scene
    frame: Frame

    def apply(self, state: State) -> State:
        return replace(
            state,
            scene=replace(self.scene, since=state.clock, since_unseen=state.clock_unseen),
            agenda=(self.frame,),
            started=True,
            round=0,
            base_round=0,
            turns_done=0,
            turns_unseen=0,
            phase="",
        )


class RoundBegan(Event, frozen=True, gc=False):
    """A round begins: nobody has acted in it yet."""

    round: int
    frame: Frame

    def apply(self, state: State) -> State:
        agenda = (*state.agenda, self.frame)
        return replace(
            state,
            round=self.round,
            cycle=state.cycle + 1,
            cycle_seen=state.cycle + 1,
            turns_done=0,
            turns_unseen=0,
            agenda=agenda,
        )


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
    round has come to, at the standing ``moment``. ``along`` are entries whose turn it is as well, at the same time. One
    that has ``begun`` is at the step ``at``.
    """

    entry: str
    turn: int
    kind: str = ""
    begun: bool = False
    aside: bool = False
    along: tuple[str, ...] = ()
    at: int = 0
    moment: Number | None = None

    def apply(self, state: State) -> State:
        frames, whose = state.agenda, (self.entry, *self.along)
        below = frames[-1]
        if isinstance(below, Turns) and not self.kind and not self.aside:
            frames = (*frames[:-1], _come_to(state, below, whose))
        turn = Turn(
            self.entry,
            self.turn,
            self.at,
            self.begun,
            self.kind,
            along=self.along,
            aside=self.aside,
            moment=self.moment,
        )
        entries = state.entries
        for entry in whose:
            if entries[entry].apart:
                entries = {**entries, entry: replace(entries[entry], apart=())}
        cycle = state.cycle_seen if _unseen(state, whose) else state.cycle
        state = replace(state, **turn_counted(state, self.turn))
        return replace(state, cycle_seen=cycle, agenda=(*frames, turn), entries=entries)


def _unseen(state: State, entries: tuple[str, ...]) -> bool:
    """Whether all who act in these entries are hidden."""
    members = state.entries[entries[0]].members
    for entry in entries[1:]:
        members = (*members, *state.entries[entry].members)
    return state.hides(members)


def _come_to(state: State, turns: Turns, entries: tuple[str, ...]) -> Turns:
    """These have the turn. One of hidden ones alone leaves everything as it was for the others."""
    known = [entry for entry in entries if not _unseen(state, (entry,))]
    if known:
        seen = known[-1] if known[-1] != entries[-1] else None
        return replace(turns, cursor=entries[-1], seen=seen, gap=False, gap_for="hidden")
    return replace(turns, cursor=entries[-1], seen=turns.seen_cursor, gap=False, gap_for=_for_called(turns))


def _for_called(turns: Turns) -> Literal["called", "hidden"]:
    """For whom there is a gap after a turn of hidden ones."""
    return "hidden" if turns.gap_for == "hidden" else "called"


class TurnBegan(Event, frozen=True, gc=False):
    """The turn that came up starts, at this of its steps."""

    entry: str
    turn: int
    at: int = 0

    def apply(self, state: State) -> State:
        turn = state.agenda[-1]
        assert isinstance(turn, Turn)
        return replace(state, agenda=(*state.agenda[:-1], replace(turn, begun=True, at=self.at)))


class TurnEnded(Event, frozen=True, gc=False):
    """A turn is over. ``why`` is ended, spent (nothing left to act with), unable, removed or a word of the game.

    One that was ``unbegun`` had only come up: no time has passed in it.
    """

    entry: str
    turn: int
    why: str = "ended"
    unbegun: bool = False

    def apply(self, state: State) -> State:
        frames, turn = state.agenda[:-1], state.agenda[-1]
        whose = (self.entry, *turn.along) if isinstance(turn, Turn) else (self.entry,)
        unseen = _unseen(state, whose)
        below = frames[-1] if frames else None
        if isinstance(below, Turns):
            frames = (*frames[:-1], replace(below, gap=True, gap_for=_for_called(below) if unseen else "all"))
        if isinstance(turn, Turn) and turn.kind:
            return replace(state, agenda=frames)
        entries = state.entries.copy()
        for entry in whose:
            entries[entry] = replace(entries[entry], acted=state.cycle)
        return replace(
            state,
            agenda=frames,
            entries=entries,
            turns_done=state.turns_done + (not self.unbegun),
            turns_unseen=state.turns_unseen + (unseen and not self.unbegun),
        )


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
        below = _come_to(state, below, (self.entry,))
        turn = Turn(self.entry, self.turn, at=self.at, begun=True, held=self.held)
        return replace(state, **turn_counted(state, self.turn), agenda=(*state.agenda[:at], below, turn))


class TurnSkipped(Event, frozen=True, gc=False):
    """An entry's turn is passed over, for this reason."""

    entry: str
    why: str

    def apply(self, state: State) -> State:
        frames = state.agenda
        below = frames[-1]
        if isinstance(below, Turns):
            frames = (*frames[:-1], _come_to(state, below, (self.entry,)))
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
        return replace(state, **counted(state, self.id), agenda=(*state.agenda, Question(self.id, self.ask)))


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
