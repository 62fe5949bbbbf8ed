"""Saved fights that this version can't read, and files that can't be: told, and nothing is lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from terminal.piped import turnwright
from turnwright.cli.desk import Desk
from turnwright.engine import codec
from turnwright.fight import Fight, NewerFormat, Unreadable
from turnwright.rules.faults import FileFaults
from turnwright.rules.load import Book, UnknownRuleset, find, read
from turnwright.store import Store, open_store
from turnwright.store.sqlite import FILE

NO_HEADERS = {
    "no json": b"zzz",
    "a list": b"[]",
    "nothing": b"{}",
    "a format that is no number": b'{"format":"x"}',
    "a book that is none": b'{"format":1,"book":3}',
}

NO_RECORDS = {
    "no json": b"zzz",
    "an unknown command": b'{"seq":2,"command":{"command":"sing"}}',
    "an unknown event": b'{"seq":2,"command":{"command":"next"},"events":[{"type":"sung"}]}',
    "another number": b'{"seq":7,"command":{"command":"next"}}',
    "a second beginning": b'{"seq":2,"command":{"command":"open","seed":"a"}}',
    "more undone than was done": b'{"seq":2,"command":{"command":"undo","count":99}}',
    "nothing to redo": b'{"seq":2,"command":{"command":"redo"}}',
    "somebody who is not there": (
        b'{"seq":2,"command":{"command":"next"},'
        b'"events":[{"type":"pool-set","who":"c9","pool":"hp","value":1,"was":2,"why":"set"}]}'
    ),
}


@pytest.fixture
def store() -> Iterator[Store]:
    with open_store(":memory:") as opened:
        yield opened


def _saved(store: Store) -> tuple[bytes, bytes]:
    """The header and the first record of a fight that is whole."""
    Fight.new("plain", seed="a").save(store, "Whole")
    return store.header("Whole"), next(data for _, data in store.read("Whole"))


@pytest.mark.parametrize("header", NO_HEADERS.values(), ids=NO_HEADERS)
def test_a_header_that_is_not_known(store: Store, header: bytes) -> None:
    _, first = _saved(store)
    store.create("Odd", header, [first])
    with pytest.raises(Unreadable, match=r"Odd can't be read: its header .* nothing was changed"):
        Fight.load(store, "Odd")


def test_a_header_of_a_later_version(store: Store) -> None:
    store.create("Odd", b'{"format":99,"more":1}', [])
    with pytest.raises(NewerFormat, match="later version — open it with that one"):
        Fight.load(store, "Odd")


@pytest.mark.parametrize("record", NO_RECORDS.values(), ids=NO_RECORDS)
def test_a_record_that_is_not_known(store: Store, record: bytes) -> None:
    header, first = _saved(store)
    store.create("Odd", header, [first, record])
    with pytest.raises(Unreadable, match=r"Odd can't be read: record 2 .* nothing was changed"):
        Fight.load(store, "Odd")


def test_a_log_without_its_beginning(store: Store) -> None:
    header, _ = _saved(store)
    store.create("Odd", header, [b'{"seq":1,"command":{"command":"next"}}'])
    with pytest.raises(Unreadable, match="record 1"):
        Fight.load(store, "Odd")


def test_one_unreadable_fight_leaves_the_others_in_reach(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        header, first = _saved(store)
        store.create("Odd", header, [first, NO_RECORDS["an unknown event"]])
    offered = turnwright(tmp_path, "play", lines="2\n")
    assert "go on with Odd" in offered.out
    assert 'Kept as "Whole"' in offered.out
    assert offered.code == 0
    for command in (("play", "Odd"), ("log", "Odd"), ("play", "plain", "--after", "Odd")):
        told = turnwright(tmp_path, *command)
        assert told.code == 2
        assert told.err.startswith("Odd can't be read: record 2 ")
        assert "Traceback" not in told.err


@pytest.mark.parametrize("name", ["\0", "x" * 5000, "x" * 5000 + ".yaml", "\0.yaml", "/", "."])
def test_what_can_be_no_file_is_told(
    store: Store, name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    desk = Desk(store, "Whole", Fight.new("plain", seed="a"))
    for word in ("load", "rules use"):
        desk.take(f"{word} {name}")
        assert capsys.readouterr().out.startswith("✗ ")
    with pytest.raises(UnknownRuleset):
        find(name)


def test_a_book_without_files_is_refused() -> None:
    with pytest.raises(FileFaults, match="no file belongs to these rules"):
        read(Book("ours", ()))
    assert not Fight.new("plain").use_rules(Book("ours", ()))


@pytest.mark.parametrize("title", ["\0", "\u200b", "\ud800", "\u202eabc"])
def test_a_title_that_can_be_no_name_leaves_the_table_as_it_was(
    store: Store, title: str, capsys: pytest.CaptureFixture[str]
) -> None:
    fight = Fight.new("plain", seed="a", example=True)
    fight.save(store, "First")
    desk = Desk(store, "First", fight)
    desk.take("close")
    before = codec.state_bytes(fight.state)
    capsys.readouterr()
    desk.next_fight(title)
    assert capsys.readouterr().out.startswith("✗ A name ")
    assert (desk.name, desk.fight, codec.state_bytes(fight.state)) == ("First", fight, before)
    assert [one.name for one in store.names()] == ["First"]


def test_two_tables_of_one_fight_take_turns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step decided on what is no longer so is not taken; the table shows what is, and goes on."""
    with open_store(tmp_path) as one, open_store(tmp_path) as other:
        Fight.new("plain", seed="a", example=True).save(one, "Both")
        desk = Desk(one, "Both", Fight.load(one, "Both"))
        assert Fight.load(other, "Both").do("hp Ana -5")
        lines = iter(["hp Bo -1", "hp Bo -2", None])
        monkeypatch.setattr(desk.prompt, "line", lambda: next(lines))
        desk.run()
        held = {c.name: c.pools["hp"] for c in Fight.load(other, "Both").state.combatants.values()}
    assert (held["Ana"], held["Bo"]) == (13, 22)
    assert "✗ meanwhile this fight went on elsewhere, and your step was not taken" in capsys.readouterr().out


def test_a_store_that_another_program_holds_is_told_and_the_table_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_store(tmp_path, wait=0.1) as store, sqlite3.connect(tmp_path / FILE, isolation_level=None) as holder:
        Fight.new("plain", seed="a", example=True).save(store, "Held")
        desk = Desk(store, "Held", Fight.load(store, "Held"))

        def lines() -> Iterator[str]:
            holder.execute("BEGIN IMMEDIATE")
            yield "hp Bo -1"
            holder.execute("ROLLBACK")
            yield "hp Bo -2"

        said = lines()
        monkeypatch.setattr(desk.prompt, "line", lambda: next(said, None))
        desk.run()
        held = {c.name: c.pools["hp"] for c in Fight.load(store, "Held").state.combatants.values()}
    holder.close()
    assert held["Bo"] == 22
    assert "Your step was not taken." in capsys.readouterr().out
