"""Drawing beside whatever else the server does."""

from __future__ import annotations

import asyncio
from functools import partial
from threading import current_thread

import pytest
from loops import run

from turnwright.table.easel import AT_ONCE, Easel


def test_each_gets_what_was_drawn_for_them_all_of_it_in_one_thread() -> None:
    async def all_at_once() -> list[tuple[int, str]]:
        easel = Easel()

        def draw(number: int) -> tuple[int, str]:
            return number, current_thread().name

        return await asyncio.gather(*(easel.drawn(partial(draw, n)) for n in range(3 * AT_ONCE + 1)))

    found = run(all_at_once)
    assert [number for number, _ in found] == list(range(3 * AT_ONCE + 1))
    assert len({thread for _, thread in found}) == 1
    assert found[0][1] != current_thread().name


def test_what_one_drawing_raises_reaches_whoever_wanted_it_and_nobody_else() -> None:
    async def one_fails() -> tuple[str | BaseException, ...]:
        easel = Easel()

        def broken() -> str:
            raise KeyError("gone")

        return await asyncio.gather(
            easel.drawn(lambda: "a"), easel.drawn(broken), easel.drawn(lambda: "b"), return_exceptions=True
        )

    first, failed, last = run(one_fails)
    assert (first, last) == ("a", "b")
    assert isinstance(failed, KeyError)


def test_whoever_no_longer_waits_holds_nobody_up() -> None:
    async def one_leaves() -> str:
        easel = Easel()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0):
                await easel.drawn(lambda: "unseen")
        return await easel.drawn(lambda: "seen")

    assert run(one_leaves) == "seen"


def test_it_goes_on_where_a_server_that_waited_has_ended() -> None:
    easel = Easel()

    async def left_waiting() -> None:
        waiting = asyncio.ensure_future(easel.drawn(lambda: "unseen"))
        await asyncio.sleep(0)
        waiting.cancel()

    run(left_waiting)
    assert run(lambda: easel.drawn(lambda: "on")) == "on"
