"""What a player hears of the log: their lines, each when they may know of it."""

from __future__ import annotations

from msgspec.structs import replace

from turnwright.engine.compiled import Rules
from turnwright.engine.happenings import TurnEnded
from turnwright.engine.history import Encounter, Record
from turnwright.engine.state import State
from turnwright.engine.veil import VeilDrawn, VeilLifted, viewer_keys
from turnwright.speech.catalogue import LANGUAGE
from turnwright.speech.telling import silent, tell


def heard(encounter: Encounter, viewer: frozenset[str], language: str = LANGUAGE) -> tuple[tuple[str, ...], ...]:
    """The lines of an encounter's log that its viewer has heard by now, those of one command together.

    What led to a hidden one's doings is heard when the fight comes to something visible again, after what was heard at
    once meanwhile (SEM-22).
    """
    told: list[tuple[str, ...]] = []
    kept: list[tuple[str, ...]] = []
    for before, record in encounter.walk():
        rules = encounter.rules_of(before, record)
        lines = tell(rules, before, record, language, viewer)
        if _is_kept_back(rules, before, record, viewer):
            kept.append(lines)
            continue
        keys = viewer_keys(rules, before, viewer)
        if any(isinstance(event, VeilLifted) and keys & {*event.of} for event in record.events):
            told += kept
            kept = []
        told.append(lines)
    return tuple(lines for lines in told if lines)


def answer_to(
    rules: Rules, before: State, record: Record, viewer: frozenset[str], language: str = LANGUAGE
) -> tuple[str, ...]:
    """What the player who gave a command is told at once: all of it, or as far as the end of the turn where what comes
    then is kept back."""
    if _is_kept_back(rules, before, record, viewer):
        ends = (at for at, event in enumerate(record.events, start=1) if isinstance(event, TurnEnded))
        record = replace(record, events=record.events[: next(ends, len(record.events))])
    return tell(rules, before, record, language, viewer) or (silent(rules, before, record, language, viewer),)


def _is_kept_back(rules: Rules, before: State, record: Record, viewer: frozenset[str]) -> bool:
    return any(
        isinstance(event, VeilDrawn) and viewer_keys(rules, before, viewer) <= {*event.of} for event in record.events
    )
