"""How long a connection may keep the server waiting, and how many the server takes."""

from __future__ import annotations

import asyncio
import sys

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

WAITS = 30.0
"""Seconds after which a connection is closed on which nothing whole was asked, or nothing taken of what was sent."""

SPARE = 64
"""So many of the files that a process may have open are for the store and the like."""

CONNECTIONS = 6000
"""So many connections one worker has at most."""


class Patient(HttpToolsProtocol):
    """A connection that is closed where it makes no request, or does not go on with one, and where whoever is there
    takes nothing of what is sent. The server itself closes only what is idle after a request."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come."""
        super().connection_made(transport)
        self._waited: object = None
        self._look_later()

    def _look_later(self) -> None:
        self.loop.call_later(WAITS, self._look)

    def _look(self) -> None:
        """Close what was waited for at the last look, and is still. A WebSocket has other signs of life."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        waits = self._waits()
        if waits is not None and waits == self._waited:
            self.transport.abort()
            return
        self._waited = waits
        self._look_later()

    def _waits(self) -> object:
        """What is waited for; None while it is nothing."""
        cycle = self.cycle
        if cycle is None or cycle.response_complete:
            return ("request", id(cycle))
        if cycle.more_body:
            return ("body", id(cycle), len(cycle.body))
        return ("taken", id(cycle)) if self.flow.write_paused else None


def connections() -> int:
    """How many connections this worker can have: as many files as it may open are more than a system's usual bound."""
    if sys.platform == "win32":
        return CONNECTIONS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + SPARE
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return max(SPARE, min(CONNECTIONS, (wanted if soft == resource.RLIM_INFINITY else soft) - SPARE))
