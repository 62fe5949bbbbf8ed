"""The log in one SQLite file, shared by any number of processes on one machine."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, NoReturn
from urllib.parse import quote
from zlib import crc32

from turnwright.store.api import FIGHT, Saved, Store
from turnwright.store.errors import StoreError
from turnwright.store.names import clean, key, taken, unknown
from turnwright.store.schema import check, look, migrate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

FILE = "turnwright.sqlite3"

# So many records are fetched at once: no lock is held and no snapshot kept open while a reader thinks.
_PAGE = 500

# Up to this size a file is checked as a whole when opened; in a larger one damage shows when it is read.
_CHECKED = 128 * 2**20


class _Row(NamedTuple):
    id: int
    name: str
    last: int


class SqliteStore(Store):
    """A `Store` in a SQLite database. Made by `open_store`."""

    def __init__(self, db: sqlite3.Connection, file: str, clock: Callable[[], datetime] | None) -> None:
        self._db = db
        self._file = file
        self._clock = clock or _now
        # One connection, one transaction: threads take turns.
        self._lock = Lock()

    @classmethod
    def in_memory(cls, clock: Callable[[], datetime] | None = None) -> SqliteStore:
        """A store that nobody else sees and that is gone when closed."""
        db = connect("file::memory:", wait=0)
        migrate(db, ":memory:")
        return cls(db, ":memory:", clock)

    @classmethod
    def at(cls, file: Path, clock: Callable[[], datetime] | None, wait: float) -> SqliteStore:
        """The store in a file, or in a folder's file of the usual name. Raises what `open_store` does."""
        try:
            file = file / FILE if file.is_dir() else file
            file.parent.mkdir(parents=True, exist_ok=True)
            with _translated(str(file)):
                return cls(_opened(file, wait), str(file), clock)
        except OSError as error:
            raise _failed(str(file), error) from error

    def create(self, name: str, header: bytes, payloads: Iterable[bytes] = (), kind: str = FIGHT) -> None:
        name = clean(name)
        records = list(enumerate(payloads, 1))
        with self._writing():
            self._refuse_taken(name)
            now = self._stamp()
            row = (name, key(name), now, now, kind)
            added = self._db.execute(
                "INSERT INTO encounter (name, key, created, changed, kind) VALUES (?, ?, ?, ?, ?)", row
            )
            self._db.execute("INSERT INTO header VALUES (?, ?, ?)", (added.lastrowid, header, crc32(header)))
            if added.lastrowid is not None and records:
                self._insert(added.lastrowid, records)

    def header(self, name: str) -> bytes:
        with self._reading():
            row = self._row(name)
            found = self._db.execute("SELECT body, crc FROM header WHERE encounter = ?", (row.id,)).fetchone()
        if found is None or crc32(found[0]) != found[1]:
            raise self._damaged(f'the header of "{row.name}" is')
        body: bytes = found[0]
        return body

    def append_many(self, name: str, seq: int, payloads: Iterable[bytes]) -> None:
        records = list(enumerate(payloads, seq))
        with self._writing():
            row = self._row(name)
            if seq != row.last + 1:
                raise _conflict(row, seq)
            if not records:
                return
            self._insert(row.id, records)

    def read(self, name: str, after: int = 0) -> Iterator[tuple[int, bytes]]:
        with self._reading():
            row = self._row(name)
        return self._records(row, max(after, 0))

    def last(self, name: str) -> int:
        with self._reading():
            return self._row(name).last

    def names(self, kind: str = FIGHT) -> list[Saved]:
        with self._reading():
            rows = self._db.execute(
                "SELECT name, created, changed, last FROM encounter WHERE kind = ? ORDER BY changed DESC, id DESC",
                (kind,),
            ).fetchall()
        return [
            Saved(name, datetime.fromisoformat(created), datetime.fromisoformat(changed), last)
            for name, created, changed, last in rows
        ]

    def rename(self, name: str, new: str) -> None:
        new = clean(new)
        with self._writing():
            row = self._row(name)
            self._refuse_taken(new, row.id)
            self._db.execute("UPDATE encounter SET name = ?, key = ? WHERE id = ?", (new, key(new), row.id))

    def delete(self, name: str) -> None:
        with self._writing():
            self._db.execute("DELETE FROM encounter WHERE id = ?", (self._row(name).id,))

    def close(self) -> None:
        with self._lock, _translated(self._file):
            self._db.close()

    def _insert(self, encounter: int, records: list[tuple[int, bytes]]) -> None:
        rows = [(encounter, number, body, crc32(body)) for number, body in records]
        self._db.executemany("INSERT INTO record VALUES (?, ?, ?, ?)", rows)
        changed = (records[-1][0], self._stamp(), encounter)
        self._db.execute("UPDATE encounter SET last = ?, changed = ? WHERE id = ?", changed)

    def _records(self, row: _Row, after: int) -> Iterator[tuple[int, bytes]]:
        while after < row.last:
            with self._reading():
                page = self._db.execute(
                    "SELECT seq, body, crc FROM record WHERE encounter = ? AND seq > ? AND seq <= ?"
                    " ORDER BY seq LIMIT ?",
                    (row.id, after, row.last, _PAGE),
                ).fetchall()
                if not page:
                    self._missing(row, after + 1)
            for seq, body, crc in page:
                after += 1
                if seq != after:
                    raise self._damaged(f'record {after} of "{row.name}" is missing and the file')
                if crc32(body) != crc:
                    raise self._damaged(f'record {seq} of "{row.name}" is')
                yield seq, body

    def _missing(self, row: _Row, seq: int) -> NoReturn:
        if self._db.execute("SELECT 1 FROM encounter WHERE id = ?", (row.id,)).fetchone():
            raise self._damaged(f'record {seq} of "{row.name}" is missing and the file')
        raise unknown(row.name, self._all_names())

    def _row(self, name: str) -> _Row:
        found = None
        # A name that can't be encoded can't have been stored.
        with suppress(UnicodeEncodeError):
            found = self._db.execute("SELECT id, name, last FROM encounter WHERE key = ?", (key(name),)).fetchone()
        if found is None:
            raise unknown(name, self._all_names())
        return _Row(*found)

    def _all_names(self) -> list[str]:
        rows = self._db.execute("SELECT name FROM encounter WHERE kind = ? ORDER BY changed DESC, id DESC", (FIGHT,))
        return [name for (name,) in rows]

    def _refuse_taken(self, name: str, except_id: int = 0) -> None:
        row = (key(name), except_id)
        found = self._db.execute("SELECT name FROM encounter WHERE key = ? AND id != ?", row).fetchone()
        if found:
            raise taken(found[0])

    def _stamp(self) -> str:
        # One zone and one width: sorted as text they are sorted in time.
        return self._clock().astimezone(UTC).isoformat(timespec="microseconds")

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with self._lock, _translated(self._file):
            yield

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._lock, _translated(self._file):
            try:
                self._db.execute("BEGIN IMMEDIATE")
                # A later version may have brought the file forward while it was open here.
                check(self._db, self._file)
                yield
                self._db.execute("COMMIT")
            except BaseException:
                _roll_back(self._db)
                raise

    def _damaged(self, what: str) -> StoreError:
        return _broken(f"{self._file}: {what} damaged.")


def connect(uri: str, wait: float) -> sqlite3.Connection:
    """A connection on which a commit returns only when the data is on the disk. Writes nothing yet."""
    # Without an isolation level the module begins no transactions of its own.
    db = sqlite3.connect(uri, timeout=wait, isolation_level=None, check_same_thread=False, uri=True)
    db.execute("PRAGMA synchronous = FULL")
    # On macOS an ordinary fsync leaves data in the drive's cache; elsewhere this changes nothing.
    db.execute("PRAGMA fullfsync = ON")
    db.execute("PRAGMA foreign_keys = ON")
    return db


def _opened(file: Path, wait: float) -> sqlite3.Connection:
    uri = _uri(file)
    if file.exists():
        _inspect(uri, file, wait)
    db = connect(f"{uri}?mode=rwc", wait)
    try:
        _use_wal(db, wait)
        migrate(db, str(file))
    except BaseException:
        db.close()
        raise
    return db


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
            if look(db, str(file)) and size <= _CHECKED:
                found = db.execute("PRAGMA quick_check(1)").fetchone()[0]
                if found != "ok":
                    raise _broken(f"{file} is damaged ({' '.join(found.split())}). {_what_is_whole(db)}")
    except sqlite3.OperationalError as error:
        # After a crash a file may need mending before it can be read: then opening it for writing tells more.
        if _primary(error) not in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
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
    except sqlite3.Error as error:
        raise _told(file, error) from error


def _told(file: str, error: sqlite3.Error) -> StoreError:
    primary = _primary(error)
    if primary in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        message = f"Another process is writing to {file} and doesn't finish."
        return StoreError("busy", message, "Try again, or close the other program.")
    if primary == sqlite3.SQLITE_NOTADB:
        return _no_database(file)
    if primary == sqlite3.SQLITE_CORRUPT:
        return _broken(f"{file} is damaged ({error}).")
    if isinstance(error, sqlite3.ProgrammingError) and "closed" in str(error):
        return StoreError("closed", f"{file} was closed before.")
    return _failed(file, error)


def _primary(error: sqlite3.Error) -> int:
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


def _failed(file: str, error: Exception) -> StoreError:
    said = (error.strerror if isinstance(error, OSError) else None) or error
    hint = "See whether the file and its folder can be read and written, and the disk has space."
    return StoreError("failed", f"{file} can't be used: {said}.", hint)


def _conflict(row: _Row, seq: int) -> StoreError:
    there = f"its last record is {row.last}" if row.last else "it has no records yet"
    message = f'Record {seq} is not the next of "{row.name}": {there}, so {row.last + 1} is next.'
    return StoreError("conflict", message, "Read what was added and decide again.", last=row.last)


def _roll_back(db: sqlite3.Connection) -> None:
    # What made the transaction fail matters; that rolling back failed too doesn't: an unfinished one is void.
    with suppress(sqlite3.Error):
        if db.in_transaction:
            db.execute("ROLLBACK")


def _now() -> datetime:
    return datetime.now(UTC)
