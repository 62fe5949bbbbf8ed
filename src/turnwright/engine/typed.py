"""Formulas as people typed them: rolled on a sheet, and tried out before they are needed."""

from __future__ import annotations

from collections.abc import Mapping

from turnwright.engine.play import Play
from turnwright.formula import FormulaError, Number, Rolled, parse


def rolled(play: Play, who: str, text: str, given: Mapping[str, Number | str | bool] | None = None) -> Rolled:
    """Roll what somebody typed, on a sheet (empty: on none); refuses ``formula.bad`` and ``formula.failed``."""
    try:
        formula = parse(text)
    except FormulaError as error:
        play.refuse("formula.bad", formula=text, problem=error.message, fault=error.code)
    return play.roll(formula, who, given)


class _Ones:
    """Dice for a trial: every face is a 1."""

    drawn = 0

    def roll(self, sides: int) -> int:
        """A face."""
        return 1


def check_formula(play: Play, who: str, text: str, given: Mapping[str, Number | str | bool] | None = None) -> None:
    """Refuse at once what could not be rolled later: ``formula.bad``, ``formula.failed``."""
    rolled(Play(play.rules, play.state, _Ones()), who, text, given)
