"""What changes on a screen, sent as it changes.

A message holds the whole screen of its viewer, and is sent only when that is another than before: whoever was cut off
for however long is right again with the next one. Its cursor says nothing but which screen it was.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from hashlib import blake2b

from litestar import get
from litestar.params import FromPath
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage

from turnwright.table.live import Table
from turnwright.table.screen import screen
from turnwright.table.tickets import Ticket
from turnwright.web.people import Asked, hall_of, seat_at

BEAT = 2.0
"""Seconds after which a stream without news says that it is there."""


@get("/t/{id:str}/stream")
async def stream(request: Asked, id: FromPath[str]) -> ServerSentEvent:
    """The screen of the sender's seat, now and after each change."""
    table, ticket = await asyncio.to_thread(seat_at, request, id)
    had = request.headers.get("Last-Event-ID", "")
    return ServerSentEvent(_messages(request, table, ticket, had))


async def _messages(request: Asked, table: Table, ticket: Ticket, had: str) -> AsyncIterator[ServerSentEventMessage]:
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
            html = await asyncio.to_thread(_drawn, request, table, now)
            cursor = blake2b(html.encode(), digest_size=9).hexdigest()
            if cursor != had:
                yield ServerSentEventMessage(data=html, id=cursor)
                had = cursor
            while not changed.is_set():
                try:
                    await asyncio.wait_for(changed.wait(), BEAT)
                except TimeoutError:
                    yield ServerSentEventMessage(event="beat", data="")
    finally:
        forget()


def _drawn(request: Asked, table: Table, ticket: Ticket) -> str:
    name = "gm_screen.html" if ticket.role == "gm" else "player_screen.html"
    engine = request.app.template_engine
    assert engine is not None
    drawn: str = engine.get_template(name).render(id=table.id, ticket=ticket, screen=screen(table, ticket))
    return drawn
