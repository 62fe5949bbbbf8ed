"""Why one stands before another in the order: only what was decided counts, and what is yet to be found is told so."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from turnwright.engine.events import Ordered, Placed, TieBroken
from turnwright.engine.history import Encounter
from turnwright.engine.play import looking
from turnwright.engine.ranking import ahead, unrolled
from turnwright.engine.standing import order_stands, to_be_placed
from turnwright.engine.state import Entry
from turnwright.formula import Number, show_number
from turnwright.speech.pending import going_on
from turnwright.speech.voice import Voice

BY_HAND = "tie"
"""Why an order is stated that changes the places of those tied only: all others stay where they were put."""


class Reason(NamedTuple):
    """Why one of two neighbours stands before the other: which reason it is, and the whole sentence."""

    between: tuple[str, str]
    key: str
    text: str
    tied: bool


def not_found(voice: Voice) -> str:
    """That the order is not found yet, and what it waits for; empty while it stands."""
    rules, state = voice.rules, voice.state
    play = looking(rules, state)
    if order_stands(play):
        return ""
    scene = state.scene
    if scene is not None and scene.over:
        return voice.say("why", "over")
    modes = rules.ruleset.modes
    mode = scene.mode if scene is not None else next(iter(modes))
    if mode in modes and not rules.orders[modes[mode].order].ranked:
        return voice.say("why", "unordered", {"mode": mode})
    going = going_on(voice)
    if going:
        return voice.say("why", "waits", {"going": going})
    missing = voice.listed(entry.name for entry in unrolled(play))
    key = "missing" if missing else "start" if scene is None else "later"
    return voice.say("why", key, {"names": missing})


def to_come(voice: Voice) -> Iterator[str]:
    """Those who have a new score and have yet to be given the place that goes with it."""
    waiting = to_be_placed(voice.state)
    for entry in voice.state.order:
        if entry in waiting:
            yield voice.say("why", "to come", {"who": entry, "going": going_on(voice)})


def standing(voice: Voice, encounter: Encounter) -> Iterator[Reason]:
    """Why those who stand in the order do so, each neighbour before the next."""
    state = voice.state
    waiting = to_be_placed(state)
    entries = [state.entries[e] for e in state.order if e not in waiting and not state.entries[e].gone]
    for first, second in pairwise(entries):
        key, said, ref = _reason(voice, encounter, first, second)
        text = voice.say("why", "order", {"first": first.name, "second": second.name, "reason": said})
        tied = first.score is not None and first.score == second.score
        yield Reason((first.id, second.id), key, f"{text} — {ref}" if ref else text, tied)


Told = tuple[str, str, str]
"""A reason: which, its sentence, and its rule."""


def _reason(voice: Voice, encounter: Encounter, first: Entry, second: Entry) -> Told:
    """Why one stands before another, and by which rule: scores, what broke a tie, or a place taken otherwise."""
    found = None
    if first.score is not None and second.score is not None:
        found = _by_score(voice, encounter, first, second, first.score, second.score)
    if found is not None:
        return found
    placed = _placed(encounter, first, second)
    if placed is not None:
        key = f"placed.{placed.why}" if voice.catalogue.has("why", f"placed.{placed.why}") else "placed.other"
        return "placed", voice.say("why", key, {"who": placed.entry, "why": placed.why}), placed.ref
    if first.score is not None and second.score is None:
        return "no score", voice.say("why", "no score", {"who": second.name}), ""
    level = first.score == second.score and (first.keys, first.by_hand) == (second.keys, second.by_hand)
    key = "stood" if not level else "level" if first.score is not None else "unscored"
    return key, voice.say("why", key), ""


def _by_score(
    voice: Voice, encounter: Encounter, first: Entry, second: Entry, mine: Number, other: Number
) -> Told | None:
    """The reason that scores and ties give; None where these say nothing, or the opposite."""
    initiative = voice.rules.ruleset.initiative
    play = looking(voice.rules, voice.state)
    lead = ahead(play, first) - ahead(play, second)
    if lead:
        return ("ahead", voice.say("why", "ahead"), initiative.ahead.rule) if lead > 0 else None
    if mine != other:
        if (mine < other) != (initiative.first == "low"):
            return None
        return "scores", voice.say("why", "scores", {"a": mine, "b": other}), initiative.rule
    figures = {"score": mine}
    if first.by_hand and second.by_hand:
        return ("tied", voice.say("why", "tied.hand", figures), "") if first.by_hand < second.by_hand else None
    if first.loses_ties != second.loses_ties:
        return ("loses", voice.say("why", "tied.loses", figures), "") if second.loses_ties else None
    return _tied(voice, encounter, first, second, mine) if first.keys > second.keys else None


def _tied(voice: Voice, encounter: Encounter, first: Entry, second: Entry, score: Number) -> Told | None:
    chain = voice.rules.chain
    for depth, (a, b) in enumerate(zip(first.keys, second.keys, strict=False)):
        if a == b:
            continue
        event = _broken(encounter, first.id, depth)
        tie = chain[depth] if depth < len(chain) else None
        how = event.how if event is not None else "other"
        key = "" if tie is None else tie.by.text if tie.by else tie.roll.text if tie.roll else tie.side
        figures = {
            "score": score,
            "key": voice.label(key),
            "a": voice.listed(map(show_number, a)),
            "b": voice.listed(map(show_number, b)),
        }
        key = f"tied.{how}" if voice.catalogue.has("why", f"tied.{how}") else "tied.other"
        return "tied", voice.say("why", key, figures), (event.ref if event else "") or (tie.rule if tie else "")
    return None


def _broken(encounter: Encounter, entry: str, depth: int) -> TieBroken | None:
    """The event that gave an entry its key at this depth of the chain."""
    for record in reversed(encounter.history):
        for event in reversed(record.events):
            if isinstance(event, TieBroken) and event.entry == entry and len(event.keys) == depth + 1:
                return event
    return None


def _placed(encounter: Encounter, first: Entry, second: Entry) -> Placed | None:
    """The newest event that put either of two somewhere, since the order was last found as a whole."""
    for record in reversed(encounter.history):
        for event in reversed(record.events):
            if isinstance(event, Placed) and event.entry in (first.id, second.id):
                return event
            if isinstance(event, Ordered) and event.why != BY_HAND:
                return None
    return None
