"""Objects of a scene and what people do with them: for a cost, in whole turns, with progress kept; the words for it."""

from __future__ import annotations

import pytest
from odyssey.field import Field, claws, of

from turnwright.engine import Command
from turnwright.engine.mechanics.extras import Grant
from turnwright.engine.mechanics.scenes import EndScene
from turnwright.engine.mechanics.tasks import PlaceObject, RemoveObject, TaskAdvanced, TaskResolved, Work
from turnwright.engine.objects import objects
from turnwright.speech import parse, unparse


def field_of(**options: str) -> Field:
    """Ana and Bo, an orc, a lever and a bridge; Ana's turn is on."""
    field = Field(**options)
    field.add("Ana", tier=6)
    field.add("Bo")
    field.add("Orc", "antagonists")
    field.do(PlaceObject("lever", {"ap": 1}))
    field.do(PlaceObject("bridge", turns=2))
    field.do(PlaceObject("console", turns=1))
    field.start(Ana=15, Bo=12, Orc=9)
    return field


def work(field: Field, name: str, thing: str) -> Work:
    """The command by which somebody does something with an object."""
    return Work(field.id(name), thing)


class TestCost:
    def test_something_simple_costs_a_point_and_is_done(self) -> None:
        """ODY-A3"""
        field = field_of()
        done = field.do(work(field, "Ana", "Lever"))
        assert [(e.name, e.who, e.ref) for e in of(done, TaskResolved)] == [("lever", field.id("Ana"), "ODY-A3")]
        assert field.pool("Ana") == 2
        assert field.code(work(field, "Ana", "lever")) == ("task.done", "ODY-A3")

    def test_it_can_be_done_in_a_held_turn(self) -> None:
        """ODY-A3: only what takes whole turns can't."""
        field = field_of()
        field.act("Ana", "hold")
        field.end()
        field.enter("Ana")
        field.do(work(field, "Ana", "lever"))
        assert objects(field.state)["lever"].done

    def test_without_a_point_it_is_refused(self) -> None:
        """ODY-A3"""
        field = field_of()
        field.do(PlaceObject("gate", {"ap": 4}))
        assert field.code(work(field, "Ana", "gate")) == ("act.cost", "ODY-A3")

    def test_only_objects_that_are_there(self) -> None:
        """ODY-A3"""
        field = field_of()
        assert field.code(work(field, "Ana", "window"))[0] == "object.unknown"
        field.do(RemoveObject("lever"))
        assert field.code(work(field, "Ana", "lever"))[0] == "object.unknown"


class TestWholeTurns:
    def test_a_whole_turn_however_many_points_it_has(self) -> None:
        """ODY-A3"""
        field = field_of()
        field.do(work(field, "Ana", "console"))
        assert objects(field.state)["console"].resolved
        assert (field.active, field.pool("Ana")) == ("Bo", 0)

    def test_nothing_may_have_been_spent(self) -> None:
        """ODY-A3"""
        field = field_of()
        field.act("Ana", "move")
        assert field.code(work(field, "Ana", "console")) == ("task.spent", "ODY-A3")

    def test_a_held_turn_is_none(self) -> None:
        """ODY-A3"""
        field = field_of()
        field.do(Grant(field.id("Ana")))
        field.end()
        field.enter("Ana")
        assert field.code(work(field, "Ana", "console")) == ("task.granted", "ODY-A3")

    @pytest.mark.parametrize("other", ["Ana", "Bo"])
    def test_progress_is_kept_between_turns_whoever_goes_on(self, other: str) -> None:
        """ODY-A3, ODY-C8 when_done"""
        field = field_of()
        done = field.do(work(field, "Ana", "bridge"))
        assert [(e.steps, e.turns) for e in of(done, TaskAdvanced)] == [(1, 2)]
        if other == "Ana":
            field.to_round(2)
        done = field.do(work(field, other, "bridge"))
        assert [(e.who, e.ref) for e in of(done, TaskResolved)] == [(field.id(other), "ODY-C8")]

    def test_several_turns_may_have_their_effect_in_the_effect_phase(self) -> None:
        """ODY-C8 effect_phase"""
        field = field_of(interact_resolves="effect_phase")
        field.do(work(field, "Ana", "bridge"))
        done = field.do(work(field, "Bo", "bridge"))
        assert not of(done, TaskResolved)
        assert field.code(work(field, "Orc", "bridge"))[0] == "task.done"
        done = field.end()
        assert [e.ref for e in of(done, TaskResolved)] == ["ODY-C8"]

    def test_one_turn_is_not_several(self) -> None:
        """ODY-C8: it is about several turns."""
        field = field_of(interact_resolves="effect_phase")
        assert of(field.do(work(field, "Ana", "console")), TaskResolved)

    def test_the_master_may_insist(self) -> None:
        """ODY-A3: then what there is of the turn is enough."""
        field = field_of()
        field.act("Ana", "move")
        field.do(work(field, "Ana", "console"), force=True)
        assert objects(field.state)["console"].done


class TestWho:
    def test_only_in_ones_own_turn(self) -> None:
        """ODY-A3"""
        field = field_of()
        assert field.code(work(field, "Bo", "lever"))[0] == "turn.not_yours"
        assert field.code(work(field, "Ana", "lever"), owns=field.id("Bo"))[0] == "seat.not_yours"

    def test_an_eidolon_does_not(self) -> None:
        """ODY-E5"""
        field = Field()
        field.add("Ana")
        field.add("Ifrit", belongs_to="Ana", hp=9, acts=claws())
        field.add("Orc", "antagonists")
        field.do(PlaceObject("lever", {"ap": 1}))
        field.start(Ana=2, Orc=1)
        field.act("Ana", "summon eidolon")
        assert field.code(work(field, "Ifrit", "lever")) == ("takeover.own_acts", "ODY-E5")


class TestPlacing:
    @pytest.mark.parametrize(
        ("command", "code"),
        [
            (PlaceObject("x"), "task.takes"),
            (PlaceObject("x", {"ap": 1}, 2), "task.takes"),
            (PlaceObject("x", {"hp": 1}), "task.pool"),
            (PlaceObject("x", {"ap": -1}), "act.cost_negative"),
            (PlaceObject("x", turns=-1), "task.turns"),
            (PlaceObject("x", turns=10_000), "task.turns"),
            (PlaceObject(" ", turns=1), "name.empty"),
            (PlaceObject("x", turns=1, task="hack"), "task.unknown"),
            (RemoveObject("x"), "object.unknown"),
        ],
    )
    def test_what_makes_no_sense_is_refused(self, command: Command, code: str) -> None:
        assert field_of().code(command)[0] == code

    def test_only_the_master_places_them(self) -> None:
        """SEM-21"""
        field = field_of()
        assert field.code(PlaceObject("x", turns=1), owns=field.id("Ana"))[0] == "seat.not_yours"

    def test_they_are_the_scenes(self) -> None:
        field = field_of()
        field.do(EndScene())
        assert objects(field.state) == {}


SAID = [
    ("object lever costs 1 ap", PlaceObject("lever", {"ap": 1})),
    ("object old bridge takes 3 turns", PlaceObject("old bridge", turns=3)),
    ("object remove lever", RemoveObject("lever")),
    ("interact lever", Work("c1", "lever")),
    ("Ana: interact with bridge", Work("c1", "bridge")),
]


@pytest.mark.parametrize(("text", "command"), SAID)
def test_it_can_be_said_and_is_written_as_it_is_said(text: str, command: Command) -> None:
    field = field_of()
    assert parse(field.rules, field.state, text).command == command
    written = unparse(field.rules, field.state, command)
    assert parse(field.rules, field.state, written).command == command
    assert "{" not in written
