"""How far each hook was told, kept beside the tables: so what a server that died had yet to send is sent by the next.

Where several workers share a store nothing is kept: what one of them had yet to send, others can't tell from what it is
just sending.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256

import msgspec
from msgspec import Struct

from turnwright.store import Store, StoreError

HOOK = "hook"
"""The kind of log that holds how far a hook was told; its last record counts."""

Lines = tuple[str, ...]


class Told(Struct, frozen=True):
    """What was told last: the digest of what anybody sees, and of each fight how many lines, with their digest."""

    digest: str = ""
    logs: dict[str, tuple[int, str]] = {}


def keep(store: Store, hook: str, digest: str, logs: dict[str, Lines]) -> None:
    """Keep how far a hook was told. Raises StoreError."""
    if store.for_many:
        return
    name, told = _name(hook), Told(digest, {id: (len(lines), _digest(lines)) for id, lines in logs.items()})
    with suppress(StoreError):
        store.create(name, b"{}", (), HOOK)
    store.append(name, store.last(name) + 1, msgspec.json.encode(told))


def recall(store: Store, hook: str, log: Callable[[str], Lines]) -> tuple[str, dict[str, Lines]] | None:
    """How far a hook was told: the digest, and the lines of each fight; None where that is not known.

    ``log`` gives the lines of a fight now. Where others were told, as many stand for them that are none.
    """
    if store.for_many:
        return None
    try:
        records = [payload for _, payload in store.read(_name(hook))]
    except StoreError as error:
        if error.code != "unknown":
            raise
        return None
    if not records:
        return None
    told = msgspec.json.decode(records[-1], type=Told)
    logs = {}
    for fight, (count, digest) in told.logs.items():
        lines = log(fight)[:count]
        logs[fight] = lines if _digest(lines) == digest else ("",) * count
    return told.digest, logs


def forget(store: Store, hook: str) -> None:
    """The hook is no more."""
    with suppress(StoreError):
        store.delete(_name(hook))


def _name(hook: str) -> str:
    return f"{HOOK} {hook}"


def _digest(lines: Lines) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()
