"""What kind of log it is: a fight, or the seats of a table. What was there before are fights."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Add the kind."""
    op.add_column("encounter", sa.Column("kind", sa.Text, nullable=False, server_default="fight"))
