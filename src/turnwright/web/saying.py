"""Something said at a table from outside: by whom, and with what in view."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec import Struct

from turnwright.engine import Command, Refusal
from turnwright.seat import Result
from turnwright.store import StoreError
from turnwright.table.live import Table
from turnwright.table.tickets import Ticket
from turnwright.web.drawing import Cursor, Drawn, draw, opened
from turnwright.web.people import Asked, keys_of

Face = Callable[[Table, Ticket, str], Drawn]
"""What draws the screen of a seat: as a page, or as JSON."""


class Given(Struct, frozen=True):
    """Something said, in words or as a command: in which fight, with what in view, and under which name of a request.

    ``force`` overrules rules, as a ``!`` does in words.
    """

    said: str | Command
    fight: str
    held: Cursor | None = None
    request: str = ""
    force: bool = False


def said_at(
    request: Asked, table: Table, ticket: Ticket, words: str, cursor: str, fight: str, request_id: str
) -> Result:
    """What comes of words that somebody sent from a page, with the cursor of what they had in view."""
    held = opened(keys_of(request), cursor) if cursor else None
    on = held.fight if held is not None else table.before(ticket, fight)
    return take(table, ticket, Given(words, on, held, request_id), partial(draw, request))


def take(table: Table, ticket: Ticket, given: Given, face: Face) -> Result:
    """What comes of something that somebody said.

    What comes a second time under the same name is answered, and not carried out again.
    """
    held = given.held
    try:
        result = _done(table, ticket, given, held)
        if result.refusal is not None and result.refusal.code == "revision.rewound" and held is not None:
            # What was taken back may have been nothing that this viewer could see: then their screen is still true.
            now = face(table, ticket, given.fight).cursor
            if now.digest == held.digest:
                return _done(table, ticket, given, now)
        return result
    except StoreError as error:
        refusal = Refusal("store.failed", data={"hint": error.hint})
        return Result(None, (table.fight(given.fight).sentence(refusal),), refusal)


def _done(table: Table, ticket: Ticket, given: Given, held: Cursor | None) -> Result:
    seen = held.seen if held is not None else None
    return table.do(ticket, given.said, fight=given.fight, request=given.request, seen=seen, force=given.force)
