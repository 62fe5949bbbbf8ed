"""Whoever watches a store hears of what others write, and misses nothing when a connection breaks."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Queue

import pytest

from store.help import child, go, refused
from store.postgres import cut, fresh
from turnwright.store import Store, StoreError, open_store

PATIENCE = 30


@pytest.fixture
def two(ambush: str) -> Iterator[tuple[Store, Store]]:
    with open_store(ambush) as one, open_store(ambush) as other:
        yield one, other


@contextmanager
def heard(store: Store) -> Iterator[Queue[str | None]]:
    """What a store tells, from when it has begun to listen."""
    told: Queue[str | None] = Queue()
    end = store.watch(told.put)
    assert told.get(timeout=PATIENCE) is None
    yield told
    end()


def nobody_listens() -> bool:
    """Whether every thread that listened ends."""
    listening = [thread for thread in threading.enumerate() if thread.name == "turnwright hints"]
    for thread in listening:
        thread.join(timeout=PATIENCE)
    return not any(thread.is_alive() for thread in listening)


def test_what_others_write_is_heard_of(two: tuple[Store, Store]) -> None:
    one, other = two
    changes: list[Callable[[], None]] = [
        lambda: other.append("ambush", 4, b"4"),
        lambda: other.create("Bridge", b""),
        lambda: other.rename("Bridge", "Ford"),
        lambda: other.delete("Ford"),
    ]
    with heard(one) as told:
        for change, name in zip(changes, ("Ambush", "Bridge", "Bridge", "Ford"), strict=True):
            change()
            first = told.get(timeout=PATIENCE)
            assert first in (name, None)
            # A new name is told beside the old one, where names are told.
            if first == "Bridge" and other.names()[0].name == "Ford":
                assert told.get(timeout=PATIENCE) == "Ford"


def test_one_s_own_writing_is_no_news(two: tuple[Store, Store]) -> None:
    one, other = two
    with heard(one) as told:
        for seq in range(4, 8):
            one.append("Ambush", seq, b"own")
        other.create("Bridge", b"")
        assert told.get(timeout=PATIENCE) in ("Bridge", None)
        assert told.empty()


def test_several_watch_and_each_ends_alone(two: tuple[Store, Store]) -> None:
    one, other = two
    first: Queue[str | None] = Queue()
    end = one.watch(first.put)
    assert first.get(timeout=PATIENCE) is None
    with heard(one) as told:
        end()
        while not first.empty():
            first.get()
        other.append("Ambush", 4, b"4")
        told.get(timeout=PATIENCE)
        assert first.empty()
    assert nobody_listens()
    with heard(one) as told:
        other.append("Ambush", 5, b"5")
        told.get(timeout=PATIENCE)


def test_a_closed_store_tells_nothing_and_cannot_be_watched(ambush: str) -> None:
    store = open_store(ambush)
    with heard(store) as told:
        store.close()
        with open_store(ambush) as other:
            other.append("Ambush", 4, b"4")
        assert nobody_listens()
        assert told.empty()
    with refused("closed"):
        store.watch(told.put)


def test_whoever_could_not_read_is_told_again(ambush: str) -> None:
    told: Queue[str | None] = Queue()

    def read(name: str | None) -> None:
        told.put(name)
        if told.qsize() == 1:
            raise StoreError("failed", "No.")

    with open_store(ambush) as store:
        store.watch(read)
        assert [told.get(timeout=PATIENCE) for _ in "ab"] == [None, None]


def test_a_listener_that_is_killed_again_and_again_loses_nothing() -> None:
    """Another process appends; whoever follows by the hints alone has all of it in the end."""
    with fresh() as address, open_store(address) as store:
        store.create("Log", b"")
        seen = [0]
        goal = 200
        done = threading.Event()

        def follow(_: str | None) -> None:
            for seq, _payload in store.read("Log", seen[-1]):
                seen.append(seq)
            if seen[-1] == goal:
                done.set()

        end = store.watch(follow)
        writer = child("race", address, "w", str(goal))
        go(writer)
        kills = 0
        while not done.wait(0.05):
            kills += cut(address, "query ~ '^LISTEN'") > 0
            assert writer.poll() in (None, 0)
        end()
        assert writer.communicate(timeout=60)[0]
        assert kills > 0
        assert seen == list(range(goal + 1))
