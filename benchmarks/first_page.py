"""How soon a phone on a slow line can be used: the first page of a host, and a player's page at a table.

Chromium works at a quarter of its speed, behind the line that is called "slow 4G" (150 ms there and back, 1.6 Mbit/s
down, 750 kbit/s up), and has nothing of ours yet. A host's page can be used once its scripts have run, a player's once
it also hears of what changes.

Run: python benchmarks/first_page.py [--times 5]
"""

from __future__ import annotations

import argparse
import shutil
import socket
import statistics
import tempfile
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from playwright.sync_api import Browser, Error, sync_playwright

from turnwright.store import open_store
from turnwright.table.hall import Hall
from turnwright.web.host import offer
from turnwright.web.keys import Keys
from turnwright.web.serve import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

SLOWER = 4
LINE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
SCRIPTS_RAN = "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, Hall, Keys]]:
    """A server in a thread."""
    keys = Keys.in_folder(folder)
    with open_store(folder) as store, socket.create_server(("127.0.0.1", 0)) as listening:
        hall = Hall(store, "first page")
        server = Server(hall, keys)
        thread = Thread(target=lambda: server.run([listening]))
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}", hall, keys
        finally:
            server.should_exit = True
            thread.join()


def until(browser: Browser, way_in: str, address: str, live: bool) -> float:
    """Milliseconds until a page can be used by somebody who came in by a link before."""
    with browser.new_context(
        viewport={"width": 390, "height": 800}, is_mobile=True, has_touch=True, service_workers="block"
    ) as context:
        # Only what makes the session: nothing of the page is there yet.
        context.request.get(way_in, max_redirects=0)
        page = context.new_page()
        phone = context.new_cdp_session(page)
        phone.send("Network.enable")
        phone.send("Network.emulateNetworkConditions", LINE)
        phone.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.goto(address, wait_until="domcontentloaded")
        if live:
            page.locator("html[data-live]").wait_for(state="attached")
        found: float = page.evaluate("performance.now()" if live else SCRIPTS_RAN)
        return found


def measure(browser: Browser, times: int) -> None:
    """Open both pages several times, and print what was found."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as (url, hall, keys):
        table = hall.new("lux-aeterna", example=True)
        for said in ("roll", "start", ""):
            table.do(table.seats.tickets["gm"], said)
        player = next(one for one in table.seats.tickets.values() if one.role == "player")
        for name, way_in, address, live in (
            ("a host's first page", "", f"{url}/", False),
            ("a player's page", f"{url}/join/{keys.invite(table.id, player)}", f"{url}/t/{table.id}", True),
        ):
            ways = [way_in or f"{url}/host/{offer(hall.store)}" for _ in range(times)]
            found = [until(browser, way, address, live) for way in ways]
            print(f"{name} can be used after {statistics.median(found):.0f} ms", end=" ")
            print(f"({min(found):.0f} to {max(found):.0f}; aim: under 1000)")


def main() -> None:
    """Read how often, and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5)
    times = parser.parse_args().times
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        except Error as error:
            told = f"No browser: install chromium, or run: playwright install chromium ({error.message})"
            raise SystemExit(told) from error
        measure(browser, times)
        browser.close()


if __name__ == "__main__":
    main()
