"""A table as one file, and back, from the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from turnwright.cli.lines import complain, put
from turnwright.store import Store, StoreError, open_store
from turnwright.table.backup import BackupRefused, find_table, restore, save


def save_table(text: str, file: Path, place: str) -> int:
    """Write a table to a file; gives the exit code."""

    def done(store: Store) -> str:
        seats = save(store, find_table(store, text), file)
        return f'"{seats.title}" is in {file}, with {_counted(len(seats.fights))}.'

    return _did(done, place)


def restore_table(file: Path, place: str) -> int:
    """Make a table of a file; gives the exit code."""

    def done(store: Store) -> str:
        id, seats = restore(store, file)
        fights = ", ".join(f'"{fight.log}"' for fight in seats.fights.values())
        there = f'"{seats.title}" is back ({id}), with {_counted(len(seats.fights))}{f": {fights}" if fights else ""}.'
        return f"{there} Its links and tokens are void: give out new ones."

    return _did(done, place)


def _did(do: Callable[[Store], str], place: str) -> int:
    try:
        with open_store(place or None) as store:
            put(do(store))
    except StoreError as error:
        return complain(str(error))
    except BackupRefused as refused:
        return complain(refused.message, refused.hint)
    except OSError as error:
        return complain(f"{error.filename} can't be used ({error.strerror or error})")
    return 0


def _counted(fights: int) -> str:
    return "1 fight" if fights == 1 else f"{fights or 'no'} fights"
