"""The verbs, one file per group of them. ``TOPICS`` is the one place that names them all.

To add verbs, write a file here with a tuple ``VERBS`` and name it below, under a topic; say what each is for in the
``[help]`` table of a file in every language's catalogue (``texts/``). Verbs that the ruleset names (its actions, its
pools) come from a function ``named(line)``, and the words for their commands from a table ``NAMED_WRITES``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from turnwright.speech.verb import Verb
from turnwright.speech.verbs import (
    actions,
    battle,
    cast,
    desk,
    effects,
    flow,
    groups,
    history,
    notes,
    numbers,
    objects,
    order,
    orders,
    prepared,
    questions,
    reacting,
    resting,
    scenes,
    ties,
    tracks,
    waits,
)
from turnwright.speech.writer import Writer

TOPICS: dict[str, tuple[Verb, ...]] = {
    "people": (*cast.VERBS, *notes.VERBS, *desk.VERBS),
    "initiative": (*order.VERBS, *ties.VERBS),
    "turns": (*flow.VERBS, *orders.VERBS, *groups.VERBS),
    "waiting": (*waits.VERBS, *prepared.VERBS),
    "numbers": numbers.VERBS,
    "effects": effects.VERBS,
    "acting": (*actions.VERBS, *reacting.VERBS, *objects.VERBS),
    "battle": battle.VERBS,
    "story": (*scenes.VERBS, *resting.VERBS, *tracks.VERBS),
    "log": (*questions.VERBS, *history.VERBS),
}
"""The verbs by what they are about, as help lists them."""

VERBS: tuple[Verb, ...] = tuple(verb for verbs in TOPICS.values() for verb in verbs)

NAMED = (actions.named, reacting.named, objects.named, waits.named, prepared.named, numbers.named)
"""Functions that give the verbs which the ruleset, or somebody's sheet, names."""

NAMED_WRITES: tuple[Mapping[Any, Callable[[Writer, Any], str | None]], ...] = (
    actions.NAMED_WRITES,
    reacting.NAMED_WRITES,
    objects.NAMED_WRITES,
    waits.NAMED_WRITES,
    prepared.NAMED_WRITES,
    numbers.NAMED_WRITES,
)
"""How commands given by such verbs are written."""
