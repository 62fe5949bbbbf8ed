"""Random fights full of effects: the log folds to the state, nothing blocks the table, no effect is left hanging."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from effects.bench import Bench
from turnwright.engine import Command, Encounter, Record, Refusal, Undo, codec, read_record
from turnwright.engine.choices import choices
from turnwright.engine.mechanics.cast import Remove
from turnwright.engine.mechanics.effects import GiveEffect
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.scenes import End, NextRound
from turnwright.engine.state import Fall, Save
from turnwright.rules.words.duration import read_duration

GAME = """
game: A game with everything that lasts
sides: {heroes: players}
stats: {attack: 5, actions: 2}
pools:
  hp: {vital: yes}
  mana: {start: 4}
  action: {max: actions, start: 0, refill: upkeep, lost: end of turn, losses lower refill: yes}
conditions:
  stunned: {unable: yes, ends concentration: yes}
  CONDITION
initiative: {formula: 1d20}
turn: {unable: UNABLE, steps: [negative, upkeep, positive, {name: act, acts: yes}, end], start: upkeep}
effect classes:
  bad: {at: negative, delayed: at once}
  good: {at: positive, delayed: end}
  aura: {at: start of turn, whose: source, passed over: yes}
effect order: WITHIN
lasting: {owner gone: GONE}
concentration: {damage: DAMAGE, lost: LOST, second: replaces}
waits: {delay: {until: open, place: here, unused: last}}
actions: {hit: {cost: {action: 1}}, wait: {turn: any}}
"""

LASTS = [
    "until ended",
    "once",
    "2 times",
    "2 rounds",
    "until the start of the source's next turn",
    "until the end of the bearer's 2nd turn",
    "until the end of the round",
    "until the end of the source's next turn, 1 round on",
]

effects = st.fixed_dictionaries(
    {
        "name": st.sampled_from(["fire", "ice", "song"]),
        "kind": st.sampled_from(["bad", "good", "aura"]),
        "lasts": st.sampled_from(LASTS).map(read_duration),
        "does": st.sampled_from([{}, {"hp": "-4"}, {"hp": "3"}, {"action": "-1"}, {"hp": "-1d6", "mana": "1"}]),
        "changes": st.sampled_from([{}, {"attack": "-value"}, {"actions": "+1"}]),
        "value": st.sampled_from([1, 2]),
        "falls": st.sampled_from([None, Fall("end of turn")]),
        "save": st.sampled_from([None, Save("end of turn"), Save("start of turn", "1d20 >= 12")]),
        "gives": st.sampled_from([(), ("stunned",)]),
        "upkeep": st.sampled_from([{}, {"mana": "1"}]),
        "sustained": st.booleans(),
        "starts": st.sampled_from([None, read_duration("start of turn")]),
    }
)
moves = st.lists(
    st.one_of(
        st.tuples(st.just("give"), effects, st.integers(0, 3), st.integers(0, 4)),
        st.tuples(st.just("choose"), st.integers(0, 1000)),
        st.tuples(st.just("end")),
        st.tuples(st.just("end")),
        st.tuples(st.just("round")),
        st.tuples(st.just("hp"), st.integers(0, 3), st.sampled_from(["-7", "-25", "9"])),
        st.tuples(st.just("leave"), st.integers(0, 3)),
        st.tuples(st.just("undo"), st.integers(1, 3)),
    ),
    max_size=22,
)
SET_UP = 5
"""How many commands set up the fight; they are not undone."""

FINE = ("turn.", "next.", "round.none", "combatant.gone", "undo.", "cast.", "pool.empty")


def step(bench: Bench, move: tuple[Any, ...]) -> None:
    """One move; whatever is refused is refused for the position, never for an effect that can't be worked out."""
    names = list(bench.state.combatants)
    if move[0] == "give":
        bearers = () if move[2] == 3 and not (move[1]["sustained"] or move[1]["upkeep"]) else (names[move[2]],)
        source = names[move[3]] if move[3] < 4 else ""
        command: Any = GiveEffect(bearers=bearers, source=source, **move[1])
    elif move[0] == "choose":
        offered = [choice for choice in choices(bench.rules, bench.state) if choice.barred is None]
        if not offered:
            return
        chosen = offered[move[1] % len(offered)].command
        assert isinstance(bench.encounter.do(chosen), Record), chosen
        return
    else:
        command = _plain(move, names)
        if move[0] == "undo" and move[1] > len(bench.encounter.history) - SET_UP:
            return
    done = bench.encounter.do(command)
    if isinstance(done, Refusal):
        assert done.code.startswith(FINE), done


def _plain(move: tuple[Any, ...], names: list[str]) -> Command:
    match move:
        case ("hp", who, by):
            return ChangePool((names[who],), "hp", by=by)
        case ("leave", who):
            return Remove((names[who],))
        case ("undo", count):
            return Undo(count)
        case ("round",):
            return NextRound()
        case _:
            return End()


def holds(bench: Bench) -> None:
    """What is so after every command."""
    state = bench.state
    for effect in state.effects.values():
        assert effect.left is None or effect.left >= 1
        assert (effect.left is None) == (effect.boundary == "")
        assert not effect.anchor or effect.anchor in state.entries or not state.combatants[effect.anchor].gone
        assert not effect.bearer or not state.combatants[effect.bearer].gone
        if effect.sustained or effect.upkeep:
            assert not state.combatants[effect.owner].gone
    for combatant in state.combatants.values():
        assert all(combatant.pools.get(pool, 0) >= 0 for pool in ("hp", "mana", "action"))


@pytest.mark.parametrize(
    ("unable", "within", "gone", "damage", "lost", "condition"),
    [
        ("play", "initiative", "ghost", "nothing", "ends", "down: {when: hp <= 0, unable: yes, clears: [bad, fire]}"),
        ("skip", "gm", "end", "ask", "ask", "down: {}"),
        ("play", "together", "stay", "ends", "ask", "dead: {when: hp <= 0, unable: yes, leaves: dead}"),
        ("skip", "initiative", "ghost", "ask", "ends", "down: {when: hp <= 0, unable: yes}"),
    ],
)
@settings(max_examples=40, deadline=None)
@given(moves=moves)
def test_whatever_happens_effects_stay_in_order(
    moves: list[tuple[Any, ...]], unable: str, within: str, gone: str, damage: str, lost: str, condition: str
) -> None:
    """SEM-14, SEM-16, SEM-17, SEM-18: over random play, undo included, in games that differ in every word."""
    words = {"UNABLE": unable, "WITHIN": within, "GONE": gone, "DAMAGE": damage, "LOST": lost, "CONDITION": condition}
    game = GAME
    for word, value in words.items():
        game = game.replace(word, value)
    bench = Bench(game, A=20, B=15, M=10, D=5)
    bench.start()
    for move in moves:
        step(bench, move)
        holds(bench)
    records = [read_record(codec.encode(record)) for record in bench.encounter.records]
    again = Encounter.load(bench.rules, records)
    assert codec.state_bytes(again.state) == codec.state_bytes(bench.state)


def test_a_round_is_played_to_its_end_whatever_is_asked() -> None:
    """The obvious answers lead on: questions of upkeep, saves, order and zero never block the table."""
    game = GAME
    for word, value in {
        "UNABLE": "play",
        "WITHIN": "gm",
        "GONE": "ghost",
        "DAMAGE": "ask",
        "LOST": "ask",
        "CONDITION": "down: {}",
    }.items():
        game = game.replace(word, value)
    bench = Bench(game, A=20, B=15, M=10, D=5)
    bench.start()
    for name in "ABMD":
        draft = GiveEffect("fire", (bench.id(name),), bench.id("A"), "bad", does={"hp": "-9"}, save=Save("end of turn"))
        bench.do(draft)
        bench.do(replace(draft, name="song", source=bench.id(name), upkeep={"mana": "1"}, sustained=True))
    for _ in range(200):
        if bench.state.round == 4:
            break
        if bench.question is None:
            bench.do(NextRound())
        else:
            part = next(p for p in bench.question.ask.parts if p.key not in bench.question.given)
            bench.answer(*(part.items if part.kind == "order" else part.items[:1]), part=part.key)
    assert bench.state.round == 4
