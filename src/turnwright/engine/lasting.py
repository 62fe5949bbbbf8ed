"""Effects: what is written of them, and giving, beginning, counting and ending them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from turnwright.engine.base import Event
from turnwright.engine.compiled import Rules
from turnwright.engine.durations import Clock, clock_of
from turnwright.engine.ledger import change
from turnwright.engine.numbering import counted, number_of
from turnwright.engine.play import GM, Play
from turnwright.engine.sheet import conditions, reasons_unable
from turnwright.engine.state import Effect, State
from turnwright.formula import Die, Number


def on_effect(state: State, effect: str, **changes: object) -> State:
    """The state with some fields of one effect changed."""
    return replace(state, effects={**state.effects, effect: replace(state.effects[effect], **changes)})


class EffectGiven(Event, frozen=True, gc=False):
    """An effect lasts from now on or, if it is pending, has been put off."""

    effect: Effect

    def apply(self, state: State) -> State:
        number = number_of(self.effect.id)
        return replace(state, **counted(state, number), effects={**state.effects, self.effect.id: self.effect})


class EffectBegan(Event, frozen=True, gc=False):
    """An effect that was put off begins, and its time is counted from now on."""

    effect: str
    clock: Clock

    def apply(self, state: State) -> State:
        return on_effect(state, self.effect, pending=False, **self.clock.as_dict())


class EffectTicked(Event, frozen=True, gc=False):
    """A boundary of an effect has come; ``left`` more are to come."""

    effect: str
    left: int

    def apply(self, state: State) -> State:
        return on_effect(state, self.effect, left=self.left)


class EffectTimed(Event, frozen=True, gc=False):
    """An effect ends at another boundary now: by hand, or because whoever it hung on has left."""

    effect: str
    clock: Clock
    whose: str = ""
    why: str = "set"

    def apply(self, state: State) -> State:
        return on_effect(state, self.effect, whose=self.whose, **self.clock.as_dict())


class EffectBit(Event, frozen=True, gc=False):
    """An effect does its work: ``by`` how much it changes which pools; nothing where it is only told of."""

    effect: str
    name: str
    bearer: str
    source: str = ""
    by: dict[str, Number] = {}
    dice: tuple[Die, ...] = ()

    def apply(self, state: State) -> State:
        return state


class EffectsOrdered(Event, frozen=True, gc=False):
    """Several effects of one class at one moment happen in this order, by initiative or as the GM says, or together."""

    effects: tuple[str, ...]
    how: str

    def apply(self, state: State) -> State:
        return state


class EffectAhead(Event, frozen=True, gc=False):
    """An effect has done its work ahead of a turn that was put off (``on``), or that turn has come."""

    effect: str
    on: bool

    def apply(self, state: State) -> State:
        return on_effect(state, self.effect, ahead=self.on)


class EffectValued(Event, frozen=True, gc=False):
    """The value of an effect is now this."""

    effect: str
    value: Number
    bearer: str = ""

    def apply(self, state: State) -> State:
        return on_effect(state, self.effect, value=self.value)


class EffectTested(Event, frozen=True, gc=False):
    """A test about an effect: to be rid of it, or to keep concentrating on it. ``came_out`` tells how."""

    effect: str
    who: str
    total: Number
    came_out: bool
    dice: tuple[Die, ...] = ()

    def apply(self, state: State) -> State:
        return state


class EffectWaived(Event, frozen=True, gc=False):
    """By the GM's word these reasons do not end an effect that is kept up (``*``: none does)."""

    effect: str
    reasons: tuple[str, ...]

    def apply(self, state: State) -> State:
        return on_effect(state, self.effect, waived=self.reasons)


class EffectPays(Event, frozen=True, gc=False):
    """The upkeep of an effect is paid without asking from now on, or no longer."""

    effect: str
    on: bool

    def apply(self, state: State) -> State:
        return on_effect(state, self.effect, pays=self.on)


class EffectKept(Event, frozen=True, gc=False):
    """An effect was given to somebody who has one of that name already, and the old one stays as it is."""

    effect: str

    def apply(self, state: State) -> State:
        return state


class EffectEnded(Event, frozen=True, gc=False):
    """An effect is over.

    ``why``: time, ended (by hand), let go, lost (concentration, for ``reason``), unpaid, declined, saved, faded,
    cleared (by the condition ``reason``), renewed, replaced, delayed, scene, owner gone or bearer gone.
    """

    effect: str
    name: str
    bearer: str
    why: str
    reason: str = ""

    def apply(self, state: State) -> State:
        return replace(state, effects={key: one for key, one in state.effects.items() if key != self.effect})


EVENTS = (
    EffectGiven,
    EffectBegan,
    EffectTicked,
    EffectTimed,
    EffectBit,
    EffectsOrdered,
    EffectAhead,
    EffectValued,
    EffectTested,
    EffectWaived,
    EffectPays,
    EffectKept,
    EffectEnded,
)


def seen_by(play: Play, effect: Effect) -> str:
    """Who may know of an effect: only the GM, if it or its bearer is hidden."""
    bearer = play.state.combatants.get(effect.bearer)
    return GM if effect.hidden or (bearer is not None and bearer.hidden) else ""


def breaking(play: Play, who: str) -> tuple[str, ...]:
    """What breaks somebody's concentration now: conditions that say so, and what makes it unable unless it says not."""
    words = play.rules.conditions
    said = {name: words[name].ends_concentration for name in conditions(play.rules, play.state, who) if name in words}
    named = (name for name, ends in said.items() if ends)
    unable = (why for why in reasons_unable(play.rules, play.state, who) if said.get(why) is not False)
    return tuple(dict.fromkeys((*named, *unable)))


def give(play: Play, effect: Effect, begins: bool) -> None:
    """Give an effect. With ``begins`` its clock leads to its beginning, else to its end.

    Concentration ends as something comes to break it: what is begun in spite of it is kept up.
    """
    if effect.sustained:
        effect = replace(effect, waived=breaking(play, effect.owner))
    play.emit(EffectGiven(replace(effect, pending=begins), ref=effect.rule, to=seen_by(play, effect)))
    if not begins:
        _changed(play, effect)


def begin(play: Play, effect: Effect, ref: str = "") -> None:
    """Let an effect begin that was put off."""
    clock = clock_of(play, effect, effect.lasts)
    play.emit(EffectBegan(effect.id, clock, ref=effect.rule or ref, to=seen_by(play, effect)))
    _changed(play, effect)


def end(play: Play, effect: Effect, why: str, ref: str = "", reason: str = "") -> None:
    """Let an effect end, and everybody look at what that changes for its bearer."""
    if effect.id in play.state.effects:
        play.emit(EffectEnded(effect.id, effect.name, effect.bearer, why, reason, ref=ref, to=seen_by(play, effect)))
        _changed(play, effect)


def end_bundle(play: Play, effect: Effect, why: str, ref: str = "", reason: str = "") -> None:
    """Let an effect end with all that were given with it."""
    for one in bundle_of(play, effect):
        end(play, one, why, ref, reason)


def bundle_of(play: Play, effect: Effect) -> tuple[Effect, ...]:
    """An effect with all that were given with it and still last."""
    mark = effect.bundle or effect.id
    return tuple(one for one in play.state.effects.values() if (one.bundle or one.id) == mark)


def heads(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """One effect of each bundle, the first."""
    found: dict[str, Effect] = {}
    for effect in effects:
        found.setdefault(effect.bundle or effect.id, effect)
    return tuple(found.values())


def count(play: Play, effect: Effect, ref: str = "") -> None:
    """A boundary of an effect has come: it ends or begins with the last of them."""
    if effect.left is not None and effect.left > 1:
        play.emit(EffectTicked(effect.id, effect.left - 1, to=seen_by(play, effect)))
    elif effect.pending:
        begin(play, effect, ref)
    else:
        end(play, effect, "time", effect.rule or ref)


def kept_up(play: Play, who: str) -> tuple[Effect, ...]:
    """What somebody keeps up by concentration, the oldest first; one for each thing that was begun."""
    return heads(one for one in play.state.effects.values() if one.sustained and one.owner == who)


def apply_change(play: Play, effect: Effect, pool: str, by: Number, ref: str) -> None:
    """Change a pool of an effect's bearer; one that the bearer does not have is left alone."""
    if by and pool in play.state.combatants[effect.bearer].pools:
        change(play, effect.bearer, pool, by, ref=ref, cause=f"effect {effect.name}")


def _changed(play: Play, effect: Effect) -> None:
    if effect.bearer and not play.state.combatants[effect.bearer].gone:
        play.changed(effect.bearer)


def in_silence(rules: Rules, effect: Effect) -> bool:
    """Whether an effect does its work in turns passed over: its class says so, or whose turn it is has left."""
    known = rules.ruleset.effect_classes.get(effect.kind)
    return effect.whose.startswith("e") or (known is not None and known.passed_over)
