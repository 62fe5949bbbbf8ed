"""Battles of Last Odyssey in words: what is said is understood, what is done can be said, and what happened is told."""

from __future__ import annotations

import random

import pytest

from odyssey.field import Field
from odyssey.test_odyssey_random import battle
from turnwright.engine import Command, Record, choices
from turnwright.engine.mechanics.cast import Set
from turnwright.engine.mechanics.choosing import Choose
from turnwright.engine.mechanics.extras import Grant
from turnwright.engine.mechanics.first_strike import Ambush
from turnwright.engine.mechanics.forbidding import Forbid
from turnwright.engine.mechanics.formations import CallFormation, Confirm, RecordFormation
from turnwright.engine.mechanics.scenes import EndScene
from turnwright.speech import parse, question, tell, unparse
from turnwright.speech.board import standing_lines
from turnwright.speech.voice import Voice


def field_of() -> Field:
    """Ana and Bo with roles; they choose in the opening paradigm phase. A formation is recorded."""
    field = Field()
    field.add("Ana", role="striker")
    field.add("Bo", role="healer")
    field.add("Orc", "antagonists")
    field.do(RecordFormation("High Dawn", {"c1": "healer", "c3": "caster"}))
    field.start_only(Ana=15, Bo=12, Orc=9)
    field.let_go("Orc")
    return field


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("Ana: choose healer", Choose("c1", "healer")),
        ("Bo switch cas", Choose("c3", "caster")),
        ("formation high dawn", CallFormation("High Dawn")),
        ("formation record Storm", RecordFormation("Storm")),
        (
            "formation record Storm as Ana healer, Bo striker",
            RecordFormation("Storm", {"c1": "healer", "c3": "striker"}),
        ),
        ("formation forget High Dawn", RecordFormation("High Dawn", forget=True)),
        ("confirm", Confirm()),
        ("confirm Ana, Bo", Confirm(("c1", "c3"))),
        ("ambush antagonists", Ambush("antagonists")),
        ("ambush nobody", Ambush("")),
        ("forbid flee", Forbid("flee")),
        ("allow flee", Forbid("flee", on=False)),
        ("grant Ana held turn", Grant("c1", "held turn")),
    ],
)
def test_it_can_be_said_and_is_written_as_it_is_said(text: str, command: Command) -> None:
    field = field_of()
    assert parse(field.rules, field.state, text).command == command
    written = unparse(field.rules, field.state, command)
    assert "{" not in written
    assert parse(field.rules, field.state, written).command == command


@pytest.mark.parametrize("seed", range(3))
def test_everything_done_in_a_battle_can_be_said(seed: int) -> None:
    """What is offered at random can be written and read back, and whatever happens has its lines."""
    dice = random.Random(seed)
    field = battle({})
    for _ in range(40):
        if not field.state.agenda:
            break
        offered = [c.command for c in choices(field.rules, field.state) if c.barred is None]
        for command in dice.sample(offered, min(5, len(offered))):
            written = unparse(field.rules, field.state, command)
            assert parse(field.rules, field.state, written).command == command, written
        before = field.state
        done = field.encounter.do(dice.choice(offered))
        assert isinstance(done, Record)
        lines = tell(field.rules, before, done)
        assert all("?" not in line for line in lines), lines
        assert "?" not in question(field.rules, field.state).replace("? (", " (")


def test_an_eidolon_is_in_reserve_as_long_as_its_summoner_is_there() -> None:
    """ODY-X6: it leaves with its summoner, and is there again when the summoner is."""
    field = field_of()
    field.add("Ifrit", belongs_to="Bo", hp=30)
    field.add("Shiva", belongs_to="Ana", hp=30)
    assert list(standing_lines(Voice(field.rules, field.state))) == ["in reserve: Ifrit (Bo), Shiva (Ana)"]
    field.do(Set((field.id("Bo"),), "row", "back"))
    field.past("paradigm")
    field.end()
    field.act("Bo", "flee")
    field.to_phase("paradigm")
    assert list(standing_lines(Voice(field.rules, field.state))) == ["in reserve: Shiva (Ana)"]
    field.do(EndScene())
    assert list(standing_lines(Voice(field.rules, field.state))) == ["in reserve: Ifrit (Bo), Shiva (Ana)"]
