"""What is asked says of whom, about what, and by which rule; its answers say what they mean."""

from __future__ import annotations

from pathlib import Path

import pytest

from turnwright.fight import Fight
from turnwright.speech.catalogue import languages
from turnwright.store import open_store
from turnwright.table.live import Table
from turnwright.table.screen import Screen, screen


def shown(tmp_path: Path, game: str, lines: tuple[str, ...], who: str = "gm", language: str = "en") -> Screen:
    """What somebody sees of an example fight after these lines."""
    with open_store(tmp_path) as store:
        table = Table.new(store, Fight.new(game, seed="tour", example=True), game)
        for line in lines:
            assert table.do(table.seats.tickets["gm"], line), line
        ticket = next(one for one in table.seats.tickets.values() if who in (one.id, *one.owns))
        return screen(table, ticket, table.fight(), language)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("game", "lines", "who", "told"),
    [
        ("last-odyssey", ("start",), "Sol", ("Sol", "initiative", "ODY-X2")),
        ("reaction-ap", ("roll", "start"), "Bo", ("Bo, Cy", "1", "RAP-I3")),
        ("lux-aeterna", ("score milli 40", "roll", "start", "milli attack leader for 3"), "gm", ("Milli", "LUX-A6")),
        ("edge-of-darkness", ("score mara 40", "roll", "start", "delay", ""), "gm", ("Mara", "EOD-D1")),
    ],
)
def test_what_is_asked_names_who_about_what_and_the_rule(
    tmp_path: Path, language: str, game: str, lines: tuple[str, ...], who: str, told: tuple[str, ...]
) -> None:
    asked = shown(tmp_path, game, lines, who, language).asked
    assert all(one.casefold() in asked.casefold() for one in told), asked


def test_each_form_for_an_answer_says_what_is_asked_of_whom(tmp_path: Path) -> None:
    deeds = shown(tmp_path, "last-odyssey", ("start",)).deeds
    labels = [deed.label for deed in deeds if deed.kind == "answer"]
    assert labels == [f"{who}: which number is called for initiative?" for who in ("Rhea", "Sol", "Vael")]


def test_an_order_is_put_together_from_its_names(tmp_path: Path) -> None:
    deeds = shown(tmp_path, "reaction-ap", ("roll", "start"), "Bo").deeds
    (order,) = (deed for deed in deeds if deed.kind == "answer")
    assert order.inputs[0].ordered
    assert order.inputs[0].options == ("Bo", "Cy")
