"""What Alembic runs: the revisions, on the connection and in the transaction that it was given."""

from alembic import context

from turnwright.store.schema import METADATA, VERSION_TABLE

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    version_table=VERSION_TABLE,
    # SQLite can take back changes of tables as well, but Alembic does not rely on it unless told.
    transactional_ddl=True,
    # SQLite can't change a column in place.
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
