"""What differs between the kinds of database that a store may lie in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator
    from contextlib import AbstractContextManager
    from threading import Event

    from sqlalchemy import Connection, Engine

    from turnwright.store.errors import StoreError


class Database(ABC):
    """A database, opened. `shown` is how people are told which, never with a password. `for_many`
    tells whether several processes can serve from it.

    Transactions that change something are begun at `writer`, and returned from only when the data is on the disk;
    what only looks is asked of `reader`, each statement on its own. `turn` is held meanwhile. `errors` is what the
    database raises.
    """

    shown: str
    for_many: bool
    reader: Engine
    writer: Engine
    turn: AbstractContextManager[object]
    errors: tuple[type[Exception], ...]

    @abstractmethod
    def format(self, connection: Connection) -> int | None:
        """The format of what is there, 0 for a fresh database, None for one of another program."""

    @abstractmethod
    def mark(self, connection: Connection, format: int) -> None:
        """Note the format that the tables have now."""

    @abstractmethod
    def alone(self, connection: Connection) -> None:
        """Let nobody else make or rename encounters, or change tables, before this transaction ends."""

    @abstractmethod
    def hint(self, connection: Connection, name: str) -> None:
        """Let others know, when this transaction is committed, that this log has changed."""

    @abstractmethod
    def hints(self, over: Event) -> Generator[str | None, None, None]:
        """The logs that others have changed, as they do it, until it is over: by name, None where it may be any.

        The first is None. Raises `errors` when the database is away.
        """

    def version(self) -> int | None:
        """What becomes another number with everything that others write, and with nothing else; None where that can't
        be told more quickly than it is read."""
        return None

    @abstractmethod
    def told(self, error: Exception) -> StoreError:
        """What the database has to say, as the store says it."""

    @abstractmethod
    def damaged(self, message: str) -> StoreError:
        """The error that something is damaged, with what can be done."""

    def close(self) -> None:
        """Let go of it."""
        self.writer.dispose()
