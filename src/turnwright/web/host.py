"""The link that makes a browser the host's. It works once, whichever worker is asked: its word is kept in the store."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta
from hashlib import blake2b

from turnwright.store import Store, StoreError

HOST = "host"
"""The kind of log that stands for a word that was not used yet."""

_KEPT = timedelta(days=1)


def offer(store: Store) -> str:
    """A new word; those that a server left behind when it was killed are cleared away. Raises StoreError."""
    for saved in store.names(HOST):
        if saved.created < datetime.now(UTC) - _KEPT:
            _delete(store, saved.name)
    word = secrets.token_urlsafe(18)
    store.create(_name(word), b"{}", (), HOST)
    return word


def take(store: Store, word: str) -> bool:
    """Use a word; whether it was one, and nobody had used it before. Raises StoreError."""
    return _delete(store, _name(word))


def _name(word: str) -> str:
    # Not the word itself: whoever reads the store, or a copy of it, is not host by that.
    return f"host {blake2b(word.encode(errors='replace'), digest_size=20).hexdigest()}"


def _delete(store: Store, name: str) -> bool:
    try:
        store.delete(name)
    except StoreError as error:
        if error.code == "unknown":
            return False
        raise
    return True
