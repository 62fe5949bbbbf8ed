"""Another server, which is told of what goes on at a table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Event, Thread
from typing import Any, NamedTuple

WAIT = 20
"""Seconds after which something that should have come has not."""


class Arrived(NamedTuple):
    """A message as it arrived."""

    headers: dict[str, str]
    body: bytes

    @property
    def said(self) -> dict[str, Any]:
        said: dict[str, Any] = json.loads(self.body)
        return said


class Elsewhere(ThreadingHTTPServer):
    """Another server, which answers as it is told to, and 200 from then on."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.arrived: Queue[Arrived] = Queue()
        self.answers: list[int] = []
        self.open = Event()
        self.open.set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/told"


class Answering(BaseHTTPRequestHandler):
    server: Elsewhere

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.arrived.put(Arrived(dict(self.headers.items()), body))
        assert self.server.open.wait(WAIT)
        status = self.server.answers.pop(0) if self.server.answers else 200
        self.send_response(status)
        if status == 302:
            self.send_header("Location", self.server.url)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is printed."""


@contextmanager
def listening() -> Iterator[Elsewhere]:
    """Another server, in a thread of its own."""
    with Elsewhere() as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.open.set()
        server.shutdown()
        thread.join()
