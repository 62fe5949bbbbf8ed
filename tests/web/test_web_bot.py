"""The bot of the examples, as a process of its own at a real table."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from threading import Event, Thread
from typing import Any

import httpx
import pytest

from web.conftest import Served
from web.programs import host_of, new_table, now, program, say, seat_called, token_for

BOT = Path(__file__).parent.parent.parent / "examples" / "bot.py"
WAIT = 20


class Running:
    """A bot that runs, and what it prints."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._lines: Queue[str] = Queue()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self._lines.put(line.strip())

    def prints(self, part: str) -> str:
        """Wait until it prints a line with this in it."""
        heard: list[str] = []
        while not heard or part not in heard[-1]:
            try:
                heard.append(self._lines.get(timeout=WAIT))
            except Empty:
                raise AssertionError(f"{part!r} is not printed, but {heard}") from None
        return heard[-1]

    def type(self, line: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def ends(self) -> int:
        return self._process.wait(WAIT)


@contextmanager
def bot(served: Served, token: str, *words: str) -> Iterator[Running]:
    with subprocess.Popen(
        (sys.executable, str(BOT), served.url, *words),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        env={**os.environ, "TURNWRIGHT_TOKEN": token, "PYTHONUTF8": "1"},
    ) as process:
        try:
            yield Running(process)
        finally:
            process.kill()


@pytest.fixture
def gm(served: Served) -> Iterator[httpx.Client]:
    with program(served, host_of(served)) as client:
        yield client


def pools(gm: httpx.Client, table: str, name: str) -> dict[str, Any]:
    combatants = now(gm, table)["view"]["combatants"].values()
    found: dict[str, Any] = next(one for one in combatants if one["name"] == name)["pools"]
    return found


def resolve(gm: httpx.Client, table: str, until: Event) -> None:
    """What is done to somebody takes effect, as soon as the game master says so."""
    while not until.wait(0.05):
        gm.post(f"{table}/say", json={"words": "resolve"})


def test_it_plays_its_goblins_and_tells_whose_turn_it_is(served: Served, gm: httpx.Client) -> None:
    """On its turn it attacks by its policy, then ends the turn; it answers what it is asked; and goes with its seat."""
    table = new_table(gm)
    gm.post(f"{table}/seats", json={"name": "Goblin bot", "characters": ["Goblin Leader"]})
    with bot(served, token_for(gm, table, "Goblin bot"), "--policy", "attack,end") as goblins:
        goblins.prints("Goblin bot sits at Goblins in ambush")
        say(gm, table, "score goblin leader 60")
        say(gm, table, "score milli 50")
        say(gm, table, "roll")
        say(gm, table, "start")
        goblins.prints("» Goblin Leader's turn")
        goblins.prints("attack")
        done = Event()
        resolving = Thread(target=resolve, args=(gm, table, done))
        resolving.start()
        goblins.prints("» Milli's turn")
        done.set()
        resolving.join()
        goblins.type("!now")
        assert goblins.prints("Milli") == "Milli"
        after = now(gm, table)["screen"]["next"]
        goblins.type("!next")
        assert goblins.prints(after) == after
        goblins.type("hp milli -50")
        assert goblins.prints("✗")
        gm.delete(f"{table}/seats/{seat_called(gm, table, 'Goblin bot')['id']}")
        goblins.prints("not valid any more")
        assert goblins.ends() == 1
