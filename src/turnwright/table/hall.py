"""All tables of a server: those that are open are kept at hand."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from threading import Lock
from typing import NamedTuple

import msgspec
from msgspec import Struct

from turnwright.fight import Fight, Unreadable, book_of
from turnwright.rules.load import Book, find
from turnwright.store import Store, StoreError
from turnwright.store.api import Saved
from turnwright.table.easel import Easel
from turnwright.table.live import TABLE, Table
from turnwright.table.names import plain
from turnwright.table.tickets import Seats, fold
from turnwright.table.tokens import HostKey, digest, matches, new_id, new_secret

HOST_TOKEN = "host token"
"""The kind of log that a token of the host's is."""


class Listed(NamedTuple):
    """A table as it is listed: its log, its title, the ruleset of the fight that it shows, by its name (empty where
    that can't be read), and when it or a fight on it was changed last."""

    saved: Saved
    title: str
    ruleset: str
    used: datetime


class HostToken(Struct, frozen=True):
    """The right of a program to act for the host: what it was made for, and the digest of its secret."""

    name: str
    digest: str


class Hall:
    """The tables of a store. The dice of new fights follow from ``seed``, where one is given; ``drawing`` makes the
    screens of those who watch.

    Once ``over``, nobody waits for changes any more.
    """

    def __init__(self, store: Store, seed: str = "") -> None:
        self.store = store
        self.over = False
        self._seed = seed
        self.opened: Callable[[Table], None] = _nobody
        """Told of each table as it is opened, before anybody does anything there."""
        self._open: dict[str, Table] = {}
        self._lock = Lock()
        self.drawing = Easel()
        self._deafen: Callable[[], None] = lambda: None

    def listen(self) -> None:
        """Take in from now on what other programs do to the tables, as they do it, until the end. Raises StoreError."""
        self._deafen = self.store.watch(self._heard)

    def table(self, id: str) -> Table | None:
        """The table of this id as it is now, or None. Raises StoreError."""
        with self._lock:
            known = self._open.get(id)
            if known is None:
                return self._loaded(id)
        # Somebody may be let in by it, or shut out: what another program has changed counts at once.
        return known if self._refreshed(known) else None

    def new(self, rules: Book | str, *, example: bool) -> Table:
        """A table for a new fight by a ruleset, a book or a name; with its example cast, or empty. Raises
        `UnknownRuleset`."""
        fight = self.fight(rules, example=example)
        word = fight.ruleset.example
        return self.open(fight, (word.title if example and word else "") or fight.ruleset.game)

    def fight(self, rules: Book | str, *, example: bool = False) -> Fight:
        """A new fight by a ruleset, a book or a name, on no table yet. Raises `UnknownRuleset`."""
        book = rules if isinstance(rules, Book) else find(rules)
        return Fight.from_book(book, seed=self._seed, example=example)

    def after(self, fight: Fight, book: Book) -> Fight:
        """A new fight with the party of another, on no table yet. Raises what `Fight.next_fight` does."""
        return fight.next_fight(book, seed=self._seed)

    def open(self, fight: Fight, title: str) -> Table:
        """A new table for a fight that was not saved before. Raises StoreError."""
        table = Table.new(self.store, fight, title)
        self.opened(table)
        with self._lock:
            self._open[table.id] = table
        return table

    # ---- the host's programs

    def issue(self, name: str) -> HostKey:
        """A token by which a program acts for the host. It is kept nowhere as it is."""
        token = HostKey(new_id(), new_secret())
        self.store.create(
            token.id, msgspec.json.encode(HostToken(plain(name) or "bot", digest(token.secret))), (), HOST_TOKEN
        )
        return token

    def host_tokens(self) -> dict[str, str]:
        """What each token of the host's was made for, by its id."""
        return {saved.name: self._host_token(saved.name).name for saved in self.store.names(HOST_TOKEN)}

    def is_host_token(self, token: HostKey) -> bool:
        """Whether this is a token of the host's."""
        known = any(saved.name == token.id for saved in self.store.names(HOST_TOKEN))
        return known and matches(self._host_token(token.id).digest, token.secret)

    def withdraw(self, id: str) -> None:
        """Void a token of the host's; raises KeyError for one that is not there."""
        if id not in self.host_tokens():
            raise KeyError(id)
        self.store.delete(id)

    def _host_token(self, id: str) -> HostToken:
        return msgspec.json.decode(self.store.header(id), type=HostToken)

    # ---- the end

    def end(self) -> None:
        """Let everybody go who waits for changes."""
        self.over = True
        self._deafen()
        for table in tuple(self._open.values()):
            table.tell()

    def all(self) -> list[Listed]:
        """Every table, the one that was used last first."""
        logs = ((saved, self.store.read(saved.name)) for saved in self.store.names(TABLE))
        changed = {saved.name: saved.changed for saved in self.store.names()}
        found = [self._listed(saved, fold(payload for _, payload in log), changed) for saved, log in logs]
        return sorted(found, key=lambda one: one.used, reverse=True)

    def _listed(self, saved: Saved, seats: Seats, changed: dict[str, datetime]) -> Listed:
        shown = seats.fights.get(seats.shown)
        try:
            ruleset = book_of(self.store, shown.log).name if shown is not None else ""
        except (StoreError, Unreadable):
            ruleset = ""
        fights = (changed[fight.log] for fight in seats.fights.values() if fight.log in changed)
        return Listed(saved, seats.title, ruleset, max((saved.changed, *fights)))

    def rename(self, id: str, title: str) -> None:
        """Give a table another title; one that is not there has none. Raises StoreError."""
        table = self.table(id)
        if table is not None:
            table.rename(title)

    def delete(self, id: str) -> None:
        """Remove a table with its seats, links and tokens, for good; its fights stay saved. Raises StoreError."""
        table = self.table(id)
        if table is None:
            return
        with self._lock:
            self.store.delete(id)
            self._open.pop(id, None)
        _leave(table)

    def _loaded(self, id: str) -> Table | None:
        # What asks for it may be anybody's guess: another kind of log is none, nor is a name in other letters.
        if all(saved.name != id for saved in self.store.names(TABLE)):
            return None
        try:
            table = Table.load(self.store, id)
        except StoreError as error:
            if error.code == "unknown":
                return None
            raise
        self.opened(table)
        self._open[id] = table
        return table

    def _refreshed(self, table: Table) -> bool:
        """Whether a table is still there, with what others have done to it."""
        try:
            table.refresh()
        except StoreError as error:
            if error.code != "unknown":
                raise
            with self._lock:
                self._open.pop(table.id, None)
            _leave(table)
            return False
        return True

    def _heard(self, log: str | None) -> None:
        for table in tuple(self._open.values()):
            if log is None or table.concerns(log):
                self._refreshed(table)


def _leave(table: Table) -> None:
    """Nobody sits at a table that was deleted, and whoever watches is told so."""
    table.seats = Seats()
    table.tell()


def _nobody(table: Table) -> None:
    """Nobody wants to know."""
