"""How a turn goes: it comes up, begins, goes through its steps, and ends."""

from __future__ import annotations

from msgspec.structs import replace

from turnwright.engine.base import WAIT, Answers, Outcome
from turnwright.engine.events import TurnBegan, TurnEnded, TurnSkipped, TurnUp
from turnwright.engine.frames import Turn
from turnwright.engine.play import Play
from turnwright.engine.sheet import entry_unable, pool, why_unable


def come_up(play: Play, entry: str, kind: str = "", begun: bool = False, aside: bool = False, ref: str = "") -> None:
    """An entry's turn comes up."""
    play.emit(TurnUp(entry, play.state.turn + 1, kind, begun, aside, ref=ref))


def skip(play: Play, entry: str, why: str, ref: str = "") -> None:
    """An entry's turn is passed over; timers that hang on its start and end notice it all the same (SEM-16)."""
    play.emit(TurnSkipped(entry, why, ref=ref))
    pass_boundaries(play, entry)


def pass_boundaries(play: Play, entry: str) -> None:
    """Let the timers of a turn that is not played pass its boundaries, in their order."""
    for moment in reversed(play.rules.step_moments):
        play.moment(moment, entry, silent=True)


def acting(play: Play, turn: Turn) -> tuple[str, ...]:
    """Who acts in a turn: its actor, else the members of its entry who have not left."""
    if turn.actor:
        return (turn.actor,)
    members = play.state.entries[turn.entry].members
    return tuple(who for who in members if not play.state.combatants[who].gone)


def in_acting_step(play: Play, turn: Turn) -> bool:
    """Whether a turn has come to a step in which its owner acts."""
    return turn.begun and not turn.over and turn.at < len(play.rules.steps) and play.rules.steps[turn.at].acts


def why_idle(play: Play, turn: Turn) -> str:
    """Why an acting step of this turn is over, or would be empty: ended, unable or spent; nothing while it goes on."""
    if turn.over:
        return turn.over
    if not play.state.entries[turn.entry].members and not turn.actor:
        return ""
    who = acting(play, turn)
    if all(why_unable(play.rules, play.state, one) for one in who):
        return "unable"
    spent = play.rules.turn_spent
    if spent and len(play.state.entries[turn.entry].members) == 1 and len(who) == 1:
        return "spent" if all(pool(play.rules, play.state, who[0], name) <= 0 for name in spent) else ""
    return ""


def step_turn(play: Play, turn: Turn, answers: Answers | None) -> Outcome:
    """Go on with a turn until its owner is to act, a moment has something to do, or it is over."""
    if play.state.entries[turn.entry].gone and turn.over != "removed":
        turn = replace(turn, over="removed", at=max(turn.at, _after_acting(play)))
        play.turn_to(turn)
        return None
    if not turn.begun:
        if any(holds(play, turn) for holds in play.rules.holds):
            return WAIT
        play.emit(TurnBegan(turn.entry, turn.id))
        return None
    silent = turn.over == "removed"
    why = turn.over or "ended"
    for at in range(turn.at, len(play.rules.steps)):
        if play.rules.steps[at].acts:
            idle = why_idle(play, turn)
            if not idle:
                if at != turn.at:
                    play.turn_to(replace(turn, at=at))
                return WAIT
            why = idle
            if not turn.over:
                turn = replace(turn, over=idle)
        elif not turn.kind and play.moment_due(play.rules.step_moments[at], turn.entry, silent):
            play.turn_to(replace(turn, at=at + 1))
            play.moment(play.rules.step_moments[at], turn.entry, turn.id, silent)
            return None
    play.emit(TurnEnded(turn.entry, turn.id, why))
    return None


def _after_acting(play: Play) -> int:
    return max(at for at, step in enumerate(play.rules.steps) if step.acts) + 1


def may_take_turn(play: Play, entry: str) -> str:
    """Why an entry's turn would be skipped, or nothing: absent, or unable in a game that skips those who can't act."""
    found = play.state.entries[entry]
    if found.absent:
        return found.absent
    if play.rules.ruleset.turn.unable == "skip":
        return entry_unable(play.rules, play.state, entry)
    return ""


def anybody_can_act(play: Play) -> bool:
    """Whether a round would hold a turn in which somebody acts."""
    return any(
        not entry.gone and (entry.absent or not entry_unable(play.rules, play.state, entry.id))
        for entry in play.state.entries.values()
    )
