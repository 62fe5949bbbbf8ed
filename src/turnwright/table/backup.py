"""A table with its fights as one file, and back.

The file is itself a store of Turnwright, with nothing in it but this table and a seal: so its format is told, one of an
earlier version is brought forward, and `--database FILE` looks into it. The seal is a checksum over all of it.
"""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from turnwright.fight import Fight, Unreadable
from turnwright.naming import free_name
from turnwright.rules.faults import FileFaults
from turnwright.store import New, Store, StoreError, open_store
from turnwright.table.live import TABLE
from turnwright.table.tickets import Resaved, Restored, Seats, fold
from turnwright.table.tokens import new_id

SEAL = "seal"
"""The kind of log that makes a store a backup; its header is the checksum."""


class BackupRefused(Exception):
    """A table can't be saved or restored, and nothing was written: why, and what can be done (maybe empty)."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.message = message
        self.hint = hint


def find_table(store: Store, text: str) -> str:
    """The id of the table that is meant by its id, its title, or a beginning of that which no other has.

    Raises `BackupRefused` and StoreError.
    """
    titles = {saved.name: _seats(store, saved.name).title for saved in store.names(TABLE)}
    if text in titles:
        return text
    wanted = text.strip().casefold()
    found = [id for id, title in titles.items() if title.casefold() == wanted]
    found = found or [id for id, title in titles.items() if wanted and title.casefold().startswith(wanted)]
    if len(found) == 1:
        return found[0]
    there = ", ".join(f'"{titles[id]}" ({id})' for id in found or titles)
    if found:
        raise BackupRefused(f'Several tables begin with "{text}": {there}.', "Give the id.")
    raise BackupRefused(f'No table is called "{text}".', f"There is {there}." if there else "There is none yet.")


def save(store: Store, id: str, file: Path) -> Seats:
    """Write a table and the fights on it to a new file; gives what the table is.

    Raises `BackupRefused` where something is there already, StoreError, and OSError where it can't be written.
    """
    if file.exists():
        raise BackupRefused(f"{file} is there already.", "Give another name, or remove it first.")
    if not file.parent.is_dir():
        raise BackupRefused(f"There is no folder {file.parent}.", "Make it first, or give another.")
    logs = _logs(store, id)
    with TemporaryDirectory(dir=file.parent, prefix=".turnwright-") as folder:
        half = Path(folder) / "backup"
        with open_store(half) as copy:
            copy.create_many((*logs, New(f"{id} {SEAL}", _checksum(logs), (), SEAL)))
        # It has its name only when it is whole.
        half.rename(file)
    return fold(logs[0].payloads)


def restore(store: Store, file: Path) -> tuple[str, Seats]:
    """Make a table of a file that `save` wrote; gives its id, and what the table is.

    Links, sessions, tokens and hooks of before are void. What has its name still is left alone: then the table, or a
    fight, gets another. Raises `BackupRefused` and StoreError, and OSError where the file can't be read; then nothing
    was written.
    """
    logs, seats = _read(file)
    while True:
        made = _renamed(store, logs, seats)
        try:
            store.create_many(made)
        except StoreError as error:
            # Another program may just have taken one of the names.
            if error.code != "exists":
                raise
            continue
        return made[0].name, fold(made[0].payloads)


def _seats(store: Store, id: str) -> Seats:
    return fold(payload for _, payload in store.read(id))


def _logs(store: Store, id: str) -> list[New]:
    """The log of a table, then those of its fights."""
    table = New(id, store.header(id), tuple(payload for _, payload in store.read(id)), TABLE)
    fights = [fight.log for fight in fold(table.payloads).fights.values()]
    return [table, *(New(log, store.header(log), tuple(body for _, body in store.read(log))) for log in fights)]


def _read(file: Path) -> tuple[list[New], Seats]:
    """What a file holds, all of it seen to be whole and of a kind that this version knows."""
    # A copy is opened: of an earlier version, it is brought forward, and the file stays as it is.
    with (
        TemporaryDirectory() as folder,
        _told_of(file, Path(shutil.copy(file, folder))) as copy,
        open_store(copy) as held,
    ):
        tables, seals = held.names(TABLE), held.names(SEAL)
        if len(tables) != 1 or len(seals) != 1:
            hint = "Give a file that `turnwright backup` wrote; a whole store is used with --database."
            raise BackupRefused(f"{file} is no backup of a table.", hint)
        logs = _logs(held, tables[0].name)
        if held.header(seals[0].name) != _checksum(logs):
            raise BackupRefused(f"{file} is damaged: it holds something else than was saved.", "Take another backup.")
        for fight in logs[1:]:
            Fight.load(held, fight.name)
        return logs, fold(logs[0].payloads)


def _checksum(logs: list[New]) -> bytes:
    return sha256(msgspec.msgpack.encode(logs)).digest()


@contextmanager
def _told_of(file: Path, copy: Path) -> Iterator[Path]:
    """Tell what is wrong with a copy as it is of the file."""
    try:
        yield copy
    except StoreError as error:
        if error.code == "unknown":
            raise BackupRefused(
                f"{file} is damaged: a fight of the table is missing.", "Take another backup."
            ) from error
        raise BackupRefused(error.message.replace(str(copy), str(file)), error.hint.strip()) from error
    except (msgspec.ValidationError, Unreadable, FileFaults) as error:
        raise BackupRefused(f"{file} holds what this version can't read: {error}.", "Update Turnwright.") from error


def _renamed(store: Store, logs: list[New], seats: Seats) -> list[New]:
    """The logs under names that are free, the table's with a note of those that are new, and that it is restored."""
    table, *fights = logs
    taken = {saved.name for saved in store.names(TABLE)}
    names: dict[str, str] = {}
    for fight in fights:
        names[fight.name] = free_name(store, fight.name, names.values())
    moved = [Resaved(on.id, names[on.log]) for on in seats.fights.values() if names[on.log] != on.log]
    fresh = Restored(secrets.randbits(48) + 1)
    payloads = (*table.payloads, *map(msgspec.json.encode, (*moved, fresh)))
    id = new_id() if table.name in taken else table.name
    return [table._replace(name=id, payloads=payloads), *(one._replace(name=names[one.name]) for one in fights)]
