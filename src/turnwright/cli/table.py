"""The table in the terminal: one prompt, the words of every face, and the picture of the fight after each step.

Each step is saved before it is acknowledged, so a fight that was killed at any moment goes on exactly there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from turnwright.cli.picture import console, draw
from turnwright.fight import Fight, NewerFormat
from turnwright.rules.faults import FileFaults
from turnwright.rules.load import Book, UnknownRuleset, builtin_names, default_name, find, read
from turnwright.store import Store, StoreError, open_store

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

HINT = "Words: next, end, undo, hp NAME -3, help. Ctrl+D leaves; the fight is kept."


def play_table(what: str, seed: str) -> int:
    """Open or begin a fight and run it until its GM leaves; gives the exit code."""
    try:
        store = open_store()
    except StoreError as error:
        return _fail(error.message, error.hint)
    with store:
        try:
            opened = _open(store, what, seed)
        except UnknownRuleset as unknown:
            return _fail(f"there is no ruleset, file or saved fight called {what!r}", unknown.hint)
        except (FileFaults, NewerFormat) as wrong:
            return _fail(str(wrong))
        except StoreError as error:
            return _fail(error.message, error.hint)
        if opened is None:
            return 0
        name, fight = opened
        try:
            _run(name, fight)
        except StoreError as error:
            return _fail(f"the last step could not be saved and was not taken: {error.message}", error.hint)
    return 0


def _fail(message: str, hint: str = "") -> int:
    click.echo(f"{message}{f' — {hint}' if hint else ''}", err=True)
    return 2


def _open(store: Store, what: str, seed: str) -> tuple[str, Fight] | None:
    if not what:
        return _offer(store, seed)
    try:
        name = store.find(what)
    except StoreError as error:
        if error.code == "ambiguous":
            raise
    else:
        return name, Fight.load(store, name)
    return _begin(store, find(what), seed)


def _offer(store: Store, seed: str) -> tuple[str, Fight] | None:
    """The last fight, or the example of a ruleset: a number chooses, Enter takes the first."""
    saved = store.names()[:5]
    games = builtin_names()
    choices: list[tuple[str, Callable[[], tuple[str, Fight]]]] = []
    for one in saved:
        label = f"go on with {one.name}" if choices else f"go on with {one.name} (the last fight)"
        choices.append((label, lambda name=one.name: (name, Fight.load(store, name))))  # type: ignore[misc]
    first = default_name()
    for game in sorted(games, key=lambda name: name != first):
        book = find(game)
        example = read(book).value.example
        if example is not None:
            label = f"new fight: {example.title or 'example'} ({read(book).value.game})"
            choices.append((label, lambda book=book: _begin(store, book, seed)))  # type: ignore[misc]
    for number, (label, _) in enumerate(choices, 1):
        click.echo(f"{number:>3}  {label}")
    line = _ask(f"Which? [1-{len(choices)}, Enter for 1] ")
    if line is None:
        return None
    picked = line.strip() or "1"
    if not picked.isdecimal() or not 1 <= int(picked) <= len(choices):
        raise UnknownRuleset(picked, f"type a number from 1 to {len(choices)}")
    return choices[int(picked) - 1][1]()


def _ask(prompt: str) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        return None


def _begin(store: Store, book: Book, seed: str) -> tuple[str, Fight]:
    ruleset = read(book).value
    title = (ruleset.example.title if ruleset.example else "") or ruleset.game
    name = _free_name(title[:60], {one.name.casefold() for one in store.names()})
    return name, Fight.saved(store, name, book, seed=seed, example=True)


def _free_name(title: str, taken: set[str]) -> str:
    name, number = title, 1
    while name.casefold() in taken:
        number += 1
        name = f"{title} {number}"
    return name


def _run(name: str, fight: Fight) -> None:
    on = console()
    draw(fight, on)
    click.echo(HINT)
    for line in _lines(fight):
        result = fight.do(line)
        for told in result.lines:
            click.echo(told if result else f"✗ {told}")
        if result.record is not None:
            draw(fight, on)
    click.echo(f"\nKept as {name!r}. Go on with: turnwright play {_quoted(name)}")


def _quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name


def _lines(fight: Fight) -> Iterator[str]:
    """Lines as they are typed: with completion and history at a terminal, plain from a pipe."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        yield from _typed(fight)
    else:
        for line in sys.stdin:
            yield line.rstrip("\r\n")


def _typed(fight: Fight) -> Iterator[str]:
    session = _session(fight)
    while True:
        try:
            yield session.prompt("› ")
        except KeyboardInterrupt:
            click.echo("Ctrl+D leaves.")
        except EOFError:
            return


def _session(fight: Fight) -> PromptSession[str]:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.history import FileHistory

    from turnwright.store import data_folder

    class Words(Completer):
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
            text = document.text_before_cursor
            for word in fight.complete(text):
                yield Completion(word.text, start_position=word.start - len(text))

    folder: Path = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return PromptSession(completer=Words(), history=FileHistory(str(folder / "history")), complete_while_typing=False)
