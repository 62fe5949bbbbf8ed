"""What the table shows of a battle of Last Odyssey, to whom."""

from __future__ import annotations

from odyssey.field import Field, claws
from turnwright.engine.mechanics.choosing import Choose
from turnwright.engine.mechanics.formations import CallFormation, RecordFormation
from turnwright.engine.view import view


def field_of() -> Field:
    """Ana with an eidolon, Bo, and an orc; the opening paradigm phase waits for the heroes."""
    field = Field()
    field.add("Ana", role="striker")
    field.add("Ifrit", belongs_to="Ana", hp=9, acts=claws())
    field.add("Bo", role="healer")
    field.add("Orc", "antagonists")
    field.start_only(Ana=15, Bo=12, Orc=9)
    field.let_go("Orc")
    return field


def test_the_formation_in_force_is_shown_by_name() -> None:
    """ODY-R2"""
    field = field_of()
    assert view(field.rules, field.state).formation == ""
    field.do(RecordFormation("Dawn"))
    field.do(CallFormation("Dawn"))
    shown = view(field.rules, field.state, frozenset({field.id("Bo")}))
    assert shown.formation == "Dawn"
    assert shown.choosing is not None
    assert (shown.choosing.side, shown.choosing.sets, shown.choosing.called) == ("heroes", "role", "Dawn")


def test_what_others_have_chosen_is_not_shown() -> None:
    """ODY-T5, SEM-22: players choose at the same time."""
    field = field_of()
    ana, bo = field.id("Ana"), field.id("Bo")
    field.do(Choose(ana, "caster"), owns=ana)
    mine, other = (view(field.rules, field.state, frozenset({who})).choosing for who in (ana, bo))
    assert mine is not None
    assert other is not None
    assert (mine.chosen, other.chosen) == ({ana: "caster"}, {})
    assert other.waiting == (bo,)


def test_an_eidolon_and_a_held_turn_are_shown() -> None:
    """ODY-E1, ODY-H1"""
    field = field_of()
    field.past("paradigm")
    assert field.id("Ifrit") not in view(field.rules, field.state).combatants
    field.act("Ana", "hold")
    field.act("Ana", "summon eidolon")
    shown = view(field.rules, field.state, frozenset({field.id("Ana")}))
    assert (shown.order[0].granted, shown.order[0].actor) == (("held turn",), field.id("Ifrit"))
    assert shown.combatants[field.id("Ifrit")].own
