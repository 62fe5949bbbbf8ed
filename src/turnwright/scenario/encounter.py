"""Files that bring a cast to a table: encounters, and scenarios of which only the cast is taken."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from turnwright.rules.cast import Member, read_cast
from turnwright.rules.document import read_document
from turnwright.rules.faults import Fault, FileFaults
from turnwright.rules.kinds import key_form
from turnwright.rules.load import Book, bytes_of, is_file
from turnwright.rules.shape import Shaped, salvage
from turnwright.rules.tree import Mapping, Scalar
from turnwright.rules.words import Ruleset
from turnwright.scenario.head import Head, cast_of, rules_of
from turnwright.scenario.rehearse import rehearse

KINDS = ("encounter", "scenario")
"""The first key of files whose cast can be brought to a table."""


class EncounterFile(Struct, frozen=True):
    """A title, the book that it is played by, and who takes part."""

    title: str
    book: Book
    cast: dict[str, Mapping | None]

    def members(self, ruleset: Ruleset) -> tuple[Member, ...]:
        """Its cast as a ruleset's sheets have it; raises `FileFaults` with everything that is wrong."""
        faults: list[Fault] = []
        members = read_cast(self.cast, ruleset, faults)
        if faults:
            raise FileFaults(faults)
        return members


def is_encounter(path: Path) -> bool:
    """Whether a file is there that begins as an encounter or a scenario does."""
    if path.suffix not in (".yaml", ".yml") or not is_file(path):
        return False
    root = read_document(bytes_of(path), str(path)).root
    return isinstance(root, Mapping) and bool(root.entries) and root.entries[0][0].text in KINDS


def read_encounter(path: Path, otherwise: Book | None = None) -> EncounterFile:
    """An encounter, or what surrounds the steps of a scenario.

    A file that names no ruleset is played by the book ``otherwise``, or by the default one. Raises `FileFaults`.
    """
    document = read_document(bytes_of(path), str(path))
    faults = list(document.faults)
    root = document.root
    if not isinstance(root, Mapping) or not root.entries:
        raise FileFaults(faults or [Fault(str(path), 1, 1, "nothing stands in this file", "begin it with encounter:")])
    key, title = root.entries[0]
    if key.text not in KINDS or not isinstance(title, Scalar):
        message = f"nobody is brought by a file that begins with {key.text}"
        raise FileFaults([Fault(str(path), key.line, key.column, message, "begin it with encounter: and a title")])
    said = {name.replace("_", " ") for name in Head.__struct_fields__}
    entries = tuple((k, node) for k, node in root.entries[1:] if key.text == "encounter" or key_form(k.text) in said)
    shaped = cast(Shaped[Head], salvage(replace(root, entries=entries), Head))
    faults += shaped.faults
    book, ruleset = rules_of(shaped, path.parent, faults, otherwise)
    listed = cast_of(shaped.value, root, ruleset) if key.text == "scenario" else shaped.value.cast or {}
    members = read_cast(listed, ruleset, faults)
    if ruleset is not None:
        faults += rehearse(ruleset, tuple((member, listed[member.name]) for member in members), (), root)
    if faults or book is None:
        raise FileFaults(faults)
    return EncounterFile(title.text, book, listed)
