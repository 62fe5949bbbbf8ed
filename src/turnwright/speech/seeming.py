"""What an event seems to be to a player from whom some who have a part in it are hidden (SEM-22)."""

from __future__ import annotations

from msgspec.structs import replace

from turnwright.engine.base import Event
from turnwright.engine.compiled import Rules
from turnwright.engine.happenings import Answered, TurnUp
from turnwright.engine.mechanics.slots import SlotIdle, SlotUp, slot_seems
from turnwright.engine.play import looking
from turnwright.engine.state import State
from turnwright.engine.veil import is_hidden


def seeming(rules: Rules, before: State, event: Event, viewer: frozenset[str] | None) -> Event | None:
    """The event as its viewer (None: the GM) would be told of it if nobody were hidden; None where there would be none.

    Of those who act at the same time the visible ones do, and of those who are put in an order they are. A slot that
    only hidden ones can still take is passed over, and once nobody visible has a turn left, none comes up any more.
    """
    if viewer is None:
        return event
    if isinstance(event, TurnUp) and event.along:
        seen = [entry for entry in (event.entry, *event.along) if not is_hidden(before, entry, viewer)]
        return replace(event, entry=seen[0], along=tuple(seen[1:])) if seen else None
    if isinstance(event, Answered):
        return _answer(before, event, viewer)
    if isinstance(event, SlotUp | SlotIdle) and event.slot:
        return slot_seems(looking(rules, before), event, lambda id: not is_hidden(before, id, viewer))
    return event


def _answer(before: State, event: Answered, viewer: frozenset[str]) -> Answered:
    """An order of several is told of those whom the viewer knows, where those alone would have been put in one."""
    seen = tuple(one for one in event.answer if not is_hidden(before, one, viewer))
    return replace(event, answer=seen) if len(seen) > 1 else event
