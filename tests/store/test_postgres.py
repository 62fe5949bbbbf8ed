"""What is PostgreSQL's own: addresses, rights, other programs' tables, connections that break."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import psycopg
import pytest
from sqlalchemy import Connection, make_url

from store.help import START, refused, with_ambush
from store.postgres import cut, fresh, sql
from turnwright.store import open_store
from turnwright.store.postgres import Postgres
from turnwright.store.sql import SqlStore


@pytest.fixture
def address() -> Iterator[str]:
    with fresh() as address:
        yield address


@contextmanager
def holding(address: str, *statements: str) -> Iterator[None]:
    """Another program that has begun something and doesn't finish."""
    with psycopg.connect(address) as db:
        for statement in statements:
            db.execute(statement.encode())
        yield
        db.rollback()


def test_the_environment_says_where(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURNWRIGHT_DATABASE", address)
    with open_store() as store:
        store.create("A", b"")
    with open_store(address.replace("postgresql://", "postgres://")) as store:
        assert store.find("a") == "A"


@pytest.mark.parametrize("tables", [("encounter",), ("record", "header")])
def test_tables_of_another_program_are_refused_and_stay(address: str, tables: tuple[str, ...]) -> None:
    for table in tables:
        sql(address, f"CREATE TABLE {table} (theirs TEXT)")
    with refused("foreign", "other program"):
        open_store(address)
    found = sql(address, "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()")
    assert sorted(found) == sorted((table,) for table in tables)


@pytest.mark.parametrize("looks", range(4))
def test_what_another_process_makes_meanwhile_is_no_other_programs(
    address: str, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is made at one moment, which may lie between any two looks."""
    look, looked = Postgres._is_there, []

    def late(self: Postgres, connection: Connection, table: str) -> bool:
        looked.append(table)
        if len(looked) == looks + 1:
            with monkeypatch.context() as other:
                other.setattr(Postgres, "_is_there", look)
                open_store(address).close()
        return look(self, connection, table)

    monkeypatch.setattr(Postgres, "_is_there", late)
    with open_store(address) as store:
        store.create("A", b"")
    assert len(looked) > looks


def test_other_tables_in_the_same_database_do_no_harm(address: str) -> None:
    sql(address, "CREATE TABLE alembic_version (version_num TEXT)", "CREATE TABLE customer (name TEXT)")
    with open_store(address) as store:
        store.create("A", b"")
    assert sql(address, "SELECT * FROM alembic_version") == []


def test_connections_that_were_cut_are_made_anew(address: str) -> None:
    with_ambush(address)
    with open_store(address) as store:
        reader = store.read("Ambush")
        for seq in range(4, 8):
            assert cut(address) > 0
            store.append("Ambush", seq, b"more")
        assert len(list(reader)) == 3
        cut(address)
        assert store.last("Ambush") == 7


def test_a_connection_cut_in_the_middle_changes_nothing(address: str) -> None:
    with_ambush(address)

    def clock() -> datetime:
        # It is looked at when the record is written and not yet committed.
        assert cut(address) > 0
        return START

    with open_store(address, clock=clock) as store, refused("failed", "try again"):
        store.append("Ambush", 4, b"4")
    with open_store(address) as store:
        assert store.last("Ambush") == 3


def test_a_writer_that_does_not_finish_is_waited_for_only_so_long(address: str) -> None:
    with_ambush(address)
    with open_store(address, wait=0.2) as store:
        with holding(address, "SELECT * FROM encounter FOR UPDATE"):
            began = time.monotonic()
            with refused("busy", "Another process"):
                store.append("Ambush", 4, b"4")
            assert time.monotonic() - began > 0.1
            assert store.last("Ambush") == 3
            store.create("B", b"")
        store.append("Ambush", 4, b"4")


def test_a_commit_waits_for_the_disk_whatever_the_database_is_set_to(address: str) -> None:
    user = make_url(address)
    lax = user.update_query_dict({"options": f"{user.query['options']} -csynchronous_commit=off"})
    with open_store(lax.render_as_string(hide_password=False)) as store:
        assert isinstance(store, SqlStore)
        with store._database.writer.begin() as db:
            assert db.exec_driver_sql("SHOW synchronous_commit").scalar_one() == "on"
            assert db.exec_driver_sql("SHOW transaction_isolation").scalar_one() == "read committed"


def test_a_user_without_rights_is_told_what_the_owner_can_do(address: str) -> None:
    schema = str(make_url(address).query["options"]).partition("=")[2]
    user = f"{schema}_reader"
    sql(address, f"CREATE ROLE {user} LOGIN PASSWORD 'word'", f"GRANT USAGE ON SCHEMA {schema} TO {user}")
    theirs = make_url(address).set(username=user, password="word").render_as_string(hide_password=False)
    try:
        with refused("failed", "turnwright store upgrade", user):
            open_store(theirs)
        with_ambush(address)
        sql(address, f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {user}")
        with open_store(theirs) as store:
            assert store.last("Ambush") == 3
            with refused("failed", "rights"):
                store.append("Ambush", 4, b"4")
    finally:
        sql(address, f"DROP OWNED BY {user}", f"DROP ROLE {user}")


def test_a_database_that_is_not_there_is_told(address: str) -> None:
    nowhere = make_url(address).set(database="no_such_database", password="secret-word")
    with refused("failed", "no_such_database", "createdb") as info:
        open_store(nowhere.render_as_string(hide_password=False))
    assert "secret-word" not in str(info.value)


@pytest.mark.parametrize(
    ("given", "phrase"),
    [
        ("postgresql://me:secret-word@127.0.0.1:1/games", "postgresql://me@127.0.0.1:1/games"),
        ("postgresql://me@127.0.0.1:1/games?password=secret-word", "postgresql://me@127.0.0.1:1/games"),
        ("postgresql://me:secret-word@127.0.0.1:port/games", "%XX"),
        ("mysql://me:secret-word@127.0.0.1/games", "mysql://"),
    ],
)
def test_passwords_are_never_told(given: str, phrase: str) -> None:
    with refused("failed", phrase) as info:
        open_store(given, wait=1)
    assert "secret-word" not in str(info.value)


def test_without_a_driver_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with refused("failed", "pip install 'turnwright[postgresql]'"):
        open_store("postgresql://me@127.0.0.1/games")
