"""A fight of any ruleset, and what holds at every point of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from turnwright.engine import Command, Encounter, Event, Record, Refusal, State, codec, compile_rules, read_record
from turnwright.engine.choices import Choice, choices
from turnwright.engine.events import Opened, PoolSet, Ruled
from turnwright.engine.frames import Turn
from turnwright.engine.happenings import Corrected, CycleBegan, RoundBegan, SceneBegan, TurnBegan, TurnEnded, TurnUp
from turnwright.engine.history import Redo, Undo
from turnwright.engine.machine import evolve
from turnwright.engine.play import seat
from turnwright.engine.sheet import pool_max
from turnwright.engine.veil import VeilDrawn, VeilLifted, is_hidden, viewer_keys
from turnwright.engine.view import view
from turnwright.rules.cast import Member, read_cast
from turnwright.rules.load import Book, read
from turnwright.scenario.casting import cast_commands
from turnwright.speech import refuse, tell
from turnwright.speech.hearing import heard

MOST_EVENTS = 4_000
"""More of them in one command would mean that something goes round in circles."""


class Fight:
    """An encounter whose every command is checked against what holds for all games.

    ``twin`` is the same encounter as somebody sees it who reads each record from the log as it is written.
    """

    def __init__(self, book: Book, seed: str) -> None:
        self.rules = compile_rules(read(book).value)
        self.encounter = Encounter.new(self.rules, seed)
        self.members = self._example()
        self.added = 0
        for member in self.members:
            for command in cast_commands(member, lambda: self.state):
                assert not isinstance(self.do(command), Refusal)

    def _example(self) -> tuple[Member, ...]:
        example = self.rules.ruleset.example
        return read_cast(example.cast, self.rules.ruleset, []) if example is not None else (Member(name="Somebody"),)

    @property
    def state(self) -> State:
        """The state of the encounter."""
        return self.encounter.state

    # ---- commands

    def do(self, command: Command, *, owns: frozenset[str] | None = None, force: bool = False) -> Record | Refusal:
        """Carry a command out or be refused, and check what holds either way."""
        before = self.state
        done = self.encounter.do(command, owns=owns, force=force, by="gm" if owns is None else "player")
        if isinstance(done, Refusal):
            assert self.state is before, f"{command} was refused and changed something"
            assert done.code != "rules.endless", command
            assert refuse(self.rules, self.state, done)
            if owns is not None:
                self._betrays_nobody(done, owns)
            return done
        assert len(done.events) < MOST_EVENTS, command
        assert read_record(codec.encode(done)) == done
        tell(self.rules, before, done)
        if not isinstance(command, Undo | Redo):
            assert codec.state_bytes(evolve(before, done.events)) == codec.state_bytes(self.state)
            self._there_and_back(before)
        return done

    def _betrays_nobody(self, told: object, owns: frozenset[str]) -> None:
        """SEM-22: what a player is told has neither the name nor the id of anybody hidden."""
        text = codec.encode(told).decode()
        for c in self.state.combatants.values():
            if is_hidden(self.state, c.id, seat(self.state, owns) or ()):
                assert not re.search(rf"\b({re.escape(c.name)}|{c.id})\b(?! \d)", text), (c.name, text)

    def _there_and_back(self, before: State) -> None:
        """SEM-17: undo, then redo, gives the same bytes."""
        after = codec.state_bytes(self.state)
        assert isinstance(self.encounter.do(Undo()), Record)
        assert codec.state_bytes(self.state) == codec.state_bytes(before)
        assert isinstance(self.encounter.do(Redo()), Record)
        assert codec.state_bytes(self.state) == after

    def choices(self, owns: frozenset[str] | None = None) -> tuple[Choice, ...]:
        """What is open to somebody, and what is barred."""
        found = choices(self.rules, self.state, owns)
        if owns is not None:
            self._betrays_nobody(found, owns)
        return found

    def choose(self, choice: Choice, owns: frozenset[str] | None = None) -> None:
        """An offered command is accepted, a barred one refused in the same words."""
        done = self.do(choice.command, owns=owns)
        if choice.barred is None:
            assert not isinstance(done, Refusal), f"offered, and refused: {choice.command}: {done}"
        else:
            assert done == choice.barred, f"barred, and not so refused: {choice.command}: {done}"

    # ---- what holds

    def check(self) -> None:
        """Everything that holds at every point."""
        self._log_folds()
        self._order_is_whole()
        self._pools_within_bounds()
        self._effects_have_time_left()
        self._turns()
        self._nothing_leaks()
        self._hears_all()

    def _log_folds(self) -> None:
        """SEM-18: the state is the fold of the history, and that of the log as it is read again."""
        seed = self.encounter.records[0].events[0]
        assert isinstance(seed, Opened)
        state = evolve(State(), [seed, *(event for record in self.encounter.history for event in record.events)])
        here = codec.state_bytes(self.state)
        assert codec.state_bytes(state) == here
        twin = Encounter.load(self.rules, [read_record(codec.encode(record)) for record in self.encounter.records])
        assert codec.state_bytes(twin.state) == here

    def _order_is_whole(self) -> None:
        """SEM-5: every entry stands in it once; and everybody who is there acts in one entry."""
        state = self.state
        assert sorted(state.order) == sorted(state.entries)
        entries = Counter(who for e in state.entries.values() if not e.gone and not e.again for who in e.members)
        several = self.rules.ruleset.turn.a_round is not None
        for combatant in state.combatants.values():
            count = entries[combatant.id] + sum(combatant.id in e.members for e in state.entries.values() if e.again)
            assert several or count <= 1, combatant.name
            assert combatant.gone or combatant.belongs_to or count, combatant.name
        for entry in state.entries.values():
            assert entry.kind != "group" or entry.gone or entry.members, entry.name

    def _pools_within_bounds(self) -> None:
        """No pool is under its least; nothing that is gained goes beyond a maximum."""
        for combatant in self.state.combatants.values():
            for name, held in combatant.pools.items():
                word = self.rules.pools.get(name)
                assert word is None or word.least is None or held >= word.least, (combatant.name, name)
                if word is not None and word.follows_max.follows and not combatant.gone:
                    most = pool_max(self.rules, self.state, combatant.id, name)
                    assert most is None or held <= max(most, word.least or 0), (combatant.name, name)

    def _effects_have_time_left(self) -> None:
        """SEM-14: none shows a remainder of nothing, or less."""
        for effect in self.state.effects.values():
            assert effect.left is None or effect.left > 0, effect.name

    def _turns(self) -> None:
        """SEM-2, SEM-4, SEM-16: each turn begins and ends once, and nobody has two in a cycle without a rule."""
        began: Counter[int] = Counter()
        ended: Counter[int] = Counter()
        kinds: dict[int, str] = {}
        turns: Counter[str] = Counter()
        ruled = False
        for before, event in self._history():
            if isinstance(event, SceneBegan | RoundBegan | CycleBegan):
                turns.clear()
                ruled = False
            elif isinstance(event, Ruled | Corrected):
                ruled = True
            elif isinstance(event, TurnUp):
                assert event.turn not in kinds, event
                kinds[event.turn] = event.kind
            elif isinstance(event, TurnBegan):
                began[event.turn] += 1
                assert began[event.turn] == 1, event
            elif isinstance(event, TurnEnded):
                ended[event.turn] += 1
                assert ended[event.turn] == 1, event
                if not kinds.get(event.turn):
                    self._count(turns, before, event, ruled)

    def _count(self, turns: Counter[str], before: State, event: TurnEnded, ruled: bool) -> None:
        turn = before.agenda[-1]
        along = turn.along if isinstance(turn, Turn) else ()
        for entry in (event.entry, *along):
            found = before.entries[entry]
            whose = (entry,) if found.kind == "side" or self.rules.ruleset.turn.a_round is not None else found.members
            for one in whose:
                turns[one] += 1
                assert self.often or ruled or turns[one] == 1, (one, event)

    @property
    def often(self) -> bool:
        """Whether the ruleset lets somebody act again in the same cycle."""
        rules = self.rules.ruleset
        orders = {mode.order for mode in rules.modes.values()}
        return "bag" in orders or ("count" in orders and rules.counting.again == "each turn")

    def _history(self) -> Iterator[tuple[State, Event]]:
        state = State()
        for record in (self.encounter.records[0], *self.encounter.history):
            for event in record.events:
                yield state, event
                state = event.apply(state)

    def _nothing_leaks(self) -> None:
        """SEM-22: the id and the name of somebody hidden are in no player's view."""
        hidden = [c for c in self.state.combatants.values() if c.hidden]
        for viewer in (frozenset[str](), frozenset(c.id for c in self.state.combatants.values() if not c.hidden)):
            shown = codec.encode(view(self.rules, self.state, viewer)).decode()
            for combatant in hidden:
                assert f'"{combatant.id}"' not in shown, combatant.name

    def _hears_all(self) -> None:
        """What is heard bit by bit is what the whole log tells; and of the last commands alone, its end."""
        here = frozenset(self.state.combatants)
        first = frozenset(sorted(here)[:1])
        for viewer in (None, frozenset[str](), first, here):
            whole = _retold(self.encounter, viewer)
            assert heard(self.encounter, viewer, 3) == whole[-3:]
            assert heard(self.encounter, viewer) == whole

    def gains(self, record: Record) -> None:
        """What a command adds to a pool leaves it at its maximum at most, unless it stood above that before."""
        for event in record.events:
            if isinstance(event, PoolSet) and event.value > event.was and event.why in ("healing", "set"):
                most = pool_max(self.rules, self.state, event.who, event.pool)
                assert most is None or event.value <= max(most, event.was), event


def _retold(encounter: Encounter, viewer: frozenset[str] | None) -> tuple[tuple[str, ...], ...]:
    """The whole log as a viewer has heard it: what is kept back comes when the veil is lifted."""
    told: list[tuple[str, ...]] = []
    kept: list[tuple[str, ...]] = []
    for before, record in encounter.walk():
        rules = encounter.rules_of(before, record)
        keys = frozenset[str]() if viewer is None else viewer_keys(rules, before, viewer)
        lines = tell(rules, before, record, viewer=viewer)
        if keys and any(isinstance(event, VeilDrawn) and keys <= {*event.of} for event in record.events):
            kept.append(lines)
            continue
        if any(isinstance(event, VeilLifted) and keys & {*event.of} for event in record.events):
            told += kept
            kept = []
        told.append(lines)
    return tuple(lines for lines in told if lines)
