"""Everybody can use the pages: axe finds nothing on any page in any state, by dark and light, and nothing is cut off at
200 % zoom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, BrowserContext, Page, expect

from turnwright.engine.mechanics.cast import Add
from turnwright.table.casts import Cast, keep
from turnwright.table.live import Table
from web.conftest import Served

STATES: dict[str, tuple[str, tuple[str, ...]]] = {
    "before it begins": ("lux-aeterna", ("hp roan -3",)),
    "a turn": ("lux-aeterna", ("score milli 60", "roll", "start", "effect bless on Milli", "hide pau", "note a trap")),
    "an act to answer": ("lux-aeterna", ("score pau 60", "roll", "start", "pau: attack goblin leader for 2")),
    "a gap": ("lux-aeterna", ("score milli 60", "score roan 50", "roll", "start", "milli: delay", "roan: move", "end")),
    "a question in parts": ("last-odyssey", ("start", "answer 1: 3")),
    "roles are chosen": ("last-odyssey", ("start", "answer 1: 3", "answer 2: 4", "answer 3: 9")),
    "a tie is asked for": (
        "reaction-ap",
        (
            "score ana 9",
            "score bo 9",
            "score cy 3",
            "score raider 1 9",
            "score raider 2 1",
            "score raider 3 0",
            "start",
        ),
    ),
    "many ways to wait": ("edge-of-darkness", ("score mara 60", "roll", "start")),
    "over": ("plain", ("close",)),
}


@pytest.fixture(params=["dark", "light"])
def scheme(request: pytest.FixtureRequest) -> Literal["dark", "light"]:
    found: Literal["dark", "light"] = request.param
    return found


@pytest.fixture
def desk(chromium: Browser, served: Served, scheme: Literal["dark", "light"]) -> Iterator[BrowserContext]:
    with chromium.new_context(viewport={"width": 1280, "height": 800}, color_scheme=scheme) as context:
        page = context.new_page()
        page.goto(served.host_link)
        page.close()
        yield context


@pytest.fixture
def phone(chromium: Browser, scheme: Literal["dark", "light"]) -> Iterator[BrowserContext]:
    with chromium.new_context(
        viewport={"width": 390, "height": 800}, is_mobile=True, has_touch=True, color_scheme=scheme
    ) as context:
        yield context


def faults(page: Page) -> list[str]:
    """What axe finds, each with the part of the page that it is about."""
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]]


def in_state(served: Served, state: str) -> Table:
    game, says = STATES[state]
    table = served.hall.new(game, example=True)
    for said in says:
        result = table.do(table.seats.tickets["gm"], said)
        assert result, (said, result.lines)
    return table


def player(served: Served, table: Table) -> str:
    """The link of the first player of a table."""
    ticket = next(one for one in table.seats.tickets.values() if one.role == "player")
    return f"{served.url}/join/{served.keys.invite(table.id, ticket)}"


def opened(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    return page


def listening(context: BrowserContext, address: str) -> Page:
    page = opened(context, address)
    expect(page.locator("html[data-live]")).to_be_attached(timeout=20_000)
    return page


@pytest.mark.parametrize(
    ("state", "scheme"),
    [*((state, "dark") for state in STATES), *((state, "light") for state in ("a turn", "a gap", "over"))],
    indirect=["scheme"],
)
def test_axe_finds_nothing_at_the_table(
    served: Served, desk: BrowserContext, phone: BrowserContext, state: str
) -> None:
    """The game master's screen, with everything on it opened, and a player's page."""
    table = in_state(served, state)
    gm = listening(desk, f"{served.url}/t/{table.id}")
    assert faults(gm) == []
    gm.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    for pick in gm.locator("input[form=many]").all()[:1]:
        pick.check()
    assert faults(gm) == []
    mine = listening(phone, player(served, table))
    mine.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert faults(mine) == []


def test_axe_finds_nothing_in_what_opens(served: Served, desk: BrowserContext) -> None:
    """The words, a form for one, the keys, and a refusal that can be overruled."""
    table = in_state(served, "a turn")
    page = listening(desk, f"{served.url}/t/{table.id}")
    page.get_by_role("button", name="All words").click()
    expect(page.locator("#words-body h3").first).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="effect give an effect").click()
    expect(page.locator(".word-form").first).to_be_visible()
    assert faults(page) == []
    page.locator("#words-dialog [data-close-dialog]").click()
    page.get_by_role("button", name="Keys").click()
    expect(page.locator("#keys")).to_be_visible()
    assert faults(page) == []
    page.locator("#keys-dialog [data-close-dialog]").click()
    page.get_by_label("Say", exact=True).fill("roan: attack goblin leader for 1")
    page.get_by_label("Say", exact=True).press("Enter")
    expect(page.get_by_role("button", name="Do it anyway")).to_be_visible()
    assert faults(page) == []


def test_axe_finds_nothing_on_the_other_pages(served: Served, desk: BrowserContext, phone: BrowserContext) -> None:
    """First page, invites, sitting down, fights, what is made ready, errors, and what a stranger sees."""
    table = in_state(served, "a turn")
    cast = keep(served.hall.store, Cast("", "Goblins", "lux-aeterna", text="3 Goblin, hp 7", adds=(Add("Old one"),)))
    for path in (
        "/",
        f"/t/{table.id}/invites",
        f"/t/{table.id}/fights",
        "/new/reaction-ap",
        "/casts/new",
        f"/casts/{cast.id}",
        "/nowhere",
    ):
        assert faults(opened(desk, f"{served.url}{path}")) == [], path
    link = served.keys.open_invite(table.id, table.seats.epoch)
    for path in ("/", f"/join/{link}", "/join/forged", f"/t/{table.id}"):
        assert faults(opened(phone, f"{served.url}{path}")) == [], path


@pytest.mark.parametrize("path", ["", "/invites", "/fights"])
def test_nothing_is_cut_off_at_twice_the_size(served: Served, chromium: Browser, path: str) -> None:
    """At 200 % a desk's screen of 1280 pixels is 640 wide: pages reflow, and none scrolls sideways."""
    table = in_state(served, "many ways to wait")
    with chromium.new_context(viewport={"width": 640, "height": 400}) as context:
        page = opened(context, served.host_link)
        page.goto(f"{served.url}/t/{table.id}{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 640


def test_a_phone_s_page_does_not_scroll_sideways(served: Served, phone: BrowserContext) -> None:
    """Nor does a player's page on a phone; its buttons are large enough for a thumb."""
    table = in_state(served, "many ways to wait")
    page = listening(phone, player(served, table))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for button in page.locator(".deed > button:visible, .deed > details > summary:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
