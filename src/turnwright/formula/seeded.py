"""Dice that follow from a seed."""

from __future__ import annotations

from hashlib import blake2b


class SeededDice:
    """Dice that follow from a seed and a counter: the same command after an undo gives the same faces."""

    __slots__ = ("_at", "_key", "_seed", "drawn")

    def __init__(self, seed: str, draws: int = 0) -> None:
        self.drawn = 0
        self._seed = seed
        self._key = b""
        self._at = draws

    def roll(self, sides: int) -> int:
        """The next face, each equally likely."""
        if not self._key:
            self._key = blake2b(self._seed.encode(), digest_size=32).digest()
        while True:
            self._at += 1
            self.drawn += 1
            number = int.from_bytes(blake2b(self._at.to_bytes(8), digest_size=8, key=self._key).digest())
            # Numbers beyond the last whole multiple would favour low faces; they are drawn again.
            if number < (1 << 64) - (1 << 64) % sides:
                return number % sides + 1
