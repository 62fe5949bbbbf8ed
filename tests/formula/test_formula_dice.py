"""Dice: every form, which dice are kept, and why the others are not."""

from __future__ import annotations

from fractions import Fraction

import pytest

from formula.stage import Seeded, Who, noted, rolled
from turnwright.formula import Die, FormulaError, Rolled, parse

FORMS: list[tuple[str, tuple[int, ...], object, str]] = [
    ("1d20", (7,), 7, "7"),
    ("d20", (7,), 7, "7"),
    ("1D20", (7,), 7, "7"),
    ("3d6", (1, 2, 3), 6, "1 2 3"),
    ("1d20+5", (7,), 12, "7"),
    ("5+1d20", (7,), 12, "7"),
    ("1d20-5", (7,), 2, "7"),
    ("1d20 + ½", (7,), Fraction(15, 2), "7"),
    ("20 - 1d6", (2,), 18, "2"),
    ("-1d6", (2,), -2, "2"),
    ("2d6*10", (2, 3), 50, "2 3"),
    ("1d6/2", (3,), Fraction(3, 2), "3"),
    ("1d6//2", (3,), 1, "3"),
    ("d%", (100,), 100, "100"),
    ("2d%", (60, 7), 67, "60 7"),
    ("1d8 + 2d6 - 1d4", (8, 1, 2, 3), 8, "8 1 2 3"),
    # keep and drop; of equal dice the one rolled first is picked
    ("2d20kh1", (3, 18), 18, "(3:dropped) 18"),
    ("2d20kl1", (3, 18), 3, "3 (18:dropped)"),
    ("2d20kh", (9, 9), 9, "9 (9:dropped)"),
    ("2d20kl", (9, 9), 9, "9 (9:dropped)"),
    ("2d20k", (3, 18), 18, "(3:dropped) 18"),
    ("2D20KH1", (3, 18), 18, "(3:dropped) 18"),
    ("4d6kh3", (2, 2, 5, 1), 9, "2 2 5 (1:dropped)"),
    ("4d6kh3 + 1", (2, 2, 5, 2), 10, "2 2 5 (2:dropped)"),
    ("4d6dl1", (2, 2, 5, 3), 10, "(2:dropped) 2 5 3"),
    ("4d6dl", (6, 1, 1, 1), 8, "6 (1:dropped) 1 1"),
    ("4d6dh1", (2, 6, 5, 6), 13, "2 (6:dropped) 5 6"),
    ("2d6kh5", (2, 6), 8, "2 6"),
    ("2d6dl5", (2, 6), 0, "(2:dropped) (6:dropped)"),
    # explode
    ("1d6!", (2,), 2, "2"),
    ("1d6!", (6, 6, 2), 14, "6 6+exploded 2+exploded"),
    ("3d6!", (6, 2, 6, 1, 6, 3), 24, "6 2 6 1+exploded 6+exploded 3+exploded"),
    ("2d6!>=5", (5, 1, 4), 10, "5 1 4+exploded"),
    ("2d6!>4", (5, 1, 4), 10, "5 1 4+exploded"),
    ("2d6!<2", (5, 1, 4), 10, "5 1 4+exploded"),
    ("2d6!<=1", (5, 1, 4), 10, "5 1 4+exploded"),
    ("2d6!≤1", (5, 1, 4), 10, "5 1 4+exploded"),
    ("2d6!3", (3, 6, 4), 13, "3 6 4+exploded"),
    ("1d6! + 1", (6, 1), 8, "6 1+exploded"),
    ("3d6!kh2", (6, 2, 3, 5), 11, "6 (2:dropped) (3:dropped) 5+exploded"),
    ("3d6kh2!", (6, 2, 3, 5), 11, "6 (2:dropped) (3:dropped) 5+exploded"),
    # reroll
    ("2d6r1", (1, 4, 1, 3), 7, "(1:rerolled) 4 (1:rerolled) 3"),
    ("2d6r<3", (2, 1, 1, 5, 6), 11, "(2:rerolled) (1:rerolled) (1:rerolled) 5 6"),
    ("2d6rr<3", (2, 4, 5), 9, "(2:rerolled) 4 5"),
    ("2d6ro<3", (2, 4, 1), 5, "(2:rerolled) 4 1"),
    ("2d6RO≤2", (2, 4, 1), 5, "(2:rerolled) 4 1"),
    ("1d6ro<7", (2, 2), 2, "(2:rerolled) 2"),
    ("2d6r1!", (1, 6, 6, 1, 4, 2), 18, "(1:rerolled) 6 6 (1:rerolled) 4+exploded 2+exploded"),
    ("3d6r1kl1", (1, 4, 5, 6), 4, "(1:rerolled) 4 (5:dropped) (6:dropped)"),
    # count
    ("5d10c>=8", (8, 7, 10, 1, 9), 3, "8 (7:missed) 10 (1:missed) 9"),
    ("3d10c=10", (8, 10, 10), 2, "(8:missed) 10 10"),
    ("3d6c<3 + 1", (1, 2, 3), 3, "1 2 (3:missed)"),
    ("2d10!c>=8", (10, 7, 9), 2, "10 (7:missed) 9+exploded"),
    ("3d6kh2c>4", (1, 5, 4), 1, "(1:dropped) 5 (4:missed)"),
    # a comparison of the total
    ("2d6>=8", (4, 4), 1, "4 4"),
    ("1d6!=5", (4,), 1, "4"),
    ("1d6! >= 5", (6, 1), 1, "6 1+exploded"),
    # computed dice
    ("d(2, 6)", (4, 5), 9, "4 5"),
    ("D(1 + 1, 6)", (4, 5), 9, "4 5"),
    ("d(two, 4 + two)kh1 + 1", (4, 5), 6, "(4:dropped) 5"),
    ("d(two, 6)!", (6, 5, 1), 12, "6 5 1+exploded"),
    ("d(none, 6)", (), 0, ""),
    ("d(1d4, 6)", (2, 5, 6), 11, "2 5 6"),
    ("d(6/3, 6)", (5, 6), 11, "5 6"),
    ("max(1d6, 1d8)", (3, 7), 7, "3 7"),
    ("floor(1d6 / 2)", (5,), 2, "5"),
    # only what is needed is rolled; the condition comes first
    ("1d6 if two == 2 else 1d8", (5,), 5, "5"),
    ("1d6 if none else 1d8", (8,), 8, "8"),
    ("1d6 + 10 if 1d20 > 10 else 0", (15, 2), 12, "15 2"),
    ("none and 1d6 > 3", (), 0, ""),
]
WHO = Who({"two": 2, "none": 0})


@pytest.mark.parametrize(("text", "faces", "total", "dice"), FORMS)
def test_forms(text: str, faces: tuple[int, ...], total: object, dice: str) -> None:
    result = rolled(text, *faces, who=WHO)
    assert (result.total, noted(result)) == (total, dice)
    assert type(result.total) is type(total)
    assert [die.face for die in result.dice] == list(faces), "recorded in the order of rolling"


def test_each_die_knows_its_sides() -> None:
    assert rolled("1d20 + d%kh1", 7, 30).dice == (Die(20, 7), Die(100, 30))
    assert rolled("2d4kl1", 3, 2) == Rolled(2, (Die(4, 3, False, "dropped"), Die(4, 2)))


@pytest.mark.parametrize("text", ["1d20+5", "4d6kh3", "6d6!>=5", "8d10r<3!c>=8", "20d20ro<11kl7", "d(9, 9)!"])
@pytest.mark.parametrize("seed", range(20))
def test_what_is_kept_makes_the_total(text: str, seed: int) -> None:
    source = Seeded(seed)
    formula = parse(text)
    result = formula.roll(WHO, source)
    kept = [die.face for die in result.dice if die.kept]
    plus = 5 if text == "1d20+5" else 0
    assert result.total == (len(kept) if "c>=" in text else sum(kept) + plus)
    assert len(result.dice) == source.rolls
    for die in result.dice:
        assert die.why in (("", "exploded") if die.kept else ("dropped", "rerolled", "missed"))
    rerolled = [die for die in result.dice if die.why == "rerolled"]
    exploded = [die for die in result.dice if die.why == "exploded"]
    assert not rerolled or "r" in text
    assert not exploded or "!" in text
    assert formula.roll(WHO, Seeded(seed)) == result, "the same seed gives the same dice"


def test_the_roll_limit_counts_every_die_of_an_evaluation() -> None:
    assert len(parse("500d6 + 500d6").roll(WHO, Seeded(1)).dice) == 1000
    for text, position in [("500d6 + 501d6", 8), ("1000d6 + d6", 9), ("d(501, 2) + 500d6kh1", 12)]:
        with pytest.raises(FormulaError) as caught:
            parse(text).roll(WHO, Seeded(1))
        assert (caught.value.code, caught.value.position) == ("too-many-dice", position)


def test_branches_that_are_not_rolled_do_not_count() -> None:
    assert len(parse("900d6 if two == 2 else 900d8").roll(WHO, Seeded(1)).dice) == 900
