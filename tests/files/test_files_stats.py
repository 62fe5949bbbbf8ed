"""The number that a stat has where no sheet gives one is one that a sheet could give, also where an option says it."""

from __future__ import annotations

import pytest

from turnwright.fight import Fight
from turnwright.rules.faults import FileFaults
from turnwright.rules.load import Book, Source, read

BASE = """game: X
pools: {hp: {vital: yes}}
stats: {luck: {STAT}}
"""


def luck(stat: str) -> Book:
    return Book("x", (Source("x.yaml", BASE.replace("STAT", stat)),))


@pytest.mark.parametrize(
    ("stat", "told"),
    [
        ("value: -1, least: 0", '"luck" can\'t be -1 — it is 0 or more, in steps of 1'),
        ("value: 7, least: 1, most: 6", '"luck" can\'t be 7 — it is 1 or more, 6 at most, in steps of 1'),
        ("value: 1/3, step: 1/2", '"luck" can\'t be 1/3 — it is in steps of ½'),
        ("value: 1, step: 0", "a step has to be above 0"),
        ("step: -1", "a step has to be above 0"),
    ],
)
def test_a_number_out_of_bounds_is_told_where_it_stands(stat: str, told: str) -> None:
    with pytest.raises(FileFaults) as wrong:
        read(luck(stat))
    (fault,) = wrong.value.faults
    assert fault.line == 3
    assert told.replace("1/3", "⅓") in str(wrong.value)


@pytest.mark.parametrize("stat", ["value: 0, least: 0", "value: 2½, step: 1/2", "value: 2 * 3, most: 5", "least: 1"])
def test_a_number_within_them_is_read(stat: str) -> None:
    assert read(luck(stat)).value.stats["luck"]


@pytest.mark.parametrize("value", ["-2", "-½", "2⅓", "2.25"])
def test_lux_c3_an_option_takes_no_number_that_no_sheet_could_give(value: str) -> None:
    """LUX-C3"""
    with pytest.raises(FileFaults, match=r"it is 0 or more, in steps of ½"):
        Fight.new("lux-aeterna", options={"actions": value})


@pytest.mark.parametrize("value", ["0", "½", "1.5", "2", "10"])
def test_lux_c3_any_multiple_of_a_half_will_do(value: str) -> None:
    """LUX-C3"""
    assert Fight.new("lux-aeterna", options={"actions": value}).do("add Ana")
