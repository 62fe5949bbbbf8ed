"""What changes on a screen, sent as it changes.

A message holds the whole screen of its viewer, and is sent only when that is another than before: whoever was cut off
for however long is right again with the next one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from litestar import get
from litestar.params import FromPath, FromQuery
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage

from turnwright.table.live import Table
from turnwright.table.tickets import Ticket
from turnwright.web.drawing import draw, opened, sealed_html
from turnwright.web.people import Asked, hall_of, keys_of, seat_at

BEAT = 2.0
"""Seconds after which a stream without news says that it is there."""


@get("/t/{id:str}/stream")
async def stream(request: Asked, id: FromPath[str], fight: FromQuery[str] = "") -> ServerSentEvent:
    """The screen of the sender's seat, now and after each change."""
    table, ticket = await asyncio.to_thread(seat_at, request, id)
    had = opened(keys_of(request), request.headers.get("Last-Event-ID", ""))
    return ServerSentEvent(_messages(request, table, ticket, fight, had.digest if had else ""))


async def _messages(
    request: Asked, table: Table, ticket: Ticket, fight: str, had: str
) -> AsyncIterator[ServerSentEventMessage]:
    loop, changed = asyncio.get_running_loop(), asyncio.Event()

    def tell() -> None:
        loop.call_soon_threadsafe(changed.set)

    forget = table.watch(tell)
    try:
        while True:
            changed.clear()
            if hall_of(request).over:
                return
            now = table.seats.valid(ticket.id, ticket.epoch)
            if now is None:
                yield ServerSentEventMessage(event="gone", data="gone")
                return
            drawn = await asyncio.to_thread(draw, request, table, now, fight)
            if drawn.cursor.digest != had:
                yield ServerSentEventMessage(data=sealed_html(request, drawn), id=drawn.cursor.sealed(keys_of(request)))
                had = drawn.cursor.digest
            while not changed.is_set():
                try:
                    await asyncio.wait_for(changed.wait(), BEAT)
                except TimeoutError:
                    yield ServerSentEventMessage(event="beat", data="")
    finally:
        forget()
