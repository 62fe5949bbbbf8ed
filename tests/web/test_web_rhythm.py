"""The signs that a stream is there come in a rhythm of their own."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest
from loops import run

from turnwright.fight import Fight
from turnwright.seat import sight
from turnwright.store import open_store
from turnwright.table.hall import Hall
from turnwright.table.live import Table
from turnwright.table.tickets import Ticket
from turnwright.web import stream
from turnwright.web.drawing import Cursor, Drawn

WAIT = 60.0


def test_what_changes_nothing_for_a_viewer_holds_no_sign_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """SEM-22: however often something happens that they don't see."""
    monkeypatch.setattr(stream, "BEAT", 0.2)
    with open_store(":memory:") as store:
        hall = Hall(store)
        table = Table.new(store, Fight.new("plain", seed="rhythm"), "rhythm")
        assert run(lambda: asyncio.wait_for(_signs(hall, table), WAIT)) == [stream.Sign.BEAT] * 3


async def _signs(hall: Hall, table: Table) -> list[object]:
    drawn = Drawn("", Cursor("same", "", sight(table.fight().encounter)))
    spectator = table.seats.tickets["spectator"]

    def face(table: Table, ticket: Ticket, fight: str) -> Drawn:
        return drawn

    async def bustle() -> None:
        while True:
            table.tell()
            await asyncio.sleep(0.02)

    bustling = asyncio.create_task(bustle())
    signs: list[object] = []
    async with aclosing(stream.changes(hall, table, lambda: spectator, "", "same", face)) as news:
        async for one in news:
            signs.append(one)
            if len(signs) == 3:
                break
    bustling.cancel()
    return signs
