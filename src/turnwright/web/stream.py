"""What changes on a screen, sent as it changes.

A message holds the whole screen of its viewer, and is sent only when that is another than before: whoever was cut off
for however long is right again with the next one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from enum import Enum
from functools import partial

from litestar import get
from litestar.params import FromPath, FromQuery
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage

from turnwright.table.hall import Hall
from turnwright.table.live import Table
from turnwright.table.tickets import Ticket
from turnwright.web.drawing import Drawn, draw, opened, with_cursor
from turnwright.web.people import Asked, hall_of, keys_of, seat_at
from turnwright.web.saying import Face

BEAT = 2.0
"""Seconds after which a stream without news says that it is there."""


class Sign(Enum):
    """What a stream tells beside screens: that it is there, and that the seat is no more."""

    BEAT = "beat"
    GONE = "gone"


async def changes(
    hall: Hall, table: Table, still: Callable[[], Ticket | None], fight: str, had: str, face: Face
) -> AsyncGenerator[Drawn | Sign, None]:
    """The screen of a seat, now and after each change of it; not the one whose digest is ``had``.

    ``still`` gives the seat, or None once it is no more. The end of the server ends it.
    """
    loop, changed = asyncio.get_running_loop(), asyncio.Event()

    def tell() -> None:
        loop.call_soon_threadsafe(changed.set)

    def look() -> Drawn | None:
        now = still()
        return face(table, now, fight) if now is not None else None

    forget = table.watch(tell)
    try:
        while not hall.over:
            changed.clear()
            drawn = await hall.drawing.drawn(look)
            if drawn is None:
                yield Sign.GONE
                return
            if drawn.cursor.digest != had:
                yield drawn
                had = drawn.cursor.digest
            while not changed.is_set():
                try:
                    async with asyncio.timeout(BEAT):
                        await changed.wait()
                except TimeoutError:
                    yield Sign.BEAT
    finally:
        forget()


@get("/t/{id:str}/stream")
async def stream(request: Asked, id: FromPath[str], fight: FromQuery[str] = "") -> ServerSentEvent:
    """The screen of the sender's seat, now and after each change."""
    table, ticket = await asyncio.to_thread(seat_at, request, id)
    had = opened(keys_of(request), request.headers.get("Last-Event-ID", ""))
    return ServerSentEvent(_messages(request, table, ticket, fight, had.digest if had else ""))


async def _messages(
    request: Asked, table: Table, ticket: Ticket, fight: str, had: str
) -> AsyncIterator[ServerSentEventMessage]:
    still = partial(_still, table, ticket)
    async with aclosing(changes(hall_of(request), table, still, fight, had, partial(draw, request))) as news:
        async for one in news:
            if isinstance(one, Drawn):
                sealed = one.cursor.sealed(keys_of(request))
                yield ServerSentEventMessage(data=with_cursor(one, sealed), id=sealed)
            else:
                yield ServerSentEventMessage(event=one.value, data="gone" if one is Sign.GONE else "")


def _still(table: Table, ticket: Ticket) -> Ticket | None:
    return table.seats.valid(ticket.id, ticket.epoch)
