"""An encounter's log: append-only records, of which undo and redo are two more kinds; the state is their fold."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from turnwright.engine import codec
from turnwright.engine.base import Command, Event, Refusal
from turnwright.engine.compiled import Rules
from turnwright.engine.dice import Dice, NotedDice
from turnwright.engine.events import Opened
from turnwright.engine.happenings import TurnUp
from turnwright.engine.machine import decide, evolve
from turnwright.engine.mechanics.house_rules import UseRules
from turnwright.engine.play import Play
from turnwright.engine.state import State
from turnwright.rules.faults import FileFaults
from turnwright.rules.load import Book, read

CHECKPOINT_EVERY = 64
"""Records between two kept states: an undo folds at most this many again."""


class Open(Command, frozen=True, gc=False):
    """The first record of every log: the encounter exists, with the seed of its dice."""

    seed: str

    def decide(self, play: Play) -> None:
        play.emit(Opened(self.seed))


class Undo(Command, frozen=True, gc=False):
    """Take back the last ``count`` commands, newest first."""

    count: int = 1

    def decide(self, play: Play) -> None:
        play.refuse("undo.misplaced")


class Redo(Command, frozen=True, gc=False):
    """Bring back what the last undo took."""

    count: int = 1

    def decide(self, play: Play) -> None:
        play.refuse("undo.misplaced")


_REWINDS = (Undo, Redo)


class BrokenLog(ValueError):
    """The record that would be number ``seq`` of a log doesn't follow from those before it."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"record {seq} does not go on from those before it")
        self.seq = seq


class Record(Struct, frozen=True, gc=False, omit_defaults=True):
    """One accepted command and what it caused.

    ``seq`` is the revision: it only grows. ``at`` (when) and ``by`` (who: the seat, or gm) come from the caller, the
    engine has no clock. ``request`` is the caller's own id, so that a repeated request is answered, not repeated.
    ``faces`` are those of dice that did not come from the encounter's seed, in the order in which they fell.
    """

    seq: int
    command: Command
    events: tuple[Event, ...] = ()
    at: str = ""
    by: str = "gm"
    request: str = ""
    force: bool = False
    faces: tuple[int, ...] = ()


_WIRE: Any = msgspec.defstruct(
    "_Wire",
    [
        ("seq", int),
        ("command", codec.ANY_COMMAND | Open | Undo | Redo),
        ("events", tuple[codec.ANY_EVENT, ...], ()),
        ("at", str, ""),
        ("by", str, "gm"),
        ("request", str, ""),
        ("force", bool, False),
        ("faces", tuple[int, ...], ()),
    ],
    frozen=True,
    gc=False,
)
_decode = codec.decoder(_WIRE).decode


def read_record(data: bytes) -> Record:
    """A record from its JSON; raises msgspec.ValidationError for one that this version does not know."""
    wire = _decode(data)
    return Record(wire.seq, wire.command, wire.events, wire.at, wire.by, wire.request, wire.force, wire.faces)


class Encounter:
    """A running encounter: its rules, its log, and the state that the log folds to.

    ``keep`` is called with each record before the record counts; if it raises, nothing has changed. ``refusal`` is
    what the game master's last command was answered with, where it was not carried out.
    """

    def __init__(self, rules: Rules, seed: str | None = None, keep: Callable[[Record], None] | None = None) -> None:
        self._editions = {0: rules}
        self._books: dict[int, Book] = {}
        self.keep = keep
        self.records: list[Record] = []
        self.state = State()
        self.refusal: Refusal | None = None
        self._past: list[Record] = []
        self._undone: list[Record] = []
        self._checkpoints: list[State] = []
        self._requests: dict[str, Record] = {}
        self._rewound = 0
        if seed is not None:
            self._open(seed)

    @classmethod
    def new(cls, rules: Rules, seed: str = "", keep: Callable[[Record], None] | None = None) -> Encounter:
        """A new encounter; without a seed one is drawn."""
        return cls(rules, seed or secrets.token_hex(8), keep)

    @classmethod
    def load(cls, rules: Rules, records: Iterable[Record], keep: Callable[[Record], None] | None = None) -> Encounter:
        """The encounter that a log tells of, in the state that was acknowledged; raises `BrokenLog`, and what the
        records raise as they are read."""
        encounter = cls(rules, keep=keep)
        for record in records:
            encounter.follow(record)
        if not encounter.records:
            # It was cut off between its creation and its first record: it begins now.
            encounter._open(secrets.token_hex(8))
        return encounter

    @property
    def rules(self) -> Rules:
        """The rules that are played by now."""
        return self.rules_at(self.state)

    def rules_at(self, state: State) -> Rules:
        """The rules that were played by at some state of this encounter."""
        return self._editions[state.edition]

    def rules_of(self, before: State, record: Record) -> Rules:
        """The rules by whose words a record is told: those that come in with it, else those by which it was decided."""
        comes_in = isinstance(record.command, UseRules)
        return self._editions[before.edition + comes_in]

    @property
    def book(self) -> Book | None:
        """The book of the rules that are played by now; None while they are those that the encounter began with."""
        return self._books.get(self.state.edition)

    @property
    def revision(self) -> int:
        """The number of the last record."""
        return self.records[-1].seq if self.records else 0

    @property
    def history(self) -> tuple[Record, ...]:
        """The records that count: the log without what was undone."""
        return tuple(self._past)

    def do(
        self,
        command: Command,
        *,
        dice: Dice | None = None,
        by: str = "gm",
        owns: frozenset[str] | None = None,
        edits: bool = False,
        force: bool = False,
        at: str = "",
        request: str = "",
        seen: int | None = None,
    ) -> Record | Refusal:
        """Carry out a command, or say why not.

        ``owns`` are the combatants of the player who gives it (None: the GM), whose sheets they may change by hand if
        they ``edits``. ``seen`` is the revision that the giver
        had in view: a command from before an undo is refused with ``revision.rewound``. A ``request`` that was answered
        before gets its first answer again.
        """
        before = self.answered(request)
        if before is not None:
            return before
        if seen is not None and seen < self._rewound:
            return self._refuse(Refusal("revision.rewound"), owns)
        if isinstance(command, _REWINDS):
            refusal = self._cannot_rewind(command, by, owns)
            if refusal is not None:
                return self._refuse(refusal, owns)
            record = Record(self.revision + 1, command, (), at, by, request, force)
            self._keep(record)
            self._take(record)
            return record
        noted = NotedDice(dice) if dice is not None else None
        decided = decide(self.rules, self.state, command, noted, force=force, by=owns, edits=edits)
        if isinstance(decided, Refusal):
            return self._refuse(decided, owns)
        faces = tuple(noted.faces) if noted is not None else ()
        record = Record(self.revision + 1, command, decided.events, at, by, request, force, faces)
        self._keep(record)
        self._append(record, decided.state)
        return record

    def follow(self, record: Record) -> None:
        """Take the next record, which somebody else may have written; raises `BrokenLog`, and is of no use then."""
        at = len(self.records) + 1
        if record.seq != at or isinstance(record.command, Open) != (at == 1):
            raise BrokenLog(at)
        try:
            self._take(record)
        except FileFaults:
            raise
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            # Events fold without looking: what they speak of has to be there.
            raise BrokenLog(at) from error

    def answered(self, request: str) -> Record | None:
        """What a request has been answered with before; None for a new one, and one without a name."""
        return self._requests.get(request) if request else None

    def before(self, at: int) -> State:
        """The state ahead of the record with this place in the history (its length: the state now)."""
        kept = at // CHECKPOINT_EVERY
        state = self._checkpoints[kept]
        for record in self._past[kept * CHECKPOINT_EVERY : at]:
            state = evolve(state, record.events)
        return state

    def walk(self, start: int = 0) -> Iterator[tuple[State, Record]]:
        """Each record that counts, with the state ahead of it, from this place in the history on."""
        state = self.before(start)
        for record in self.since(start):
            yield state, record
            state = evolve(state, record.events)

    def since(self, start: int) -> tuple[Record, ...]:
        """The records that count, from this place in the history on."""
        return tuple(self._past[start:])

    def stands(self, at: int, record: Record) -> bool:
        """Whether this very record stands at this place in the history; then so do those before it."""
        return at < len(self._past) and self._past[at] is record

    def start_of_turn(self) -> Undo | None:
        """The undo that goes back to the start of this turn or, there, of the one before; None before the first."""
        for back, record in enumerate(reversed(self._past)):
            if back and any(isinstance(event, TurnUp) for event in record.events):
                return Undo(back)
        return None

    def _refuse(self, refusal: Refusal, owns: frozenset[str] | None) -> Refusal:
        if owns is None:
            self.refusal = refusal
        return refusal

    def _keep(self, record: Record) -> None:
        if self.keep is not None:
            self.keep(record)
        self.refusal = None

    def _open(self, seed: str) -> None:
        record = Record(1, Open(seed), (Opened(seed),))
        self._keep(record)
        self._take(record)

    def _cannot_rewind(self, command: Undo | Redo, by: str, owns: frozenset[str] | None) -> Refusal | None:
        stack = self._past if isinstance(command, Undo) else self._undone
        # A player is not told how much there is: it would count what hidden ones did.
        if owns is not None and not (isinstance(command, Undo) and command.count == 1 and stack and stack[-1].by == by):
            return Refusal("undo.not_yours" if isinstance(command, Undo) else "redo.not_yours")
        if command.count < 1 or command.count > len(stack):
            data = {"count": str(command.count), "there": str(len(stack))}
            if isinstance(command, Undo):
                return Refusal("undo.count" if stack else "undo.nothing", data=data)
            return Refusal("redo.count" if stack else "redo.nothing", data=data)
        return None

    def _take(self, record: Record) -> None:
        command = record.command
        if isinstance(command, Undo):
            for _ in range(command.count):
                self._undone.append(self._past.pop())
        elif isinstance(command, Redo):
            for _ in range(command.count):
                again = self._undone.pop()
                self._past.append(again)
                self._mark(evolve(self.state, again.events))
        else:
            self._append(record, evolve(self.state, record.events))
            return
        self.records.append(record)
        self._rewound = record.seq
        if record.request:
            self._requests[record.request] = record
        if isinstance(command, Undo):
            self._rewind()

    def _append(self, record: Record, state: State) -> None:
        self.records.append(record)
        if record.request:
            self._requests[record.request] = record
        self._undone.clear()
        if isinstance(record.command, UseRules):
            ruleset = read(record.command.book).value
            self._editions[state.edition] = Rules(ruleset, self._editions[0].mechanics)
            self._books[state.edition] = record.command.book
        if isinstance(record.command, Open):
            self._checkpoints = [state]
            self.state = state
            return
        self._past.append(record)
        self._mark(state)

    def _mark(self, state: State) -> None:
        self.state = state
        if len(self._past) % CHECKPOINT_EVERY == 0:
            self._checkpoints.append(state)

    def _rewind(self) -> None:
        del self._checkpoints[len(self._past) // CHECKPOINT_EVERY + 1 :]
        self.state = self.before(len(self._past))
