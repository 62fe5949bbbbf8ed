"""What each key of a word means, in a sentence or two: for the page of the language, and for editors."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

from msgspec import Struct

from turnwright.rules.kinds import AnyOf, Entry, Field, Kind, Many, Table, key_form

_MARKED = re.compile(r"``([^`]+)``")
_SENTENCE = re.compile(r"(?<=\.)\s+(?=[A-Z`])")


def structs(kind: Kind) -> Iterator[type[Struct]]:
    """The structs that a kind is made of."""
    if isinstance(kind, Entry):
        yield kind.struct
    elif isinstance(kind, Many | Table):
        yield from structs(kind.of)
    elif isinstance(kind, AnyOf):
        for option in kind.options:
            yield from structs(option)


def docstring(struct: type[Struct]) -> str:
    """A word's docstring, and after it those of the words that it is made from."""
    own = (base.__dict__.get("__doc__") or "" for base in struct.__mro__[:-1] if issubclass(base, Struct))
    made_from = [text for base, text in zip(struct.__mro__, own, strict=False) if not _is_root(base)]
    return "\n\n".join(inspect.cleandoc(text) for text in made_from if text)


def _is_root(base: type) -> bool:
    """Whether a class is what all words, or all structs, have in common."""
    return base is Struct or Struct in base.__bases__ or base is object


def said(struct: type[Struct], field: Field) -> str:
    """The sentence that stands for a key beside the docstring: its own, else the first of the word that it holds."""
    for base in struct.__mro__:
        words = base.__dict__.get("says", {})
        if field.name in words:
            return str(words[field.name])
    if field.key in _marked(docstring(struct)):
        return ""
    below = next(structs(field.kind), None)
    first = _sentences(docstring(below))[:1] if below is not None else []
    return "".join(first).replace("``", "`")


def explained(struct: type[Struct], field: Field) -> str:
    """All that is said of a key: what stands beside the docstring, or the sentences in which it is named there."""
    named = [one for one in _sentences(docstring(struct)) if field.key in _marked(one)]
    return said(struct, field) or " ".join(named).replace("``", "`")


def _marked(text: str) -> set[str]:
    return {key_form(found.split(":")[0]) for found in _MARKED.findall(text)}


def _sentences(text: str) -> list[str]:
    """The sentences of a docstring, without its examples."""
    lines = (line for line in text.splitlines() if not line.startswith("    "))
    prose = " ".join(re.sub(r"::$", ".", line) for line in lines)
    return [one for one in _SENTENCE.split(" ".join(prose.split())) if one]
