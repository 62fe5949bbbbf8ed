"""Somebody's sheet as lines: all that the fight knows of one combatant."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.engine.base import Refused
from turnwright.engine.compiled import Rules
from turnwright.engine.noting import notes_of
from turnwright.engine.sheet import conditions, known_max, stat
from turnwright.engine.state import Combatant, Effect, OwnAct, State, Wait
from turnwright.formula import Number, show_number
from turnwright.speech.voice import Voice


def sheet(voice: Voice, who: str) -> tuple[str, ...]:
    """The sheet of a combatant: stats as they are now, traits, pools, items, actions, conditions, effects."""
    rules, state = voice.rules, voice.state
    combatant = state.combatants[who]
    parts = {
        "stats": _stats(rules, state, combatant),
        "traits": [f"{voice.label(name)} {value}" for name, value in combatant.traits.items()],
        "pools": [
            pool_text(voice, combatant, name) for name in combatant.pools if has_pool(rules, state, combatant, name)
        ],
        "items": [f"{item} {show_number(left)}" for item, left in combatant.items.items()],
        "actions": [_own(name, own) for name, own in combatant.acts.items()],
        "roles": list(combatant.roles),
        "conditions": list(conditions(rules, state, who)),
        "effects": [_effect(voice, effect) for effect in state.effects.values() if effect.bearer == who],
        "keeps up": [f"{e.name} ({voice.name(e.bearer)})" for e in _kept(state, who)],
        "used": [f"{name} {show_number(use.count)} ({use.period})" for name, use in combatant.uses.items()],
        "notes": [note.text for note in notes_of(state).notes if who in note.who],
        "waits": [wait_text(voice, entry.wait) for entry in state.entries_of(who) if entry.wait is not None],
    }
    lines = [f"{combatant.name} ({combatant.side or voice.word('no side')})"]
    lines += [f"  {voice.catalogue.text('sheet', part)}: {', '.join(said)}" for part, said in parts.items() if said]
    return tuple(lines)


def _stats(rules: Rules, state: State, who: Combatant) -> list[str]:
    found = []
    for name in dict.fromkeys((*rules.stats, *who.stats)):
        try:
            found.append(f"{name.replace('_', ' ')} {show_number(stat(rules, state, who.id, name))}")
        except Refused:
            # The sheet does not give it, and nothing has needed it yet.
            continue
    return found


def has_pool(rules: Rules, state: State, who: Combatant, name: str) -> bool:
    """Whether somebody has a pool to speak of.

    An empty one that could hold nothing is none, and neither is an empty one that only absorbs losses.
    """
    word = rules.pools.get(name)
    if who.pools.get(name) or (word is not None and word.vital):
        return name in who.pools
    return name in who.pools and not (word is not None and word.absorbs) and known_max(rules, state, who.id, name) != 0


def pool_text(voice: Voice, who: Combatant, name: str) -> str:
    """A pool as people read it: its label, what it holds, and its maximum where there is one."""
    most = known_max(voice.rules, voice.state, who.id, name)
    return f"{voice.label(name)} {held_text(who.pools[name], most)}"


def held_text(now: Number, most: Number | None) -> str:
    """What a pool holds, and its maximum where there is one: ``14/20``."""
    return show_number(now) + (f"/{show_number(most)}" if most is not None else "")


def health_text(voice: Voice, word: str) -> str:
    """A word for what somebody can still bear (see `health`) as people read it; a condition of the ruleset by its
    label."""
    return voice.catalogue.text("health", word) if voice.catalogue.has("health", word) else voice.label(word)


def wait_text(voice: Voice, wait: Wait) -> str:
    """What somebody waits for, as the GM may know it: ``delay until 5``, ``prepared: attack Mara if Mara would
    move``."""
    by_act = bool(wait.act)
    until = f"until {wait.until}" if not (by_act and wait.until == "event") else ""
    figures: dict[str, object] = {
        "kind": wait.kind,
        "deed": deed_of(voice, wait),
        "text": contingency(voice, wait) if by_act else "",
        "value": wait.value,
        "target": wait.target,
        "event": wait.trigger,
    }
    text = voice.say("waits", "for", figures)
    return text + (voice.say("waits", until, figures) if voice.catalogue.has("waits", until) else "")


def deed_of(voice: Voice, wait: Wait) -> str:
    """What somebody has made ready, and to whom they would do it."""
    return " ".join(filter(None, (wait.act, ", ".join(map(voice.name, wait.targets)))))


def contingency(voice: Voice, wait: Wait) -> str:
    """What sets off something prepared: any of those who were named doing something, or what was told in words."""
    if wait.trigger:
        return wait.trigger
    who = voice.word("or").join(map(voice.name, wait.on)) or voice.word("somebody")
    deed = voice.deed(wait.what) if wait.what else voice.word("anything")
    return voice.say("moment", "contingency", {"who": who, "deed": deed})


def _own(name: str, own: OwnAct) -> str:
    cost = ", ".join(f"{amount} {pool}" for pool, amount in own.cost.items())
    parts = [part for part in (cost, own.amount, own.role, own.item) if part]
    return f"{name} ({'; '.join(parts)})" if parts else name


def _effect(voice: Voice, effect: Effect) -> str:
    parts = [left_text(voice, effect)] if effect.left is not None else []
    parts += [voice.name(effect.source)] if effect.source and effect.source != effect.bearer else []
    value = f" {show_number(effect.value)}" if effect.value is not None else ""
    return f"{effect.name}{value}{f' ({voice.listed(parts)})' if parts else ''}"


def left_text(voice: Voice, effect: Effect) -> str:
    """What is left of an effect, counted in the boundary at which it runs down; empty for one that lasts."""
    word = effect.boundary.partition(".")[0]
    if effect.left is None:
        return ""
    if word in voice.rules.ruleset.words:
        return f"{effect.left} {voice.label(word)}"
    return voice.counted(str(effect.left), word)


def _kept(state: State, who: str) -> Iterator[Effect]:
    """What somebody keeps up on others."""
    return (e for e in state.effects.values() if e.owner == who and e.bearer != who and (e.sustained or e.upkeep))
