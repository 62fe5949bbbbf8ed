"""A network between phones and a server, which can break: what is cut is not closed, its bytes go nowhere."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Thread

CHUNK = 65536


class Link:
    """One connection. What the phone sends comes through unless it is deaf, what the server sends unless mute."""

    def __init__(self, phone: socket.socket, server: socket.socket) -> None:
        self.ends = phone, server
        self.deaf = False
        self.mute = False

    def cut(self, *, answers_only: bool) -> None:
        self.mute = True
        self.deaf = self.deaf or not answers_only

    def begin(self) -> None:
        for way in (self._there, self._back):
            Thread(target=way, daemon=True).start()

    def close(self) -> None:
        for end in self.ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _there(self) -> None:
        phone, server = self.ends
        with suppress(OSError):
            while data := phone.recv(CHUNK):
                if not self.deaf:
                    server.sendall(data)
            if not self.deaf:
                server.shutdown(socket.SHUT_WR)

    def _back(self) -> None:
        phone, server = self.ends
        with suppress(OSError):
            while data := server.recv(CHUNK):
                if not self.mute:
                    phone.sendall(data)
        if not self.mute:
            self.close()


class Network:
    """The way to a server at a port of this computer.

    Connections that were open when it was cut, or were opened while it is, stay dead when it is mended.
    """

    def __init__(self, server: int) -> None:
        self._server = server
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._links: list[Link] = []
        self._broken: dict[str, bool] | None = None
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        Thread(target=self._accept, daemon=True).start()

    def cut(self, *, answers_only: bool = False) -> None:
        """From now on nothing comes through; or what phones send does, and only the answers get lost."""
        self._broken = {"answers_only": answers_only}
        for link in tuple(self._links):
            link.cut(answers_only=answers_only)

    def mend(self) -> None:
        """New connections come through again."""
        self._broken = None

    def end(self) -> None:
        self._listening.close()
        for link in self._links:
            link.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                phone, _ = self._listening.accept()
                try:
                    server = socket.create_connection(("127.0.0.1", self._server))
                except OSError:
                    # The server is gone: that is told at once, as its computer would.
                    phone.close()
                    continue
                link = Link(phone, server)
                self._links.append(link)
                if self._broken is not None:
                    link.cut(**self._broken)
                link.begin()
