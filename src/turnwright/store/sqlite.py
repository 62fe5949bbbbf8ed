"""The log in one SQLite file, shared by any number of processes on one machine."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing, contextmanager
from threading import Event, Lock
from typing import TYPE_CHECKING
from urllib.parse import quote
from zlib import crc32

from sqlalchemy import StaticPool, create_engine, event
from sqlalchemy.exc import DBAPIError

from turnwright.store.database import Database
from turnwright.store.errors import StoreError
from turnwright.store.migrate import look
from turnwright.store.sql import SqlStore

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from datetime import datetime
    from pathlib import Path

    from sqlalchemy import Connection

FILE = "turnwright.sqlite3"

# Marks a SQLite file as ours: "Turn" in ASCII.
APPLICATION = 0x5475726E

# So many seconds pass between two looks whether others have written.
_POLL = 0.25

# Up to this size a file is checked as a whole when opened; in a larger one damage shows when it is read.
_CHECKED = 128 * 2**20


class SqliteFile(Database):
    """A SQLite file on one connection. Its format stands in the file's own `user_version`, as it did before Alembic."""

    for_many = False

    errors = (DBAPIError, sqlite3.Error)

    def __init__(self, db: sqlite3.Connection, shown: str) -> None:
        self.shown = shown
        self.reader, self.writer = (create_engine("sqlite://", creator=lambda: db, poolclass=StaticPool) for _ in "ab")
        event.listen(self.writer, "begin", self._begin)
        # One connection, one transaction: threads take turns.
        self.turn = Lock()
        self._db = db

    def format(self, connection: Connection) -> int | None:
        # This is asked before each change: past SQLAlchemy it takes a tenth of the time.
        version: int = self._db.execute("PRAGMA user_version").fetchone()[0]
        application = self._db.execute("PRAGMA application_id").fetchone()[0]
        if application == APPLICATION:
            return version
        others = self._db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
        return None if application or version or others else 0

    def mark(self, connection: Connection, format: int) -> None:
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
        connection.exec_driver_sql(f"PRAGMA user_version = {format}")

    def alone(self, connection: Connection) -> None:
        """Whoever writes is alone in SQLite."""

    def hint(self, connection: Connection, name: str) -> None:
        """A SQLite file shows by itself that it was changed."""

    def hints(self, over: Event) -> Generator[str | None, None, None]:
        known = 0
        while not over.is_set():
            with self.turn:
                now = self.version()
            if now != known:
                known = now
                yield None
            over.wait(_POLL)

    def version(self) -> int:
        # It changes with what others commit, not with what is committed on this connection.
        version: int = self._db.execute("PRAGMA data_version").fetchone()[0]
        return version

    def told(self, error: Exception) -> StoreError:
        return _told(self.shown, error)

    def damaged(self, message: str) -> StoreError:
        return _broken(message)

    def close(self) -> None:
        super().close()
        self._db.close()

    def _begin(self, connection: Connection) -> None:
        # One that would begin to write later on could find that another was faster, for which SQLite doesn't wait.
        self._db.execute("BEGIN IMMEDIATE")


def in_memory(clock: Callable[[], datetime] | None) -> SqlStore:
    """A store that nobody else sees and that is gone when closed."""
    return SqlStore(SqliteFile(connect("file::memory:", wait=0), ":memory:"), clock)


def in_file(file: Path, clock: Callable[[], datetime] | None, wait: float) -> SqlStore:
    """The store in a file, or in a folder's file of the usual name. Raises what `open_store` does."""
    try:
        file = file / FILE if file.is_dir() else file
        file.parent.mkdir(parents=True, exist_ok=True)
        with _translated(str(file)):
            return _opened(file, clock, wait)
    except OSError as error:
        raise _failed(str(file), error) from error


def connect(uri: str, wait: float) -> sqlite3.Connection:
    """A connection on which a commit returns only when the data is on the disk. Writes nothing yet."""
    # Without an isolation level the module begins no transactions of its own.
    db = sqlite3.connect(uri, timeout=wait, isolation_level=None, check_same_thread=False, uri=True)
    db.execute("PRAGMA synchronous = FULL")
    # On macOS an ordinary fsync leaves data in the drive's cache; elsewhere this changes nothing.
    db.execute("PRAGMA fullfsync = ON")
    db.execute("PRAGMA foreign_keys = ON")
    return db


def _opened(file: Path, clock: Callable[[], datetime] | None, wait: float) -> SqlStore:
    uri = _uri(file)
    if file.exists():
        _inspect(uri, file, wait)
    db = connect(f"{uri}?mode=rwc", wait)
    try:
        _use_wal(db, wait)
        return SqlStore(SqliteFile(db, str(file)), clock)
    except BaseException:
        db.close()
        raise


def _uri(file: Path) -> str:
    path = quote(file.absolute().as_posix(), errors="surrogateescape")
    return f"file://{path}" if path.startswith("/") else f"file:///{path}"


def _inspect(uri: str, file: Path, wait: float) -> None:
    """Look at the file without the power to change it, so that what is refused stays as it is.

    SQLite itself must look: to read the file otherwise would drop the locks that this process holds on it.
    """
    size = file.stat().st_size
    # SQLite would take a single byte for an empty file.
    if size == 1:
        raise _no_database(str(file))
    try:
        with closing(connect(f"{uri}?mode=ro", wait)) as db:
            if look(SqliteFile(db, str(file))) and size <= _CHECKED:
                found = db.execute("PRAGMA quick_check(1)").fetchone()[0]
                if found != "ok":
                    raise _broken(f"{file} is damaged ({' '.join(found.split())}). {_what_is_whole(db)}")
    except (sqlite3.Error, DBAPIError) as error:
        # After a crash a file may need mending before it can be read: then opening it for writing tells more.
        if _primary(_said(error)) not in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
            raise


def _what_is_whole(db: sqlite3.Connection) -> str:
    """Which fights of a damaged file can still be read to the end, and which can't."""
    try:
        rows = db.execute("SELECT id, name, last FROM encounter ORDER BY id").fetchall()
    except sqlite3.Error:
        return "The list of its fights can't be read."
    whole: list[str] = []
    broken: list[str] = []
    for id, name, last in rows:
        (whole if _is_whole(db, id, last) else broken).append(f'"{name}"')
    lists = [("Whole", whole), ("Not whole", broken)]
    return " ".join(f"{said}: {', '.join(names)}." for said, names in lists if names)


def _is_whole(db: sqlite3.Connection, id: int, last: int) -> bool:
    try:
        header = db.execute("SELECT body, crc FROM header WHERE encounter = ?", (id,)).fetchall()
        records = db.execute("SELECT body, crc FROM record WHERE encounter = ? ORDER BY seq", (id,)).fetchall()
    except sqlite3.Error:
        return False
    sound = all(crc32(body) == crc for body, crc in (*header, *records))
    return sound and len(header) == 1 and len(records) == last


def _use_wal(db: sqlite3.Connection, wait: float) -> None:
    # SQLite doesn't wait by itself when several processes switch a fresh file at the same time.
    end = time.monotonic() + wait
    while db.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        try:
            db.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if _primary(error) != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.01)


@contextmanager
def _translated(file: str) -> Iterator[None]:
    """Raise what SQLite has to say as `StoreError`."""
    try:
        yield
    except (sqlite3.Error, DBAPIError) as error:
        raise _told(file, error) from error


def _told(file: str, error: Exception) -> StoreError:
    said = _said(error)
    primary = _primary(said)
    if primary in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        message = f"Another process is writing to {file} and doesn't finish."
        return StoreError("busy", message, "Try again, or close the other program.")
    if primary == sqlite3.SQLITE_NOTADB:
        return _no_database(file)
    if primary == sqlite3.SQLITE_CORRUPT:
        return _broken(f"{file} is damaged ({said}).")
    return _failed(file, said)


def _said(error: Exception) -> BaseException:
    """What SQLite itself has said."""
    return error.orig if isinstance(error, DBAPIError) and error.orig is not None else error


def _primary(error: BaseException) -> int:
    # The low byte is the kind of error, the rest its circumstances.
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _broken(message: str) -> StoreError:
    hint = (
        "Keep a copy of the file and put a backup in its place, or save what can be read with SQLite's own program: "
        "sqlite3 FILE .recover | sqlite3 NEW. It was not changed."
    )
    return StoreError("damaged", message, hint)


def _no_database(file: str) -> StoreError:
    return _broken(f"{file} is not a database of Turnwright, or it is damaged.")


def _failed(file: str, error: BaseException) -> StoreError:
    said = (error.strerror if isinstance(error, OSError) else None) or error
    hint = "See whether the file and its folder can be read and written, and the disk has space."
    return StoreError("failed", f"{file} can't be used: {said}.", hint)
