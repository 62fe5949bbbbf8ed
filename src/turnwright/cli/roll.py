"""Rolling a formula from the command line."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

import click

from turnwright.cli.lines import complain
from turnwright.formula import FormulaError, Number, Rolled, parse, show_number
from turnwright.formula.seeded import SeededDice


class _NoSheet:
    """The scope of a formula that is rolled for nobody: no names."""

    def value(self, name: str) -> Number | str | bool:
        raise KeyError(name)

    def side(self, name: str) -> Iterable[_NoSheet]:
        raise KeyError(name)


def roll_formula(text: str, seed: str) -> int:
    """Roll and print; gives the exit code."""
    try:
        rolled = parse(text).roll(_NoSheet(), SeededDice(seed or secrets.token_hex(8)))
    except FormulaError as error:
        click.echo(text, err=True)
        click.echo(" " * error.position + "^", err=True)
        return complain(error.message, error.hint)
    click.echo(shown(rolled))
    return 0


def shown(rolled: Rolled) -> str:
    """A total with its dice; those that do not count stand in brackets."""
    dice = ", ".join(f"{die.face}" if die.kept else f"({die.face})" for die in rolled.dice)
    return f"{show_number(rolled.total)}" + (f"   dice: {dice}" if dice else "")
