"""What parts of a ruleset say of one another: phases, granted turns, waits, rows, roles, takeovers, leaving, defeat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from turnwright.rules.faults import Fault, one_of
from turnwright.rules.nearest import did_you_mean
from turnwright.rules.shape import Path, Shaped
from turnwright.rules.words import Ruleset
from turnwright.rules.words.act import Deed
from turnwright.rules.words.surprise import Surprise


def check_battle(shaped: Shaped[Ruleset], moments: Iterable[str]) -> Iterator[Fault]:
    """Names that don't exist, and combinations that mean nothing, among these words.

    ``moments`` are those that exist.
    """
    named = _Named(shaped, tuple(sorted(moments)))
    yield from _phases(named)
    yield from _turns(named)
    yield from _waits(named)
    yield from _sheet(named)
    yield from _field(named)
    yield from _takeovers(named)
    yield from _tasks(named)


class _Named:
    """A ruleset with what its names are looked up in."""

    def __init__(self, shaped: Shaped[Ruleset], moments: tuple[str, ...]) -> None:
        self.shaped = shaped
        self.rules = rules = shaped.value
        self.moments = moments
        self.acts = {*rules.actions, *rules.reactions}
        self.acts |= {tag for word in (*rules.actions.values(), *rules.reactions.values()) for tag in word.tags}
        self.acts |= {tag for item in rules.items.values() for tag in item.tags}

    def one(self, path: Path, name: str, what: str, known: Iterable[str]) -> Iterator[Fault]:
        """A fault where this is none of those that are known; an open sheet knows every name of stats and pools."""
        listed = tuple(known)
        if name and name not in listed and not (self.rules.open_sheet and what in ("pool", "stat")):
            hint = did_you_mean(name, listed) or (f"there are {one_of(listed)}" if listed else "there is none at all")
            yield self.shaped.fault(path, f'there is no {what} "{name}"', hint)

    def each(self, path: Path, names: Iterable[str], what: str, known: Iterable[str]) -> Iterator[Fault]:
        """Faults of a list of names."""
        listed = tuple(known)
        for at, name in enumerate(names):
            yield from self.one((*path, at), name, what, listed)

    def keys(self, path: Path, names: Iterable[str], what: str, known: Iterable[str]) -> Iterator[Fault]:
        """Faults of the keys of a mapping."""
        listed = tuple(known)
        for name in names:
            for fault in self.one((*path, name), name, what, listed):
                yield self.shaped.fault((*path, name), fault.message, fault.hint, key=True)

    def words(self, path: Path, sets: dict[str, str]) -> Iterator[Fault]:
        """Faults of words that traits are set to."""
        yield from self.keys(path, sets, "trait", self.rules.traits)
        for name, word in sets.items():
            among = self.rules.traits[name].among if name in self.rules.traits else ()
            if among:
                yield from self.one((*path, name), word, f"word of the trait {name}", among)


def _phases(named: _Named) -> Iterator[Fault]:
    rules = named.rules
    phases = [phase.name for phase in rules.round.phases]
    yield from named.keys(("phases",), rules.phases, "phase", phases)
    yield from named.each(("round", "opening"), rules.round.opening, "phase", phases)
    for name, contents in rules.phases.items():
        for at, step in enumerate(contents.steps):
            if step in contents.steps[:at]:
                yield named.shaped.fault(("phases", name, "steps", at), f'there is a step "{step}" already')
        for side, word in contents.choices.items():
            path: Path = ("phases", name, "choices", side)
            if rules.sides and side != "everyone":
                yield from named.keys(path[:-1], (side,), "side", (*rules.sides, "everyone"))
            yield from named.one((*path, "sets"), word.sets, "trait", rules.traits)
            phased = {n for n, action in rules.actions.items() if action.turn == "phase"}
            phased |= {tag for n in phased for tag in rules.actions[n].tags}
            for at, act in enumerate(word.may):
                if act not in phased:
                    hint = did_you_mean(act, phased) or "an action that is open in a phase says turn: phase"
                    yield named.shaped.fault((*path, "may", at), f'no action of a phase is called "{act}"', hint)


def _waits(named: _Named) -> Iterator[Fault]:
    rules = named.rules
    for name, word in rules.waits.items():
        path: Path = ("waits", name)
        yield from named.each((*path, "gives_up"), word.gives_up, "pool", rules.pools)
        yield from named.each((*path, "begun", "left"), word.begun.left, "pool", rules.pools)
        yield from named.each((*path, "allows", "acts"), word.allows.acts, "action", named.acts)
        yield from named.each((*path, "used_up_by"), word.used_up_by, "action", named.acts)
        yield from named.each((*path, "bars"), word.bars, "action", (*named.acts, "reaction"))
        yield from named.each((*path, "broken_by"), word.broken_by, "condition", rules.conditions)
        yield from named.one((*path, "unused", "becomes"), word.unused.becomes, "wait", rules.waits)
        if word.unfired is not None:
            yield from named.one((*path, "unfired", "becomes"), word.unfired.becomes, "wait", rules.waits)
    if rules.surprise is not None:
        yield from named.each(("surprise", "may", "acts"), rules.surprise.may.acts, "action", named.acts)
        if rules.surprise.gives != Surprise().gives:
            yield from named.each(("surprise", "gives"), rules.surprise.gives, "condition", rules.conditions)


def _turns(named: _Named) -> Iterator[Fault]:
    rules = named.rules
    for name, word in rules.extras.items():
        path: Path = ("extras", name)
        yield from named.keys((*path, "gives"), word.gives, "pool", rules.pools)
        yield from named.each((*path, "bars", "acts"), word.bars.acts, "action", named.acts)
    for where, deed in _deeds(rules):
        yield from named.one((*where, "grants"), deed.grants, "granted turn", rules.extras)
        yield from named.one((*where, "calls"), deed.calls, "takeover", rules.takeovers)
    strike = rules.first_strike
    if strike is not None:
        yield from named.one(("first_strike", "grants"), strike.grants, "granted turn", rules.extras)
        yield from named.words(("first_strike", "sets"), strike.sets)
    call = rules.initiative.call
    if call is not None:
        yield from named.one(("initiative", "call", "number"), call.number, "stat", rules.stats)
        yield from named.one(("initiative", "call", "rolled"), call.rolled, "stat", rules.stats)
        yield from named.one(("initiative", "call", "side"), call.side, "side", rules.sides or (call.side,))
        if call.least > call.most:
            yield named.shaped.fault(("initiative", "call", "most"), "the greatest number is below the least")


def _deeds(rules: Ruleset) -> Iterator[tuple[Path, Deed]]:
    for what, table in (("actions", rules.actions), ("reactions", rules.reactions), ("items", rules.items)):
        for name, word in table.items():
            for at, deed in enumerate(word.does):
                yield (what, name, "does", at), deed


def _sheet(named: _Named) -> Iterator[Fault]:
    rules = named.rules
    for name, condition in rules.conditions.items():
        yield from named.each(
            ("conditions", name, "open_to"), condition.open_to, "action or tag", (*named.acts, *rules.items)
        )
        if condition.open_to and not condition.sheltered:
            path: Path = ("conditions", name, "open_to")
            yield named.shaped.fault(path, "only a sheltering condition is open to something", "add sheltered: yes")
    for name, trait in rules.traits.items():
        if trait.asked_first.asked and not trait.among:
            path = ("traits", name, "asked_first")
            yield named.shaped.fault(
                path, "a trait that is asked for has words to choose among", "list them under among"
            )
    roles = rules.roles
    if roles is not None:
        yield from named.one(("roles", "trait"), roles.trait, "trait", rules.traits)
        yield from named.one(("roles", "archetype"), roles.archetype, "trait", rules.traits)
        for name, role in roles.known.items():
            path = ("roles", "known", name)
            yield from named.keys((*path, "changes"), role.changes, "stat", (*rules.stats, *rules.pools))
            yield from named.each((*path, "actions"), role.actions, "action", rules.actions)
    formations = rules.formations
    if formations is not None:
        yield from named.one(("formations", "trait"), formations.trait, "trait", rules.traits)
        yield from named.one(("formations", "side"), formations.side, "side", rules.sides or (formations.side,))


def _field(named: _Named) -> Iterator[Fault]:
    rules = named.rules
    rows = rules.rows
    if rows is not None:
        yield from named.one(("rows", "trait"), rows.trait, "trait", rules.traits)
        among = rules.traits[rows.trait].among if rows.trait in rules.traits else (rows.front, rows.back)
        yield from named.one(("rows", "front"), rows.front, "row", among)
        yield from named.one(("rows", "back"), rows.back, "row", among)
        yield from named.each(("rows", "short", "acts"), rows.short.acts, "action or tag", named.acts)
    if rows is not None and rows.advancing is not None:
        path: Path = ("rows", "advancing")
        yield from named.one((*path, "at"), rows.advancing.at, "moment", named.moments)
        yield from named.keys((*path, "standing"), rows.advancing.standing, "condition", rules.conditions)
        first = rows.advancing.both_empty.first
        yield from named.one((*path, "both_empty", "first"), first, "side", rules.sides or (first,))
    for name, word in rules.departures.items():
        path = ("departures", name)
        yield from named.one((*path, "condition"), word.condition, "condition", rules.conditions)
        yield from named.one((*path, "at"), word.at, "moment", named.moments)
        yield from named.each((*path, "stopped", "by"), word.stopped.by, "condition", rules.conditions)
        locks = {takeover.locks.word for takeover in rules.takeovers.values()}
        yield from named.each((*path, "waits"), word.waits, "reason not to act", (*rules.conditions, *locks))
        yield from named.each((*path, "drops", "extras"), word.drops.extras, "granted turn", rules.extras)
    if rules.defeat is not None:
        path = ("defeat", "conditions")
        yield from named.each(path, rules.defeat.conditions, "condition", rules.conditions)


def _takeovers(named: _Named) -> Iterator[Fault]:
    rules = named.rules
    for name, word in rules.takeovers.items():
        path: Path = ("takeovers", name)
        yield from named.each((*path, "acts_with"), word.acts_with, "pool", rules.pools)
        yield from named.words((*path, "sets"), word.sets)
        yield from named.each((*path, "felled", "by"), word.felled.by, "condition", rules.conditions)
        yield from named.each((*path, "caller_felled", "by"), word.caller_felled.by, "condition", rules.conditions)
        if word.keeping is not None:
            yield from named.keys((*path, "keeping", "cost"), word.keeping.cost, "pool", rules.pools)
        if not any(deed.calls == name for _, deed in _deeds(rules)):
            hint = f"give one does: [{{calls: {name}}}]"
            yield named.shaped.fault(path, f'no action calls "{name}"', hint, key=True)


def _tasks(named: _Named) -> Iterator[Fault]:
    for name, word in named.rules.tasks.items():
        path: Path = ("tasks", name)
        yield from named.each((*path, "cost"), word.cost, "pool", named.rules.pools)
        yield from named.each((*path, "whole_turn"), word.whole_turn, "pool", named.rules.pools)
        yield from named.one((*path, "resolves", "at"), word.resolves.at, "moment", ("when done", *named.moments))
        if not word.cost and not word.whole_turn:
            hint = "name pools under cost, under whole turn, or both"
            yield named.shaped.fault(path, "a task takes a cost or whole turns", hint, key=True)
