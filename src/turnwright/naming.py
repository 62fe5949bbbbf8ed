"""Names for new fights."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable

from turnwright.rules.load import builtin_names
from turnwright.store import Store


def free_name(store: Store, title: str, others: Iterable[str] = ()) -> str:
    """The title, with a number where a saved fight, a ruleset, or one of the others is called so already."""
    taken = {*(one.name.casefold() for one in store.names()), *builtin_names(), *map(str.casefold, others)}
    name = title = title[:60].strip()
    number = 1
    while name.casefold() in taken:
        number += 1
        name = f"{title} {number}"
    return name


def numberless(name: str) -> str:
    """The name of a fight without the number that tells it from others of that name."""
    return re.sub(r" \d+$", "", name)


def quoted(name: str) -> str:
    """A name as it is typed behind a command."""
    if any(letter in name for letter in '"$`\\!'):
        return shlex.quote(name)
    return f'"{name}"' if re.search(r"[^\w.-]", name) else name
