"""What a player hears of the log: their lines, each when they may know of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from sys import intern
from threading import Lock
from weakref import WeakKeyDictionary

from msgspec import Struct
from msgspec.structs import replace

from turnwright.engine.compiled import Rules
from turnwright.engine.happenings import PhaseEnded, RoundEnded, TurnEnded, TurnSkipped, TurnUp
from turnwright.engine.history import Encounter, Record
from turnwright.engine.machine import evolve
from turnwright.engine.mechanics.slots import SlotIdle, SlotUp
from turnwright.engine.state import State
from turnwright.engine.veil import VeilDrawn, VeilLifted, viewer_keys
from turnwright.engine.waiting import Waited
from turnwright.speech.catalogue import LANGUAGE
from turnwright.speech.telling import alike, silent, tell
from turnwright.speech.voice import Voice


def heard(
    encounter: Encounter, viewer: frozenset[str] | None, count: int = 0, language: str = LANGUAGE
) -> tuple[tuple[str, ...], ...]:
    """The lines of an encounter's log that its viewer (None: the GM) has heard by now, those of one command together:
    of the last ``count`` commands of which there is anything to hear, or of all of them (0).
    """
    return tuple(lines for _, lines in heard_of(encounter, viewer, count, language))


def heard_of(
    encounter: Encounter, viewer: frozenset[str] | None, count: int = 0, language: str = LANGUAGE
) -> tuple[tuple[Record, tuple[str, ...]], ...]:
    """What its viewer has heard of an encounter, as `heard` gives it, each with the record that it tells of.

    What led to a hidden one's doings is heard when the fight comes to something visible again, after what was heard at
    once meanwhile (SEM-22).
    """
    ears = _EARS.setdefault(encounter, {})
    return ears.setdefault((viewer, language), Ear(viewer, language)).heard(encounter, count)


class _Heard(Struct):
    """A record that counts, whether it is kept back or brings what was, and its lines once they were told."""

    record: Record
    kept: bool
    lifts: bool
    lines: tuple[str, ...] | None = None


class Ear:
    """What one viewer has heard of an encounter: each line is told once, when it is first asked for.

    What somebody hears of a record rests on that and on what came before it: it holds as long as the record counts.
    """

    def __init__(self, viewer: frozenset[str] | None, language: str) -> None:
        self.viewer = viewer
        self.language = language
        self._past: list[_Heard] = []
        self._order: list[int] = []
        self._kept: list[int] = []
        self._reached: tuple[int, State] | None = None
        self._last: dict[int, tuple[int, tuple[tuple[Record, tuple[str, ...]], ...]]] = {}
        """What was heard last, by how much of it was asked for, and how much there had been to hear by then."""
        self._lock = Lock()

    def heard(self, encounter: Encounter, count: int) -> tuple[tuple[Record, tuple[str, ...]], ...]:
        """See `heard_of`."""
        with self._lock:
            self._follow(encounter)
            before, found = self._last.get(count, (0, ()))
            told = ((self._past[at].record, self._told(encounter, at)) for at in reversed(self._order[before:]))
            fresh = tuple(islice((one for one in told if one[1]), count or None))[::-1]
            found = (*found, *fresh)[-count:]
            if count:
                self._last[count] = len(self._order), found
        return found

    def _follow(self, encounter: Encounter) -> None:
        """Forget what was undone, and take in what came since."""
        stands = len(self._past)
        while stands and not encounter.stands(stands - 1, self._past[stands - 1].record):
            stands -= 1
        if stands < len(self._past):
            self._last.clear()
            del self._past[stands:]
            self._order, self._kept = [], []
            for at in range(stands):
                self._hear(at)
            if self._reached is not None and self._reached[0] > stands:
                self._reached = None
        for record in encounter.since(stands):
            self._past.append(self._judged(encounter, len(self._past), record))
            self._hear(len(self._past) - 1)

    def _judged(self, encounter: Encounter, at: int, record: Record) -> _Heard:
        if self.viewer is None or not any(isinstance(event, VeilDrawn | VeilLifted) for event in record.events):
            return _Heard(record, False, False)
        before = self._before(encounter, at)
        rules = encounter.rules_of(before, record)
        if _is_kept_back(rules, before, record, self.viewer):
            return _Heard(record, True, False)
        keys = viewer_keys(rules, before, self.viewer)
        lifts = any(isinstance(event, VeilLifted) and keys & {*event.of} for event in record.events)
        return _Heard(record, False, lifts)

    def _hear(self, at: int) -> None:
        one = self._past[at]
        if one.kept:
            self._kept.append(at)
            return
        if one.lifts:
            self._order += self._kept
            self._kept = []
        self._order.append(at)

    def _told(self, encounter: Encounter, at: int) -> tuple[str, ...]:
        one = self._past[at]
        if one.lines is None:
            before = self._before(encounter, at)
            rules = encounter.rules_of(before, one.record)
            say = partial(tell, rules, before, one.record, self.language, self.viewer)
            if self.viewer is not None and alike(before, one.record):
                one.lines = _said_to_all(encounter, one.record, self.language, say)
            else:
                one.lines = tuple(map(intern, say()))
        return one.lines

    def _before(self, encounter: Encounter, at: int) -> State:
        """The state ahead of the record at this place. Going on, it is folded from the one that was reached before."""
        if self._reached is None:
            self._reached = at, encounter.before(at)
        start, state = self._reached
        if start > at:
            return encounter.before(at)
        for one in self._past[start:at]:
            state = evolve(state, one.record.events)
        self._reached = at, state
        return state


def _said_to_all(
    encounter: Encounter, record: Record, language: str, say: Callable[[], tuple[str, ...]]
) -> tuple[str, ...]:
    """The lines of a record that is told to all players alike: said once to those who listen one after the other."""
    said = _SAID.setdefault(encounter, {})
    last = said.get(language)
    if last is None or last[0] is not record:
        last = said[language] = record, tuple(map(intern, say()))
    return last[1]


_SAID: WeakKeyDictionary[Encounter, dict[str, tuple[Record, tuple[str, ...]]]] = WeakKeyDictionary()
"""The last record that was told to all players alike, with its lines, by language."""

_EARS: WeakKeyDictionary[Encounter, dict[tuple[frozenset[str] | None, str], Ear]] = WeakKeyDictionary()
"""What each viewer has heard of the encounters that are held."""


def answer_to(
    rules: Rules, before: State, record: Record, viewer: frozenset[str], language: str = LANGUAGE
) -> tuple[str, ...]:
    """What the player who gave a command is told at once: what it did, and whether their turn is over with that.

    What comes then is heard when it shows, by everybody: with a hidden one's turn that may be later (SEM-22).
    """
    stop = next(_next_ones(before, record, viewer), len(record.events))
    mine = replace(record, events=record.events[:stop])
    lines = tell(rules, before, mine, language, viewer) or (silent(rules, before, mine, language, viewer),)
    own = {entry.id for who in viewer for entry in before.entries_of(who)}
    over = any(isinstance(event, TurnEnded | Waited) and event.entry in own for event in mine.events)
    return (*lines, Voice(rules, before, language).word("turn done")) if over else lines


def _next_ones(before: State, record: Record, viewer: frozenset[str]) -> Iterator[int]:
    """Where in a record something comes up that is not of this player's doing."""
    state = before
    for at, event in enumerate(record.events):
        state = event.apply(state)
        others = isinstance(event, TurnUp | TurnSkipped) and viewer.isdisjoint(_acting(state, event.entry))
        if others or isinstance(event, PhaseEnded | RoundEnded | SlotUp | SlotIdle):
            yield at


def _acting(state: State, entry: str) -> tuple[str, ...]:
    return (*state.entries[entry].members, state.entries[entry].actor)


def _is_kept_back(rules: Rules, before: State, record: Record, viewer: frozenset[str]) -> bool:
    return any(
        isinstance(event, VeilDrawn) and viewer_keys(rules, before, viewer) <= {*event.of} for event in record.events
    )
