"""Other servers that are told of changes at a table: what a spectator may know, signed, and never in the table's way.

Each hook has a task of its own, which sends one message at a time. What changes meanwhile is in the next one.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from threading import Lock

import httpx
from msgspec import Struct

from turnwright.engine import codec
from turnwright.seat import Seat
from turnwright.store import StoreError
from turnwright.table.hall import Hall
from turnwright.table.live import Table
from turnwright.table.tickets import Hook, Ticket
from turnwright.web import positions
from turnwright.web.api.showing import now
from turnwright.web.api.troubles import Declined
from turnwright.web.keys import Keys
from turnwright.web.outward import NotSent, check_url, new_client, post
from turnwright.web.people import Asking

WAITS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0)
"""Seconds before a message is sent once more; after the last it is given up, and its lines go with the next."""

MOST = 10
"""A table has at most so many hooks."""

LINES = 200
"""A message has at most so many lines, the last ones."""

ANYBODY = Ticket("", "spectator", "spectator")
"""Whoever watches and has nobody of their own."""


class Message(Struct, frozen=True):
    """What is sent: who is up and what is new in the log, of the fight that is shown.

    ``lines`` came since the last message; ``taken_back`` tells how many of those sent before no longer stand.
    ``cursor`` is opaque, as all cursors are.
    """

    delivery: str
    table: str
    title: str
    fight: str
    cursor: str
    headline: str
    up: str
    over: bool
    lines: tuple[str, ...]
    taken_back: int


class Known(Struct, frozen=True):
    """What a hook was told last: the digest of what anybody sees, and the log of each fight."""

    digest: str = ""
    logs: dict[str, tuple[str, ...]] = {}


def hooks_of(asking: Asking) -> Hooks:
    """The hooks of this server."""
    hooks: Hooks = asking.app.state.hooks
    return hooks


def secret_of(keys: Keys, table: str, hook: str) -> str:
    """What the messages of a hook are signed with. It follows from the server's own secret, and is kept nowhere."""
    return keys.derived(f"hook {table} {hook}").hex()


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """What shows that a message comes from who has the secret, and when it was sent."""
    return hmac.new(secret.encode(), timestamp.encode() + b"." + body, sha256).hexdigest()


def _lines(table: Table, fight: str) -> tuple[str, ...]:
    """What anybody has heard of a fight; nothing of one that is not on the table any more."""
    if fight not in table.seats.fights:
        return ()
    return Seat(table.fight(fight).encounter, frozenset(), ANYBODY.name).log()


class Line:
    """One hook, and how far it was told."""

    def __init__(self, table: Table, hook: Hook, known: Known) -> None:
        self.table = table
        self.hook = hook
        self.known = known
        self.made = table.made
        self.changed = asyncio.Event()
        self.trouble = ""
        self.task: asyncio.Task[None] | None = None

    @property
    def there(self) -> bool:
        """Whether the table still has this hook."""
        return self.hook.id in self.table.seats.hooks


class Hooks:
    """All hooks of a server's open tables. ``inside`` allows addresses in the network of the server."""

    def __init__(self, hall: Hall, keys: Keys, inside: bool = False, waits: Sequence[float] = WAITS) -> None:
        self.inside = inside
        self.waits = waits
        self._hall = hall
        self._keys = keys
        self._lines: dict[str, Line] = {}
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._client: httpx.AsyncClient | None = None

    async def start(self) -> None:
        """Look after tables from now on, those that are opened from now on included."""
        self._loop = asyncio.get_running_loop()
        self._client = new_client()
        self._hall.opened = self.follow

    async def stop(self) -> None:
        """Send nothing any more."""
        self._loop = None
        tasks = [line.task for line in self._lines.values() if line.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._client is not None:
            await self._client.aclose()

    def follow(self, table: Table) -> None:
        """Look after the hooks of a table that was opened. What it shows now counts as told."""
        self._look(table)
        table.watch(lambda: self._look(table))

    def add(self, table: Table, url: str) -> tuple[Hook, str]:
        """Tell an address of changes at a table; gives the hook and its secret. Raises `NotSent` for an address to
        which nothing is sent, or where the table has many."""
        check_url(url, self.inside)
        if len(table.seats.hooks) >= MOST:
            raise NotSent(f"This table tells {MOST} addresses already. Take one away first.")
        hook = table.hook(url)
        return hook, secret_of(self._keys, table.id, hook.id)

    def trouble(self, hook: str) -> str:
        """Why the last message to a hook was not taken; empty where it was."""
        line = self._lines.get(hook)
        return line.trouble if line is not None else ""

    def _look(self, table: Table) -> None:
        """Something has changed at a table. Whichever thread did it goes on at once."""
        there = table.seats.hooks
        for id in there.keys() - self._lines.keys():
            # The table may be held by another thread, which looks too: nothing is held here while it is waited for.
            line = self._line(table, there[id])
            with self._lock:
                if id not in self._lines:
                    self._lines[id] = line
                    self._soon(self._begin, line)
        for line in tuple(self._lines.values()):
            if line.table is table:
                self._soon(line.changed.set)

    def _line(self, table: Table, hook: Hook) -> Line:
        """A hook from where it was told last; a new one from what is so now."""
        store, now = self._hall.store, self._news(table, Known())[1]
        with suppress(StoreError):
            told = positions.recall(store, hook.id, lambda fight: _lines(table, fight))
            if told is None:
                positions.keep(store, hook.id, now.digest, now.logs)
            elif told[0] != now.digest:
                line = Line(table, hook, Known(*told))
                line.made -= 1
                return line
        return Line(table, hook, now)

    def _soon(self, do: Callable[..., object], *given: object) -> None:
        if self._loop is not None:
            self._loop.call_soon_threadsafe(do, *given)

    def _begin(self, line: Line) -> None:
        line.task = asyncio.get_running_loop().create_task(self._run(line))

    async def _run(self, line: Line) -> None:
        table = line.table
        while line.there:
            await line.changed.wait()
            line.changed.clear()
            made, message, known = await asyncio.to_thread(self._new_at, table, line.known)
            elsewhere = made == line.made and self._hall.store.for_many
            if elsewhere or not line.there:
                # It was changed elsewhere, by another worker, and that one tells of it.
                line.known = known
            elif message is None or await self._send(line, message):
                line.known = known
                if message is not None:
                    await asyncio.to_thread(self._keep, line)
            line.made = made
        await asyncio.to_thread(positions.forget, self._hall.store, line.hook.id)
        with self._lock:
            del self._lines[line.hook.id]

    def _keep(self, line: Line) -> None:
        with suppress(StoreError):
            positions.keep(self._hall.store, line.hook.id, line.known.digest, line.known.logs)

    def _new_at(self, table: Table, known: Known) -> tuple[int, Message | None, Known]:
        """How many changes were made here, and the news by then: between the two nothing changes."""
        with table.at_rest():
            return table.made, *self._news(table, known)

    def _news(self, table: Table, known: Known) -> tuple[Message | None, Known]:
        """What a hook has to be told after what it knows, if there is anything; and what it knows then."""
        try:
            shown, cursor = now(self._keys, table, ANYBODY)
        except Declined:
            return None, known
        if cursor.digest == known.digest:
            return None, known
        log = _lines(table, shown.fight)
        had = known.logs.get(shown.fight, ())
        same = next((at for at, (one, other) in enumerate(zip(had, log, strict=False)) if one != other), None)
        stands = min(len(had), len(log)) if same is None else same
        lines = log[stands:][-LINES:]
        screen = shown.screen
        message = Message(
            delivery=secrets.token_urlsafe(12),
            table=table.id,
            title=screen.title,
            fight=shown.fight,
            cursor=shown.cursor,
            headline=screen.headline,
            up=screen.up,
            over=screen.over,
            lines=lines,
            taken_back=len(had) - stands,
        )
        return message, Known(cursor.digest, {**known.logs, shown.fight: log})

    async def _send(self, line: Line, message: Message) -> bool:
        """Send a message, again where it is not taken; whether it was taken at last."""
        assert self._client is not None
        body, secret = codec.encode(message), secret_of(self._keys, line.table.id, line.hook.id)
        for wait in (*self.waits, None):
            at = str(int(time.time()))
            headers = {
                "Content-Type": "application/json",
                "User-Agent": "Turnwright",
                "Turnwright-Delivery": message.delivery,
                "Turnwright-Timestamp": at,
                "Turnwright-Signature": f"v1={signature(secret, at, body)}",
            }
            try:
                await post(self._client, line.hook.url, body, headers, self.inside)
            except NotSent as error:
                line.trouble = str(error)
            else:
                line.trouble = ""
                return True
            if wait is None or not line.there:
                break
            await asyncio.sleep(wait)
        return False
