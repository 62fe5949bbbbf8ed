"""Stores to test, far from the user's data."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from store.help import Clock
from turnwright.store import Store, open_store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder for this test, not yet there."""
    folder = tmp_path / "data"
    monkeypatch.setenv("TURNWRIGHT_DATA", str(folder))
    return folder


@pytest.fixture(params=["memory", "file"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    path = ":memory:" if request.param == "memory" else tmp_path / "log.sqlite3"
    with open_store(path, clock=Clock()) as store:
        yield store


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with the encounter "Ambush" of three records, closed."""
    file = tmp_path / "log.sqlite3"
    with open_store(file, clock=Clock()) as store:
        store.create("Ambush", b"the header")
        store.append_many("Ambush", 1, [b"first record", b"second record", b"third record"])
    return file
