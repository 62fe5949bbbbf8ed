"""Opening a fight in the terminal: a saved one, or a new one by a ruleset or a file.

Each step is saved before it is acknowledged, so a fight that was killed at any moment goes on exactly there.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import click

from turnwright.cli.desk import Desk
from turnwright.cli.lines import complain
from turnwright.cli.lists import Unusable, read_file
from turnwright.fight import CastRefused, Fight, Unreadable
from turnwright.naming import free_name, numberless, quoted
from turnwright.rules.faults import FileFaults, quote
from turnwright.rules.load import Book, UnknownRuleset, builtin_names, find, read
from turnwright.rules.shelf import headings
from turnwright.scenario.encounter import is_encounter, read_encounter
from turnwright.store import Store, StoreError, open_store

Opened = tuple[str, Fight]


class Wanted(NamedTuple):
    """How a fight is to begin.

    ``add`` are files that list combatants. A new fight begins with them, or with nobody where it is to be ``empty``;
    else with the ruleset's example. ``after`` is a fight that is over, whose party goes on to this one. ``options``
    (``name=value``) and ``kind`` choose how the ruleset is read.
    """

    seed: str = ""
    add: tuple[str, ...] = ()
    empty: bool = False
    after: str = ""
    options: tuple[str, ...] = ()
    kind: str = ""


def play_table(what: str, wanted: Wanted) -> int:
    """Open or begin a fight and run it until its GM leaves; gives the exit code."""
    try:
        store = open_store()
    except StoreError as error:
        return complain(str(error))
    with store:
        try:
            opened = Opening(store, wanted).open(what)
        except UnknownRuleset as unknown:
            return complain(
                f"there is no ruleset, file or saved fight called {quote(what)}", _known(store, what, unknown)
            )
        except (FileFaults, Unreadable, CastRefused) as wrong:
            return complain(str(wrong))
        except Unusable as wrong:
            return complain("\n".join(wrong.lines))
        except StoreError as error:
            return complain(str(error))
        if opened is None:
            return 0
        try:
            Desk(store, *opened).run()
        except StoreError as error:
            return complain(f"the last step could not be saved and was not taken: {error}")
        except Unreadable as wrong:
            return complain(str(wrong))
    return 0


def _known(store: Store, what: str, unknown: UnknownRuleset) -> str:
    """What there is instead of a name that nothing has."""
    try:
        store.find(what)
    except StoreError as error:
        if error.names:
            return f"did you mean {' or '.join(map(quote, error.names))}? Among rulesets {unknown.hint}"
    return unknown.hint


class Opening:
    """How a fight comes to the table."""

    def __init__(self, store: Store, wanted: Wanted) -> None:
        self.store = store
        self.wanted = wanted
        self.earlier: Fight | None = None
        self.earlier_name = ""
        self.options = dict(map(_chosen, wanted.options))

    def open(self, what: str) -> Opened | None:
        """The fight that is meant, or that is chosen from what is offered; None where nobody chooses."""
        if self.wanted.after:
            self._go_on_after(self.wanted.after)
        if not what and (self.options or self.wanted.kind):
            raise Unusable(
                "options and kinds belong to a ruleset — say which: turnwright play RULESET --option NAME=VALUE"
            )
        if not what:
            return self._offer() if self.earlier is None else self._begin(self.earlier.book)
        if what in builtin_names():
            return self._begin(self._find(what))
        try:
            name = self.store.find(what)
        except StoreError as error:
            if error.code == "ambiguous":
                raise
        else:
            if self.earlier is not None:
                raise Unusable(f"{name} is a fight already — after another one a ruleset or an encounter is played")
            if self.options or self.wanted.kind:
                raise Unusable(f"{name} began with its rules already — rules use FILE, at its prompt, changes them")
            return self._saved(name)
        if is_encounter(Path(what)):
            return self._encounter(Path(what))
        return self._begin(self._find(what))

    def _find(self, what: str) -> Book:
        return find(what, self.options, self.wanted.kind)

    def _saved(self, name: str) -> Opened:
        fight = Fight.load(self.store, name)
        self._add_to(fight)
        return name, fight

    def _begin(self, book: Book) -> Opened:
        ruleset = read(book).value
        example = not self.wanted.add and not self.wanted.empty and self.earlier is None
        fight = self._fresh(book, example)
        title = ruleset.example.title if example and ruleset.example else ""
        return self._new(fight, title or numberless(self.earlier_name) or f"{ruleset.game} fight")

    def _fresh(self, book: Book, example: bool = False) -> Fight:
        """A fight that nobody has saved yet, with the party of the earlier one if there is one."""
        if self.earlier is not None:
            return self.earlier.next_fight(book, seed=self.wanted.seed)
        return Fight.from_book(book, seed=self.wanted.seed, example=example)

    def _go_on_after(self, text: str) -> Book:
        """The party of an earlier fight goes on to this one; gives the book that was played by."""
        name = self.store.find(text)
        fight = Fight.load(self.store, name)
        if not fight.state.closed:
            raise Unusable(f"{name} is still on — turnwright play {quoted(name)}, then close")
        self.earlier, self.earlier_name = fight, name
        return fight.book

    def _encounter(self, path: Path) -> Opened:
        file = read_encounter(path, self.earlier.book if self.earlier else None)
        fight = self._fresh(file.book)
        members = file.members(fight.ruleset)
        if members:
            result = fight.cast(members)
            if not result:
                raise Unusable(f"{path}: {result.lines[0]}")
        return self._new(fight, file.title)

    def _new(self, fight: Fight, title: str) -> Opened:
        self._add_to(fight)
        name = free_name(self.store, title)
        fight.save(self.store, name)
        return name, fight

    def _add_to(self, fight: Fight) -> None:
        for file in self.wanted.add:
            found = read_file(fight, file)
            for line in (*found.notes, *found.faults):
                complain(line)
            result = found.add(fight)
            if not result:
                raise Unusable(f"{file}: {result.lines[0]}")
            if found.faults:
                complain(f"what could be read of {file} is added; the rest can be typed: add NAME")

    def _going_on(self, name: str) -> list[tuple[str, Callable[[], Opened]]]:
        """The last fight, or the next one of its party where it is over."""
        label, back = self._again(name)
        try:
            over = Fight.load(self.store, name).state.closed
        except (FileFaults, Unreadable, StoreError):
            # What is wrong with it is told to whoever chooses it.
            over = False
        if not over:
            return [(f"{label} (the last fight)", back)]
        return [
            (f"the next fight, with the party of {name}", lambda: self._begin(self._go_on_after(name))),
            (f"{label} (over)", back),
        ]

    def _again(self, name: str) -> tuple[str, Callable[[], Opened]]:
        return f"go on with {name}", lambda: self._saved(name)

    def _offer(self) -> Opened | None:
        """The last fights, then a new one by each ruleset: a number chooses, Enter takes the first."""
        choices: list[tuple[str, Callable[[], Opened]]] = []
        for one in self.store.names()[:5]:
            choices += self._going_on(one.name) if not choices else [self._again(one.name)]
        for row in sorted(headings(), key=lambda row: not row.default):
            label = row.game if self.wanted.empty or self.wanted.add else f"{row.example or 'example'} ({row.game})"
            choices.append((f"new fight: {label}", lambda name=row.name: self._begin(self._find(name))))  # type: ignore[misc]
        for number, (label, _) in enumerate(choices, 1):
            click.echo(f"{number:>3}  {label}")
        try:
            picked = input(f"Which? [1-{len(choices)}, Enter for 1] ").strip() or "1"
        except (EOFError, KeyboardInterrupt):
            click.echo("")
            return None
        if not picked.isdecimal() or not 1 <= int(picked) <= len(choices):
            raise Unusable(f"{picked} is not among them — type a number from 1 to {len(choices)}")
        return choices[int(picked) - 1][1]()


def _chosen(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Unusable(f"{text} chooses nothing — write NAME=VALUE, such as unused_delay=forfeit")
    return name.strip(), value.strip()
