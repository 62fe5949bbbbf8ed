"""Numbers as text, in and out."""

from __future__ import annotations

import numbers
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnwright.formula import Number, exact, read_number, show_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("12", 12),
        ("+12", 12),
        ("-3", -3),
        ("−3", -3),
        ("–3", -3),
        ("－３", -3),
        (" 7 ", 7),
        ("- 7", -7),
        ("1.5", Fraction(3, 2)),
        ("-0.25", Fraction(-1, 4)),
        ("2.0", 2),
        (".5", Fraction(1, 2)),
        ("1/2", Fraction(1, 2)),
        ("-7/5", Fraction(-7, 5)),
        ("6/3", 2),
        ("1⁄3", Fraction(1, 3)),
        ("½", Fraction(1, 2)),
        ("1½", Fraction(3, 2)),
        ("-1½", Fraction(-3, 2)),
        ("２¾", Fraction(11, 4)),
        ("⅝", Fraction(5, 8)),
        ("1000000000000", 10**12),
        ("٣", 3),
    ],
)
def test_read(text: str, number: Number) -> None:
    value = read_number(text)
    assert value == number
    assert type(value) is type(number)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "-", "x", "1x", "1.", ".", "1,5", "1.5.2", "1.5½", "½½", "½1", "1½/2", "1/0", "1/2/3", "1/-2"),
        *("--1", "1e3", "0x10", "1_000", "inf", "nan", "2²", "1 2", "1 ½", "1d6", "1+1", "1000000000001"),
        *("9" * 5000, "0.0000000000001", "1/9999999999999", "\ud800"),
    ],
)
def test_not_a_number(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_number(text)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (12, "12"),
        (-3, "-3"),
        (Fraction(4, 2), "2"),
        (Fraction(1, 2), "½"),
        (Fraction(3, 2), "1½"),
        (Fraction(-3, 2), "-1½"),
        (Fraction(-1, 2), "-½"),
        (Fraction(7, 3), "2⅓"),
        (Fraction(8, 3), "2⅔"),
        (Fraction(1, 4), "¼"),
        (Fraction(11, 4), "2¾"),
        (Fraction(7, 5), "7/5"),
        (Fraction(-7, 5), "-7/5"),
        (Fraction(1, 8), "1/8"),
    ],
)
def test_show(number: Number, text: str) -> None:
    assert show_number(number) == text


@given(st.fractions(-(10**6), 10**6, max_denominator=10**6))
def test_what_is_shown_is_read_back(number: Fraction) -> None:
    again = read_number(show_number(number))
    assert again == number
    assert type(again) is type(exact(number))


@given(st.text(max_size=30) | st.text("0123456789.-−/½⅔ +", max_size=12))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        number = read_number(text)
    except ValueError:
        return
    assert type(number) in (int, Fraction)


def test_exact() -> None:
    assert type(exact(Fraction(6, 3))) is int
    assert exact(Fraction(1, 2)) == Fraction(1, 2)
    assert exact(5) == 5


def test_number_is_a_field_type_for_msgspec() -> None:
    class Cost(msgspec.Struct):
        ap: Number

    def read(kind: type, value: object) -> object:
        assert kind is numbers.Rational
        return read_number(str(value))

    def write(value: object) -> object:
        assert isinstance(value, Fraction)
        return show_number(value)

    assert msgspec.convert({"ap": "1½"}, Cost, dec_hook=read) == Cost(Fraction(3, 2))
    assert msgspec.convert({"ap": 2}, Cost, dec_hook=read) == Cost(2)
    assert msgspec.json.encode(Cost(Fraction(3, 2)), enc_hook=write).decode() == '{"ap":"1½"}'
    assert msgspec.json.encode(Cost(2)) == b'{"ap":2}'
