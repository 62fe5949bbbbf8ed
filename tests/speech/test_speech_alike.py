"""What is told to all players alike is told to each of them in the same words."""

from __future__ import annotations

import pytest
from golden.logs import EXAMPLES, fight, played

from turnwright.engine import Redo, Refusal, Undo
from turnwright.speech.hearing import heard
from turnwright.speech.telling import alike, tell

FIGHTS = (
    "lux-aeterna/goblin-ambush",
    "last-odyssey/tower-of-the-tyrant",
    "edge-of-darkness/parking-garage",
    "reaction-ap/raiders-at-the-dam",
)


@pytest.mark.parametrize("name", FIGHTS)
def test_players_are_told_the_same_of_what_is_open_to_all(name: str) -> None:
    held = fight(played(EXAMPLES / f"{name}.yaml"))
    encounter = held.encounter
    viewers = [frozenset[str](), *(frozenset({who}) for who in held.state.combatants)]
    open_to_all = 0
    for state, record in encounter.walk():
        if alike(state, record):
            open_to_all += 1
            rules = encounter.rules_of(state, record)
            assert len({tell(rules, state, record, viewer=viewer) for viewer in viewers}) == 1
    assert open_to_all > 0


@pytest.mark.parametrize("name", FIGHTS)
def test_the_last_lines_are_those_of_the_whole_log_while_it_shrinks_and_grows(name: str) -> None:
    encounter = played(EXAMPLES / f"{name}.yaml").encounter
    who = frozenset({next(iter(encounter.state.combatants))})
    for step in (None, Undo(), Undo(3), Redo(), Redo(), Undo(2)):
        assert step is None or not isinstance(encounter.do(step), Refusal)
        for viewer in (None, who):
            assert heard(encounter, viewer, 5) == heard(encounter, viewer)[-5:]
