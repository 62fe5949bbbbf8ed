"""Listing the rulesets that come along."""

from __future__ import annotations

import shutil
import textwrap

import click

from turnwright.rules.shelf import headings


def list_rulesets() -> int:
    """Print the name and the first words of each ruleset that comes along; gives the exit code."""
    rows = headings()
    width = max(len(row.name) for row in rows)
    columns = min(shutil.get_terminal_size((80, 24)).columns, 100)
    for row in rows:
        click.echo(f"{row.name:<{width}}  {row.game}{' (the default)' if row.default else ''}")
        for line in textwrap.wrap(row.about, max(columns - width - 2, 20)):
            click.echo(f"{'':<{width}}  {line}")
    return 0
