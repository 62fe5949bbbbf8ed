"""Giving effects: from the ruleset's word for one, and what is said with it, to what each bearer has."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from turnwright.engine.durations import clock_of, mark_of, moment_key
from turnwright.engine.holding import make_room
from turnwright.engine.lasting import EffectKept, EffectTimed, end, give, seen_by
from turnwright.engine.numbering import next_number
from turnwright.engine.play import Play
from turnwright.engine.state import Effect, Fall, Save
from turnwright.engine.typed import check_formula
from turnwright.formula import Formula, FormulaError, Number, parse
from turnwright.rules.words.duration import Duration
from turnwright.rules.words.effects import Effect as Word


def from_word(name: str, word: Word) -> Effect:
    """What the ruleset says of an effect that it names; moments are still as its file writes them."""
    return Effect(
        "",
        name,
        kind=word.kind,
        tags=word.tags,
        lasts=word.lasts,
        gives=word.gives,
        changes=_texts(word.changes),
        value=word.value,
        does=_texts(word.does),
        at=word.at,
        whose=word.whose,
        falls=Fall(word.falls.at, word.falls.by) if word.falls else None,
        save=Save(word.save.at, word.save.roll.text if word.save.roll else "") if word.save else None,
        upkeep=_texts(word.upkeep),
        pays=word.pays,
        sustained=word.sustained,
        note=word.note,
        rule=word.rule,
    )


def _texts(formulas: Mapping[str, Formula]) -> dict[str, str]:
    return {name: formula.text for name, formula in formulas.items()}


def give_named(play: Play, name: str, bearers: tuple[str, ...], source: str) -> None:
    """Give an effect that the ruleset names, as its word has it. Whether it can be kept up was seen to before."""
    word = play.rules.ruleset.effects[name]
    give_all(play, replace(from_word(name, word), source=source), bearers, word.begins, None)


def give_all(
    play: Play,
    draft: Effect,
    bearers: tuple[str, ...],
    begins: Duration | None = None,
    let_go: bool | None = False,
) -> None:
    """Give an effect to each bearer; to nobody where none is named, as something that goes on around all.

    ``draft`` has moments as people write them, and ``whose`` as bearer or source. ``let_go`` says whether its owner
    lets go of what it keeps up already; None where that was seen to before. Refuses ``effect.class``,
    ``effect.moment``, ``effect.pool``, ``effect.stat``, ``effect.no_owner``, ``formula.bad``, ``formula.failed``,
    what `clock_of` refuses, and ``concentration.held``.
    """
    owner = draft.source or (bearers[0] if bearers else "")
    if not owner and (draft.sustained or draft.upkeep):
        play.refuse("effect.no_owner", name=draft.name)
    if draft.sustained or draft.upkeep:
        play.present(owner)
    check(play, draft, bearers)
    replaces = play.rules.ruleset.concentration.second == "replaces"
    if draft.sustained and (replaces or let_go is not None):
        make_room(play, owner, bool(let_go))
    bundle = f"f{_number(play, draft, bearers[0])}" if len(bearers) > 1 else ""
    for bearer in bearers or ("",):
        _give_one(play, _settled(play, replace(draft, bearer=bearer, bundle=bundle)), begins)


def _give_one(play: Play, effect: Effect, begins: Duration | None) -> None:
    word = play.rules.ruleset.effects.get(effect.name)
    again = word.again if word else "both"
    if again != "both" and effect.bearer:
        for old in tuple(play.state.effects.values()):
            if old.name == effect.name and old.bearer == effect.bearer:
                if again == "higher" and (old.value or 0) >= (effect.value or 0):
                    play.emit(EffectKept(old.id, ref=effect.rule, to=seen_by(play, old)))
                    return
                end(play, old, "renewed", effect.rule)
    clock = clock_of(play, effect, effect.lasts if begins is None else begins)
    if begins is not None:
        clock_of(play, effect, effect.lasts)
    give(play, replace(effect, id=f"f{_number(play, effect, effect.bearer)}", **clock.as_dict()), begins is not None)


def _number(play: Play, effect: Effect, bearer: str) -> int:
    return next_number(play.state, effect.hidden or play.state.hides((bearer,)))


def _settled(play: Play, effect: Effect) -> Effect:
    """An effect with its moment: its own, else its class's, and whose turn that belongs to."""
    known = play.rules.ruleset.effect_classes.get(effect.kind)
    text = effect.at or (known.at if known else "")
    at = moment_key(play, text) if text else ""
    whose = effect.whose or (known.whose if known else "bearer")
    of = (effect.source if whose == "source" else "") or effect.bearer if at.startswith("turn.") else ""
    of = mark_of(play.state, of)
    falls = replace(effect.falls, at=moment_key(play, effect.falls.at)) if effect.falls else None
    save = replace(effect.save, at=moment_key(play, effect.save.at)) if effect.save else None
    return replace(effect, at=at, whose=of, falls=falls, save=save)


def check(play: Play, draft: Effect, bearers: tuple[str, ...]) -> None:
    """Refuse what the rules and the sheets do not have, now rather than when it would bite and nobody could mend it."""
    rules = play.rules
    classes = rules.ruleset.effect_classes
    if classes and draft.kind and draft.kind not in classes:
        play.refuse("effect.class", kind=draft.kind, known=", ".join(classes))
    people = [play.present(who) for who in bearers]
    owner = [play.combatant(draft.source)] if draft.source else []
    pools = {**rules.pools, **{pool: None for one in (*people, *owner) for pool in one.pools}}
    for pool in (*draft.does, *draft.upkeep):
        if pool not in pools:
            play.refuse("effect.pool", pool=pool, known=", ".join(pools))
    stats = {**rules.stats, **pools, **{name: None for one in people for name in one.stats}}
    for name in draft.changes:
        if name not in stats:
            play.refuse("effect.stat", stat=name, known=", ".join(stats))
    for who in bearers:
        for text in draft.does.values():
            check_formula(play, who, text, draft.given)
        for text in draft.changes.values():
            _check_exact(play, who, text, {**draft.given, "base": 1})
        if draft.save and draft.save.roll:
            check_formula(play, who, draft.save.roll, draft.given)
    for text in draft.upkeep.values():
        _check_exact(play, draft.source or bearers[0], text, draft.given)


def _check_exact(play: Play, who: str, text: str, given: Mapping[str, Number | str | bool]) -> None:
    """Refuse a formula that has no value on this sheet, or not without dice."""
    try:
        play.number(parse(text), who, given)
    except FormulaError as error:
        play.refuse("formula.bad", formula=text, problem=error.message, fault=error.code)


def prolong(play: Play, effect: Effect, ref: str = "") -> None:
    """Let an effect last as long as if it were given now."""
    clock = clock_of(play, effect, effect.lasts)
    play.emit(
        EffectTimed(effect.id, clock, effect.whose, "prolonged", ref=ref or effect.rule, to=seen_by(play, effect))
    )
