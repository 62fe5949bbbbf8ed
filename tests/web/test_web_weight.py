"""How much somebody's browser has to fetch before it shows anything: everything, as it comes over the network."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from web.conftest import Served

MOST = 60 * 1024
"""What a first page may weigh in all, in bytes."""


class Scales:
    """What a page fetches: bytes as they were sent, with their headers, by address; of a stream its text so far."""

    def __init__(self, page: Page) -> None:
        self._named: dict[str, str] = {}
        self._sent: dict[str, float] = {}
        network = page.context.new_cdp_session(page)
        network.on("Network.requestWillBeSent", self._asked)
        network.on("Network.dataReceived", self._received)
        network.on("Network.loadingFinished", self._finished)
        network.send("Network.enable")

    @property
    def found(self) -> dict[str, float]:
        return {self._named[id]: size for id, size in self._sent.items() if id in self._named}

    def _asked(self, event: dict[str, Any]) -> None:
        self._named[event["requestId"]] = event["request"]["url"]

    def _received(self, event: dict[str, Any]) -> None:
        id = event["requestId"]
        self._sent[id] = self._sent.get(id, 0) + event["dataLength"]

    def _finished(self, event: dict[str, Any]) -> None:
        self._sent[event["requestId"]] = event["encodedDataLength"]


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    """A phone that was never here before."""
    with chromium.new_context(viewport={"width": 390, "height": 800}, is_mobile=True, has_touch=True) as context:
        yield context.new_page()


def test_the_first_page_of_a_host_is_light(served: Served, phone: Page) -> None:
    scales = Scales(phone)
    phone.goto(served.host_link, wait_until="networkidle")
    expect(phone.get_by_role("button").first).to_be_enabled()
    found = scales.found
    assert any(address.endswith(".css") for address in found)
    assert sum(found.values()) <= MOST, found


def test_the_first_page_of_a_player_is_light(served: Served, phone: Page) -> None:
    table = served.hall.new("lux-aeterna", example=True)
    ticket = next(one for one in table.seats.tickets.values() if one.role == "player")
    for said in ("roll", "start", ""):
        assert table.do(table.seats.tickets["gm"], said)
    scales = Scales(phone)
    phone.goto(f"{served.url}/join/{served.keys.invite(table.id, ticket)}")
    expect(phone.locator("html[data-live]")).to_be_attached(timeout=20_000)
    expect(phone.locator("details.log li").first).to_be_attached()
    found = scales.found
    assert {address.rpartition("/")[2].partition("?")[0] for address in found} >= {"stream", "turnwright.js"}
    assert sum(found.values()) <= MOST, found
