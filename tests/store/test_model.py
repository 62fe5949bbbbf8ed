"""The store against a plain dict that does the same."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from store.help import Clock, after
from store.postgres import fresh
from turnwright.store import Saved, Store, StoreError, open_store

# Few names, so that they meet; some equal others when folded, some begin others.
NAMES = st.sampled_from(["Orc", "ORC ", "Orc Cave", "orc café", "Orc Cafe\u0301", "Straße", "STRASSE", "Elf"])
PAYLOADS = st.binary(max_size=20)


def folded(name: str) -> str:
    return name.strip().casefold().replace("e\u0301", "é")


class Model:
    """What the store should do."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.saved: dict[str, dict[str, Any]] = {}

    def of(self, name: str) -> dict[str, Any]:
        if folded(name) not in self.saved:
            raise KeyError("unknown")
        return self.saved[folded(name)]

    def create(self, name: str, header: bytes) -> None:
        if folded(name) in self.saved:
            raise KeyError("exists")
        now = self.clock()
        kept = name.strip().replace("e\u0301", "é")
        self.saved[folded(name)] = {
            "name": kept,
            "header": header,
            "created": now,
            "changed": now,
            "records": [],
        }

    def append_many(self, name: str, seq: int, payloads: list[bytes]) -> None:
        of = self.of(name)
        if seq != len(of["records"]) + 1:
            raise KeyError("conflict")
        if payloads:
            of["records"] += payloads
            of["changed"] = self.clock()

    def rename(self, name: str, new: str) -> None:
        of = self.of(name)
        if folded(new) in self.saved and folded(new) != folded(name):
            raise KeyError("exists")
        del self.saved[folded(name)]
        of["name"] = new.strip().replace("e\u0301", "é")
        self.saved[folded(new)] = of

    def delete(self, name: str) -> None:
        self.of(name)
        del self.saved[folded(name)]

    def header(self, name: str) -> bytes:
        header: bytes = self.of(name)["header"]
        return header

    def last(self, name: str) -> int:
        return len(self.of(name)["records"])

    def read(self, name: str, start: int) -> list[tuple[int, bytes]]:
        return list(enumerate(self.of(name)["records"], 1))[max(start, 0) :]

    def find(self, text: str) -> str:
        if folded(text) in self.saved:
            return str(self.of(text)["name"])
        found = [of["name"] for key, of in self.saved.items() if key.startswith(folded(text))]
        if len(found) != 1:
            raise KeyError("ambiguous" if found else "unknown")
        return str(found[0])

    def names(self) -> list[Saved]:
        rows = [Saved(of["name"], of["created"], of["changed"], len(of["records"])) for of in self.saved.values()]
        return sorted(rows, key=lambda row: row.changed, reverse=True)


class InMemory(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.model = Model()
        self.clock = Clock()
        self.store = self.open()

    def open(self) -> Store:
        return open_store(":memory:", clock=self.clock)

    def same(self, call: str, *args: object) -> None:
        """Do it to both; they must give the same or refuse with the same code."""
        try:
            expected = getattr(self.model, call)(*args)
        except KeyError as error:
            expected = error.args[0]
        try:
            got = getattr(self.store, call)(*args)
            if call == "read":
                got = list(got)
        except StoreError as error:
            got = error.code
        assert got == expected

    @rule(name=NAMES, header=PAYLOADS)
    def create(self, name: str, header: bytes) -> None:
        self.same("create", name, header)

    @rule(name=NAMES, off=st.sampled_from([0, 0, 0, -1, 1]), payloads=st.lists(PAYLOADS, max_size=4))
    def append(self, name: str, off: int, payloads: list[bytes]) -> None:
        seq = len(self.model.saved.get(folded(name), {}).get("records", [])) + 1 + off
        self.same("append_many", name, seq, payloads)

    @precondition(lambda self: self.model.saved)
    @rule(data=st.data(), payload=PAYLOADS)
    def append_one(self, data: st.DataObject, payload: bytes) -> None:
        name = data.draw(st.sampled_from(sorted(self.model.saved)))
        seq = self.model.last(name) + 1
        self.model.append_many(name, seq, [payload])
        self.store.append(name, seq, payload)

    @rule(name=NAMES, new=NAMES)
    def rename(self, name: str, new: str) -> None:
        self.same("rename", name, new)

    @rule(name=NAMES)
    def delete(self, name: str) -> None:
        self.same("delete", name)

    @rule(name=NAMES, start=st.integers(-1, 6))
    def look(self, name: str, start: int) -> None:
        self.same("header", name)
        self.same("last", name)
        self.same("read", name, start)

    @rule(text=NAMES | st.sampled_from(["o", "orc c", "orc caf", "s", "x", "strass"]))
    def find(self, text: str) -> None:
        self.same("find", text)

    @invariant()
    def named(self) -> None:
        self.same("names")
        assert all(row.created >= after(1) for row in self.store.names())

    def teardown(self) -> None:
        self.store.close()


class InFile(InMemory):
    """The same with a file that is closed and opened on the way, and with two stores at it."""

    def open(self) -> Store:
        if not hasattr(self, "folder"):
            self.folder = Path(tempfile.mkdtemp())
        return open_store(self.folder / "log.sqlite3", clock=self.clock)

    @rule()
    def reopen(self) -> None:
        self.store.close()
        self.store = self.open()

    @rule()
    def change_places(self) -> None:
        other = self.open()
        self.store.close()
        self.store = other

    def teardown(self) -> None:
        super().teardown()
        shutil.rmtree(self.folder)


class InDatabase(InFile):
    """The same in PostgreSQL."""

    def open(self) -> Store:
        if not hasattr(self, "stack"):
            self.stack = ExitStack()
            self.address = self.stack.enter_context(fresh())
        return open_store(self.address, clock=self.clock)

    def teardown(self) -> None:
        self.store.close()
        self.stack.close()


TestInMemory = InMemory.TestCase
TestInMemory.settings = settings(max_examples=100, stateful_step_count=40, deadline=None)
TestInFile = InFile.TestCase
TestInFile.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)
TestInDatabase = InDatabase.TestCase
TestInDatabase.settings = settings(max_examples=10, stateful_step_count=30, deadline=None)
