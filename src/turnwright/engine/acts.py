"""An act from its declaration to its effect.

An act that nobody heeds has its effect at once. One that somebody might answer is *declared* (its cost is paid) and
becomes a frame: those who may interrupt it do so, it resolves, and reflexes follow (see `windows`). Reactions, prepared
acts and triggers that the GM tells of are acts like any other, so each can itself be answered.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from turnwright.engine import costs, limits
from turnwright.engine.base import Event, FrameStruct
from turnwright.engine.deeds import carry_out, uses_amount
from turnwright.engine.doings import Intent, action_of, like, limit_name, reaction_of, tags_of
from turnwright.engine.frames import Turn
from turnwright.engine.ledger import change
from turnwright.engine.numbering import counted, next_number
from turnwright.engine.play import Play
from turnwright.engine.sheet import why_unable
from turnwright.engine.state import State
from turnwright.engine.together import AT_A_MOMENT, OWN, Batch, Collected, Fell, Held, at_once
from turnwright.engine.typed import check_formula, rolled
from turnwright.formula import Die, Number
from turnwright.rules.words.act import Doing


class Changed(Struct, frozen=True, gc=False, omit_defaults=True):
    """A change of what an act does to some of its targets: a formula in which ``amount`` is what it was."""

    who: str
    targets: tuple[str, ...]
    formula: str


class Upshot(Struct, frozen=True, gc=False, omit_defaults=True):
    """What an act makes of the one it answers: it spoils it, some targets escape it, or what falls on them changes."""

    kind: Literal["", "spoils", "escapes", "changes"] = ""
    targets: tuple[str, ...] = ()
    formula: str = ""


NO_UPSHOT = Upshot()


class ActFrame(FrameStruct, frozen=True, gc=False):
    """An act that has been declared, with its cost paid, and goes through its stages.

    ``who`` is empty for what is nobody's act. ``kind`` (interrupt, reflex) is how it is answered where reactions
    leave that open. ``spoiled`` says why it will not have its effect; ``escaped`` are targets that it misses,
    ``changes`` what becomes of its amount. ``answers`` is the act that this one answers, ``upshot`` what it makes of
    that; ``answered`` are those who have answered this one. ``unable`` is why the actor could not act already when
    the GM let it be declared.
    """

    id: int
    who: str
    act: str
    targets: tuple[str, ...] = ()
    amount: str = ""
    tags: tuple[str, ...] = ()
    kind: str = ""
    stage: Literal["before", "resolve", "after", "done"] = "before"
    spoiled: str = ""
    escaped: tuple[str, ...] = ()
    changes: tuple[Changed, ...] = ()
    answers: int = 0
    answered: tuple[str, ...] = ()
    upshot: Upshot = NO_UPSHOT
    like: str = ""
    reaction: bool = False
    paid: dict[str, Number] = {}
    given: dict[str, Number] = {}
    item: str = ""
    takes: Number = 0
    choice: str = ""
    unable: str = ""

    def names(self) -> set[str]:
        """Everything that rules may call this act by: its name, the general act it is like, its tags."""
        return {self.act, self.like, *self.tags} - {""}


class Declared(Event, frozen=True, gc=False):
    """Somebody sets out to do something; it resolves when those who may answer first have done so."""

    frame: ActFrame

    def apply(self, state: State) -> State:
        frame = self.frame
        if frame.answers:
            found = act_in(state, frame.answers)
            if found is not None:
                state = on_act(state, found.id, answered=(*found.answered, frame.who))
        return replace(state, **counted(state, frame.id), agenda=(*state.agenda, frame))


class Acted(Event, frozen=True, gc=False):
    """Somebody did something. ``id`` is that of its declaration, where there was one.

    ``spoiled`` says why it came to nothing; ``missing`` are targets that were gone by then, ``escaped`` those it
    missed.
    """

    who: str
    act: str
    targets: tuple[str, ...] = ()
    cost: dict[str, Number] = {}
    spoiled: str = ""
    missing: tuple[str, ...] = ()
    escaped: tuple[str, ...] = ()
    item: str = ""
    choice: str = ""
    id: int = 0

    def apply(self, state: State) -> State:
        return state


class AmountRolled(Event, frozen=True, gc=False):
    """The dice of what an act does to a target, as they fell."""

    who: str
    act: str
    target: str
    total: Number
    dice: tuple[Die, ...] = ()

    def apply(self, state: State) -> State:
        return state


class Spoiled(Event, frozen=True, gc=False):
    """A declared act will come to nothing, for this reason; ``by`` is who saw to that."""

    act: int
    why: str
    by: str = ""

    def apply(self, state: State) -> State:
        return on_act(state, self.act, spoiled=self.why)


class Escaped(Event, frozen=True, gc=False):
    """A declared act will miss these."""

    act: int
    targets: tuple[str, ...]
    by: str = ""

    def apply(self, state: State) -> State:
        found = act_in(state, self.act)
        return on_act(state, self.act, escaped=(*found.escaped, *self.targets)) if found else state


class AmountChanged(Event, frozen=True, gc=False):
    """What a declared act does to some of its targets will be changed by a formula."""

    act: int
    change: Changed

    def apply(self, state: State) -> State:
        found = act_in(state, self.act)
        return on_act(state, self.act, changes=(*found.changes, self.change)) if found else state


class AmountTold(Event, frozen=True, gc=False):
    """What a declared act does to its targets is told only now."""

    act: int
    amount: str

    def apply(self, state: State) -> State:
        return on_act(state, self.act, amount=self.amount)


class TurnOver(Event, frozen=True, gc=False):
    """A turn ends by a rule, once what is going on in it is done."""

    entry: str
    turn: int
    why: str = "ended"

    def apply(self, state: State) -> State:
        agenda = tuple(
            replace(frame, over=self.why) if isinstance(frame, Turn) and frame.id == self.turn else frame
            for frame in state.agenda
        )
        return replace(state, agenda=agenda)


EVENTS = (Declared, Acted, AmountRolled, Spoiled, Escaped, AmountChanged, AmountTold, TurnOver)


def act_in(state: State, act: int) -> ActFrame | None:
    """The declared act with this number, while it is on the agenda."""
    return next((frame for frame in state.agenda if isinstance(frame, ActFrame) and frame.id == act), None)


def on_act(state: State, act: int, **changes: object) -> State:
    """The state with some fields of a declared act changed, wherever it stands on the agenda."""
    agenda = tuple(replace(f, **changes) if isinstance(f, ActFrame) and f.id == act else f for f in state.agenda)
    return replace(state, agenda=agenda)


def seen_by(play: Play, who: str) -> str:
    """Who may know of what somebody does: only the GM, if that one is hidden."""
    combatant = play.state.combatants.get(who)
    return "gm" if combatant is not None and combatant.hidden else ""


# ---- doing it


def declare(
    play: Play, intent: Intent, word: Doing, *, kind: str = "", upshot: Upshot = NO_UPSHOT, ref: str = ""
) -> None:
    """Somebody does this: it is paid for, and has its effect as soon as everybody who may answer first has done so.

    Nothing is checked here: see `objections` and `check_targets`. What the GM insisted on takes only what there is.
    """
    who = intent.who
    ref = ref or word.rule
    cost = costs.price(play, intent, word) if word.cost or intent.costs else {}
    used = costs.stock(play, intent, word) if word.item else None
    frame = ActFrame(
        0,
        who,
        intent.act,
        intent.targets,
        _amount(play, intent, word),
        tags_of(play, intent, word),
        kind,
        answers=intent.trigger,
        upshot=upshot,
        like=like(play, who, intent.act),
        reaction=intent.reaction,
        paid=costs.covered(play, who, cost) if cost else {},
        given=dict(intent.given),
        item=used[0] if used else "",
        takes=used[1] if used else 0,
        choice=intent.choice,
        unable=why_unable(play.rules, play.state, who) if play.force else "",
    )
    heeded = intent.trigger or _heeded(play, frame)
    if heeded:
        if frame.amount:
            check_formula(play, who, frame.amount)
        if upshot.formula:
            check_formula(play, who, upshot.formula, {"amount": 1})
        play.emit(
            Declared(
                replace(frame, id=next_number(play.state, play.state.hides((who,)))), ref=ref, to=seen_by(play, who)
            )
        )
    if word.limit:
        limits.count(play, who, limit_name(play, who, intent.act), word.limit, intent.trigger, ref)
    if frame.paid:
        costs.pay(play, who, frame.paid, ref)
    if used:
        costs.use_up(play, who, *used, ref)
    if not heeded:
        resolve(play, frame, word)


def _heeded(play: Play, frame: ActFrame) -> bool:
    for heeds in play.rules.heeds:
        if heeds(play, frame):
            return True
    return False


def happen(play: Play, frame: ActFrame, ref: str = "") -> None:
    """Something happens that is nobody's act: it costs nothing, and is answered like an act."""
    if _heeded(play, frame):
        if frame.amount:
            check_formula(play, "", frame.amount)
        play.emit(Declared(frame, ref=ref))
    else:
        resolve(play, replace(frame, id=0))


def _amount(play: Play, intent: Intent, word: Doing) -> str:
    if intent.amount:
        return intent.amount
    item = play.rules.ruleset.items.get(intent.item) if intent.item else None
    amount = word.amount or (item.amount if item else None)
    return amount.text if amount is not None else ""


def word_of(play: Play, frame: ActFrame) -> Doing:
    """The word of the ruleset for a declared act, as the sheet and the rules have it now."""
    if not frame.who:
        trigger = play.rules.ruleset.triggers.get(frame.act)
        return Doing(ref=trigger.ref, does=trigger.does) if trigger else Doing()
    find = reaction_of if frame.reaction else action_of
    return find(play, frame.who, frame.act) or Doing()


def resolve(play: Play, frame: ActFrame, word: Doing | None = None) -> None:
    """An act has its effect on its targets who are still there: its amount falls on them, then its deeds are done.

    Nothing comes of one that was spoiled, or whose actor can no longer act. ``word`` is what `word_of` gives, where
    that is known.
    """
    word = word or word_of(play, frame)
    spoiled = frame.spoiled
    combatants = play.state.combatants
    missing = tuple([target for target in frame.targets if combatants[target].gone])
    play.emit(
        Acted(
            frame.who,
            frame.act,
            frame.targets,
            frame.paid,
            spoiled,
            missing,
            frame.escaped,
            frame.item,
            frame.choice,
            frame.id,
            ref=(play.rules.ruleset.acting.spoiled.rule if spoiled else "") or word.rule,
            to=seen_by(play, frame.who),
        )
    )
    if spoiled:
        _take_back(play, frame, word)
        return
    if frame.upshot.kind:
        _on_trigger(play, frame, word.rule)
    targets = frame.targets
    if missing or frame.escaped:
        targets = tuple([t for t in targets if t not in missing and t not in frame.escaped])
    amounts = _amounts(play, frame, targets) if frame.amount else {}
    together = at_once(play, frame.who)
    if together is None:
        have_effect(play, frame, targets, amounts, word)
    else:
        play.emit(Collected(*together, Held(frame, targets, amounts), to=seen_by(play, frame.who)))


def fall(play: Play, turn: int = 0) -> None:
    """What was done at the same time falls on everybody together."""
    batch = play.state.own.get(OWN if turn else AT_A_MOMENT)
    if not isinstance(batch, Batch):
        return
    play.emit(Fell(turn))
    for held in batch.held:
        assert isinstance(held.act, ActFrame)
        have_effect(play, held.act, held.targets, held.amounts)


def have_effect(
    play: Play, frame: ActFrame, targets: tuple[str, ...], amounts: Mapping[str, Number], word: Doing | None = None
) -> None:
    """What an act does falls on its targets, then its deeds are done."""
    word = word or word_of(play, frame)
    item = play.rules.ruleset.items.get(frame.item) if frame.item else None
    deeds = (*word.does, *item.does) if item else word.does
    cause = f"{frame.who} {frame.act}".strip()
    if not deeds or not uses_amount(deeds):
        for target, amount in amounts.items():
            change(play, target, play.rules.vital or "hp", amount, ref=word.rule, cause=cause)
    if deeds:
        carry_out(play, frame.who, deeds, targets, amounts, next(iter(frame.given.values()), None), cause)
    for look in play.rules.acted:
        look(play, frame)


def felled(play: Play, frame: ActFrame) -> str:
    """Why the actor can no longer do what was declared, or nothing."""
    why = why_unable(play.rules, play.state, frame.who) if frame.who else ""
    return why if why != frame.unable else ""


def _amounts(play: Play, frame: ActFrame, targets: tuple[str, ...]) -> dict[str, Number]:
    """What falls on each target: rolled for each, then changed by whoever answered for it."""
    found: dict[str, Number] = {}
    for target in targets:
        roll = rolled(play, frame.who, frame.amount)
        amount = roll.total
        if roll.dice:
            event = AmountRolled(frame.who, frame.act, target, amount, roll.dice, to=seen_by(play, frame.who))
            play.emit(event)
        for changed in frame.changes:
            if target in changed.targets:
                amount = rolled(play, changed.who, changed.formula, {"amount": amount}).total
        found[target] = amount
    return found


def _on_trigger(play: Play, frame: ActFrame, ref: str) -> None:
    """What a reaction makes of the act that it answers, as long as that has not had its effect."""
    trigger = act_in(play.state, frame.answers)
    if trigger is None or trigger.stage in ("after", "done"):
        return
    upshot, to = frame.upshot, seen_by(play, frame.who)
    if upshot.kind == "spoils":
        play.emit(Spoiled(trigger.id, frame.act, frame.who, ref=ref, to=to))
    elif upshot.kind == "escapes":
        play.emit(Escaped(trigger.id, upshot.targets, frame.who, ref=ref, to=to))
    else:
        changed = Changed(frame.who, upshot.targets, upshot.formula)
        play.emit(AmountChanged(trigger.id, changed, ref=ref, to=to))


def _take_back(play: Play, frame: ActFrame, word: Doing) -> None:
    """Where the ruleset says so, whoever can still act has back what a spoiled act cost, and chooses again."""
    rule = play.rules.ruleset.acting.spoiled
    if rule.then != "choose again" or not frame.who or why_unable(play.rules, play.state, frame.who):
        return
    costs.give_back(play, frame.who, frame.paid, rule.rule)
    if frame.item:
        costs.use_up(play, frame.who, frame.item, -frame.takes, rule.rule)
    if word.limit:
        limits.give_back(play, frame.who, limit_name(play, frame.who, frame.act), word.limit, frame.answers, rule.rule)
