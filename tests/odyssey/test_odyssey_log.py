"""What the log of a battle of Last Odyssey says, and why something is refused, as players read it."""

from __future__ import annotations

import pytest

from odyssey.field import Field, claws
from turnwright import Fight
from turnwright.engine import Command, Record, choices
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.cast import Add
from turnwright.engine.mechanics.forbidding import Forbid
from turnwright.engine.mechanics.initiative import Roll
from turnwright.engine.mechanics.questions import Pass
from turnwright.speech import parse, question, refuse, tell, unparse


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
            f"{name} can't use paradigm action now: that is for antagonists, while they choose in the paradigm phase"
        )
        assert "ODY-T5" in said
    offered = [c.command for c in choices(field.rules, field.state) if isinstance(c.command, Act)]
    assert all(command.act != "paradigm action" for command in offered)
    field.to_phase("paradigm")
    offered = [c.command for c in choices(field.rules, field.state) if isinstance(c.command, Act)]
    assert offered == [Act(field.id("Orc"), "paradigm action")]


def test_what_an_action_needs_is_said_in_words() -> None:
    """ODY-F4"""
    field = field_of()
    field.act("Ana", "move")
    said = refused(field, field.acting("Ana", "flee"))
    assert said.startswith("Ana can't flee: it needs 1 AP or more and row back; possible: ")


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


def test_effects_are_put_in_order_by_name() -> None:
    """ODY-C10 gm: what is asked and what can be answered are names, told apart where several have one."""
    field = field_of(order_in_class="gm")
    for said in (
        "effect storm on Ana, class damage, does hp -1",
        "effect storm on Bo, class damage, does hp -2",
        "effect fire on Bo, class damage, does hp -3",
        "effect fire on Bo, class damage, does hp -4",
    ):
        field.do(parse(field.rules, field.state, said).command)
    field.to_phase("effect")
    asked = question(field.rules, field.state)
    assert "storm on Ana, storm on Bo, fire on Bo 1 and fire on Bo 2" in asked
    answer = parse(field.rules, field.state, "answer fire on Bo 2, storm on Bo, storm on Ana, fire on Bo 1").command
    assert parse(field.rules, field.state, unparse(field.rules, field.state, answer)).command == answer
    lines = told(field, answer)
    losses = [line for line in lines if " loses " in line]
    assert losses == [
        "Bo loses 4 HP: 16/20",
        "Bo loses 2 HP: 14/20",
        "Ana loses 1 HP: 19/20",
        "Bo loses 3 HP: 11/20",
    ]


@pytest.mark.parametrize("tag", ["charm", "hex"])
def test_charms_and_hexes_are_lost_by_falling(tag: str) -> None:
    """ODY-X5: an effect is one by its tag; what is neither a status lasts."""
    field = field_of()
    for said in (f"effect fetters on Bo, class other, tagged {tag}, changes initiative -2", "effect mark on Bo"):
        command = parse(field.rules, field.state, said).command
        assert parse(field.rules, field.state, unparse(field.rules, field.state, command)).command == command
        field.do(command)
    lines = told(field, parse(field.rules, field.state, "hp Bo -20").command)
    assert "fetters on Bo ends (cleared: downed)" in lines
    assert [effect.name for effect in field.state.effects.values()] == ["mark"]


@pytest.mark.parametrize(
    ("word", "lines"),
    [
        (
            "hold",
            (
                "hold [for AMOUNT] [costs NUMBER POOL]  (1 AP)",
                "  at most 1 a round",
                "  The point gives a turn of its own later in the round. — ODY-H1",
            ),
        ),
        (
            "FLEE",
            (
                "flee [for AMOUNT] [costs NUMBER POOL]",
                "  it needs 1 AP or more and row back",
                "  The turn ends, and one leaves the field at the end of the effect phase. — ODY-F4",
            ),
        ),
        (
            "interact",
            ("interact OBJECT", "  Something with what the battle contains, for AP or for whole turns. — ODY-A3"),
        ),
    ],
)
def test_help_tells_what_the_actions_of_the_game_are(word: str, lines: tuple[str, ...]) -> None:
    """ODY-A3"""
    assert Fight.new("last-odyssey").do(f"help {word}").lines == lines


def test_why_says_what_the_rule_says() -> None:
    """ODY-E2, ODY-H2"""
    fight = Fight.new("last-odyssey", example=True)
    fight.do("score Vael 20")
    for name in ("Rhea", "Sol", "Tyrant", "Guard 1", "Guard 2"):
        fight.do(f"score {name} {10 + len(name)}")
    fight.do("start")
    while fight.state.phase != "action":
        assert fight.do("next") or fight.do("answer Guard 1, Guard 2") or fight.do("answer Tyrant, Guard 1")
    fight.do("hold", who="Vael")
    fight.do("end", who="Vael")
    assert "ODY-H2 (A turn may end in any way; what was held is kept.)" in fight.why()
