"""What a scenario can expect: for each word, how to read what it wants and what is there.

Every check gives None, or the two sides as a person reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol

from turnwright.engine import Encounter, choices
from turnwright.engine.base import Refused, open_question
from turnwright.engine.clock import story_time
from turnwright.engine.formations import formation_now
from turnwright.engine.frames import Turn, turn_in
from turnwright.engine.objects import objects
from turnwright.engine.scening import scene_on
from turnwright.engine.sheet import conditions, dial, known_max, stat
from turnwright.engine.state import IN_RESERVE, Combatant, Entry
from turnwright.engine.tracking import tracks
from turnwright.engine.turns import acting
from turnwright.formula import Number, read_number, show_number
from turnwright.rules.nearest import did_you_mean, fold
from turnwright.rules.tree import Mapping, Node, Scalar, Sequence
from turnwright.rules.words.time import SpanError, read_span, show_span
from turnwright.speech import question, unparse


class Mismatch(NamedTuple):
    """What was wanted and what is there."""

    wanted: str
    there: str


class Stage(Protocol):
    """What a check may look at."""

    encounter: Encounter
    lines: list[str]
    last: str


Check = Callable[[Stage, Node], Mismatch | None]
Words = Callable[[Stage, Combatant], Iterator[tuple[str, str]]]


def _texts(node: Node) -> list[str]:
    items = node.items if isinstance(node, Sequence) else (node,)
    return [item.text for item in items if isinstance(item, Scalar) and not item.nothing]


def _entries(node: Node) -> dict[str, Node]:
    return {key.text: item for key, item in node.entries} if isinstance(node, Mapping) else {}


def _number(text: str) -> Number | None:
    try:
        return read_number(text)
    except ValueError:
        return None


def _same(wanted: list[str], there: list[str], empty: str = "nobody") -> Mismatch | None:
    if wanted == there:
        return None
    return Mismatch(", ".join(wanted) or empty, ", ".join(there) or empty)


def _one(wanted: str, there: str) -> Mismatch | None:
    wanted = "" if wanted in ("none", "nobody") else wanted
    return None if wanted == there else Mismatch(wanted or "none", there or "none")


def _equal(wanted: str, there: Number | None) -> Mismatch | None:
    if there is None:
        return None if wanted in ("", "none") else Mismatch(wanted, "none")
    return None if _number(wanted) == there else Mismatch(wanted or "none", show_number(there))


def _unknown(what: str, known: Iterable[str], word: str) -> Mismatch:
    hint = did_you_mean(word, known)
    return Mismatch(f"a {what} that there is", f"no {what} of that name{f' — {hint}' if hint else ''}")


def shown_order(stage: Stage) -> list[str]:
    """The names of the entries in their order, without those that have left."""
    state = stage.encounter.state
    return [state.entries[e].name for e in state.order if not state.entries[e].gone]


def active_name(encounter: Encounter) -> str:
    """The name of whoever's turn is on, or nothing."""
    turn = turn_in(encounter.state.agenda)
    if turn is None:
        return ""
    entry = encounter.state.entries[turn.entry]
    actor = turn.actor or entry.actor
    return encounter.state.combatants[actor].name if actor else entry.name


def _order(stage: Stage, node: Node) -> Mismatch | None:
    return _same(_texts(node), shown_order(stage))


def _active(stage: Stage, node: Node) -> Mismatch | None:
    return _one("".join(_texts(node)), active_name(stage.encounter))


def _round(stage: Stage, node: Node) -> Mismatch | None:
    return _equal("".join(_texts(node)), stage.encounter.state.round)


def _phase(stage: Stage, node: Node) -> Mismatch | None:
    return _one("".join(_texts(node)), stage.encounter.state.phase)


def _step(stage: Stage, node: Node) -> Mismatch | None:
    there = ""
    for frame in stage.encounter.state.agenda:
        if isinstance(frame, Turn):
            steps = stage.encounter.rules.steps
            there = "up" if not frame.begun else steps[frame.at].name if frame.at < len(steps) else "over"
    return _one("".join(_texts(node)), there)


def _who(stage: Stage, name: str) -> Combatant | None:
    return next((c for c in stage.encounter.state.combatants.values() if c.name == name), None)


def _entry(stage: Stage, name: str) -> Entry | None:
    return next((e for e in stage.encounter.state.entries.values() if e.name == name and not e.gone), None)


def _each(node: Node, check: Callable[[str, Node], Mismatch | None]) -> Mismatch | None:
    for name, wanted in _entries(node).items():
        mismatch = check(name, wanted)
        if mismatch is not None:
            return Mismatch(f"{name}: {mismatch.wanted}", f"{name}: {mismatch.there}")
    return None if isinstance(node, Mapping) else Mismatch("names with values", "something else")


def _of_combatant(look: Callable[[Stage, Combatant, str, str], Mismatch | None], what: str, words: Words) -> Check:
    """A check of several values of several combatants: ``{Milli: {action: 1, hp: 12}}``.

    ``words`` are the names that can stand there, each with its key: whoever mistypes one is told so.
    """

    def check(stage: Stage, node: Node) -> Mismatch | None:
        def one(name: str, wanted: Node) -> Mismatch | None:
            who = _who(stage, name)
            if who is None:
                return Mismatch("somebody of that name", "nobody")
            known = {fold(word): key for word, key in words(stage, who)}
            for word, value in _entries(wanted).items():
                key = known.get(fold(word))
                text = "".join(_texts(value))
                mismatch = look(stage, who, key, text) if key else _unknown(what, known, word)
                if mismatch is not None:
                    return Mismatch(f"{word} {mismatch.wanted}", f"{word} {mismatch.there}")
            return None if isinstance(wanted, Mapping) else Mismatch("values by name", "something else")

        return _each(node, one)

    return check


def _pools(stage: Stage, who: Combatant) -> Iterator[tuple[str, str]]:
    """Pools by their labels, and by name, which counts where a label is the same."""
    words = stage.encounter.rules.pools
    yield from ((word.label, name) for name, word in words.items() if word.label)
    yield from ((name, name) for name in (*words, *who.pools))


def _stats(stage: Stage, who: Combatant) -> Iterator[tuple[str, str]]:
    return ((name, name) for name in (*stage.encounter.rules.stats, *who.stats))


def _traits(stage: Stage, who: Combatant) -> Iterator[tuple[str, str]]:
    return ((name, name) for name in (*stage.encounter.rules.traits, *who.traits))


def _items(stage: Stage, who: Combatant) -> Iterator[tuple[str, str]]:
    return ((name, name) for name in (*stage.encounter.rules.ruleset.items, *who.items))


def _pool(stage: Stage, who: Combatant, key: str, wanted: str) -> Mismatch | None:
    now, slash, most = wanted.partition("/")
    mismatch = _equal(now, who.pools.get(key))
    if mismatch is None and slash:
        mismatch = _equal(most, known_max(stage.encounter.rules, stage.encounter.state, who.id, key))
    return mismatch


def _stat(stage: Stage, who: Combatant, key: str, wanted: str) -> Mismatch | None:
    try:
        there = stat(stage.encounter.rules, stage.encounter.state, who.id, key)
    except Refused:
        there = None
    return _equal(wanted, there)


def _trait(stage: Stage, who: Combatant, key: str, wanted: str) -> Mismatch | None:
    word = stage.encounter.rules.traits.get(key)
    return _one(wanted, who.traits.get(key, word.start if word else ""))


def _item(stage: Stage, who: Combatant, key: str, wanted: str) -> Mismatch | None:
    return _equal(wanted, who.items.get(key))


def _lists(look: Callable[[Stage, Combatant], list[str]]) -> Check:
    """A check of a list of words for several combatants: ``{Milli: [poison, bless]}``, in any order."""

    def check(stage: Stage, node: Node) -> Mismatch | None:
        def one(name: str, wanted: Node) -> Mismatch | None:
            who = _who(stage, name)
            if who is None:
                return Mismatch("somebody of that name", "nobody")
            return _same(sorted(_texts(wanted)), sorted(look(stage, who)), "none")

        return _each(node, one)

    return check


def _effects(stage: Stage, who: Combatant) -> list[str]:
    return [e.name for e in stage.encounter.state.effects.values() if e.bearer == who.id]


def _conditions(stage: Stage, who: Combatant) -> list[str]:
    return list(conditions(stage.encounter.rules, stage.encounter.state, who.id))


def _offered(stage: Stage, who: Combatant) -> list[str]:
    encounter = stage.encounter
    found = choices(encounter.rules, encounter.state, frozenset({who.id}))
    return [unparse(encounter.rules, encounter.state, c.command) for c in found if c.barred is None]


def _offers(stage: Stage, node: Node) -> Mismatch | None:
    """Words that somebody's choices must hold, whatever else they hold."""

    def one(name: str, wanted: Node) -> Mismatch | None:
        who = _who(stage, name)
        if who is None:
            return Mismatch("somebody of that name", "nobody")
        there = _offered(stage, who)
        lacking = [text for text in _texts(wanted) if not any(text in offer for offer in there)]
        return Mismatch(", ".join(lacking), ", ".join(there) or "none") if lacking else None

    return _each(node, one)


def _scores(stage: Stage, node: Node) -> Mismatch | None:
    def one(name: str, wanted: Node) -> Mismatch | None:
        entry = _entry(stage, name)
        return _equal("".join(_texts(wanted)), entry.score if entry else None)

    return _each(node, one)


def _ranks(stage: Stage, node: Node) -> Mismatch | None:
    def one(name: str, wanted: Node) -> Mismatch | None:
        entry = _entry(stage, name)
        rank = (entry.rank if entry.rank is not None else entry.score) if entry else None
        return _equal("".join(_texts(wanted)), rank)

    return _each(node, one)


def _waiting(stage: Stage, node: Node) -> Mismatch | None:
    there = [e.name for e in stage.encounter.state.entries.values() if e.wait is not None]
    return _same(sorted(_texts(node)), sorted(there))


def _granted(stage: Stage, node: Node) -> Mismatch | None:
    """The turns beside their own that people may still take in this round."""

    def one(name: str, wanted: Node) -> Mismatch | None:
        entry = _entry(stage, name)
        return _same(sorted(_texts(wanted)), sorted(entry.granted if entry else ()), "none")

    return _each(node, one)


def _objects(stage: Stage, node: Node) -> Mismatch | None:
    """How far people have come with objects of the scene: ``{drawbridge: 1/3, lever: done}``."""
    there = objects(stage.encounter.state)

    def one(name: str, wanted: Node) -> Mismatch | None:
        thing = there.get(name)
        if thing is None:
            return _one("".join(_texts(wanted)), "")
        return _one("".join(_texts(wanted)), "done" if thing.resolved else f"{thing.steps}/{thing.turns}")

    return _each(node, one)


def _clock(stage: Stage, node: Node) -> Mismatch | None:
    """The story time since the beginning: ``30-60 s``, ``1 week``."""
    wanted, (low, high) = "".join(_texts(node)), story_time(stage.encounter.rules, stage.encounter.state)
    try:
        span = read_span(wanted)
    except SpanError:
        span = None
    return None if span is not None and (span.low, span.high) == (low, high) else Mismatch(wanted, show_span(low, high))


def _mode(stage: Stage, node: Node) -> Mismatch | None:
    """The mode of the scene that is on, or ``none`` between scenes."""
    scene = scene_on(stage.encounter.state)
    return _one("".join(_texts(node)), scene.mode if scene else "")


def _tracks(stage: Stage, node: Node) -> Mismatch | None:
    """How far tracks have come: ``{The sword: 6/8}``; once judged ``9/8 success``."""
    there = {track.title: track for track in tracks(stage.encounter.state).values()}

    def one(title: str, wanted: Node) -> Mismatch | None:
        track = there.get(title)
        if track is None:
            return _one("".join(_texts(wanted)), "")
        stands = f"{show_number(track.tally)}/{show_number(track.goal)} {track.outcome}".rstrip()
        return _one("".join(_texts(wanted)), stands)

    return _each(node, one)


def _dials(stage: Stage, node: Node) -> Mismatch | None:
    """What dials stand at: ``{escalation: 2}``."""
    rules, state = stage.encounter.rules, stage.encounter.state

    def one(name: str, wanted: Node) -> Mismatch | None:
        if name not in rules.ruleset.dials:
            return _unknown("dial", rules.ruleset.dials, name)
        return _equal("".join(_texts(wanted)), dial(rules, state, name))

    return _each(node, one)


def _formation(stage: Stage, node: Node) -> Mismatch | None:
    """The name of the formation in force, or ``none``."""
    return _one("".join(_texts(node)), formation_now(stage.encounter.rules, stage.encounter.state))


def _acted(stage: Stage, node: Node) -> Mismatch | None:
    state = stage.encounter.state
    there = [e.name for e in state.entries.values() if e.acted == state.cycle and not e.gone]
    return _same(sorted(_texts(node)), sorted(there))


def _question(stage: Stage, node: Node) -> Mismatch | None:
    """The code of the open question, a phrase of it, or ``none``."""
    wanted = "".join(_texts(node))
    found = open_question(stage.encounter.state)
    if found is None:
        return None if wanted in ("", "none") else Mismatch(wanted, "no question")
    sentence = question(stage.encounter.rules, stage.encounter.state)
    if wanted and (wanted == found.ask.code or wanted.casefold() in sentence.casefold()):
        return None
    return Mismatch(wanted or "no question", f"{sentence} ({found.ask.code})")


def _asked(stage: Stage, node: Node) -> Mismatch | None:
    """Who has yet to answer the open question: names, and ``gm``."""
    state = stage.encounter.state
    found = open_question(state)
    there: dict[str, None] = {}
    if found is not None:
        for part in found.ask.parts:
            open_to = [who for who in part.to if who not in found.given.get(part.key, {})]
            if "gm" not in found.given.get(part.key, {}):
                there.update(dict.fromkeys(state.combatants[w].name if w in state.combatants else w for w in open_to))
    return _same(sorted(_texts(node)), sorted(there))


def _members(stage: Stage, node: Node) -> Mismatch | None:
    """Who acts in the turn that is on."""
    state = stage.encounter.state
    turn = turn_in(state.agenda)
    if turn is None:
        return _same(_texts(node), [])
    return _same(sorted(_texts(node)), sorted(state.combatants[who].name for who in acting(state, turn)))


def _log(stage: Stage, node: Node) -> Mismatch | None:
    """Phrases that lines of the log hold, in this order, since the step before the last."""
    at = 0
    for phrase in _texts(node):
        while at < len(stage.lines) and phrase.casefold() not in stage.lines[at].casefold():
            at += 1
        if at == len(stage.lines):
            return Mismatch(phrase, "\n".join(stage.lines) or "nothing was logged")
        at += 1
    return None


def _refs(stage: Stage, node: Node) -> Mismatch | None:
    """Rule ids that the last command's events carry, whatever else they carry."""
    history = stage.encounter.history
    there = {event.ref for event in history[-1].events if event.ref} if history else set()
    lacking = [ref for ref in _texts(node) if ref not in there]
    return Mismatch(", ".join(lacking), ", ".join(sorted(there)) or "no rule") if lacking else None


def _why(stage: Stage, node: Node) -> Mismatch | None:
    """A phrase of what ``why`` says of the last thing."""
    from turnwright.speech import why

    said = why(stage.encounter.rules, stage.encounter)
    return (
        None
        if all(text.casefold() in said.casefold() for text in _texts(node))
        else Mismatch(", ".join(_texts(node)), said)
    )


def _gone(stage: Stage, node: Node) -> Mismatch | None:
    """Who has left; those who only wait to be called have not."""
    there = [c.name for c in stage.encounter.state.combatants.values() if c.gone not in ("", IN_RESERVE)]
    return _same(sorted(_texts(node)), sorted(there))


def _hidden(stage: Stage, node: Node) -> Mismatch | None:
    there = [c.name for c in stage.encounter.state.combatants.values() if c.hidden and not c.gone]
    return _same(sorted(_texts(node)), sorted(there))


def _over(stage: Stage, node: Node) -> Mismatch | None:
    """Whether the scene is over, or the whole encounter."""
    state = stage.encounter.state
    there = "yes" if state.closed or (state.scene is not None and state.scene.over) else "no"
    wanted = "".join(_texts(node))
    return _one({"true": "yes", "false": "no"}.get(wanted, wanted), there)


KEYS: dict[str, Check] = {
    "order": _order,
    "active": _active,
    "acting": _members,
    "round": _round,
    "phase": _phase,
    "step": _step,
    "pools": _of_combatant(_pool, "pool", _pools),
    "stats": _of_combatant(_stat, "stat", _stats),
    "traits": _of_combatant(_trait, "trait", _traits),
    "items": _of_combatant(_item, "item", _items),
    "effects": _lists(_effects),
    "conditions": _lists(_conditions),
    "offers": _offers,
    "scores": _scores,
    "ranks": _ranks,
    "waiting": _waiting,
    "granted": _granted,
    "formation": _formation,
    "objects": _objects,
    "clock": _clock,
    "mode": _mode,
    "tracks": _tracks,
    "dials": _dials,
    "acted": _acted,
    "question": _question,
    "asked": _asked,
    "log": _log,
    "refs": _refs,
    "why": _why,
    "gone": _gone,
    "hidden": _hidden,
    "over": _over,
}
"""Every word that can be expected."""
