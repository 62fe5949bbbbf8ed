"""How a turn goes: it comes up, begins, goes through its steps, and ends."""

from __future__ import annotations

from msgspec.structs import replace

from turnwright.engine.base import WAIT, Answers, Outcome
from turnwright.engine.frames import Gap, Turn, Turns
from turnwright.engine.happenings import TurnBegan, TurnEnded, TurnSkipped, TurnUp
from turnwright.engine.numbering import next_turn
from turnwright.engine.play import Play
from turnwright.engine.sheet import entry_unable, holds, pool, rule_of_reason, why_unable
from turnwright.engine.state import NOT_ROLLED, SURPRISED, Entry, State
from turnwright.formula import Number


def is_unseen(state: State, entries: tuple[str, ...]) -> bool:
    """Whether the turn of these entries is one of hidden ones alone."""
    found = (state.entries[entry] for entry in entries)
    return state.hides(who for entry in found for who in ((entry.actor,) if entry.actor else entry.members))


def come_up(
    play: Play,
    entry: str,
    kind: str = "",
    begun: bool = False,
    aside: bool = False,
    ref: str = "",
    along: tuple[str, ...] = (),
    on: bool = False,
    moment: Number | None = None,
) -> None:
    """An entry's turn comes up; it is that of the entries ``along`` too, which act at the same time. One that is taken
    ``aside`` comes at the standing ``moment``.

    Where no rule could hold it up it has ``begun`` with that. With ``on`` one that was put off goes on.
    """
    begun = begun or on or not play.rules.holds
    at = play.rules.acting_step if on else _first_step(play) if begun else 0
    number = next_turn(play.state, is_unseen(play.state, (entry, *along)))
    play.emit(TurnUp(entry, number, kind, begun, aside, along, at, moment, ref=ref))


def gap_opens(play: Play, frame: Turns) -> bool:
    """Between two turns those who wait may step in: open the gap where anybody could, and tell whether it was.

    A delay opens no gap, but a moment that somebody has named comes all the same.
    """
    rules = play.rules
    called = rules.calls and any(call(play) for call in rules.calls)
    if called or (frame.gap and rules.gap and (frame.insisted or any(gap(play) for gap in rules.gap))):
        play.turn_to(replace(frame, gap=False))
        play.push(Gap(closed=not frame.gap, named=not frame.gap))
        return True
    return False


def pending(play: Play) -> tuple[Entry, ...]:
    """The entries that have yet to have a turn in this cycle, by their order; those who wait are not among them."""
    state = play.state
    found = (state.entries[entry] for entry in state.order)
    return tuple(e for e in found if not e.gone and not e.wait and e.acted != state.cycle and state.in_scene(e))


def able(play: Play, entry: Entry) -> bool:
    """Whether an entry could take a turn now in which somebody acts."""
    return not entry.absent and not entry_unable(play.rules, play.state, entry.id)


def pass_over(play: Play, left: tuple[Entry, ...]) -> bool:
    """Settle the turn of the first that is left and can't act, as the ruleset says; tells whether there was one."""
    for entry in left:
        why = may_take_turn(play, entry.id)
        if why:
            skip(play, entry.id, why)
        else:
            come_up(play, entry.id, begun=True)
        return True
    return False


def skip(play: Play, entry: str, why: str, ref: str = "") -> None:
    """An entry's turn is passed over; timers that hang on its start and end notice it all the same (SEM-16)."""
    play.emit(TurnSkipped(entry, why, ref=ref or rule_of_idle(play, entry, why)))
    pass_boundaries(play, entry)


def rule_of_idle(play: Play, entry: str, why: str) -> str:
    """The rule by which an entry has no turn for now, or nobody in it can act."""
    surprise = play.rules.ruleset.surprise
    if why == SURPRISED and surprise is not None and play.state.entries[entry].absent == why:
        return surprise.rule
    return rule_of_reason(play.rules, why)


def pass_boundaries(play: Play, entry: str, begun: bool = False) -> None:
    """Let the timers of a turn that is not played, or not to its end (``begun``), pass its boundaries, in their
    order."""
    for moment in reversed(play.rules.step_moments[play.rules.acting_step if begun else 0 :]):
        play.moment(moment, entry, silent=True)


def acting(state: State, turn: Turn) -> tuple[str, ...]:
    """Who acts in a turn: its actor, else the members of its entry (or entries) who have not left."""
    actor = turn.actor or state.entries[turn.entry].actor
    if actor:
        return (actor,)
    members = state.entries[turn.entry].members
    for entry in turn.along:
        members = (*members, *state.entries[entry].members)
    combatants = state.combatants
    for who in members:
        if combatants[who].gone:
            return tuple([one for one in members if not combatants[one].gone])
    return members


def in_acting_step(play: Play, turn: Turn) -> bool:
    """Whether a turn has come to a step in which its owner acts."""
    return turn.begun and not turn.over and turn.at < len(play.rules.steps) and play.rules.steps[turn.at].acts


def comes_first(play: Play, turn: Turn | None, who: str) -> bool:
    """Whether it is somebody's turn, and something in it is on that comes ahead of what they do."""
    return turn is not None and turn.begun and play.top is not turn and who in acting(play.state, turn)


def any_able(play: Play, who: tuple[str, ...]) -> bool:
    """Whether one of these can act now."""
    for one in who:
        if not why_unable(play.rules, play.state, one):
            return True
    return False


def why_idle(play: Play, turn: Turn) -> str:
    """Why an acting step of this turn is over, or would be empty: ended, unable or spent; nothing while it goes on."""
    if turn.over or turn.held:
        return turn.over
    entry = play.state.entries[turn.entry]
    if not entry.members and not turn.actor:
        return ""
    who = acting(play.state, turn)
    if not any_able(play, who):
        return "unable"
    spent = play.rules.turn_spent
    if spent and entry.kind != "group" and len(entry.members) == 1 and len(who) == 1:
        return "spent" if all(pool(play.rules, play.state, who[0], name) <= 0 for name in spent) else ""
    return ""


def step_turn(play: Play, turn: Turn, answers: Answers | None) -> Outcome:
    """Go on with a turn until its owner is to act, a moment has something to do, or it is over."""
    entries = play.state.entries
    if entries[turn.entry].gone and turn.over != "removed" and all(entries[entry].gone for entry in turn.along):
        play.turn_to(replace(turn, over="removed"))
        return None
    if not turn.begun and turn.over != "removed":
        for hold in play.rules.holds:
            if hold(play, turn):
                return WAIT
        begin(play, turn)
        begun = play.state.agenda[-1]
        assert isinstance(begun, Turn)
        turn = begun
    for settle in play.rules.settles:
        if settle(play, turn):
            return None
    return _go_through(play, turn)


def begin(play: Play, turn: Turn) -> None:
    """The turn that has come up starts, at its first step in which anything may happen."""
    play.emit(TurnBegan(turn.entry, turn.id, _first_step(play)))


def _first_step(play: Play) -> int:
    return 0 if play.state.effects else play.rules.first_step


def end_turn(play: Play, turn: Turn) -> None:
    """Somebody ends the turn that is on: what its later steps hold still comes, then it is over."""
    turn = replace(turn, over="ended")
    if play.rules.settles:
        play.turn_to(turn)
    else:
        _go_through(play, turn)


def _go_through(play: Play, turn: Turn) -> Outcome:
    """Go through the steps that are left of a turn, up to the first in which something happens."""
    why = turn.over or "ended"
    steps = play.rules.steps
    for at in range(turn.at, len(steps)):
        step = steps[at]
        if step.acts:
            if turn.over or (step.when is not None and not step_open(play, turn, at)):
                continue
            idle = why_idle(play, turn)
            if not idle:
                if at != turn.at:
                    play.turn_to(replace(turn, at=at))
                return WAIT
            why = idle
            if not turn.over:
                turn = replace(turn, over=idle)
        elif has_moments(play, turn) and _moments(play, turn, at):
            return None
    play.emit(TurnEnded(turn.entry, turn.id, why, not turn.begun, ref=_ending_rule(play, why)))
    for look in play.rules.turn_over:
        look(play, turn)
    return None


def _moments(play: Play, turn: Turn, at: int) -> bool:
    """Let what rules do in a step happen, for everybody whose turn it is; tells whether there is anything."""
    moment, silent = play.rules.step_moments[at], turn.over == "removed"
    due = [entry for entry in (turn.entry, *turn.along) if play.moment_due(moment, entry, silent)]
    if due:
        play.turn_to(replace(turn, at=at + 1))
        for entry in reversed(due):
            play.moment(moment, entry, turn.id, silent)
    return bool(due)


def has_moments(play: Play, turn: Turn) -> bool:
    """Whether something may happen by itself in a turn: in an ordinary one, and in a granted one if a rule says so."""
    if not turn.kind:
        return True
    extra = play.rules.ruleset.extras.get(turn.kind)
    return extra is not None and extra.moments


def _ending_rule(play: Play, why: str) -> str:
    spent = play.rules.turn_spent
    if why == "unable":
        return play.rules.ruleset.turn.unable.rule or play.rules.ruleset.turn.rule
    if why == "ended":
        return play.rules.ruleset.turn.ended.rule
    return play.rules.pools[spent[0]].ends_turn.rule if why == "spent" and spent else ""


def step_open(play: Play, turn: Turn, at: int) -> bool:
    """Whether a turn has this acting step: it always does, or one of those who act in it meets the step's test."""
    test = play.rules.steps[at].when
    return test is None or any(holds(test, play.sheet(who)) for who in acting(play.state, turn))


def next_step(play: Play, turn: Turn) -> int | None:
    """The acting step that follows in a turn, if there is one that it has."""
    later = range(turn.at + 1, len(play.rules.steps))
    return next((at for at in later if play.rules.steps[at].acts and step_open(play, turn, at)), None)


def may_take_turn(play: Play, entry: str) -> str:
    """Why an entry's turn would be skipped, or nothing: absent, or unable in a game that skips those who can't act."""
    found = play.state.entries[entry]
    if found.absent:
        return found.absent
    if play.rules.ruleset.turn.unable.then == "skip":
        return entry_unable(play.rules, play.state, entry)
    return ""


def anybody_can_act(play: Play) -> bool:
    """Whether a round would hold a turn in which somebody acts; places that are nobody's don't count."""
    return any(
        bool(entry.members)
        and not entry.gone
        and play.state.in_scene(entry)
        and entry.absent != NOT_ROLLED
        and (entry.absent or not entry_unable(play.rules, play.state, entry.id))
        for entry in play.state.entries.values()
    )
