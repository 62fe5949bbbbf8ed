"""A table that is open: its fight, its seats, and those who wait to hear of changes."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from threading import RLock

import msgspec

from turnwright.fight import Fight
from turnwright.seat import Result, Seat
from turnwright.store import Store, StoreError
from turnwright.table.tickets import Opened, Removed, Renewed, Seated, SeatEvent, Seats, Ticket, fold

TABLE = "table"
"""The kind of log that holds the seats of a table."""


class Table:
    """A table in use. Whoever calls may be any thread: one thing is done after another.

    The logs are the truth. What another program adds to them is taken in by `refresh`; a step that is decided on what
    is no longer so is not taken.
    """

    def __init__(self, store: Store, id: str, seats: Seats, fight: Fight, written: int) -> None:
        self.id = id
        self.seats = seats
        self.fight = fight
        self._store = store
        self._written = written
        self._lock = RLock()
        self._watchers: set[Callable[[], None]] = set()

    @classmethod
    def new(cls, store: Store, fight: Fight, title: str) -> Table:
        """Open a table for a fight that is saved under this title, with a seat for the game master and one for each
        combatant that a player decides for. Raises StoreError."""
        fight.save(store, title)
        table = cls(store, secrets.token_urlsafe(9), Seats(), fight, 0)
        events: list[SeatEvent] = [Opened(title, title), Seated(Ticket("gm", "gm", "GM"))]
        for number, who in enumerate(_of_players(fight), start=1):
            events.append(Seated(Ticket(f"p{number}", "player", fight.state.combatants[who].name, (who,))))
        events.append(Seated(Ticket("spectator", "spectator", "spectator")))
        store.create(table.id, b"{}", map(msgspec.json.encode, events), TABLE)
        for event in events:
            table.seats = event.apply(table.seats)
        table._written = len(events)
        return table

    @classmethod
    def load(cls, store: Store, id: str) -> Table:
        """A table that was opened before. Raises StoreError, and what `Fight.load` raises."""
        payloads = [payload for _, payload in store.read(id)]
        seats = fold(payloads)
        return cls(store, id, seats, Fight.load(store, seats.fight), len(payloads))

    def do(self, ticket: Ticket, said: str, *, request: str = "") -> Result:
        """What somebody says at the table, in words. Raises StoreError where it could not be saved; then nothing has
        changed."""
        with self._lock:
            try:
                result = self._said(ticket, said, request)
            except StoreError as error:
                if error.code == "conflict":
                    self.refresh()
                raise
            changed = bool(result)
        if changed:
            self.tell()
        return result

    def renew(self, id: str) -> Ticket:
        """Void the links and sessions of a seat; raises KeyError for one that is not there."""
        with self._lock:
            self._note(Renewed(self.seats.tickets[id].id))
            return self.seats.tickets[id]

    def remove(self, id: str) -> None:
        """Take a seat away; raises KeyError for one that is not there."""
        with self._lock:
            self._note(Removed(self.seats.tickets[id].id))

    def seat(self, ticket: Ticket) -> Seat:
        """The fight as the player of this ticket holds it; a spectator owns nobody."""
        return Seat(self.fight.encounter, frozenset(ticket.owns), ticket.name)

    def refresh(self) -> None:
        """Take in what another program has done to the fight."""
        with self._lock:
            if self._store.last(self.seats.fight) != self.fight.encounter.revision:
                self.fight = Fight.load(self._store, self.seats.fight)
        self.tell()

    def tell(self) -> None:
        """Let everybody who watches look again."""
        for told in tuple(self._watchers):
            told()

    def watch(self, told: Callable[[], None]) -> Callable[[], None]:
        """Call ``told`` after each change, from whichever thread made it; gives what ends that."""
        self._watchers.add(told)
        return lambda: self._watchers.discard(told)

    def _said(self, ticket: Ticket, said: str, request: str) -> Result:
        # One seat's requests are no other's, whatever they are called.
        request = f"{ticket.id} {request}" if request else ""
        if ticket.role == "gm":
            return self.fight.do(said, request=request)
        return self.seat(ticket).do(said, request=request)

    def _note(self, event: SeatEvent) -> None:
        self._store.append(self.id, self._written + 1, msgspec.json.encode(event))
        self._written += 1
        self.seats = event.apply(self.seats)
        self.tell()


def _of_players(fight: Fight) -> list[str]:
    sides = fight.ruleset.sides
    return [c.id for c in fight.state.combatants.values() if sides.get(c.side) == "players" and not c.belongs_to]
