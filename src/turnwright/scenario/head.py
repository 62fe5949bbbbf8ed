"""What stands at the head of scenario and encounter files: the rules that are played by, and who takes part."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from turnwright.rules.choosing import no_kind, no_option, no_value
from turnwright.rules.faults import Fault, FileFaults
from turnwright.rules.kinds import key_form
from turnwright.rules.load import Book, UnknownRuleset, default_name, examine, find
from turnwright.rules.shape import Shaped
from turnwright.rules.tree import Mapping
from turnwright.rules.words import Ruleset


class Head(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The keys that these files share."""

    about: str = ""
    ruleset: str = ""
    options: dict[str, str] = {}
    kind: str = ""
    cast: dict[str, Mapping | None] | None = {}


def cast_of(file: Head, root: Mapping, ruleset: Ruleset | None) -> dict[str, Mapping | None]:
    """Whom a scenario is played with: its cast, which may be none; where it says nothing of one, the ruleset's
    example."""
    if "cast" not in {key.text for key, _ in root.entries} and ruleset is not None and ruleset.example:
        return ruleset.example.cast
    return file.cast or {}


def rules_of(
    shaped: Shaped[Head], near: Path, faults: list[Fault], otherwise: Book | None = None
) -> tuple[Book | None, Ruleset | None]:
    """The rules that are played by, as far as they can be read; what is wrong is added to ``faults``.

    A file that names no ruleset is played by the book ``otherwise``, or by the default one.
    """
    file = shaped.value
    try:
        named = file.ruleset or ("" if otherwise else default_name())
        book = find(named, near=near) if named or otherwise is None else otherwise
    except UnknownRuleset as unknown:
        faults.append(shaped.fault(("ruleset",), unknown.message, unknown.hint))
        return None, None
    except FileFaults as wrong:
        faults += wrong.faults
        return None, None
    examined = examine(book)
    if examined.faults or examined.value is None:
        faults += examined.faults
        return None, None
    unfit = tuple(_unfit(shaped, examined.value))
    faults += unfit
    if unfit:
        return None, examined.value
    book = replace(book, options={**book.options, **file.options}, kind=file.kind or book.kind)
    examined = examine(book)
    faults += examined.faults
    return book, examined.value


def _unfit(shaped: Shaped[Head], ruleset: Ruleset) -> Iterator[Fault]:
    """Choices that this ruleset does not offer."""
    options = {key_form(name): option for name, option in ruleset.options.items()}
    for name, value in shaped.value.options.items():
        option, path = options.get(key_form(name)), ("options", name)
        if option is None:
            yield shaped.fault(path, *no_option(name, ruleset.options), key=True)
        elif value not in option.values and option.any is None:
            yield shaped.fault(path, *no_value(name, value, option.values))
    kind = shaped.value.kind
    if kind and kind not in ruleset.kinds:
        yield shaped.fault(("kind",), *no_kind(kind, ruleset.kinds))
