"""What changes on a screen, sent as it changes.

A message holds the whole screen of its viewer, and is sent only when that is another than before: whoever was cut off
for however long is right again with the next one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import aclosing, contextmanager, suppress
from enum import Enum
from functools import partial
from weakref import WeakKeyDictionary

from litestar import get
from litestar.exceptions import ServiceUnavailableException
from litestar.params import FromPath, FromQuery
from litestar.response import Stream

from turnwright.table.hall import Hall
from turnwright.table.live import Table
from turnwright.table.tickets import Ticket
from turnwright.web.drawing import Drawn, draw, opened, with_cursor
from turnwright.web.listeners import MOST, key_of, listeners_of
from turnwright.web.people import Asked, hall_of, keys_of, seat_at, texts_of
from turnwright.web.saying import Face
from turnwright.web.sessions import KEEPS

BEAT = 2.0
"""Seconds after which a stream without news says that it is there."""


class Told(Stream):
    """Server-sent events, as `event` makes them."""

    def __init__(self, events: AsyncIterator[bytes]) -> None:
        # What stands between a reader and the server keeps nothing back, and nothing for later.
        headers = {"Cache-Control": "no-cache", "Connection": "keep-alive", "X-Accel-Buffering": "no"}
        super().__init__(events, media_type="text/event-stream", headers=headers)


def event(data: str, *, id: str = "", kind: str = "") -> bytes:
    """A server-sent event whose data is one line."""
    ahead = f"id: {id}\n" if id else ""
    ahead += f"event: {kind}\n" if kind else ""
    return f"{ahead}data: {data}\n\n".encode()


class Sign(Enum):
    """What a stream tells beside screens: that it is there, that the seat is no more, and that it ends because the seat
    has too many newer ones."""

    BEAT = "beat"
    GONE = "gone"
    FULL = "full"


async def changes(
    hall: Hall, table: Table, still: Callable[[], Ticket | None], fight: str, had: str, face: Face
) -> AsyncGenerator[Drawn | Sign, None]:
    """The screen of a seat, now and after each change of it; not the one whose digest is ``had``, in whose place it is
    said at once that the stream is there.

    ``still`` gives the seat, or None once it is no more. The end of the server ends it.
    """

    def look() -> Drawn | None:
        now = still()
        return face(table, now, fight) if now is not None else None

    with _watching(table) as changed:
        begun = False
        while not hall.over:
            changed.clear()
            drawn = await hall.drawing.drawn(look)
            if drawn is None:
                yield Sign.GONE
                return
            if drawn.cursor.digest != had:
                yield drawn
                had = drawn.cursor.digest
            elif not begun:
                yield Sign.BEAT
            begun = True
            while not changed.is_set():
                try:
                    async with asyncio.timeout(BEAT):
                        await changed.wait()
                except TimeoutError:
                    yield Sign.BEAT


@contextmanager
def _watching(table: Table) -> Iterator[asyncio.Event]:
    """What is set after each change of a table. All who watch it from one loop are woken by one call to that: so their
    screens are asked for together."""
    loop, changed = asyncio.get_running_loop(), asyncio.Event()
    audiences = _AUDIENCES.setdefault(table, {})
    audience = audiences.get(loop)
    if audience is None:
        audience = audiences[loop] = set()
        _tell_of(table, loop, audience)
    audience.add(changed)
    try:
        yield changed
    finally:
        audience.remove(changed)


def _tell_of(table: Table, loop: asyncio.AbstractEventLoop, audience: set[asyncio.Event]) -> None:
    def wake() -> None:
        for changed in audience:
            changed.set()

    def tell() -> None:
        # A server that has ended waits for nothing.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(wake)

    table.watch(tell)


_AUDIENCES: WeakKeyDictionary[Table, dict[asyncio.AbstractEventLoop, set[asyncio.Event]]] = WeakKeyDictionary()


@get("/t/{id:str}/stream", opt={KEEPS: True})
async def stream(request: Asked, id: FromPath[str], fight: FromQuery[str] = "", had: FromQuery[str] = "") -> Told:
    """The screen of the sender's seat, now and after each change; without the one that they had, by its cursor."""
    table, ticket = await asyncio.to_thread(seat_at, request, id)
    if not listeners_of(request).has_room(key_of(request, id, ticket)):
        raise ServiceUnavailableException(texts_of(request)("server is full"), headers={"Retry-After": "10"})
    held = opened(keys_of(request), request.headers.get("Last-Event-ID", "") or had)
    return Told(_messages(request, table, ticket, fight, held.digest if held else ""))


async def _messages(request: Asked, table: Table, ticket: Ticket, fight: str, had: str) -> AsyncIterator[bytes]:
    still = partial(_still, table, ticket)
    told = changes(hall_of(request), table, still, fight, had, partial(draw, request))
    heard = listeners_of(request).heard(key_of(request, table.id, ticket), MOST[ticket.role], told, Sign.FULL)
    async with aclosing(heard) as news:
        async for one in news:
            if isinstance(one, Drawn):
                sealed = one.cursor.sealed(keys_of(request))
                yield event(with_cursor(one, sealed), id=sealed)
            else:
                yield event(texts_of(request)("seat is full"), kind="full") if one is Sign.FULL else _SIGNS[one]


_SIGNS = {Sign.BEAT: event("", kind="beat"), Sign.GONE: event("gone", kind="gone")}


def _still(table: Table, ticket: Ticket) -> Ticket | None:
    return table.seats.valid(ticket.id, ticket.epoch)
