"""How far each hook was told, kept beside the tables, and who is just telling it: so what one that died had yet to send
is sent by another, and nothing by two at once.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import sha256

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from turnwright.store import Store, StoreError

HOOK = "hook"
"""The kind of log that holds how far a hook was told; its last record counts."""

Lines = tuple[str, ...]


class Told(Struct, frozen=True, omit_defaults=True):
    """What was told last: the digest of what anybody sees, and of each fight how many lines, with their digest.

    ``given_up`` is the digest of what was not taken however often it was sent. Who is just sending is ``sender``, until
    that moment (Unix time, seconds) at the latest.
    """

    digest: str = ""
    logs: dict[str, tuple[int, str]] = {}
    given_up: str = ""
    sender: str = ""
    until: float = 0.0

    @classmethod
    def of(cls, digest: str, logs: Mapping[str, Lines]) -> Told:
        """That this was told, and nothing is being sent."""
        return cls(digest, {id: (len(lines), _digest(lines)) for id, lines in logs.items()})

    def lines(self, fight: str, known: Iterable[Lines]) -> Lines:
        """The lines of a fight that were told, found among logs that are known, of which they may be the beginning.
        Where they are in none of them, as many stand for them that are no lines."""
        count, digest = self.logs.get(fight, (0, _digest(())))
        begun = (log[:count] for log in known)
        return next((lines for lines in begun if _digest(lines) == digest), ("",) * count)


class Position(Struct):
    """How far a hook was told, as its log has it, for whoever ``me`` is among those who serve from the store.

    ``seq`` is the number of the record, which makes sure that nobody else has written one since it was read.
    """

    store: Store
    hook: str
    me: str
    seq: int
    told: Told

    @property
    def taken(self) -> float:
        """Seconds for which somebody else is still sending, at most; 0 where nobody is. In a store for one server who
        was sending before is no more."""
        other = self.store.for_many and self.told.sender not in ("", self.me)
        return max(0.0, self.told.until - time.time()) if other else 0.0

    def claim(self, seconds: float) -> bool:
        """Send from now on, for so long at most; whether that is so, or somebody else was faster. Raises StoreError."""
        return self.settle(replace(self.told, sender=self.me, until=time.time() + seconds))

    def settle(self, told: Told) -> bool:
        """Keep what is told now, and who sends; whether it was still for us to say. Raises StoreError."""
        try:
            self.store.append(_name(self.hook), self.seq + 1, msgspec.json.encode(told))
        except StoreError as error:
            if error.code not in ("conflict", "unknown"):
                raise
            return False
        self.seq, self.told = self.seq + 1, told
        return True


def begin(store: Store, hook: str, told: Told) -> None:
    """Keep that this counts as told, where nothing is known of a hook. Raises StoreError."""
    try:
        store.create(_name(hook), b"{}", (msgspec.json.encode(told),), HOOK)
    except StoreError as error:
        if error.code != "exists":
            raise


def is_known(store: Store, hook: str) -> bool:
    """Whether it is known how far a hook was told. Raises StoreError."""
    try:
        return store.last(_name(hook)) > 0
    except StoreError as error:
        if error.code != "unknown":
            raise
        return False


def recall(store: Store, hook: str, me: str) -> Position:
    """How far a hook was told. Raises StoreError, `unknown` where it is not there any more."""
    name = _name(hook)
    *_, (seq, last) = store.read(name, store.last(name) - 1)
    return Position(store, hook, me, seq, msgspec.json.decode(last, type=Told))


def forget(store: Store, hook: str) -> None:
    """The hook is no more."""
    with suppress(StoreError):
        store.delete(_name(hook))


def _name(hook: str) -> str:
    return f"{HOOK} {hook}"


def _digest(lines: Lines) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()
