"""Where the log lies, and how it is opened."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from turnwright.store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from turnwright.store.api import Store

MEMORY = ":memory:"
POSTGRESQL = ("postgresql", "postgres")


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
    """Open the log, creating file, folders and tables where there are none, and bringing an older one up to date.

    `path` is a file, or an existing folder in which the file has its usual name, or the address of a PostgreSQL
    database (`postgresql://user:password@host/name`); without it, `$TURNWRIGHT_DATABASE` says it, else the user's data
    folder is used. The path ":memory:" is a store of its own that is gone when closed. `clock` gives the times in
    `Saved`; `wait` is how many seconds to wait for another process that is writing.

    Raises `newer`, `foreign` and `damaged` about what is left as it is, `busy` and `failed`.
    """
    if path is None:
        path = os.environ.get("TURNWRIGHT_DATABASE") or None
    scheme, address, rest = path.partition("://") if isinstance(path, str) else ("", "", "")
    if address and scheme.isalpha():
        if scheme in POSTGRESQL:
            from turnwright.store.postgres import at_address

            return at_address(str(path), clock, wait)
        if scheme != "sqlite":
            # What follows may hold a password.
            message = f"{scheme}:// is no kind of database that can be used."
            raise StoreError("failed", message, "Give a file, or postgresql://user:password@host/name.")
        path = rest.removeprefix("/")
    from turnwright.store.sqlite import FILE, in_file, in_memory

    if str(path) == MEMORY:
        return in_memory(clock)
    from pathlib import Path

    return in_file(data_folder() / FILE if path is None else Path(path), clock, wait)
