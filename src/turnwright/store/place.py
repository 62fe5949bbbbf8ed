"""Where the log lies, and how it is opened."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from turnwright.store.api import Store

MEMORY = ":memory:"


def data_folder() -> Path:
    """Where the user's data lies: `$TURNWRIGHT_DATA`, else the system's folder. It need not exist."""
    from pathlib import Path

    chosen = os.environ.get("TURNWRIGHT_DATA", "")
    if chosen:
        return Path(os.path.expanduser(chosen))
    from platformdirs import user_data_path

    return user_data_path("turnwright", appauthor=False)


def open_store(
    path: Path | str | None = None, *, clock: Callable[[], datetime] | None = None, wait: float = 10.0
) -> Store:
    """Open the log, creating file and folders where there are none, and bringing an older file up to date.

    `path` is a file, or an existing folder in which the file has its usual name; without it, the user's data
    folder is used. The path ":memory:" is a store of its own that is gone when closed. `clock` gives the
    times in `Saved`; `wait` is how many seconds to wait for another process that is writing.

    Raises `newer`, `foreign` and `damaged` about a file that is left as it is, `busy` and `failed`.
    """
    from turnwright.store.sqlite import FILE, SqliteStore

    if str(path) == MEMORY:
        return SqliteStore.in_memory(clock)
    from pathlib import Path

    return SqliteStore.at(data_folder() / FILE if path is None else Path(path), clock, wait)
