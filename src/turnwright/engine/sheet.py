"""Reading the sheet under the rules: stats, maxima and conditions as effects leave them, names in formulas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial

from turnwright.engine.base import Refusal, Refused, figures
from turnwright.engine.compiled import Rules
from turnwright.engine.grounds import notes_of
from turnwright.engine.snapshots import KEPT, Snapshot
from turnwright.engine.state import Combatant, State
from turnwright.formula import Formula, FormulaError, Number, parse, read_number


class Sheet:
    """The names that a formula may use, read for one combatant.

    ``given`` holds names that exist only here (the number that came with an action, the maximum of a pool).
    """

    __slots__ = ("given", "rules", "state", "who")

    def __init__(
        self, rules: Rules, state: State, who: str, given: Mapping[str, Number | str | bool] | None = None
    ) -> None:
        self.rules = rules
        self.state = state
        self.who = who
        self.given = given

    def value(self, name: str) -> Number | str | bool:
        """The value of a stat, pool, trait or condition; raises KeyError for a name that nobody knows."""
        if self.given is not None and name in self.given:
            return self.given[name]
        name = self.rules.written.get(name, name)
        combatant = self.state.combatants.get(self.who)
        if "." in name:
            kind, _, rest = name.partition(".")
            if rest and kind in ("stat", "pool"):
                return (stat if kind == "stat" else pool)(self.rules, self.state, self.who, rest)
        if combatant is None:
            return self._shared(name)
        if name in self.rules.stats or name in combatant.stats:
            return stat(self.rules, self.state, self.who, name)
        if name in self.rules.pools or name in combatant.pools:
            # Nobody knows the hit points of one whose sheet gives none: no test on them holds.
            if name not in combatant.pools and self.rules.pools[name].max is None:
                raise KeyError(name)
            return combatant.pools.get(name, 0)
        if name in self.rules.traits or name in combatant.traits:
            return trait(self.rules, self.state, self.who, name)
        if name in self.rules.conditions:
            return name in conditions(self.rules, self.state, self.who)
        if name == "side":
            return combatant.side
        return self._shared(name)

    def _shared(self, name: str) -> Number:
        """What is the same for everybody: the round, and the dials."""
        if name == "round":
            return self.state.round
        if name in self.rules.ruleset.dials:
            return dial(self.rules, self.state, name)
        raise KeyError(name)

    def side(self, name: str) -> Iterable[Sheet]:
        """Those who take part and are ``allies`` (oneself included), ``opponents``, ``everyone`` or of a side."""
        own = self.state.combatants[self.who].side if self.who in self.state.combatants else ""
        for other in present(self.state):
            if (
                name == "everyone"
                or (name == "allies" and other.side == own)
                or (name == "opponents" and other.side != own)
                or other.side == name
            ):
                yield Sheet(self.rules, self.state, other.id)


DIALS = "dials"
"""The slot of the state that holds what the dials stand at."""


def dial(rules: Rules, state: State, name: str) -> Number:
    """What a dial stands at; its start as long as nothing has moved it."""
    held = state.own.get(DIALS, {}).get(name)
    if held is None:
        return number(rules.ruleset.dials[name].start, Sheet(rules, state, ""))
    return held if isinstance(held, int) else read_number(held)


def present(state: State) -> Iterator[Combatant]:
    """Those who have not left."""
    return (c for c in state.combatants.values() if not c.gone)


def missing(state: State, who: str, name: str) -> Refused:
    """The refusal for a stat that a rule needs and the sheet does not give."""
    return Refused(Refusal("stat.missing", data={"who": who, "name": state.combatants[who].name, "stat": name}))


def stat(rules: Rules, state: State, who: str, name: str) -> Number:
    """A stat as effects and conditions leave it; refuses with ``stat.missing`` when neither sheet nor ruleset gives
    it."""
    combatant = state.combatants[who]
    word = rules.stats.get(name)
    if name in combatant.stats:
        value: Number = combatant.stats[name]
    elif word is None or word.value is None:
        raise missing(state, who, name)
    else:
        value = number(word.value, Sheet(rules, state, who))
    return changed(rules, state, who, name, value)


def pool(rules: Rules, state: State, who: str, name: str) -> Number:
    """What a pool holds; 0 where somebody has none of that name but the ruleset knows it."""
    return state.combatants[who].pools.get(name, 0)


def pool_max(rules: Rules, state: State, who: str, name: str) -> Number | None:
    """The maximum of a pool as effects leave it: the sheet's own, else the ruleset's; None where there is none."""
    combatant = state.combatants[who]
    word = rules.pools.get(name)
    if name in combatant.tops:
        value: Number = combatant.tops[name]
    elif word is None or word.max is None:
        return None
    else:
        value = number(word.max.formula, Sheet(rules, state, who))
    return changed(rules, state, who, name, value)


def known_max(rules: Rules, state: State, who: str, name: str) -> Number | None:
    """The maximum of a pool where people look at it; None also while the sheet lacks a stat that it follows from."""
    kept = _maxima(Snapshot(rules, state)) if notes_of(state) is None else {}
    key = (who, name)
    if key not in kept:
        try:
            kept[key] = pool_max(rules, state, who, name)
        except Refused:
            kept[key] = None
    return kept[key]


@lru_cache(maxsize=KEPT)
def _maxima(snapshot: Snapshot) -> dict[tuple[str, str], Number | None]:
    return {}


def trait(rules: Rules, state: State, who: str, name: str) -> str:
    """A trait: the sheet's, else the one the ruleset starts with."""
    combatant = state.combatants[who]
    word = rules.traits.get(name)
    return combatant.traits.get(name, word.start if word else "")


def changed(rules: Rules, state: State, who: str, name: str, value: Number) -> Number:
    """A number after the effects and conditions that change it.

    A change that begins with a sign is added; any other sets the number, and may use ``base``.
    """
    if not state.effects and not rules.alters and name not in rules.changing:
        return value
    for text, given in _changes(rules, state, who, name):
        result = number(parse(text), Sheet(rules, state, who, {**given, "base": value}))
        value = value + result if text.lstrip()[:1] in ("+", "-", "−") else result
    return value


def _changes(
    rules: Rules, state: State, who: str, name: str
) -> Iterator[tuple[str, Mapping[str, Number | str | bool]]]:
    for effect in state.effects.values():
        if effect.bearer == who and name in effect.changes and not effect.pending:
            yield effect.changes[name], effect.given
    if name in rules.changing:
        for condition in conditions(rules, state, who):
            word = rules.conditions.get(condition)
            if word is not None and name in word.changes:
                yield word.changes[name].text, {}
    for alter in rules.alters:
        for text in alter(rules, state, who, name):
            yield text, {}


def conditions(rules: Rules, state: State, who: str) -> tuple[str, ...]:
    """Every condition somebody is in: laid on by hand, given by effects, following from a test or from another."""
    combatant = state.combatants[who]
    known = rules.known.get(who)
    if known is not None and known[0] is combatant and known[1] is state.effects:
        return known[2]
    notes = notes_of(state)
    if notes is not None:
        same = rules.tests_own_pools and notes.same(state, combatant)
        find = partial(_conditions, rules, state, combatant)
        return notes.conditions(combatant, find) if same else find()
    found = _conditions(rules, state, combatant)
    if rules.tests_own_pools:
        rules.known[who] = (combatant, state.effects, found)
    return found


def _conditions(rules: Rules, state: State, combatant: Combatant) -> tuple[str, ...]:
    who = combatant.id
    found: dict[str, None] = dict.fromkeys(combatant.conditions)
    for effect in state.effects.values():
        if effect.bearer == who and not effect.pending:
            found.update(dict.fromkeys(effect.gives))
    sheet = Sheet(rules, state, who)
    for name, test in rules.derived:
        if name not in found and holds(test, sheet):
            found[name] = None
    if not found:
        return ()
    for name in tuple(found):
        word = rules.conditions.get(name)
        if word is not None and word.implies:
            found.update(dict.fromkeys(word.implies))
    return tuple(found)


def holds(test: Formula, sheet: Sheet) -> bool:
    """Whether a test holds; a test on something that a sheet does not have does not hold."""
    try:
        return test.test(sheet)
    except (FormulaError, Refused):
        return False


def number(formula: Formula, sheet: Sheet) -> Number:
    """The value of a formula without dice; refuses with ``formula.failed`` when it has none."""
    try:
        value = formula.value(sheet)
    except FormulaError as error:
        raise Refused(
            Refusal(
                "formula.failed", data=figures({"formula": formula.text, "problem": error.message, "fault": error.code})
            )
        ) from error
    if isinstance(value, str):
        raise Refused(
            Refusal("formula.failed", data={"formula": formula.text, "problem": f"{value!r} is not a number"})
        )
    return int(value) if isinstance(value, bool) else value


def why_unable(rules: Rules, state: State, who: str) -> str:
    """The word for why somebody can't act now (a condition, a lock), or nothing.

    This is the one predicate for whether a turn can be taken (SEM-7).
    """
    if not rules.unable and not state.combatants[who].gone and not conditions(rules, state, who):
        return ""
    return next(reasons_unable(rules, state, who), "")


def reasons_unable(rules: Rules, state: State, who: str) -> Iterator[str]:
    """Every word for why somebody can't act now."""
    combatant = state.combatants[who]
    if combatant.gone:
        yield combatant.gone
        return
    for name in conditions(rules, state, who):
        if name in rules.disabling:
            yield name
    for ask in rules.unable:
        why = ask(rules, state, who)
        if why:
            yield why


def rule_of_reason(rules: Rules, why: str) -> str:
    """The rule behind a word for why somebody can't act: that of the condition, or of what locks them."""
    if why in rules.conditions:
        return rules.conditions[why].rule
    return next((word.locks.rule for word in rules.ruleset.takeovers.values() if word.locks.word == why), "")


def entry_unable(rules: Rules, state: State, entry: str) -> str:
    """The word for why nobody of an entry can act now, or nothing. An entry that nobody owns can always act."""
    found = state.entries[entry]
    why = ""
    for who in (found.actor,) if found.actor else found.members:
        why = why_unable(rules, state, who)
        if not why:
            return ""
    return why
