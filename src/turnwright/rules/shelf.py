"""What stands on the shelf: the rulesets that come with Turnwright, by name and by the head of their files.

Listing them has to be quick, so this reads no more than the lines ``key: text`` ahead of the first entry that is
longer, and the title with which an example begins; a built-in ruleset says there what it is called (tested).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from typing import NamedTuple

SUFFIX = ".yaml"

_EXAMPLE = re.compile(r"^example:\n  title: (.+)$", re.MULTILINE)


class Heading(NamedTuple):
    """What a list of rulesets shows of one; ``example`` is the title of its example, empty where it has none."""

    name: str
    game: str
    about: str = ""
    default: bool = False
    example: str = ""


def shelf() -> Traversable:
    """The folder of the rulesets that come with Turnwright."""
    return resources.files("turnwright.rules") / "games"


def builtin_names() -> tuple[str, ...]:
    """The names of the rulesets that come with Turnwright."""
    return tuple(sorted(f.name.removesuffix(SUFFIX) for f in shelf().iterdir() if f.name.endswith(SUFFIX)))


def headings() -> tuple[Heading, ...]:
    """The rulesets that come with Turnwright, in order of their names."""
    return tuple(_heading(name) for name in builtin_names())


def _heading(name: str) -> Heading:
    text = (shelf() / f"{name}{SUFFIX}").read_text(encoding="utf-8")
    head = dict(_head(text))
    title = _EXAMPLE.search(text)
    example = title[1].strip() if title else _heading(head["extends"]).example if "extends" in head else ""
    return Heading(name, head.get("game", name), head.get("about", ""), head.get("default") == "yes", example)


def _head(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        key, colon, value = line.partition(": ")
        if not colon or line[:1].isspace():
            return
        yield key, value.strip()
