"""Formulas: dice and exact arithmetic with names, as rulesets and people write them.

`parse("1d20 + speed")` gives a `Formula`; `roll` computes it with dice, `value` and `test` without. `1 + ½`
is exact, `/` divides exactly, `//` rounds down; nothing is ever a float.

The language: numbers (`2`, `1.5`, `½`), names (`speed`, `pool.ap`), `'texts'`, `+ - * / // %`, comparisons,
`and or not`, `a if c else b`, `min max floor ceil round abs` (`round` takes a half up), dice (`2d20kh1`,
`d%`, `3d6!`, see `notation`), `d(number, sides)` for computed dice, and `any(side, test)`, `all(side, test)`,
`count(side, test)`, `count(side)`.

This room knows nothing of the engine: values come from a `Scope`, faces from a `DiceSource`.
"""

from turnwright.formula.errors import CODES, FormulaError
from turnwright.formula.formula import Formula, parse
from turnwright.formula.number import Number, exact, read_number, show_number
from turnwright.formula.rolled import Die, Rolled
from turnwright.formula.scope import DiceSource, Scope, in_formula
from turnwright.formula.tokens import is_name

__all__ = [
    "CODES",
    "DiceSource",
    "Die",
    "Formula",
    "FormulaError",
    "Number",
    "Rolled",
    "Scope",
    "exact",
    "in_formula",
    "is_name",
    "parse",
    "read_number",
    "show_number",
]
