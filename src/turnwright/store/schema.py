"""The tables of a store, the same in every kind of database. Alembic makes them: `turnwright.store.migrations`."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Identity,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

NEWEST = 2
"""The format that this version of Turnwright writes: the newest revision of the migrations."""

VERSION_TABLE = "turnwright_version"
"""Where Alembic notes the revision. Its usual name may be taken by another program in the same database."""

METADATA = MetaData(
    naming_convention={
        "uq": "%(table_name)s_%(column_0_N_name)s_key",
        "ck": "%(table_name)s_%(constraint_name)s_check",
    }
)

# SQLite counts ids up by itself only where they are of this type.
_NUMBER = BigInteger().with_variant(Integer, "sqlite")

ENCOUNTER = Table(
    "encounter",
    METADATA,
    Column("id", _NUMBER, Identity(), primary_key=True),
    Column("name", Text, nullable=False),
    Column("key", Text, nullable=False, unique=True),
    Column("created", Text, nullable=False),
    Column("changed", Text, nullable=False),
    Column("last", _NUMBER, nullable=False, server_default="0"),
    Column("kind", Text, nullable=False, server_default="fight"),
    # The id of a deleted encounter is never given again, so no reader slips into another.
    sqlite_autoincrement=True,
)

# Apart from the encounter, whose row is written anew with each record: a header may be large.
HEADER = Table(
    "header",
    METADATA,
    Column("encounter", _NUMBER, ForeignKey("encounter.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
    Column("crc", _NUMBER, nullable=False),
)

# Without a primary key: in SQLite, records of some kilobytes take a third of the space that they would take inside it.
RECORD = Table(
    "record",
    METADATA,
    Column("encounter", _NUMBER, ForeignKey("encounter.id", ondelete="CASCADE"), nullable=False),
    Column("seq", _NUMBER, CheckConstraint("seq > 0", name="seq"), nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("crc", _NUMBER, nullable=False),
    UniqueConstraint("encounter", "seq"),
)
