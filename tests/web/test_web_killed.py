"""A server that is killed at any moment has lost nothing that it acknowledged, and does nothing twice."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Timer

import httpx
import pytest

from turnwright.engine import State, codec, evolve
from turnwright.fight import Fight
from turnwright.store import open_store
from turnwright.table.live import TABLE, Table
from web.elsewhere import WAIT, Elsewhere
from web.killable import Killable
from web.test_web_hooks import settled

KILLS = int(os.environ.get("TURNWRIGHT_KILLS", "4"))
SAID = (
    "hp milli -1",
    "add Rat{n} side goblins",
    "undo",
    "redo",
    "score milli 7",
    "hp milli +1",
    "undo 2",
    "note a bridge",
)
LONGEST = 0.02
"""Seconds after which a server that has a command under way is killed, at most."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Killable]:
    made = Killable(tmp_path)
    yield made
    made.end()


def give(table: Killable, words: str, request: str) -> None:
    """Give a command as a page does, until it is acknowledged."""
    form = {"words": words, "request": request, "_csrf_token": table.token}
    answer = table.host.post(f"{table.path}/say", data=form)
    assert answer.status_code == 200
    assert "refused" not in answer.text


def add_seat(table: Killable, name: str) -> None:
    form = {"name": name, "role": "spectator", "_csrf_token": table.token}
    assert f"Link for {name}" in table.host.post(f"{table.path}/seats", data=form).text


def fight(table: Killable) -> Fight:
    """The fight as it is kept."""
    with open_store(table.data) as store:
        return Table.load(store, store.names(TABLE)[0].name).fight()


def done(table: Killable) -> Counter[str]:
    """How often each request was done, as it is kept; and what is kept comes to what is shown."""
    kept = fight(table)
    state = State()
    for record in (*kept.encounter.records[:1], *kept.encounter.history):
        state = evolve(state, record.events)
    assert codec.state_bytes(kept.state) == codec.state_bytes(state)
    return Counter(record.request for record in kept.encounter.records if record.request)


def test_killed_after_each_acknowledged_command(table: Killable) -> None:
    """Or while one is under way: that is sent again, as pages do it, under its name, and was or is done once."""
    chance = random.Random(1)
    for number in range(KILLS):
        under_way = number % 2 == 1
        words, request = SAID[number % len(SAID)].format(n=number), f"r{number}"
        if under_way:
            killer = Timer(chance.uniform(0, LONGEST), table.kill)
            killer.start()
            with suppress(httpx.TransportError):
                give(table, words, request)
            killer.join()
        else:
            add_seat(table, f"Aunt {number}.")
            give(table, words, request)
            table.kill()
            assert done(table)[f"gm {request} 0"] == 1
        table.start()
        give(table, words, request)
        assert done(table) == {f"gm r{number} 0": 1 for number in range(number + 1)}
    invites = table.host.get(f"{table.path}/invites").text
    assert [invites.count(f"Link for Aunt {number}.<") for number in range(0, KILLS, 2)] == [1] * len(
        range(0, KILLS, 2)
    )


def test_what_another_server_was_being_told_is_told_again(table: Killable, elsewhere: Elsewhere) -> None:
    """By the server that is started next, as soon as the table is opened, with what was done in the terminal since."""
    form = {"url": elsewhere.url, "_csrf_token": table.token}
    assert elsewhere.url in table.host.post(f"{table.path}/hooks", data=form).text
    for _ in range(KILLS // 2):
        elsewhere.open.clear()
        table.say("hp milli -1")
        assert elsewhere.arrived.get(timeout=WAIT).said["lines"] == ["Milli loses 1 HP: 19/20"]
        table.kill()
        elsewhere.open.set()
        with open_store(table.data) as store:
            kept = Table.load(store, store.names(TABLE)[0].name)
            assert kept.do(kept.seats.tickets["gm"], "hp milli +1")
        table.start()
        table.host.get(table.path)
        lines = ["Milli loses 1 HP: 19/20", "Milli gains 1 HP: 20/20"]
        assert elsewhere.arrived.get(timeout=WAIT).said["lines"] == lines
        with open_store(table.data) as store:
            settled(store)
