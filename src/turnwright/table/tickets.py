"""Who sits at a table. A table has a log of its own for that, beside the logs of its fights and outside undo."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

Role = Literal["gm", "player", "spectator"]


class Ticket(Struct, frozen=True, omit_defaults=True):
    """A seat at a table: whose it is, and the combatants (by id) that are theirs.

    Links and sessions carry the ``epoch`` in which they were given out; a later one voids them.
    """

    id: str
    role: Role
    name: str
    owns: tuple[str, ...] = ()
    epoch: int = 0


class Seats(Struct, frozen=True):
    """Who sits at a table, and the saved fight that is on it."""

    title: str = ""
    fight: str = ""
    tickets: dict[str, Ticket] = {}

    def valid(self, id: str, epoch: int) -> Ticket | None:
        """The ticket that a link or a session stands for; None where it was taken back, or renewed since."""
        found = self.tickets.get(id)
        return found if found is not None and found.epoch == epoch else None


class SeatEvent(Struct, frozen=True, tag_field="type", tag=str.lower, omit_defaults=True):
    """Something that changed about the seats of a table."""

    def apply(self, seats: Seats) -> Seats:
        """The seats after this."""
        raise NotImplementedError


class Opened(SeatEvent, frozen=True):
    """The table was opened with a fight on it."""

    title: str
    fight: str

    def apply(self, seats: Seats) -> Seats:
        return replace(seats, title=self.title, fight=self.fight)


class Seated(SeatEvent, frozen=True):
    """A seat was made, or is another's now: its name, its role or what belongs to it."""

    ticket: Ticket

    def apply(self, seats: Seats) -> Seats:
        return replace(seats, tickets={**seats.tickets, self.ticket.id: self.ticket})


class Renewed(SeatEvent, frozen=True):
    """The links and sessions of a seat are void; a new link can be given out."""

    id: str

    def apply(self, seats: Seats) -> Seats:
        ticket = seats.tickets[self.id]
        return replace(seats, tickets={**seats.tickets, self.id: replace(ticket, epoch=ticket.epoch + 1)})


class Removed(SeatEvent, frozen=True):
    """A seat is no more."""

    id: str

    def apply(self, seats: Seats) -> Seats:
        return replace(seats, tickets={id: ticket for id, ticket in seats.tickets.items() if id != self.id})


_decode = msgspec.json.Decoder(Opened | Seated | Renewed | Removed).decode


def fold(payloads: Iterable[bytes]) -> Seats:
    """The seats that a table's log comes to; raises msgspec.ValidationError for what this version does not know."""
    seats = Seats()
    for payload in payloads:
        seats = _decode(payload).apply(seats)
    return seats
