"""Starting the live table."""

from __future__ import annotations

import asyncio
import gc
import io
import socket
import sys
import webbrowser
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Thread

import segno
import uvicorn
from msgspec.structs import replace

from turnwright.speech.catalogue import catalogue
from turnwright.store import Store, StoreError, data_folder, open_store
from turnwright.table.hall import Hall
from turnwright.web.api.router import LONGEST
from turnwright.web.app import USUAL, Settings, create_app
from turnwright.web.host import offer, take
from turnwright.web.keys import Keys
from turnwright.web.patience import Patient, connections
from turnwright.web.workers import until_parent_ends, work

PORT = 8642
"""The usual port; where it is taken, one that is free."""


PAUSE = 0.0005
"""Seconds after which a thread lets another one go on that wants to."""


LOOKS = (20_000, 20, 100)
"""When Python looks for what only holds itself: seldom, since drawing leaves little of that but makes so much else that
it would take a tenth of the time."""


class Server(uvicorn.Server):
    """A server that lets its streams go before it waits for them to end."""

    def __init__(self, hall: Hall, keys: Keys, settings: Settings = USUAL) -> None:
        self.app = create_app(hall, keys, settings)
        most = connections()
        # What is asked and done comes through also while as many look on as may.
        self.app.state.listeners.most = min(self.app.state.listeners.most, most * 3 // 4)
        super().__init__(
            uvicorn.Config(
                self.app,
                log_level="warning",
                access_log=False,
                timeout_graceful_shutdown=3,
                http=Patient,
                limit_concurrency=most,
                ws="websockets-sansio",
                ws_max_size=LONGEST,
            )
        )
        self._hall = hall

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, also for what other programs do to the tables."""
        await asyncio.to_thread(self._hall.listen)
        for one in sockets or ():
            # An answer goes out at once: the event loop sees to that for sockets that it has opened itself, and not
            # for these. What comes in by them inherits it.
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await super().startup(sockets)

    def end(self) -> None:
        """End as after Ctrl+C."""
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End all streams, then the rest."""
        await asyncio.to_thread(self._hall.end)
        await super().shutdown(sockets)


class OneWorker(Exception):
    """Several workers were asked for over a store that only one can serve well."""


def serve(host: str, port: int | None, settings: Settings, *, browser: bool, place: str = "", workers: int = 1) -> None:
    """Serve until interrupted; ``place`` is what `open_store` takes. Raises StoreError, `OneWorker`, and OSError where
    the address can't be used."""
    folder = data_folder()
    keys = Keys.in_folder(folder)
    with open_store(place or None) as store:
        if workers > 1 and not store.for_many:
            raise OneWorker(f"{store.shown} is a SQLite file, which one worker at a time can write to")
        with _listen(host, port) as listening:
            word = offer(store)
            try:
                port = listening.getsockname()[1]
                settings = replace(settings, network=_network(host, port))
                _greet(settings, port, word, browser)
                if workers > 1:
                    work(workers, _worker, place, folder, settings, listening)
                else:
                    _serve(store, keys, settings, listening)
            finally:
                with suppress(StoreError):
                    take(store, word)


def _worker(place: str, folder: Path, settings: Settings, listening: socket.socket) -> None:
    """What one of several processes does."""
    try:
        with suppress(KeyboardInterrupt), open_store(place or None) as store:
            _serve(store, Keys.in_folder(folder), settings, listening)
    except StoreError as error:
        # Another is begun in its place, until the database is back.
        sys.exit(str(error))


def _serve(store: Store, keys: Keys, settings: Settings, listening: socket.socket) -> None:
    # Whoever answers a request waits for the one that draws screens at each step, by default up to 5 ms.
    sys.setswitchinterval(PAUSE)
    gc.set_threshold(*LOOKS)
    server = Server(Hall(store, settings.seed), keys, settings)
    Thread(target=until_parent_ends, args=(server.end,), daemon=True).start()
    server.run([listening])


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket at the address; where the usual port is taken and none was asked for, at any that is free."""
    try:
        return socket.create_server((host, PORT if port is None else port))
    except OSError:
        if port is not None:
            raise
        return socket.create_server((host, 0))


def _network(host: str, port: int) -> str:
    """The server's address in its network; empty where it has none."""
    found = _address() if host in ("0.0.0.0", "::") else host
    return f"http://{found}:{port}/" if found else ""


def _greet(settings: Settings, port: int, word: str, browser: bool) -> None:
    """Say as the server starts: the host's link, and the address for phones with a code to scan."""
    mine = f"{settings.outside or f'http://127.0.0.1:{port}/'}host/{word}"
    address = settings.outside or settings.network
    say = partial(catalogue(settings.language).say, "terminal")
    lines = [say("serves", {}), say("serves you", {"link": mine})]
    if address:
        key = "serves phones" if settings.outside else "serves phones near"
        lines += [say(key, {"address": address}), say("serves code", {})]
        out = io.StringIO()
        segno.make(address, micro=False).terminal(out=out, compact=True, border=2)
        lines += out.getvalue().splitlines()
    for line in lines:
        print(line, flush=True)
    if browser:
        webbrowser.open(mine)


def _address() -> str:
    """This computer's address in its network, empty where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: it only asks by which way one would go out.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])
