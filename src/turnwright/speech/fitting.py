"""Which words of the table a game has a use for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from turnwright.rules.words import Ruleset
from turnwright.rules.words.effects import Concentration
from turnwright.speech.verb import Verb


def fits(verb: Verb, ruleset: Ruleset) -> bool:
    """Whether a word of the table means anything in this game; one that fits nowhere else fits everywhere."""
    return _WITH.get(verb.word, _always)(ruleset)


def _always(ruleset: Ruleset) -> bool:
    return True


def _ordered(*orders: str) -> Callable[[Ruleset], bool]:
    return lambda ruleset: any(mode.order in orders for mode in ruleset.modes.values())


def _concentrates(ruleset: Ruleset) -> bool:
    return ruleset.concentration != Concentration() or any(word.sustained for word in ruleset.effects.values())


def _prepares(ruleset: Ruleset) -> bool:
    return any(word.prepared for word in ruleset.waits.values())


def _answers(ruleset: Ruleset) -> bool:
    return bool(ruleset.reactions or ruleset.triggers) or _prepares(ruleset)


def _rolls_off(ruleset: Ruleset) -> bool:
    return any(tie.roll is not None or tie.roll_off is not None for tie in ruleset.initiative.ties)


_WITH: Mapping[str, Callable[[Ruleset], bool]] = {
    "deal": lambda ruleset: ruleset.initiative.cards is not None,
    "tokens": _ordered("bag"),
    "hand": _ordered("elect"),
    "take": lambda ruleset: any(mode.order != "list" for mode in ruleset.modes.values()),
    "mode": lambda ruleset: len(ruleset.modes) > 1,
    "declare": lambda ruleset: bool(ruleset.declarations),
    "interrupt": lambda ruleset: any(word.interrupts.how != "no" for word in ruleset.waits.values()),
    "delay": lambda ruleset: bool(ruleset.waits),
    "enter": lambda ruleset: bool(ruleset.waits or ruleset.extras),
    "prepare": _prepares,
    "fire": _prepares,
    "surprise": lambda ruleset: ruleset.surprise is not None,
    "react": lambda ruleset: bool(ruleset.reactions),
    "alwayspass": lambda ruleset: bool(ruleset.reactions),
    "trigger": _answers,
    "resolve": _answers,
    "spoil": _answers,
    "choose": lambda ruleset: any(side.sets for phase in ruleset.phases.values() for side in phase.choices.values()),
    "formation": lambda ruleset: ruleset.formations is not None,
    "confirm": lambda ruleset: ruleset.formations is not None,
    "ambush": lambda ruleset: ruleset.first_strike is not None,
    "grant": lambda ruleset: bool(ruleset.extras),
    "object": lambda ruleset: bool(ruleset.tasks),
    "rolloff": _rolls_off,
    "letgo": _concentrates,
    "holdon": _concentrates,
    "rest": lambda ruleset: bool(ruleset.rests),
    "resting": lambda ruleset: bool(ruleset.rests),
    "track": lambda ruleset: bool(ruleset.tracks),
    "advance": lambda ruleset: bool(ruleset.tracks),
    "dial": lambda ruleset: bool(ruleset.dials),
    "spend": lambda ruleset: bool(ruleset.dials),
    "place": lambda ruleset: bool(ruleset.places),
}
"""By word, what a game needs to have for it; the others are of use in every game."""
