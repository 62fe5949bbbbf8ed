"""A player whom the game master allows it changes the sheets of their own by hand, and nobody else's (SEM-21)."""

from __future__ import annotations

import pytest

import turnwright
from turnwright.engine.mechanics.effects import ChangeEffect, EndEffect, GiveEffect
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.seat import Seat


def fight_of() -> turnwright.Fight:
    fight = turnwright.Fight.new("dnd5e", seed="a")
    for said in ("add Ana hp 12/20 score 20", "add Bo hp 20 score 10", "add Orc side foes hp 9 score 5", "start"):
        assert fight.do(said), said
    return fight


def seat_of(fight: turnwright.Fight, edits: bool = True) -> Seat:
    owns = frozenset(c.id for c in fight.state.combatants.values() if c.name == "Ana")
    return Seat(fight.encounter, owns, "Ana's player", edits=edits)


OWN = (
    *("hp -3", "hp Ana 11/25", "damage Ana 2", "heal me 1", "temp +5", "effect bless on me", "Ana is prone"),
    *("set Ana dex 3", "rename Ana to Anna", "pool hp Ana +1"),
)
OTHERS = (
    "hp Bo -3",
    "hp Ana, Bo -3",
    "hp all -1",
    "effect bless on Bo",
    "Orc is prone",
    "rename Bo to Bob",
    "damage Orc 1",
)
GMS = ("remove Ana", "show Ana", "side Ana foes", "note x", "effect fog", "jump Ana", "show hp nothing")


@pytest.mark.parametrize("said", OWN)
def test_their_own(said: str) -> None:
    fight = fight_of()
    refused = seat_of(fight, edits=False).do(said)
    assert refused.refusal is not None
    assert refused.refusal.code == "seat.not_yours"
    before = fight.state
    assert seat_of(fight).do(said), said
    assert fight.state != before
    assert fight.encounter.records[-1].by == "Ana's player"
    assert seat_of(fight).do("undo")
    assert fight.state == before


@pytest.mark.parametrize("said", [*OTHERS, *GMS])
def test_nobody_else_s_and_nothing_else(said: str) -> None:
    fight = fight_of()
    refused = seat_of(fight).do(said)
    assert refused.refusal is not None
    assert refused.refusal.code == "seat.not_yours"


def test_effects_on_their_own_alone() -> None:
    fight = fight_of()
    assert fight.do("effect bane on Ana from Orc, for 3 rounds")
    assert fight.do("effect bane on Bo from Orc, for 3 rounds")
    mine, other = fight.state.effects
    seat = seat_of(fight)
    assert seat.do(ChangeEffect(mine, left=2))
    assert seat.do(EndEffect((mine,)))
    ana, bo, orc = fight.state.combatants
    for command in (
        EndEffect((other,)),
        EndEffect((mine, other)),
        EndEffect(("f99",)),
        ChangeEffect(other, left=1),
        GiveEffect("bless", (ana, bo)),
        GiveEffect("bless"),
        GiveEffect("bane", (ana,), source=orc),
        ChangePool((), "hp", by="-1"),
    ):
        assert not seat.do(command), command


def test_sem_22_a_name_that_a_hidden_one_has_can_be_had() -> None:
    """The hidden one makes way; a name that somebody visible has is refused as ever."""
    fight = fight_of()
    assert fight.do("add Lurker hidden side foes score 7")
    seat = seat_of(fight)
    assert seat.do("rename Ana to lurker").lines == ("Ana is called lurker now",)
    assert sorted(c.name for c in fight.state.combatants.values()) == ["Bo", "Lurker A", "Orc", "lurker"]
    refused = seat.do("rename lurker to Bo")
    assert refused.refusal is not None
    assert refused.refusal.code == "name.used"


def test_sem_22_a_name_that_a_group_of_hidden_ones_has_can_be_had() -> None:
    """The group makes way as a hidden one does."""
    fight = fight_of()
    assert fight.do("add 2 Lurker hidden side foes group score 7")
    assert "Lurker (A)" in [e.name for e in fight.state.entries.values()]
    assert seat_of(fight).do("rename Ana to Lurker (A)")
    names = [e.name for e in fight.state.entries.values() if not e.gone]
    assert sorted(names) == ["Bo", "Lurker (A)", "Lurker (A) (A)", "Orc"]
