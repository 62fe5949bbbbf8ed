"""Actions: what people do on their turn and, where the ruleset allows it, off it."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.engine import acts, costs
from turnwright.engine.acts import ActFrame, declare
from turnwright.engine.base import Command
from turnwright.engine.choosing import open_to_side
from turnwright.engine.clock import round_runs
from turnwright.engine.doings import Intent, action_of, is_reaction
from turnwright.engine.frames import Turn
from turnwright.engine.holding import release
from turnwright.engine.mechanic import Mechanic, OffTurn
from turnwright.engine.objecting import check_targets, objections
from turnwright.engine.pending import refuse_busy
from turnwright.engine.play import Play
from turnwright.engine.sheet import present
from turnwright.engine.turns import acting, comes_first, in_acting_step
from turnwright.engine.windows import step_act
from turnwright.formula import Number
from turnwright.rules.words.act import Action, Deed


class Act(Command, frozen=True, gc=False):
    """Take an action.

    ``amount`` is what it does to its targets (a formula; negative is harm), ``given`` its cost by pool where that
    comes with the use, ``costs`` what the GM makes this use cost instead of what the rules say, ``item`` the thing it
    uses, ``choice`` which of several things it is, ``tags`` what holds for this use beside the action's own tags. With
    ``let_go`` whoever does it first lets go of what it keeps up by concentration.

    Refuses ``act.unknown``, ``act.target``, ``turn.busy``, ``act.choice_missing``, ``act.cost_unnamed``,
    ``act.cost_step``, ``act.cost_negative``, ``act.cost_gm_only``, ``item.unnamed``; and by the game's rules
    ``turn.not_yours``, ``turn.yours``, ``act.no_round``, ``act.step`` and all of `objecting.objections`.
    """

    who: str
    act: str
    targets: tuple[str, ...] = ()
    amount: str = ""
    given: dict[str, Number] = {}
    costs: dict[str, Number] = {}
    item: str = ""
    choice: str = ""
    tags: tuple[str, ...] = ()
    let_go: bool = False
    owner = "who"
    begins = True

    def opens(self, play: Play) -> bool:
        """What is free at any time begins no turn. What costs something begins one's own that has come up."""
        if self.who not in play.state.combatants:
            return False
        word = action_of(play, self.who, self.act)
        if word is None or self._when(word) == "own":
            return True
        turn = play.top
        return (
            bool(word.cost) and word.turn == "any" and isinstance(turn, Turn) and self.who in acting(play.state, turn)
        )

    def decide(self, play: Play) -> None:
        combatant = play.present(self.who)
        word = action_of(play, self.who, self.act)
        if word is None:
            actions = play.rules.ruleset.actions
            known = (*actions, *(name for name, own in combatant.acts.items() if not is_reaction(play, own)))
            play.refuse("act.unknown", play.rules.ruleset.acting.unlisted.rule, act=self.act, known=", ".join(known))
        if self.costs and play.by is not None:
            play.refuse("act.cost_gm_only", word.rule, act=self.act)
        ref = self._check_time(play, word)
        if self.let_go:
            release(play, self.who)
        intent = self._intent()
        check_targets(play, intent, word)
        for refusal in objections(play, intent, word):
            play.bar(refusal.code, refusal.ref, **refusal.data)
        declare(play, intent, word, kind=word.answered, ref=ref)

    def _intent(self) -> Intent:
        return Intent(
            self.who, self.act, self.targets, self.amount, self.given, self.costs, self.tags, self.item, self.choice
        )

    def _when(self, word: Action) -> str:
        """When it may be done. What is open at any time because it is free needs one's own turn if it is not."""
        return "own" if not word.cost and any(self.costs.values()) else word.turn

    def _check_time(self, play: Play, word: Action) -> str:
        """Whether this is the time for it; gives the rule that lets it be done off one's turn, where one does."""
        turn = play.active
        mine = turn is not None and self.who in acting(play.state, turn) and in_acting_step(play, turn)
        when = self._when(word)
        if when == "own":
            if not mine:
                said = off_turn(play, self.who, self.act)
                if said is not None and said.allowed:
                    return said.ref
                if comes_first(play, turn, self.who):
                    refuse_busy(play, play.name(self.who))
                ref = (said.ref if said else "") or play.rules.ruleset.acting.off_turn.rule or word.rule
                active = play.name(turn.entry) if turn else ""
                play.bar("turn.not_yours", ref, name=play.name(self.who), act=self.act, active=active)
            elif play.top is not turn:
                refuse_busy(play, play.name(self.who))
            elif turn is not None:
                allows = play.rules.steps[turn.at].allows
                if allows and self.act not in allows:
                    step = play.rules.steps[turn.at]
                    play.bar("act.step", step.rule, act=self.act, step=step.name, allows=", ".join(allows))
        elif when == "off" and mine:
            play.bar("turn.yours", word.rule, name=play.name(self.who), act=self.act)
        elif turn is None and not round_runs(play.state) and not play.rules.of_rounds.isdisjoint(word.cost):
            play.bar("act.no_round", word.rule, name=play.name(self.who), act=self.act)
        return ""

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """Every action of those who act in the turn that is on, everybody's that may be taken off it, and those that
        the phase which is on opens."""
        turn = play.active
        for combatant in play.theirs():
            mine = turn is not None and combatant.id in acting(play.state, turn)
            for name in dict.fromkeys((*play.rules.ruleset.actions, *combatant.acts)):
                word = action_of(play, combatant.id, name)
                if word is None:
                    continue
                off = open_to_side(play, combatant.id, name) if word.turn == "phase" else mine or word.turn != "own"
                if off or _lets(play, combatant.id, name):
                    yield from _uses(play, cls(combatant.id, name), word)


def off_turn(play: Play, who: str, act: str) -> OffTurn | None:
    """What rules say about somebody doing this off their turn; one that allows it goes before one that does not."""
    said = [found for ask in play.rules.off_turn if (found := ask(play, who, act)) is not None]
    return max(said, key=lambda one: one.allowed, default=None)


def _lets(play: Play, who: str, act: str) -> bool:
    said = off_turn(play, who, act)
    return said is not None and said.allowed


def _uses(play: Play, plain: Act, word: Action) -> Iterator[Command]:
    """The uses of an action that somebody might mean: each thing, each choice, each target where it takes one."""
    given = {pool: costs.step_of(play, pool) for pool, f in word.cost.items() if "given" in f.names}
    items = tuple(play.state.combatants[plain.who].items) if word.item == "named" else ()
    targets: tuple[tuple[str, ...], ...] = ((),)
    if word.target in ("one", "some"):
        seen = (c for c in present(play.state) if play.by is None or not c.hidden or c.id in play.by)
        targets = tuple((other.id,) for other in seen) or ((),)
    for target in targets:
        for item in items or ("",):
            for choice in word.one_of or ("",):
                yield Act(plain.who, plain.act, target, given=given, item=item, choice=choice)


def _end_turn(play: Play, who: str, deed: Deed, targets: tuple[str, ...]) -> None:
    """The turn of the one who acts ends, once what goes on in it is done."""
    turn = play.active
    if turn is not None and not turn.over and who in acting(play.state, turn):
        play.emit(acts.TurnOver(turn.entry, turn.id, ref=deed.rule))


MECHANIC = Mechanic(
    "actions", commands=(Act,), events=acts.EVENTS, frames={ActFrame: step_act}, deeds={"end turn": _end_turn}
)
