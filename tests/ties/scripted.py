"""A board whose dice can be told."""

from __future__ import annotations

from orders.board import Board

from turnwright.engine import Command, Event, Record
from turnwright.engine.base import Refusal, Refused


class Faces:
    """Faces to be rolled, exactly these."""

    def __init__(self, *faces: int) -> None:
        self.drawn = 0
        self.left = list(faces)

    def roll(self, sides: int) -> int:
        """The next face; refuses when there is none."""
        if not self.left or not 1 <= self.left[0] <= sides:
            raise Refused(Refusal("dice.too_few"))
        return self.left.pop(0)


class Scripted(Board):
    """An encounter in which commands can be given with the faces that fall."""

    def rolling(self, command: Command, *faces: int, force: bool = False) -> tuple[Event, ...]:
        """Carry a command out with just these dice."""
        dice = Faces(*faces)
        done = self.encounter.do(command, dice=dice, force=force)
        assert isinstance(done, Record), f"{command}: {done}"
        assert not dice.left, f"not rolled: {dice.left}"
        self.events = done.events
        return done.events

    def keys(self, name: str) -> tuple[tuple[object, ...], ...]:
        """What the tie rules gave an entry."""
        return self.state.entries[self.entry(name)].keys

    def reload(self) -> None:
        """Save the log and read it again."""
        from turnwright.engine import Encounter, codec, read_record

        records = [read_record(codec.encode(record)) for record in self.encounter.records]
        before = codec.state_bytes(self.state)
        self.encounter = Encounter.load(self.rules, records)
        assert codec.state_bytes(self.state) == before
