"""Reactions: answering an act or a trigger, before it resolves (an interrupt) or after (a reflex)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from turnwright.engine import costs
from turnwright.engine.acts import ActFrame, Upshot, declare
from turnwright.engine.base import Command, Event, Refusal, Refused
from turnwright.engine.doings import REACTION, Intent, is_reaction, reaction_of
from turnwright.engine.events import on_combatant
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.objecting import check_targets, objections
from turnwright.engine.play import Play
from turnwright.engine.sheet import present
from turnwright.engine.state import Combatant, State
from turnwright.engine.turns import acting
from turnwright.engine.windows import (
    EVENTS,
    Window,
    awaited,
    comes_later,
    go_on_from,
    let_go,
    open_anyhow,
    open_window,
    step_window,
)
from turnwright.formula import Number
from turnwright.rules.words.reactions import Reaction


class PassingSet(Event, frozen=True, gc=False):
    """Somebody is not asked for reactions any more, or is again."""

    who: str
    on: bool

    def apply(self, state: State) -> State:
        return on_combatant(state, self.who, passes=self.on)


class React(Command, frozen=True, gc=False):
    """Answer the act in question with a reaction.

    ``targets`` and ``amount`` are the reaction's own (without targets it is aimed at whoever's act it answers). Where
    the ruleset leaves the outcome to be told, ``outcome`` says what becomes of the act: it ``spoils`` it; ``shields``
    (nobody named: the one who reacts, if a target) escape it (``escapes``); or what falls on them ``changes`` to the
    formula ``new``, in which ``amount`` is what it was. ``trigger`` is the act that is meant, so that nobody answers
    another by mistake.

    Refuses ``reaction.unknown``, ``window.closed``, ``reaction.outcome``, ``reaction.too_late_to_change`` and what
    `Act` refuses of cost and targets; by the game's rules ``reaction.no_trigger``, ``reaction.not_to_this``,
    ``reaction.not_for_you``, ``reaction.too_early``, ``reaction.too_late``, ``reaction.own_turn``, ``reaction.once``,
    and all of `objecting.objections`.
    """

    who: str
    reaction: str
    targets: tuple[str, ...] = ()
    amount: str = ""
    outcome: Literal["", "spoils", "escapes", "changes"] = ""
    new: str = ""
    shields: tuple[str, ...] = ()
    given: dict[str, Number] = {}
    costs: dict[str, Number] = {}
    item: str = ""
    choice: str = ""
    tags: tuple[str, ...] = ()
    trigger: int = 0
    owner = "who"

    def decide(self, play: Play) -> None:
        combatant = play.present(self.who)
        word = reaction_of(play, self.who, self.reaction)
        if word is None:
            known = ", ".join(_known(play, combatant))
            play.refuse("reaction.unknown", reaction=self.reaction, known=known)
        if self.costs and play.by is not None:
            play.refuse("act.cost_gm_only", word.rule, act=self.reaction)
        found = open_window(play)
        window, act = found if found else (None, None)
        if self.trigger and (act is None or act.id != self.trigger):
            play.refuse("window.closed", name=combatant.name, reaction=self.reaction)
        if window is None or act is None:
            play.bar("reaction.no_trigger", word.rule, name=combatant.name, reaction=self.reaction)
        else:
            for refusal in unfit(play, self.who, self.reaction, word, act, window.when):
                play.bar(refusal.code, refusal.ref, **refusal.data)
        intent = self._intent(act)
        check_targets(play, intent, word)
        for refusal in objections(play, intent, word):
            play.bar(refusal.code, refusal.ref, **refusal.data)
        upshot = self._upshot(play, word, window, act)
        in_order = play.rules.ruleset.reacting.per_trigger.order == "initiative"
        if not (in_order and comes_later(play, self.who, self, costs.price(play, intent, word))):
            declare(play, intent, word, upshot=upshot)

    def _intent(self, act: ActFrame | None) -> Intent:
        targets = self.targets
        if not targets and act is not None and act.who and act.who != self.who:
            targets = (act.who,)
        return Intent(
            self.who,
            self.reaction,
            targets,
            self.amount,
            self.given,
            self.costs,
            self.tags,
            self.item,
            self.choice,
            reaction=True,
            trigger=act.id if act else 0,
        )

    def _upshot(self, play: Play, word: Reaction, window: Window | None, act: ActFrame | None) -> Upshot:
        """What it makes of the act that it answers; of one that has had its effect, nothing."""
        late = window is None or act is None or window.when == "after"
        kind: str = self.outcome
        if word.outcome != "told":
            if self.outcome and self.outcome != word.outcome:
                play.bar("reaction.outcome", word.rule, reaction=self.reaction, outcome=word.outcome)
            else:
                kind = "" if word.outcome == "nothing" or late else word.outcome
        if kind and late:
            play.refuse("reaction.too_late_to_change", word.rule, reaction=self.reaction)
        if not kind or act is None:
            return Upshot()
        if kind == "spoils":
            return Upshot("spoils")
        for target in self.shields:
            if target not in act.targets:
                play.refuse("reaction.not_a_target", name=play.name(target), act=act.act)
        shields = self.shields or ((self.who,) if self.who in act.targets else act.targets)
        if kind == "escapes":
            return Upshot("escapes", shields)
        new = word.changes.text if word.changes is not None else self.new
        if not new:
            play.refuse("reaction.new_missing", word.rule, reaction=self.reaction)
        return Upshot("changes", shields, new)

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """While a window is open, everybody's reactions that answer such an act, affordable or not."""
        found = open_window(play)
        if found is None:
            return
        window, act = found
        for combatant in play.theirs():
            for name, word in fitting(play, combatant, act):
                if _related(play, combatant.id, word, act) and _in_time(play, word, act, window.when):
                    yield cls(combatant.id, name, given=_least(play, word), trigger=act.id)


class AlwaysPass(Command, frozen=True, gc=False):
    """Never be asked for a reaction, or (``on`` false) be asked again. One may still react while a window is open."""

    who: tuple[str, ...]
    on: bool = True
    owner = "who"

    def decide(self, play: Play) -> None:
        for who in self.who:
            if play.present(who).passes != self.on:
                play.emit(PassingSet(who, self.on, to=who))


def _known(play: Play, combatant: Combatant) -> tuple[str, ...]:
    own = (name for name, one in combatant.acts.items() if is_reaction(play, one))
    return tuple(dict.fromkeys((*play.rules.ruleset.reactions, *own)))


# ---- what answers what


def fitting(play: Play, combatant: Combatant, act: ActFrame) -> Iterator[tuple[str, Reaction]]:
    """Somebody's reactions that answer to an act's name or tags."""
    names = act.names()
    for name, general in play.rules.ruleset.reactions.items():
        if name not in combatant.acts and _answers_to(general, act, names):
            yield name, general
    for name in combatant.acts:
        word = reaction_of(play, combatant.id, name)
        if word is not None and _answers_to(word, act, names):
            yield name, word


def _answers_to(word: Reaction, act: ActFrame, names: set[str]) -> bool:
    return "any" in word.to or (act.reaction and REACTION in word.to) or not names.isdisjoint(word.to)


def _related(play: Play, who: str, word: Reaction, act: ActFrame) -> bool:
    """Whether somebody stands to an act as a reaction wants it."""
    return any(_stands(play, who, how, act) for how in word.who)


def _stands(play: Play, who: str, how: str, act: ActFrame) -> bool:
    combatants = play.state.combatants
    if how in ("self", "anyone"):
        return (who == act.who) == (how == "self")
    if how == "target":
        return who in act.targets
    relation, _, whose = how.partition(" of ")
    others = act.targets if whose == "target" else (act.who,) if act.who else ()
    if who in others or who == act.who:
        return False
    same = relation == "allies"
    return any((combatants[who].side == combatants[other].side) == same for other in others)


def _kind(play: Play, word: Reaction, act: ActFrame) -> str:
    """A reaction's own kind, else that of its trigger, else the ruleset's."""
    return word.kind or act.kind or play.rules.ruleset.reacting.kind.default


def _in_time(play: Play, word: Reaction, act: ActFrame, when: str) -> bool:
    return (_kind(play, word, act) == "reflex") == (when == "after")


def unfit(play: Play, who: str, name: str, word: Reaction, act: ActFrame, when: str) -> Iterator[Refusal]:
    """Every rule that speaks against answering this act with this reaction now, whatever `objections` say."""
    reacting = play.rules.ruleset.reacting
    data = {"name": play.name(who), "reaction": name, "act": act.act}

    def no(code: str, ref: str = "") -> Refusal:
        return Refusal(code, ref or word.rule, data, rule=True)

    if not _answers_to(word, act, act.names()):
        yield no("reaction.not_to_this")
    if not _related(play, who, word, act):
        yield no("reaction.not_for_you")
    if not _in_time(play, word, act, when):
        yield no("reaction.too_late" if when == "after" else "reaction.too_early", reacting.rule)
    allowed = reacting.own_turn.allowed if word.own_turn is None else word.own_turn
    turn = play.active
    if not allowed and turn is not None and who in acting(play.state, turn):
        yield no("reaction.own_turn", reacting.own_turn.rule)
    if reacting.per_trigger.most == "one" and who in act.answered:
        yield no("reaction.once", reacting.per_trigger.rule)


def _least(play: Play, word: Reaction) -> dict[str, Number]:
    """The least that a cost which comes with the use can be."""
    return {pool: costs.step_of(play, pool) for pool, formula in word.cost.items() if "given" in formula.names}


def _could(play: Play, who: str, name: str, word: Reaction, act: ActFrame, when: str) -> bool:
    """Whether somebody could answer an act with this reaction now."""
    if not _related(play, who, word, act) or next(unfit(play, who, name, word, act, when), None) is not None:
        return False
    intent = Intent(who, name, given=_least(play, word), reaction=True, trigger=act.id)
    items = tuple(play.state.combatants[who].items) if word.item == "named" else ("",)
    for item in items:
        for choice in word.one_of or ("",):
            try:
                if next(iter(objections(play, intent._replace(item=item, choice=choice), word)), None) is None:
                    return True
            except Refused:
                continue
    return False


def _answers(play: Play, act: ActFrame, when: str) -> tuple[str, ...]:
    """Who could react, in initiative order. An act that is spoiled by now is not reacted to any more."""
    if when == "before" and act.spoiled:
        return ()
    found = [
        combatant.id
        for combatant in present(play.state)
        if not combatant.passes
        and any(_could(play, combatant.id, name, word, act, when) for name, word in fitting(play, combatant, act))
    ]
    if len(found) > 1:
        places = {who: at for at, e in enumerate(play.state.order) for who in play.state.entries[e].members}
        found.sort(key=lambda who: places.get(who, len(places)))
    return tuple(found)


def _heeds(play: Play, act: ActFrame) -> bool:
    """Whether anybody who is asked at all has a reaction to such an act."""
    everybody = bool(play.rules.ruleset.reactions)
    for combatant in play.state.combatants.values():
        if (everybody or combatant.acts) and not combatant.passes and not combatant.gone:
            for _, word in fitting(play, combatant, act):
                if _related(play, combatant.id, word, act):
                    return True
    return False


MECHANIC = Mechanic(
    "reactions",
    commands=(React, AlwaysPass),
    events=(*EVENTS, PassingSet),
    frames={Window: step_window},
    heeds=_heeds,
    answers=_answers,
    next={Window: go_on_from},
    passes={Window: let_go},
    awaits={Window: awaited},
    anyhow={Window: open_anyhow},
)
