"""Looking at what is told of a ruleset file that is wrong."""

from __future__ import annotations

import pytest

from turnwright.rules.faults import FileFaults
from turnwright.rules.load import Book, Source, read


def assert_told(text: str, line: int, message: str) -> None:
    """A small ruleset with these lines in it is refused, with this said at this line."""
    source = Source("house.yaml", f"game: House\nstats: {{speed: 1}}\n{text}\nsides: {{heroes: players}}\n")
    with pytest.raises(FileFaults) as raised:
        read(Book("house", (source,)))
    told = [(fault.line, fault.message) for fault in raised.value.faults]
    assert any(line == at and message in said for at, said in told), told
