"""The log in a PostgreSQL database, shared by any number of processes on any number of machines."""

from __future__ import annotations

import secrets
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from turnwright.store.database import Database
from turnwright.store.errors import StoreError
from turnwright.store.schema import ENCOUNTER, HEADER, RECORD, VERSION_TABLE
from turnwright.store.sql import SqlStore

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from datetime import datetime
    from threading import Event

    from sqlalchemy import Connection

# Those who make or rename encounters, or change tables, wait for each other at this lock: "Turn" in ASCII.
_LOCK = text("SELECT pg_advisory_xact_lock(1416000110, hashtext(current_schema()))")
_OURS = text("SELECT to_regclass(:name) IS NOT NULL")
_HINT = text("SELECT pg_notify('turnwright', :hint)")
_VERSION = text(f"SELECT version_num FROM {VERSION_TABLE}")
_HOLD = text(f"LOCK TABLE {VERSION_TABLE} IN ACCESS EXCLUSIVE MODE")

# A commit returns only when the data is on the disk, whatever the database is set to otherwise.
_SETTINGS = """
    SELECT set_config('lock_timeout', %s, false),
        set_config('synchronous_commit', coalesce(nullif(current_setting('synchronous_commit'), 'off'), 'on'), false)
"""

# A connection whose other end is gone without a word is given up after about ten seconds.
_CONNECTING = {
    "application_name": "turnwright",
    "keepalives_idle": "4",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}

# So many seconds pass between two looks whether listening is over.
_LOOK = 0.25

_TABLES = (ENCOUNTER.name, HEADER.name, RECORD.name)

_BUSY = ("55P03", "57014", "40001", "40P01")
_HINTS = {
    "3F": "Make the schema of the search path first: CREATE SCHEMA NAME.",
    "42501": "Let its owner run: turnwright store upgrade. Or give this user the rights.",
    "25": "This server takes no changes, it may be a copy of another: give the address of that one.",
    "53": "See whether the server has space, memory and connections left.",
}
_UNREACHED = (
    "See whether the server runs and can be reached from here, the database is there (else: createdb NAME), "
    "and the user's name and password are right; then try again."
)


class Postgres(Database):
    """A PostgreSQL database, over as many connections as threads use it at the same time."""

    for_many = True

    def __init__(self, url: URL, wait: float) -> None:
        self.shown = URL.create("postgresql", url.username, None, url.host, url.port, url.database).render_as_string()
        given = {name: value for name, value in _CONNECTING.items() if name not in url.query}
        given.setdefault("connect_timeout", str(max(int(wait), 2)))
        self.writer = create_engine(
            url.set(drivername="postgresql+psycopg"),
            connect_args=given,
            max_overflow=5,
            pool_timeout=wait,
            isolation_level="READ COMMITTED",
        )
        # What only looks is one statement, or can do with what others did between two.
        self.reader = self.writer.execution_options(isolation_level="AUTOCOMMIT")
        self.turn = nullcontext()
        driver: Any = self.writer.dialect.loaded_dbapi
        self.errors = (SQLAlchemyError, driver.Error)
        self._made = False
        # Tells one's own hints from those of others.
        self._sender = secrets.token_urlsafe(6)
        self._wait = wait
        event.listen(self.writer, "connect", self._set)

    def format(self, connection: Connection) -> int | None:
        # It is asked before each change: once the table is there, a table is not looked for again.
        if not self._made:
            # Another process may be making all of them just now, at one moment between two looks: the version is
            # looked for last, and is missing beside the others only where some other program made these.
            taken = [name for name in _TABLES if self._is_there(connection, name)]
            if not self._is_there(connection, VERSION_TABLE):
                return None if taken else 0
            self._made = True
        found = connection.execute(_VERSION).scalar_one_or_none()
        return int(found) if found is not None and found.isdecimal() else None

    def _is_there(self, connection: Connection, table: str) -> bool:
        return bool(connection.execute(_OURS, {"name": table}).scalar_one())

    def mark(self, connection: Connection, format: int) -> None:
        """Alembic's own note is all there is."""

    def alone(self, connection: Connection) -> None:
        connection.execute(_LOCK)

    def hint(self, connection: Connection, name: str) -> None:
        connection.execute(_HINT, {"hint": f"{self._sender} {name}"})

    def hints(self, over: Event) -> Generator[str | None, None, None]:
        with self.reader.connect() as connection:
            listening: Any = connection.connection.driver_connection
            # It is no longer one of those that are used in turn, and closed in the end.
            connection.detach()
            connection.exec_driver_sql("LISTEN turnwright")
            yield None
            while not over.is_set():
                for heard in listening.notifies(timeout=_LOOK):
                    sender, _, name = heard.payload.partition(" ")
                    if sender != self._sender:
                        yield name or None

    def told(self, error: Exception) -> StoreError:
        said = error.orig if isinstance(error, DBAPIError) else None
        state: str = getattr(said, "sqlstate", None) or ""
        if state in _BUSY or isinstance(error, PoolTimeout):
            message = f"Another process is writing to {self.shown} and doesn't finish."
            return StoreError("busy", message, "Try again, or close the other program.")
        first = str(said if said is not None else error).strip().partition("\n")[0]
        if state.startswith("XX"):
            return self.damaged(f"{self.shown} is damaged ({first}).")
        hint = _HINTS.get(state) or _HINTS.get(state[:2]) or _UNREACHED
        return StoreError("failed", f"{self.shown} can't be used: {first}.", hint)

    def damaged(self, message: str) -> StoreError:
        hint = "Keep a copy of the database and put a backup in its place. It was not changed."
        return StoreError("damaged", message, hint)

    def _set(self, db: Any, record: object) -> None:
        with db.cursor() as cursor:
            cursor.execute(_SETTINGS, (f"{int(self._wait * 1000)}ms",))
        db.commit()


def at_address(address: str, clock: Callable[[], datetime] | None, wait: float) -> SqlStore:
    """The store in a database. Raises what `open_store` does."""
    try:
        url = make_url(address)
        database = Postgres(url, wait)
    except (ArgumentError, ValueError) as error:
        # The address is not repeated: it may hold a password.
        message = "The address of the database can't be read."
        hint = "Give it as postgresql://user:password@host:port/name, special characters of the password as %XX."
        raise StoreError("failed", message, hint) from error
    except ImportError as error:
        hint = "Install it: pip install 'turnwright[postgresql]'."
        raise StoreError("failed", f"The driver for PostgreSQL is not installed ({error}).", hint) from error
    try:
        _check_encoding(database)
        return SqlStore(database, clock)
    except SQLAlchemyError as error:
        database.close()
        raise database.told(error) from error
    except BaseException:
        database.close()
        raise


def _check_encoding(database: Postgres) -> None:
    with database.reader.connect() as connection:
        encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
    if encoding != "UTF8":
        message = f"{database.shown} is kept in {encoding}, in which names of all languages have no place."
        raise StoreError("failed", message, "Make one with: createdb --encoding=UTF8 --template=template0 NAME.")
