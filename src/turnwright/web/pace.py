"""How fast somebody may go on: far above what a table does, and far below what guessing links takes."""

from __future__ import annotations

import math
from collections.abc import Callable
from hashlib import sha256
from time import monotonic

from litestar.exceptions import TooManyRequestsException
from litestar.handlers import BaseRouteHandler

from turnwright.web.people import Asking, texts_of

MANY = 10_000
"""So many are remembered before those are forgotten who have long been quiet."""


class Bucket:
    """For each key ``burst`` at once, and ``rate`` a second from then on."""

    def __init__(self, burst: float, rate: float, clock: Callable[[], float] = monotonic) -> None:
        self.burst = burst
        self.rate = rate
        self._clock = clock
        self._held: dict[str, tuple[float, float]] = {}

    def take(self, key: str) -> float:
        """Take one: seconds to wait before there is one again, 0 where there was one to take."""
        wait = self.wait(key)
        if not wait:
            self._held[key] = self._left(key) - 1, self._clock()
        return wait

    def wait(self, key: str) -> float:
        """Seconds until there is one to take; 0 where there is one now."""
        return max(0.0, (1 - self._left(key)) / self.rate)

    def _left(self, key: str) -> float:
        now = self._clock()
        if len(self._held) > MANY:
            self._held = {
                one: (left, at) for one, (left, at) in self._held.items() if left + self.rate * (now - at) < self.burst
            }
        left, at = self._held.get(key, (self.burst, now))
        return min(self.burst, left + self.rate * (now - at))


class Pace:
    """What a server takes: from one seat what it does, from each address of a seat what it asks for and how often it
    has a line completed, and from one address how many seats it takes by open links, and how many wrong links or
    tokens it shows."""

    def __init__(self) -> None:
        self.doings = Bucket(burst=600, rate=30)
        self.looks = Bucket(burst=600, rate=60)
        self.typing = Bucket(burst=100, rate=20)
        self.guests = Bucket(burst=20, rate=0.1)
        self.guesses = Bucket(burst=60, rate=1)


def pace_of(asking: Asking) -> Pace:
    """The pace of this server."""
    pace: Pace = asking.app.state.pace
    return pace


async def keep_pace(asking: Asking, _: BaseRouteHandler) -> None:
    """Refuse whoever does or asks for too much at once, and an address of too many wrong links or tokens."""
    pace = pace_of(asking)
    if _shows_a_right(asking):
        hold(asking, pace.guesses.wait(address(asking)))
    if asking.scope.get("method") not in ("GET", "HEAD"):
        hold(asking, pace.doings.take(who(asking)))
        return
    # Those who watch share a seat: what one asks for slows nobody down who is elsewhere.
    bucket = pace.typing if asking.url.path.endswith("/complete") else pace.looks
    hold(asking, bucket.take(f"{who(asking)} {address(asking)}"))


def guessed(asking: Asking, status: int) -> None:
    """A wrong link or token counts for its address."""
    if status in (401, 403, 404) and _shows_a_right(asking):
        pace_of(asking).guesses.take(address(asking))


def hold(asking: Asking, seconds: float) -> None:
    """Refuse where there are seconds to wait."""
    if seconds:
        wait = math.ceil(seconds)
        told = texts_of(asking)("too fast", wait=wait)
        raise TooManyRequestsException(told, headers={"Retry-After": str(wait)})


def address(asking: Asking) -> str:
    """Where a request comes from, as far as the server can tell."""
    return asking.client.host if asking.client else ""


def who(asking: Asking) -> str:
    """Whose pace a request counts for: a token's, a seat's, else an address's."""
    id = str(asking.path_params.get("id", ""))
    session = asking.scope.get("session")
    if session is None:
        # Programs have no session. A token is the same one however the header is written.
        token = asking.headers.get("Authorization", "").partition(" ")[2].strip()
        return sha256(token.encode()).hexdigest() if token else address(asking)
    seat = session.get("seats", {}).get(id) if isinstance(session, dict) else None
    return f"{id} {seat[0]}" if seat else address(asking)


def _shows_a_right(asking: Asking) -> bool:
    return asking.url.path.startswith(("/join/", "/host/")) or "Authorization" in asking.headers
