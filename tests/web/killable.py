"""A server in a process of its own, which is killed and started again, and its host at a table."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import httpx

from web.test_web_pages import open_table, say, token
from web.test_web_serve import link, running


class Killable:
    """The server over a folder, always at the same port, and its host's browser at a table."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = 0
        self._ends = ExitStack()
        self.host = self._ends.enter_context(httpx.Client(follow_redirects=True, timeout=30))
        self.start()
        self.path = open_table(self.host)
        self.token = token(self.host.get(self.path).text)

    def start(self) -> None:
        """Start the server, again at the same port and with the same data."""
        self._process = self._ends.enter_context(running(self.data, self.port, "--hooks-inside"))
        mine = link(self._process)
        if not self.port:
            self.host.base_url = httpx.URL(mine.partition("/host/")[0])
            self.port = self.host.base_url.port or 0
            assert self.host.get(mine).status_code == 200

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def say(self, words: str) -> None:
        """Say something that is done."""
        assert "refused" not in say(self.host, self.path, words)

    def end(self) -> None:
        self._ends.close()
