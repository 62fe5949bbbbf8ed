"""Places in the order that are nobody's: adding one, and taking it out again."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.engine.base import Command
from turnwright.engine.events import EntryAdded, EntryGone
from turnwright.engine.frames import Placing
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.names import clean_name, fold, free_name
from turnwright.engine.numbering import next_number
from turnwright.engine.play import Play
from turnwright.engine.standing import order_stands
from turnwright.engine.state import Entry
from turnwright.formula import Number
from turnwright.rules.words.places import Place


class AddPlace(Command, frozen=True, gc=False):
    """Add a place in the order that is nobody's. What is not said is as the ruleset has it for a place of that name.

    Refuses ``place.no_score`` where neither says at which score it stands, names in use, and bad names.
    """

    name: str
    score: Number | None = None
    loses_ties: bool | None = None

    def decide(self, play: Play) -> None:
        name = clean_name(play, self.name)
        word = next((w for key, w in play.rules.ruleset.places.items() if fold(key) == fold(name)), Place())
        score = self.score if self.score is not None else word.score
        if score is None:
            play.refuse("place.no_score", name=name)
        free_name(play, name)
        loses = word.loses_ties if self.loses_ties is None else self.loses_ties
        entry = Entry(f"e{next_number(play.state)}", name, kind="none", score=score, loses_ties=loses)
        play.emit(EntryAdded(entry, ref=word.rule))
        if order_stands(play):
            play.push(Placing(entry.id))

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """Each place of the ruleset that is not there."""
        return (cls(name) for name in play.rules.ruleset.places if _found(play, name) is None)


class RemovePlace(Command, frozen=True, gc=False):
    """Take a place that is nobody's out of the order. Refuses ``place.unknown``."""

    name: str

    def decide(self, play: Play) -> None:
        entry = _found(play, self.name)
        if entry is None:
            known = (e.name for e in play.state.entries.values() if e.kind == "none" and not e.gone)
            play.refuse("place.unknown", name=self.name, known=", ".join(known))
        play.emit(EntryGone(entry.id))

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """Each place that is there."""
        return (cls(e.name) for e in play.state.entries.values() if e.kind == "none" and not e.gone)


def _found(play: Play, name: str) -> Entry | None:
    places = (e for e in play.state.entries.values() if e.kind == "none" and not e.gone)
    return next((entry for entry in places if fold(entry.name) == fold(name)), None)


MECHANIC = Mechanic("places", commands=(AddPlace, RemovePlace))
