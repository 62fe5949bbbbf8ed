"""Phones that lose the network, sleep, or whose server is killed: each says it is stale, and comes right by itself.

What is promised is five seconds for either. Each is counted twenty times: ten phones, twice.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from web.conftest import launch
from web.killable import Killable
from web.network import Network
from web.test_web_pages import links, token

PROMISED = 5.0
"""Seconds in which a phone says that it is stale, and in which it is right again."""

PHONES = 10
TIMES = 2


class Until:
    """What is left of the seconds that were promised at some moment."""

    def __init__(self) -> None:
        self._end = time.monotonic() + PROMISED

    @property
    def left(self) -> float:
        """Milliseconds."""
        return max(1.0, (self._end - time.monotonic()) * 1000)


class Table(Killable):
    """A table where it is Milli's turn, and the network to its server."""

    def __init__(self, data: Path) -> None:
        super().__init__(data)
        self.network = Network(self.port)
        self.say("roll\nscore milli 60\nstart")
        self.hp = 20

    def hurt(self) -> None:
        """Something happens that phones have to show, however often: who is low is healed."""
        by = -1 if self.hp > 5 else 14
        self.say(f"hp milli {by:+}")
        self.hp += by

    def invite(self, name: str) -> str:
        """The link for a seat, by way of the network."""
        return self.network.url + links(self.host, self.path)[name]

    def end(self) -> None:
        self.network.end()
        super().end()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    made = Table(tmp_path_factory.mktemp("server"))
    yield made
    made.end()


@pytest.fixture(scope="module")
def browser(chromium: Browser) -> Iterator[Browser]:
    """A browser of their own, which may stand still."""
    with closing(launch(chromium.browser_type)) as browser:
        yield browser


@pytest.fixture(scope="module")
def ten(browser: Browser, table: Table) -> list[Page]:
    return come(browser, table.invite("Milli"), PHONES)


@pytest.fixture
def phones(ten: list[Page], table: Table) -> list[Page]:
    """Milli's phones, which show what is so."""
    for page in ten:
        expect(page.locator("#stale")).to_be_hidden(timeout=20_000)
        expect(page.locator(".mine .vital")).to_have_text(f"HP {table.hp}/20", timeout=20_000)
    return ten


def come(browser: Browser, invite: str, count: int = 1) -> list[Page]:
    """So many phones follow a link, and hear of changes."""
    pages = [browser.new_context(viewport={"width": 390, "height": 800}).new_page() for _ in range(count)]
    for page in pages:
        page.goto(invite)
    for page in pages:
        expect(page.locator("html[data-live]")).to_be_attached(timeout=20_000)
    return pages


def field(page: Page) -> Locator:
    """Where the amount of an attack is typed."""
    attack = page.locator(".deed", has=page.locator("summary", has_text="attack"))
    if not attack.locator("details[open]").count():
        attack.locator("summary").first.click()
    return attack.get_by_label("Harm")


def all_type(phones: list[Page], amount: str) -> None:
    """Something is typed at each, and not sent yet."""
    for page in phones:
        field(page).fill(amount)


def all_stale(phones: list[Page]) -> None:
    """Within what is promised from now on, each says that it is stale."""
    until = Until()
    for page in phones:
        expect(page.locator("#stale")).to_be_visible(timeout=until.left)


def all_right(phones: list[Page], hp: int, amount: str) -> None:
    """Within what is promised from now on, each shows what is so; nothing that was typed is lost."""
    until = Until()
    for page in phones:
        expect(page.locator(".mine .vital")).to_have_text(f"HP {hp}/20", timeout=until.left)
        expect(page.locator("#stale")).to_be_hidden(timeout=until.left)
    for page in phones:
        expect(field(page)).to_have_value(amount)


@contextmanager
def asleep(browser: Browser) -> Iterator[None]:
    """All that belongs to a browser stands still, for longer than a page may be silent."""
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    processes = [int(one["id"]) for one in told["processInfo"]]
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
        time.sleep(PROMISED)
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


def test_a_cut_connection_is_told_and_comes_right(table: Table, phones: list[Page]) -> None:
    """Bytes just go nowhere: nothing is closed, and what was open stays dead when the network is back."""
    for count in range(TIMES):
        all_type(phones, f"{count}d")
        table.network.cut()
        all_stale(phones)
        table.hurt()
        table.network.mend()
        all_right(phones, table.hp, f"{count}d")


@pytest.mark.skipif(sys.platform == "win32", reason="SIGSTOP is not there")
def test_a_phone_that_slept_is_right_again(table: Table, browser: Browser, phones: list[Page]) -> None:
    """Whether it still has its connection when it wakes, or lost it meanwhile, as it does in mobile networks."""
    for loses in (True, False):
        all_type(phones, f"{loses}")
        with asleep(browser):
            if loses:
                table.network.cut()
            table.hurt()
            table.network.mend()
        all_right(phones, table.hp, f"{loses}")


def test_a_server_that_is_killed_and_started_again_is_found(table: Table, phones: list[Page]) -> None:
    """On the same port and data; what was acknowledged just before is there."""
    for count in range(TIMES):
        all_type(phones, f"{count}k")
        table.hurt()
        table.kill()
        all_stale(phones)
        table.start()
        all_right(phones, table.hp, f"{count}k")


@pytest.mark.parametrize("answers_only", [False, True])
def test_what_is_sent_into_a_broken_network_is_done_once(table: Table, browser: Browser, answers_only: bool) -> None:
    """Also where it got through and only the answer was lost, and where its sender presses again meanwhile."""
    name = f"GM {answers_only}"
    form = {"role": "gm", "name": name, "_csrf_token": token(table.host.get("/").text)}
    assert table.host.post(f"{table.path}/seats", data=form).status_code == 200
    (gm,) = come(browser, table.invite(name))
    line = gm.get_by_label("Say")
    table.network.cut(answers_only=answers_only)
    line.fill("hp milli -1")
    line.press("Enter")
    expect(gm.locator("#stale")).to_be_visible()
    line.press("Enter")
    expect(line).to_have_value("hp milli -1")
    table.network.mend()
    expect(line).to_have_value("", timeout=20_000)
    table.hp -= 1
    table.hurt()
    expect(gm.locator(".order li", has_text="Milli").locator(".vital").first).to_have_text(f"HP {table.hp}/20")


def test_whoever_was_shown_out_meanwhile_is_told_so(table: Table, browser: Browser) -> None:
    """A phone without a network hears nothing of its link being voided: it learns that as it comes back."""
    (phone,) = come(browser, table.invite("Roan"))
    page = table.host.get(f"{table.path}/invites").text
    (seat,) = re.findall(r"/join/[^<]*>Link for Roan<.*?/renew/([^\"]+)\"", page, re.DOTALL)[:1]
    table.network.cut()
    table.host.post(f"{table.path}/renew/{seat}", data={"_csrf_token": token(page)})
    table.network.mend()
    expect(phone.get_by_text("This link is not valid any more")).to_be_visible(timeout=20_000)
