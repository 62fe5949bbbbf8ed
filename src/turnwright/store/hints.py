"""Hearing of what others have written to a store."""

from __future__ import annotations

from contextlib import closing
from threading import Event, Lock, Thread, current_thread
from typing import TYPE_CHECKING

from turnwright.store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwright.store.database import Database

_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 2.0


class Hints:
    """Tells those who watch, from a thread of its own that lives while there are any."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = Lock()
        self._watching: dict[object, Callable[[str | None], None]] = {}
        self._thread: Thread | None = None
        self._ending: list[Thread] = []
        self._over = Event()

    def add(self, told: Callable[[str | None], None]) -> Callable[[], None]:
        """Let somebody watch; gives what ends that."""
        watcher = object()
        with self._lock:
            self._watching[watcher] = told
            listening = self._thread is not None
            if self._thread is None:
                self._over = Event()
                self._thread = Thread(target=self._listen, args=(self._over,), name="turnwright hints", daemon=True)
                self._thread.start()
        if listening:
            told(None)
        return lambda: self._remove(watcher)

    def end(self) -> None:
        """Let nobody watch any more, and wait until nobody is told anything."""
        with self._lock:
            self._watching.clear()
            self._stop()
            ending, self._ending = self._ending, []
        for thread in ending:
            if thread is not current_thread():
                thread.join()

    def _remove(self, watcher: object) -> None:
        # The thread is not waited for: it may be telling somebody who waits for whoever removes.
        with self._lock:
            self._watching.pop(watcher, None)
            if not self._watching:
                self._stop()

    def _stop(self) -> None:
        self._over.set()
        if self._thread is not None:
            self._ending = [*(thread for thread in self._ending if thread.is_alive()), self._thread]
            self._thread = None

    def _listen(self, over: Event) -> None:
        pause = _FIRST_PAUSE
        away: tuple[type[Exception], ...] = (*self._database.errors, StoreError)
        while not over.is_set():
            try:
                # Whoever begins to listen, also after a break, first hears that anything may have changed.
                with closing(self._database.hints(over)) as hints:
                    for name in hints:
                        self._tell(name)
                        pause = _FIRST_PAUSE
            except away:
                # The database is away, or who was told could not read it: all is told again when it is back.
                over.wait(pause)
                pause = min(pause * 2, _LONGEST_PAUSE)

    def _tell(self, name: str | None) -> None:
        for told in tuple(self._watching.values()):
            told(name)
