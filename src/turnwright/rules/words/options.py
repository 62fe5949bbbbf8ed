"""Where a game's text leaves something open: options of a ruleset, kinds of encounter, and an example cast."""

from __future__ import annotations

from collections.abc import Mapping as Lookup
from typing import ClassVar

from turnwright.rules.tree import Mapping
from turnwright.rules.words.word import Word


class Option(Word, frozen=True, kw_only=True):
    """A point that a game's text leaves open, with what each reading changes in the file::

        options:
          unused delay:
            about: A delayed character never steps in before the round ends.
            choose: last
            values:
              last:
              forfeit: {waits: {delay: {unused: lost}}}

    ``choose`` is the reading in force; a table changes it with ``options: {unused delay: forfeit}``. ``any`` is merged
    for a value that is not listed, with ``$`` standing for the value.
    """

    shorthand: ClassVar[str] = "choose"
    says: ClassVar[Lookup[str, str]] = {
        "values": "Each reading, and the settings of the file that it changes (none: the file as it stands).",
    }

    choose: str
    values: dict[str, Mapping | None] = {}
    any: Mapping | None = None


class EncounterKind(Word, frozen=True, kw_only=True):
    """A kind of encounter: single settings that differ from the rest of the file, chosen when it is created."""

    says: ClassVar[Lookup[str, str]] = {"changes": "The settings that differ."}

    changes: Mapping


class Example(Word, frozen=True, kw_only=True):
    """A cast ready to play, by name; what stands under a name is that combatant's sheet."""

    says: ClassVar[Lookup[str, str]] = {"title": "What the fight is called.", "cast": "Who takes part."}

    title: str = ""
    cast: dict[str, Mapping | None] = {}
