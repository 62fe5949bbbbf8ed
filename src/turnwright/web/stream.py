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
from turnwright.table.live import OffTable, Table
from turnwright.table.tickets import Ticket
from turnwright.web.drawing import Drawn, draw, opened, with_cursor
from turnwright.web.listeners import MOST, key_of, listeners_of
from turnwright.web.people import Asked, hall_of, keys_of, seat_at, texts_of
from turnwright.web.saying import Face
from turnwright.web.sessions import KEEPS

BEAT = 1.0
"""A stream that has sent nothing for so many seconds, or twice as many at most, says that it is there."""


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
        if now is None:
            return None
        try:
            return face(table, now, fight)
        except OffTable:
            # It was taken away on the way; now another is shown.
            return face(table, now, fight)

    with _watching(table) as seat:
        begun = False
        while not hall.over:
            seat.news = False
            drawn = await hall.drawing.drawn(look)
            if drawn is None:
                yield Sign.GONE
                return
            if drawn.cursor.digest != had:
                seat.sent = True
                yield drawn
                had = drawn.cursor.digest
            elif not begun:
                yield Sign.BEAT
            begun = True
            while not seat.news:
                if await seat.called():
                    yield Sign.BEAT


class _Seat:
    """Where a stream waits for ``news`` of its table. What it has ``sent`` since the last beat, a sign too, tells that
    it is there; news that changes nothing for it leaves no trace, in the beats either."""

    def __init__(self) -> None:
        self.news = self.sent = self._due = False
        self._call = asyncio.Event()

    def tell(self) -> None:
        """There is news."""
        self.news = True
        self._call.set()

    def beat(self) -> None:
        """It is time for a sign, where nothing was sent since the last time."""
        if not self.sent:
            self._due = True
            self._call.set()
        self.sent = not self.sent

    async def called(self) -> bool:
        """Wait for news, or for the time of a sign: whether it is that."""
        await self._call.wait()
        self._call.clear()
        due, self._due = self._due, False
        return due


class _Audience:
    """All who watch a table from one loop. They are told together, so that their screens are asked for together."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._seats: set[_Seat] = set()
        self._loop = loop

    def join(self, seat: _Seat) -> None:
        """One more watches."""
        self._seats.add(seat)
        if len(self._seats) == 1:
            self._loop.call_later(BEAT, self._beat)

    def leave(self, seat: _Seat) -> None:
        """One watches no more."""
        self._seats.remove(seat)

    def tell(self) -> None:
        """There is news; any thread may say so."""
        # A server that has ended waits for nothing.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._tell)

    def _tell(self) -> None:
        for seat in self._seats:
            seat.tell()

    def _beat(self) -> None:
        for seat in self._seats:
            seat.beat()
        if self._seats:
            self._loop.call_later(BEAT, self._beat)


@contextmanager
def _watching(table: Table) -> Iterator[_Seat]:
    """A place among those who watch a table from this loop."""
    loop, seat = asyncio.get_running_loop(), _Seat()
    audiences = _AUDIENCES.setdefault(table, {})
    audience = audiences.get(loop)
    if audience is None:
        audience = audiences[loop] = _Audience(loop)
        table.watch(audience.tell)
    audience.join(seat)
    try:
        yield seat
    finally:
        audience.leave(seat)


_AUDIENCES: WeakKeyDictionary[Table, dict[asyncio.AbstractEventLoop, _Audience]] = WeakKeyDictionary()


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
