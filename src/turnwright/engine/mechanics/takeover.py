"""Somebody who is called and acts in the caller's turns: locking a side, kept at a cost, going when felled.

It takes part only while it is called. What a turn has to act with goes over to it, and back when it goes.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnwright.engine import costs
from turnwright.engine.base import Answers, Ask, Event, FrameStruct, Outcome, Part, Refusal, figures
from turnwright.engine.compiled import Rules
from turnwright.engine.doings import Intent
from turnwright.engine.events import PoolSet, TraitSet, on_combatant, on_entry
from turnwright.engine.frames import Moment, Turn
from turnwright.engine.ledger import put, start_value
from turnwright.engine.mechanic import QUESTIONS, REMOVALS, STEPS, Hook, Mechanic
from turnwright.engine.play import Play
from turnwright.engine.sheet import conditions
from turnwright.engine.state import IN_RESERVE, State
from turnwright.formula import Number, show_number
from turnwright.rules.words.act import Deed, Doing
from turnwright.rules.words.takeover import Takeover

SLOT = "takeovers"
"""The slot of the state that holds who is out: by its id the kind, who called it, and in which round."""


class TookOver(Event, frozen=True, gc=False):
    """Somebody was called, and acts in the caller's turns from now on."""

    kind: str
    caller: str
    actor: str
    entry: str

    def apply(self, state: State) -> State:
        record = {"kind": self.kind, "caller": self.caller, "entry": self.entry, "round": state.round}
        state = on_entry(on_combatant(state, self.actor, gone=""), self.entry, actor=self.actor)
        return replace(state, own={**state.own, SLOT: {**state.own.get(SLOT, {}), self.actor: record}})


class GaveBack(Event, frozen=True, gc=False):
    """Who was called goes: felled, unpaid, let go, or with its caller. With ``ends`` the turn it acted in is over."""

    actor: str
    caller: str
    entry: str
    why: str
    ends: bool = False

    def apply(self, state: State) -> State:
        out = {actor: record for actor, record in state.own.get(SLOT, {}).items() if actor != self.actor}
        own = {name: value for name, value in state.own.items() if name != SLOT}
        if out:
            own[SLOT] = out
        gone = state.combatants[self.actor].gone or IN_RESERVE
        state = on_entry(on_combatant(state, self.actor, gone=gone), self.entry, actor="")
        agenda = state.agenda
        if self.ends:
            agenda = tuple(
                replace(f, over="ended") if isinstance(f, Turn) and f.entry == self.entry and not f.over else f
                for f in agenda
            )
        return replace(state, own=own, agenda=agenda)


class WhichCalled(FrameStruct, frozen=True, gc=False):
    """Somebody has more than one whom they could call, and says which comes."""

    kind: str
    caller: str


class KeepAsked(FrameStruct, frozen=True, gc=False):
    """Those who have called somebody are asked whether they pay to keep it; ``left`` are still to be settled."""

    left: tuple[str, ...]


def out(state: State) -> dict[str, dict[str, object]]:
    """Who is out, by id, with what is known of it."""
    found: dict[str, dict[str, object]] = state.own.get(SLOT, {})
    return found


def _word(rules: Rules, record: dict[str, object]) -> Takeover:
    return rules.ruleset.takeovers[str(record["kind"])]


# ---- coming


def reserve(state: State, caller: str) -> tuple[str, ...]:
    """Those whom somebody could call."""
    return tuple(c.id for c in state.combatants.values() if c.belongs_to == caller and c.gone == IN_RESERVE)


def _calls(play: Play, who: str, deed: Deed, targets: tuple[str, ...]) -> None:
    if deed.calls not in play.rules.ruleset.takeovers:
        play.refuse("takeover.unknown", deed.rule, kind=deed.calls, known=", ".join(play.rules.ruleset.takeovers))
    known = reserve(play.state, who)
    if len(known) == 1:
        _come(play, deed.calls, who, known[0])
    elif known:
        play.push(WhichCalled(deed.calls, who))


def step_which(play: Play, frame: WhichCalled, answers: Answers | None) -> Outcome:
    """Ask which of them comes."""
    known = reserve(play.state, frame.caller)
    ref = play.rules.ruleset.takeovers[frame.kind].rule
    if answers is None:
        part = Part("which", (play.decider(frame.caller),), "one", known)
        return Ask("takeover.which", (part,), {"who": frame.caller, "kind": frame.kind}, ref)
    play.pop()
    _come(play, frame.kind, frame.caller, answers["which"][0])
    return None


def _come(play: Play, kind: str, caller: str, actor: str) -> None:
    """It comes whole, its pools as they start, and acts at once with what is left of the turn that is on."""
    word = play.rules.ruleset.takeovers[kind]
    entry = play.entry(caller)
    play.emit(TookOver(kind, caller, actor, entry.id, ref=word.rule))
    for name, pool in play.rules.pools.items():
        whole = start_value(play, actor, name, pool) if name not in word.acts_with else None
        if whole is not None and play.state.combatants[actor].pools.get(name) != whole:
            put(play, actor, name, whole, "refill", word.rule)
    for name, value in word.sets.items():
        if play.state.combatants[actor].traits.get(name) != value:
            play.emit(TraitSet(actor, name, value, ref=word.rule))
    if _turn_on(play, entry.id) is not None:
        _hand_over(play, word, caller, actor, word.rule)


def _turn_on(play: Play, entry: str) -> Turn | None:
    """The turn of this entry that goes on."""
    for frame in play.state.agenda:
        if isinstance(frame, Turn) and frame.entry == entry and frame.begun and not frame.over:
            return frame
    return None


def _hand_over(play: Play, word: Takeover, giver: str, taker: str, ref: str) -> None:
    """What one has to act with goes over to the other."""
    for name in word.acts_with:
        amount = play.state.combatants[giver].pools.get(name, 0)
        was = play.state.combatants[taker].pools.get(name, 0)
        if amount:
            play.emit(PoolSet(giver, name, 0, amount, "handed over", ref=ref))
        if amount != was:
            play.emit(PoolSet(taker, name, amount, was, "handed over", ref=ref))


# ---- going


def _go(play: Play, actor: str, why: str, ref: str) -> None:
    """It goes. If it acts just now, whoever called it has back what is left, or its turn ends.

    Its effects go as those of one who left.
    """
    record = out(play.state)[actor]
    word, caller, entry = _word(play.rules, record), str(record["caller"]), str(record["entry"])
    # Who has left has no use for what is left to act with.
    acting = _turn_on(play, entry) is not None and not play.state.combatants[caller].gone
    ends = acting and word.in_its_turn.then == "turn ends"
    if acting:
        ref_back = word.in_its_turn.rule or word.rule
        if ends:
            _lose(play, word, actor, ref_back)
        else:
            _hand_over(play, word, actor, caller, ref_back)
    left = bool(play.state.combatants[actor].gone)
    play.emit(GaveBack(actor, caller, entry, why, ends, ref=ref))
    if not left:
        for look in play.rules.leaving:
            look(play, actor)


def _lose(play: Play, word: Takeover, actor: str, ref: str) -> None:
    for name in word.acts_with:
        was = play.state.combatants[actor].pools.get(name, 0)
        if was:
            play.emit(PoolSet(actor, name, 0, was, "lost", ref=ref))


def _changed(play: Play, who: str) -> None:
    """Felled, or its caller felled: it goes."""
    for actor, record in tuple(out(play.state).items()):
        word = _word(play.rules, record)
        ends = word.felled if who == actor else word.caller_felled if who == record["caller"] else None
        if ends is not None and ends.by and not set(ends.by).isdisjoint(conditions(play.rules, play.state, who)):
            _go(play, actor, "felled" if who == actor else "caller felled", ends.rule or word.rule)


def _left(play: Play, who: str) -> None:
    """It leaves with its caller; and if it is taken away itself, all is as if it had gone."""
    for actor, record in tuple(out(play.state).items()):
        if who in (actor, record["caller"]):
            word = _word(play.rules, record)
            why, ref = ("removed", word.rule) if who == actor else ("caller gone", word.leaves.rule or word.rule)
            _go(play, actor, why, ref)


def _over(play: Play, turn: Turn) -> None:
    """What it had to act with in its caller's turn is lost when that ends."""
    for actor, record in out(play.state).items():
        if record["entry"] == turn.entry:
            _lose(play, _word(play.rules, record), actor, _word(play.rules, record).rule)


# ---- what it does to others


def _locked(rules: Rules, state: State, who: str) -> str:
    for actor, record in out(state).items():
        if who != actor and locks(rules, state, record, who):
            return _word(rules, record).locks.word
    return ""


def locks(rules: Rules, state: State, record: dict[str, object], who: str) -> bool:
    """Whether somebody is locked by one who is out."""
    word, caller = _word(rules, record), str(record["caller"])
    if word.locks.who == "one":
        return who == caller
    return word.locks.who == "side" and state.combatants[who].side == state.combatants[caller].side


def _objects(play: Play, intent: Intent, doing: Doing) -> Iterator[Refusal]:
    """Whom one can't aim at meanwhile, what it can't do itself, and calling with nobody to call."""
    if not play.rules.ruleset.takeovers:
        return
    name = play.name(intent.who)
    combatants = play.state.combatants
    for actor, record in out(play.state).items():
        word = _word(play.rules, record)
        if intent.who == actor and word.own_acts.only and intent.act not in combatants[actor].acts:
            data = {"name": name, "act": intent.act, "known": ", ".join(combatants[actor].acts)}
            yield Refusal("takeover.own_acts", word.own_acts.rule or word.rule, figures(data), rule=True)
        for target in intent.targets:
            foe = combatants[target].side != combatants[intent.who].side
            if word.locks.shields and foe and target != actor and locks(play.rules, play.state, record, target):
                data = {"name": name, "act": intent.act, "target": play.name(target), "by": play.name(actor)}
                yield Refusal("target.shielded", word.locks.rule or word.rule, figures(data), rule=True)
    if any(deed.calls for deed in doing.does) and not reserve(play.state, intent.who):
        kind = next(deed.calls for deed in doing.does if deed.calls)
        yield Refusal("takeover.none", doing.rule, figures({"name": name, "kind": kind}), rule=True)


# ---- keeping it, and its turns


def step_keep(play: Play, frame: KeepAsked, answers: Answers | None) -> Outcome:
    """One after another pay to keep who they called; what is not paid for, or can't be, goes."""
    left = tuple(actor for actor in frame.left if actor in out(play.state))
    if not left:
        play.pop()
        return None
    actor, record = left[0], out(play.state)[left[0]]
    word, caller = _word(play.rules, record), str(record["caller"])
    assert word.keeping is not None
    ref = word.keeping.rule or word.rule
    cost: dict[str, Number] = {pool: play.number(f, caller) for pool, f in word.keeping.cost.items()}
    if not _payable(play, word, caller, cost):
        play.turn_to(KeepAsked(left[1:]))
        _go(play, actor, "unpaid", ref)
        return None
    if answers is None:
        part = Part("keep", (play.decider(caller),), "one", ("keep", "let go"))
        price = ", ".join(f"{show_number(amount)} {pool}" for pool, amount in cost.items())
        return Ask("takeover.keep", (part,), {"who": caller, "actor": actor, "costs": price}, ref)
    play.turn_to(KeepAsked(left[1:]))
    if answers["keep"] == ("keep",):
        costs.pay(play, caller, cost, ref)
    else:
        _go(play, actor, "let go", ref)
    return None


def _payable(play: Play, word: Takeover, caller: str, cost: dict[str, Number]) -> bool:
    if not word.locks.pays and word.locks.who != "nobody":
        return False
    return all(costs.left_of(play, caller, pool) >= amount for pool, amount in cost.items())


def _to_keep(play: Play) -> tuple[str, ...]:
    return tuple(
        actor
        for actor, record in out(play.state).items()
        if _word(play.rules, record).keeping is not None and record["round"] != play.state.round
    )


def _keep(play: Play, frame: Moment) -> Outcome:
    play.turn_to(replace(frame, at=frame.at + 1))
    play.push(KeepAsked(_to_keep(play)))
    return None


def _acts_in(play: Play, entry: str) -> tuple[str, ...]:
    return tuple(actor for actor, record in out(play.state).items() if record["entry"] == entry)


def _take_turn(play: Play, frame: Moment) -> Outcome:
    for actor in _acts_in(play, frame.entry):
        record = out(play.state)[actor]
        word = _word(play.rules, record)
        _hand_over(play, word, str(record["caller"]), actor, word.rule)
    return None


def _scene_over(play: Play, frame: Moment) -> Outcome:
    for actor, record in tuple(out(play.state).items()):
        _go(play, actor, "scene over", _word(play.rules, record).rule)
    return None


def _hooks(rules: Rules) -> Iterator[tuple[str, Hook]]:
    if rules.ruleset.takeovers:
        yield "round.start", Hook(QUESTIONS, _keep, lambda play, entry: bool(_to_keep(play)))
        yield rules.moment("start of turn"), Hook(STEPS, _take_turn, lambda play, entry: bool(_acts_in(play, entry)))
        yield "scene.end", Hook(REMOVALS, _scene_over, lambda play, entry: bool(out(play.state)))


def _enrols(play: Play, who: str) -> bool:
    """Whoever belongs to another has no place of its own in the order."""
    return bool(play.state.combatants[who].belongs_to)


MECHANIC = Mechanic(
    "takeover",
    uses=lambda ruleset: bool(ruleset.takeovers),
    events=(TookOver, GaveBack),
    frames={WhichCalled: step_which, KeepAsked: step_keep},
    moments=_hooks,
    unable=_locked,
    objections=_objects,
    deeds={"calls": _calls},
    changed=_changed,
    leaving=_left,
    enrols=_enrols,
    turn_over=_over,
)
