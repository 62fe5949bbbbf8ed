"""Effects in Last Odyssey: classes in the effect phase, slowed and hasted, and what is lost by going down."""

from __future__ import annotations

import pytest

from odyssey.field import Field, of, refs
from turnwright.engine.events import PoolSet
from turnwright.engine.lasting import EffectEnded
from turnwright.engine.mechanics.effects import GiveEffect


def field_of(**options: str) -> Field:
    """Ana, Bo and an orc, all at tier 1; Ana's turn is on."""
    field = Field(**options)
    for name, side in (("Ana", "heroes"), ("Bo", "heroes"), ("Orc", "antagonists")):
        field.add(name, side, hp="10/30")
    field.start(Ana=15, Bo=12, Orc=9)
    return field


def changes(events: tuple[object, ...]) -> list[tuple[str, int, int]]:
    """Whose HP went from what to what, in order."""
    return [(e.who, e.was, e.value) for e in events if isinstance(e, PoolSet) and e.pool == "hp"]  # type: ignore[misc]


class TestOrder:
    def test_damage_then_healing_then_statuses_then_everything_else(self) -> None:
        """ODY-T4"""
        field = field_of()
        ana = field.id("Ana")
        for kind, pool, by in (
            ("other", "anima", "3"),
            ("status", "anima", "2"),
            ("healing", "hp", "4"),
            ("damage", "hp", "-2"),
        ):
            field.do(GiveEffect(f"the {kind}", (ana,), kind=kind, does={pool: by}))
        field.end()
        field.end()
        done = field.end()
        order = [(e.pool, e.value - e.was, e.ref) for e in of(done, PoolSet) if e.why != "lost"]
        assert order == [("hp", -2, "ODY-T4"), ("hp", 4, "ODY-T4"), ("anima", 2, "ODY-T4"), ("anima", 3, "ODY-T4")]

    def test_what_an_ability_does_on_use_happens_at_once(self) -> None:
        """ODY-T4"""
        field = field_of()
        field.act("Ana", "ability", "Orc", given={"ap": 1}, amount="-3")
        assert field.pool("Orc", "hp") == 7

    def test_several_of_a_class_go_by_the_order_of_their_sources_environment_last(self) -> None:
        """ODY-C10 initiative"""
        field = field_of()
        ana, bo, orc = map(field.id, ("Ana", "Bo", "Orc"))
        field.do(GiveEffect("fire", (ana,), kind="damage", does={"hp": "-1"}))
        field.do(GiveEffect("thorns", (ana,), source=orc, kind="damage", does={"hp": "-2"}))
        field.do(GiveEffect("venom", (orc,), source=bo, kind="damage", does={"hp": "-3"}))
        field.do(GiveEffect("curse", (orc,), source=ana, kind="damage", does={"hp": "-4"}))
        field.end()
        field.end()
        assert [was - now for _, was, now in changes(field.end())] == [4, 3, 2, 1]

    def test_the_master_says_the_order_within_a_class(self) -> None:
        """ODY-C10 gm"""
        field = field_of(order_in_class="gm")
        ana, orc = map(field.id, ("Ana", "Orc"))
        field.do(GiveEffect("fire", (ana,), kind="damage", does={"hp": "-1"}))
        field.do(GiveEffect("curse", (orc,), source=ana, kind="damage", does={"hp": "-4"}))
        field.end()
        field.end()
        field.end()
        part = field.question.ask.parts[0]
        assert part.to == ("gm",)
        done = field.answer(*reversed(part.items))
        assert [was - now for _, was, now in changes(done)] in ([4, 1], [1, 4])

    def test_damage_that_fells_comes_before_healing(self) -> None:
        """ODY-T4, ODY-X5: one who is felled by it loses statuses before healing comes."""
        field = field_of()
        ana = field.id("Ana")
        field.do(GiveEffect("doom", (ana,), kind="damage", does={"hp": "-10"}))
        field.do(GiveEffect("prayer", (ana,), kind="healing", does={"hp": "4"}))
        field.do(GiveEffect("blind", (ana,), kind="status", gives=("blind",)))
        field.end()
        field.end()
        done = field.end()
        ended = of(done, EffectEnded)
        healed = next(e for e in of(done, PoolSet) if e.why == "healing")
        assert done.index(ended[0]) < done.index(healed)
        assert "blind" not in {effect.name for effect in field.state.effects.values()}
        assert field.pool("Ana", "hp") == 4


class TestSpeed:
    @pytest.mark.parametrize(("name", "points"), [("slowed", 1), ("hasted", 3)])
    def test_one_point_fewer_or_more_for_three_rounds_from_the_effect_phase_on(self, name: str, points: int) -> None:
        """ODY-X7"""
        field = field_of()
        done = field.do(GiveEffect(name, (field.id("Orc"), field.id("Ana"))))
        assert "ODY-X7" in refs(done)
        seen = []
        for number in range(1, 6):
            field.to_round(number)
            seen.append(field.pool("Ana"))
        assert seen == [2, points, points, points, 2]

    def test_in_the_round_itself_nothing_changes_yet(self) -> None:
        """ODY-X7"""
        field = field_of()
        field.do(GiveEffect("slowed", (field.id("Bo"),)))
        field.end()
        assert field.pool("Bo") == 2

    def test_going_down_ends_it(self) -> None:
        """ODY-X5: statuses are lost."""
        field = field_of()
        field.do(GiveEffect("slowed", (field.id("Bo"),)))
        field.do(GiveEffect("charmed", (field.id("Bo"),), tags=("charm",)))
        field.do(GiveEffect("jinxed", (field.id("Bo"),), tags=("hex",)))
        field.do(GiveEffect("blessed", (field.id("Bo"),)))
        field.hp("Bo", -10)
        assert [effect.name for effect in field.state.effects.values()] == ["blessed"]

    def test_the_eidolon_has_what_its_summoner_would_have_had(self) -> None:
        """ODY-E3, ODY-X7"""
        field = Field()
        field.add("Ana")
        field.add("Ifrit", belongs_to="Ana", hp=9)
        field.add("Orc", "antagonists")
        field.start(Ana=2, Orc=1)
        field.do(GiveEffect("hasted", (field.id("Ana"),)))
        field.act("Ana", "summon eidolon")
        assert field.pool("Ifrit") == 2
        field.end()
        field.end()
        field.past("paradigm")
        field.answer("keep")
        assert field.pool("Ifrit") == 3


def test_effects_reach_a_locked_side() -> None:
    """ODY-C13: environment and running effects still reach it."""
    field = Field()
    field.add("Ana")
    field.add("Ifrit", belongs_to="Ana", hp=9)
    field.add("Orc", "antagonists")
    field.start(Ana=2, Orc=1)
    field.do(GiveEffect("storm", (field.id("Ana"),), kind="damage", does={"hp": "-2"}))
    field.act("Ana", "summon eidolon")
    field.end()
    field.end()
    assert field.pool("Ana", "hp") == 18
