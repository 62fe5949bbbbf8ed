"""What a ruleset's effects say of its other parts: their classes, moments, pools, stats and conditions."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from turnwright.formula import Formula
from turnwright.rules.faults import Fault, one_of
from turnwright.rules.nearest import did_you_mean
from turnwright.rules.shape import Path, Shaped
from turnwright.rules.words import Ruleset
from turnwright.rules.words.duration import NEVER, ROUNDS, TIMES, Duration
from turnwright.rules.words.effects import Effect


def check_effects(shaped: Shaped[Ruleset], moments: Collection[str]) -> list[Fault]:
    """Every fault of the effects of a ruleset that its parts show only together."""
    return [
        *_rules(shaped, moments),
        *(fault for name, word in shaped.value.effects.items() for fault in _effect(shaped, name, word, moments)),
        *_conditions(shaped),
    ]


def _moment(shaped: Shaped[Ruleset], path: Path, moment: str, moments: Collection[str]) -> Iterator[Fault]:
    if moment not in moments:
        hint = did_you_mean(moment, moments) or f"such as {one_of(sorted(moments), 8)}"
        yield shaped.fault(path, f'there is no moment "{moment}"', hint)


def _named(shaped: Shaped[Ruleset], path: Path, what: str, name: str, known: Collection[str]) -> Iterator[Fault]:
    if name not in known:
        hint = did_you_mean(name, known) or (f"there are {one_of(known)}" if known else "")
        yield shaped.fault(path, f'there is no {what} "{name}"', hint, key=path[-1] == name)


def _duration(shaped: Shaped[Ruleset], path: Path, word: Duration, moments: Collection[str]) -> Iterator[Fault]:
    if word.until not in (NEVER, TIMES, ROUNDS):
        yield from _moment(shaped, path, word.until, moments)
    if word.of not in ("", "bearer", "source"):
        yield shaped.fault(path, "a file knows nobody by name", "write the bearer's or the source's")


def _rules(shaped: Shaped[Ruleset], moments: Collection[str]) -> Iterator[Fault]:
    rules = shaped.value
    for name, word in rules.effect_classes.items():
        if word.at:
            yield from _moment(shaped, ("effect_classes", name, "at"), word.at, moments)
    yield from _moment(shaped, ("upkeep", "at"), rules.upkeep.at, moments)
    rounds = rules.lasting.rounds
    yield from _duration(shaped, ("lasting", "rounds"), rounds, moments)
    if rounds.until in (NEVER, TIMES, ROUNDS):
        yield shaped.fault(
            ("lasting", "rounds"),
            "rounds are counted by a boundary that comes in each of them",
            "such as until the start of the source's next turn, or until the end of the round",
        )
    damage = rules.concentration.damage
    if (damage.then == "test") != (damage.holds is not None):
        yield shaped.fault(("concentration", "damage"), "a test of concentration needs both then: test and holds")
    if rules.concentration.slots is not None and rules.concentration.slots < 0:
        yield shaped.fault(("concentration", "slots"), "this can't be below 0")


def _effect(shaped: Shaped[Ruleset], name: str, word: Effect, moments: Collection[str]) -> Iterator[Fault]:
    rules, path = shaped.value, ("effects", name)
    if word.kind:
        yield from _named(shaped, (*path, "kind"), "class of effects", word.kind, rules.effect_classes)
    yield from _times(shaped, path, word, moments)
    for field, formulas in (("does", word.does), ("upkeep", word.upkeep)):
        for pool in formulas:
            if not rules.open_sheet:
                yield from _named(shaped, (*path, field, pool), "pool", pool, rules.pools)
    for stat in word.changes:
        if not rules.open_sheet:
            yield from _named(shaped, (*path, "changes", stat), "stat or pool", stat, {*rules.stats, *rules.pools})
    for at, condition in enumerate(word.gives):
        yield from _named(shaped, (*path, "gives", at), "condition", condition, rules.conditions)
    yield from _numbers(shaped, path, word)


def _numbers(shaped: Shaped[Ruleset], path: Path, word: Effect) -> Iterator[Fault]:
    for field, formulas in (("changes", word.changes), ("upkeep", word.upkeep)):
        for key, formula in formulas.items():
            if formula.has_dice:
                yield shaped.fault((*path, field, key), "dice can't be rolled here, only numbers and names")
    if word.falls and word.falls.by <= 0:
        yield shaped.fault((*path, "falls"), "a value has to fall by more than 0")
    if word.value is None and (word.falls or any("value" in one.names for one in _formulas(word))):
        yield shaped.fault(path, "this uses the value of the effect, but gives it none", "such as value: 1", key=True)


def _formulas(word: Effect) -> list[Formula]:
    return [*word.changes.values(), *word.does.values(), *word.upkeep.values()]


def _times(shaped: Shaped[Ruleset], path: Path, word: Effect, moments: Collection[str]) -> Iterator[Fault]:
    if word.at:
        yield from _moment(shaped, (*path, "at"), word.at, moments)
    known = shaped.value.effect_classes.get(word.kind)
    own = word.at or (known.at if known else "")
    told = bool(word.kind) and known is None
    if word.does and not own and not told:
        yield shaped.fault((*path, "does"), "nothing says when this is done", "give the effect at, or its class")
    for field, duration in (("begins", word.begins), ("lasts", word.lasts)):
        if duration is not None:
            yield from _duration(shaped, (*path, field), duration, moments)
    if word.lasts.until == TIMES and not own and not told:
        yield shaped.fault((*path, "lasts"), "nothing says when it does its work", "give the effect at, or its class")
    if word.begins is not None and word.begins.until in (NEVER, TIMES, ROUNDS):
        yield shaped.fault((*path, "begins"), "this names no moment", "such as effect phase, or start of turn")
    if word.falls:
        yield from _moment(shaped, (*path, "falls"), word.falls.at, moments)
    if word.save:
        yield from _moment(shaped, (*path, "save"), word.save.at, moments)


def _conditions(shaped: Shaped[Ruleset]) -> Iterator[Fault]:
    """A condition implies conditions; what it clears may be a tag that only people give, and is not checked."""
    rules = shaped.value
    for name, word in rules.conditions.items():
        for at, implied in enumerate(word.implies):
            yield from _named(shaped, ("conditions", name, "implies", at), "condition", implied, rules.conditions)
