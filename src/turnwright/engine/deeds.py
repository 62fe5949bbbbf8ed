"""What an act causes beside the amount that falls on its targets."""

from __future__ import annotations

from collections.abc import Mapping

from turnwright.engine.events import ConditionSet, TraitSet
from turnwright.engine.giving import give_named
from turnwright.engine.lasting import end
from turnwright.engine.ledger import change, put
from turnwright.engine.masking import MaskedSet, masked
from turnwright.engine.play import Play
from turnwright.engine.sheet import pool_max, trait
from turnwright.formula import Number
from turnwright.rules.words.act import Change, Deed

END_TURN = "end turn"


def uses_amount(deeds: tuple[Deed, ...]) -> bool:
    """Whether the deeds say themselves where the amount of the act goes."""
    return any(
        formula is not None and "amount" in formula.names
        for deed in deeds
        if deed.change is not None
        for formula in (deed.change.by, deed.change.to)
    )


def carry_out(
    play: Play,
    who: str,
    deeds: tuple[Deed, ...],
    targets: tuple[str, ...],
    amounts: Mapping[str, Number],
    given: Number | None = None,
    cause: str = "",
) -> None:
    """Do the deeds of an act in their order, the end of the turn last. ``who`` is empty for what is nobody's act."""
    for deed in sorted(deeds, key=lambda one: one.verb == END_TURN):
        if deed.change is not None:
            for target in targets if deed.change.on == "target" else _self(who):
                _change(play, who, deed, deed.change, target, amounts, given, cause)
        elif deed.gives in play.rules.ruleset.effects:
            give_named(play, deed.gives, _bearers(deed, who, targets), who)
        elif deed.gives or deed.ends:
            for target in _bearers(deed, who, targets):
                _condition(play, deed, target, cause)
        elif deed.toggle:
            for target in targets if deed.on == "target" else _self(who):
                _toggle(play, deed, target, cause)
        else:
            play.rules.deeds[deed.verb or _field_used(deed)](play, who, deed, targets)


def _field_used(deed: Deed) -> str:
    return "grants" if deed.grants else "calls" if deed.calls else "prolongs"


def _self(who: str) -> tuple[str, ...]:
    return (who,) if who else ()


def _bearers(deed: Deed, who: str, targets: tuple[str, ...]) -> tuple[str, ...]:
    if deed.on:
        return targets if deed.on == "target" else _self(who)
    return targets or _self(who)


def _change(
    play: Play,
    who: str,
    deed: Deed,
    word: Change,
    target: str,
    amounts: Mapping[str, Number],
    given: Number | None,
    cause: str,
) -> None:
    """Change a pool: rolled for each, on the sheet of the one who acts, or of the target of what is nobody's act."""
    names: dict[str, Number] = {"amount": amounts[target] if target in amounts else sum(amounts.values(), 0)}
    if given is not None:
        names["given"] = given
    ref = word.rule or deed.rule
    if word.by is not None:
        change(play, target, word.pool, play.roll(word.by, who or target, names).total, ref=ref, cause=cause)
    elif word.to is not None:
        names["max"] = pool_max(play.rules, play.state, target, word.pool) or 0
        names["base"] = play.state.combatants[target].pools.get(word.pool, 0)
        put(play, target, word.pool, play.roll(word.to, who or target, names).total, ref=ref, cause=cause)


def _condition(play: Play, deed: Deed, target: str, cause: str) -> None:
    name = deed.gives or deed.ends
    on = bool(deed.gives)
    for effect in tuple(play.state.effects.values()):
        if effect.name == deed.ends and effect.bearer == target:
            end(play, effect, "ended", deed.rule)
    if (name in play.state.combatants[target].conditions) != on:
        known = play.rules.conditions.get(name)
        ref = deed.rule or (known.rule if known else "")
        play.emit(ConditionSet(target, name, on, ref=ref, cause=cause))
        play.changed(target)


def _toggle(play: Play, deed: Deed, target: str, cause: str) -> None:
    """Set a trait to the next of its words, after the last the first again."""
    word = play.rules.traits.get(deed.toggle)
    if word is None or not word.among:
        play.refuse("trait.not_a_choice", deed.rule, trait=deed.toggle)
    behind = masked(play, target, deed.toggle)
    now = behind or trait(play.rules, play.state, target, deed.toggle)
    at = word.among.index(now) + 1 if now in word.among else 0
    kind = TraitSet if behind is None else MaskedSet
    play.emit(kind(target, deed.toggle, word.among[at % len(word.among)], ref=deed.rule or word.rule, cause=cause))
    play.changed(target)
