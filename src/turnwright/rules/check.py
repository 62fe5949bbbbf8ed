"""What a ruleset's parts say of one another: names in formulas, moments, steps, pools. All faults are told at once."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.formula import Formula, Number, in_formula, is_name, read_number, show_number
from turnwright.formula.tree import Compare, Constant, Name, Sum
from turnwright.rules.check_acts import check_acts
from turnwright.rules.check_battle import check_battle
from turnwright.rules.check_circles import check_circles
from turnwright.rules.check_effects import check_effects
from turnwright.rules.check_orders import check_orders
from turnwright.rules.check_story import check_story
from turnwright.rules.faults import Fault, one_of
from turnwright.rules.nearest import did_you_mean, fold
from turnwright.rules.shape import Path, Shaped
from turnwright.rules.words import Ruleset
from turnwright.rules.words.word import Word

ALWAYS = frozenset({"round", "side", "max", "base", "given", "amount", "milestones"})
"""Names that every formula may use beside those of the sheet."""

SIDES = frozenset({"allies", "opponents", "everyone"})


def check(shaped: Shaped[Ruleset]) -> list[Fault]:
    """Every fault of a ruleset that its parts show only together."""
    return [
        *_formulas(shaped),
        *_stats(shaped),
        *_moments(shaped),
        *_pools(shaped),
        *_never(shaped),
        *check_acts(shaped),
        *check_battle(shaped, moments(shaped.value)),
        *check_circles(shaped),
        *check_effects(shaped, moments(shaped.value)),
        *check_orders(shaped),
        *check_story(shaped, moments(shaped.value)),
        *_steps(shaped),
        *_empty(shaped),
    ]


def moments(rules: Ruleset) -> frozenset[str]:
    """Every moment that there is, as files write it."""
    steps = {step.name for step in rules.turn.steps}
    phases = {phase.name for phase in rules.round.phases}
    whole = ("turn", "round", "scene", "pass", *phases, *(f"{phase} phase" for phase in phases))
    edges = {f"{edge} of {what}" for edge in ("start", "end") for what in whole}
    within = (step for contents in rules.phases.values() for step in contents.steps)
    rests = (f"end of {rest} rest" for rest in rules.rests)
    return frozenset((*steps, *edges, *phases, *(f"{phase} phase" for phase in phases), *within, *rests))


def _known(rules: Ruleset) -> set[str]:
    names = {*rules.stats, *rules.pools, *rules.traits, *rules.conditions, *rules.dials}
    known = {*names, *(f"stat.{n}" for n in rules.stats), *(f"pool.{n}" for n in rules.pools), *ALWAYS}
    return {in_formula(name) for name in known} | known


def _walk(value: object, path: Path) -> Iterator[tuple[Path, object]]:
    yield path, value
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _walk(item, (*path, key))
    elif isinstance(value, tuple | list):
        for at, item in enumerate(value):
            yield from _walk(item, (*path, at))
    elif hasattr(value, "__struct_fields__"):
        for name in value.__struct_fields__:
            yield from _walk(getattr(value, name), (*path, name))


def _only_here(root: object, path: Path) -> frozenset[str]:
    """Names that only the formula at this place may use, as its word says."""
    part, names = root, frozenset[str]()
    for step in path:
        if isinstance(part, Word):
            names = type(part).names_in.get(str(step), frozenset())
            part = getattr(part, str(step))
        else:
            part = part[step]  # type: ignore[index]
    return names


def _formulas(shaped: Shaped[Ruleset]) -> Iterator[Fault]:
    known = _known(shaped.value)
    for path, value in _walk(shaped.value, ()):
        if isinstance(value, Formula) and path[:1] != ("example",):
            lacking = (value.names | value.inner_names) - known
            for name in sorted(lacking - _only_here(shaped.value, path) if lacking else ()):
                if not shaped.value.open_sheet:
                    offset = max(0, value.text.find(name))
                    hint = (
                        did_you_mean(name, filter(is_name, known))
                        or "it has to be a stat, a pool, a trait or a condition"
                    )
                    yield shaped.fault(path, f'nothing is called "{name}" here', hint, offset=offset)


def _stats(shaped: Shaped[Ruleset]) -> Iterator[Fault]:
    """A number that counts where a sheet gives none is one that a sheet could give."""
    for name, word in shaped.value.stats.items():
        if word.step <= 0:
            yield shaped.fault(("stats", name, "step"), "a step has to be above 0")
            continue
        try:
            value = read_number(word.value.text if word.value is not None else "")
        except ValueError:
            continue
        under = word.least is not None and value < word.least
        over = word.most is not None and value > word.most
        if under or over or value % word.step:
            bounds = [f"{show_number(word.least)} or more"] if word.least is not None else []
            bounds += [f"{show_number(word.most)} at most"] if word.most is not None else []
            hint = ", ".join([*bounds, f"in steps of {show_number(word.step)}"])
            yield shaped.fault(("stats", name, "value"), f'"{name}" can\'t be {show_number(value)}', f"it is {hint}")


def _never(shaped: Shaped[Ruleset]) -> Iterator[Fault]:
    """A condition that waits for a pool to sink below its least would never come on."""
    rules = shaped.value
    plain = {in_formula(name): name for name in rules.pools}
    for name, word in rules.conditions.items():
        test = word.when.tree if word.when is not None else None
        if not isinstance(test, Compare) or not isinstance(test.left, Name):
            continue
        pool = plain.get(test.left.name, "")
        least, bound = rules.pools[pool].least if pool else None, _number(test.right)
        if least is None or bound is None or test.operator not in ("<", "<=", "=="):
            continue
        if bound < least or (test.operator == "<" and bound == least):
            hint = f"let it sink: {pool}: {{least: ~}}"
            message = f"{pool} does not sink below {show_number(least)}, so that this never holds"
            yield shaped.fault(("conditions", name, "when"), message, hint)


def _number(node: object) -> Number | None:
    """The number that stands there, with its sign; None where it is anything else."""
    if isinstance(node, Sum) and len(node.terms) == 1:
        number = _number(node.terms[0][1])
        return None if number is None else number * node.terms[0][0]
    return node.value if isinstance(node, Constant) else None


def _moments(shaped: Shaped[Ruleset]) -> Iterator[Fault]:
    rules = shaped.value
    known = moments(rules)
    for name, pool in rules.pools.items():
        for path, listed in (
            (("pools", name, "start", "at"), pool.start.at),
            (("pools", name, "refill", "at"), pool.refill.at),
            (("pools", name, "lost", "at"), pool.lost.at),
        ):
            for at, moment in enumerate(listed):
                if moment not in known:
                    hint = did_you_mean(moment, known) or f"such as {one_of(sorted(known), 8)}"
                    yield shaped.fault((*path, at), f'there is no moment "{moment}"', hint)


def _pools(shaped: Shaped[Ruleset]) -> Iterator[Fault]:
    rules = shaped.value
    for name, word in rules.pools.items():
        if word.absorbs and word.absorbs not in rules.pools:
            hint = did_you_mean(word.absorbs, rules.pools)
            yield shaped.fault(("pools", name, "absorbs"), f'there is no pool "{word.absorbs}"', hint)
        if word.step <= 0:
            yield shaped.fault(("pools", name, "step"), "a step has to be above 0")
    yield from _labels(shaped)


def _labels(shaped: Shaped[Ruleset]) -> Iterator[Fault]:
    """At the table a pool goes by its label too, so no other pool may go by the same."""
    pools = shaped.value.pools
    labelled: dict[str, str] = {}
    for name, word in pools.items():
        other = labelled.setdefault(fold(word.label), name) if word.label else name
        if other != name:
            message = f'the pool "{other}" is labelled "{pools[other].label}" already'
            yield shaped.fault(("pools", name, "label"), message, "choose another label")
    for name in pools:
        other = labelled.get(fold(name), name)
        if other != name:
            message = f'"{name}" is what the pool "{other}" is labelled'
            hint = f"write {other} to change that one, or choose another name"
            yield shaped.fault(("pools", name), message, hint, key=True)


def _empty(shaped: Shaped[Ruleset]) -> Iterator[Fault]:
    """Lists without which nothing could be played."""
    rules = shaped.value
    if not rules.modes:
        yield shaped.fault(("modes",), "there is no mode in which a scene could be played", "such as fight: list")
    if not rules.round.phases:
        yield shaped.fault(("round", "phases"), "a round has no phases", "leave phases out for a round of turns only")


def _steps(shaped: Shaped[Ruleset]) -> Iterator[Fault]:
    rules = shaped.value
    names = [step.name for step in rules.turn.steps]
    for at, name in enumerate(names):
        if name in names[:at]:
            yield shaped.fault(("turn", "steps", at), f'there is a step "{name}" already')
    if not any(step.acts for step in rules.turn.steps):
        yield shaped.fault(
            ("turn", "steps"), "no step of the turn is one in which its owner acts", "add acts: yes to one"
        )
    for field in ("start", "end"):
        name = getattr(rules.turn, field)
        if name not in names:
            hint = did_you_mean(name, names) or f"there are {one_of(names)}"
            yield shaped.fault(("turn", field), f'there is no step "{name}"', hint)
