"""What an event seems to be to a player from whom some who have a part in it are hidden (SEM-22)."""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from turnwright.engine.acts import Acted, Declared, Escaped
from turnwright.engine.base import Event
from turnwright.engine.compiled import Rules
from turnwright.engine.events import TieBroken, TieReopened, TieSet, ToldApart
from turnwright.engine.frames import Gap
from turnwright.engine.happenings import Answered, TurnUp
from turnwright.engine.lasting import EffectsOrdered
from turnwright.engine.mechanics.lives import LifeShown
from turnwright.engine.mechanics.modes import Switched
from turnwright.engine.mechanics.rests import RestBegan
from turnwright.engine.mechanics.scenes import ParticipantsSet
from turnwright.engine.mechanics.slots import SlotIdle, SlotUp, slot_seems
from turnwright.engine.play import looking
from turnwright.engine.state import State
from turnwright.engine.together import Collected, Held
from turnwright.engine.veil import is_hidden


def seeming(rules: Rules, before: State, event: Event, viewer: frozenset[str] | None) -> Event | None:
    """The event as its viewer (None: the GM) would be told of it if nobody were hidden; None where there would be none.

    Of several who act at the same time, are aimed at or put in an order, the visible ones are. A slot that only hidden
    ones can still take is passed over, and once nobody visible has a turn left, none comes up any more.
    """
    if viewer is None:
        return event
    if isinstance(event, TurnUp) and event.along:
        seen = [entry for entry in (event.entry, *event.along) if not is_hidden(before, entry, viewer)]
        return replace(event, entry=seen[0], along=tuple(seen[1:])) if seen else None
    if isinstance(event, SlotUp | SlotIdle) and event.slot:
        return slot_seems(looking(rules, before), event, lambda id: not is_hidden(before, id, viewer))
    return _of_the_seen(before, event, viewer)


_SEVERAL: dict[type[Event], tuple[int, tuple[str, ...]]] = {
    Acted: (1, ("targets", "missing", "escaped")),
    Answered: (2, ("answer",)),
    EffectsOrdered: (2, ("effects",)),
    Escaped: (1, ("targets",)),
    LifeShown: (1, ("who",)),
    ParticipantsSet: (1, ("participants",)),
    RestBegan: (1, ("who",)),
    TieBroken: (2, ("among",)),
    TieReopened: (2, ("entries",)),
    TieSet: (2, ("order",)),
    ToldApart: (2, ("among",)),
}
"""What is told of several, the main ones first, and of how many at least: nobody alone is put in an order."""

Told = TypeVar("Told", bound=Struct)


def _of_the_seen(before: State, event: Event, viewer: frozenset[str]) -> Event:
    """An event without those who are hidden among others; where too few are left it stays theirs, and is not told."""
    if isinstance(event, Declared):
        return replace(event, frame=_without_hidden(before, event.frame, 1, ("targets", "escaped"), viewer))
    if isinstance(event, Switched | Collected):
        # What goes on meanwhile is not told by that.
        return replace(event, agenda=()) if isinstance(event, Switched) else replace(event, held=Held(Gap()))
    several = _SEVERAL.get(type(event))
    return _without_hidden(before, event, *several, viewer) if several is not None else event


def _without_hidden(before: State, told: Told, least: int, fields: tuple[str, ...], viewer: frozenset[str]) -> Told:
    seen = {field: tuple(one for one in getattr(told, field) if not is_hidden(before, one, viewer)) for field in fields}
    main = fields[0]
    return replace(told, **seen) if len(seen[main]) >= least or not getattr(told, main) else told
