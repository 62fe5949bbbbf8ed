"""Rows, shelter, leaving, defeat and what is forbidden, in games made up for it."""

from __future__ import annotations

import pytest
from scenes.table import Table, of

from turnwright.engine.events import Left, TraitSet
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.cast import Add, Set, SetCondition
from turnwright.engine.mechanics.defeat import FightOver
from turnwright.engine.mechanics.departures import CameBack
from turnwright.engine.mechanics.forbidding import Forbid
from turnwright.engine.mechanics.initiative import SetScore
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.questions import Answer
from turnwright.engine.mechanics.rows import Advanced, HeldBack
from turnwright.engine.mechanics.scenes import End, EndScene, Start
from turnwright.engine.state import OwnAct

RANKS = """
game: Ranks
sides: {red: players, blue: gm, green: gm}
stats: {initiative: 0}
traits: {rank: {among: [van, rear], start: van}}
pools: {hp: {vital: yes}, luck: {max: "6", crosses: targets}}
conditions:
  down: {when: hp <= 0, unable: yes, sheltered: yes, open to: [mend, salve]}
  hidden away: {sheltered: yes}
  asleep: {unable: yes}
  running: leaves soon
  pinned: can't run
initiative: {ties: [{roll: 1d6}]}
actions:
  stab: {target: one, tags: short}
  shoot: {target: one}
  mend: {target: one}
  use: {item: named, target: any}
  run: {does: [{gives: running}, end turn]}
  curse: {cost: {luck: 2}, target: some}
items: {salve: , dust: }
rows:
  trait: rank
  front: van
  back: rear
  short: short
  advancing: {at: end of round, standing: {down: no}, both empty: blue}
departures: {escaped: {condition: running, at: end of round, stopped: pinned}}
defeat: down
"""


def table() -> Table:
    """Ana and Bo of the red side, Cy of the blue, Dee of the green."""
    found = Table(RANKS)
    for name, side, score in (("Ana", "red", 9), ("Bo", "red", 8), ("Cy", "blue", 7), ("Dee", "green", 6)):
        found.add(name, side=side, hp=10)
        found.do(SetScore(found.id(name), score))
    found.do(Start())
    return found


def through(found: Table) -> None:
    """The round's turns end."""
    for _ in range(4):
        if found.active:
            found.do(End())


class TestRows:
    def test_what_is_short_does_not_reach_from_or_into_the_back(self) -> None:
        found = table()
        ana, bo, cy = map(found.id, ("Ana", "Bo", "Cy"))
        found.do(Set((cy,), "rank", "rear"))
        assert found.code(Act(ana, "stab", (cy,))) == "row.target_back"
        found.do(Act(ana, "shoot", (cy,)))
        found.do(Set((ana,), "rank", "rear"))
        assert found.code(Act(ana, "stab", (found.id("Dee"),))) == "row.back"
        found.do(Act(ana, "stab", (bo,)))
        found.do(Act(ana, "stab", (cy,)), force=True)

    def test_each_side_may_advance_on_each_that_has_nobody_in_front(self) -> None:
        found = table()
        for name in ("Cy", "Dee"):
            found.do(Set((found.id(name),), "rank", "rear"))
        through(found)
        done = [*found.do(Answer(("stay",))), *found.do(Answer(("advance",))), *found.do(Answer(("advance",)))]
        assert [(e.side, e.upon) for e in done if isinstance(e, HeldBack)] == [("blue", "green")]
        assert [(e.side, e.upon) for e in done if isinstance(e, Advanced)] == [("red", "blue"), ("red", "green")]
        assert {found.state.combatants[found.id(n)].traits["rank"] for n in ("Cy", "Dee")} == {"van"}

    def test_by_own_words_a_row_is_only_a_word(self) -> None:
        found = table()
        done = found.do(Set((found.id("Ana"),), "rank", "rear"))
        assert of(done, TraitSet)[0].value == "rear"
        assert found.code(Set((found.id("Ana"),), "rank", "middle")) == "trait.unknown"

    def test_a_side_that_can_not_act_is_not_asked(self) -> None:
        found = table()
        found.do(Set((found.id("Dee"),), "rank", "rear"))
        found.do(SetCondition((found.id("Cy"),), "asleep"))
        for _ in range(3):
            found.do(End())
        done = found.do(Answer(("advance",)))
        assert [(e.side, e.upon) for e in of(done, Advanced)] == [("red", "green")]
        assert found.state.round == 2


class TestShelter:
    def test_some_acts_and_things_reach_who_is_sheltered(self) -> None:
        found = table()
        ana, bo = found.id("Ana"), found.id("Bo")
        found.do(ChangePool((bo,), "hp", to="0"))
        assert found.code(Act(ana, "shoot", (bo,))) == "target.sheltered"
        assert found.code(Act(ana, "use", (bo,), item="dust")) == "target.sheltered"
        assert found.code(Act(ana, "use", (bo,), item="salve")) == "item.none_left"
        found.do(Act(ana, "mend", (bo,)))

    def test_others_reach_nobody(self) -> None:
        found = table()
        ana, cy = found.id("Ana"), found.id("Cy")
        found.do(SetCondition((cy,), "hidden away"))
        for act in ("shoot", "mend", "stab"):
            assert found.code(Act(ana, act, (cy,))) == "target.sheltered"

    def test_an_act_of_ones_own_counts_as_the_one_it_is_like(self) -> None:
        found = Table(RANKS)
        found.do(Add("Ana", "red", values={"hp": "5"}, acts={"kiss": OwnAct(like="mend")}, score=3))
        found.add("Cy", side="blue", hp=0)
        found.do(SetScore(found.id("Cy"), 1))
        found.do(Start())
        found.do(Act(found.id("Ana"), "kiss", (found.id("Cy"),)))


class TestLeaving:
    def test_running_takes_until_its_moment_and_ends_with_the_scene(self) -> None:
        found = table()
        ana = found.id("Ana")
        found.do(Act(ana, "run"))
        assert found.active == "Bo"
        for _ in range(2):
            found.do(End())
        done = found.do(End())
        assert [(e.who, e.why) for e in of(done, Left)] == [(ana, "escaped")]
        done = found.do(EndScene())
        assert [e.who for e in of(done, CameBack)] == [ana]
        entry = found.state.entry_of(ana)
        assert entry is not None
        assert not entry.gone

    def test_pinned_one_does_not_get_away(self) -> None:
        found = table()
        ana = found.id("Ana")
        found.do(Act(ana, "run"))
        found.do(SetCondition((ana,), "pinned"))
        assert "running" not in found.state.combatants[ana].conditions

    @pytest.mark.parametrize(
        ("names", "sides"),
        [(("Cy",), ("blue",)), (("Ana", "Bo"), ("red",)), (("Cy", "Dee"), ("blue", "green"))],
    )
    def test_a_fight_is_over_once_a_side_has_nobody_standing(
        self, names: tuple[str, ...], sides: tuple[str, ...]
    ) -> None:
        found = table()
        for name in names:
            found.do(ChangePool((found.id(name),), "hp", to="0"))
        if found.state.agenda:
            found.do(End())
        over = [e for record in found.encounter.history for e in of(record.events, FightOver)]
        assert [(e.sides, e.left) for e in over] == [(sides, False)]
        assert not found.state.agenda


class TestForbidding:
    def test_an_action_or_all_with_a_tag_can_be_forbidden(self) -> None:
        found = table()
        ana, cy = found.id("Ana"), found.id("Cy")
        found.do(Forbid("short"))
        assert found.code(Act(ana, "stab", (cy,))) == "act.forbidden"
        found.do(Act(ana, "shoot", (cy,)))
        found.do(Forbid("shoot"))
        assert found.code(Act(ana, "shoot", (cy,))) == "act.forbidden"
        found.do(Act(ana, "shoot", (cy,)), force=True)
        assert found.code(Forbid("short"), owns=ana) == "seat.not_yours"
        found.do(EndScene())
        assert "forbidden" not in found.state.own


class TestCrossing:
    def test_every_opponent_aimed_at_gains_what_was_spent(self) -> None:
        found = table()
        ana, bo, cy, dee = map(found.id, ("Ana", "Bo", "Cy", "Dee"))
        for who in (cy, dee):
            found.do(ChangePool((who,), "luck", to="1"))
        found.do(ChangePool((bo,), "luck", to="3"))
        found.do(Act(ana, "curse", (bo, cy, dee)))
        assert [found.pool(who, "luck") for who in (ana, bo, cy, dee)] == [4, 3, 3, 3]
