"""What a seat sees, as it changes: server-sent events, or a WebSocket on which its program also speaks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from functools import partial
from typing import Any

import msgspec
from litestar import WebSocket, get, websocket
from litestar.exceptions import TooManyRequestsException, WebSocketDisconnect
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery

from turnwright.engine import codec
from turnwright.store import StoreError
from turnwright.table.live import Table
from turnwright.table.tickets import Ticket
from turnwright.web.api.callers import at, speaker
from turnwright.web.api.reading import DEEP
from turnwright.web.api.routes import TROUBLES
from turnwright.web.api.shapes import Answered, Given, Gone, Refused, Seen, Words
from turnwright.web.api.showing import answer, face, fight_before
from turnwright.web.api.troubles import Declined, Trouble, decline, fast, kept_not
from turnwright.web.drawing import Drawn, opened
from turnwright.web.listeners import MOST, key_of, listeners_of
from turnwright.web.pace import hold, pace_of, who
from turnwright.web.people import Asked, Asking, hall_of, keys_of
from turnwright.web.stream import Sign, Told, changes, event

FULL = Trouble(
    "seat.full", "This seat has too many newer streams, so that this one ends.", ("Keep one stream for each program.",)
)

GONE = Trouble("token.invalid", "This token is not valid any more.", ("Ask the game master for a new one.",))

_ENDS = {Sign.GONE: GONE, Sign.FULL: FULL}
"""Why a stream ends, by its last sign."""

Socket = WebSocket[Any, Any, Any]


_TEXT = {200: ResponseSpec(data_container=str, media_type="text/event-stream", generate_examples=False)}


@get("/tables/{id:str}/stream", tags=["seat"], responses={**TROUBLES, **_TEXT})
async def events(request: Asked, id: FromPath[str], fight: FromQuery[str] = "") -> Told:
    """What `now` answers, at once and after each change of it, as server-sent events.

    The id of each is its cursor: sent back as Last-Event-ID, it keeps what did not change from being sent again. An
    event ``gone`` says that the token is not valid any more, ``full`` that the seat has too many newer streams.
    """
    _, ticket = await asyncio.to_thread(_check, request, id, fight)
    return Told(_events(request, id, ticket, fight))


@websocket("/tables/{id:str}/socket")
async def talk(socket: Socket, id: FromPath[str], fight: FromQuery[str] = "") -> None:
    """The same over a WebSocket; what its program sends is said, or given, and answered."""
    _, ticket = await asyncio.to_thread(_check, socket, id, fight)
    await socket.accept()
    hearing = asyncio.create_task(_hear(socket, id))
    telling = asyncio.create_task(_tell(socket, id, ticket, fight))
    try:
        await asyncio.wait((hearing, telling), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (hearing, telling):
            task.cancel()
        ended = await asyncio.gather(hearing, telling, return_exceptions=True)
    for end in ended:
        if isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect):
            raise end
    if not isinstance(ended[0], WebSocketDisconnect):
        await socket.close()


async def _events(request: Asked, id: str, ticket: Ticket, fight: str) -> AsyncIterator[bytes]:
    async with aclosing(_changes(request, id, ticket, fight)) as news:
        async for one in news:
            if isinstance(one, Drawn):
                yield event(one.text, id=one.cursor.sealed(keys_of(request)))
            elif one in _ENDS:
                yield event(codec.encode(_ENDS[one]).decode(), kind=one.value)
            else:
                yield b":\n\n"


async def _tell(socket: Socket, id: str, ticket: Ticket, fight: str) -> None:
    async with aclosing(_changes(socket, id, ticket, fight)) as news:
        async for one in news:
            if isinstance(one, Drawn):
                await _send(socket, Seen(msgspec.Raw(one.text.encode())))
            elif one in _ENDS:
                await _send(socket, Gone(_ENDS[one]))


async def _hear(socket: Socket, id: str) -> None:
    while True:
        await _send(socket, await asyncio.to_thread(_answered, socket, id, await socket.receive_data(mode="text")))


def _changes(asking: Asking, id: str, ticket: Ticket, fight: str) -> AsyncGenerator[Drawn | Sign, None]:
    had = opened(keys_of(asking), asking.headers.get("Last-Event-ID", ""))
    table, keys = at(asking, id)[0], keys_of(asking)
    news = changes(hall_of(asking), table, partial(_still, asking, id), fight, had.digest if had else "", face(keys))
    return listeners_of(asking).heard(key_of(asking, id, ticket), MOST[ticket.role], news, Sign.FULL)


def _answered(asking: Asking, id: str, text: str | bytes) -> Answered | Refused:
    """What comes of a message of a program's."""
    request = ""
    try:
        sent = msgspec.json.decode(text, type=dict[str, Any])
        request = str(sent.get("request", ""))[:80]
        hold(asking, pace_of(asking).doings.take(who(asking)))
        kind: type[Given | Words] = Given if "command" in sent else Words
        said = msgspec.convert(sent, kind, dec_hook=codec.from_plain)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        advice = 'Send {"words": "…"} or {"command": {…}}, with request, cursor and fight where you like.'
        wrong = DEEP if isinstance(error, RecursionError) else error
        return Refused(request, Trouble("request.shape", f"The message does not fit: {wrong}", (advice,)))
    except TooManyRequestsException as error:
        return Refused(request, fast(error))
    try:
        told = answer(keys_of(asking), speaker(asking, id), said)
    except Declined as error:
        return Refused(request, error.trouble)
    except StoreError as error:
        return Refused(request, kept_not(error)[1])
    return Answered(request, told.lines)


async def _send(socket: Socket, message: object) -> None:
    await socket.send_data(codec.encode(message), mode="text")


def _check(asking: Asking, id: str, fight: str) -> tuple[Table, Ticket]:
    """Whoever asks, and that the fight is there and somebody more can listen, before anything is sent."""
    table, ticket = at(asking, id)
    fight_before(table, ticket, fight)
    if not listeners_of(asking).has_room(key_of(asking, id, ticket)):
        raise decline(503, "server.full", "The server has as many streams as it takes.", "Try again in a moment.")
    return table, ticket


def _still(asking: Asking, id: str) -> Ticket | None:
    try:
        return at(asking, id)[1]
    except Declined:
        return None


HANDLERS: list[Any] = [events, talk]
