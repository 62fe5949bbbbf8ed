"""SEM-24: what something else comes ahead of is refused by the rule by which that is asked."""

from __future__ import annotations

import pytest

from turnwright import Fight

WATCH = (
    "add Milli side heroes speed 4 hp 20 mana 2",
    "add B side g speed 1 hp 9",
    "roll Milli 10",
    "roll B 5",
    "start",
)
UPKEEP = (*WATCH, "effect w on Milli, costs 1 mana", "begin")
ATTACKED = (*WATCH, "attack B for 1")


def fight_of(*lines: str) -> Fight:
    fight = Fight.new("lux-aeterna", seed="first")
    for line in lines:
        told = fight.do(line)
        assert told, told.lines
    return fight


@pytest.mark.parametrize("line", ["attack B for 1", "end"])
@pytest.mark.parametrize(("before", "rule"), [(UPKEEP, "LUX-S2"), (ATTACKED, "LUX-A6")])
def test_the_rule_is_that_of_what_is_asked(before: tuple[str, ...], rule: str, line: str) -> None:
    """LUX-S2 for an upkeep that has to be decided, LUX-A6 for an attack that may be answered."""
    refused = fight_of(*before).do(line).refusal
    assert refused is not None
    assert (refused.code, refused.ref) == ("turn.busy", rule)


def test_a_turn_that_would_begin_with_a_question() -> None:
    refused = fight_of(*UPKEEP[:-1]).do("attack B for 1").refusal
    assert refused is not None
    assert (refused.code, refused.ref) == ("turn.to_begin", "LUX-S2")


def test_another_mode_is_no_way_out_of_a_question() -> None:
    (told,) = fight_of(*UPKEEP).do("end").lines
    assert "answer pay" in told
    assert "mode free" not in told
