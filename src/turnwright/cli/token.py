"""Tokens by which programs act for the host."""

from __future__ import annotations

from collections.abc import Callable

import click

from turnwright.cli.lines import complain, put
from turnwright.store import StoreError, open_store
from turnwright.table.hall import Hall


def make_token(name: str, place: str) -> int:
    """Print a new token; gives the exit code."""

    def made(hall: Hall) -> int:
        click.echo(hall.issue(name))
        put("It is shown this once. It opens tables, and is game master at each: give it to nobody.")
        return 0

    return _at_hall(made, place)


def list_tokens(place: str) -> int:
    """Print what each token was made for, by its id; gives the exit code."""

    def listed(hall: Hall) -> int:
        for id, name in hall.host_tokens().items():
            put(f"{id}  {name}")
        return 0

    return _at_hall(listed, place)


def withdraw_token(id: str, place: str) -> int:
    """Void a token; gives the exit code."""

    def voided(hall: Hall) -> int:
        try:
            hall.withdraw(id)
        except KeyError:
            return complain(f"there is no token {id}", "`turnwright token list` shows those that there are")
        put(f"{id} is void.")
        return 0

    return _at_hall(voided, place)


def _at_hall(do: Callable[[Hall], int], place: str) -> int:
    try:
        with open_store(place or None) as store:
            return do(Hall(store))
    except StoreError as error:
        return complain(str(error))
