"""Printing the log of a saved fight."""

from __future__ import annotations

import click

from turnwright.chronicle import as_jsonl, as_markdown, as_scenario, as_text
from turnwright.cli.lines import complain, put
from turnwright.fight import Fight, Unreadable
from turnwright.rules.faults import FileFaults
from turnwright.store import StoreError, open_store


def print_log(name: str, form: str, links: bool, language: str) -> int:
    """Print a fight's log as text, JSON lines, Markdown or a scenario file; gives the exit code."""
    try:
        with open_store() as store:
            found = store.find(name)
            fight = Fight.load(store, found, language)
    except StoreError as error:
        return complain(str(error))
    except (FileFaults, Unreadable) as wrong:
        return complain(str(wrong))
    if form == "text":
        put(as_text(fight))
        return 0
    writers = {
        "jsonl": lambda: as_jsonl(fight),
        "markdown": lambda: as_markdown(fight, found, links=links),
        "scenario": lambda: as_scenario(fight, found),
    }
    click.echo(writers[form]())
    return 0
