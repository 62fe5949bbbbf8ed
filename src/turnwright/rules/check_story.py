"""What rests and dials say of the rest of a ruleset: pools, other rests, moments, other dials."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.rules.faults import Fault, one_of
from turnwright.rules.nearest import did_you_mean
from turnwright.rules.shape import Path, Shaped
from turnwright.rules.words import Ruleset

NOTHING = "nothing"


def check_story(shaped: Shaped[Ruleset], moments: frozenset[str]) -> Iterator[Fault]:
    """Every fault in rests and dials that only the whole ruleset shows."""
    yield from _rests(shaped)
    yield from _dials(shaped, moments)


def _rests(shaped: Shaped[Ruleset]) -> Iterator[Fault]:
    rules = shaped.value
    for name, rest in rules.rests.items():
        path: Path = ("rests", name)
        named: list[tuple[Path, str]] = [
            (("restores", at, "pool"), restore.pool) for at, restore in enumerate(rest.restores)
        ]
        for deed, may in rest.may.items():
            named += [(("may", deed, side), pool) for side, pool in (("spend", may.spend), ("gain", may.gain)) if pool]
        for inner, pool in named:
            if pool not in rules.pools and not rules.open_sheet:
                hint = did_you_mean(pool, rules.pools) or f"there are {one_of(rules.pools)}"
                yield shaped.fault((*path, *inner), f'there is no pool "{pool}"', hint)
        lesser = rest.cut_short.counts_as
        if lesser == name or (lesser not in rules.rests and lesser != NOTHING):
            others = [other for other in rules.rests if other != name]
            hint = did_you_mean(lesser, others) or f"it counts as {one_of([*others, NOTHING])}"
            message = "a rest can't count as itself" if lesser == name else f'there is no rest "{lesser}"'
            yield shaped.fault((*path, "cut_short", "counts_as"), message, hint)


def _dials(shaped: Shaped[Ruleset], moments: frozenset[str]) -> Iterator[Fault]:
    rules = shaped.value
    for name, dial in rules.dials.items():
        path: Path = ("dials", name)
        for field in ("start", "least", "most"):
            formula = getattr(dial, field)
            others = sorted(formula.names & rules.dials.keys()) if formula is not None else ()
            if others:
                message = f'the {field} of a dial can\'t follow a dial ("{others[0]}")'
                yield shaped.fault((*path, field), message, "write a number, or count people")
        if dial.swaps_with and (dial.swaps_with == name or dial.swaps_with not in rules.dials):
            known = [other for other in rules.dials if other != name]
            hint = did_you_mean(dial.swaps_with, known) or (f"there are {one_of(known)}" if known else "")
            yield shaped.fault((*path, "swaps_with"), f'there is no other dial "{dial.swaps_with}"', hint)
        named: list[tuple[Path, str]] = [(("starts_at", at), moment) for at, moment in enumerate(dial.starts_at)]
        named += [(("ticks", at, "at"), tick.at) for at, tick in enumerate(dial.ticks)]
        for inner, moment in named:
            if moment not in moments:
                hint = did_you_mean(moment, moments) or f"such as {one_of(sorted(moments), 8)}"
                yield shaped.fault((*path, *inner), f'there is no moment "{moment}"', hint)
