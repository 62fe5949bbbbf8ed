"""How much somebody's browser has to fetch before it shows anything: everything, as it comes over the network."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from web.conftest import Served

MOST = 60 * 1024
"""What a first page may weigh in all, in bytes."""


LARGEST = 120_000
"""What a game master's screen may be long with 150 people, in characters: each is a row, and nobody a button twice."""

GAMES = {"lux-aeterna": "hp", "edge-of-darkness": "health", "last-odyssey": "hp", "reaction-ap": "hp"}
"""The games, each with what people can bear in it."""


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


@pytest.mark.parametrize("game", GAMES)
def test_a_screen_of_many_grows_with_their_number_alone(served: Served, host: httpx.Client, game: str) -> None:
    """Whom something is done to is typed there, and asked of a few at a time."""
    table = served.hall.new(game, example=True)
    crowd = (f"add {count} {name}, {GAMES[game]} 7" for count, name in ((74, "Mook"), (71, "Crook")))
    for said in (*crowd, "roll !", "start", "next", "next"):
        table.do(table.seats.tickets["gm"], said)
    page = host.get(f"/t/{table.id}").text
    assert page.count('<li id="row-') > 145
    assert len(page) < LARGEST, len(page)


def test_somebody_among_many_is_aimed_at_by_name(served: Served, host: httpx.Client, phone: Page) -> None:
    table = served.hall.new("lux-aeterna", example=True)
    for said in ("add 30 Mook, hp 7, side goblins", "score Milli 60", "roll", "start"):
        assert table.do(table.seats.tickets["gm"], said)
    milli = table.seats.of("Milli")
    assert milli is not None
    phone.goto(f"{served.url}/join/{served.keys.invite(table.id, milli)}")
    expect(phone.locator("html[data-live]")).to_be_attached(timeout=20_000)
    attack = phone.locator(".deed", has=phone.locator("summary", has_text="Attack"))
    attack.locator("summary").click()
    attack.get_by_label("Whom").fill("Mook 3, Mook 4")
    attack.get_by_role("button", name="Do it").click()
    expect(phone.locator(".log li", has_text="Milli sets out: attack on Mook 3 and Mook 4")).to_be_visible()
    expect(phone.locator(".mine .pips")).to_have_count(2)


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
