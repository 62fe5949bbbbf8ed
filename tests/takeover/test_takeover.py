"""Somebody who is called and acts in another's turn, in games other than those with eidolons."""

from __future__ import annotations

import pytest
from scenes.table import Table, of

from turnwright.engine.events import EntryAdded, PoolSet
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.cast import Add, Remove
from turnwright.engine.mechanics.initiative import SetScore
from turnwright.engine.mechanics.questions import Answer
from turnwright.engine.mechanics.scenes import End, EndScene, NextRound, Start
from turnwright.engine.mechanics.takeover import GaveBack, TookOver
from turnwright.engine.state import IN_RESERVE

BEASTS = """
game: Beasts
sides: {hunters: players, prey: gm}
stats: {initiative: 0}
traits: {stance: {among: [calm, wild], start: calm}}
pools:
  hp: {vital: yes}
  act: {max: "2", start: 0, refill: start of turn, lost: end of turn, ends turn: yes}
  bond: {max: "5"}
conditions: {down: {when: hp <= 0, unable: yes}}
initiative: {ties: [{roll: 1d6}]}
actions:
  hit: {cost: {act: 1}, target: any}
  whistle: {cost: {act: 1}, does: [{calls: beast}]}
takeovers:
  beast:
    acts with: act
    own acts: no
    sets: {stance: wild}
    locks: WHO
    keeping: {cost: {bond: 2}}
    felled: down
"""


def table(who: str = "one", **changes: str) -> Table:
    """Ana with a wolf, Bo, and a stag."""
    found = Table(BEASTS, WHO=who, **changes)
    for name, side, score in (("Ana", "hunters", 9), ("Bo", "hunters", 7), ("Stag", "prey", 5)):
        found.add(name, side=side, hp=10)
        found.do(SetScore(found.id(name), score))
    found.do(Add("Wolf", values={"hp": "6"}, belongs_to="Ana"))
    found.do(Start())
    return found


def call(found: Table) -> None:
    """The wolf comes."""
    found.do(Act(found.id("Ana"), "whistle"))


def test_it_has_no_place_of_its_own_and_its_callers_side() -> None:
    found = table()
    wolf = found.state.combatants[found.id("Wolf")]
    assert (wolf.side, wolf.gone) == ("hunters", IN_RESERVE)
    assert all(entry.name != "Wolf" for entry in found.state.entries.values())
    assert found.code(Add("Cub", belongs_to="Nobody")) == "combatant.unknown"


def test_what_is_left_of_the_turn_goes_over_to_it() -> None:
    found = table()
    done = found.do(Act(found.id("Ana"), "whistle"))
    assert of(done, TookOver)[0].actor == found.id("Wolf")
    assert (found.pool(found.id("Ana"), "act"), found.pool(found.id("Wolf"), "act")) == (0, 1)
    assert found.state.combatants[found.id("Wolf")].traits["stance"] == "wild"
    found.do(Act(found.id("Wolf"), "hit", (found.id("Stag"),)))
    assert found.active == "Bo"


@pytest.mark.parametrize(("who", "locked"), [("one", False), ("nobody", False), ("side", True)])
def test_it_locks_whom_the_file_says(who: str, locked: bool) -> None:
    found = table(who)
    call(found)
    found.do(End())
    assert found.active == ("Stag" if locked else "Bo")


@pytest.mark.parametrize(("who", "code"), [("one", "target.shielded"), ("side", "target.shielded"), ("nobody", "")])
def test_it_shields_whom_it_locks(who: str, code: str) -> None:
    found = table(who)
    call(found)
    found.do(End())
    if who != "side":
        found.do(End())
    stag, ana = found.id("Stag"), found.id("Ana")
    if code:
        assert found.code(Act(stag, "hit", (ana,))) == code
    else:
        found.do(Act(stag, "hit", (ana,)))


def test_it_may_do_what_everybody_does_where_the_file_says() -> None:
    found = table()
    call(found)
    found.do(Act(found.id("Wolf"), "hit", (found.id("Stag"),)))


def test_kept_at_its_price_it_has_the_whole_turn() -> None:
    found = table()
    call(found)
    found.do(NextRound())
    found.do(Answer(("keep",), who=found.id("Ana")), owns=found.id("Ana"))
    assert found.pool(found.id("Ana"), "bond") == 3
    assert (found.pool(found.id("Wolf"), "act"), found.pool(found.id("Ana"), "act")) == (2, 0)
    found.do(NextRound())
    found.do(Answer(("keep",)))
    done = found.do(NextRound())
    assert [e.why for e in of(done, GaveBack)] == ["unpaid"]
    assert found.pool(found.id("Ana"), "act") == 2


def test_what_it_had_left_is_lost_at_the_end_of_the_turn() -> None:
    found = table()
    call(found)
    done = found.do(End())
    assert [(e.who, e.pool, e.value) for e in of(done, PoolSet) if e.why == "lost"] == [(found.id("Wolf"), "act", 0)]


def test_removed_while_it_acts_the_turn_goes_on() -> None:
    """SEM-3"""
    found = table()
    call(found)
    found.do(Remove((found.id("Wolf"),)))
    assert (found.active, found.pool(found.id("Ana"), "act")) == ("Ana", 1)
    assert found.code(Act(found.id("Ana"), "whistle")) == "takeover.none"


def test_its_caller_removed_while_it_acts_the_turn_is_over() -> None:
    """SEM-3"""
    found = table()
    call(found)
    found.do(Remove((found.id("Ana"),)))
    assert found.active == "Bo"
    assert found.state.combatants[found.id("Wolf")].gone == IN_RESERVE


def test_it_is_gone_when_the_scene_is_over() -> None:
    found = table()
    call(found)
    found.do(EndScene())
    assert found.state.combatants[found.id("Wolf")].gone == IN_RESERVE
    assert all(not entry.actor for entry in found.state.entries.values())
    assert "takeovers" not in found.state.own


def test_a_player_has_what_belongs_to_their_own() -> None:
    """SEM-21"""
    found = table()
    call(found)
    wolf, stag = found.id("Wolf"), found.id("Stag")
    assert found.code(Act(wolf, "hit", (stag,)), owns=found.id("Bo")) == "seat.not_yours"
    found.do(Act(wolf, "hit", (stag,)), owns=found.id("Ana"))


def test_joining_in_mid_battle_it_waits_to_be_called() -> None:
    found = table()
    done = found.do(Add("Owl", values={"hp": "3"}, belongs_to=found.id("Bo")))
    assert not of(done, EntryAdded)
    found.do(End())
    found.do(Act(found.id("Bo"), "whistle"))
    assert found.pool(found.id("Owl"), "act") == 1
