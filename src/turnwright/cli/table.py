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
from turnwright.fight import CastRefused, Fight, Unreadable
from turnwright.listing import Unusable, read_file
from turnwright.naming import free_name, numberless, quoted
from turnwright.rules.faults import FileFaults, quote
from turnwright.rules.load import Book, UnknownRuleset, builtin_names, find, read
from turnwright.rules.shelf import headings
from turnwright.scenario.encounter import is_encounter, read_encounter
from turnwright.speech.catalogue import LANGUAGE, Catalogue, catalogue
from turnwright.store import Store, StoreError, open_store

Opened = tuple[str, Fight]


class Wanted(NamedTuple):
    """How a fight is to begin.

    ``add`` are files that list combatants. A new fight begins with them, or with nobody where it is to be ``empty``;
    else with the ruleset's example. ``after`` is a fight that is over, whose party goes on to this one. ``options``
    (``name=value``) and ``kind`` choose how the ruleset is read, ``language`` that of all sentences.
    """

    seed: str = ""
    add: tuple[str, ...] = ()
    empty: bool = False
    after: str = ""
    options: tuple[str, ...] = ()
    kind: str = ""
    language: str = LANGUAGE


def play_table(what: str, wanted: Wanted) -> int:
    """Open or begin a fight and run it until its GM leaves; gives the exit code."""
    texts = catalogue(wanted.language)
    try:
        store = open_store()
    except StoreError as error:
        return complain(str(error))
    with store:
        try:
            opened = Opening(store, wanted).open(what)
        except UnknownRuleset as unknown:
            return complain(
                texts.say("terminal", "nothing called", {"name": quote(what)}), _known(store, what, unknown, texts)
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
            return complain(texts.say("terminal", "not saved", {"problem": str(error)}))
        except Unreadable as wrong:
            return complain(str(wrong))
    return 0


def _known(store: Store, what: str, unknown: UnknownRuleset, texts: Catalogue) -> str:
    """What there is instead of a name that nothing has."""
    try:
        store.find(what)
    except StoreError as error:
        if error.names:
            names = texts.text("word", "or").join(map(quote, error.names))
            return texts.say("terminal", "did you mean", {"names": names, "hint": unknown.hint})
    return unknown.hint


class Opening:
    """How a fight comes to the table."""

    def __init__(self, store: Store, wanted: Wanted) -> None:
        self.store = store
        self.wanted = wanted
        self.earlier: Fight | None = None
        self.earlier_name = ""
        self.texts = catalogue(wanted.language)
        self.options = dict(map(self._chosen, wanted.options))

    def open(self, what: str) -> Opened | None:
        """The fight that is meant, or that is chosen from what is offered; None where nobody chooses."""
        if self.wanted.after:
            self._go_on_after(self.wanted.after)
        if not what and (self.options or self.wanted.kind):
            raise self._unusable("options of what")
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
                raise self._unusable("after a fight", name=name)
            if self.options or self.wanted.kind:
                raise self._unusable("rules are chosen", name=name)
            return self._saved(name)
        if is_encounter(Path(what)):
            return self._encounter(Path(what))
        return self._begin(self._find(what))

    def _unusable(self, key: str, **figures: str) -> Unusable:
        return Unusable(self._text(key, **figures))

    def _text(self, key: str, **figures: str) -> str:
        return self.texts.say("terminal", key, figures)

    def _find(self, what: str) -> Book:
        return find(what, self.options, self.wanted.kind)

    def _saved(self, name: str) -> Opened:
        fight = Fight.load(self.store, name, self.wanted.language)
        self._add_to(fight)
        return name, fight

    def _begin(self, book: Book) -> Opened:
        ruleset = read(book).value
        example = not self.wanted.add and not self.wanted.empty and self.earlier is None
        fight = self._fresh(book, example)
        title = ruleset.example.title if example and ruleset.example else ""
        return self._new(fight, title or numberless(self.earlier_name) or self._text("fight of", game=ruleset.game))

    def _fresh(self, book: Book, example: bool = False) -> Fight:
        """A fight that nobody has saved yet, with the party of the earlier one if there is one."""
        if self.earlier is not None:
            return self.earlier.next_fight(book, seed=self.wanted.seed)
        return Fight.from_book(book, seed=self.wanted.seed, example=example, language=self.wanted.language)

    def _go_on_after(self, text: str) -> Book:
        """The party of an earlier fight goes on to this one; gives the book that was played by."""
        name = self.store.find(text)
        fight = Fight.load(self.store, name, self.wanted.language)
        if not fight.state.closed:
            raise self._unusable("not over", name=name, quoted=quoted(name))
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
                complain(self._text("rest to type", name=file))

    def _going_on(self, name: str) -> list[tuple[str, Callable[[], Opened]]]:
        """The last fight, or the next one of its party where it is over."""
        _, back = self._again(name)
        try:
            over = Fight.load(self.store, name, self.wanted.language).state.closed
        except (FileFaults, Unreadable, StoreError):
            # What is wrong with it is told to whoever chooses it.
            over = False
        if not over:
            return [(self._text("last fight", name=name), back)]
        return [
            (self._text("next fight", name=name), lambda: self._begin(self._go_on_after(name))),
            (self._text("fight over", name=name), back),
        ]

    def _again(self, name: str) -> tuple[str, Callable[[], Opened]]:
        return self._text("go on", name=name), lambda: self._saved(name)

    def _offer(self) -> Opened | None:
        """The last fights, then a new one by each ruleset: a number chooses, Enter takes the first."""
        choices: list[tuple[str, Callable[[], Opened]]] = []
        for one in self.store.names()[:5]:
            choices += self._going_on(one.name) if not choices else [self._again(one.name)]
        for row in sorted(headings(), key=lambda row: not row.default):
            label = (
                row.game
                if self.wanted.empty or self.wanted.add
                else f"{row.example or self._text('example')} ({row.game})"
            )
            choices.append((self._text("new fight", text=label), lambda name=row.name: self._begin(self._find(name))))  # type: ignore[misc]
        for number, (label, _) in enumerate(choices, 1):
            click.echo(f"{number:>3}  {label}")
        try:
            picked = input(f"{self._text('which')} [{self._text('which of', count=str(len(choices)))}] ").strip() or "1"
        except (EOFError, KeyboardInterrupt):
            click.echo("")
            return None
        if not picked.isdecimal() or not 1 <= int(picked) <= len(choices):
            raise self._unusable("not among", text=picked, count=str(len(choices)))
        return choices[int(picked) - 1][1]()

    def _chosen(self, text: str) -> tuple[str, str]:
        name, equals, value = text.partition("=")
        if not equals:
            raise self._unusable("no option", text=text)
        return name.strip(), value.strip()
