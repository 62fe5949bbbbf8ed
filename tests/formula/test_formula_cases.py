"""The cases from the trackers of other tools that concern dice notation."""

from __future__ import annotations

import time

import pytest

from formula.stage import NOBODY, Seeded, Who, noted, refusal, rolled
from turnwright.formula import parse, read_number

SAME = ["1d20-2", "1d20−2", "1d20–2", "1d20 － 2", "1d20‑2", "１ｄ２０－２", "1D20 - ２"]


@pytest.mark.parametrize(
    ("text", "code", "reason"),
    [
        ("d1!", "never-ends", "never ends"),
        ("d1!!", "never-ends", "never ends"),
        ("1d6!>=1", "never-ends", "never ends"),
        ("1d6r<7", "never-ends", "never ends"),
        ("1d20rr<21", "never-ends", "never ends"),
        ("1d1rr1", "never-ends", "never ends"),
        ("1d6r<4!>3", "never-ends", "never ends"),
        ("1d6!>3r<4", "never-ends", "never ends"),
        ("1d6r>2!<5", "never-ends", "never ends"),
        ("d(1, 1)!", "never-ends", "never ends"),
        ("d(2, 2 * 3)r<=6", "never-ends", "never ends"),
        ("1d10000!>1", "too-many-dice", "roll limit"),
        ("1d10000r>1", "too-many-dice", "roll limit"),
    ],
)
def test_case_48_dice_that_never_end(text: str, code: str, reason: str) -> None:
    """CASE-48: an error that names the reason, within 100 ms."""
    start = time.process_time()
    error = refusal(text)
    assert time.process_time() - start < 0.1
    assert error.code == code
    assert reason in error.message


def test_case_48_sides_only_known_when_rolling() -> None:
    """CASE-48: computed dice that never end are refused before the first die is rolled."""
    source = Seeded(1)
    with pytest.raises(ValueError, match="never ends"):
        parse("d(2, count(all) + 1)!").roll(Who(all=[]), source)
    assert source.rolls == 0


def test_case_48_an_ordinary_explosion() -> None:
    """CASE-48: `1d6!` with faces 6, 6, 2 gives 14."""
    result = rolled("1d6!", 6, 6, 2)
    assert result.total == 14
    assert noted(result) == "6 6+exploded 2+exploded"


@pytest.mark.parametrize("text", SAME)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_case_51_every_minus_is_a_minus(text: str, seed: int) -> None:
    """CASE-51: hyphen, minus, en dash and full-width minus give the same total under the same seed."""
    assert parse(text).roll(NOBODY, Seeded(seed)) == parse("1d20 - 2").roll(NOBODY, Seeded(seed))


@pytest.mark.parametrize("text", ["2d6×2", "2d6*2", "2d6·2", "２ｄ６×２", "2d6 ∗ 2"])
def test_case_51_every_times_is_a_times(text: str) -> None:
    """CASE-51: `2d6×2` is `2d6*2`; full width is accepted."""
    assert rolled(text, 3, 4).total == 14


def test_case_51_upper_case_dice() -> None:
    """CASE-51: `1D20` is `1d20`."""
    assert rolled("1D20", 17).total == 17


def test_case_51_a_modifier_in_a_stat_block() -> None:
    """CASE-51: the modifier of `Initiative −1 (9)` is −1; as a formula the line is refused at the bracket."""
    assert read_number("−1") == -1
    assert refusal("Initiative −1 (9)").position == 14


@pytest.mark.parametrize(
    ("text", "position", "meant"),
    [
        ("ld6 + 2", 0, "1d6"),
        ("2dl0", 0, "2d10"),
        ("3 + ld8", 4, "1d8"),
        ("Id6", 0, "1d6"),
        ("2d1O", 0, "2d10"),
        ("2d2Okh1", 0, "2d20kh1"),
        ("ldl0", 0, "1d10"),
        ("l0d6", 0, "10d6"),
        ("dl0", 0, "d10"),
    ],
)
def test_case_51_misread_dice_are_never_a_silent_nought(text: str, position: int, meant: str) -> None:
    """CASE-51: `ld6` is an error that suggests `1d6`."""
    error = refusal(text)
    assert (error.code, error.position) == ("dice-misread", position)
    assert error.hint == f"did you mean {meant}?"
