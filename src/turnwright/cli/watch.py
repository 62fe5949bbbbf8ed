"""Running scenario files again whenever they, or the rulesets that they are played by, change."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
from watchfiles import Change, watch

from turnwright.cli.lines import complain
from turnwright.cli.run import run_paths
from turnwright.rules.faults import FileFaults
from turnwright.rules.load import UnknownRuleset
from turnwright.scenario.read import read_scenario
from turnwright.scenario.report import scenario_files

TICK = 200
"""Every so many milliseconds it is looked whether anything has changed."""


def watch_paths(paths: tuple[Path, ...], json: bool) -> int:
    """Run the scenarios, and again after each change, until interrupted; gives the exit code.

    What is watched are folders: editors put a new file in the place of the one that was there.
    """
    folders: frozenset[Path] = frozenset()
    # Below the folder of a file that was named there may be anything; below one that was named all is meant.
    deep = all(os.path.isdir(path) for path in paths)
    changes: Iterator[set[tuple[Change, str]]] = iter(())
    try:
        while True:
            now = folders | _folders(paths, deep)
            if now != folders:
                folders = now
                changes = watch(*now, recursive=deep, rust_timeout=TICK, yield_on_timeout=True)
                # What changes from here on is noticed, also while the files are run.
                next(changes)
            run_paths(paths, json)
            while not any(_counts(Path(file), paths) for _, file in next(changes)):
                pass
            if not json:
                click.echo("")
    except KeyboardInterrupt:
        click.echo("", err=True)
    except OSError as error:
        return complain(f"{', '.join(map(str, paths))} can't be watched: {error.strerror or error}")
    return 0


def _counts(file: Path, paths: Iterable[Path]) -> bool:
    """Whether a change matters; a new folder may have been filled before it was watched itself."""
    return file.suffix == ".yaml" or os.path.isdir(file) or any(file == path.absolute() for path in paths)


def _folders(paths: Iterable[Path], deep: bool) -> frozenset[Path]:
    """The folders of all files that are played, and of the files of their rulesets; without those that stand in another
    where folders are watched as ``deep`` as they are."""
    found: set[Path] = set()
    for path in paths:
        if os.path.isdir(path):
            found.add(path)
            found.update(one for one in path.rglob("*") if not deep and os.path.isdir(one))
        else:
            found.add(path.parent)
    for file in scenario_files(paths):
        found |= {Path(source).parent for source in _rulesets(file)}
    return frozenset(folder.absolute() for folder in found)


def _rulesets(file: Path) -> tuple[str, ...]:
    """The files of the ruleset by which a scenario is played, as far as they can be told."""
    try:
        sources = read_scenario(file).book.sources
    except (FileFaults, UnknownRuleset):
        return ()
    return tuple(source.file for source in sources if os.path.isfile(source.file))
