"""A terminal table that is killed at any moment goes on exactly where its last acknowledged step left it."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from turnwright.engine import State, codec, evolve
from turnwright.engine.events import PoolSet
from turnwright.fight import Fight
from turnwright.store import open_store

KILLS = int(os.environ.get("TURNWRIGHT_KILLS", "6"))
LINES = ["roll", "start", *["hp milli -1", "end", "hp roan +1", "next", "undo", "redo", "pass milli"] * 60]


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is not there; the table can't be killed like this")
@pytest.mark.parametrize("number", range(KILLS))
def test_killed_at_a_random_moment(number: int, tmp_path: Path) -> None:
    """SEM-18, CASE-42: every step whose line was seen is there, whole, and the fight goes on from it."""
    chance = random.Random(number)
    env = {**os.environ, "TURNWRIGHT_DATA": str(tmp_path), "PYTHONUNBUFFERED": "1", "NO_COLOR": "1"}
    command = [
        sys.executable,
        "-c",
        "from turnwright.cli.main import main; main()",
        "play",
        "lux-aeterna",
        "--seed",
        "k",
    ]
    seen = tmp_path / "seen.txt"
    with (
        seen.open("wb") as out,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=out, stderr=subprocess.STDOUT, env=env) as child,
    ):
        assert child.stdin is not None
        child.stdin.write("\n".join(LINES).encode() + b"\n")
        child.stdin.flush()
        deadline = time.monotonic() + 60
        wanted = chance.randrange(2_000, 60_000)
        while seen.stat().st_size < wanted and child.poll() is None and time.monotonic() < deadline:
            time.sleep(0.001)
        child.kill()
    acknowledged = seen.read_text(encoding="utf-8", errors="replace").count("Milli loses 1")
    with open_store(tmp_path) as store:
        (saved,) = store.names()
        fight = Fight.load(store, saved.name)
        state = State()
        for record in (*fight.encounter.records[:1], *fight.encounter.history):
            state = evolve(state, record.events)
        assert codec.state_bytes(fight.state) == codec.state_bytes(state)
        kept = sum(1 for record in fight.encounter.records for event in record.events if _harm(event))
        assert acknowledged <= kept <= acknowledged + 1
        assert fight.do("hp milli -1")
        again = Fight.load(store, saved.name)
        assert codec.state_bytes(again.state) == codec.state_bytes(fight.state)


def _harm(event: object) -> bool:
    return isinstance(event, PoolSet) and event.why == "damage" and event.was - event.value == 1
