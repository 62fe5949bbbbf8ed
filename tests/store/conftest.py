"""Stores to test, far from the user's data."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

import pytest

from store.help import Clock, with_ambush
from store.postgres import fresh
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


@pytest.fixture(params=["memory", "file", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    path = ":memory:" if request.param == "memory" else str(tmp_path / "log.sqlite3")
    with (
        fresh() if request.param == "postgresql" else nullcontext(path) as where,
        open_store(where, clock=Clock()) as made,
    ):
        yield made


@pytest.fixture
def ambush(place: str) -> str:
    """A store with the encounter "Ambush" of three records, closed."""
    return with_ambush(place)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with the encounter "Ambush" of three records, closed."""
    file = tmp_path / "log.sqlite3"
    with_ambush(str(file))
    return file
