"""Where the file lies, which files are refused, and that what is refused stays as it is."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import platformdirs
import pytest

from store import earlier
from store.help import refused
from turnwright.store import data_folder, open_store
from turnwright.store.migrate import look
from turnwright.store.schema import NEWEST
from turnwright.store.sql import SqlStore
from turnwright.store.sqlite import APPLICATION, SqliteFile, connect


def sql(file: Path, *statements: str) -> list[tuple[object, ...]]:
    """What the last statement gives, done by another program."""
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        return [db.execute(statement).fetchall() for statement in statements][-1]


def crashing(code: str) -> None:
    """Run a program that ends without closing anything."""
    subprocess.run([sys.executable, "-c", f"import os, sqlite3\n{code}\nos._exit(0)"], check=True)


# Where


def test_the_data_folder_is_the_one_of_the_environment(data: Path) -> None:
    assert data_folder() == data
    with open_store() as store:
        store.create("A", b"")
    assert sorted(path.name for path in data.iterdir()) == ["turnwright.sqlite3"]
    with open_store() as store:
        assert store.find("a") == "A"


@pytest.mark.parametrize("value", [None, ""])
def test_without_it_the_system_says_where(value: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, object]] = []

    def user_data_path(appname: str, appauthor: object) -> Path:
        asked.append((appname, appauthor))
        return tmp_path / "system"

    monkeypatch.setattr(platformdirs, "user_data_path", user_data_path)
    if value is None:
        monkeypatch.delenv("TURNWRIGHT_DATA")
    else:
        monkeypatch.setenv("TURNWRIGHT_DATA", value)
    open_store().close()
    assert asked == [("turnwright", False)]
    assert (tmp_path / "system" / "turnwright.sqlite3").exists()


def test_a_tilde_is_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setenv("TURNWRIGHT_DATA", os.path.join("~", "games"))
    assert data_folder() == tmp_path / "games"


@pytest.mark.parametrize("name", ["log.sqlite3", "a b", "50%25", "who#me", "größe", "&mode=memory", ":memory:x"])
def test_a_path_is_taken_as_it_is(name: str, tmp_path: Path) -> None:
    if os.name == "nt" and ":" in name:
        pytest.skip("no such file name on Windows")
    file = tmp_path / "deep" / "folder" / name
    with open_store(file) as store:
        store.create("A", b"")
    assert [path.name for path in file.parent.iterdir()] == [name]
    with open_store(str(file)) as store:
        assert store.last("A") == 0


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere file names are text")
def test_a_path_that_is_no_text_is_taken_too(tmp_path: Path) -> None:
    file = tmp_path / os.fsdecode(b"gr\xf6\xdfe.sqlite3")
    open_store(file).close()
    assert file.stat().st_size > 0


def test_a_relative_path_is_taken_from_where_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    open_store(Path("log.sqlite3")).close()
    assert (tmp_path / "log.sqlite3").exists()


def test_in_a_folder_the_file_has_its_usual_name(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    assert (tmp_path / "turnwright.sqlite3").exists()


def test_a_store_in_memory_is_one_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with open_store(":memory:") as one, open_store(Path(":memory:")) as other:
        one.create("A", b"")
        assert other.names() == []
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with refused("failed", "file"):
        open_store(tmp_path / "file" / "log.sqlite3")


def test_importing_is_light() -> None:
    code = (
        "import sys, turnwright.store\n"
        "heavy = {'sqlalchemy', 'alembic', 'sqlite3', 'platformdirs', 'msgspec', 'difflib', 'pathlib', 'datetime'}\n"
        "print(sorted(heavy & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, env=_bare())
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


def _bare() -> dict[str, str]:
    import turnwright

    return {**os.environ, "PYTHONPATH": str(Path(turnwright.__file__).parents[1])}


# Durability


def test_a_commit_waits_for_the_disk(file: Path) -> None:
    with closing(connect(file.as_uri(), wait=1)) as db:
        assert db.execute("PRAGMA synchronous").fetchone() == (2,)
        assert db.execute("PRAGMA fullfsync").fetchone() == (1,)
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    with open_store(tmp_path / "log.sqlite3") as store:
        assert isinstance(store, SqlStore)
        store.create("A", b"")
        store.append("A", 1, b"1")
        with store._database.reader.connect() as db:
            pages = db.exec_driver_sql("PRAGMA page_count").scalar_one()
            db.exec_driver_sql(f"PRAGMA max_page_count = {pages + 1}")
        with refused("failed", "full", "space"):
            store.append("A", 2, b"x" * 100_000)
        assert list(store.read("A")) == [(1, b"1")]
        store.append("A", 2, b"2")
    with open_store(tmp_path / "log.sqlite3") as store:
        assert list(store.read("A")) == [(1, b"1"), (2, b"2")]


def test_a_crash_in_the_middle_of_the_first_opening_is_mended(tmp_path: Path) -> None:
    file = tmp_path / "log.sqlite3"
    crashing(
        f"db = sqlite3.connect({str(file)!r}, isolation_level=None)\n"
        "db.execute('PRAGMA cache_size = 1')\n"
        "db.execute('BEGIN')\n"
        "db.execute('CREATE TABLE encounter (a)')\n"
        "for _ in range(20): db.execute('INSERT INTO encounter VALUES (randomblob(9000))')"
    )
    assert file.with_name("log.sqlite3-journal").stat().st_size > 0
    with open_store(file) as store:
        store.create("A", b"")
        assert [saved.name for saved in store.names()] == ["A"]


def test_an_empty_file_is_a_fresh_one(tmp_path: Path) -> None:
    file = tmp_path / "log.sqlite3"
    file.touch()
    with open_store(file) as store:
        assert store.names() == []


# Others at the file


def test_a_writer_that_does_not_finish_is_waited_for_only_so_long(file: Path) -> None:
    with open_store(file, wait=0.2) as store, closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        with refused("busy", "Another process"):
            store.append("Ambush", 4, b"4")
        assert time.monotonic() - began > 0.1
        assert store.last("Ambush") == 3
        db.execute("ROLLBACK")
        store.append("Ambush", 4, b"4")


# Versions


def test_a_newer_file_is_refused_and_stays_as_it_is(file: Path) -> None:
    sql(file, "PRAGMA user_version = 99", "CREATE TABLE later (a)")
    before = file.read_bytes()
    with refused("newer", str(file), "99", "Update Turnwright"):
        open_store(file)
    assert file.read_bytes() == before


def test_a_newer_file_after_a_crash_is_refused_and_stays_as_it_is(file: Path) -> None:
    crashing(
        f"db = sqlite3.connect({str(file)!r}, isolation_level=None)\n"
        "db.execute('PRAGMA user_version = 99')\n"
        "db.execute('CREATE TABLE later (a)')"
    )
    wal = file.with_name(file.name + "-wal")
    before = file.read_bytes(), wal.read_bytes()
    assert len(before[1]) > 0
    with refused("newer"):
        open_store(file)
    assert (file.read_bytes(), wal.read_bytes()) == before
    assert sql(file, "PRAGMA user_version") == [(99,)]


@pytest.mark.parametrize("format", range(1, NEWEST + 1))
def test_a_file_of_an_earlier_version_goes_on(tmp_path: Path, format: int) -> None:
    """Logs had no kind at first: what they hold are fights. Alembic was not there."""
    file = tmp_path / "log.sqlite3"
    earlier.write(file, format)
    with open_store(file) as store:
        assert [saved.name for saved in store.names()] == ["Ford"]
        assert store.names("table") == []
        assert store.header("Ford") == b"header"
        store.append("Ford", 2, b"two")
        assert list(store.read("Ford")) == [(1, b"one"), (2, b"two")]
    assert sql(file, "PRAGMA user_version") == [(NEWEST,)]
    assert sql(file, "PRAGMA application_id") == [(APPLICATION,)]


def test_a_file_that_another_begins_meanwhile_is_not_taken_for_foreign(tmp_path: Path) -> None:
    file = tmp_path / "log.sqlite3"
    sql(file, "PRAGMA journal_mode = WAL")

    class Slow(sqlite3.Connection):
        """Just before it looks which tables there are, another program makes ours."""

        def execute(self, statement: str, *args: Any) -> sqlite3.Cursor:
            if "sqlite_master" in statement:
                open_store(file).close()
            return super().execute(statement, *args)

    with closing(sqlite3.connect(file, isolation_level=None, factory=Slow)) as db:
        database = SqliteFile(db, "f")
        assert look(database) == 0
        assert look(database) == NEWEST


def test_the_file_says_whose_it_is(file: Path) -> None:
    assert sql(file, "PRAGMA application_id") == [(APPLICATION,)]
    assert sql(file, "PRAGMA user_version") == [(NEWEST,)]


# Not ours


@pytest.mark.parametrize(
    "statements",
    [
        ("CREATE TABLE notes (a)",),
        ("PRAGMA user_version = 7",),
        ("PRAGMA application_id = 7", "CREATE TABLE encounter (a)"),
    ],
)
def test_the_database_of_another_program_is_refused(tmp_path: Path, statements: tuple[str, ...]) -> None:
    file = tmp_path / "other.db"
    sql(file, *statements)
    before = file.read_bytes()
    with refused("foreign", str(file), "other program"):
        open_store(file)
    assert file.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other.db"]


@pytest.mark.parametrize("content", [b"x", b"game: lux\n" * 500, b"SQLite format 3\0", bytes(5000)])
def test_a_file_that_is_no_database_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "notes.yaml"
    file.write_bytes(content)
    with refused("damaged", str(file), "backup"):
        open_store(file)
    assert file.read_bytes() == content


# Damage


def damage(file: Path, start: int, content: bytes) -> bytes:
    whole = bytearray(file.read_bytes())
    whole[start : start + len(content)] = content
    file.write_bytes(whole)
    return bytes(whole)


@pytest.mark.parametrize("page", range(1, 5))
def test_a_broken_page_is_refused_at_once(file: Path, page: int) -> None:
    before = damage(file, 4096 * page, b"\xa5" * 4096)
    with refused("damaged", str(file), "backup"):
        open_store(file)
    assert file.read_bytes() == before


def test_a_refused_file_tells_which_fights_in_it_are_whole(tmp_path: Path) -> None:
    file = tmp_path / "many.sqlite3"
    with open_store(file) as store:
        store.create("Ford", b"small", [b"one record"])
        store.create("Siege", b"large", [b"\x07" * 3000 for _ in range(40)])
    at = file.read_bytes().rindex(b"\x07" * 3000)
    damage(file, at // 4096 * 4096, b"\xa5" * 4096)
    with refused("damaged", 'Whole: "Ford".', 'Not whole: "Siege".', ".recover"):
        open_store(file)


@pytest.mark.parametrize("part", [0.9, 0.5, 0.2])
def test_a_file_cut_short_is_refused_at_once(file: Path, part: float) -> None:
    os.truncate(file, int(file.stat().st_size * part))
    before = file.read_bytes()
    with refused("damaged", str(file)):
        open_store(file)
    assert file.read_bytes() == before


def test_bytes_changed_on_the_disk_are_noticed_when_read(file: Path) -> None:
    damage(file, file.read_bytes().index(b"second record"), b"Second record")
    with open_store(file) as store, refused("damaged", 'record 2 of "Ambush"', "backup"):
        list(store.read("Ambush"))


def test_damage_in_a_large_file_is_refused_when_met(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turnwright.store.sqlite._CHECKED", 0)
    root = sql(file, "SELECT rootpage FROM sqlite_master WHERE name = 'record'")[0][0]
    assert isinstance(root, int)
    damage(file, 4096 * (root - 1), b"\xa5" * 4096)
    with open_store(file) as store:
        assert store.last("Ambush") == 3
        with refused("damaged"):
            list(store.read("Ambush"))
        with refused("damaged"):
            store.append("Ambush", 4, b"4")
        assert store.last("Ambush") == 3
