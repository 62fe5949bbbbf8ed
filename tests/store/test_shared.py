"""Several programs at one store, of several versions: the same in a file and in PostgreSQL."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from click.testing import CliRunner
from sqlalchemy.exc import DBAPIError

from store import earlier
from store.help import refused
from store.postgres import sql
from turnwright.cli.main import main
from turnwright.store import Store, open_store
from turnwright.store.database import Database
from turnwright.store.migrate import STEPS, look, migrate
from turnwright.store.schema import METADATA, NEWEST, VERSION_TABLE
from turnwright.store.sql import SqlStore


@pytest.fixture
def two(ambush: str) -> Iterator[tuple[Store, Store]]:
    with open_store(ambush) as one, open_store(ambush) as other:
        yield one, other


def database(store: Store) -> Database:
    assert isinstance(store, SqlStore)
    return store._database


def url(place: str) -> str:
    return place if "://" in place else f"sqlite:///{place}"


def test_what_was_found_before_is_not_held_on_to(two: tuple[Store, Store]) -> None:
    one, other = two
    for store, another in ((one, other), (other, one), (one, one)):
        seq = store.last("Ambush") + 1
        another.append(" ambush", seq, b"more")
        assert store.last("Ambush") == seq
        assert list(store.read("AMBUSH", seq - 1)) == [(seq, b"more")]
        with refused("conflict"):
            store.append("Ambush", seq, b"late")
        assert store.last("Ambush") == seq
    for at, another in enumerate((other, one)):
        another.rename("Ambush", f"Ambush {at}")
        with refused("unknown"):
            one.last("Ambush")
        another.create("Ambush", b"another")
        assert list(one.read("Ambush")) == []
        another.delete("Ambush")
        with refused("unknown"):
            one.read("Ambush")
        another.rename(f"Ambush {at}", "Ambush")
        assert one.last("Ambush") == seq


def test_two_stores_see_each_other(two: tuple[Store, Store]) -> None:
    one, other = two
    seq = one.last("Ambush") + 1
    assert other.last("Ambush") + 1 == seq
    one.append("Ambush", seq, b"one")
    with refused("conflict") as info:
        other.append("Ambush", seq, b"other")
    assert info.value.last == seq
    assert list(other.read("Ambush", seq - 1)) == [(seq, b"one")]
    other.delete("Ambush")
    with refused("unknown"):
        one.append("Ambush", seq + 1, b"")


def test_a_slow_reader_keeps_nobody_waiting(two: tuple[Store, Store]) -> None:
    one, other = two
    reader = one.read("Ambush")
    assert next(reader) == (1, b"first record")
    other.append("Ambush", 4, b"4")
    assert len(list(reader)) == 2


# Versions


def test_the_steps_lead_to_the_tables_as_they_are_written_down(ambush: str) -> None:
    assert ScriptDirectory(str(STEPS.parent)).get_current_head() == str(NEWEST)
    with open_store(ambush) as store, database(store).reader.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, METADATA) == []


def of_format(place: str, format: int) -> None:
    """As if a later version had brought it forward."""
    statement = f"UPDATE {VERSION_TABLE} SET version_num = '{format}'"
    sql(url(place), statement if "://" in place else f"PRAGMA user_version = {format}")


def test_what_is_newer_is_refused_and_stays_as_it_is(ambush: str) -> None:
    of_format(ambush, 99)
    with refused("newer", "99", "Update Turnwright"):
        open_store(ambush)
    of_format(ambush, NEWEST)
    with open_store(ambush) as store:
        assert len(list(store.read("Ambush"))) == 3


def test_what_is_brought_forward_while_open_is_written_no_more(ambush: str) -> None:
    with open_store(ambush) as store:
        of_format(ambush, 99)
        changes: list[Callable[[], None]] = [
            lambda: store.append("Ambush", 4, b"4"),
            lambda: store.create("B", b""),
            lambda: store.rename("Ambush", "B"),
            lambda: store.delete("Ambush"),
        ]
        for change in changes:
            with refused("newer"):
                change()
        assert len(list(store.read("Ambush"))) == 3
    assert sql(url(ambush), "SELECT name, last FROM encounter") == [("Ambush", 3)]


def step(format: int, does: str) -> str:
    """A revision of a later version."""
    head = f'revision, down_revision = "{format}", "{format - 1}"'
    return f"{head}\nfrom alembic import op\ndef upgrade():\n    {does}\n"


@pytest.fixture
def later(tmp_path: Path) -> Path:
    """The steps of a later version, which adds a mood."""
    folder = tmp_path / "later"
    shutil.copytree(STEPS, folder)
    mood = """op.execute("ALTER TABLE encounter ADD COLUMN mood TEXT DEFAULT 'grim'")"""
    (folder / "later.py").write_text(step(NEWEST + 1, mood), encoding="utf-8")
    return folder


def test_what_is_older_is_brought_forward_with_all_it_holds(ambush: str, later: Path) -> None:
    with open_store(ambush) as store:
        assert look(database(store), NEWEST + 1) == NEWEST
        assert migrate(database(store), NEWEST + 1, later) == NEWEST
        assert look(database(store), NEWEST + 1) == NEWEST + 1
        assert migrate(database(store), NEWEST + 1, later) == NEWEST + 1
        with refused("newer"):
            store.append("Ambush", 4, b"4")
    assert sql(url(ambush), "SELECT name, last, mood FROM encounter") == [("Ambush", 3, "grim")]
    assert sql(url(ambush), "SELECT count(*) FROM record") == [(3,)]


def test_a_failing_step_forward_leaves_all_as_it_was(ambush: str, later: Path) -> None:
    breaks = 'op.drop_table("record")\n    op.execute("no such statement")'
    (later / "latest.py").write_text(step(NEWEST + 2, breaks), encoding="utf-8")
    with open_store(ambush) as store:
        with pytest.raises(DBAPIError):
            migrate(database(store), NEWEST + 2, later)
        assert look(database(store)) == NEWEST
        store.append("Ambush", 4, b"4")
        assert len(list(store.read("Ambush"))) == 4
        with database(store).reader.connect() as connection:
            context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
            assert compare_metadata(context, METADATA) == []


def test_the_command_makes_and_brings_forward(place: str) -> None:
    asked = ["store", "upgrade", "--database", place]
    assert f"was made, in format {NEWEST}." in CliRunner().invoke(main, asked).output
    assert f"has format {NEWEST} already." in CliRunner().invoke(main, asked).output
    of_format(place, 99)
    refused = CliRunner().invoke(main, asked)
    assert refused.exit_code == 2
    assert "Update Turnwright" in refused.output


def test_the_command_tells_what_it_brought_forward(tmp_path: Path) -> None:
    earlier.write(tmp_path / "old.sqlite3", 1)
    found = CliRunner().invoke(main, ["store", "upgrade"], env={"TURNWRIGHT_DATABASE": str(tmp_path / "old.sqlite3")})
    assert f"was brought from format 1 to {NEWEST}." in found.output


# Damage


def test_a_changed_record_is_noticed_when_read(ambush: str) -> None:
    text = "CAST('Second record' AS BLOB)" if "://" not in ambush else "'Second record'::bytea"
    sql(url(ambush), f"UPDATE record SET body = {text} WHERE seq = 2")
    with open_store(ambush) as store:
        reader = store.read("Ambush")
        assert next(reader) == (1, b"first record")
        with refused("damaged", 'record 2 of "Ambush"', "backup"):
            next(reader)
        assert list(store.read("Ambush", 2)) == [(3, b"third record")]


@pytest.mark.parametrize("change", ["UPDATE header SET crc = crc + 1", "DELETE FROM header"])
def test_a_changed_header_is_noticed_when_read(ambush: str, change: str) -> None:
    sql(url(ambush), change)
    with open_store(ambush) as store, refused("damaged", 'the header of "Ambush"', "backup"):
        store.header("Ambush")


@pytest.mark.parametrize(("gone", "good"), [("= 1", 0), ("= 2", 1), ("= 3", 2), ("> 0", 0)])
def test_a_missing_record_is_noticed_when_read(ambush: str, gone: str, good: int) -> None:
    sql(url(ambush), f"DELETE FROM record WHERE seq {gone}")
    with open_store(ambush) as store:
        reader = store.read("Ambush")
        for _ in range(good):
            next(reader)
        with refused("damaged", f'record {good + 1} of "Ambush" is missing'):
            next(reader)


def test_a_time_that_is_none_is_noticed_when_listed(ambush: str) -> None:
    sql(url(ambush), "UPDATE encounter SET changed = '2026-01-0 '")
    with open_store(ambush) as store, refused("damaged", "a time", "backup"):
        store.names()
