"""Seeing to where the fights are kept."""

from __future__ import annotations

from turnwright.cli.lines import complain, put
from turnwright.store import StoreError, open_store


def upgrade_store(place: str) -> int:
    """Bring a store to this version's format and tell what was done; gives the exit code."""
    try:
        with open_store(place or None) as store:
            before, now = store.formats
            done = f"was brought from format {before} to {now}" if before else f"was made, in format {now}"
            put(f"{store.shown} {done if before != now else f'has format {now} already'}.")
    except StoreError as error:
        return complain(str(error))
    return 0
