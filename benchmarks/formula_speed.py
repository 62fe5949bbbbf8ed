"""How fast are formulas, beside the PyPI package d20 doing the same work in the same run?

    python benchmarks/formula_speed.py --peer PYTHON

PYTHON is the interpreter of an environment that has d20; never this project's own, for d20 overwrites lark.

Both sides get the formula as text and roll it; both keep what they parsed, both record every die. Both draw from
Python's generator with the same seed, so that the faces are the same; the checksum is over every total and every
die kept and dropped, and the run fails where it differs. The sides take turns, the best round of each counts.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

TEXTS = ("1d20+5", "4d6kh3")
AIM = 5
SEED = 20
CHECKED = 2_000

Roll = Callable[[str], int]
Checked = Callable[[str], tuple[int, list[int], list[int]]]
"""One roll: the total, the faces kept, the faces dropped."""


class Twister:
    """The faces that `random.randrange(sides) + 1` gives from the same seed, which is what d20 rolls with."""

    def __init__(self, seed: int) -> None:
        self._bits = random.Random(seed).getrandbits

    def roll(self, sides: int) -> int:
        width = sides.bit_length()
        face = self._bits(width)
        while face >= sides:
            face = self._bits(width)
        return face + 1


def turnwright_side() -> tuple[Roll, Checked]:
    from turnwright.formula import parse

    class Nobody:
        def value(self, name: str) -> int:
            raise KeyError(name)

        def side(self, name: str) -> Iterator[Nobody]:
            raise KeyError(name)

    scope, dice = Nobody(), Twister(SEED)

    def roll(text: str) -> int:
        return parse(text).roll(scope, dice).total

    def checked(text: str) -> tuple[int, list[int], list[int]]:
        result = parse(text).roll(scope, dice)
        kept = [die.face for die in result.dice if die.kept]
        return result.total, kept, [die.face for die in result.dice if not die.kept]

    return roll, checked


def d20_side() -> tuple[Roll, Checked]:
    import d20

    random.seed(SEED)

    def roll(text: str) -> int:
        return d20.roll(text).total

    def checked(text: str) -> tuple[int, list[int], list[int]]:
        result = d20.roll(text)
        dice = list(dice_in(result.expr))
        kept = [die.number for die in dice if die.kept]
        return result.total, kept, [die.number for die in dice if not die.kept]

    def dice_in(node: d20.Number) -> Iterator[d20.Die]:
        if isinstance(node, d20.Dice):
            yield from node.values
        for child in node.children:
            yield from dice_in(child)

    return roll, checked


def measure(side: str, rolls: int) -> dict[str, dict[str, object]]:
    """Return, for each formula, nanoseconds per roll and the checksum."""
    results: dict[str, dict[str, object]] = {}
    for text in TEXTS:
        roll, checked = (turnwright_side if side == "turnwright" else d20_side)()
        digest = hashlib.sha256()
        for _ in range(CHECKED):
            digest.update(repr(checked(text)).encode())
        start = time.perf_counter_ns()
        for _ in range(rolls):
            roll(text)
        spent = time.perf_counter_ns() - start
        results[text] = {"ns": spent / rolls, "checksum": digest.hexdigest()[:16]}
    return results


def compare(peer: str, rounds: int, rolls: int) -> bool:
    """Run both sides in turn, print the ratios, and return whether the work was the same and the aim is met."""
    interpreters = {"turnwright": sys.executable, "d20": peer}
    best: dict[str, dict[str, float]] = {side: {} for side in interpreters}
    sums: dict[str, set[str]] = {text: set() for text in TEXTS}
    for _ in range(rounds):
        for side, interpreter in interpreters.items():
            command = [interpreter, __file__, "--side", side, "--rolls", str(rolls)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            for text, found in json.loads(done.stdout).items():
                best[side][text] = min(found["ns"], best[side].get(text, float("inf")))
                sums[text].add(found["checksum"])
    well = True
    for text in TEXTS:
        ours, theirs = best["turnwright"][text], best["d20"][text]
        same = len(sums[text]) == 1
        work = f"same work, checksum {min(sums[text])}" if same else "DIFFERENT WORK"
        print(f"{text:8} turnwright {ours:7.0f} ns  d20 {theirs:7.0f} ns  ratio {theirs / ours:5.1f}  ({work})")
        well = well and same and theirs >= AIM * ours
    print(f"aim: a ratio of at least {AIM}: {'met' if well else 'MISSED'}")
    return well


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", metavar="PYTHON", help="the interpreter that has d20")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rolls", type=int, default=50_000)
    parser.add_argument("--side", choices=("turnwright", "d20"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.side:
        print(json.dumps(measure(arguments.side, arguments.rolls)))
        return 0
    if not arguments.peer:
        parser.error("--peer PYTHON is missing: an interpreter of an environment made with 'pip install d20'")
    return 0 if compare(arguments.peer, arguments.rounds, arguments.rolls) else 1


if __name__ == "__main__":
    raise SystemExit(main())
