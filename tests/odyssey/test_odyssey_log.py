"""What the log of a battle of Last Odyssey says, and why something is refused, as players read it."""

from __future__ import annotations

import pytest

from odyssey.field import Field, claws
from turnwright.engine import Command, Record, choices
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.cast import Add
from turnwright.engine.mechanics.forbidding import Forbid
from turnwright.engine.mechanics.initiative import Roll
from turnwright.engine.mechanics.questions import Pass
from turnwright.speech import parse, refuse, tell


def field_of(**options: str) -> Field:
    """Ana, who can summon Ifrit, in the back row; Bo, and an orc. Ana's turn is on."""
    field = Field(**options)
    field.add("Ana", row="back")
    field.add("Ifrit", belongs_to="Ana", hp=30, acts=claws())
    field.add("Bo")
    field.add("Orc", "antagonists")
    field.start(Ana=15, Bo=12, Orc=9)
    return field


def told(field: Field, command: Command) -> tuple[str, ...]:
    """The lines of the log for a command."""
    before = field.state
    done = field.encounter.do(command)
    assert isinstance(done, Record), done
    return tell(field.rules, before, done)


def all_told(field: Field) -> list[str]:
    """The whole log."""
    return [line for before, record in field.encounter.walk() for line in tell(field.rules, before, record)]


def refused(field: Field, command: Command) -> str:
    """The sentence with which a command is refused."""
    return refuse(field.rules, field.state, field.refused(command))


def test_a_held_turn_is_told_as_such() -> None:
    """ODY-H1, ODY-H3"""
    field = field_of()
    field.act("Ana", "hold")
    field.end()
    assert "Ana is up (held turn)" in told(field, parse(field.rules, field.state, "enter Ana").command)
    field.end()
    field.act("Bo", "hold")
    field.end()
    field.let_go("Bo")
    field.end()
    assert "Bo's held turn lapses (unused)" in told(field, Pass(field.id("Bo")))


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("hp Ifrit -30", "Ifrit goes, felled"),
        ("hp Ana -20", "Ifrit goes: Ana is felled"),
        ("remove Ana", "Ifrit goes with Ana"),
        ("hp Orc -60", "Ifrit goes: the scene is over"),
    ],
)
def test_why_an_eidolon_goes(said: str, line: str) -> None:
    """ODY-E4, ODY-C5, ODY-X6"""
    field = field_of()
    field.act("Ana", "summon eidolon")
    field.end()
    lines = told(field, parse(field.rules, field.state, said).command)
    assert line in lines


@pytest.mark.parametrize(
    ("anima", "line"),
    [(3, "Ifrit goes: what keeping it costs is not paid"), (5, "Ifrit goes: Ana does not keep it")],
)
def test_why_an_eidolon_is_not_kept(anima: int, line: str) -> None:
    """ODY-E3"""
    field = field_of()
    field.do(parse(field.rules, field.state, f"anima Ana = {anima}").command)
    field.act("Ana", "summon eidolon")
    field.to_round(2)
    lines = all_told(field)
    assert line in lines


def test_one_who_has_fled_is_told_of_once() -> None:
    """ODY-F4"""
    field = field_of()
    field.act("Ana", "flee")
    field.end()
    field.end()
    lines = all_told(field)
    assert "Ana has fled" in lines
    assert "Ana is no longer fleeing" not in lines


def test_a_flight_that_is_stopped_is_told() -> None:
    """ODY-C6"""
    field = field_of()
    field.act("Ana", "flee")
    assert "Ana is no longer fleeing" in told(field, parse(field.rules, field.state, "hp Ana -20").command)


def test_a_forbidden_action_and_its_permission() -> None:
    """ODY-F5"""
    field = field_of()
    assert told(field, Forbid("flee")) == ("Forbidden in this scene: flee",)
    assert told(field, Forbid("flee", on=False)) == ("Nothing is forbidden in this scene any more",)


def test_initiative_without_dice_is_not_rolled() -> None:
    """ODY-X2: it stands on the sheet; a tie on one side alone says nothing of the call."""
    field = field_of()
    field.do(Add("Imp", "antagonists", values={"hp": "9", "initiative": "9"}))
    lines = told(field, Roll((field.id("Imp"),)))
    assert lines == ("Imp has initiative 9",)


def test_of_the_call_the_log_says_each_number_once() -> None:
    """ODY-X2"""
    field = Field()
    field.add("Ana", initiative=9)
    field.add("Orc", "antagonists", initiative=9)
    field.add("Imp", "antagonists", initiative=9)
    field.do(parse(field.rules, field.state, "start").command)
    field.answer("1", who="Ana")
    before, record = list(field.encounter.walk())[-1]
    lines = tell(field.rules, before, record)
    assert sum("named: Ana 1" in line for line in lines) == 1
    assert not any("call is" in line or "cast is" in line or "==" in line for line in lines)
    assert "Tie at 9: Ana, luck 1" in lines


def test_a_paradigm_action_is_for_antagonists_in_their_phase() -> None:
    """ODY-T5: the refusal says so to a hero too, and nobody is offered it at another time."""
    field = field_of()
    for name in ("Ana", "Orc"):
        said = refused(field, field.acting(name, "paradigm action"))
        assert said.startswith(
            f"{name} can't paradigm action now: that is for antagonists, while they choose in the paradigm phase"
        )
        assert "ODY-T5" in said
    offered = [c.command for c in choices(field.rules, field.state) if isinstance(c.command, Act)]
    assert all(command.act != "paradigm action" for command in offered)
    field.to_phase("paradigm")
    offered = [c.command for c in choices(field.rules, field.state) if isinstance(c.command, Act)]
    assert offered == [Act(field.id("Orc"), "paradigm action")]


def test_who_can_not_choose_is_told_why() -> None:
    """ODY-C4"""
    field = field_of()
    field.hp("Bo", -20)
    field.to_phase("paradigm")
    field.let_go("Orc")
    said = refused(field, parse(field.rules, field.state, "Bo choose healer").command)
    assert said.startswith("Bo can't choose now: downed — ODY-C4")
    assert refused(field, Pass(field.id("Orc"))).startswith("Orc can't choose now — ODY-T5")


def test_archetype_and_role_are_given_as_somebody_joins() -> None:
    """ODY-R1: the words of a sheet that the ruleset does not list."""
    field = field_of()
    command = parse(field.rules, field.state, "add Rhea archetype knight role defender row back hp 9").command
    assert isinstance(command, Add)
    assert command.values == {"archetype": "knight", "role": "defender", "row": "back", "hp": "9"}
