"""What earlier versions of Turnwright wrote, as they wrote it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from zlib import crc32

FORMATS = (
    (
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
        """
        CREATE TABLE header (
            encounter INTEGER PRIMARY KEY REFERENCES encounter (id) ON DELETE CASCADE,
            body BLOB NOT NULL CHECK (typeof(body) = 'blob'),
            crc INTEGER NOT NULL
        )
        """,
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
    ("ALTER TABLE encounter ADD COLUMN kind TEXT NOT NULL DEFAULT 'fight'",),
)
"""What made each format out of the one before."""


def write(file: Path, format: int) -> None:
    """A file of an earlier format, with the fight "Ford" of one record."""
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        for statements in FORMATS[:format]:
            for statement in statements:
                db.execute(statement)
        db.execute("PRAGMA application_id = 1416983150")
        db.execute(f"PRAGMA user_version = {format}")
        when = "2026-01-01T00:00:00.000000+00:00"
        row = ("Ford", "ford", when, when, 1)
        db.execute("INSERT INTO encounter (name, key, created, changed, last) VALUES (?, ?, ?, ?, ?)", row)
        db.execute("INSERT INTO header VALUES (1, ?, ?)", (b"header", crc32(b"header")))
        db.execute("INSERT INTO record VALUES (1, 1, ?, ?)", (b"one", crc32(b"one")))
