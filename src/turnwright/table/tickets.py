"""Who sits at a table and which fights are on it. A table has a log of its own for that, beside those of its fights and
outside undo."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from turnwright.table.tokens import matches

Role = Literal["gm", "player", "spectator"]


class Ticket(Struct, frozen=True, omit_defaults=True):
    """A seat at a table: whose it is, and the characters that are theirs, by name, in every fight of the table.

    Links and sessions carry the ``epoch`` in which they were given out; a later one voids them. A seat is ``taken``
    once somebody has sat down; ``edits`` tells that the game master lets them change their characters by hand. A
    ``guest`` has made it by the table's open link.
    """

    id: str
    role: Role
    name: str
    owns: tuple[str, ...] = ()
    epoch: int = 0
    taken: bool = False
    edits: bool = False
    guest: bool = False


class Token(Struct, frozen=True, omit_defaults=True):
    """The right of a program to act for a seat: whose, in which epoch of the seat, and what it was made for.

    Of its secret only the ``digest`` is kept.
    """

    id: str
    seat: str
    epoch: int
    name: str
    digest: str


class Hook(Struct, frozen=True):
    """An address elsewhere that is told of changes at the table."""

    id: str
    url: str


class OnTable(Struct, frozen=True, omit_defaults=True):
    """A fight that is on a table: its short name there, its title, and the name under which it is saved. One that was
    laid ``aside`` is the game master's alone until it is shown."""

    id: str
    title: str
    log: str
    aside: bool = False


class Seats(Struct, frozen=True):
    """Who sits at a table, the fights on it and which of them is ``shown``; ``epoch`` is that of the table's open
    link, by which any free seat can be taken. No id counts anything: how many there are is the game master's."""

    title: str = ""
    fights: dict[str, OnTable] = {}
    shown: str = ""
    tickets: dict[str, Ticket] = {}
    epoch: int = 0
    tokens: dict[str, Token] = {}
    hooks: dict[str, Hook] = {}

    def valid(self, id: str, epoch: int) -> Ticket | None:
        """The ticket that a link or a session stands for; None where it was taken back, or renewed since."""
        found = self.tickets.get(id)
        return found if found is not None and found.epoch == epoch else None

    def bearer(self, secret: str) -> tuple[Token, Ticket] | None:
        """The token with this secret, and the ticket for which its program acts; None for one that was withdrawn, or
        never was."""
        token = next((token for token in self.tokens.values() if matches(token.digest, secret)), None)
        ticket = self.valid(token.seat, token.epoch) if token is not None else None
        return (token, ticket) if token is not None and ticket is not None else None

    def without_tokens_of(self, id: str) -> Seats:
        """The table where no program acts for this seat any more."""
        return replace(self, tokens={key: token for key, token in self.tokens.items() if token.seat != id})

    def of(self, name: str) -> Ticket | None:
        """The seat to which a character belongs."""
        return next((ticket for ticket in self.tickets.values() if name in ticket.owns), None)


class SeatEvent(Struct, frozen=True, tag_field="type", tag=str.lower, omit_defaults=True):
    """Something that changed about a table."""

    def apply(self, seats: Seats) -> Seats:
        """The table after this."""
        raise NotImplementedError


class Opened(SeatEvent, frozen=True):
    """The table was opened, or is called otherwise from now on."""

    title: str

    def apply(self, seats: Seats) -> Seats:
        return replace(seats, title=self.title)


class Laid(SeatEvent, frozen=True):
    """A fight was put on the table; unless it was laid aside, it is the one that is shown."""

    fight: OnTable

    def apply(self, seats: Seats) -> Seats:
        fights = {**seats.fights, self.fight.id: self.fight}
        shown = seats.shown if self.fight.aside and seats.shown else self.fight.id
        return replace(seats, fights=fights, shown=shown)


class Resaved(SeatEvent, frozen=True):
    """A fight of the table is saved under another name."""

    id: str
    log: str

    def apply(self, seats: Seats) -> Seats:
        return replace(seats, fights={**seats.fights, self.id: replace(seats.fights[self.id], log=self.log)})


class Shown(SeatEvent, frozen=True):
    """Another of the fights is shown to those who have nobody in any other."""

    id: str

    def apply(self, seats: Seats) -> Seats:
        fights = {**seats.fights, self.id: replace(seats.fights[self.id], aside=False)}
        return replace(seats, fights=fights, shown=self.id)


class Lifted(SeatEvent, frozen=True):
    """A fight was taken off the table; it stays saved."""

    id: str

    def apply(self, seats: Seats) -> Seats:
        fights = {id: fight for id, fight in seats.fights.items() if id != self.id}
        shown = seats.shown if seats.shown in fights else next(reversed(fights), "")
        return replace(seats, fights=fights, shown=shown)


class Seated(SeatEvent, frozen=True):
    """A seat was made, or is another's now: its name, its role, or what belongs to it."""

    ticket: Ticket

    def apply(self, seats: Seats) -> Seats:
        return replace(seats, tickets={**seats.tickets, self.ticket.id: self.ticket})


class Renewed(SeatEvent, frozen=True):
    """The links, sessions and tokens of a seat are void, and it is free; a new link can be given out."""

    id: str

    def apply(self, seats: Seats) -> Seats:
        ticket = seats.tickets[self.id]
        fresh = replace(ticket, epoch=ticket.epoch + 1, taken=False)
        return replace(seats.without_tokens_of(self.id), tickets={**seats.tickets, self.id: fresh})


class Reopened(SeatEvent, frozen=True):
    """The table's open link is void; a new one can be given out. Whoever sits stays."""

    def apply(self, seats: Seats) -> Seats:
        return replace(seats, epoch=seats.epoch + 1)


class Removed(SeatEvent, frozen=True):
    """A seat is no more, nor are its tokens."""

    id: str

    def apply(self, seats: Seats) -> Seats:
        left = {id: ticket for id, ticket in seats.tickets.items() if id != self.id}
        return replace(seats.without_tokens_of(self.id), tickets=left)


class Restored(SeatEvent, frozen=True):
    """The table was brought back from a backup. All links, sessions, tokens and hooks are void: some of those that the
    backup knows may have been voided since. From ``epoch``, which was never one of its, new ones are given out."""

    epoch: int

    def apply(self, seats: Seats) -> Seats:
        tickets = {id: replace(one, epoch=self.epoch, taken=False) for id, one in seats.tickets.items()}
        return replace(seats, tickets=tickets, epoch=self.epoch, tokens={}, hooks={})


class Issued(SeatEvent, frozen=True):
    """A token was made, by which a program acts for a seat."""

    token: Token

    def apply(self, seats: Seats) -> Seats:
        return replace(seats, tokens={**seats.tokens, self.token.id: self.token})


class Withdrawn(SeatEvent, frozen=True):
    """A token is void."""

    id: str

    def apply(self, seats: Seats) -> Seats:
        return replace(seats, tokens={id: token for id, token in seats.tokens.items() if id != self.id})


class Hooked(SeatEvent, frozen=True):
    """An address is told of changes from now on."""

    hook: Hook

    def apply(self, seats: Seats) -> Seats:
        return replace(seats, hooks={**seats.hooks, self.hook.id: self.hook})


class Unhooked(SeatEvent, frozen=True):
    """An address is told of nothing any more."""

    id: str

    def apply(self, seats: Seats) -> Seats:
        return replace(seats, hooks={id: hook for id, hook in seats.hooks.items() if id != self.id})


_Any = (
    Opened
    | Laid
    | Resaved
    | Shown
    | Lifted
    | Seated
    | Renewed
    | Reopened
    | Removed
    | Restored
    | Issued
    | Withdrawn
    | Hooked
    | Unhooked
)

_decode = msgspec.json.Decoder(_Any).decode


def fold(payloads: Iterable[bytes], seats: Seats | None = None) -> Seats:
    """What a table's log comes to, from ``seats`` on where they are given.

    Raises msgspec.ValidationError for what this version does not know.
    """
    seats = seats or Seats()
    for payload in payloads:
        seats = _decode(payload).apply(seats)
    return seats
