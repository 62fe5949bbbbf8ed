"""What players hear of the deck tells nothing of the cards of hidden ones."""

from __future__ import annotations

import pytest

from turnwright.fight import Fight
from turnwright.seat import Seat

SHUFFLED = "The cards are shuffled"


def round_with_a_joker(seed: str, hidden: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the game master and what somebody who watches hear of a first round in which a foe has a joker."""
    fight = Fight.new("savage-worlds", seed=seed, example=True)
    assert fight.do(f"add Xyzzy side foes{hidden}")
    assert fight.do("start")
    assert fight.do("deal Xyzzy joker 2")
    for _ in range(30):
        if fight.state.round > 1:
            break
        assert fight.do("")
    return fight.log(), Seat(fight.encounter, frozenset(), "watcher").log()


@pytest.mark.parametrize("seed", ["b", "c", "d"])
def test_sem_22_a_hidden_one_s_joker_is_not_told_by_the_deck(seed: str) -> None:
    """The deck is shuffled after the round, and only the game master is told; of a visible one's joker everybody."""
    told, heard = round_with_a_joker(seed, " hidden")
    assert told.count(SHUFFLED) == 2
    assert heard.count(SHUFFLED) == 1
    assert not any("joker" in line or "Xyzzy" in line for line in heard)
    told, heard = round_with_a_joker(seed, "")
    assert told.count(SHUFFLED) == heard.count(SHUFFLED) == 2
