"""Printing the log of a saved fight."""

from __future__ import annotations

import click

from turnwright.chronicle import as_jsonl, as_markdown, as_scenario, as_text
from turnwright.fight import Fight, Unreadable
from turnwright.rules.faults import FileFaults
from turnwright.store import StoreError, open_store


def print_log(name: str, form: str, links: bool) -> int:
    """Print a fight's log as text, JSON lines, Markdown or a scenario file; gives the exit code."""
    try:
        with open_store() as store:
            found = store.find(name)
            fight = Fight.load(store, found)
    except StoreError as error:
        click.echo(f"{error.message}{f' — {error.hint}' if error.hint else ''}", err=True)
        return 2
    except (FileFaults, Unreadable) as wrong:
        click.echo(str(wrong), err=True)
        return 2
    writers = {
        "text": lambda: as_text(fight),
        "jsonl": lambda: as_jsonl(fight),
        "markdown": lambda: as_markdown(fight, found, links=links),
        "scenario": lambda: as_scenario(fight, found),
    }
    click.echo(writers[form]())
    return 0
