"""The pictures of the live table's pages in docs/pictures, taken anew: `make pictures`.

They show a fight whose dice follow from a fixed seed, so that they change only where the pages do.
"""

from __future__ import annotations

import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from playwright.sync_api import Browser, Page, sync_playwright

from turnwright.store import Store, open_store
from turnwright.table.casts import Cast, keep
from turnwright.table.hall import Hall
from turnwright.table.live import Table
from turnwright.web.host import offer
from turnwright.web.keys import Keys
from turnwright.web.serve import Server

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
KEYS = Keys(b"pictures" * 4)
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 760}


@contextmanager
def served(store: Store) -> Iterator[tuple[Hall, str]]:
    """A server over a store: its tables, and its address."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        hall = Hall(store, "pictures")
        server = Server(hall, KEYS)
        thread = Thread(target=lambda: server.run([listening]))
        thread.start()
        try:
            yield hall, f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def table_of(hall: Hall, game: str, *says: str) -> Table:
    """A table with a game's example, and what is said at it."""
    table = hall.new(game, example=True)
    for said in says:
        result = table.do(table.seats.tickets["gm"], said)
        assert result, (said, result.lines)
    return table


def taken(page: Page, name: str) -> None:
    """Take the picture of a page once it is quiet."""
    page.wait_for_timeout(400)
    page.screenshot(path=FOLDER / f"{name}.png")


def of_the_game_master(browser: Browser, hall: Hall, url: str) -> None:
    """Everything that a game master looks at."""
    keep(hall.store, Cast("", "The mill's guests", "lux-aeterna", text="3 Goblin, hp 7"))
    table = table_of(
        hall,
        "lux-aeterna",
        "score milli 60",
        "roll",
        "start",
        "effect bless on Milli, for 3 rounds",
        "hp roan -7",
        "hide goblin skirmisher",
        "note the ford is trapped",
        "milli: move",
    )
    page = browser.new_page(viewport=DESK, color_scheme="dark")
    page.goto(f"{url}/host/{offer(hall.store)}")
    taken(page, "landing")
    page.goto(f"{url}/t/{table.id}")
    page.wait_for_selector("html[data-live]")
    taken(page, "gm")
    for name in ("Goblin Archer", "Goblin Leader"):
        page.get_by_role("checkbox", name=name).check()
    taken(page, "picked")
    page.get_by_role("button", name="All words").click()
    page.wait_for_selector("#words-body h3")
    taken(page, "words")
    for name in ("invites", "fights"):
        page.goto(f"{url}/t/{table.id}/{name}")
        taken(page, name)


def of_players(browser: Browser, hall: Hall, url: str) -> None:
    """A phone on its player's turn, and one that is asked something; in light, as by day."""
    turn = table_of(hall, "edge-of-darkness", "score mara 60", "roll", "start")
    asked = table_of(
        hall, "lux-aeterna", "score goblin leader 60", "roll", "start", "goblin leader: attack milli for 2"
    )
    for name, table, who in (("player-turn", turn, "Mara"), ("player-asked", asked, "Milli")):
        page = browser.new_page(viewport=PHONE, is_mobile=True, has_touch=True, color_scheme="light")
        ticket = table.seats.of(who)
        assert ticket is not None
        page.goto(f"{url}/join/{KEYS.invite(table.id, ticket)}")
        page.wait_for_selector("html[data-live]")
        taken(page, name)


def main() -> None:
    """Take all pictures."""
    FOLDER.mkdir(exist_ok=True)
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with (
        tempfile.TemporaryDirectory() as folder,
        open_store(Path(folder)) as store,
        served(store) as (hall, url),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        of_the_game_master(browser, hall, url)
        of_players(browser, hall, url)
        browser.close()


if __name__ == "__main__":
    main()
