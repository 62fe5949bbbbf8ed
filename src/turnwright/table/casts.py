"""Parties and encounters that are made ready before a fight, and kept for any table of a server.

Each is a log of its own, of which the last record counts.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from turnwright.engine.mechanics.cast import Add
from turnwright.fight import Fight
from turnwright.listing import read_text
from turnwright.seat import Result
from turnwright.store import Store
from turnwright.table.names import plain
from turnwright.table.tokens import new_id

CAST = "cast"
"""The kind of log that holds a party or an encounter."""

_encode = msgspec.json.encode


class Cast(Struct, frozen=True):
    """Somebody to bring to a fight: a party, or an encounter.

    ``text`` is a list as people write it, ``adds`` those who were kept with all that stands on their sheets.
    """

    id: str = ""
    title: str = ""
    ruleset: str = ""
    party: bool = False
    text: str = ""
    adds: tuple[Add, ...] = ()

    def bring(self, fight: Fight) -> Result | None:
        """Add everybody to a fight; None where nobody is listed. Raises `Unusable` where the list can't be read."""
        listed = read_text(fight, self.text) if self.text.strip() else None
        result = fight.bring(self.adds) if self.adds else None
        if listed is not None and (result is None or result):
            result = listed.add(fight)
        return result


def casts(store: Store) -> list[Cast]:
    """All that are kept, the one that was changed last first."""
    found = (_read(store, saved.name) for saved in store.names(CAST))
    return [cast for cast in found if cast is not None]


def find_cast(store: Store, id: str) -> Cast | None:
    """The one with this id; None where there is none."""
    return next((_read(store, saved.name) for saved in store.names(CAST) if saved.name == id), None)


def keep(store: Store, cast: Cast) -> Cast:
    """Keep a new one, or what was changed of one that has an id. Raises StoreError."""
    cast = msgspec.structs.replace(cast, title=plain(cast.title) or "?")
    if not cast.id:
        kept = msgspec.structs.replace(cast, id=new_id())
        store.create(kept.id, b"{}", (_encode(kept),), CAST)
        return kept
    store.append(cast.id, store.last(cast.id) + 1, _encode(cast))
    return cast


def _read(store: Store, id: str) -> Cast | None:
    records = [payload for _, payload in store.read(id)]
    return msgspec.json.decode(records[-1], type=Cast) if records else None
