"""What actions, reactions and triggers say of the rest of a ruleset: pools, traits, and what reactions answer to."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.rules.faults import Fault, one_of
from turnwright.rules.nearest import did_you_mean
from turnwright.rules.shape import Path, Shaped
from turnwright.rules.words import Ruleset
from turnwright.rules.words.act import Deed

COINS = ("score", "time")
"""What a cost can be paid with beside pools: one's initiative, and time that moves it on."""

_ALWAYS = frozenset({"any", "reaction"})


def check_acts(shaped: Shaped[Ruleset]) -> Iterator[Fault]:
    """Every fault in what people can do that only the whole ruleset shows."""
    rules = shaped.value
    if not rules.open_sheet:
        yield from _costs(shaped)
    for path, deed in _deeds(rules):
        yield from _deed(shaped, path, deed)
    yield from _answered(shaped)


def _costs(shaped: Shaped[Ruleset]) -> Iterator[Fault]:
    rules = shaped.value
    for table in ("actions", "reactions"):
        for name, doing in getattr(rules, table).items():
            for pool in doing.cost:
                if pool not in rules.pools and pool not in COINS:
                    yield _no_pool(shaped, (table, name, "cost", pool), pool, key=True)


def _no_pool(shaped: Shaped[Ruleset], path: Path, pool: str, key: bool = False) -> Fault:
    pools = shaped.value.pools
    hint = did_you_mean(pool, pools) or f"there are {one_of(pools)}"
    return shaped.fault(path, f'there is no pool "{pool}"', hint, key=key)


def _deeds(rules: Ruleset) -> Iterator[tuple[Path, Deed]]:
    for table in ("actions", "reactions", "triggers", "items"):
        for name, word in getattr(rules, table).items():
            for at, deed in enumerate(word.does):
                yield (table, name, "does", at), deed


def _deed(shaped: Shaped[Ruleset], path: Path, deed: Deed) -> Iterator[Fault]:
    rules = shaped.value
    if deed.change is not None and deed.change.pool not in rules.pools and not rules.open_sheet:
        yield _no_pool(shaped, (*path, "change", "pool"), deed.change.pool)
    trait = rules.traits.get(deed.toggle)
    if deed.toggle and (trait is None or not trait.among):
        among = [name for name, word in rules.traits.items() if word.among]
        hint = did_you_mean(deed.toggle, among) or (f"there are {one_of(among)}" if among else "list it under traits")
        yield shaped.fault((*path, "toggle"), f'there is no trait "{deed.toggle}" with words to go through', hint)


def _answered(shaped: Shaped[Ruleset]) -> Iterator[Fault]:
    """A reaction that answers to a word which nothing is called could never be given."""
    rules = shaped.value
    tables = (rules.actions, rules.reactions, rules.triggers, rules.items)
    known = {*_ALWAYS, *rules.actions, *rules.reactions, *rules.triggers, *rules.reacting.told}
    known.update(tag for table in tables for word in table.values() for tag in word.tags)
    for name, reaction in rules.reactions.items():
        for at, word in enumerate(reaction.to):
            if word not in known:
                hint = did_you_mean(word, known) or "what only the GM tells of is listed under triggers"
                message = f'no action, trigger or tag is called "{word}"'
                yield shaped.fault(("reactions", name, "to", at), message, hint)
