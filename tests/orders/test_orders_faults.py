"""What is wrong in a ruleset's orders is told with its place, and a hint at what was meant."""

from __future__ import annotations

import pytest
from files.told import assert_told

FAULTS = {
    "initiative: {cards: {deck: cards}}": (3, 'there is no deck "cards"'),
    "decks: {c: {ranks: 1-4}}\ninitiative: {formula: 1d20, cards: {deck: c}}": (4, "either dealt or rolled"),
    "decks: {c: {ranks: 4-1}}": (3, "the lowest and the highest number"),
    "decks: {c: {ranks: 1-4, jokers: 900}}": (3, "a deck has up to"),
    "decks: {c: {ranks: 1-4}}\ninitiative: {cards: {deck: c, joker: {gives: wild}}}": (
        4,
        'there is no condition "wild"',
    ),
    "modes: {fight: bag}": (3, "the file has none"),
    "alternating: {opens: heros}": (3, 'there is no side "heros"'),
    "surprise: {others: hold}": (3, 'there is no wait "hold"'),
    "naming: {keep: {cost: {luck: 1}}}": (3, 'there is no pool "luck"'),
    "initiative: {last: speed > 1}": (3, "can some of it act last"),
    "round: {phases: [a, turns]}\nphases: {a: {declares: spell}}": (4, 'there is no declaration "spell"'),
    "round: {phases: [a, turns]}\nphases: {a: {finds: order}}": (4, "anew each round"),
    "declarations: {spell: {allows: cast}}": (3, 'there is no action or tag "cast"'),
    "declarations: {spell: {gives: casting}}": (3, 'there is no condition "casting"'),
    "modes: {fight: count}\ncounting: {next: score - 10}": (4, "the passes never end"),
    "modes: {fight: clockwise}": (3, "clockwise"),
    "bag: {tokens: 2, most: others + otters}": (3, '"otters"'),
    "initiative: {late: scores - 10}": (3, '"scores"'),
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_fault_is_told_where_it_stands(text: str) -> None:
    assert_told(text, *FAULTS[text])
