"""What follows from a state alone, found out once for all who look at it."""

from __future__ import annotations

from turnwright.engine.compiled import Rules
from turnwright.engine.state import State

KEPT = 32
"""What is found out is kept for so many states: those who look at one do so one after another."""


class Snapshot:
    """A state under its rules, as the key of what follows from it: no other state is the same, however equal."""

    __slots__ = ("rules", "state")

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.state = state

    def __hash__(self) -> int:
        return id(self.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Snapshot) and self.state is other.state and self.rules is other.rules
