"""What is wrong in a ruleset's tie rules and groups is told with its place."""

from __future__ import annotations

import pytest
from files.told import assert_told

from turnwright.rules.load import Book, Source, read

FAULTS = {
    "initiative: {ties: [{}]}": (3, "a tie rule says one thing"),
    "initiative: {ties: [{by: speed, ask: gm}]}": (3, "a tie rule says one thing"),
    "initiative: {ties: [{by: sped}]}": (3, 'nothing is called "sped"'),
    "initiative: {ties: [{side: heros}]}": (3, 'there is no side "heros"'),
    "initiative: {ties: [{ask: players}]}": (3, "players"),
    "initiative: {ties: [{by: speed, roll off: 1d20}]}": (3, "takes the place of asking people"),
    "initiative: {ties: [{ask: gm, roll off: speed}]}": (3, "would roll without end"),
    "initiative: {ties: [{roll: '1'}]}": (3, "would roll without end"),
    "initiative: {ties: [{roll: 1d20, mixed: yes}]}": (3, "for mixed ties alone"),
    "initiative:\n  ties:\n    - roll: 1d20\n    - by: speed": (6, "never used"),
    "initiative:\n  ties:\n    - ask: sides\n    - roll: 1d20": (6, "never used"),
    "groups: {needs: minion}": (3, 'nothing is called "minion"'),
    "groups: {split: stays}": (3, "stays"),
    "groups: {ended by: player}": (3, "player"),
    "turn: {ended: nobody}": (3, "nobody"),
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_fault_is_told_where_it_stands(text: str) -> None:
    assert_told(text, *FAULTS[text])


def test_what_follows_asking_about_mixed_ties_is_used() -> None:
    """A rule for mixed ties leaves those of one side to the next."""
    text = "game: G\nsides: {heroes: players}\ninitiative: {ties: [{ask: gm, mixed: yes}, {roll: 1d20}]}\n"
    assert len(read(Book("g", (Source("g.yaml", text),))).value.initiative.ties) == 2
