"""A table goes into one file and comes back as it was; what is damaged or newer is refused, and nothing is written."""

from __future__ import annotations

import random
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from turnwright.cli.main import main
from turnwright.fight import Fight
from turnwright.store import Store, open_store
from turnwright.table.backup import BackupRefused, restore, save
from turnwright.table.hall import Hall
from turnwright.table.live import TABLE, Table
from turnwright.table.screen import screen
from turnwright.table.tickets import Seats


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    with open_store(place) as store:
        yield store


@pytest.fixture
def fresh_store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "other.sqlite3") as store:
        yield store


def played(store: Store) -> Table:
    """A table with two fights, some steps, and a seat that was given anew."""
    table = Hall(store, seed="ford").new("lux-aeterna", example=True)
    gm = table.seats.tickets["gm"]
    for said in ("roll", "start", "", "hp milli -3", "undo"):
        assert table.do(gm, said)
    table.lay(Fight.new("plain", seed="x"), "Bridge")
    assert table.do(gm, "add Foo score 3")
    table.renew(next(id for id, seat in table.seats.tickets.items() if seat.role == "player"))
    return table


def shown(table: Table) -> list[object]:
    """All that anybody sees at a table."""
    return [
        screen(table, ticket, table.fight(id)) for id in table.seats.fights for ticket in table.seats.tickets.values()
    ]


def content(store: Store) -> dict[str, tuple[bytes, list[tuple[int, bytes]]]]:
    names = [saved.name for kind in ("fight", TABLE) for saved in store.names(kind)]
    return {name: (store.header(name), list(store.read(name))) for name in names}


def as_saved(store: Store) -> dict[str, tuple[bytes, list[tuple[int, bytes]]]]:
    """What a store holds, without what was noted as its tables were restored."""
    found = content(store)
    return {
        name: (header, [one for one in log if b'"restored"' not in one[1]]) for name, (header, log) in found.items()
    }


def without_rights(seats: Seats) -> Seats:
    """A table, whatever its links are."""
    tickets = {id: replace(one, epoch=0, taken=False) for id, one in seats.tickets.items()}
    return replace(seats, tickets=tickets, epoch=0, tokens={}, hooks={})


def test_nothing_that_gave_a_right_is_valid_again(store: Store, tmp_path: Path) -> None:
    """Neither what was voided after the backup, nor what was valid then, nor what was given out later; all of it can be
    given out anew."""
    table = played(store)
    _, key = table.issue("gm", "bot")
    hook = table.hook("https://x.example")
    given = [(id, one.epoch) for id, one in table.seats.tickets.items()]
    opens = [table.seats.epoch]
    save(store, table.id, tmp_path / "one")
    for _ in range(3):
        given += [(id, table.renew(id).epoch) for id in table.seats.tickets]
        table.renew_open()
        opens.append(table.seats.epoch)
    store.delete(table.id)
    id, seats = restore(store, tmp_path / "one")
    assert id == table.id
    assert not any(seats.valid(*one) for one in given)
    assert seats.epoch not in opens
    assert seats.bearer(key.secret) is None
    assert hook.id not in seats.hooks
    again = Table.load(store, id)
    for one in again.seats.tickets:
        assert again.renew(one) == again.seats.valid(one, again.seats.tickets[one].epoch)
    _, key = again.issue("gm", "bot")
    assert again.seats.bearer(key.secret) is not None


def test_in_another_store_it_is_as_it_was(store: Store, fresh_store: Store, tmp_path: Path) -> None:
    """Links, seats, fights with undo, whatever kind of database they come from or go to; back again too."""
    table = played(store)
    save(store, table.id, tmp_path / "one")
    id, seats = restore(fresh_store, tmp_path / "one")
    assert (id, without_rights(seats)) == (table.id, without_rights(table.seats))
    assert as_saved(fresh_store) == content(store)
    again = Table.load(fresh_store, id)
    assert shown(again) == shown(table)
    assert again.do(again.seats.tickets["gm"], "undo")
    save(fresh_store, id, tmp_path / "two")
    store.delete(table.id)
    back, _ = restore(store, tmp_path / "two")
    assert back == table.id
    assert shown(Table.load(store, back)) != shown(table)


def test_beside_what_is_there_it_is_another(store: Store, tmp_path: Path) -> None:
    """The table and its fights get free names; what is done at one leaves the other as it is."""
    table = played(store)
    save(store, table.id, tmp_path / "one")
    before = content(store)
    for _ in range(2):
        id, seats = restore(store, tmp_path / "one")
        assert id != table.id
        again = Table.load(store, id)
        assert again.seats == seats
        assert shown(again) == shown(table)
        assert again.do(again.seats.tickets["gm"], "add Bar score 4")
    after = content(store)
    assert {name: after[name] for name in before} == before
    assert len(after) == 3 * len(before)


def test_one_file_is_left_and_is_not_written_over(store: Store, tmp_path: Path) -> None:
    table = played(store)
    folder = tmp_path / "backups"
    folder.mkdir()
    save(store, table.id, folder / "one")
    assert [file.name for file in folder.iterdir()] == ["one"]
    before = (folder / "one").read_bytes()
    with pytest.raises(BackupRefused, match="there already"):
        save(store, table.id, folder / "one")
    restore(store, folder / "one")
    assert (folder / "one").read_bytes() == before
    with pytest.raises(BackupRefused, match="no folder"):
        save(store, table.id, tmp_path / "nowhere" / "one")


@pytest.fixture(scope="module")
def backup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("backup") / "one"
    with open_store(":memory:") as store:
        save(store, played(store).id, file)
    return file


def test_whatever_is_changed_in_the_file_is_noticed(backup: Path, fresh_store: Store, tmp_path: Path) -> None:
    """Some byte or other is another: either it is refused and nothing is there, or nothing that counts was changed."""
    chance, whole = random.Random(1), backup.read_bytes()
    restore(fresh_store, backup)
    expected = as_saved(fresh_store)
    refused = 0
    for number in range(120):
        at = chance.randrange(len(whole))
        file = tmp_path / str(number)
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << chance.randrange(8)]) + whole[at + 1 :])
        with open_store(":memory:") as store:
            try:
                restore(store, file)
            except BackupRefused:
                assert content(store) == {}
                refused += 1
            else:
                assert as_saved(store) == expected
    assert refused > 20


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM record WHERE rowid = (SELECT max(rowid) FROM record)",
        "UPDATE encounter SET last = last - 1 WHERE last > 2",
        "UPDATE encounter SET name = 'X', key = 'x' WHERE kind = 'fight'",
        "UPDATE encounter SET kind = 'fight'",
        "DELETE FROM encounter WHERE kind = 'seal'",
        "DELETE FROM encounter WHERE kind = 'fight'",
        "PRAGMA user_version = 99",
        "PRAGMA application_id = 7",
    ],
)
def test_a_file_that_is_not_as_it_was_saved_is_refused(
    backup: Path, fresh_store: Store, tmp_path: Path, change: str
) -> None:
    file = tmp_path / "changed"
    file.write_bytes(backup.read_bytes())
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        try:
            db.execute(change)
        except sqlite3.IntegrityError:
            # Two can't have one name.
            db.execute(f"{change} AND name = 'Bridge'")
    before = file.read_bytes()
    with pytest.raises(BackupRefused) as refused:
        restore(fresh_store, file)
    assert str(file) in refused.value.message
    assert content(fresh_store) == {}
    assert file.read_bytes() == before


@pytest.mark.parametrize("part", [0, 1, 100, 4096, 0.5, 0.99])
def test_a_file_cut_short_is_refused(backup: Path, fresh_store: Store, tmp_path: Path, part: float) -> None:
    whole = backup.read_bytes()
    file = tmp_path / "short"
    file.write_bytes(whole[: int(part * len(whole)) if isinstance(part, float) else part])
    with pytest.raises(BackupRefused):
        restore(fresh_store, file)
    assert content(fresh_store) == {}


def run(*arguments: str | Path, **environment: str) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], env=environment)


def test_the_commands(place: str, tmp_path: Path) -> None:
    """By the title or the id of the table; what can't be is told with what can."""
    with open_store(place) as store:
        table = played(store)
    file = tmp_path / "one"
    saved = run("backup", table.seats.title.lower(), file, "--database", place)
    assert saved.exit_code == 0, saved.output
    assert "2 fights" in saved.output
    assert run("backup", table.id, tmp_path / "two", TURNWRIGHT_DATABASE=place).exit_code == 0
    back = run("restore", file, "--database", place)
    assert back.exit_code == 0, back.output
    assert '"Bridge 2"' in back.output
    for arguments, told in (
        (("backup", table.seats.title, tmp_path / "three"), "Several tables"),
        (("backup", "nothing", tmp_path / "three"), table.id),
        (("backup", table.id, file), "there already"),
        (("restore", tmp_path / "nothing"), "nothing can't be used"),
        (("restore", tmp_path), "can't be used"),
    ):
        refused = run(*arguments, "--database", place)
        assert refused.exit_code == 2
        assert told in refused.output
    assert run("backup", "x", file, "--database", tmp_path / "new").exit_code == 2


def test_no_command_takes_the_id_of_a_table_for_an_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever chance makes of it."""
    for made in (b"\xf8" * 64, b"\xff" * 64):
        monkeypatch.setattr(secrets, "token_bytes", lambda count, made=made: made[:count])
        with open_store(place := tmp_path / f"{made[0]}") as store:
            table = played(store)
        assert table.id.isalnum()
        saved = run("backup", table.id, tmp_path / f"{made[0]}.table", "--database", place)
        assert saved.exit_code == 0, saved.output
