"""The links that people are given: at which address of the server they begin."""

from __future__ import annotations

import socket

import httpx

from turnwright.web.people import Asking

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class NoAddress(ValueError):
    """This can't be what links begin with; the message says why."""


def stated(text: str) -> str:
    """The server's outer address as whoever starts it states it, with a stroke behind it; raises `NoAddress`."""
    try:
        url = httpx.URL(text)
        port = url.port
    except httpx.InvalidURL as error:
        raise NoAddress(f"{error}") from error
    if url.scheme not in ("http", "https") or not url.host:
        raise NoAddress("it begins with https:// or http://, and names a server")
    if url.userinfo or url.path not in ("", "/") or url.query or url.fragment:
        raise NoAddress("nothing stands behind the name of the server and its port")
    host = f"[{url.host}]" if ":" in url.host else url.host
    return f"{url.scheme}://{host}{f':{port}' if port else ''}/"


def link(asking: Asking, path: str) -> str:
    """A link to something on this server, for others to open.

    What was stated as the server's address counts. Else it is the one at which whoever asks reaches the server, where
    that is one of its own: what a request says of that is anybody's word. From this computer itself, or under a name
    that the server does not know, it is the server's address in its network.
    """
    given: str = asking.app.state.outside
    found: str = asking.app.state.network
    reached = asking.base_url
    named = (reached.hostname or "").lower()
    own = _own(asking) | {(httpx.URL(found).host if found else "")}
    if given:
        begin = given
    elif named in own or (named in LOOPBACK and not found):
        begin = str(reached)
    else:
        begin = found or _reached(asking)
    return f"{begin}{path}"


def _own(asking: Asking) -> frozenset[str]:
    """The names that this server knows as its own, beside those by which only this computer itself reaches it."""
    here = socket.gethostname().lower()
    at = _listening(asking)[0]
    names = {here, f"{here.partition('.')[0]}.local", at}
    return frozenset(names) - LOOPBACK - {""}


def _listening(asking: Asking) -> tuple[str, int]:
    """The address of this computer, and its port, at which a request came in."""
    host, port = asking.scope.get("server") or ("127.0.0.1", 0)
    return str(host).lower(), port or 0


def _reached(asking: Asking) -> str:
    host, port = _listening(asking)
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}{f':{port}' if port else ''}/"
