"""What stands beside a name in the picture: pools, words, conditions and effects on one line."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.engine.base import Refused
from turnwright.engine.frames import Turn, turn_in
from turnwright.engine.mechanics.pools import refill_value
from turnwright.engine.play import looking
from turnwright.engine.sheet import conditions, known_max
from turnwright.engine.state import Combatant
from turnwright.engine.turns import acting, has_moments
from turnwright.fight import Fight
from turnwright.formula import Number
from turnwright.rules.words.sheet import Pool
from turnwright.speech.sheets import has_pool, held_text


def sheet_line(fight: Fight, who: Combatant) -> str:
    """Pools, traits, conditions and effects of somebody on one line.

    What can only be spent in a turn of one's own is left out while it is empty outside of it; as a turn comes up, what
    its beginning will give back is told.
    """
    rules, state = fight.rules, fight.state
    turn = turn_in(state.agenda)
    up = turn is not None and who.id in acting(state, turn)
    parts = []
    for name in dict.fromkeys((*rules.pools, *who.pools)):
        if not has_pool(rules, state, who, name):
            continue
        if not who.pools[name] and _of_turns(fight, name) and not (up and turn is not None and turn.begun):
            continue
        parts.append(_pool(fight, who, name, who.pools[name]))
    line = " ".join((*parts, *_traits(fight, who)))
    if turn is not None and up and not turn.begun:
        coming = _coming(fight, who, turn).items()
        line += "".join(fight.voice.say("now", "coming", {"kind": at, "text": " ".join(pools)}) for at, pools in coming)
    states = [*conditions(rules, state, who.id)]
    borne = (effect for effect in state.effects.values() if effect.bearer == who.id)
    states += [effect.name + (f" ({effect.left})" if effect.left is not None else "") for effect in borne]
    if who.hidden:
        states.append(fight.voice.say("now", "hidden"))
    return line + (f"  [{', '.join(dict.fromkeys(states))}]" if states else "")


def _pool(fight: Fight, who: Combatant, name: str, held: Number) -> str:
    word = fight.rules.pools.get(name)
    return f"{(word and word.label) or name} {held_text(held, known_max(fight.rules, fight.state, who.id, name))}"


def _of_turns(fight: Fight, name: str) -> bool:
    """Whether a pool lasts from some moment of a turn to another one of the same turn."""
    word, moments = fight.rules.pools.get(name), fight.rules.step_moments
    return word is not None and all(
        any(fight.rules.moment(text) in moments for text in at) for at in (word.refill.at, word.lost.at)
    )


def _coming(fight: Fight, who: Combatant, turn: Turn) -> dict[str, list[str]]:
    """What a turn that has come up gives back before anything can be done in it, by the moments at which it does."""
    rules = fight.rules
    found: dict[str, list[str]] = {}
    if not has_moments(looking(rules, fight.state), turn):
        return found
    ahead = []
    for step, moment in zip(rules.steps, rules.step_moments, strict=True):
        if step.acts:
            break
        ahead.append(moment)
    for name, word in rules.pools.items():
        for text in word.refill.at:
            if rules.moment(text) in ahead:
                value = _refilled(fight, who, name, word)
                if value is not None and value != who.pools.get(name, 0):
                    found.setdefault(text, []).append(_pool(fight, who, name, value))
    return found


def _refilled(fight: Fight, who: Combatant, name: str, word: Pool) -> Number | None:
    try:
        return refill_value(looking(fight.rules, fight.state), who.id, name, word)
    except Refused:
        return None


def _traits(fight: Fight, who: Combatant) -> Iterator[str]:
    """The words on a sheet that change in a fight: those that are one of a few, or that a phase of choices sets."""
    set_by = {part.sets for phase in fight.ruleset.phases.values() for part in phase.choices.values()}
    for name, value in who.traits.items():
        word = fight.rules.traits.get(name)
        if value and (name in set_by or (word is not None and word.among)):
            yield value
