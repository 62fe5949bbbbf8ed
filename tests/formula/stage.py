"""A small stage for formulas: someone with values, sides of such, scripted and seeded dice."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping

import pytest

from turnwright.formula import FormulaError, Number, Rolled, Scope, parse


class Who:
    """A scope: values by name, and sides by name."""

    def __init__(self, values: Mapping[str, object] | None = None, **sides: list[Who]) -> None:
        self.values = dict(values or {})
        self.sides = sides

    def value(self, name: str) -> Number | str | bool:
        return self.values[name]  # type: ignore[return-value]

    def side(self, name: str) -> Iterable[Scope]:
        return self.sides[name]


class Script:
    """Dice that fall as written; more than written fails the test."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def roll(self, sides: int) -> int:
        assert self.faces, "the script has no more faces"
        return self.faces.pop(0)


class Seeded:
    """Dice from a seed; `rolls` counts them."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.rolls = 0

    def roll(self, sides: int) -> int:
        self.rolls += 1
        return self.random.randrange(sides) + 1


NOBODY = Who()


def rolled(text: str, *faces: int, who: Who = NOBODY) -> Rolled:
    """Roll `text` with exactly these faces: none missing, none left over."""
    script = Script(*faces)
    result = parse(text).roll(who, script)
    assert not script.faces, f"faces left over: {script.faces}"
    return result


def noted(result: Rolled) -> str:
    """The dice as short text: `6 (2:dropped) 4+exploded`."""
    return " ".join(
        (f"{die.face}+{die.why}" if die.why else f"{die.face}") if die.kept else f"({die.face}:{die.why})"
        for die in result.dice
    )


def refusal(text: str, who: Who = NOBODY) -> FormulaError:
    """The error that `text` gives when it is read, or else when it is rolled."""
    with pytest.raises(FormulaError) as caught:
        parse(text).roll(who, Seeded(1))
    return caught.value
