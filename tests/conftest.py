"""What tests of several rooms need."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

# No test touches a database that whoever runs them plays with.
os.environ.pop("TURNWRIGHT_DATABASE", None)


@pytest.fixture(params=["file", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where a store can lie, nothing there yet; several programs may open it."""
    if request.param == "file":
        yield str(tmp_path / "log.sqlite3")
        return
    from store.postgres import fresh

    with fresh() as address:
        yield address
