"""Random play of every order: what is offered is accepted, what is barred refused, and the log tells the whole
story."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from turnwright.engine import Choice, Command, Encounter, Record, Redo, Refusal, Undo, codec, read_record
from turnwright.engine.choices import choices
from turnwright.engine.happenings import CycleBegan, RoundBegan, SceneBegan, TurnEnded, TurnUp
from turnwright.engine.mechanics.initiative import Roll, SetScore
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.questions import Answer
from turnwright.engine.mechanics.scenes import Next, NextRound, Start
from turnwright.engine.sheet import pool_max
from turnwright.rules.cast import read_cast
from turnwright.rules.load import load
from turnwright.scenario.casting import cast_commands

from .board import Board
from .test_orders_counting import SHOTS, TICKS
from .test_orders_sides import LANES
from .test_orders_slots import SQUADS

GAMES = (
    "popcorn",
    "genesys",
    "troika",
    "savage-worlds",
    "ose",
    "shadowrun5",
    "dnd5e",
    "dnd5e-2024",
    "pathfinder2",
)
TEXTS = {"shots": SHOTS, "ticks": TICKS, "lanes": LANES, "squads": SQUADS}
OFTEN = frozenset({"troika", "shots", "ticks"})
"""Orders in which somebody may act again in the same round."""


def seated(game: str, seed: int) -> Board:
    """A fight of this game's own example, begun where that takes no answers."""
    board = Board(TEXTS.get(game, game), f"{game} {seed}")
    if game in TEXTS:
        for name, side in (("A", "heroes"), ("B", "heroes"), ("X", "foes"), ("Y", "foes")):
            hp = {"hp": 6} if "hp" in board.rules.pools else {}
            board.add(name, side, **hp)
    else:
        example = load(game).example
        assert example is not None
        for member in read_cast(example.cast, load(game), []):
            for command in cast_commands(member, lambda: board.state):
                board.do(command)
    if board.rules.ruleset.initiative.formula is None and board.rules.ruleset.initiative.cards is None:
        for at, combatant in enumerate(tuple(board.state.combatants.values())):
            board.do(SetScore(combatant.id, at % 3))
    elif board.rules.ruleset.initiative.rolled.when != "never" and not board.rules.order_in_round:
        board.do(Roll())
    board.do(Start())
    return board


def next_command(board: Board, chance: random.Random) -> tuple[Command, Choice | None]:
    """What somebody does next: an answer, something that is offered or barred, harm, or the obvious step."""
    found = choices(board.rules, board.state)
    offered = [choice for choice in found if choice.barred is None]
    answers = [choice for choice in offered if isinstance(choice.command, Answer)]
    throw, choice = chance.random(), None
    if answers and throw < 0.6:
        choice = chance.choice(answers)
    elif offered and throw < 0.75:
        choice = chance.choice(offered)
    elif found and throw < 0.8:
        choice = chance.choice(found)
    elif throw < 0.85:
        vital = next((name for name, word in board.rules.pools.items() if word.vital), "")
        who = chance.choice(list(board.state.combatants))
        return ChangePool((who,), vital, by=chance.choice(("-5", "+4", "-1"))), None
    elif throw < 0.88:
        return NextRound(), None
    return (choice.command, choice) if choice is not None else (Next(), None)


def check_turns(encounter: Encounter, often: bool) -> None:
    """Nobody has two turns in a round or a pass, but where the game says so."""
    turns: Counter[str] = Counter()
    up: dict[int, str] = {}
    for record in encounter.history:
        for event in record.events:
            if isinstance(event, SceneBegan | RoundBegan | CycleBegan):
                turns.clear()
            elif isinstance(event, TurnUp):
                up[event.turn] = event.kind
            elif isinstance(event, TurnEnded) and not up.get(event.turn):
                turns[event.entry] += 1
                assert often or turns[event.entry] == 1, event


def check_bounds(board: Board) -> None:
    """No pool is under its least; none was filled over its maximum."""
    for combatant in board.state.combatants.values():
        for name, held in combatant.pools.items():
            word = board.rules.pools.get(name)
            if word is not None and word.least is not None:
                assert held >= word.least, (combatant.name, name)
            most = pool_max(board.rules, board.state, combatant.id, name)
            if most is not None and not combatant.conditions and not board.state.effects:
                assert held <= most, (combatant.name, name)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", [*GAMES, *TEXTS])
def test_random_play(game: str, seed: int) -> None:
    chance = random.Random(f"{game} {seed}")
    board = seated(game, seed)
    encounter = board.encounter
    for number in range(80):
        command, choice = next_command(board, chance)
        before = encounter.state
        done = encounter.do(command)
        if choice is not None:
            assert isinstance(done, Refusal) == (choice.barred is not None), choice
        if isinstance(done, Refusal):
            assert encounter.state is before
            assert done.code != "rules.endless"
        elif number % 7 == 0:
            after = codec.state_bytes(encounter.state)
            assert isinstance(encounter.do(Undo()), Record)
            assert codec.state_bytes(encounter.state) == codec.state_bytes(before)
            assert isinstance(encounter.do(Redo()), Record)
            assert codec.state_bytes(encounter.state) == after
        check_bounds(board)
        if encounter.state.closed:
            break
    check_turns(encounter, game in OFTEN)
    again = Encounter.load(board.rules, [read_record(codec.encode(record)) for record in encounter.records])
    assert codec.state_bytes(again.state) == codec.state_bytes(encounter.state)
