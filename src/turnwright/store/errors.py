"""The one error that every kind of store raises."""

from __future__ import annotations

from typing import Literal

Code = Literal[
    "name",  # this can't be the name of an encounter
    "exists",  # the name is taken
    "unknown",  # there is no such encounter
    "ambiguous",  # several encounters begin like this
    "conflict",  # another sequence number is next
    "newer",  # a later version of Turnwright wrote the file
    "foreign",  # a database of some other program
    "damaged",  # no database, or one that is broken
    "busy",  # another process held the file for too long
    "failed",  # the system refused: rights, space, hardware
    "closed",  # the store was closed before
]


class StoreError(Exception):
    """The store refused, and nothing was changed; only after `failed` it takes `last` to know what is there.

    `code` is for programs, `message` and `hint` (what can be done, maybe empty) are for people. `last` is the
    number of the newest record (with `conflict`); `names` are the encounters that could be meant, likeliest
    first (with `ambiguous` and `unknown`).
    """

    code: Code
    message: str
    hint: str
    last: int | None
    names: tuple[str, ...]

    def __init__(
        self, code: Code, message: str, hint: str = "", last: int | None = None, names: tuple[str, ...] = ()
    ) -> None:
        super().__init__(code, message, hint, last, names)
        self.code = code
        self.message = message
        self.hint = hint
        self.last = last
        self.names = names

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".rstrip()
