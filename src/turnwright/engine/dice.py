"""Faces that people typed in, and what was drawn beside a seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from turnwright.engine.base import Refusal, Refused


class Dice(Protocol):
    """Where faces come from."""

    @property
    def drawn(self) -> int:
        """How many faces were taken from the encounter's own seed."""

    def roll(self, sides: int) -> int:
        """The next face of a die with so many sides."""


class TypedDice:
    """Faces that people read off real dice, in the order in which the roll needs them."""

    __slots__ = ("_faces", "_taken", "drawn")

    def __init__(self, faces: Sequence[int]) -> None:
        self.drawn = 0
        self._faces = tuple(faces)
        self._taken = 0

    def roll(self, sides: int) -> int:
        """The next face that was typed; refuses ``dice.too_few`` and ``dice.impossible``."""
        if self._taken == len(self._faces):
            raise Refused(Refusal("dice.too_few", data={"given": str(len(self._faces))}))
        face = self._faces[self._taken]
        self._taken += 1
        if not 1 <= face <= sides:
            raise Refused(Refusal("dice.impossible", data={"face": str(face), "sides": str(sides)}))
        return face

    def finish(self) -> None:
        """Refuse ``dice.too_many`` when faces are left over."""
        if self._taken != len(self._faces):
            raise Refused(Refusal("dice.too_many", data={"given": str(len(self._faces)), "used": str(self._taken)}))


class NotedDice:
    """The dice of another source; ``faces`` are those that fell."""

    __slots__ = ("_dice", "faces")

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self.faces: list[int] = []

    @property
    def drawn(self) -> int:
        """How many came from the encounter's own seed."""
        return self._dice.drawn

    def roll(self, sides: int) -> int:
        """The next face of the other source."""
        face = self._dice.roll(sides)
        self.faces.append(face)
        return face
