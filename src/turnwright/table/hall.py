"""All tables of a server: those that are open are kept at hand."""

from __future__ import annotations

from threading import Lock

from turnwright.fight import Fight
from turnwright.store import Store, StoreError
from turnwright.store.api import Saved
from turnwright.table.live import TABLE, Table
from turnwright.table.tickets import fold


class Hall:
    """The tables of a store. The dice of new fights follow from ``seed``, where one is given.

    Once ``over``, nobody waits for changes any more.
    """

    def __init__(self, store: Store, seed: str = "") -> None:
        self.store = store
        self.over = False
        self._seed = seed
        self._open: dict[str, Table] = {}
        self._lock = Lock()

    def table(self, id: str) -> Table | None:
        """The table of this id, or None. Raises what `Table.load` raises."""
        with self._lock:
            if id not in self._open:
                try:
                    self._open[id] = Table.load(self.store, id)
                except StoreError as error:
                    if error.code == "unknown":
                        return None
                    raise
            return self._open[id]

    def new(self, ruleset: str, *, example: bool) -> Table:
        """A table for a new fight by a ruleset; with its example cast, or empty. Raises `UnknownRuleset`."""
        fight = self.fight(ruleset, example=example)
        word = fight.ruleset.example
        table = Table.new(self.store, fight, (word.title if example and word else "") or fight.ruleset.game)
        with self._lock:
            self._open[table.id] = table
        return table

    def fight(self, ruleset: str, *, example: bool = False) -> Fight:
        """A new fight by a ruleset, on no table yet. Raises `UnknownRuleset`."""
        return Fight.new(ruleset, seed=self._seed, example=example)

    def end(self) -> None:
        """Let everybody go who waits for changes."""
        self.over = True
        for table in tuple(self._open.values()):
            table.tell()

    def all(self) -> list[tuple[Saved, str]]:
        """Every table, the one that was opened last first, with its title."""
        logs = ((saved, self.store.read(saved.name)) for saved in self.store.names(TABLE))
        return [(saved, fold(payload for _, payload in log).title) for saved, log in logs]
