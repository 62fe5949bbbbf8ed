"""Encounters with a header and records."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "encounter",
        sa.Column("id", _NUMBER, sa.Identity(), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False, unique=True),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("changed", sa.Text, nullable=False),
        sa.Column("last", _NUMBER, nullable=False, server_default="0"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "header",
        sa.Column("encounter", _NUMBER, _of_encounter(), primary_key=True, autoincrement=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("crc", _NUMBER, nullable=False),
    )
    op.create_table(
        "record",
        sa.Column("encounter", _NUMBER, _of_encounter(), nullable=False),
        sa.Column("seq", _NUMBER, sa.CheckConstraint("seq > 0", name="seq"), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("crc", _NUMBER, nullable=False),
        sa.UniqueConstraint("encounter", "seq"),
    )


def _of_encounter() -> sa.ForeignKey:
    return sa.ForeignKey("encounter.id", ondelete="CASCADE")
