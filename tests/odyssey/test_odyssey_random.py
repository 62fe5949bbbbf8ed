"""Battles played at random from what is offered: what holds at every point of them."""

from __future__ import annotations

import random

import pytest

from odyssey.field import Field, claws
from turnwright.engine import Record, choices, codec, read_record
from turnwright.engine.base import Question
from turnwright.engine.choosing import Choices
from turnwright.engine.frames import Gap, Turn
from turnwright.engine.happenings import TurnUp
from turnwright.engine.history import Redo, Undo
from turnwright.engine.machine import evolve
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.scenes import End, Next, NextRound, Start
from turnwright.engine.play import Play
from turnwright.engine.sheet import pool_max, present, why_unable
from turnwright.engine.state import OwnAct, State
from turnwright.engine.turns import acting
from turnwright.formula.seeded import SeededDice

OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"held_turn": "phase_end", "flee_keeps_held": "no", "downed_cancels_flight": "no"},
    {"summoner_downed": "eidolon_stays", "eidolon_falls_acting": "turn_ends", "locked_side": "nothing"},
    {"advance_when": "before_effects", "paradigm_actions": "any", "downed_may_switch": "yes", "ties": "roll"},
)
LEFT_OUT = (NextRound,)


def battle(options: dict[str, str]) -> Field:
    """Two heroes, one with an eidolon and a few tricks, against two antagonists, one of them with an eidolon too."""
    field = Field(**options)
    tricks = {
        "bow": OwnAct(like="basic attack", tags=("-melee",), amount="-4"),
        "raise": OwnAct(like="ability", cost={"ap": "1", "anima": "1"}, tags=("revive",), amount="6"),
        "burn": OwnAct(like="ability", cost={"ap": "2"}, role="striker", amount="-7"),
    }
    field.add(
        "Ana", tier=6, hp=14, initiative=12, acts=tricks, items={"potion": 1, "phoenix feather": 1}, role="striker"
    )
    field.add("Ifrit", belongs_to="Ana", hp=9, acts=claws())
    field.add("Bo", hp=12, initiative=12, row="back", acts=tricks)
    field.add("Orc", "antagonists", hp=16, initiative=12, acts=tricks)
    field.add("Demon", "antagonists", belongs_to="Orc", hp=9, acts=claws())
    field.add("Imp", "antagonists", hp=8, initiative=9, row="back", acts=tricks)
    field.do(Start())
    return field


def check(field: Field) -> None:
    """What holds at every point."""
    state = field.state
    play = Play(field.rules, state, SeededDice(state.seed, state.draws))
    for who in state.combatants.values():
        for pool, held in who.pools.items():
            most = pool_max(field.rules, state, who.id, pool) if pool != "ap" else 4
            assert held >= 0, (who.name, pool, held)
            assert most is None or held <= most, (who.name, pool, held)
        assert all(left >= 0 for left in who.items.values())
    turn = field.turn
    if turn is not None and turn is state.agenda[-1]:
        assert all(not why_unable(field.rules, state, who) for who in acting(play.state, turn)), (
            "somebody acts who can't"
        )
    for entry in state.entries.values():
        if entry.actor:
            assert not state.combatants[entry.actor].gone
        if not state.agenda:
            assert not entry.granted
            assert not entry.actor
    top = state.agenda[-1] if state.agenda else None
    assert top is None or isinstance(top, Question | Choices | Gap | Turn), top


def own_turns(field: Field) -> dict[tuple[int, str], int]:
    """How often each entry had an ordinary turn in each cycle."""
    found: dict[tuple[int, str], int] = {}
    state = State()
    for record in field.encounter.history:
        for event in record.events:
            state = evolve(state, (event,))
            if isinstance(event, TurnUp) and not event.kind:
                key = (state.cycle, event.entry)
                found[key] = found.get(key, 0) + 1
    return found


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: next(iter(options), "default"))
@pytest.mark.parametrize("seed", range(4))
def test_random_battles(seed: int, options: dict[str, str]) -> None:
    """SEM-4, SEM-7, SEM-17, SEM-18: offered is accepted, barred refused; nobody has two turns; undo gives all back."""
    dice = random.Random(f"{seed} {options}")
    field = battle(options)
    for step in range(70):
        if not field.state.agenda:
            break
        found = [choice for choice in choices(field.rules, field.state) if not isinstance(choice.command, LEFT_OUT)]
        for choice in dice.sample(found, min(4, len(found))):
            if choice.barred is not None:
                assert field.refused(choice.command).code == choice.barred.code
        offered = [choice.command for choice in found if choice.barred is None]
        acts = [command for command in offered if isinstance(command, Act)]
        if not offered:
            offered = [Next()]
        command = dice.choice(acts) if acts and dice.random() < 0.6 else dice.choice(offered)
        if isinstance(field.state.agenda[-1], Turn) and dice.random() < 0.1:
            command = End()
        before = field.state
        done = field.encounter.do(command)
        assert isinstance(done, Record), (step, command, done)
        check(field)
        assert evolve(before, done.events) == field.state
        if step % 10 == 3:
            after = codec.state_bytes(field.state)
            field.do(Undo())
            assert codec.state_bytes(field.state) == codec.state_bytes(before)
            field.do(Redo())
            assert codec.state_bytes(field.state) == after
    assert all(count == 1 for count in own_turns(field).values())
    records = [read_record(codec.encode(record)) for record in field.encounter.records]
    again = type(field.encounter).load(field.rules, records)
    assert codec.state_bytes(again.state) == codec.state_bytes(field.state)
    assert {c.id for c in present(again.state)} == {c.id for c in present(field.state)}
