"""How a line could go on."""

from __future__ import annotations

import pytest

from speech.stage import Table, ambush
from turnwright.speech import complete


def _texts(text: str, table: Table | None = None) -> set[str]:
    table = table or ambush()
    return {found.text for found in complete(table.rules, table.state, text)}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", {"add", "attack", "hp", "Milli"}),
        ("at", {"attack"}),
        ("attack ", {"Milli", "Goblin Archer", "heroes"}),
        ("attack Goblin L", {"Goblin Leader"}),
        ("attack Milli ", {"for", "costs"}),
        ("hp Milli, Ro", {"Roan"}),
        ("milli: att", {"attack"}),
        ("move milli ", {"before", "after"}),
        ("pool a", {"actions", "ap", "action points"}),
        ("set milli r", {"row"}),
        ("set milli row ", {"front", "back"}),
        ("milli is p", {"prone"}),
        ("add Elf s", {"speed", "side"}),
        ("side milli g", {"goblins"}),
        ("help h", {"hp", "help"}),
    ],
)
def test_what_could_follow_is_offered(text: str, wanted: set[str]) -> None:
    assert wanted <= _texts(text)


def test_only_what_fits_is_offered() -> None:
    assert _texts("attack Mi") == {"Milli"}
    assert _texts("hp Milli -3 ") & {"Milli", "attack"} == set()


def test_each_completion_tells_where_it_begins() -> None:
    table = ambush()
    found = next(c for c in complete(table.rules, table.state, "attack gob") if c.text == "Goblin Archer")
    assert found.start == len("attack ")


def test_answers_to_the_open_question_are_offered() -> None:
    table = Table()
    table.do("add Ann", "start")
    assert _texts("answer ", table) >= {"roll", "without"}
    assert _texts("answer w", table) == {"without"}


def test_what_is_offered_is_read_when_taken() -> None:
    table = ambush()
    for name in _texts("hp ", table):
        assert table.read(f"hp {name} -1")
