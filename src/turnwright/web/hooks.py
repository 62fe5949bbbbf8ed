"""Other servers that are told of changes at a table: what a spectator may know, signed, and never in the table's way.

Each hook has a task of its own, which sends one message at a time. What changes meanwhile is in the next one. Where
several workers share a store each has such a task, and whoever is first to note in the store that it sends does so.
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
from typing import NamedTuple

import httpx
from msgspec import Struct
from msgspec.structs import replace

from turnwright.engine import codec
from turnwright.seat import Seat
from turnwright.store import StoreError
from turnwright.table.hall import Hall
from turnwright.table.live import Table
from turnwright.table.tickets import Hook, Ticket
from turnwright.web import positions
from turnwright.web.api.shapes import Now
from turnwright.web.api.showing import now
from turnwright.web.api.troubles import Declined
from turnwright.web.keys import Keys
from turnwright.web.outward import PATIENCE, NotSent, check_url, new_client, post
from turnwright.web.people import Asking
from turnwright.web.positions import Position, Told

WAITS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0)
"""Seconds before a message is sent once more; after the last it is given up, and its lines go with the next."""

MOST = 10
"""A table has at most so many hooks."""

LINES = 200
"""A message has at most so many lines, the last ones."""

SLACK = 5.0
"""Seconds that whoever sends may be late in saying so again, before another takes it for dead."""

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
    """One hook, as this process looks after it."""

    def __init__(self, table: Table, hook: Hook) -> None:
        self.table = table
        self.hook = hook
        self.changed = asyncio.Event()
        self.trouble = ""
        self.task: asyncio.Task[None] | None = None
        self.logs: dict[str, tuple[str, ...]] = {}
        """What anybody has heard of each fight, as it was when this process looked last."""

    @property
    def there(self) -> bool:
        """Whether the table still has this hook."""
        return self.hook.id in self.table.seats.hooks


class News(NamedTuple):
    """What a hook has to be told next: from where, the message, and how far it is told by then."""

    position: Position
    message: Message
    then: Told


class Hooks:
    """All hooks of a server's open tables. ``inside`` allows addresses in the network of the server."""

    def __init__(self, hall: Hall, keys: Keys, inside: bool = False, waits: Sequence[float] = WAITS) -> None:
        self.inside = inside
        self.waits = waits
        self._hall = hall
        self._keys = keys
        self._me = secrets.token_hex(8)
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
        """Look after the hooks of a table that was opened; what they were not told yet they are told now."""
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
        """A hook that is looked after from now on; of a new one what is so now counts as told."""
        line, store = Line(table, hook), self._hall.store
        with suppress(StoreError):
            if not positions.is_known(store, hook.id):
                told = self._shown(line)
                positions.begin(store, hook.id, told[1] if told is not None else Told())
        return line

    def _soon(self, do: Callable[..., object], *given: object) -> None:
        if self._loop is not None:
            self._loop.call_soon_threadsafe(do, *given)

    def _begin(self, line: Line) -> None:
        line.task = asyncio.get_running_loop().create_task(self._run(line))

    async def _run(self, line: Line) -> None:
        while line.there:
            await line.changed.wait()
            line.changed.clear()
            try:
                later = await self._tell(line)
            except StoreError:
                later = self.waits[-1]
            if later:
                asyncio.get_running_loop().call_later(later, line.changed.set)
        await asyncio.to_thread(positions.forget, self._hall.store, line.hook.id)
        with self._lock:
            del self._lines[line.hook.id]

    async def _tell(self, line: Line) -> float:
        """Tell a hook what is new, if anything is and nobody else tells it; the seconds after which to look again, 0
        where that is not before the next change. Raises StoreError."""
        found = await asyncio.to_thread(self._news, line)
        if not isinstance(found, News):
            return found
        position, message, then = found
        taken = await self._send(line, position, message)
        if taken is None:
            return self.waits[0]
        await asyncio.to_thread(position.settle, then if taken else replace(position.told, given_up=then.digest))
        return 0.0

    def _news(self, line: Line) -> News | float:
        """What a hook has to be told; where that is nothing, when to look again, as `_tell` has it."""
        if not line.there:
            return 0.0
        position = positions.recall(self._hall.store, line.hook.id, self._me)
        if position.taken:
            return position.taken
        # What was told is no newer than what is seen from here on, whoever told it.
        line.table.refresh()
        with line.table.at_rest():
            before = line.logs
            seen = self._shown(line)
        if seen is None:
            return 0.0
        shown, then = seen
        if then.digest in (position.told.digest, position.told.given_up):
            return 0.0
        log = line.logs[shown.fight]
        had = position.told.lines(shown.fight, (log, before.get(shown.fight, ())))
        stands = next((at for at, (one, other) in enumerate(zip(had, log, strict=False)) if one != other), None)
        if stands is None:
            stands = min(len(had), len(log))
        message = Message(
            delivery=secrets.token_urlsafe(12),
            table=line.table.id,
            title=shown.screen.title,
            fight=shown.fight,
            cursor=shown.cursor,
            headline=shown.screen.headline,
            up=shown.screen.up,
            over=shown.screen.over,
            lines=log[stands:][-LINES:],
            taken_back=len(had) - stands,
        )
        return News(position, message, replace(then, logs={**position.told.logs, **then.logs}))

    def _shown(self, line: Line) -> tuple[Now, Told] | None:
        """What anybody sees now, and how far a hook is told who was told that; None where nothing is shown."""
        try:
            shown, cursor = now(self._keys, line.table, ANYBODY)
        except Declined:
            return None
        log = _lines(line.table, shown.fight)
        line.logs = {**line.logs, shown.fight: log}
        return shown, Told.of(cursor.digest, {shown.fight: log})

    async def _send(self, line: Line, position: Position, message: Message) -> bool | None:
        """Send a message, again where it is not taken; whether it was taken at last, None where another has come to
        send what there is. Raises StoreError."""
        assert self._client is not None
        body, secret = codec.encode(message), secret_of(self._keys, line.table.id, line.hook.id)
        for wait in (*self.waits, None):
            if not await asyncio.to_thread(position.claim, PATIENCE + (wait or 0.0) + SLACK):
                return None
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
