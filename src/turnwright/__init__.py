"""One engine for every tabletop game's turns.

`Fight` is a running fight: say what happens in words or as command structs, and read the state, the choices and the
events. What stands here is stable; everything else may move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from turnwright.engine import Choice, Command, Encounter, Event, Record, Refusal, Rules, State, compile_rules
    from turnwright.fight import Fight
    from turnwright.rules.faults import Fault, FileFaults
    from turnwright.rules.load import UnknownRuleset, load
    from turnwright.scenario.expect import active_name
    from turnwright.schemas import command_schema, event_schema
    from turnwright.seat import Result, Seat

_HOMES = {
    "Choice": "engine",
    "Command": "engine",
    "Encounter": "engine",
    "Event": "engine",
    "Record": "engine",
    "Refusal": "engine",
    "Rules": "engine",
    "State": "engine",
    "compile_rules": "engine",
    "Fight": "fight",
    "Result": "seat",
    "Seat": "seat",
    "Fault": "rules.faults",
    "FileFaults": "rules.faults",
    "UnknownRuleset": "rules.load",
    "load": "rules.load",
    "active_name": "scenario.expect",
    "command_schema": "schemas",
    "event_schema": "schemas",
}

__all__ = [
    "Choice",
    "Command",
    "Encounter",
    "Event",
    "Fault",
    "Fight",
    "FileFaults",
    "Record",
    "Refusal",
    "Result",
    "Rules",
    "Seat",
    "State",
    "UnknownRuleset",
    "active_name",
    "command_schema",
    "compile_rules",
    "event_schema",
    "load",
]


def __getattr__(name: str) -> Any:
    """What stands in `__all__`, imported when it is first asked for, so that `import turnwright` stays light."""
    if name not in _HOMES:
        raise AttributeError(f"module 'turnwright' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"turnwright.{_HOMES[name]}"), name)
