"""Where screens are drawn for all who watch, beside whatever else the server does."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Lock
from typing import Any, TypeVar

Made = TypeVar("Made")

AT_ONCE = 8
"""So many screens are handed over together: to go from one thread to another and back costs as much as a small one."""


class Easel:
    """Draws one screen after another in a thread of its own: several would only stand in each other's way."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "drawing")
        self._waiting: deque[tuple[Callable[[], Any], asyncio.Future[Any]]] = deque()
        self._busy = False
        self._lock = Lock()

    async def drawn(self, draw: Callable[[], Made]) -> Made:
        """What ``draw`` gives, or raises, once it is its turn."""
        made: asyncio.Future[Made] = asyncio.get_running_loop().create_future()
        with self._lock:
            self._waiting.append((draw, made))
            idle, self._busy = not self._busy, True
        if idle:
            self._thread.submit(self._draw_all)
        return await made

    def _draw_all(self) -> None:
        while True:
            with self._lock:
                batch = [self._waiting.popleft() for _ in range(min(AT_ONCE, len(self._waiting)))]
                self._busy = bool(batch)
            if not batch:
                return
            by_loop: dict[asyncio.AbstractEventLoop, list[Callable[[], None]]] = {}
            for draw, made in batch:
                by_loop.setdefault(made.get_loop(), []).append(_outcome(draw, made))
            for loop, outcomes in by_loop.items():
                # A server that has ended waits for nothing.
                with suppress(RuntimeError):
                    loop.call_soon_threadsafe(_tell, outcomes)


def _outcome(draw: Callable[[], Made], made: asyncio.Future[Made]) -> Callable[[], None]:
    """What tells whoever waits what has come of drawing."""
    try:
        drawn = draw()
    except Exception as error:
        failed = error
        return lambda: made.set_exception(failed) if not made.done() else None
    return lambda: made.set_result(drawn) if not made.done() else None


def _tell(outcomes: list[Callable[[], None]]) -> None:
    for outcome in outcomes:
        outcome()
