"""Something said at a table from outside: by whom, and with what in view."""

from __future__ import annotations

from turnwright.engine import Refusal
from turnwright.seat import Result
from turnwright.store import StoreError
from turnwright.table.live import Table
from turnwright.table.tickets import Ticket
from turnwright.web.drawing import draw, opened
from turnwright.web.people import Asked, keys_of


def said_at(
    request: Asked, table: Table, ticket: Ticket, words: str, cursor: str, fight: str, request_id: str
) -> Result:
    """What comes of words that somebody sent with the cursor of what they had in view.

    Words that come a second time by the same ``request_id`` are answered, and not carried out again.
    """
    held = opened(keys_of(request), cursor) if cursor else None
    on = held.fight if held is not None else table.before(ticket, fight)
    seen = held.seen if held is not None else None
    try:
        result = table.do(ticket, words, fight=on, request=request_id, seen=seen)
        if result.refusal is not None and result.refusal.code == "revision.rewound" and held is not None:
            # What was taken back may have been nothing that this viewer could see: then their screen is still true.
            now = draw(request, table, ticket, on).cursor
            if now.digest == held.digest:
                return table.do(ticket, words, fight=on, request=request_id, seen=now.seen)
        return result
    except StoreError as error:
        refusal = Refusal("store.failed", data={"hint": error.hint})
        return Result(None, (table.fight(on).sentence(refusal),), refusal)
