"""Numbers and conditions of a ruleset that would need themselves to be found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from turnwright.formula import Formula
from turnwright.rules.faults import Fault
from turnwright.rules.shape import Shaped
from turnwright.rules.words import Ruleset

_CONDITIONS = "\0conditions"
"""All conditions somebody is in: to know one, the test of each is made."""


def check_circles(shaped: Shaped[Ruleset]) -> Iterator[Fault]:
    """Every test of a condition that depends on conditions, and every number that depends on itself."""
    rules = shaped.value
    for name, condition in rules.conditions.items():
        if condition.when is not None:
            found = _way(rules, _names(condition.when), _CONDITIONS)
            if found is not None:
                through = f'"{found}"' if found else "another condition"
                yield shaped.fault(
                    ("conditions", name, "when"),
                    f"whether this holds depends on {through}, and that on conditions",
                    "test pools, traits, or stats that no condition changes",
                )
    for stat, word in rules.stats.items():
        if word.value is not None and _way(rules, _names(word.value), stat) is not None:
            yield shaped.fault(("stats", stat), f'"{stat}" is found from itself', "give it a number, or other stats")
    for field, words in (("conditions", rules.conditions), ("effects", rules.effects)):
        for name, changing in words.items():
            for stat, formula in changing.changes.items():
                if stat in rules.stats and _way(rules, _names(formula), stat) is not None:
                    hint = "base is the number before the change, or write a signed one such as -2"
                    yield shaped.fault((field, name, "changes", stat), f'this needs "{stat}", which it changes', hint)


def _names(formula: Formula) -> frozenset[str]:
    return frozenset(name.removeprefix("stat.") for name in formula.names | formula.inner_names)


def _needs(rules: Ruleset, name: str) -> set[str]:
    """What must be known to find a name's value, as a sheet reads it."""
    if name == _CONDITIONS:
        return {one for word in rules.conditions.values() if word.when is not None for one in _names(word.when)}
    if name in rules.stats:
        value = rules.stats[name].value
        found = set(_names(value)) if value is not None else set()
        by_conditions = [word.changes[name] for word in rules.conditions.values() if name in word.changes]
        by_effects = [word.changes[name] for word in rules.effects.values() if name in word.changes]
        for formula in (*by_conditions, *by_effects):
            found |= _names(formula)
        if by_conditions:
            found.add(_CONDITIONS)
        return found
    if name in rules.pools or name in rules.traits:
        return set()
    return {_CONDITIONS} if name in rules.conditions else set()


def _way(rules: Ruleset, start: Iterable[str], goal: str) -> str | None:
    """The last stat on the way from some names to what they must not need (empty: they name it); None without one."""
    seen: set[str] = set()
    todo = [(name, "") for name in sorted(start)]
    while todo:
        name, last = todo.pop()
        if name == goal:
            return last
        if name not in seen:
            seen.add(name)
            todo += [(need, name if name in rules.stats else last) for need in sorted(_needs(rules, name))]
    return None
