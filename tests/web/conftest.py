"""A server on a real port, and people who come to it."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import httpx
import pytest
from litestar import Litestar
from playwright.sync_api import Browser, BrowserType, Error, sync_playwright

from turnwright.store import open_store
from turnwright.table.hall import Hall
from turnwright.web.host import offer
from turnwright.web.keys import Keys
from turnwright.web.serve import Server
from web.elsewhere import Elsewhere, listening


class Served(NamedTuple):
    """Where a server is reached, and the link that makes a browser its host's."""

    url: str
    keys: Keys
    hall: Hall
    host_link: str
    app: Litestar


@contextmanager
def serving(data: Path | str, seed: str = "table") -> Iterator[Served]:
    """A server over a folder, in a thread of its own."""
    keys = Keys(b"0123456789abcdef0123456789abcdef")
    with open_store(data) as store, socket.create_server(("127.0.0.1", 0)) as listening:
        hall = Hall(store, seed=seed)
        server = Server(hall, keys)
        thread = Thread(target=lambda: server.run([listening]))
        thread.start()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        yield Served(url, keys, hall, f"{url}/host/{offer(store)}", server.app)
        server.should_exit = True
        thread.join()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path) as served:
        yield served


@pytest.fixture
def person(served: Served) -> Iterator[Callable[[], httpx.Client]]:
    """A browser of its own at each call."""
    made: list[httpx.Client] = []

    def make() -> httpx.Client:
        made.append(httpx.Client(base_url=served.url, follow_redirects=True))
        return made[-1]

    yield make
    for client in made:
        client.close()


@pytest.fixture
def host(served: Served, person: Callable[[], httpx.Client]) -> httpx.Client:
    client = person()
    assert client.get(served.host_link).status_code == 200
    return client


@pytest.fixture
def guest(person: Callable[[], httpx.Client]) -> httpx.Client:
    return person()


@pytest.fixture
def elsewhere() -> Iterator[Elsewhere]:
    with listening() as server:
        yield server


def launch(kind: BrowserType) -> Browser:
    """A real browser: the system's Chromium, or the one that Playwright fetched (`playwright install chromium`)."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    # Chromium's own sandbox does not start for root, as tests may run in a container.
    return kind.launch(executable_path=found, args=["--no-sandbox"])


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A browser for all tests."""
    with sync_playwright() as playwright:
        try:
            browser = launch(playwright.chromium)
        except Error as error:
            if os.environ.get("CI"):
                raise
            pytest.skip(f"NO BROWSER: install chromium, or run: playwright install chromium ({error.message[:200]})")
        yield browser
        browser.close()
