"""Rests: who takes them and for how long, what can be done meanwhile, interruptions, and what they restore."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnwright.engine.base import WAIT, Answers, Command, Event, Frame, FrameStruct, Outcome
from turnwright.engine.clock import Stretch, span_of
from turnwright.engine.compiled import Rules
from turnwright.engine.events import ConditionSet, PoolSet, on_combatant
from turnwright.engine.frames import Moment, Turn, Turns
from turnwright.engine.keeping import with_kept
from turnwright.engine.ledger import change, put
from turnwright.engine.mechanic import REMOVALS, Hook, Mechanic
from turnwright.engine.play import Play
from turnwright.engine.resting import SLOT, Resting, comes_to, resting
from turnwright.engine.scening import scene_on
from turnwright.engine.sheet import pool_max, present
from turnwright.engine.state import State
from turnwright.engine.veil import sees
from turnwright.formula import FormulaError, Number, parse
from turnwright.rules.words.rest import May, Rest, Restore


class RestFrame(FrameStruct, frozen=True, gc=False):
    """A rest goes on; nothing else does until it has ended or is interrupted."""


class RestBegan(Event, frozen=True, gc=False):
    """These begin to rest."""

    kind: str
    who: tuple[str, ...]

    def apply(self, state: State) -> State:
        own = with_kept(state, SLOT, Resting(self.kind, self.who))
        return replace(state, own=own, agenda=(*state.agenda, RestFrame()))


class RestBroken(Event, frozen=True, gc=False):
    """The rest is interrupted, after a stretch of ``low`` to ``high`` seconds."""

    kind: str
    low: Number
    high: Number

    def apply(self, state: State) -> State:
        rest = resting(state)
        assert rest is not None
        stretches = (*rest.stretches, (self.low, self.high))
        own = with_kept(state, SLOT, replace(rest, stretches=stretches, broken=True))
        return replace(state, own=own, agenda=_without_rest(state), clock=_later(state, self.low, self.high))


class RestResumed(Event, frozen=True, gc=False):
    """The rest goes on after an interruption of ``low`` to ``high`` seconds beside what is on the clock already."""

    kind: str
    low: Number = 0
    high: Number = 0

    def apply(self, state: State) -> State:
        rest = resting(state)
        assert rest is not None
        own = with_kept(state, SLOT, replace(rest, broken=False))
        clock = _later(state, self.low, self.high)
        return replace(state, own=own, agenda=(*state.agenda, RestFrame()), clock=clock)


class RestEnded(Event, frozen=True, gc=False):
    """The rest is over, after a last stretch of ``low`` to ``high`` seconds.

    ``came_to`` is the kind of rest that it was long enough for; empty where it restores nothing.
    """

    kind: str
    who: tuple[str, ...]
    came_to: str = ""
    low: Number = 0
    high: Number = 0

    def apply(self, state: State) -> State:
        own = with_kept(state, SLOT, None)
        return replace(state, own=own, agenda=_without_rest(state), clock=_later(state, self.low, self.high))


class Rested(Event, frozen=True, gc=False):
    """Somebody did something while resting, for which a pool may have been spent and another gained."""

    who: str
    what: str
    spent: Number = 0
    gained: Number = 0

    def apply(self, state: State) -> State:
        return state


class Renewed(Event, frozen=True, gc=False):
    """What somebody can do so many times in these periods counts anew."""

    who: str
    periods: tuple[str, ...]

    def apply(self, state: State) -> State:
        uses = {key: use for key, use in state.combatants[self.who].uses.items() if use.period not in self.periods}
        return on_combatant(state, self.who, uses=uses)


def _without_rest(state: State) -> tuple[Frame, ...]:
    return tuple(frame for frame in state.agenda if not isinstance(frame, RestFrame))


def _later(state: State, low: Number, high: Number) -> Stretch:
    return (state.clock[0] + low, state.clock[1] + high)


class StartRest(Command, frozen=True, gc=False):
    """Begin a rest. ``who`` are those who rest; where none are named, all whom players decide for, or else everybody.

    Refuses ``rest.unknown``, ``rest.on`` during another, ``rest.busy`` while something is asked or resolved, and by
    the rules ``rest.in_initiative`` in the middle of a scene whose order is enforced.
    """

    kind: str = ""
    who: tuple[str, ...] = ()

    def decide(self, play: Play) -> None:
        rests = play.rules.ruleset.rests
        kind = self.kind or next(iter(rests), "")
        if kind not in rests:
            play.refuse("rest.unknown", rest=kind, known=", ".join(rests))
        other = resting(play.state)
        if other is not None:
            play.refuse("rest.on", rest=other.kind)
        for who in self.who:
            play.present(who)
        _check_time(play, kind, rests[kind])
        play.emit(RestBegan(kind, tuple(dict.fromkeys(self.who)) or _party(play), ref=rests[kind].rule))

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """Every kind of rest, while nobody rests."""
        if resting(play.state) is None:
            yield from (cls(kind) for kind in play.rules.ruleset.rests)


class WhileResting(Command, frozen=True, gc=False):
    """Do something that the rest allows; where it spends a pool, ``spend`` units of it, for ``gain`` of another.

    The gain is a formula; left out where the ruleset says what each unit gives. Refuses ``rest.none``,
    ``rest.not_resting``, ``rest.deed`` for what this rest does not allow, ``rest.spend`` for a bad amount,
    ``rest.gain_unnamed``, and by the rules ``rest.cost``.
    """

    who: str
    what: str
    spend: Number = 1
    gain: str = ""
    owner = "who"

    def decide(self, play: Play) -> None:
        rest = _going_on(play)
        combatant = play.present(self.who)
        if self.who not in rest.who:
            play.refuse("rest.not_resting", name=combatant.name)
        word = play.rules.ruleset.rests[rest.kind]
        if self.what not in word.may:
            play.bar("rest.deed", word.rule, what=self.what, rest=rest.kind, known=", ".join(word.may))
            play.emit(Rested(self.who, self.what, ref=word.rule))
            return
        may = word.may[self.what]
        rule = may.rule or word.rule
        if not may.spend:
            play.emit(Rested(self.who, self.what, ref=rule))
            return
        spent = _spend(play, self, may, rule)
        gained = _gain(play, self, may, spent)
        play.emit(Rested(self.who, self.what, spent, gained, ref=rule))
        change(play, self.who, may.gain, gained, ref=rule, cause=f"rest {self.what}")

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """What those who rest may do, where nothing has to be said with it."""
        rest = resting(play.state)
        if rest is not None and not rest.broken:
            for who in rest.who:
                for what, may in play.rules.ruleset.rests[rest.kind].may.items():
                    if not may.spend or may.each is not None:
                        yield cls(who, what)


class BreakRest(Command, frozen=True, gc=False):
    """Something interrupts the rest after so long. It can be resumed, or is ended as it is.

    Refuses ``rest.none``, and an unreadable time.
    """

    after: str

    def decide(self, play: Play) -> None:
        rest = _going_on(play)
        span = span_of(play, self.after)
        play.emit(RestBroken(rest.kind, span.low, span.high, ref=play.rules.ruleset.rests[rest.kind].rule))


class ResumeRest(Command, frozen=True, gc=False):
    """The rest goes on. ``lasted`` is how long the interruption took, beside what is on the clock already.

    Refuses ``rest.not_broken``, and as `StartRest` does.
    """

    lasted: str = ""

    def decide(self, play: Play) -> None:
        rest = resting(play.state)
        if rest is None or not rest.broken:
            play.refuse("rest.not_broken")
        word = play.rules.ruleset.rests[rest.kind]
        _check_time(play, rest.kind, word)
        low, high = _span(play, self.lasted)
        play.emit(RestResumed(rest.kind, low, high, ref=word.rule))


class EndRest(Command, frozen=True, gc=False):
    """The rest is over. ``lasted`` is how long its last stretch took (left out: as long as this kind of rest has to).

    Refuses ``rest.none``, ``rest.broken`` for a length while it is interrupted, and ``rest.no_maximum`` for a pool that
    is to be filled when nobody has said how much it can hold.
    """

    lasted: str = ""

    def decide(self, play: Play) -> None:
        rest = resting(play.state)
        if rest is None:
            play.refuse("rest.none")
        rests = play.rules.ruleset.rests
        low: Number = 0
        high: Number = 0
        if rest.broken and self.lasted:
            play.refuse("rest.broken", rest=rest.kind)
        if not rest.broken:
            least = rests[rest.kind].least
            low, high = _span(play, self.lasted) if self.lasted else (least.low, least.low)
        stretches = rest.stretches if rest.broken else (*rest.stretches, (low, high))
        came_to, rule = comes_to(rests, rest.kind, stretches)
        play.emit(RestEnded(rest.kind, rest.who, came_to, low, high, ref=rule))
        if came_to:
            for who in rest.who:
                if not play.state.combatants[who].gone:
                    _restore(play, who, rests[came_to])
            play.moment(f"rest.{came_to}.end")


def _span(play: Play, text: str) -> Stretch:
    if not text:
        return (0, 0)
    span = span_of(play, text)
    return (span.low, span.high)


def _party(play: Play) -> tuple[str, ...]:
    sides = play.rules.ruleset.sides
    ours = tuple(c.id for c in present(play.state) if sides.get(c.side) == "players")
    return ours or tuple(c.id for c in present(play.state))


def _check_time(play: Play, kind: str, word: Rest) -> None:
    top = play.top
    if top is not None and not isinstance(top, Turn | Turns):
        play.refuse("rest.busy", rest=kind)
    scene = scene_on(play.state)
    mode = play.rules.ruleset.modes.get(scene.mode) if scene else None
    enforced = mode is not None and play.rules.orders[mode.order].ranked
    if enforced and word.during_initiative.then == "refused":
        play.bar("rest.in_initiative", word.during_initiative.rule or word.rule, rest=kind)


def _going_on(play: Play) -> Resting:
    rest = resting(play.state)
    if rest is None or rest.broken:
        play.refuse("rest.none")
    return rest


def _spend(play: Play, command: WhileResting, may: May, rule: str) -> Number:
    """Take what is spent out of its pool; so much of it as is there, where the GM insists."""
    pool = play.rules.pools.get(may.spend)
    if command.spend <= 0 or (pool is not None and command.spend % pool.step):
        play.refuse("rest.spend", rule, amount=command.spend, pool=may.spend)
    left = play.state.combatants[command.who].pools.get(may.spend, 0)
    if command.spend > left:
        name = play.name(command.who)
        play.bar("rest.cost", rule, name=name, amount=command.spend, left=left, pool=may.spend)
    spent = min(command.spend, left)
    if spent:
        play.emit(PoolSet(command.who, may.spend, left - spent, left, "paid", ref=rule))
        play.changed(command.who)
    return spent


def _gain(play: Play, command: WhileResting, may: May, spent: Number) -> Number:
    gained: Number = 0
    if command.gain:
        try:
            gained = play.roll(parse(command.gain), command.who).total
        except FormulaError as error:
            play.refuse("formula.bad", formula=command.gain, problem=error.message, fault=error.code)
    elif may.each is not None:
        for _ in range(int(spent)):
            gained = gained + play.roll(may.each, command.who).total
    else:
        play.refuse("rest.gain_unnamed", may.rule, what=command.what, pool=may.gain)
    return max(0, gained)


def _restore(play: Play, who: str, word: Rest) -> None:
    """What a rest gives back to one of those who rested."""
    for restore in word.restores:
        if restore.pool in play.state.combatants[who].pools or pool_max(play.rules, play.state, who, restore.pool):
            value = _restored(play, who, restore)
            put(play, who, restore.pool, value, "restored", restore.rule or word.rule)
    combatant = play.state.combatants[who]
    if any(use.period in word.renews for use in combatant.uses.values()):
        play.emit(Renewed(who, word.renews, ref=word.rule))
    for condition in combatant.conditions:
        if condition in word.ends:
            play.emit(ConditionSet(who, condition, False, ref=word.rule))
            play.changed(who)


def _restored(play: Play, who: str, restore: Restore) -> Number:
    """What the pool holds afterwards: never less than before."""
    held = play.state.combatants[who].pools.get(restore.pool, 0)
    most = pool_max(play.rules, play.state, who, restore.pool)
    given = {} if most is None else {"max": most}
    if restore.by is not None:
        return held + max(0, play.number(restore.by, who, given))
    if restore.to is not None:
        return max(held, play.number(restore.to, who, given))
    if most is None:
        play.refuse("rest.no_maximum", restore.rule, name=play.name(who), pool=restore.pool)
    return max(held, most)


def _step(play: Play, frame: RestFrame, answers: Answers | None) -> Outcome:
    return WAIT


def _lapse(play: Play, frame: Moment) -> Outcome:
    """The scene in which somebody rests is over: the rest ends with it, and nobody has said how long it was."""
    rest = resting(play.state)
    if rest is not None:
        play.emit(RestEnded(rest.kind, rest.who, ref=play.rules.ruleset.rests[rest.kind].rule))
    return None


def _rests_in_scene(play: Play, entry: str) -> bool:
    return any(isinstance(frame, RestFrame) for frame in play.state.agenda)


def _hooks(rules: Rules) -> Iterator[tuple[str, Hook]]:
    if rules.ruleset.rests:
        yield "scene.end", Hook(REMOVALS, _lapse, _rests_in_scene)


def _shows(rules: Rules, state: State, viewer: frozenset[str] | None) -> Iterator[tuple[str, object]]:
    """The rest that is being taken or is interrupted."""
    rest = resting(state)
    if rest is not None:
        yield "rest", replace(rest, who=tuple(who for who in rest.who if sees(state, viewer, who)))


MECHANIC = Mechanic(
    "rests",
    commands=(StartRest, WhileResting, BreakRest, ResumeRest, EndRest),
    events=(RestBegan, RestBroken, RestResumed, RestEnded, Rested, Renewed),
    frames={RestFrame: _step},
    moments=_hooks,
    shows=_shows,
)
