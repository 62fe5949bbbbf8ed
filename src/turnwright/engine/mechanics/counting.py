"""Order by the score as it stands: passes within a round, shots counted down, ticks counted up."""

from __future__ import annotations

from itertools import pairwise
from typing import ClassVar

from msgspec.structs import replace

from turnwright.engine.base import Answers, Event, Outcome
from turnwright.engine.frames import Turns
from turnwright.engine.happenings import CycleBegan, PhaseEnded
from turnwright.engine.mechanic import Mechanic, OrderKind
from turnwright.engine.play import Play
from turnwright.engine.ranking import rank_all
from turnwright.engine.scores import ScoreMoved, later, move_score
from turnwright.engine.sheet import holds
from turnwright.engine.state import Entry, State
from turnwright.engine.ties import RANKED
from turnwright.engine.turns import able, come_up, gap_opens, may_take_turn, skip
from turnwright.engine.waiting import WaitLost
from turnwright.formula import Number


class CountTurns(Turns, frozen=True, gc=False):
    """Turns by the score: ``number`` is the pass that is on (0: none), ``since`` the score the last turn began with.

    ``ended`` once everybody has acted in the pass, ``unsorted`` while the scores of a new one have yet to be brought
    into order.
    """

    live: ClassVar[bool] = True

    number: int = 0
    since: Number | None = None
    ended: bool = False
    unsorted: bool = False


class PassBegan(Event, frozen=True, gc=False):
    """Within a round another pass begins."""

    number: int
    unsorted: bool = False

    def apply(self, state: State) -> State:
        frame = state.agenda[-1]
        assert isinstance(frame, CountTurns)
        frame = replace(frame, number=self.number, unsorted=self.unsorted, ended=False, gap=False)
        return replace(state, agenda=(*state.agenda[:-1], frame))


class ScoreAtTurn(Event, frozen=True, gc=False):
    """Whoever's turn comes up begins it with this score; None once the turn has been paid for."""

    score: Number | None

    def apply(self, state: State) -> State:
        frame = state.agenda[-1]
        assert isinstance(frame, CountTurns)
        return replace(state, agenda=(*state.agenda[:-1], replace(frame, since=self.score)))


def passes_over(play: Play) -> int:
    """How many passes of the running round are over."""
    frame = next((f for f in reversed(play.state.agenda) if isinstance(f, CountTurns)), None)
    return max(0, frame.number - 1) if frame else 0


def _goes_on(play: Play, entry: Entry, score: Number | None) -> bool:
    """Whether somebody with this score acts (again)."""
    test = play.rules.ruleset.counting.goes_on
    if score is None:
        return False
    return test is None or holds(test, play.sheet(_who(play, entry), {"score": score}))


def _who(play: Play, entry: Entry) -> str:
    return next((who for who in entry.members if not play.state.combatants[who].gone), "")


def _there(play: Play) -> list[Entry]:
    state = play.state
    found = (state.entries[entry] for entry in state.order)
    return [e for e in found if not e.gone and e.score is not None and state.in_scene(e)]


def step(play: Play, frame: CountTurns, answers: Answers | None) -> Outcome:
    """Bring up whoever has the best score of those that have yet to act in this pass, or whose score comes up again."""
    if frame.unsorted:
        outcome = rank_all(play, answers)
        if outcome is RANKED:
            play.turn_to(replace(frame, unsorted=False))
            return None
        return outcome
    if not frame.number:
        play.emit(PassBegan(1))
        play.moment("pass.start")
        return None
    turns = play.rules.ruleset.counting.again == "each turn"
    if turns and frame.gap and frame.since is not None:
        _turn_paid(play, frame)
        return None
    if gap_opens(play, frame):
        return None
    left = [e for e in _there(play) if not e.wait and _goes_on(play, e, e.score)]
    if not turns:
        left = [e for e in left if e.acted != play.state.cycle]
    if not left or (turns and not any(able(play, entry) for entry in left)):
        _pass_through(play, frame, turns)
    else:
        _bring_up(play, left[0], turns)
    return None


def _bring_up(play: Play, entry: Entry, turns: bool) -> None:
    word = play.rules.ruleset.counting
    why = may_take_turn(play, entry.id)
    if why:
        skip(play, entry.id, why)
        if turns:
            later(play, entry.id, word.least, "passed over", word.rule)
        return
    if turns:
        play.emit(ScoreAtTurn(entry.score))
    come_up(play, entry.id, ref=word.rule)


def _pass_through(play: Play, frame: CountTurns, turns: bool) -> None:
    """Everybody has acted: the pass ends, and another one begins, or the round is over."""
    if not frame.ended:
        play.turn_to(replace(frame, ended=True))
        play.moment("pass.end")
    elif turns or not _another_pass(play, frame):
        _over(play)


def _turn_paid(play: Play, frame: CountTurns) -> None:
    """A turn in which no time was spent costs the least there is."""
    word, entry = play.rules.ruleset.counting, play.state.entries[frame.cursor]
    play.emit(ScoreAtTurn(None))
    if entry.score == frame.since and not entry.gone:
        later(play, entry.id, word.least, "turn", word.rule)


def _another_pass(play: Play, frame: CountTurns) -> bool:
    """All scores become those of the next pass, if anybody acts in it."""
    word = play.rules.ruleset.counting
    if word.next is None:
        return False
    there = _there(play)
    scores = {e.id: play.number(word.next, _who(play, e), {"score": e.score or 0}) for e in there}
    if not any(_goes_on(play, entry, scores[entry.id]) for entry in there):
        return False
    was = [entry.score for entry in there]
    now = [scores[entry.id] for entry in there]
    for entry in there:
        if scores[entry.id] != entry.score:
            move_score(play, entry.id, scores[entry.id], "pass", word.rule, keeps=True)
        if entry.wait and not _goes_on(play, entry, scores[entry.id]):
            play.emit(WaitLost(entry.id, entry.wait.kind, "score", ref=word.rule))
    play.emit(CycleBegan(frame.number + 1, ref=word.rule))
    play.emit(PassBegan(frame.number + 1, unsorted=not _alike(was, now), ref=word.rule))
    play.moment("pass.start")
    return True


def _alike(was: list[Number | None], now: list[Number]) -> bool:
    """Whether the scores of a new pass are equal, and differ, just where the old ones did, and in the same sense."""
    pairs = list(zip(was, now, strict=True))
    return all(
        (a == b) == (x == y) and (a is None or b is None or (a < b) == (x < y)) for (a, x), (b, y) in pairwise(pairs)
    )


def _over(play: Play) -> None:
    if not any(leftover(play) for leftover in play.rules.leftover):
        play.emit(PhaseEnded(play.state.phase))


def _late(play: Play, entry: str) -> None:
    """Whoever finds a score in a running round has the one that the ruleset says, by the passes that are over."""
    word, passes = play.rules.ruleset.initiative.late, passes_over(play)
    found = play.state.entries[entry]
    if word.score is None or not passes or found.score is None:
        return
    score = play.number(word.score, _who(play, found), {"score": found.score, "passes": passes})
    if score != found.score:
        play.emit(ScoreMoved(entry, score, found.score, "late", ref=word.rule))


MECHANIC = Mechanic(
    "counting",
    uses=lambda ruleset: ruleset.initiative.late.score is not None,
    events=(PassBegan, ScoreAtTurn),
    frames={CountTurns: step},
    orders={"count": OrderKind(CountTurns, ranked=True)},
    scored=_late,
)
