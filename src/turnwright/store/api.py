"""What every kind of store offers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, NamedTuple

from turnwright.store.names import pick

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import datetime
    from types import TracebackType
    from typing import Self


FIGHT = "fight"
"""The kind of log that an encounter has."""


class Saved(NamedTuple):
    """An encounter in the store. `changed` is when its last record was appended; both times are in UTC."""

    name: str
    created: datetime
    changed: datetime
    records: int


class New(NamedTuple):
    """A log that is to be: its name, its header, its first records, and of which kind it is."""

    name: str
    header: bytes
    payloads: tuple[bytes, ...] = ()
    kind: str = FIGHT


class Store(ABC):
    """Encounters (and other kinds of log) by name, each with a header and a log of records numbered 1, 2, 3, …

    A name means the same encounter in upper and lower case, in whichever Unicode form, with spaces around it.
    Every change is there wholly or not at all, and survives a crash or power cut once the call has returned.
    Any number of processes and threads may share a store.

    Besides the errors named with each method, each may raise `busy`, `damaged`, `failed` and `closed`, and
    those that change something `newer`.
    """

    shown: str
    """Where it lies, as people are told: a file, or an address without its password."""

    for_many: bool
    """Whether several processes can serve people from it: none waits for the others, all hear at once."""

    formats: tuple[int, int]
    """The format in which it was found when it was opened, 0 if there was none, and the one that it has now."""

    def create(self, name: str, header: bytes, payloads: Iterable[bytes] = (), kind: str = FIGHT) -> None:
        """Begin a log, with its first records if there are any. Raises `name` and `exists`."""
        self.create_many((New(name, header, tuple(payloads), kind),))

    @abstractmethod
    def create_many(self, logs: Iterable[New]) -> None:
        """Begin several logs, all or none. Raises what `create` does."""

    @abstractmethod
    def header(self, name: str) -> bytes:
        """What was given to `create`. Raises `unknown`."""

    def append(self, name: str, seq: int, payload: bytes) -> None:
        """Add a record. Raises `unknown`, and `conflict` if `seq` is not the next number."""
        self.append_many(name, seq, (payload,))

    @abstractmethod
    def append_many(self, name: str, seq: int, payloads: Iterable[bytes]) -> None:
        """Add records from number `seq` on, all or none. Raises what `append` does."""

    @abstractmethod
    def read(self, name: str, after: int = 0) -> Iterator[tuple[int, bytes]]:
        """The records above number `after`, up to the last one there is now, in order.

        Raises `unknown`, also on the way if the encounter is deleted meanwhile.
        """

    @abstractmethod
    def last(self, name: str) -> int:
        """The number of the last record, 0 if there is none. Raises `unknown`."""

    @abstractmethod
    def names(self, kind: str = FIGHT) -> list[Saved]:
        """All logs of a kind, the one that changed last first."""

    @abstractmethod
    def rename(self, name: str, new: str) -> None:
        """Give an encounter another name. Raises `unknown`, `name` and `exists`."""

    @abstractmethod
    def delete(self, name: str) -> None:
        """Remove an encounter with all its records, for good. Raises `unknown`."""

    def find(self, text: str) -> str:
        """The full name of the encounter meant by `text`: the name itself, or a beginning that only it has.

        Raises `ambiguous` and `unknown`.
        """
        return pick(text, [saved.name for saved in self.names()])

    @abstractmethod
    def watch(self, told: Callable[[str | None], None]) -> Callable[[], None]:
        """Call `told` from another thread with the name of each log that others change, None if it may be any; gives
        what ends that.

        It is a hint: what a log holds is known by reading. That anything may have changed is told at the beginning,
        maybe before this returns, and after each break in which hints may have been lost; where `told` raises
        `StoreError` in the other thread, it is told that again.
        """

    @abstractmethod
    def close(self) -> None:
        """Let go of the file. Closing twice is allowed; anything else afterwards raises `closed`."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
