"""The tables of the SQLite file, and how a file of an earlier version becomes one of this version."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwright.store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from sqlite3 import Connection

# Marks a SQLite file as ours: "Turn" in ASCII.
APPLICATION = 0x5475726E

# Entry n leads from version n to n + 1. A released entry is never changed, only followed by another.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        # AUTOINCREMENT: the id of a deleted encounter is never given again, so no reader slips into another.
        """
        CREATE TABLE encounter (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            key TEXT NOT NULL UNIQUE,
            created TEXT NOT NULL,
            changed TEXT NOT NULL,
            last INTEGER NOT NULL DEFAULT 0
        )
        """,
        # Apart from the encounter, whose row is written anew with each record: a header may be large.
        """
        CREATE TABLE header (
            encounter INTEGER PRIMARY KEY REFERENCES encounter (id) ON DELETE CASCADE,
            body BLOB NOT NULL CHECK (typeof(body) = 'blob'),
            crc INTEGER NOT NULL
        )
        """,
        # With a rowid: records of a few kilobytes take a third of the space they would take inside the index.
        """
        CREATE TABLE record (
            encounter INTEGER NOT NULL REFERENCES encounter (id) ON DELETE CASCADE,
            seq INTEGER NOT NULL CHECK (seq > 0),
            body BLOB NOT NULL CHECK (typeof(body) = 'blob'),
            crc INTEGER NOT NULL,
            UNIQUE (encounter, seq)
        )
        """,
    ),
    # What kind of log it is: a fight, or the seats of a table.
    ("ALTER TABLE encounter ADD COLUMN kind TEXT NOT NULL DEFAULT 'fight'",),
)


def check(db: Connection, file: str, newest: int = len(MIGRATIONS)) -> int:
    """The version of the file, 0 for a fresh one. Called in a transaction. Raises `newer` and `foreign`."""
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    application: int = db.execute("PRAGMA application_id").fetchone()[0]
    if application == APPLICATION:
        if version > newest:
            message = f"{file} is of format {version}, from a later Turnwright; this one knows {newest}."
            raise StoreError("newer", message, "Update Turnwright. The file was not changed.")
        return version
    if application or version or db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
        message = f"{file} is a database of some other program."
        raise StoreError("foreign", message, "Choose another file. This one was not changed.")
    return 0


def look(db: Connection, file: str, newest: int = len(MIGRATIONS)) -> int:
    """What `check` says, in a transaction of its own that writes nothing."""
    db.execute("BEGIN")
    try:
        return check(db, file, newest)
    finally:
        db.execute("ROLLBACK")


def migrate(db: Connection, file: str, migrations: Sequence[Sequence[str]] = MIGRATIONS) -> None:
    """Bring the file to the newest version, in one transaction. Raises `newer` and `foreign`."""
    if look(db, file, len(migrations)) == len(migrations):
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        # Asked again: another process may have been faster.
        version = check(db, file, len(migrations))
        for statements in migrations[version:]:
            for statement in statements:
                db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {len(migrations)}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
