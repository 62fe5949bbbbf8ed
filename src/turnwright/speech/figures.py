"""Figures of events beyond their own fields: what a sentence wants to say and the event does not hold by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from turnwright.engine.base import Event, open_question
from turnwright.engine.events import (
    ConditionSet,
    ConditionTurned,
    Ordered,
    Placed,
    PoolSet,
    RefillLowered,
    Renamed,
    Ruled,
    TieBroken,
    ToldApart,
    TopSet,
)
from turnwright.engine.happenings import Answered, Asked, PhaseBegan, TurnEnded, TurnUp
from turnwright.engine.lasting import EffectBit, EffectsOrdered
from turnwright.engine.lives import Shown, health, is_life, life_shown
from turnwright.engine.mechanics.bag import TokenDrawn, TokensPut
from turnwright.engine.mechanics.lives import LifeShown
from turnwright.engine.mechanics.prepared import MadeReady
from turnwright.engine.mechanics.rests import RestEnded
from turnwright.engine.mechanics.tracks import TrackRemoved
from turnwright.engine.play import GM
from turnwright.engine.sheet import known_max
from turnwright.engine.state import Entry, State, Wait
from turnwright.engine.tracking import tracks
from turnwright.engine.waiting import Waited
from turnwright.formula import is_name, show_number
from turnwright.speech.asking import item_text, question_text
from turnwright.speech.refusing import reason
from turnwright.speech.sheets import contingency, health_text
from turnwright.speech.voice import Voice

Figures = Mapping[str, object]


class Derived(NamedTuple):
    """The names of further figures, and the function that gives them; None where the event is not worth a line."""

    names: tuple[str, ...]
    give: Callable[[Voice, State, Any], Figures | None]


def _pool(voice: Voice, before: State, event: PoolSet) -> Figures | None:
    how = _life(voice, event)
    if how != "numbers":
        # Of what goes before the vital pool no word says anything.
        if how == "nothing" or event.pool in voice.rules.guards.get(voice.rules.vital, ()):
            return None
        why = "loss-unseen" if event.value < event.was else "gain-unseen" if event.value > event.was else "unseen"
        word = health(voice.rules, voice.state, event.who)
        return {"why": why, "value": None, "was": None, "over": None, "health": health_text(voice, word)}
    most = known_max(voice.rules, voice.state, event.who, event.pool)
    lost, gained = (
        voice.counted(show_number(n), event.pool) for n in (event.was - event.value, event.value - event.was)
    )
    return {"most": most, "lost": lost, "gained": gained}


def _life(voice: Voice, event: PoolSet | TopSet | RefillLowered) -> Shown:
    """How whoever is spoken to is shown this pool."""
    return life_shown(voice.state, voice.viewer, event.who) if is_life(voice.rules, event.pool) else "numbers"


def _life_shown(voice: Voice, before: State, event: LifeShown) -> Figures:
    return {"pool": voice.label(voice.rules.vital or "hp")}


def _top(voice: Voice, before: State, event: TopSet) -> Figures | None:
    return {} if _life(voice, event) == "numbers" else None


def _bit(voice: Voice, before: State, event: EffectBit) -> Figures:
    unseen = life_shown(voice.state, voice.viewer, event.bearer) != "numbers"
    return {"by": None, "dice": ()} if unseen and any(is_life(voice.rules, pool) for pool in event.by) else {}


def _ordered(voice: Voice, before: State, event: Ordered) -> Figures:
    entries = voice.state.entries
    there = (entries[entry] for entry in event.order if voice.knows(entry))
    return {
        "places": voice.listed(_place(entry) for entry in there if not entry.gone),
        "missed": voice.listed(entries[entry].name for entry in event.missed if voice.knows(entry)),
    }


def _place(entry: Entry) -> str:
    shown = entry.rank if entry.rank is not None else entry.score
    # Apart from the score by a sign, since names may end in a number.
    return f"{entry.name} ({show_number(shown)})" if shown is not None else entry.name


def _tie(voice: Voice, before: State, event: TieBroken | ToldApart) -> Figures | None:
    entry = voice.state.entries[event.entry]
    chain = voice.rules.chain
    depth = len(event.keys) - 1
    tie = chain[depth] if 0 <= depth < len(chain) else None
    if tie is not None and tie.mixed and len(_sides(voice.state, event.among)) < 2:
        return None  # What counts only between sides tells nobody of one side apart.
    by = tie.by.text if tie is not None and tie.by is not None else ""
    if tie is not None and not is_name(by):
        by = tie.about
    key = event.keys[-1] if event.keys else ()
    return {
        "score": entry.score,
        "by": voice.label(by),
        "key": voice.listed(map(show_number, key)),
    }


def _sides(state: State, entries: Iterable[str]) -> set[str]:
    return {state.combatants[who].side for entry in entries for who in state.entries[entry].members}


def _waited(voice: Voice, before: State, event: Waited) -> Figures:
    return {"moment": _moment(voice, event.wait)}


def _moment(voice: Voice, wait: Wait) -> str:
    """Until when somebody waits, where that was named."""
    until = "event" if wait.until == "event" and wait.trigger else wait.until
    figures = {"value": wait.value, "target": wait.target, "event": wait.trigger}
    return voice.say("moment", until, figures) if voice.catalogue.has("moment", until) else ""


def _ready(voice: Voice, before: State, event: MadeReady) -> Figures:
    return {"contingency": contingency(voice, event.wait), "moment": _moment(voice, event.wait)}


def _phase(voice: Voice, before: State, event: PhaseBegan) -> Figures | None:
    return {} if len(voice.rules.ruleset.round.phases) > 1 else None


def _asked(voice: Voice, before: State, event: Asked) -> Figures:
    return {"question": question_text(voice, event.ask, {})}


def _answered(voice: Voice, before: State, event: Answered) -> Figures:
    said = voice.listed(_token(voice, item) or item_text(voice, item) for item in event.answer)
    question = open_question(before)
    parts = question.ask.parts if question is not None and event.by == GM else ()
    asked = (who for part in parts if part.key == event.part for who in part.to if who != GM and voice.knows(who))
    return {"said": said, "whom": voice.names(asked)}


def _token(voice: Voice, item: str) -> str:
    """The token of a side as it is spoken of; empty for anything else."""
    word, _, side = item.partition(" ")
    there = {who.side for who in voice.state.combatants.values()}
    return voice.say("word", "side's token", {"side": side}) if word == "side" and side in there else ""


def _bag(voice: Voice, before: State, event: TokenDrawn | TokensPut) -> Figures:
    return {"drawn": _token(voice, event.token) or event.token}


def _rested(voice: Voice, before: State, event: RestEnded) -> Figures:
    return {"counts": event.came_to if event.came_to != event.kind else ""}


def _lowered(voice: Voice, before: State, event: RefillLowered) -> Figures | None:
    # That the refill has been lowered is told by the refill.
    shown = event.by and _life(voice, event) == "numbers"
    return {"less": voice.counted(show_number(event.by), event.pool)} if shown else None


def _ruled(voice: Voice, before: State, event: Ruled) -> Figures | None:
    named = (c.id for c in voice.state.combatants.values() if c.name == event.data.get("name"))
    if (
        is_life(voice.rules, event.data.get("pool", ""))
        and life_shown(voice.state, voice.viewer, next(named, "")) != "numbers"
    ):
        return None
    return {"refused": reason(voice, event.code, event.data)}


def _renamed(voice: Voice, before: State, event: Renamed) -> Figures:
    return {"was": before.combatants[event.who].name}


def _placed(voice: Voice, before: State, event: Placed) -> Figures:
    """Between whom somebody stands now: those who are still there, and whom the hearer knows."""
    entries, order = voice.state.entries, voice.state.order
    there = [e for e in order if e == event.entry or (not entries[e].gone and voice.knows(e))]
    at = there.index(event.entry)
    below = entries[there[at + 1]].name if at + 1 < len(there) else ""
    return {"after": there[at - 1] if at else "", "before": below}


def _turn(voice: Voice, before: State, event: TurnUp | TurnEnded) -> Figures:
    """Who acts in a turn: whoever was called in the place of its owner, where it is taken over."""
    entry = before.entries[event.entry]
    actor = entry.actor if entry.actor and voice.knows(entry.actor) else ""
    return {"actor": actor or event.entry, "owner": event.entry if actor else ""}


def _effects_ordered(voice: Voice, before: State, event: EffectsOrdered) -> Figures | None:
    """Effects by name, with whom they are on where others are called so; of those that all do the same, no order is
    worth a line."""
    effects = [voice.state.effects[id] for id in event.effects]
    deeds = [(e.name, e.value, e.does, e.gives, e.changes) for e in effects]
    if all(deed == deeds[0] for deed in deeds):
        return None
    return {"order": voice.listed(item_text(voice, effect.id) for effect in effects)}


def _condition(voice: Voice, before: State, event: ConditionSet | ConditionTurned) -> Figures | None:
    # What ends with somebody's leaving is told by that.
    return None if not event.on and before.combatants[event.who].gone else {}


def _taken_away(voice: Voice, before: State, event: TrackRemoved) -> Figures:
    return {"title": tracks(before)[event.track].title}


DERIVED: dict[type[Event], Derived] = {
    PoolSet: Derived(("most", "lost", "gained", "health"), _pool),
    TopSet: Derived((), _top),
    LifeShown: Derived(("pool",), _life_shown),
    EffectBit: Derived((), _bit),
    Ordered: Derived(("places",), _ordered),
    TieBroken: Derived(("score", "by", "key"), _tie),
    ToldApart: Derived(("by", "key"), _tie),
    Waited: Derived(("moment",), _waited),
    MadeReady: Derived(("contingency", "moment"), _ready),
    TurnUp: Derived(("actor", "owner"), _turn),
    TurnEnded: Derived(("actor", "owner"), _turn),
    EffectsOrdered: Derived(("order",), _effects_ordered),
    PhaseBegan: Derived((), _phase),
    ConditionSet: Derived((), _condition),
    ConditionTurned: Derived((), _condition),
    Asked: Derived(("question",), _asked),
    Answered: Derived(("said", "whom"), _answered),
    Ruled: Derived(("refused",), _ruled),
    Renamed: Derived(("was",), _renamed),
    Placed: Derived(("before",), _placed),
    TrackRemoved: Derived(("title",), _taken_away),
    TokenDrawn: Derived(("drawn",), _bag),
    TokensPut: Derived(("drawn",), _bag),
    RefillLowered: Derived(("less",), _lowered),
    RestEnded: Derived(("counts",), _rested),
}
"""What each kind of event adds. A kind that is not listed has its fields, and their parts, as figures."""
