"""Phases without turns, granted turns, roles, calls and strikes, in games made up for it."""

from __future__ import annotations

from scenes.table import Table, of

from turnwright.engine.base import Question
from turnwright.engine.choosing import Choices
from turnwright.engine.events import PoolSet, TraitSet
from turnwright.engine.granting import GrantLapsed, GrantUsed
from turnwright.engine.happenings import PhaseBegan
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.cast import Add, Remove, Set, SetCondition
from turnwright.engine.mechanics.choosing import Choose
from turnwright.engine.mechanics.extras import Grant
from turnwright.engine.mechanics.first_strike import Ambush
from turnwright.engine.mechanics.gaps import Enter
from turnwright.engine.mechanics.initiative import SetScore
from turnwright.engine.mechanics.questions import Answer, Pass
from turnwright.engine.mechanics.scenes import End, EndScene, Next, NextRound, Start
from turnwright.engine.sheet import stat

STANCES = """
game: Stances
sides: {fellows: players, foes: gm}
stats:
  parry: 4
traits:
  stance: {among: [forward, open, rearward], start: open}
pools:
  hope: {max: "5", start: 0, refill: calm}
conditions:
  asleep: {unable: yes}
  dazed: {unable: yes}
roles:
  trait: stance
  known:
    forward: {changes: {parry: -2}}
    open:
    rearward: {changes: {parry: +3}, actions: shoot}
initiative: {rolled: never}
modes: {fight: {order: free}}
round:
  phases: [stances, volley, turns, rest]
phases:
  stances:
    choices:
      everyone: {sets: stance, despite: {dazed: yes}}
  volley:
    choices:
      foes: {may: volley}
      fellows: {may: [volley, shout]}
  rest:
    steps: [effects, calm]
actions:
  strike: {target: one}
  shoot: {target: one}
  arrow: {turn: phase, tags: volley, limit: 1 a phase}
  shout: {turn: phase}
"""


def table() -> Table:
    """Ana and Bo against a foe; the round begins with stances."""
    found = Table(STANCES)
    for name, side in (("Ana", "fellows"), ("Bo", "fellows"), ("Foe", "foes")):
        found.add(name, side=side)
    found.do(Start())
    return found


class TestChoices:
    def test_everybody_chooses_at_once(self) -> None:
        found = table()
        ana, bo, foe = map(found.id, ("Ana", "Bo", "Foe"))
        found.do(Choose(ana, "forward"), owns=ana)
        found.do(Choose(foe, "rearward"))
        assert found.state.combatants[ana].traits == {}
        done = found.do(Pass(bo), owns=bo)
        assert [(e.who, e.value) for e in of(done, TraitSet)] == [(ana, "forward"), (foe, "rearward")]
        assert stat(found.rules, found.state, ana, "parry") == 2
        assert stat(found.rules, found.state, foe, "parry") == 7
        assert stat(found.rules, found.state, bo, "parry") == 4

    def test_whoever_can_not_act_is_not_asked_unless_the_phase_says_so(self) -> None:
        found = table()
        ana, bo, foe = map(found.id, ("Ana", "Bo", "Foe"))
        found.do(SetCondition((ana,), "asleep"))
        found.do(SetCondition((bo,), "dazed"))
        assert found.code(Choose(ana, "forward")) == "choice.not_asked"
        found.do(Choose(bo, "forward"))
        found.do(Pass(foe))
        assert found.state.phase == "volley"

    def test_somebody_who_falls_while_others_choose_does_not_hold_them_up(self) -> None:
        found = table()
        ana, bo, foe = map(found.id, ("Ana", "Bo", "Foe"))
        found.do(Choose(bo, "forward"))
        found.do(Pass(foe))
        found.do(SetCondition((ana,), "asleep"))
        assert found.state.phase == "volley"
        assert found.state.combatants[bo].traits["stance"] == "forward"

    def test_a_choice_of_one_who_falls_before_it_holds_is_lost(self) -> None:
        found = table()
        ana, bo, foe = map(found.id, ("Ana", "Bo", "Foe"))
        found.do(Choose(ana, "forward"))
        found.do(SetCondition((ana,), "asleep"))
        found.do(Pass(bo))
        found.do(Pass(foe))
        assert found.state.combatants[ana].traits == {}

    def test_one_side_after_the_other_takes_actions_that_only_a_phase_opens(self) -> None:
        found = table()
        found.do(Next())
        ana, bo, foe = map(found.id, ("Ana", "Bo", "Foe"))
        assert found.code(Act(ana, "arrow")) == "act.phase"
        assert found.code(Act(foe, "shout")) == "act.phase"
        found.do(Act(foe, "arrow"))
        assert isinstance(found.state.agenda[-1], Choices)
        assert found.code(Act(foe, "arrow")) in ("act.phase", "act.limit")
        found.do(Act(ana, "shout"))
        found.do(Act(ana, "shout"))
        found.do(Act(ana, "arrow"))
        found.do(Pass(ana))
        assert found.code(Act(ana, "shout")) == "act.phase"
        found.do(Pass(bo))
        assert found.state.phase == "turns"
        assert found.code(Act(ana, "shout")) == "act.phase"

    def test_a_player_passes_only_for_their_own(self) -> None:
        found = table()
        ana, bo = found.id("Ana"), found.id("Bo")
        assert found.code(Pass(bo), owns=ana) == "seat.not_yours"
        assert found.code(Next(), owns=ana) == "seat.not_yours"

    def test_an_action_of_a_role_needs_it(self) -> None:
        found = table()
        ana, foe = found.id("Ana"), found.id("Foe")
        found.do(Choose(ana, "rearward"))
        found.do(Next())
        found.do(Next())
        found.do(Next())
        found.do(Act(ana, "shoot", (foe,)))
        found.do(End())
        assert found.code(Act(found.id("Bo"), "shoot", (foe,))) == "act.role"

    def test_going_to_the_next_round_chooses_nothing(self) -> None:
        """SEM-10"""
        found = table()
        done = found.do(NextRound())
        assert not of(done, TraitSet)
        assert (found.state.round, found.state.phase) == (2, "stances")


class TestSteps:
    def test_each_step_is_a_moment_of_its_own_in_the_order_of_the_file(self) -> None:
        found = table()
        assert found.pool(found.id("Ana"), "hope") == 0
        found.do(NextRound())
        assert found.pool(found.id("Ana"), "hope") == 5

    def test_a_phase_in_which_nothing_happens_is_passed(self) -> None:
        found = table()
        found.do(NextRound())
        done = found.do(NextRound())
        assert [e.phase for e in of(done, PhaseBegan)] == ["volley", "turns", "rest", "stances"]


GRANTS = """
game: Grants
sides: {red: players, blue: gm}
stats: {speed: 0, call: 0, cast: 0}
traits: {row: {among: [front, back], asked first: yes}}
pools:
  hp: {vital: yes}
  act: {max: "1", start: 0, refill: start of turn, lost: end of turn, ends turn: yes}
  vigour: {max: "9", start: 0, refill: start of turn}
conditions: {down: {when: hp <= 0, unable: yes}}
initiative:
  formula: speed + (10 if call == cast else 0)
  unrolled: roll
  call: {side: red, number: call, least: 1, most: 3, roll: 1d3, rolled: cast}
  ties: [{roll: 1d6}]
extras:
  rally: {gives: {act: "2"}, moments: yes}
  ambush: {gives: {act: "1"}, bars: cry}
first strike: {grants: ambush, sets: {row: front}}
actions:
  hit: {cost: {act: 1}, target: one}
  cry: {cost: {act: 1}, does: [{grants: rally}]}
defeat: down
"""


def grants() -> Table:
    """Ana and Bo against Cy, each in a row."""
    found = Table(GRANTS)
    for name, side in (("Ana", "red"), ("Bo", "red"), ("Cy", "blue")):
        found.add(name, side=side, hp=9, row="back")
        found.do(SetScore(found.id(name), {"Ana": 9, "Bo": 8, "Cy": 7}[name]))
    return found


class TestGrantedTurns:
    def test_a_granted_turn_may_have_a_start_and_an_end_of_its_own(self) -> None:
        found = grants()
        found.do(Start())
        ana = found.id("Ana")
        found.do(Set((ana,), "vigour", "0"))
        found.do(Act(ana, "cry"))
        done = found.do(Enter((ana,)))
        assert of(done, GrantUsed)[0].kind == "rally"
        assert found.pool(ana, "vigour") == 9

    def test_by_hand_a_turn_is_granted_too(self) -> None:
        found = grants()
        found.do(Start())
        bo = found.id("Bo")
        found.do(Grant(bo, "ambush"))
        found.do(End())
        found.do(End())
        found.do(Enter((bo,)))
        assert found.active == "Bo"
        assert found.code(Act(bo, "cry")) == "extra.barred"
        assert found.code(Grant(bo, "feast")) == "extra.unknown"

    def test_several_granted_turns_are_taken_one_after_another(self) -> None:
        found = grants()
        found.do(Start())
        ana = found.id("Ana")
        found.do(Grant(ana, "rally"))
        found.do(Grant(ana, "ambush"))
        found.do(End())
        found.do(Enter((ana,)))
        assert found.pool(ana, "act") == 2
        found.do(End())
        found.do(Enter((ana,)))
        assert found.pool(ana, "act") == 1

    def test_a_granted_turn_ends_with_the_scene(self) -> None:
        found = grants()
        found.do(Start())
        found.do(Grant(found.id("Bo"), "rally"))
        found.do(EndScene())
        assert all(not entry.granted for entry in found.state.entries.values())

    def test_a_granted_turn_of_one_who_has_left_lapses(self) -> None:
        found = grants()
        found.do(Start())
        found.do(Grant(found.id("Ana"), "rally"))
        found.do(Remove((found.id("Ana"),)))
        found.do(End())
        done = found.do(End())
        assert [e.why for e in of(done, GrantLapsed)] == ["removed"]

    def test_a_game_without_them_grants_none(self) -> None:
        found = Table(STANCES)
        found.add("Ana", side="fellows")
        assert found.code(Grant(found.id("Ana"))) == "extra.none"


class TestStrikesAndCalls:
    def test_a_strike_is_taken_in_any_order_and_can_be_let_go(self) -> None:
        found = grants()
        found.do(Ambush("red"))
        found.do(Start())
        ana, bo, cy = map(found.id, ("Ana", "Bo", "Cy"))
        assert {found.state.combatants[w].traits["row"] for w in (ana, bo, cy)} == {"front"}
        found.do(Enter((bo,)))
        found.do(Act(bo, "hit", (cy,), amount="-2"))
        found.do(Pass(ana))
        assert {found.state.combatants[w].traits["row"] for w in (ana, bo, cy)} == {"back"}
        assert found.active == "Ana"

    def test_a_game_without_strikes_refuses_one(self) -> None:
        found = table()
        assert found.code(Ambush("foes")) == "ambush.none"

    def test_whoever_has_a_score_already_is_not_asked_for_a_number(self) -> None:
        found = grants()
        found.do(Add("Dee", "red", values={"hp": "3", "row": "front", "speed": "4"}))
        found.do(Start())
        top = found.state.agenda[-1]
        assert isinstance(top, Question)
        assert [part.key for part in top.ask.parts] == [found.id("Dee")]
        found.do(Answer(("2",)))
        dee = next(e for e in found.state.entries.values() if e.name == "Dee")
        assert dee.score in (4, 14)

    def test_rows_are_asked_for_in_every_scene_where_they_lack(self) -> None:
        found = grants()
        found.do(Add("Dee", "blue", values={"hp": "3"}, score=1))
        found.do(Start())
        top = found.state.agenda[-1]
        assert isinstance(top, Question)
        assert (top.ask.code, [part.to for part in top.ask.parts]) == ("trait", [("gm",)])
        found.do(Answer(("back",)))
        assert found.state.combatants[found.id("Dee")].traits["row"] == "back"


def test_pools_with_what_is_lost_of_them() -> None:
    """What is left at the end of a turn is lost, by the rule that says so."""
    found = grants()
    found.do(Start())
    done = found.do(End())
    assert [(e.pool, e.why) for e in of(done, PoolSet) if e.why == "lost"] == [("act", "lost")]
