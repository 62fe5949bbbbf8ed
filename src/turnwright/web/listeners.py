"""Who listens: how many streams and WebSockets a seat may have open, and all seats together.

A phone whose connection was cut without closing leaves its stream behind and opens another. So it is the newest that
counts: where a seat has too many, its oldest is let go.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TypeVar

from turnwright.table.tickets import Ticket
from turnwright.web.pace import address
from turnwright.web.people import Asking

MOST = {"gm": 32, "player": 16, "spectator": 256}
"""So many a seat may have from one address. Those who only watch share a seat."""

ALL = 4000
"""So many one worker has at most, where it may have so many connections."""


New = TypeVar("New")


class _One:
    """A stream; ``over`` once it is let go."""

    over = False


class Listeners:
    """All streams of a worker; ``most`` is how many it takes. Used from the event loop alone."""

    def __init__(self, most: int = ALL) -> None:
        self.most = most
        self.count = 0
        self._of: dict[str, list[_One]] = {}

    def has_room(self, key: str) -> bool:
        """Whether one more can be opened: a seat that has one already gives that up for it."""
        return self.count < self.most or key in self._of

    async def heard(self, key: str, most: int, news: AsyncGenerator[New, None], last: New) -> AsyncGenerator[New, None]:
        """What is new, until it is let go because the same ``key`` has ``most`` newer ones; then ``last``."""
        one, mine = _One(), self._of.setdefault(key, [])
        if len(mine) >= most or (mine and self.count >= self.most):
            mine.pop(0).over = True
        mine.append(one)
        self.count += 1
        try:
            async with aclosing(news):
                async for new in news:
                    if one.over:
                        yield last
                        return
                    yield new
        finally:
            self.count -= 1
            if one in mine:
                mine.remove(one)
            if not mine and self._of.get(key) is mine:
                del self._of[key]


def listeners_of(asking: Asking) -> Listeners:
    """Who listens at this worker."""
    listeners: Listeners = asking.app.state.listeners
    return listeners


def key_of(asking: Asking, table: str, ticket: Ticket) -> str:
    """Whose streams count together."""
    return f"{table} {ticket.id} {address(asking)}"
