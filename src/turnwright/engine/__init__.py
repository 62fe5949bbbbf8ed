"""The turn engine: pure functions over an immutable state.

`decide` says what a command causes or why it is refused, `evolve` folds events into a state, `choices` lists what is
open to somebody. An `Encounter` keeps the log around them.
"""

from turnwright.engine.base import Command, Event, Refusal
from turnwright.engine.choices import Choice, choices
from turnwright.engine.compiled import Rules
from turnwright.engine.history import Encounter, Open, Record, Redo, Undo, read_record
from turnwright.engine.machine import Decided, decide, evolve
from turnwright.engine.mechanics import MECHANICS
from turnwright.engine.state import State
from turnwright.rules.words import Ruleset


def compile_rules(ruleset: Ruleset) -> Rules:
    """A ruleset with every mechanic's share filed where the engine looks for it."""
    return Rules(ruleset, MECHANICS)


__all__ = [
    "MECHANICS",
    "Choice",
    "Command",
    "Decided",
    "Encounter",
    "Event",
    "Open",
    "Record",
    "Redo",
    "Refusal",
    "Rules",
    "State",
    "Undo",
    "choices",
    "compile_rules",
    "decide",
    "evolve",
    "read_record",
]
