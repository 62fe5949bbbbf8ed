"""A clock, a way to see refusals, and child processes."""

from __future__ import annotations

import subprocess
import sys
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from turnwright.store import StoreError, open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

START = datetime(2026, 1, 1, tzinfo=UTC)


class Clock:
    """Each look at it is a second later: 1, 2, 3, … seconds after `START`."""

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self) -> datetime:
        self.looks += 1
        return after(self.looks)


def after(seconds: int) -> datetime:
    return START + timedelta(seconds=seconds)


def with_ambush(place: str) -> str:
    """Make a store with the encounter "Ambush" of three records."""
    with open_store(place, clock=Clock()) as store:
        store.create("Ambush", b"the header")
        store.append_many("Ambush", 1, [b"first record", b"second record", b"third record"])
    return place


@contextmanager
def refused(code: str, *phrases: str) -> Iterator[pytest.ExceptionInfo[StoreError]]:
    """Expect a `StoreError` with this code, whose text holds the phrases."""
    with pytest.raises(StoreError) as info:
        yield info
    assert info.value.code == code, str(info.value)
    for phrase in phrases:
        assert phrase in str(info.value)


def child(*args: str | Path) -> subprocess.Popen[str]:
    """A process that runs `child.py` and waits for a line before it begins."""
    script = Path(__file__).with_name("child.py")
    return subprocess.Popen(
        [sys.executable, str(script), *map(str, args)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def go(*children: subprocess.Popen[str]) -> None:
    """Wait until all children are ready, then let them begin together."""
    for process in children:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in children:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
