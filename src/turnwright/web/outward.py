"""Sending something to an address that a game master has given: never into the host's own network unless that is
allowed, and never anywhere else than was looked at."""

from __future__ import annotations

import asyncio
import re
import socket
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

import httpx

LONGEST = 2000
"""Letters that an address may have."""

PATIENCE = 10.0
"""Seconds in which an answer has to come."""

LAST_PORT = 65535

_NAME = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?")
"""What stands between the dots of a server's name (RFC 1035); the underscore is met in networks at home."""

_TRANSLATED = IPv6Network("64:ff9b::/96")


class NotSent(Exception):
    """Something can't be sent to an address, or was not taken there; the message says why, for the game master."""


def check_url(text: str, inside: bool) -> str:
    """An address that may be sent to, as far as it tells by itself; raises `NotSent`."""
    if len(text) > LONGEST:
        raise NotSent(f"The address is longer than {LONGEST} letters.")
    try:
        url = httpx.URL(text)
    except httpx.InvalidURL as error:
        raise NotSent(f"This is no address: {error}.") from error
    if not url.host or url.scheme not in ("https", "http"):
        raise NotSent("An address begins with https://, and names a server.")
    if url.port is not None and not 0 < url.port <= LAST_PORT:
        raise NotSent(f"The port of a server is a number from 1 to {LAST_PORT}.")
    if _literal(url.host) is None and not _can_be_name(url.raw_host.decode("ascii")):
        raise NotSent("No server can be called so: names are letters, digits and - between dots, 63 between two dots.")
    if url.userinfo:
        raise NotSent("An address holds no password: the signature says who sends.")
    if url.scheme == "http" and not _is_loopback(url.host):
        raise NotSent("Only to this computer itself (http://127.0.0.1…) it goes without https.")
    literal = _literal(url.host)
    if literal is not None or _is_loopback(url.host):
        _permit(literal or IPv4Address("127.0.0.1"), inside)
    return text


async def post(client: httpx.AsyncClient, url: str, body: bytes, headers: dict[str, str], inside: bool) -> None:
    """Send something; raises `NotSent` where it was not taken."""
    to = httpx.URL(check_url(url, inside))
    port = to.port or (443 if to.scheme == "https" else 80)
    try:
        async with asyncio.timeout(PATIENCE):
            # The name is looked up once, and what is found is both judged and used: it may be another the next time.
            place = await _find(to.host, port, inside)
            asked = client.build_request(
                "POST",
                to.copy_with(host=place),
                content=body,
                headers={**headers, "Host": to.netloc.decode("ascii")},
                extensions={"sni_hostname": to.host},
            )
            answer = await client.send(asked, stream=True, follow_redirects=False)
            await answer.aclose()
    except TimeoutError as error:
        raise NotSent(f"There was no answer in {PATIENCE:g} s.") from error
    except (httpx.HTTPError, OSError, UnicodeError) as error:
        raise NotSent(f"It can't be reached ({type(error).__name__}).") from error
    if not answer.is_success:
        more = ", and is not followed elsewhere" if answer.is_redirect else ""
        raise NotSent(f"It answered {answer.status_code}{more}.")


def new_client() -> httpx.AsyncClient:
    """What sends: by no proxy of the surroundings, and on a connection of its own each time."""
    return httpx.AsyncClient(trust_env=False, limits=httpx.Limits(max_keepalive_connections=0), timeout=PATIENCE)


async def _find(host: str, port: int, inside: bool) -> str:
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    places = [ip_address(str(place[0]).partition("%")[0]) for *_, place in found]
    for place in places:
        _permit(place, inside)
    return str(places[0])


def _permit(place: IPv4Address | IPv6Address, inside: bool) -> None:
    if not inside and not _is_outside(place):
        raise NotSent(
            "The address lies in the network of this server, where nothing is sent unless the host allows it "
            "(turnwright serve --hooks-inside)."
        )


def _is_outside(place: IPv4Address | IPv6Address) -> bool:
    if isinstance(place, IPv6Address):
        inner = place.ipv4_mapped or place.sixtofour or (place.teredo[1] if place.teredo else None)
        if place in _TRANSLATED:
            inner = IPv4Address(int(place) & 0xFFFFFFFF)
        if inner is not None:
            return _is_outside(inner)
    return place.is_global and not place.is_multicast


def _can_be_name(host: str) -> bool:
    return len(host) <= 253 and all(_NAME.fullmatch(part) for part in host.removesuffix(".").lower().split("."))


def _is_loopback(host: str) -> bool:
    literal = _literal(host)
    return literal.is_loopback if literal is not None else host == "localhost" or host.endswith(".localhost")


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return None
