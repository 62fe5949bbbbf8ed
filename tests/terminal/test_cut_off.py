"""A fight that was cut off at the very start."""

from __future__ import annotations

from pathlib import Path

from turnwright.engine import codec
from turnwright.fight import Fight, Header
from turnwright.rules.load import find
from turnwright.store import open_store


def test_cut_off_between_its_creation_and_its_first_record(tmp_path: Path) -> None:
    """SEM-18: it opens as an empty fight, can be played and undone, and opens again in the same state."""
    with open_store(tmp_path) as store:
        store.create("ford", codec.encode(Header(find("plain"))))
        fight = Fight.load(store, "ford")
        assert fight.log() == ()
        assert fight.do("add Ana hp 9")
        assert fight.do("undo")
        assert fight.do("redo")
        again = Fight.load(store, "ford")
        assert codec.state_bytes(again.state) == codec.state_bytes(fight.state)
