"""Actions: what they cost, when they may be taken, and what they cause once declared and resolved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from turnwright.engine.base import Answers, Command, Event, FrameStruct, Outcome
from turnwright.engine.events import PoolSet, Popped, Stepped, Used
from turnwright.engine.ledger import change
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.play import Play
from turnwright.engine.sheet import conditions, holds, why_unable
from turnwright.engine.state import State, Use
from turnwright.engine.turns import acting, in_acting_step
from turnwright.formula import FormulaError, Number, parse
from turnwright.rules.words.act import Action


class ActFrame(FrameStruct, frozen=True, gc=False):
    """An action that has been declared, with its cost paid, and goes through its stages.

    ``spoiled`` says why it will not have its effect, ``amount`` is what it does to its targets' vital pool.
    """

    id: int
    who: str
    act: str
    targets: tuple[str, ...] = ()
    amount: str = ""
    tags: tuple[str, ...] = ()
    stage: str = "before"
    spoiled: str = ""


class Declared(Event, frozen=True, gc=False):
    """Somebody sets out to do something; it resolves when those who may answer first have done so."""

    frame: ActFrame
    cost: dict[str, Number] = {}

    def apply(self, state: State) -> State:
        return replace(state, ids=state.ids + 1, agenda=(*state.agenda, self.frame))


class Acted(Event, frozen=True, gc=False):
    """Somebody did something; ``spoiled`` says why it came to nothing."""

    who: str
    act: str
    targets: tuple[str, ...] = ()
    cost: dict[str, Number] = {}
    spoiled: str = ""

    def apply(self, state: State) -> State:
        return state


class Act(Command, frozen=True, gc=False):
    """Take an action. ``amount`` is what it does to its targets (a formula; negative is harm), ``given`` its cost where that comes with the use.

    Refuses: ``act.unknown``, ``turn.not_yours``, ``turn.unable``, ``act.cost``, ``act.limit``, ``act.needs``,
    ``act.barred``, ``act.step``, ``act.target``.
    """

    who: str
    act: str
    targets: tuple[str, ...] = ()
    amount: str = ""
    given: dict[str, Number] = {}
    owner = "who"
    begins = True

    def decide(self, play: Play) -> None:
        combatant = play.present(self.who)
        word = action_of(play, self.who, self.act)
        if word is None:
            known = (*play.rules.ruleset.actions, *combatant.acts)
            play.refuse("act.unknown", act=self.act, known=", ".join(known))
        ref = "".join(word.ref[:1])
        _check_time(play, self.who, self.act, word)
        _check_targets(play, self, word)
        _check_rules(play, self.who, self.act, word)
        cost = _pay(play, self, word)
        frame = ActFrame(play.state.ids + 1, self.who, self.act, self.targets, self.amount, word.tags)
        if any(window(play, frame, "may") for window in play.rules.window):
            play.emit(Declared(frame, cost, ref=ref))
            return
        resolve(play, frame, word, cost)

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """Every action of those who act in the turn that is on, and everybody's that may be taken off it."""
        turn = play.active
        for combatant in play.state.combatants.values():
            if combatant.gone:
                continue
            mine = turn is not None and combatant.id in acting(play, turn)
            for name in (*play.rules.ruleset.actions, *combatant.acts):
                word = action_of(play, combatant.id, name)
                if word is not None and (mine or word.turn != "own"):
                    yield cls(combatant.id, name)


def action_of(play: Play, who: str, name: str) -> Action | None:
    """An action by name: the combatant's own, laid over the general one it is like; else the ruleset's."""
    own = play.state.combatants[who].acts.get(name)
    general = play.rules.ruleset.actions.get((own.like or name) if own else name)
    if own is None or own.reaction:
        return general if own is None else None
    base = general or Action()
    return replace(
        base,
        cost={k: parse(v) for k, v in own.cost.items()} if own.cost else base.cost,
        tags=(*base.tags, *own.tags),
        needs=parse(own.needs) if own.needs else base.needs,
        limit=own.limit or base.limit,
    )


def _check_time(play: Play, who: str, act: str, word: Action) -> None:
    turn = play.active
    mine = turn is not None and who in acting(play, turn) and in_acting_step(play, turn)
    ref = "".join(word.ref[:1])
    if word.turn == "own" and not (mine and play.top is turn):
        if mine:
            play.refuse("turn.busy", name=play.name(who))
        play.bar("turn.not_yours", ref, name=play.name(who), active=play.name(turn.entry) if turn else "")
    if word.turn == "off" and mine:
        play.bar("turn.yours", ref, name=play.name(who), act=act)
    if mine and turn is not None and word.turn == "own":
        allows = play.rules.steps[turn.at].allows
        if allows and act not in allows:
            play.bar("act.step", ref, act=act, step=play.rules.steps[turn.at].name, allows=", ".join(allows))


def _check_targets(play: Play, command: Act, word: Action) -> None:
    for target in command.targets:
        play.present(target)
    if (word.target == "one" and len(command.targets) != 1) or (word.target == "none" and command.targets):
        play.refuse("act.target", act=command.act, wants=word.target)


def _check_rules(play: Play, who: str, act: str, word: Action) -> None:
    ref = "".join(word.ref[:1])
    name = play.name(who)
    why = why_unable(play.rules, play.state, who)
    if why:
        play.bar("turn.unable", ref, name=name, why=why)
    for condition in conditions(play.rules, play.state, who):
        bars = play.rules.conditions[condition].bars if condition in play.rules.conditions else ()
        if act in bars or set(bars) & set(word.tags):
            play.bar(
                "act.barred",
                "".join(play.rules.conditions[condition].ref[:1]),
                name=name,
                act=act,
                why=condition,
            )
    if word.needs is not None and not holds(word.needs, play.sheet(who)):
        play.bar("act.needs", ref, name=name, act=act, needs=word.needs.text)
    if word.limit:
        most, period = _limit(word.limit)
        use = play.state.combatants[who].uses.get(act)
        key = period_key(play, period)
        done = use.count if use and use.period == key else 0
        if done >= most:
            play.bar("act.limit", ref, name=name, act=act, limit=word.limit)
        play.emit(Used(who, act, Use(key, done + 1), ref=ref))


def _limit(text: str) -> tuple[int, str]:
    """``1 a round`` as (1, "round"); ``2/turn`` reads the same."""
    count, _, period = text.replace("/", " a ").replace(" per ", " a ").partition(" a ")
    return int(count), period.strip()


def period_key(play: Play, period: str) -> str:
    """The name of the period that is on now, so that a count is never reset, only outdated (SEM-2)."""
    state = play.state
    return {
        "turn": f"t{state.turn}",
        "round": f"r{state.round}",
        "phase": f"r{state.round} {state.phase}",
        "scene": f"s{state.scene.number if state.scene else 0}",
    }.get(period, period)


def _pay(play: Play, command: Act, word: Action) -> dict[str, Number]:
    """Take the cost out of the pools; refuses what can't be afforded, and a cost that nobody has named."""
    cost: dict[str, Number] = {}
    ref = "".join(word.ref[:1])
    for pool, formula in word.cost.items():
        given: Mapping[str, Number] = {"given": command.given[pool]} if pool in command.given else {}
        if "given" in formula.names and not given:
            play.refuse("act.cost_unnamed", act=command.act, pool=pool)
        cost[pool] = max(0, play.number(formula, command.who, given))
    for pool, amount in cost.items():
        left = play.state.combatants[command.who].pools.get(pool, 0)
        if amount > left:
            play.bar(
                "act.cost",
                ref,
                name=play.name(command.who),
                act=command.act,
                cost=amount,
                left=left,
                pool=pool,
            )
        step = play.rules.pools[pool].step if pool in play.rules.pools else 1
        if amount % step:
            play.refuse("act.cost_step", act=command.act, cost=amount, pool=pool, step=step)
        if amount:
            play.emit(PoolSet(command.who, pool, max(0, left - amount), left, "paid", ref=ref))
    return cost


def resolve(play: Play, frame: ActFrame, word: Action, cost: dict[str, Number]) -> None:
    """An action has its effect: its amount falls on the targets, then its deeds are done."""
    ref = "".join(word.ref[:1])
    cause = f"act {frame.act}"
    play.emit(Acted(frame.who, frame.act, frame.targets, cost, frame.spoiled, ref=ref))
    if frame.spoiled:
        return
    if frame.amount:
        vital = next((name for name, pool in play.rules.pools.items() if pool.vital), "hp")
        for target in frame.targets:
            change(play, target, vital, _rolled(play, frame.who, frame.amount), ref=ref, cause=cause)
    for deed in word.does:
        if deed.change is not None:
            for target in frame.targets if deed.change.on == "target" else (frame.who,):
                _change(play, frame.who, target, deed.change.pool, deed.change.by, cause)
            continue
        verb = deed.verb or ("toggle" if deed.toggle else "gives")
        play.rules.deeds[verb](play, frame.who, deed, frame.targets)


def _change(play: Play, who: str, target: str, pool: str, by: object, cause: str) -> None:
    from turnwright.formula import Formula

    if isinstance(by, Formula):
        change(play, target, pool, play.roll(by, who).total, cause=cause)


def _rolled(play: Play, who: str, text: str) -> Number:
    try:
        return play.roll(parse(text), who).total
    except FormulaError as error:
        play.refuse("formula.bad", formula=text, problem=error.message)


def step_act(play: Play, frame: ActFrame, answers: Answers | None) -> Outcome:
    """Before, resolving, after: at each edge those who may answer are given the chance."""
    if frame.stage == "before":
        play.emit(Stepped(replace(frame, stage="resolve")))
        for window in play.rules.window:
            window(play, frame, "before")
        return None
    if frame.stage == "resolve":
        play.emit(Stepped(replace(frame, stage="after")))
        word = action_of(play, frame.who, frame.act) or Action()
        why = frame.spoiled or why_unable(play.rules, play.state, frame.who)
        resolve(play, replace(frame, spoiled=why), word, {})
        for window in play.rules.window:
            window(play, frame, "after")
        return None
    play.emit(Popped())
    return None


MECHANIC = Mechanic("actions", commands=(Act,), events=(Declared, Acted), frames={ActFrame: step_act})
