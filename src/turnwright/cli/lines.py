"""Lines for people, at a terminal broken between words."""

from __future__ import annotations

import os
import sys
import textwrap

import click


def put(text: str) -> None:
    """Write lines to the output."""
    click.echo(_fitted(text, error=False))


def complain(message: str, hint: str = "") -> int:
    """Write what is wrong, and what can be done, to the error output; gives the exit code for it."""
    click.echo(_fitted(f"{message}{f' — {hint}' if hint else ''}", error=True), err=True)
    return 2


def _fitted(text: str, error: bool) -> str:
    """Text as it fits the terminal that it goes to; whatever else reads it gets its lines whole."""
    stream = sys.stderr if error else sys.stdout
    try:
        width = os.get_terminal_size(stream.fileno()).columns if stream.isatty() else 0
    except (OSError, ValueError):
        width = 0
    return broken(text, width) if width else text


def broken(text: str, width: int) -> str:
    """Text whose lines are at most so wide, as far as its words are; what follows stands a little further in."""
    lines: list[str] = []
    for line in text.splitlines():
        margin = " " * (len(line) - len(line.lstrip()))
        found = textwrap.wrap(
            line.strip(),
            max(width, 20),
            initial_indent=margin,
            subsequent_indent=f"{margin}  ",
            break_long_words=False,
            break_on_hyphens=False,
        )
        lines += found or [""]
    return "\n".join(lines)
