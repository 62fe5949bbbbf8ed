"""Running scenario files from the command line."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from turnwright.cli.lines import put
from turnwright.rules.faults import Fault
from turnwright.scenario.play import Outcome, run_file
from turnwright.scenario.report import as_json, as_text, counted, exit_code, scenario_files


def run_paths(paths: Iterable[Path], json: bool) -> int:
    """Run all scenario files under these paths, printing each as it ends; gives the exit code."""
    outcomes: list[Outcome] = []
    for outcome in _outcomes(tuple(paths)):
        outcomes.append(outcome)
        click.echo(as_json(outcome)) if json else put(as_text(outcome))
    if not json:
        failed = sum(1 for outcome in outcomes if not outcome.passed)
        checks = sum(outcome.checks for outcome in outcomes)
        click.echo(f"{counted(len(outcomes), 'scenario')}, {counted(checks, 'check')}, {failed} not passed")
    return exit_code(outcomes)


def _outcomes(paths: tuple[Path, ...]) -> Iterator[Outcome]:
    for path in paths:
        # Path.exists raises for what is too long to be a name.
        if not os.path.exists(path):
            yield Outcome(file=str(path), errors=[Fault(str(path), 1, 1, "there is no such file or folder")])
            continue
        files = tuple(scenario_files((path,)))
        if not files:
            yield Outcome(file=str(path), errors=[Fault(str(path), 1, 1, "there are no scenario files (*.yaml) here")])
        for file in files:
            yield run_file(file)
