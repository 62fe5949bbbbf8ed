"""What the store keeps, gives back and refuses."""

from __future__ import annotations

import pickle
import threading
from datetime import UTC, datetime, timedelta, timezone

import pytest

import turnwright.store.sql
from store.help import Clock, after, refused
from turnwright.store import Saved, Store, StoreError, open_store


def test_a_new_encounter_has_its_header_and_no_records(store: Store) -> None:
    store.create("Ambush", b"\x00header\xff")
    assert store.header("Ambush") == b"\x00header\xff"
    assert store.last("Ambush") == 0
    assert list(store.read("Ambush")) == []
    assert store.names() == [Saved("Ambush", after(1), after(1), 0)]


def test_records_come_back_as_they_were_in_order(store: Store) -> None:
    store.create("Ambush", b"")
    store.append("Ambush", 1, b"one")
    store.append("Ambush", 2, b"")
    store.append_many("Ambush", 3, iter([b"\x00", "drei ½".encode()]))
    store.append_many("Ambush", 5, [])
    assert store.last("Ambush") == 4
    whole = [(1, b"one"), (2, b""), (3, b"\x00"), (4, "drei ½".encode())]
    assert list(store.read("Ambush")) == whole
    for start in range(-1, 6):
        assert list(store.read("Ambush", start)) == whole[max(start, 0) :]
    assert list(store.read("Ambush", 2**80)) == []


@pytest.mark.parametrize("seq", [-1, 0, 1, 2, 4, 5, 2**80])
def test_only_the_next_number_is_taken(store: Store, seq: int) -> None:
    store.create("Ambush", b"")
    store.append_many("Ambush", 1, [b"1", b"2"])
    before = store.names()
    for records in ([b"x"], [b"x", b"y"], []):
        with refused("conflict", f"Record {seq} ", "3 is next") as info:
            store.append_many("Ambush", seq, records)
        assert info.value.last == 2
    with refused("conflict"):
        store.append("Ambush", seq, b"x")
    assert list(store.read("Ambush")) == [(1, b"1"), (2, b"2")]
    assert store.names() == before


def test_encounters_do_not_mix(store: Store) -> None:
    store.create("A", b"a")
    store.create("B", b"b")
    store.append("A", 1, b"a1")
    store.append("B", 1, b"b1")
    store.append("A", 2, b"a2")
    assert list(store.read("A")) == [(1, b"a1"), (2, b"a2")]
    assert list(store.read("B")) == [(1, b"b1")]
    assert (store.header("A"), store.header("B")) == (b"a", b"b")


def test_what_changed_last_is_named_first(store: Store) -> None:
    store.create("A", b"")
    store.create("B", b"")
    assert [saved.name for saved in store.names()] == ["B", "A"]
    store.append("A", 1, b"")
    store.append_many("A", 2, [])
    assert store.names() == [Saved("A", after(1), after(3), 1), Saved("B", after(2), after(2), 0)]
    store.rename("B", "C")
    assert [saved.name for saved in store.names()] == ["A", "C"]


def test_a_renamed_encounter_keeps_all_but_its_name(store: Store) -> None:
    store.create("A", b"header")
    store.append("A", 1, b"1")
    store.create("Other", b"")
    store.rename("a", " B ")
    assert store.header("B") == b"header"
    assert list(store.read("B")) == [(1, b"1")]
    assert Saved("B", after(1), after(2), 1) in store.names()
    with refused("unknown"):
        store.last("A")
    with refused("exists", '"Other"'):
        store.rename("B", "OTHER")
    with refused("name"):
        store.rename("B", " ")
    with refused("unknown"):
        store.rename("A", "D")
    store.rename("B", "b")
    assert store.find("B") == "b"
    store.create("A", b"anew")


def test_a_deleted_encounter_is_gone_and_its_name_is_free(store: Store) -> None:
    store.create("A", b"old")
    store.append("A", 1, b"old")
    store.delete("a")
    assert store.names() == []
    with refused("unknown", "None is saved yet."):
        store.header("A")
    store.create("A", b"new")
    assert store.header("A") == b"new"
    assert list(store.read("A")) == []


def test_unknown_names_are_refused_everywhere(store: Store) -> None:
    store.create("Goblin Ambush", b"")
    for call in (
        lambda: store.header("Goblin Ambusch"),
        lambda: store.append("Goblin Ambusch", 1, b""),
        lambda: store.append_many("Goblin Ambusch", 1, []),
        lambda: store.read("Goblin Ambusch"),
        lambda: store.last("Goblin Ambusch"),
        lambda: store.rename("Goblin Ambusch", "X"),
        lambda: store.delete("Goblin Ambusch"),
        lambda: store.find("Goblin Ambusch"),
    ):
        with refused("unknown", '"Goblin Ambusch"', 'Did you mean "Goblin Ambush"?') as info:
            call()
        assert info.value.names == ("Goblin Ambush",)


def test_reading_goes_page_by_page(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turnwright.store.sql, "_PAGE", 3)
    store.create("A", b"")
    store.append_many("A", 1, [b"%d" % n for n in range(1, 11)])
    for start in range(11):
        assert [seq for seq, _ in store.read("A", start)] == list(range(start + 1, 11))


def test_reading_ends_with_what_was_last_when_it_began(store: Store) -> None:
    store.create("A", b"")
    store.append("A", 1, b"1")
    reader = store.read("A")
    store.append("A", 2, b"2")
    assert list(reader) == [(1, b"1")]
    for seq, payload in store.read("A"):
        store.append("A", seq + 2, payload)
    assert store.last("A") == 4


def test_reading_notices_that_the_encounter_is_deleted(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turnwright.store.sql, "_PAGE", 1)
    store.create("A", b"")
    store.append_many("A", 1, [b"1", b"2"])
    reader = store.read("A")
    assert next(reader) == (1, b"1")
    store.delete("A")
    store.create("A", b"")
    store.append_many("A", 1, [b"other 1", b"other 2"])
    with refused("unknown"):
        next(reader)


def test_what_cannot_be_stored_changes_nothing(store: Store) -> None:
    store.create("A", b"")
    for wrong in ("text", None, 7):
        with pytest.raises(TypeError):
            store.append_many("A", 1, [b"good", wrong])  # type: ignore[list-item]
        with pytest.raises(TypeError):
            store.create("B", wrong)  # type: ignore[arg-type]
    assert [saved.name for saved in store.names()] == ["A"]
    assert store.last("A") == 0
    store.append("A", 1, b"good")


def test_a_failing_clock_changes_nothing() -> None:
    looks = iter([after(1)])
    with open_store(":memory:", clock=lambda: next(looks)) as store:
        store.create("A", b"")
        with pytest.raises(StopIteration):
            store.append("A", 1, b"1")
        assert store.last("A") == 0


def test_times_are_kept_in_utc_whatever_the_clock_shows() -> None:
    # The second is the later moment with the earlier hour.
    zones = [timezone(timedelta(hours=5)), timezone(timedelta(hours=-7))]
    looks = iter([after(1).astimezone(zones[0]), after(2).astimezone(zones[1])])
    with open_store(":memory:", clock=lambda: next(looks)) as store:
        store.create("A", b"")
        store.create("B", b"")
        assert store.names() == [Saved("B", after(2), after(2), 0), Saved("A", after(1), after(1), 0)]
        assert {saved.created.tzinfo for saved in store.names()} == {UTC}


def test_without_a_clock_the_time_is_now() -> None:
    began = datetime.now(UTC)
    with open_store(":memory:") as store:
        store.create("A", b"")
        assert began <= store.names()[0].created <= datetime.now(UTC)


def test_a_closed_store_says_so(place: str) -> None:
    store = open_store(place)
    store.create("A", b"")
    store.append("A", 1, b"")
    reader = store.read("A")
    store.close()
    store.close()
    for call in (store.names, lambda: store.append("A", 2, b""), lambda: next(reader)):
        with refused("closed"):
            call()


def test_threads_share_a_store(store: Store) -> None:
    store.create("A", b"")

    def work() -> None:
        while (seq := store.last("A") + 1) <= 100:
            try:
                store.append("A", seq, threading.current_thread().name.encode())
            except StoreError as error:
                if error.code != "conflict":
                    raise

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [seq for seq, _ in store.read("A")] == list(range(1, 101))


def test_an_error_survives_the_way_between_processes() -> None:
    error = StoreError("conflict", "No.", "Do this.", last=3, names=("A",))
    again = pickle.loads(pickle.dumps(error))
    assert vars(again) == vars(error)
    assert str(again) == "No. Do this."
    assert str(StoreError("busy", "No.")) == "No."


def test_all_is_kept_when_closed_and_opened(place: str) -> None:
    clock = Clock()
    for seq in range(1, 6):
        with open_store(place, clock=clock) as store:
            if seq == 1:
                store.create("A", b"header")
            store.append("A", seq, b"%d" % seq)
    with open_store(place) as store:
        assert store.header("A") == b"header"
        assert list(store.read("A")) == [(seq, b"%d" % seq) for seq in range(1, 6)]
        assert store.names() == [Saved("A", after(1), after(6), 5)]
