"""Whose a database is, of which format, and how one of an earlier version becomes one of this version."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from turnwright.store.errors import StoreError
from turnwright.store.schema import NEWEST

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from turnwright.store.database import Database

STEPS = Path(__file__).parent / "migrations" / "versions"


def check(database: Database, connection: Connection, newest: int = NEWEST) -> int:
    """The format of a database, 0 for a fresh one. Called in a transaction. Raises `newer` and `foreign`."""
    format = database.format(connection)
    if format is None:
        message = f"{database.shown} is a database of some other program."
        raise StoreError("foreign", message, "Choose another. This one was not changed.")
    if format > newest:
        message = f"{database.shown} is of format {format}, from a later Turnwright; this one knows {newest}."
        raise StoreError("newer", message, "Update Turnwright. It was not changed.")
    return format


def look(database: Database, newest: int = NEWEST) -> int:
    """What `check` says, in a transaction of its own that writes nothing."""
    with database.reader.connect() as connection:
        # All is seen as it is at one moment: another program may just be making it.
        connection.exec_driver_sql("BEGIN")
        return check(database, connection, newest)


def migrate(database: Database, newest: int = NEWEST, steps: Path = STEPS) -> int:
    """Bring a database to the newest format, in one transaction; gives the format that it had.

    Raises `newer` and `foreign`.
    """
    found = look(database, newest)
    if found == newest:
        return found
    with database.writer.begin() as connection:
        database.alone(connection)
        # Asked again: another process may have been faster.
        format = check(database, connection, newest)
        if format < newest:
            _run(connection, format, steps)
            database.mark(connection, newest)
    return found


def _run(connection: Connection, format: int, steps: Path) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(STEPS.parent).replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    config.set_main_option("version_locations", str(steps).replace("%", "%%"))
    # A SQLite file says its format itself, and knew nothing of Alembic at first.
    if format:
        command.stamp(config, str(format))
    command.upgrade(config, "head")
