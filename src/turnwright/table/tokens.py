"""Tokens as programs hold and show them. What is kept of one is a digest."""

from __future__ import annotations

import secrets
from hashlib import sha256
from hmac import compare_digest
from typing import NamedTuple

PREFIX = "tw"
"""How tokens begin, so that they are known where they should not be."""


class SeatKey(NamedTuple):
    """A token that somebody shows for a seat at a table."""

    table: str
    secret: str

    def __str__(self) -> str:
        return f"{PREFIX}.{self.table}.{self.secret}"


class HostKey(NamedTuple):
    """A token that somebody shows for the host."""

    id: str
    secret: str

    def __str__(self) -> str:
        return f"{PREFIX}.host.{self.id}.{self.secret}"


def read_token(text: str) -> SeatKey | HostKey | None:
    """What a token claims; None for what is none."""
    match text.split("."):
        case [begin, "host", id, secret] if begin == PREFIX:
            return HostKey(id, secret)
        case [begin, table, secret] if begin == PREFIX:
            return SeatKey(table, secret)
    return None


def new_id() -> str:
    """What a table, and whatever else has no name of its own, is called in addresses and commands: letters and digits
    alone, which no command takes for an option."""
    return secrets.token_hex(9)


def new_secret() -> str:
    """A secret that nobody guesses."""
    return secrets.token_urlsafe(32)


def digest(secret: str) -> str:
    """What is kept of a secret: by it that is known, and from it none can be made."""
    return sha256(secret.encode()).hexdigest()


def matches(kept: str, secret: str) -> bool:
    """Whether this is the secret of which a digest was kept."""
    return compare_digest(kept, digest(secret))
