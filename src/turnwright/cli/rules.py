"""Rulesets from the command line: showing, checking, beginning one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import click

from turnwright.cli.lines import complain, put
from turnwright.rules.cast import read_cast
from turnwright.rules.faults import Fault, FileFaults
from turnwright.rules.load import Book, UnknownRuleset, examine, find, read
from turnwright.rules.shape import schema
from turnwright.rules.words import READERS, Ruleset


def show_ruleset(name: str) -> int:
    """Print a ruleset's file, or the files that it is laid together from; gives the exit code."""
    try:
        book = find(name)
        read(book)
    except UnknownRuleset as unknown:
        return complain(unknown.message, unknown.hint)
    except FileFaults as wrong:
        return complain(str(wrong))
    for source in book.sources:
        click.echo(f"# {source.file}")
        click.echo(source.text.rstrip())
    return 0


def check_ruleset(file: str) -> int:
    """Check a file with each reading of each of its options, and its example; gives the exit code."""
    try:
        book = find(file)
    except UnknownRuleset as unknown:
        return complain(unknown.message, unknown.hint)
    except FileFaults as wrong:
        faults = list(wrong.faults)
    else:
        faults = sorted(set(_faults(book)))
    for fault in faults:
        complain(str(fault))
    if faults:
        return 2
    ruleset = read(book).value
    kinds, options = len(ruleset.kinds), len(ruleset.options)
    put(f"{file}: {ruleset.game} is in order ({options} options, {kinds} kinds of encounter)")
    return 0


def _faults(book: Book) -> Iterator[Fault]:
    examined = examine(book)
    yield from examined.faults
    ruleset = examined.value
    if ruleset is None:
        return
    for variant in variants(book, ruleset):
        yield from examine(variant).faults
    if ruleset.example is not None:
        found: list[Fault] = []
        read_cast(ruleset.example.cast, ruleset, found)
        yield from examined.sure(found)


def variants(book: Book, ruleset: Ruleset) -> Iterator[Book]:
    """The book with each listed reading of each option, and with each kind of encounter, one at a time."""
    for name, option in ruleset.options.items():
        for value in option.values:
            yield Book(book.name, book.sources, {**book.options, name: value}, book.kind)
    for kind in ruleset.kinds:
        yield Book(book.name, book.sources, book.options, kind)


def print_schema(overlay: bool) -> int:
    """Print the JSON Schema of ruleset files; gives the exit code."""
    click.echo(json.dumps(schema(Ruleset, READERS, overlay=overlay), indent=1, ensure_ascii=False))
    return 0


def write_template(file: Path) -> int:
    """Write the template, unless something stands there already; gives the exit code."""
    text = (resources.files("turnwright.rules") / "template.yaml").read_text(encoding="utf-8")
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        return complain(f"{file} is there already", "choose another name, or remove it first")
    except OSError as error:
        return complain(f"{file} can't be written: {error.strerror}")
    put(f"{file} written. Next: turnwright rules check {file}, then turnwright play {file}")
    return 0
