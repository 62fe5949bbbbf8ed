"""Several processes at one file, and processes that are killed."""

from __future__ import annotations

import json
import random
import signal
import sqlite3
import time
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from store.child import body
from store.help import child, go
from store.postgres import fresh
from turnwright.store import open_store

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

GOAL = 300


def finish(*children: subprocess.Popen[str]) -> list[str]:
    """What each has printed in the end; none may have failed."""
    said = [process.communicate(timeout=120)[0] for process in children]
    assert [process.returncode for process in children] == [0] * len(children)
    return said


def test_of_those_who_append_at_once_one_wins_each_number(place: str) -> None:
    with open_store(place) as store:
        store.create("Log", b"")
    tags = ["a", "b", "c", "d"]
    children = [child("race", place, tag, str(GOAL)) for tag in tags]
    go(*children)
    winner: dict[int, str] = {}
    for tag, said in zip(tags, finish(*children), strict=True):
        won, _lost = json.loads(said)
        for seq in won:
            assert seq not in winner
            winner[seq] = tag
    with open_store(place) as store:
        assert store.last("Log") == GOAL
        assert list(store.read("Log")) == [(n, f"{winner[n]}:{n}".encode()) for n in range(1, GOAL + 1)]


def open_at_once(place: str) -> None:
    """Several processes open what is not there yet: one makes it, all share it."""
    tags = ["a", "b", "c", "d", "e"]
    children = [child("create", place, tag) for tag in tags]
    go(*children)
    won = [tag for tag, said in zip(tags, finish(*children), strict=True) if json.loads(said)]
    assert len(won) == 1
    with open_store(place) as store:
        assert store.header("Shared") == won[0].encode()
        assert len(store.names()) == 6


def test_those_who_open_a_fresh_file_at_once_share_it(tmp_path: Path) -> None:
    for attempt in range(2):
        file = tmp_path / str(attempt) / "log.sqlite3"
        open_at_once(str(file))
        with closing(sqlite3.connect(file)) as db:
            assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_those_who_open_a_fresh_database_at_once_share_it() -> None:
    with fresh() as address:
        open_at_once(address)


needs_kill = pytest.mark.skipif(
    not hasattr(signal, "SIGKILL"), reason="NOT TESTED HERE: this system has no SIGKILL to kill a writer with"
)


def kill_after(process: subprocess.Popen[str], seconds: float, *, begun: bool = False) -> list[str]:
    """Kill it with no chance to tidy up, so long after its start or its first line; the lines that it said."""
    assert process.stdout is not None
    first = process.stdout.readline() if begun else ""
    time.sleep(seconds)
    process.kill()
    said = first + process.communicate(timeout=60)[0]
    assert process.returncode == -signal.SIGKILL, "it ended by itself"
    # A line cut short by the kill says nothing.
    return said[: said.rfind("\n") + 1].split()


@needs_kill
def test_a_killed_writer_leaves_whole_records_and_all_that_it_acknowledged(place: str) -> None:
    acknowledged = 0
    for attempt in range(12):
        process = child("log", place)
        go(process)
        said = kill_after(process, random.Random(attempt).uniform(0, 0.1), begun=attempt % 4 > 0)
        acknowledged = max([acknowledged, *(int(word) for word in said if word != "created")])
        with open_store(place) as store:
            if not acknowledged and not store.names():
                continue
            last = store.last("Log")
            # At most one call was under way: one record, or the batch of five.
            assert acknowledged <= last <= acknowledged + (5 if acknowledged % 10 == 0 else 1)
            assert last % 10 not in (1, 2, 3, 4), "half a batch"
            assert [seq for seq, _ in store.read("Log")] == list(range(1, last + 1))
            assert all(payload == body(seq) for seq, payload in store.read("Log"))
            acknowledged = last
    assert acknowledged > 12


@needs_kill
def test_a_process_killed_while_it_opens_a_fresh_file_leaves_one_that_opens(tmp_path: Path) -> None:
    for attempt in range(12):
        file = tmp_path / str(attempt) / "log.sqlite3"
        process = child("log", file)
        go(process)
        said = kill_after(process, attempt * 0.008)
        with open_store(file) as store:
            if "created" in said:
                assert store.header("Log") == b"header"
            if not store.names():
                store.create("Log", b"header")
            assert [seq for seq, _ in store.read("Log")] == list(range(1, store.last("Log") + 1))


@needs_kill
def test_a_killed_writer_keeps_no_other_waiting(place: str) -> None:
    with open_store(place, wait=5) as store:
        for attempt in range(5):
            process = child("log", place)
            go(process)
            kill_after(process, 0.1 + attempt * 0.01)
            store.create(f"Other {attempt}", b"")
            store.append(f"Other {attempt}", 1, b"1")
        assert sum(saved.name.startswith("Other") for saved in store.names()) == 5
