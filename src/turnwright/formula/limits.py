"""How large a formula and its results may be.

The limits keep a hostile or mistyped formula harmless: it is refused with a position, it never runs long.
"""

MAX_LENGTH = 500
"""Characters in one formula."""

MAX_DEPTH = 30
"""Brackets, signs, `not` and `else` inside one another."""

MAX_TESTS = 2
"""`any`, `all` and `count` inside one another."""

MAX_DICE = 1000
"""Dice rolled in one evaluation, rerolled and exploded ones included."""

MAX_SIDES = 10_000
"""Sides of one die."""

MAX_LITERAL = 10**12
"""The largest number that can be written."""

MAX_DECIMALS = 12
"""Digits after the point in a written number."""

MAX_RESULT = 10**18
"""The largest result, and the largest denominator of a result."""
