"""Waiting, as every kind of wait has it: what is written, when it may be declared, and where it leads in the order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from msgspec.structs import replace

from turnwright.engine.base import Event
from turnwright.engine.events import PoolSet, RankSet, on_entry
from turnwright.engine.frames import Turn, Turns, turns_in
from turnwright.engine.play import GM, Play
from turnwright.engine.sheet import conditions, entry_unable, holds, rule_of_reason, why_unable
from turnwright.engine.standing import order_stands, put_after
from turnwright.engine.state import Entry, State, Wait
from turnwright.engine.ties import told_apart
from turnwright.engine.turns import in_acting_step
from turnwright.engine.veil import is_hidden
from turnwright.formula import Number
from turnwright.rules.words.waits import NamedMoment
from turnwright.rules.words.waits import Wait as Word

MOMENTS: tuple[str, ...] = get_args(NamedMoment)


class Waited(Event, frozen=True, gc=False):
    """Instead of taking the turn that came up, an entry waits. Those whose turn it was as well go on with it."""

    entry: str
    wait: Wait

    def apply(self, state: State) -> State:
        agenda = state.agenda
        turn = agenda[-1] if agenda else None
        if isinstance(turn, Turn) and self.entry in (turn.entry, *turn.along):
            left = tuple(entry for entry in (turn.entry, *turn.along) if entry != self.entry)
            agenda = (*agenda[:-1], *((replace(turn, entry=left[0], along=left[1:]),) if left else ()))
        return replace(on_entry(state, self.entry, wait=self.wait, apart=()), agenda=agenda)


class SteppedIn(Event, frozen=True, gc=False):
    """An entry that waited takes its turn now."""

    entry: str
    kind: str

    def apply(self, state: State) -> State:
        return on_entry(state, self.entry, wait=None, apart=())


class WaitLost(Event, frozen=True, gc=False):
    """An entry's turn that was put off is lost.

    ``why`` is unused, the condition that broke the wait, or the act that took the turn's place.
    """

    entry: str
    kind: str
    why: str = "unused"

    def apply(self, state: State) -> State:
        return on_entry(state, self.entry, wait=None, apart=(), acted=state.cycle)


class RankKept(Event, frozen=True, gc=False):
    """Whoever steps in at the same moment as another gets the same label; None once it lets that moment go by."""

    entry: str
    rank: Number | None

    def apply(self, state: State) -> State:
        wait = state.entries[self.entry].wait
        return on_entry(state, self.entry, wait=replace(wait, value=self.rank)) if wait else state


class Homed(Event, frozen=True, gc=False):
    """An entry remembers after whom it stands at home, to go back there when the round ends; None once it is back.

    Whoever is named may be away too: home is the order as it is when all are back.
    """

    entry: str
    home: str | None

    def apply(self, state: State) -> State:
        return on_entry(state, self.entry, home=self.home)


EVENTS = (Waited, SteppedIn, WaitLost, RankKept, Homed)


def rank_of(entry: Entry) -> Number | None:
    """The label at which an entry is shown."""
    return entry.rank if entry.rank is not None else entry.score


def check_up(play: Play, entry: Entry, word: Word) -> None:
    """Waiting is declared in one's own turn, mostly as it comes up, and only where there is somewhere to go."""
    turn = _own_turn(play, entry)
    ref = word.later.rule or word.rule
    if turn is None or turn.kind or play.top is not turn:
        _check_to_come(play, turn, entry, ref)
        turn = None
    nowhere = word.later.needed and order_stands(play) and not anybody_below(play, entry)
    if turn is not None and turn.begun and not nowhere:
        _check_begun(play, turn, entry, word)
    broken = broken_by(play, entry, word)
    if broken:
        play.bar("wait.broken", word.rule, name=entry.name, why=broken)
    if not meets(play, entry, word):
        play.bar("wait.needs", word.rule, name=entry.name, needs=word.needs.text if word.needs else "")
    if nowhere:
        play.bar("wait.nowhere", ref, name=entry.name)


def _check_to_come(play: Play, turn: Turn | None, entry: Entry, ref: str) -> None:
    """Whoever's turn is not up has one to put off only if it is still to come, by the order. A ``turn`` of theirs that
    is on is none."""
    if turn is not None or turns_in(play.state.agenda) is None or not order_stands(play) or not pending(play, entry):
        play.refuse("wait.not_up", ref, name=entry.name)
    play.bar("wait.not_up", ref, name=entry.name)


def _check_begun(play: Play, turn: Turn, entry: Entry, word: Word) -> None:
    """A turn that has begun is put off only where the wait says so, and while something is left of it."""
    ref = word.later.rule or word.rule
    if not order_stands(play) or not in_acting_step(play, turn):
        play.refuse("wait.begun", ref, name=entry.name)
    if not word.begun.left:
        play.bar("wait.begun", ref, name=entry.name)
    elif not any(left_to_put_off(play.state, who, word) for who in entry.members):
        play.bar("wait.spent", word.begun.rule or word.rule, name=entry.name)


def left_to_put_off(state: State, who: str, word: Word) -> bool:
    """Whether somebody has anything left of what such a wait puts off in a turn that has begun."""
    pools = state.combatants[who].pools
    return any(pools.get(pool, 0) > 0 for pool in word.begun.left)


def broken_by(play: Play, entry: Entry, word: Word) -> str:
    """The condition of somebody in an entry that such a wait can't be begun in, and that ends it; or nothing."""
    breaking = set(word.broken_by)
    if not breaking:
        return ""
    found = (breaking & set(conditions(play.rules, play.state, who)) for who in entry.members)
    return min((name for names in found for name in names), default="")


def meets(play: Play, entry: Entry, word: Word) -> bool:
    """Whether somebody in an entry meets what such a wait needs."""
    return word.needs is None or any(holds(word.needs, play.sheet(who)) for who in entry.members)


def below(play: Play, entry: str) -> list[Entry]:
    """The entries after one in the order."""
    order = play.state.order
    return [play.state.entries[e] for e in order[order.index(entry) + 1 :]]


def pending(play: Play, entry: Entry) -> bool:
    """Whether an entry has yet to take a turn in this round, and does not wait."""
    return not (entry.gone or entry.wait or entry.absent or entry.score is None or entry.acted == play.state.cycle)


def anybody_below(play: Play, entry: Entry) -> bool:
    """Whether anybody after an entry has yet to take a turn: for a visible one's or a player's, of those that can be
    seen from there, because all see by it whether the turn has begun (SEM-22)."""
    members = entry.members
    seen_only = not play.state.hides(members) or any(play.decider(who) != GM for who in members)
    return any(
        pending(play, other) and not (seen_only and is_hidden(play.state, other.id, members))
        for other in below(play, entry.id)
    )


def check_moment(play: Play, entry: Entry, word: Word, until: str, value: Number | None, target_of: str) -> str:
    """The moment that is named must be one that the wait knows, and lie ahead; refuses as `Delay` says.

    Gives the moment: an open one where the GM insists on not naming a value.
    """
    ref = word.rule
    if until not in word.until.moments:
        no = play.bar if until in MOMENTS else play.refuse
        no("wait.moment", word.until.rule or ref, until=until, known=", ".join(word.until.moments))
    this_round = word.window == "this round"
    if until == "score":
        if value is None:
            play.bar("wait.value_missing", word.until.rule or ref)
            return "open"
        own = _standing_now(play, entry)
        if this_round and own is not None and value >= own:
            play.bar("wait.value", ref, name=entry.name, value=value, own=own)
    if until in ("before", "after"):
        if not target_of:
            play.refuse("wait.target_missing", word.until.rule or ref)
        target = play.entry(target_of)
        if target.id == entry.id:
            play.refuse("wait.passed", ref, name=target.name)
        if this_round and _has_passed(play, target, word, until):
            play.bar("wait.passed", ref, name=target.name)
    return until


def _standing_now(play: Play, entry: Entry) -> Number | None:
    """The standing at which an entry's turn has come up: its own or, where it has stepped in aside, the moment's."""
    turn = _own_turn(play, entry)
    return turn.moment if turn is not None and turn.aside else rank_of(entry)


def _own_turn(play: Play, entry: Entry) -> Turn | None:
    """The turn that is on, if it is this entry's, maybe among others."""
    turn = play.active
    return turn if turn is not None and entry.id in (turn.entry, *turn.along) else None


def _has_passed(play: Play, target: Entry, word: Word, until: str) -> bool:
    """Whether the standing of somebody has passed in this round. Whoever puts their turn off acts when they like, so
    that nobody who can't interrupt can be sure to stand before them."""
    if target.acted == play.state.cycle:
        return True
    away = target.wait is not None and play.rules.ruleset.waits[target.wait.kind].window == "this round"
    return away and until == "before" and not word.before_interrupts.allowed


def bar_entering(play: Play, entry: Entry) -> None:
    """Refuse, by the rules, that somebody steps in who waits or holds a turn but is not asked at gaps now."""
    own = [why_unable(play.rules, play.state, who) for who in entry.members]
    why = entry_unable(play.rules, play.state, entry.id) or (own[0] if own and all(own) else "")
    if why:
        play.bar("turn.unable", rule_of_reason(play.rules, why), name=entry.name, why=why)
    elif entry.wait is not None:
        word = play.rules.ruleset.waits[entry.wait.kind]
        play.bar("gap.not_yet", word.until.rule or word.rule, name=entry.name)
    else:
        play.bar("gap.not_yet", play.rules.ruleset.extras[entry.granted[0]].rule, name=entry.name)


# ---- which moment it is


def coming(play: Play, turns: Turns, seen: bool = False) -> Entry | None:
    """The entry whose turn would come up next by the order; of those that players see, where only these count."""
    order = play.state.order
    start = order.index(turns.cursor) + 1 if turns.cursor in order and not turns.live else 0
    found = (play.state.entries[entry] for entry in order[start:])
    return next((e for e in found if pending(play, e) and not (seen and play.state.hides(e.members))), None)


def last_turn(play: Play, turns: Turns, entry: Entry) -> str:
    """After whose turn somebody steps in: for those whom players see, after the last that players know of (SEM-22)."""
    return turns.cursor if play.state.hides(entry.members) else turns.seen_cursor


def moment_rank(play: Play, turns: Turns, entry: Entry, wait: Wait | None) -> Number | None:
    """The label that fits somebody's acting now: below whom it follows, above whom it precedes, or the value that was
    named; of those whom players see, for one whom they see."""
    if wait is not None and wait.value is not None:
        return wait.value
    beside, step = play.state.entries.get(last_turn(play, turns, entry)), -1
    following = coming(play, turns, seen=not play.state.hides(entry.members))
    before = wait is not None and wait.until == "before" and following is not None and following.id == wait.target
    if beside is None or before:
        beside, step = following, 1
    rank = rank_of(beside) if beside else None
    return None if rank is None else rank + step


def meets_standing(play: Play, turns: Turns, wait: Wait | None) -> bool:
    """Whether the value that somebody waits for is the standing that comes up next: a tie, also with one who can't use
    it now, but for those whose waits would have ended by that, such as the dead."""
    following = coming(play, turns)
    if wait is None or wait.until != "score" or following is None or rank_of(following) != wait.value:
        return False
    return bool(following.apart) or not broken_by(play, following, play.rules.ruleset.waits[wait.kind])


def order_of_moment(play: Play, among: tuple[str, ...]) -> list[tuple[str, ...]]:
    """In what order these act at one moment, as the ruleset says; who acts at once stands together."""
    how = play.rules.ruleset.gaps.order
    if how == "waiting":
        return [(entry,) for entry in sorted(among, key=lambda e: _since(play, e))]
    placed = tuple(sorted(among, key=play.state.order.index))
    told = told_apart(play, placed) if how == "ties" else None
    return told or [(entry,) for entry in placed]


def _since(play: Play, entry: str) -> tuple[int, int]:
    wait = play.state.entries[entry].wait
    return wait.began if wait else (0, 0)


DELAYED = "turn.delay"
"""The moment at which somebody puts its turn off."""


def give_up(play: Play, entry: Entry, word: Word) -> None:
    """A turn given up leaves nothing to act with but what the wait keeps; what hangs on its being put off happens."""
    play.moment(DELAYED, entry.id, play.state.turn)
    for who in entry.members:
        for pool in word.gives_up:
            held = play.state.combatants[who].pools.get(pool, 0)
            if held > 0:
                play.emit(PoolSet(who, pool, 0, held, "lost", ref=word.rule))
                play.changed(who)


def put_off(play: Play, entry: Entry, kind: str) -> Wait:
    """The wait of somebody who puts a turn off now, before anything else is said of it. Whoever has stepped in aside
    already leaves the place in the order as it is."""
    turn, state = _own_turn(play, entry), play.state
    aside, begun = (turn.aside, turn.begun) if turn is not None else (False, False)
    # The last visible turn before a hidden one's that is on.
    behind = state.seen_turns if state.turn < 0 else 0
    return Wait(kind, state.turn, state.round, aside=aside, behind=behind, begun=begun)


def moves(wait: Wait, word: Word) -> bool:
    """Whether somebody who waits will stand where it steps in."""
    return word.place == "here" and not wait.aside


def next_home(away: Mapping[str, str]) -> str:
    """Who of those away (each with the one after whom it stands at home) goes back first: nobody before the one whom
    it stands after."""
    return next((entry for entry, home in away.items() if home not in away), next(iter(away), ""))


def away_from_home(state: State) -> dict[str, str]:
    """Those who stand elsewhere for this round, each with the one after whom it stands at home."""
    return {entry.id: entry.home for entry in state.entries.values() if entry.home is not None}


def _at_home(state: State) -> list[str]:
    """The order as it is when all who are away are back."""
    order, away = list(state.order), away_from_home(state)
    while away:
        entry = next_home(away)
        home = away.pop(entry)
        order.remove(entry)
        order.insert(order.index(home) + 1 if home else 0, entry)
    return order


def move_here(play: Play, entry: Entry, after: str, word: Word, rank: Number | None) -> None:
    """Let an entry stand where it stepped in, with the label that fits."""
    if not word.rank.lasts.stays and entry.home is None:
        order = _at_home(play.state)
        at = order.index(entry.id)
        play.emit(Homed(entry.id, order[at - 1] if at else ""))
    if after != entry.id:
        put_after(play, entry.id, after, "delay", word.rule)
    if word.rank.follows == "beside" and rank is not None:
        play.emit(RankSet(entry.id, rank, ref=word.rank.rule or word.rule))
