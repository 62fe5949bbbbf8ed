"""Several processes that serve at the same address."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from types import FrameType

_PAUSE = 1.0
"""Seconds before a worker that has ended by itself is replaced."""


def work(workers: int, worker: Callable[..., None], *given: object) -> None:
    """Run ``worker(*given)`` in so many processes until interrupted; one that ends by itself is replaced."""
    signal.signal(signal.SIGTERM, _interrupt)
    running = [_start(worker, given) for _ in range(workers)]
    try:
        while True:
            wait([one.sentinel for one in running])
            time.sleep(_PAUSE)
            running = [one if one.is_alive() else _start(worker, given) for one in running]
    finally:
        for one in running:
            one.terminate()
        for one in running:
            one.join()


def until_parent_ends(end: Callable[[], None]) -> None:
    """Call ``end`` once the process that started this worker is no more; waits for that."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        end()


def _start(worker: Callable[..., None], given: tuple[object, ...]) -> SpawnProcess:
    # A fresh one each: a copy of this process would share its connections.
    process = multiprocessing.get_context("spawn").Process(target=worker, args=given)
    process.start()
    return process


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
