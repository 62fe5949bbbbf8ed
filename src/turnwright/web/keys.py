"""Links and sessions: who somebody is follows from what this server has signed, never from what they say."""

from __future__ import annotations

import os
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import blake2b
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from itsdangerous import BadSignature, URLSafeSerializer

from turnwright.table.tickets import Ticket

FILE = "web.key"

LENGTH = 32
"""The bytes of the secret."""

NONCE = 12
"""The bytes ahead of something sealed, by which no two are the same."""


class Keys:
    """The secret of a server, and what is made from it."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._links = URLSafeSerializer(self.derived("links"), salt="invite")
        self._cursors = AESGCM(self.derived("cursors"))

    @classmethod
    def in_folder(cls, folder: Path) -> Keys:
        """The secret that is kept in a folder, made where there is none; raises OSError."""
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / FILE
        try:
            made = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return cls(_kept(file))
        with os.fdopen(made, "w", encoding="ascii") as out:
            secret = secrets.token_bytes(LENGTH)
            out.write(secret.hex())
        return cls(secret)

    def derived(self, use: str) -> bytes:
        """A key of 32 bytes for one use."""
        return blake2b(use.encode(), key=self._secret, digest_size=32).digest()

    def seal(self, content: bytes) -> str:
        """Something that leaves the server and that nobody else can read or make."""
        nonce = os.urandom(NONCE)
        return urlsafe_b64encode(nonce + self._cursors.encrypt(nonce, content, None)).decode()

    def unseal(self, sealed: str) -> bytes | None:
        """What was sealed here; None for anything else."""
        try:
            content = urlsafe_b64decode(sealed)
            return self._cursors.decrypt(content[:NONCE], content[NONCE:], None)
        except (ValueError, InvalidTag):
            return None

    def open_invite(self, table: str, epoch: int) -> str:
        """The word in a link by which any free seat of a table is taken."""
        return str(self._links.dumps([table, "", epoch]))

    def invite(self, table: str, ticket: Ticket) -> str:
        """The word in a link by which a seat is taken."""
        return str(self._links.dumps([table, ticket.id, ticket.epoch]))

    def read(self, word: str) -> tuple[str, str, int] | None:
        """The table, seat (empty: any that is free) and epoch that a link names; None for one not made here."""
        try:
            table, id, epoch = self._links.loads(word)
        except (BadSignature, ValueError, TypeError):
            return None
        return str(table), str(id), int(epoch)


def _kept(file: Path) -> bytes:
    """The secret in a file, which another process may just be writing; raises OSError for one that holds less."""
    for _ in range(20):
        try:
            secret = bytes.fromhex(file.read_text(encoding="ascii"))
        except ValueError:
            secret = b""
        if len(secret) == LENGTH:
            return secret
        time.sleep(0.05)
    raise OSError(None, "it holds no whole key; remove it, and all links and sessions become void", str(file))
