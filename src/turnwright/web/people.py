"""Who is asking: what a request's session says about its sender."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.exceptions import NotFoundException, PermissionDeniedException

from turnwright.table.hall import Hall
from turnwright.table.live import Table
from turnwright.table.tickets import Ticket
from turnwright.web.keys import Keys

Asked = Request[Any, Any, Any]

Asking = ASGIConnection[Any, Any, Any, Any]
"""A request, or a WebSocket that is opened."""


def hall_of(request: Asking) -> Hall:
    """The tables of this server."""
    hall: Hall = request.app.state.hall
    return hall


def keys_of(request: Asking) -> Keys:
    """The keys of this server."""
    keys: Keys = request.app.state.signing
    return keys


def is_host(request: Asked) -> bool:
    """Whether the sender started the server."""
    return bool(request.session.get("host"))


def check_host(request: Asked) -> None:
    """Refuse everybody but the host."""
    if not is_host(request):
        raise PermissionDeniedException("Only who started the server opens tables. Ask them for your invite link.")


def make_host(request: Asked) -> None:
    """From now on this browser is the host's."""
    request.session["host"] = True


def sit(request: Asked, table: str, ticket: Ticket) -> None:
    """This browser takes a seat."""
    seats = dict(request.session.get("seats", {}))
    seats[table] = [ticket.id, ticket.epoch]
    request.session["seats"] = seats


def seat_at(request: Asked, id: str) -> tuple[Table, Ticket]:
    """The table of this id, and the sender's seat there; the host sits there as game master."""
    taken = request.session.get("seats", {}).get(id)
    if taken is None and not is_host(request):
        raise PermissionDeniedException("You have no seat at this table. Ask the game master for your invite link.")
    table = hall_of(request).table(id)
    if table is None:
        raise NotFoundException("There is no such table any more.")
    ticket = table.seats.valid(str(taken[0]), int(taken[1])) if taken else table.seats.tickets["gm"]
    if ticket is None:
        raise PermissionDeniedException("Your link is no longer valid. Ask the game master for a new one.")
    return table, ticket
