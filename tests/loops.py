"""Event loops in tests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Found = TypeVar("Found")


def run(make: Callable[[], Coroutine[Any, Any, Found]]) -> Found:
    """What a coroutine comes to, in a thread of its own: the browser of another test may have its event loop in this
    one."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(lambda: asyncio.run(make())).result()
