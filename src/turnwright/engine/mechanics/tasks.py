"""Doing something with an object of the scene: for a cost, or in whole turns, with progress kept between them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnwright.engine.acts import TurnOver, declare
from turnwright.engine.base import Command, Event, Outcome
from turnwright.engine.compiled import Rules
from turnwright.engine.doings import Intent
from turnwright.engine.frames import Moment, Turn
from turnwright.engine.mechanic import REMOVALS, STEPS, Hook, Mechanic
from turnwright.engine.names import clean_name
from turnwright.engine.objecting import objections
from turnwright.engine.objects import Object, objects, with_objects
from turnwright.engine.pending import refuse_busy
from turnwright.engine.play import Play
from turnwright.engine.sheet import pool_max
from turnwright.engine.state import State
from turnwright.engine.turns import acting, comes_first, in_acting_step
from turnwright.engine.veil import sees
from turnwright.formula import Number, parse, show_number
from turnwright.rules.words.act import Action
from turnwright.rules.words.track import Task

WHEN_DONE = "when done"
MOST_TURNS = 1000


class ObjectSet(Event, frozen=True, gc=False):
    """The scene contains this object; or (None) no longer."""

    name: str
    thing: Object | None

    def apply(self, state: State) -> State:
        found = {name: thing for name, thing in objects(state).items() if name != self.name}
        if self.thing is not None:
            found[self.name] = self.thing
        return replace(state, own=with_objects(state, found))


class TaskAdvanced(Event, frozen=True, gc=False):
    """Somebody has come one whole turn further with an object: ``steps`` of ``turns``."""

    name: str
    who: str
    steps: int
    turns: int

    def apply(self, state: State) -> State:
        thing = replace(objects(state)[self.name], steps=self.steps, by=self.who, done=self.steps >= self.turns)
        return replace(state, own=with_objects(state, {**objects(state), self.name: thing}))


class TaskResolved(Event, frozen=True, gc=False):
    """What was done with an object has its effect."""

    name: str
    who: str

    def apply(self, state: State) -> State:
        thing = replace(objects(state)[self.name], by=self.who, done=True, resolved=True)
        return replace(state, own=with_objects(state, {**objects(state), self.name: thing}))


class PlaceObject(Command, frozen=True, gc=False):
    """Put an object into the scene, or change one: it takes a ``cost`` in pools, or a number of whole ``turns``.

    Refuses ``task.none`` in a game without tasks, ``task.unknown``, a bad name, ``task.takes`` for neither or both,
    ``task.pool`` for a pool that this task is not paid with, ``task.turns`` and ``act.cost_negative`` for bad amounts.
    """

    name: str
    cost: dict[str, Number] = {}
    turns: int = 0
    task: str = ""

    def decide(self, play: Play) -> None:
        kind, word = _word(play, self.task)
        name = clean_name(play, self.name)
        if bool(self.cost) == bool(self.turns):
            play.refuse("task.takes", word.rule, object=name)
        if not 0 <= self.turns <= MOST_TURNS or (self.turns and not word.whole_turn):
            play.refuse("task.turns", word.rule, turns=self.turns, most=MOST_TURNS if word.whole_turn else 0)
        for pool, amount in self.cost.items():
            if pool not in word.cost:
                play.refuse("task.pool", word.rule, pool=pool, known=", ".join(word.cost))
            if amount < 0:
                play.refuse("act.cost_negative", word.rule, act=kind, pool=pool, cost=amount)
        cost = {pool: show_number(amount) for pool, amount in self.cost.items()}
        play.emit(ObjectSet(name, Object(kind, cost, self.turns), ref=word.rule))


class RemoveObject(Command, frozen=True, gc=False):
    """Take an object out of the scene. Refuses ``object.unknown``."""

    name: str

    def decide(self, play: Play) -> None:
        name, thing = _find(play, self.name)
        play.emit(ObjectSet(name, None, ref=play.rules.ruleset.tasks[thing.task].rule))


class Work(Command, frozen=True, gc=False):
    """Do something with an object, in one's own turn: pay what it takes, or give it the whole turn.

    Refuses ``object.unknown``, ``turn.busy``, what `objecting.objections` finds, and by the rules ``turn.not_yours``,
    ``task.done``, ``task.granted`` (in a turn that is not one's ordinary one) and ``task.spent`` (where something was
    spent already).
    """

    who: str
    object: str
    owner = "who"
    begins = True

    def decide(self, play: Play) -> None:
        play.present(self.who)
        name, thing = _find(play, self.object)
        word = play.rules.ruleset.tasks[thing.task]
        turn = _own_turn(play, self.who, thing, word)
        if thing.done:
            play.bar("task.done", word.rule, object=name)
        if thing.turns:
            _check_whole(play, self.who, name, word, turn)
        act = Action(ref=word.ref, cost={pool: parse(amount) for pool, amount in thing.cost.items()})
        intent = Intent(self.who, thing.task, choice=name)
        for refusal in objections(play, intent, act):
            play.bar(refusal.code, refusal.ref, **refusal.data)
        declare(play, intent, act)
        if not thing.turns:
            play.emit(TaskResolved(name, self.who, ref=word.rule))
            return
        steps = min(thing.steps + 1, thing.turns)
        play.emit(TaskAdvanced(name, self.who, steps, thing.turns, ref=word.rule))
        if steps == thing.turns and (thing.turns == 1 or word.resolves.at == WHEN_DONE):
            play.emit(TaskResolved(name, self.who, ref=word.resolves.rule if thing.turns > 1 else word.rule))
        if turn is not None and not turn.over:
            play.emit(TurnOver(turn.entry, turn.id, ref=word.rule))

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """Everything in the scene that is not done, for those who act in the turn that is on."""
        turn = play.active
        if turn is not None:
            for who in acting(play.state, turn):
                yield from (cls(who, name) for name, thing in objects(play.state).items() if not thing.done)


def _word(play: Play, task: str) -> tuple[str, Task]:
    tasks = play.rules.ruleset.tasks
    if not tasks:
        play.refuse("task.none")
    kind = task or next(iter(tasks))
    if kind not in tasks:
        play.refuse("task.unknown", task=task, known=", ".join(tasks))
    return kind, tasks[kind]


def _find(play: Play, name: str) -> tuple[str, Object]:
    """The object that is meant; case does not matter."""
    found = objects(play.state)
    for known, thing in found.items():
        if known.casefold() == name.strip().casefold():
            return known, thing
    play.refuse("object.unknown", object=name, known=", ".join(found))


def _own_turn(play: Play, who: str, thing: Object, word: Task) -> Turn | None:
    turn = play.active
    if comes_first(play, turn, who):
        refuse_busy(play, play.name(who))
    if turn is not None and who in acting(play.state, turn) and in_acting_step(play, turn):
        return turn
    active = play.name(turn.entry) if turn else ""
    play.bar("turn.not_yours", word.rule, name=play.name(who), act=thing.task, active=active)
    return None


def _check_whole(play: Play, who: str, name: str, word: Task, turn: Turn | None) -> None:
    """A turn is whole if it is one's ordinary one and nothing of what it has to act with was spent in it."""
    if turn is not None and turn.kind:
        play.bar("task.granted", word.rule, name=play.name(who), object=name, turn=turn.kind)
    for pool in word.whole_turn:
        most = pool_max(play.rules, play.state, who, pool)
        left = play.state.combatants[who].pools.get(pool, 0)
        if most is not None and left < most:
            play.bar("task.spent", word.rule, name=play.name(who), object=name, pool=pool, left=left, most=most)


def _waiting(state: State, rules: Rules, moment: str) -> tuple[str, ...]:
    """The objects that are done and wait for this moment to have their effect."""
    return tuple(
        name
        for name, thing in objects(state).items()
        if thing.done and not thing.resolved and rules.moment(rules.ruleset.tasks[thing.task].resolves.at) == moment
    )


def _hook(rules: Rules, moment: str) -> Hook:
    def run(play: Play, frame: Moment) -> Outcome:
        for name in _waiting(play.state, rules, moment):
            thing = objects(play.state)[name]
            word = rules.ruleset.tasks[thing.task]
            play.emit(TaskResolved(name, thing.by, ref=word.resolves.rule or word.rule))
        return None

    return Hook(STEPS, run, lambda play, entry: bool(_waiting(play.state, rules, moment)))


def _clear(play: Play, frame: Moment) -> Outcome:
    """What a scene contained ends with it."""
    for name, thing in objects(play.state).items():
        play.emit(ObjectSet(name, None, ref=play.rules.ruleset.tasks[thing.task].rule))
    return None


def _hooks(rules: Rules) -> Iterator[tuple[str, Hook]]:
    tasks = rules.ruleset.tasks
    for moment in {rules.moment(word.resolves.at): None for word in tasks.values() if word.resolves.at != WHEN_DONE}:
        yield moment, _hook(rules, moment)
    if tasks:
        yield "scene.end", Hook(REMOVALS, _clear, lambda play, entry: bool(objects(play.state)))


def _shows(rules: Rules, state: State, viewer: frozenset[str] | None) -> Iterator[tuple[str, object]]:
    """The objects of the scene, and how far people have come with them."""
    found = objects(state)
    if found:
        yield (
            "objects",
            {name: thing if sees(state, viewer, thing.by) else replace(thing, by="") for name, thing in found.items()},
        )


MECHANIC = Mechanic(
    "tasks",
    commands=(PlaceObject, RemoveObject, Work),
    events=(ObjectSet, TaskAdvanced, TaskResolved),
    moments=_hooks,
    shows=_shows,
)
