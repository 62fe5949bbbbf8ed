"""The JSON Schemas hold what is written: every command and event of fights played at random fits them."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import turnwright
from turnwright.engine import Encounter, Record, choices, codec
from turnwright.engine.history import Open
from turnwright.rules.load import builtin_names

from .schema import Checker


def played(game: str, seed: int, steps: int = 25) -> Encounter:
    """A fight of a game's own example, in which whatever is open is done."""
    fight = turnwright.Fight.new(game, seed=str(seed), example=True)
    dice = random.Random(seed)
    for _ in range(steps):
        open_now = [choice.command for choice in choices(fight.rules, fight.state) if choice.barred is None]
        fight.do(dice.choice(open_now) if open_now and dice.random() < 0.6 else "next")
    return fight.encounter


def plain(value: object) -> dict[str, Any]:
    decoded: dict[str, Any] = msgspec.json.decode(codec.encode(value))
    return decoded


@pytest.mark.parametrize("game", builtin_names())
def test_every_command_and_event_of_a_fight_fits_its_schema(game: str) -> None:
    commands, events = Checker(turnwright.command_schema()), Checker(turnwright.event_schema())
    records: list[Record] = played(game, 1).records
    assert len(records) > 10
    for record in records:
        if not isinstance(record.command, Open):
            assert commands.faults(plain(record.command)) == []
        for event in record.events:
            assert events.faults(plain(event)) == []


def test_the_schemas_name_every_kind() -> None:
    for schema, kinds in (
        (turnwright.command_schema(), codec.COMMANDS),
        (turnwright.event_schema(), codec.EVENTS),
    ):
        assert set(schema["discriminator"]["mapping"]) == {str(kind.__struct_config__.tag) for kind in kinds}


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        ({"command": "jump"}, "who is missing"),
        ({"command": "jump", "who": 3}, "3 is no string"),
        ({"command": "hide", "who": ["c1"], "hidden": "yes"}, "is no boolean"),
        ({"command": "set-rank", "who": "c1", "rank": 1.5}, "is none of what is possible"),
        ({"command": "set-rank", "who": "c1", "rank": "x"}, "is none of what is possible"),
    ],
)
def test_what_is_wrong_does_not_fit(wrong: dict[str, Any], fault: str) -> None:
    faults = Checker(turnwright.command_schema()).faults(wrong)
    assert fault in str(faults)
