"""Upkeep: what the owners of effects pay to keep them, when they decide, and what ends unpaid."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnwright.engine.base import Answers, Ask, FrameStruct, Outcome, Part
from turnwright.engine.compiled import Rules
from turnwright.engine.durations import in_entry
from turnwright.engine.frames import Moment
from turnwright.engine.lasting import end_bundle, heads
from turnwright.engine.ledger import put
from turnwright.engine.mechanic import UPKEEP, Hook, Mechanic
from turnwright.engine.play import Play
from turnwright.engine.state import Effect
from turnwright.formula import Number, parse

PAY, DECLINE = "pay", "decline"
ORDER = "order"


class Keeping(FrameStruct, frozen=True, gc=False):
    """The upkeep of these effects of one owner is to be paid, declined, or can't be paid."""

    owner: str
    effects: tuple[str, ...]


def _hooks(rules: Rules) -> Iterator[tuple[str, Hook]]:
    yield rules.moment(rules.ruleset.upkeep.at), Hook(UPKEEP, _run, _due, silent=True, effects=True)


def _owed(play: Play, entry: str) -> tuple[Effect, ...]:
    return heads(
        effect
        for effect in play.state.effects.values()
        if effect.upkeep and not effect.pending and (not entry or in_entry(play.state, effect.owner, entry))
    )


def _due(play: Play, entry: str) -> bool:
    return bool(_owed(play, entry))


def _run(play: Play, frame: Moment) -> Outcome:
    play.turn_to(replace(frame, at=frame.at + 1))
    by_owner: dict[str, list[str]] = {}
    for effect in _owed(play, frame.entry):
        by_owner.setdefault(effect.owner, []).append(effect.id)
    for owner, effects in reversed(by_owner.items()):
        play.push(Keeping(owner, tuple(effects)))
    return None


def step_keeping(play: Play, frame: Keeping, answers: Answers | None) -> Outcome:
    """What can't be paid ends at once, what pays by itself is paid, and the owner's player decides about the rest."""
    word = play.rules.ruleset.upkeep
    effects = [play.state.effects[one] for one in frame.effects if one in play.state.effects]
    if not effects:
        play.pop()
        return None
    for effect in effects:
        if not _payable(play, effect):
            end_bundle(play, effect, "unpaid", word.rule)
            return None
    for effect in effects:
        if effect.pays or not word.asks:
            play.turn_to(Keeping(frame.owner, tuple(e.id for e in effects if e.id != effect.id)))
            _pay(play, effect)
            return None
    parts = _parts(play, frame.owner, effects)
    if answers is None or any(part.key not in answers for part in parts):
        costs = "; ".join(f"{e.name}: {_shown(_cost(play, e))}" for e in effects)
        return Ask("upkeep", parts, {"who": frame.owner, "costs": costs}, word.rule)
    play.pop()
    order = answers.get(ORDER, tuple(effect.id for effect in effects))
    for one in order:
        now = play.state.effects.get(one)
        if now is None:
            continue
        if answers[one] != (PAY,):
            end_bundle(play, now, "declined", word.rule)
        elif _payable(play, now):
            _pay(play, now)
        else:
            end_bundle(play, now, "unpaid", word.rule)
    return None


def _parts(play: Play, owner: str, effects: list[Effect]) -> tuple[Part, ...]:
    """Each effect by itself; and their order, where not all of them can be paid."""
    to = (play.decider(owner),)
    parts = tuple(Part(effect.id, to, "one", (PAY, DECLINE)) for effect in effects)
    totals: dict[str, Number] = {}
    for effect in effects:
        for pool, amount in _cost(play, effect).items():
            totals[pool] = totals.get(pool, 0) + amount
    held = play.state.combatants[owner].pools
    if len(effects) > 1 and any(amount > held.get(pool, 0) for pool, amount in totals.items()):
        return (*parts, Part(ORDER, to, "order", tuple(effect.id for effect in effects)))
    return parts


def _cost(play: Play, effect: Effect) -> dict[str, Number]:
    return {pool: max(0, play.number(parse(text), effect.owner, effect.given)) for pool, text in effect.upkeep.items()}


def _payable(play: Play, effect: Effect) -> bool:
    held = play.state.combatants[effect.owner].pools
    return all(amount <= held.get(pool, 0) for pool, amount in _cost(play, effect).items())


def _pay(play: Play, effect: Effect) -> None:
    ref = play.rules.ruleset.upkeep.rule
    for pool, amount in _cost(play, effect).items():
        left = play.state.combatants[effect.owner].pools.get(pool, 0)
        put(play, effect.owner, pool, left - amount, "paid", ref, f"upkeep {effect.name}")


def _shown(cost: dict[str, Number]) -> str:
    return ", ".join(f"{amount} {pool}" for pool, amount in cost.items())


MECHANIC = Mechanic("upkeep", frames={Keeping: step_keeping}, moments=_hooks)
