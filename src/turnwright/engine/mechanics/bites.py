"""What effects do at their moment: class by class, and within a class by initiative, as the GM says, or together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from msgspec.structs import replace

from turnwright.engine.base import Answers, Ask, FrameStruct, Outcome, Part
from turnwright.engine.compiled import Rules
from turnwright.engine.durations import in_entry
from turnwright.engine.events import RefillLowered
from turnwright.engine.frames import Moment
from turnwright.engine.lasting import (
    EffectAhead,
    EffectBit,
    EffectsOrdered,
    apply_change,
    begin,
    end,
    in_silence,
    seen_by,
)
from turnwright.engine.mechanic import EFFECTS, Hook, Mechanic
from turnwright.engine.play import GM, Play
from turnwright.engine.state import Effect, State
from turnwright.engine.waiting import DELAYED
from turnwright.formula import Die, Number, parse


class Biting(FrameStruct, frozen=True, gc=False):
    """Effects that are to do their work at a moment, class by class; within a class the GM is asked."""

    moment: str
    effects: tuple[str, ...]


# ---- which effects, and in what order


def _bites(effect: Effect, state: State, name: str, entry: str) -> bool:
    """Whether an effect does anything at a moment (of an entry's turn): it changes pools, is told of, or begins."""
    if effect.at != name or (entry and not in_entry(state, effect.whose, entry)):
        return False
    if effect.pending:
        return effect.boundary == name and effect.left == 1 and effect.earliest <= state.round
    return bool(effect.does or effect.note or not effect.bearer)


def _found(play: Play, name: str, entry: str) -> list[Effect]:
    effects = [e for e in play.state.effects.values() if _bites(e, play.state, name, entry)]
    return sorted(effects, key=lambda effect: (_class(play.rules, effect), _place(play.state, effect)))


def _class(rules: Rules, effect: Effect) -> int:
    classes = list(rules.ruleset.effect_classes)
    return classes.index(effect.kind) if effect.kind in classes else len(classes)


def _place(state: State, effect: Effect) -> tuple[int, int]:
    """The place of an effect's source in the order; the environment comes last, ahead of it whoever has no place."""
    if not effect.source:
        place = len(state.order) + 1
    else:
        places = [state.order.index(e.id) for e in state.entries.values() if effect.source in e.members]
        place = min(places, default=len(state.order))
    return (place, list(state.effects).index(effect.id))


def _classes(rules: Rules, effects: Iterable[Effect]) -> list[list[Effect]]:
    return [list(group) for _, group in groupby(effects, key=lambda effect: _class(rules, effect))]


# ---- letting them


def _hooks(rules: Rules) -> Iterator[tuple[str, Hook]]:
    for name in rules.moments:
        yield name, Hook(EFFECTS, _run, _due(name), effects=True)
        yield name, Hook(EFFECTS, _run_silent, _due(name, silent=True), silent=True, effects=True)
    if any(word.delayed != "wait" for word in rules.ruleset.effect_classes.values()):
        yield DELAYED, Hook(EFFECTS, _put_off, lambda play, entry: bool(play.state.effects), effects=True)


def _due(name: str, silent: bool = False) -> Callable[[Play, str], bool]:
    def due(play: Play, entry: str) -> bool:
        return any(
            _bites(effect, play.state, name, entry) and (not silent or in_silence(play.rules, effect))
            for effect in play.state.effects.values()
        )

    return due


def _run(play: Play, frame: Moment) -> Outcome:
    _bite_all(play, frame, _found(play, frame.name, frame.entry))
    return None


def _run_silent(play: Play, frame: Moment) -> Outcome:
    if frame.silent:
        found = _found(play, frame.name, frame.entry)
        _bite_all(play, frame, [effect for effect in found if in_silence(play.rules, effect)])
    return None


def _bite_all(play: Play, frame: Moment, found: list[Effect]) -> None:
    word = play.rules.ruleset.effect_order
    play.turn_to(replace(frame, at=frame.at + 1))
    if word.within == "gm" and any(len(group) > 1 for group in _classes(play.rules, found)):
        play.push(Biting(frame.name, tuple(effect.id for effect in found)))
        return
    for group in _classes(play.rules, found):
        _bite_class(play, frame.name, [effect.id for effect in group], word.within)


def step_biting(play: Play, frame: Biting, answers: Answers | None) -> Outcome:
    """One class after another; the GM says in what order several of one class happen."""
    effects = [play.state.effects[one] for one in frame.effects if one in play.state.effects]
    if not effects:
        play.pop()
        return None
    first = [effect.id for effect in _classes(play.rules, effects)[0]]
    word = play.rules.ruleset.effect_order
    if len(first) > 1:
        key = f"order {','.join(first)}"
        if answers is None or key not in answers:
            part = Part(key, (GM,), "order", tuple(first))
            return Ask("effects.order", (part,), {"effects": ",".join(first)}, word.rule)
        first = list(answers[key])
    play.turn_to(Biting(frame.moment, tuple(one.id for one in effects if one.id not in first)))
    _bite_class(play, frame.moment, first, "gm")
    return None


def _bite_class(play: Play, moment: str, effects: list[str], how: str) -> None:
    """Effects of one class: one after another or, ``together``, all worked out first and then applied at once."""
    if len(effects) > 1:
        play.emit(EffectsOrdered(tuple(effects), how, ref=play.rules.ruleset.effect_order.rule))
    if how == "together":
        _together(play, moment, effects)
        return
    for one in effects:
        effect = _ready(play, one, moment)
        if effect is not None:
            for pool, by in _worked_out(play, moment, effect).items():
                _apply(play, moment, effect, pool, by)


def _together(play: Play, moment: str, effects: list[str]) -> None:
    ready = [effect for one in effects if (effect := _ready(play, one, moment)) is not None]
    worked_out = [(effect, _worked_out(play, moment, effect)) for effect in ready]
    sums: dict[tuple[str, str], Number] = {}
    last: dict[tuple[str, str], Effect] = {}
    for effect, by in worked_out:
        for pool, amount in by.items():
            sums[effect.bearer, pool] = sums.get((effect.bearer, pool), 0) + amount
            last[effect.bearer, pool] = effect
    for (_, pool), amount in sums.items():
        _apply(play, moment, last[_, pool], pool, amount)


def _ready(play: Play, one: str, moment: str) -> Effect | None:
    """An effect that may do its work now: it still lasts, has begun (or does now), and has not done it ahead."""
    effect = play.state.effects.get(one)
    if effect is not None and effect.pending:
        begin(play, effect, _ref(play, moment, effect))
        effect = play.state.effects.get(one)
        if effect is None or not (effect.does or effect.note):
            return None
    if effect is not None and effect.ahead:
        play.emit(EffectAhead(one, False, to=seen_by(play, effect)))
        return None
    if effect is None or (effect.bearer and play.state.combatants[effect.bearer].gone):
        return None
    return effect


def _worked_out(play: Play, moment: str, effect: Effect) -> dict[str, Number]:
    """How much an effect changes which pools, as the dice fall."""
    by: dict[str, Number] = {}
    dice: tuple[Die, ...] = ()
    if effect.bearer:
        for pool, text in effect.does.items():
            rolled = play.roll(parse(text), effect.bearer, effect.given)
            by[pool] = rolled.total
            dice += rolled.dice
    ref = _ref(play, moment, effect)
    play.emit(
        EffectBit(effect.id, effect.name, effect.bearer, effect.source, by, dice, ref=ref, to=seen_by(play, effect))
    )
    return by


def _ref(play: Play, moment: str, effect: Effect) -> str:
    known = play.rules.ruleset.effect_classes.get(effect.kind)
    return (known.rule if known else "") or effect.rule or play.rules.moment_rules.get(moment, "")


def _apply(play: Play, moment: str, effect: Effect, pool: str, by: Number) -> None:
    """Change a pool; what is taken in a turn ahead of a refill that losses lower is taken from the refill."""
    ref = _ref(play, moment, effect)
    word = play.rules.pools.get(pool)
    if by < 0 and word is not None and word.losses_lower_refill and _refill_comes(play.rules, word.refill.at, moment):
        lowered = play.state.combatants[effect.bearer].lowered.get(pool, 0)
        play.emit(RefillLowered(effect.bearer, pool, lowered - by, ref=ref, cause=f"effect {effect.name}"))
        return
    apply_change(play, effect, pool, by, ref)


def _refill_comes(rules: Rules, refills: tuple[str, ...], moment: str) -> bool:
    """Whether a pool is refilled in the same turn at a step that is yet to come."""
    steps = rules.step_moments
    if moment not in steps:
        return False
    later = steps[steps.index(moment) + 1 :]
    return any(rules.moment(text) in later for text in refills)


# ---- when a turn is put off


def _put_off(play: Play, frame: Moment) -> Outcome:
    """What a class does when the one whose turn it was puts it off: it ends, or does its work at once."""
    play.turn_to(replace(frame, at=frame.at + 1))
    for effect in sorted(
        play.state.effects.values(), key=lambda one: (_class(play.rules, one), _place(play.state, one))
    ):
        word = play.rules.ruleset.effect_classes.get(effect.kind)
        if word is None or word.delayed == "wait" or effect.pending or effect.id not in play.state.effects:
            continue
        if word.delayed == "end":
            if effect.left == 1 and _in_turn(play, effect.boundary, effect.anchor, frame.entry):
                end(play, effect, "delayed", word.rule)
        elif not effect.ahead and effect.does and _in_turn(play, effect.at, effect.whose, frame.entry):
            _bite_class(play, effect.at, [effect.id], "initiative")
            if effect.id in play.state.effects:
                play.emit(EffectAhead(effect.id, True, ref=word.rule, to=seen_by(play, effect)))
    return None


def _in_turn(play: Play, moment: str, who: str, entry: str) -> bool:
    return moment in play.rules.step_moments and in_entry(play.state, who, entry)


MECHANIC = Mechanic("bites", frames={Biting: step_biting}, moments=_hooks)
