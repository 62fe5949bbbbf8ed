"""Waiting instead of acting: delays within the round and into the next, and stepping in later."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnwright.engine.acts import ActFrame, word_of
from turnwright.engine.base import Command, Outcome, Refusal
from turnwright.engine.compiled import Rules
from turnwright.engine.doings import Intent
from turnwright.engine.events import Placed, RankSet
from turnwright.engine.frames import Moment, Turn, Turns, turns_in
from turnwright.engine.mechanic import STEPS, Hook, Mechanic, OffTurn, Stepping
from turnwright.engine.play import Play
from turnwright.engine.sheet import entry_unable
from turnwright.engine.standing import put_after
from turnwright.engine.state import Entry, Wait
from turnwright.engine.ties import told_apart
from turnwright.engine.together import peers
from turnwright.engine.turns import acting, come_up, pass_boundaries
from turnwright.engine.waiting import (
    EVENTS,
    Homed,
    RankKept,
    SteppedIn,
    Waited,
    WaitLost,
    anybody_below,
    away_from_home,
    broken_by,
    check_moment,
    check_up,
    coming,
    give_up,
    last_turn,
    meets,
    meets_standing,
    moment_rank,
    move_here,
    moves,
    next_home,
    put_off,
    rank_of,
)
from turnwright.formula import Number
from turnwright.rules.words.act import Doing
from turnwright.rules.words.waits import Unused
from turnwright.rules.words.waits import Wait as Word


class Delay(Command, frozen=True, gc=False):
    """Wait, as one's own turn comes up. ``kind`` is a wait of the ruleset (empty: its first).

    ``until`` names the moment: open, score (with ``value``), before or after (with ``target``), event, first.
    Refuses ``wait.unknown``, ``wait.begun``, ``wait.not_up``, ``wait.nowhere``, ``wait.moment``, ``wait.value`` and
    ``wait.passed``; by the rules ``wait.broken`` and ``wait.needs``.
    """

    who: str
    kind: str = ""
    until: str = ""
    value: Number | None = None
    target: str = ""
    note: str = ""
    owner = "who"

    def decide(self, play: Play) -> None:
        kind, word = _word(play, self.kind)
        entry = play.entry(self.who)
        check_up(play, entry, word)
        until = self.until or word.until.moments[0]
        until = check_moment(play, entry, word, until, self.value, self.target)
        target = play.entry(self.target).id if self.target else ""
        plain = put_off(play, entry, kind)
        wait = replace(plain, until=until, value=self.value, target=target, trigger=self.note)
        play.emit(Waited(entry.id, wait, ref=word.rule))
        give_up(play, entry, word)

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """Each plain wait, for whoever's turn has come up."""
        turn = play.top
        if isinstance(turn, Turn):
            for who in acting(play.state, turn):
                for kind, word in play.rules.ruleset.waits.items():
                    if not word.prepared:
                        yield cls(who, kind)


class SetRank(Command, frozen=True, gc=False):
    """Set by hand the label at which an entry is shown; None shows its score again. Nobody is moved by it."""

    who: str
    rank: Number | None

    def decide(self, play: Play) -> None:
        play.emit(RankSet(play.entry(self.who).id, self.rank))


def _word(play: Play, kind: str) -> tuple[str, Word]:
    waits = play.rules.ruleset.waits
    if not waits:
        play.refuse("wait.none", play.rules.ruleset.gaps.rule)
    if kind and kind not in waits:
        play.refuse("wait.unknown", wait=kind, known=", ".join(waits))
    kind = kind or next(iter(waits))
    if waits[kind].prepared:
        play.refuse("wait.needs_act", waits[kind].rule, wait=kind)
    return kind, waits[kind]


# ---- when the turn that was put off can be taken


def _waiting(play: Play) -> list[tuple[Entry, Wait, Word]]:
    """Who waits, in the order in which they began to."""
    waits = play.rules.ruleset.waits
    found = [(e, e.wait, waits[e.wait.kind]) for e in play.state.entries.values() if e.wait is not None]
    return sorted(found, key=lambda one: one[1].began)


def _in_window(play: Play, wait: Wait, word: Word) -> bool:
    return word.window != "next round" or wait.round < play.state.round


def _may_enter(play: Play) -> tuple[str, ...]:
    """Who is asked at a gap. There is one gap over a round's edge, and who could step in at its end was asked there."""
    turns = turns_in(play.state.agenda)
    return tuple(
        entry.id
        for entry, wait, word in _waiting(play)
        if wait.until in ("open", "event", "first")
        and (not word.prepared or word.window == "next round")
        and _in_window(play, wait, word)
        and not (word.window == "cycle" and wait.round < play.state.round and _at_edge(play, turns, entry))
        and not entry_unable(play.rules, play.state, entry.id)
    )


def _at_edge(play: Play, turns: Turns | None, entry: Entry) -> bool:
    """Whether a round has just begun, as far as somebody is to know."""
    return turns is not None and not last_turn(play, turns, entry)


def _called(play: Play) -> tuple[str, ...]:
    """Those whose declared moment is this gap."""
    turns = turns_in(play.state.agenda)
    if turns is None:
        return ()
    return tuple(
        entry.id
        for entry, wait, word in _waiting(play)
        if _in_window(play, wait, word) and _moment_is_now(play, turns, entry, wait, word)
    )


def _moment_is_now(play: Play, turns: Turns, entry: Entry, wait: Wait, word: Word) -> bool:
    following = coming(play, turns)
    if wait.until == "first":
        return _at_edge(play, turns, entry)
    if wait.until == "score" and wait.value is not None:
        rank = rank_of(following) if following else None
        if following is None or rank is None or not meets_standing(play, turns, wait):
            return rank is None or rank < wait.value
        order = told_apart(play, (following.id, entry.id))
        return order is None or entry.id in order[0]
    if wait.until in ("before", "after"):
        target = play.state.entries[wait.target]
        if target.gone or target.acted == play.state.cycle:
            return True
        stands = wait.until == "before" and not word.before_interrupts.allowed
        return stands and following is not None and following.id == target.id
    return False


def _enter(play: Play, who: Stepping) -> bool:
    """Take the turn that was put off: here in the order from now on, or aside from one's old place."""
    waits, turns = play.rules.ruleset.waits, turns_in(play.state.agenda)
    found = [(play.state.entries[entry], play.state.entries[entry].wait) for entry in who.now]
    now = [(entry, wait, waits[wait.kind]) for entry, wait in found if wait is not None]
    if not now or turns is None:
        return False
    # Who stays at its old place is named first, so that the round goes on below whoever stands here now.
    now.sort(key=lambda one: moves(one[1], one[2]))
    following = coming(play, turns) if who.joins else None
    rank = moment_rank(play, turns, *now[0][:2])
    _same_label(play, who.later, rank)
    after, here = following.id if following else last_turn(play, turns, now[0][0]), False
    for entry, wait, word in now:
        play.emit(SteppedIn(entry.id, wait.kind, ref=word.rule))
        if moves(wait, word):
            move_here(play, entry, after, word, rank)
            after, here = entry.id, True
    first, wait, word = now[0]
    ids = tuple(entry.id for entry, _, _ in now)
    if following is not None:
        come_up(play, following.id, along=(*peers(play, following), *ids), ref=word.rule)
    else:
        named = wait.until not in ("open", "event")
        on, moment = all(one.begun for _, one, _ in now), None if here else rank
        come_up(play, first.id, begun=not named, aside=not here, ref=word.rule, along=ids[1:], on=on, moment=moment)
    return True


def _same_label(play: Play, later: tuple[str, ...], rank: Number | None) -> None:
    """Those for whom this is the same moment, and who act later, get the same label."""
    for other in later:
        waiting = play.state.entries[other].wait
        if waiting is None or waiting.value is not None or rank is None:
            continue
        if not waiting.aside and play.rules.ruleset.waits[waiting.kind].rank.follows == "beside":
            play.emit(RankKept(other, rank, ref=play.rules.ruleset.gaps.rule))


def _leftover(play: Play) -> bool:
    """The order is through: a wait that was not used falls under its rule, oldest first."""
    for entry, wait, word in _waiting(play):
        if not _in_window(play, wait, word) or word.window in ("cycle", "any"):
            continue
        rule = word.unfired if word.unfired and wait.until == "open" else word.unused
        if rule.then == "last":
            last = next((e for e in reversed(play.state.order) if e != entry.id), "")
            play.emit(SteppedIn(entry.id, wait.kind, ref=rule.rule))
            if last:
                put_after(play, entry.id, last, "delay", rule.rule)
            come_up(play, entry.id, begun=True, on=wait.begun, ref=rule.rule)
        else:
            _unused(play, entry, wait, rule)
        return True
    return False


def _unused(play: Play, entry: Entry, wait: Wait, rule: Unused) -> None:
    if rule.then == "hold over":
        kind = rule.becomes or wait.kind
        until = play.rules.ruleset.waits[kind].until.moments[0]
        over = Wait(kind, wait.since, play.state.round, until, behind=wait.behind, begun=wait.begun)
        play.emit(Waited(entry.id, over, ref=rule.rule))
    else:
        play.emit(WaitLost(entry.id, wait.kind, ref=rule.rule))
        pass_boundaries(play, entry.id, wait.begun)


def _overdue(play: Play, entry: str) -> bool:
    """Its own place comes round again: the turn that was put off is lost, and an ordinary one comes up."""
    wait = play.state.entries[entry].wait
    if wait is None or play.rules.ruleset.waits[wait.kind].window != "cycle" or wait.round >= play.state.round:
        return False
    play.emit(WaitLost(entry, wait.kind, ref=play.rules.ruleset.waits[wait.kind].unused.rule))
    come_up(play, entry)
    return True


def _holds(play: Play, turn: Turn) -> bool:
    """A turn that has come up waits for its owner's word where waiting is possible."""
    waits = play.rules.ruleset.waits
    if turn.kind or not play.state.entries[turn.entry].members:
        return False
    if entry_unable(play.rules, play.state, turn.entry):
        return False
    entry = play.state.entries[turn.entry]
    return any(
        (not word.later.needed or anybody_below(play, play.state.entries[turn.entry]))
        and meets(play, entry, word)
        and not broken_by(play, entry, word)
        for word in waits.values()
    )


def _off_turn(play: Play, who: str, act: str) -> OffTurn | None:
    """What a wait leaves open: some acts, in the round in which the turn was given up. For all else it has to wait."""
    entry = play.state.entry_of(who)
    if entry is None or entry.wait is None:
        return None
    wait, word = entry.wait, play.rules.ruleset.waits[entry.wait.kind]
    if wait.round == play.state.round and act in word.allows.acts:
        return OffTurn(True, word.allows.rule or word.rule)
    return OffTurn(False, (word.declined.rule if wait.act else "") or word.allows.rule or word.interrupts.rule)


def _objections(play: Play, intent: Intent, word: Doing) -> Iterator[Refusal]:
    """What somebody who waits can't do meanwhile."""
    entry = play.state.entry_of(intent.who)
    if entry is None or entry.wait is None:
        return
    wait = play.rules.ruleset.waits[entry.wait.kind]
    named = {intent.act, *word.tags, *(("reaction",) if intent.reaction else ())}
    if not named.isdisjoint(wait.bars):
        data = {"name": entry.name, "act": intent.act, "why": entry.wait.kind}
        yield Refusal("act.barred", wait.rule, data, rule=True)


def _used_up(play: Play, frame: ActFrame) -> None:
    """Some acts off one's turn take the place of the turn that was put off."""
    entry = play.state.entry_of(frame.who)
    if entry is None or entry.wait is None:
        return
    wait, word = entry.wait, play.rules.ruleset.waits[entry.wait.kind]
    if not frame.names().isdisjoint(word.used_up_by):
        play.emit(WaitLost(entry.id, wait.kind, frame.act, ref=word_of(play, frame).rule))
        pass_boundaries(play, entry.id, wait.begun)


def _broken(play: Play, who: str) -> None:
    """Some conditions end a wait at once."""
    entry = play.state.entry_of(who)
    if entry is None or entry.wait is None:
        return
    word = play.rules.ruleset.waits[entry.wait.kind]
    why = broken_by(play, entry, word)
    if why:
        play.emit(WaitLost(entry.id, entry.wait.kind, why, ref=word.rule))


def _hooks(rules: Rules) -> Iterator[tuple[str, Hook]]:
    if any(not word.rank.lasts.stays for word in rules.ruleset.waits.values()):
        yield "round.end", Hook(STEPS, _go_home, lambda play, entry: bool(away_from_home(play.state)))


def _go_home(play: Play, frame: Moment) -> Outcome:
    """Ranks that a delay reset come back with the end of the round, and the places with them."""
    away = away_from_home(play.state)
    while away:
        entry = next_home(away)
        ref = next(
            w.rank.lasts.rule or w.rank.rule for w in play.rules.ruleset.waits.values() if not w.rank.lasts.stays
        )
        play.emit(Placed(entry, away.pop(entry), "delay over", ref=ref))
        play.emit(RankSet(entry, None, ref=ref))
        play.emit(Homed(entry, None))
    return None


MECHANIC = Mechanic(
    "waits",
    uses=lambda ruleset: bool(ruleset.waits),
    commands=(Delay, SetRank),
    events=EVENTS,
    moments=_hooks,
    holds=_holds,
    off_turn=_off_turn,
    acted=_used_up,
    objections=_objections,
    gap=_may_enter,
    calls=_called,
    enter=_enter,
    overdue=_overdue,
    leftover=_leftover,
    changed=_broken,
)
