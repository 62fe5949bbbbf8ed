"""Names of encounters: which are allowed, which are the same, which one is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import normalize

from turnwright.letters import is_seen, is_unfit, unfit
from turnwright.store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LONGEST = 80

_LISTED = 8


def clean(name: str) -> str:
    """The name as it is kept: trimmed, in Unicode's composed form (NFC).

    Raises `name` if it is empty, too long, or holds a character that would garble a list of names.
    """
    name = normalize("NFC", name.strip())
    if not is_seen(name) and not unfit(name):
        raise StoreError("name", "A name needs at least one visible character.")
    if len(name) > LONGEST:
        raise StoreError("name", f"A name has at most {LONGEST} characters; this one has {len(name)}.")
    letter = unfit(name)
    if letter:
        raise StoreError("name", f"A name can't hold the control character U+{ord(letter):04X}.")
    return name


def key(name: str) -> str:
    """What is equal for names that count as the same."""
    # Decomposed before folding: some letters fold otherwise when an accent is composed into them.
    return normalize("NFC", normalize("NFD", name.strip()).casefold())


def pick(text: str, names: Iterable[str]) -> str:
    """The one of `names` that is meant by `text`. Exact beats prefix. Raises `ambiguous` and `unknown`."""
    names = list(names)
    wanted = key(text)
    for name in names:
        if key(name) == wanted:
            return name
    found = [name for name in names if wanted and key(name).startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        message = f'Several saved fights begin with "{_shown(text)}": {_listed(found)}.'
        raise StoreError("ambiguous", message, "Type more of the name.", names=tuple(found))
    raise unknown(text, names)


def unknown(text: str, names: Iterable[str]) -> StoreError:
    """The error that no encounter is called `text`, with the names nearest to it."""
    names = list(names)
    near = _nearest(key(text), names) if key(text) else []
    if near:
        hint = f"Did you mean {_listed(near, 'or')}?"
    elif names:
        hint = f"Saved {'is' if len(names) == 1 else 'are'} {_listed(names)}."
    else:
        hint = "None is saved yet."
    meant = near if key(text) else names
    return StoreError("unknown", f'No saved fight is called "{_shown(text)}".', hint, names=tuple(meant))


def taken(name: str) -> StoreError:
    """The error that an encounter called `name` is there already."""
    hint = "Take another name, or rename or delete the old one."
    return StoreError("exists", f'There is already a saved fight called "{name}".', hint)


def _nearest(wanted: str, names: Sequence[str]) -> list[str]:
    from difflib import get_close_matches

    keys = {key(name): name for name in names}
    inside = [name for folded, name in keys.items() if wanted in folded]
    alike = [keys[folded] for folded in get_close_matches(wanted, keys, n=3)]
    return list(dict.fromkeys(inside[:3] + alike))[:3]


def _shown(text: str) -> str:
    """The text as typed, made safe to print."""
    text = text.strip()
    cut = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    return "".join(char.encode("unicode_escape").decode() if is_unfit(char) else char for char in cut)


def _listed(names: Sequence[str], word: str = "and") -> str:
    shown = [f'"{name}"' for name in names[:_LISTED]]
    if len(names) > _LISTED:
        shown.append(f"{len(names) - _LISTED} more")
    return f" {word} ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))
