"""Which program is asking, and for which seat: what its token says.

The API looks at nothing else, no cookie and no session: so no page of another site can speak through a browser.
"""

from __future__ import annotations

from typing import NamedTuple

from turnwright.table.live import Table
from turnwright.table.tickets import Ticket
from turnwright.table.tokens import HostKey, SeatKey, read_token
from turnwright.web.api.troubles import Declined, Trouble, decline, nowhere
from turnwright.web.people import Asking, hall_of

_ASK = "Ask the game master for a token, and send it as: Authorization: Bearer …"


class Caller(NamedTuple):
    """A program that has shown a token: the host's, or that of a seat at a table; ``token`` is the id of that."""

    host: bool
    token: str
    table: Table | None = None
    ticket: Ticket | None = None


def caller(asking: Asking) -> Caller:
    """Who is asking; refuses whoever shows no token that is valid."""
    scheme, _, shown = asking.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        raise _unknown("token.missing", "A token is needed here.")
    hall, token = hall_of(asking), read_token(shown.strip())
    if isinstance(token, HostKey) and hall.is_host_token(token):
        return Caller(True, token.id)
    if isinstance(token, SeatKey):
        table = hall.table(token.table)
        found = table.seats.bearer(token.secret) if table is not None else None
        if found is not None:
            return Caller(False, found[0].id, table, found[1])
    raise _unknown("token.invalid", "This token is not valid, or not any more.")


def host(asking: Asking) -> None:
    """Refuse everybody but the host's programs."""
    if not caller(asking).host:
        raise decline(
            403, "token.not_host", "Only the host opens tables and sees them all.", "Use a token of the host's."
        )


class Speaker(NamedTuple):
    """A program at a table, for a seat there. Several may act for one seat, each by a ``token`` of its own."""

    table: Table
    ticket: Ticket
    token: str


def speaker(asking: Asking, id: str) -> Speaker:
    """Who asks at the table of this id; the host's programs sit there as game master."""
    who = caller(asking)
    if not who.host:
        if who.table is None or who.ticket is None or who.table.id != id:
            raise decline(403, "token.elsewhere", "This token is for another table.", "GET /api/v1/me says for which.")
        return Speaker(who.table, who.ticket, who.token)
    table = hall_of(asking).table(id)
    if table is None:
        raise nowhere("table", id, ("GET /api/v1/tables lists them.",))
    return Speaker(table, table.seats.tickets["gm"], who.token)


def at(asking: Asking, id: str) -> tuple[Table, Ticket]:
    """The table of this id and the seat of whoever asks."""
    table, ticket, _ = speaker(asking, id)
    return table, ticket


def gm_at(asking: Asking, id: str) -> tuple[Table, Ticket]:
    """The table and the seat of whoever sits there as game master; refuses everybody else."""
    table, ticket = at(asking, id)
    if ticket.role != "gm":
        raise decline(403, "seat.gm_only", "Only the game master does this.", "Ask the game master.")
    return table, ticket


def as_gm(asking: Asking, id: str) -> Table:
    """The table, for whoever sits there as game master."""
    return gm_at(asking, id)[0]


def _unknown(code: str, sentence: str) -> Declined:
    return Declined(401, Trouble(code, sentence, (_ASK,)), {"WWW-Authenticate": "Bearer"})
