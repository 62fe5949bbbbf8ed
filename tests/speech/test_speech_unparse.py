"""Commands as words: reading them gives the same command back, whatever the command."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from speech.stage import RULES, Table, ambush
from turnwright.engine import Command, Record, Redo, Undo, choices, codec
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.cast import Add, Hide, Remove, Rename, Set, SetCondition, SetSide
from turnwright.engine.mechanics.effects import GiveEffect
from turnwright.engine.mechanics.initiative import Move, Reroll, Roll, SetScore
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.scenes import Begin, End, Jump, NextRound, Start
from turnwright.engine.mechanics.waits import Delay
from turnwright.fight import Fight
from turnwright.rules.load import builtin_names
from turnwright.rules.words.duration import Duration
from turnwright.speech import Said, SpeechError, complete, parse, question, refuse, tell, unparse

TABLE = ambush()
IDS = tuple(TABLE.state.combatants)

who = st.sampled_from(IDS)
some = st.lists(who, min_size=1, max_size=4, unique=True).map(tuple)
texts = st.text(min_size=1, max_size=20)
numbers = st.integers(-50, 50) | st.fractions(min_value=-9, max_value=9, max_denominator=4)
formulas = st.sampled_from(["1", "2d6", "-3", "+4", "1d8 + 2", "-(2d6)", "3d6!", "max(1, 2)", "½", "10/3", "speed"])
commands: st.SearchStrategy[Command] = st.one_of(
    st.builds(
        Add, texts, side=st.just("") | texts, count=st.integers(1, 9) | st.just("1d4"), score=numbers | st.none()
    ),
    st.builds(
        Add,
        st.sampled_from(["Goblin", "Rat, Giant", "Speed Demon", "hp", "Kobold 3"]),
        values=st.dictionaries(st.sampled_from(["hp", "speed", "ap", "strength"]), formulas),
        items=st.dictionaries(st.sampled_from(["arrows", "a rope"]), st.integers(0, 9)),
        conditions=st.sampled_from([(), ("prone",), ("on fire", "prone")]),
        hidden=st.booleans(),
        group=st.booleans(),
    ),
    st.builds(Set, some, st.sampled_from(["hp", "speed", "row", "other"]), texts),
    st.builds(Remove, some, st.sampled_from(["removed", "dead"]) | texts),
    st.builds(Rename, who, texts),
    st.builds(Hide, some, st.booleans()),
    st.builds(SetSide, some, texts),
    st.builds(SetCondition, some, texts | st.sampled_from(["prone", "not prone", "off"]), st.booleans()),
    st.builds(
        ChangePool, some, st.sampled_from(["hp", "ap", "actions", "x y"]), by=formulas, source=st.just("") | texts
    ),
    st.builds(ChangePool, some, st.sampled_from(["hp", "ap"]), to=formulas | st.just(""), top=formulas | st.just("")),
    st.builds(Roll, some, st.lists(st.integers(1, 20), max_size=3).map(tuple)),
    st.builds(Reroll, some | st.just(()), st.lists(st.integers(1, 20), max_size=2).map(tuple)),
    st.builds(SetScore, who, numbers | st.none()),
    st.builds(Move, who, who, st.booleans()),
    st.builds(Start, st.sampled_from(["", "ordered"]) | texts, st.just("") | texts),
    st.builds(End, st.integers(0, 40)),
    st.builds(Begin, who),
    st.builds(
        NextRound,
        st.dictionaries(
            st.sampled_from(["*", "tie", "zero", "initiative.missing"]), st.sampled_from(["first", "last", "out", "no"])
        ),
    ),
    st.builds(Jump, who),
    st.builds(
        Act,
        who,
        st.sampled_from(["attack", "move", "drink potion", "cast", "sing"]),
        st.just(()) | some,
        amount=st.just("") | formulas,
        given=st.dictionaries(st.sampled_from(["ap", "actions"]), st.integers(0, 5), max_size=2),
    ),
    st.builds(
        Delay,
        who,
        st.sampled_from(["", "delay"]),
        st.sampled_from(["", "open", "first", "score", "before", "event"]),
        value=numbers | st.none(),
        target=st.just("") | who,
        note=st.just("") | texts,
    ),
    st.builds(
        GiveEffect,
        st.sampled_from(["poison", "a, b", "word for word", "on fire"]),
        st.just(()) | some,
        source=st.just("") | who,
        kind=st.sampled_from(["", "negative", "at once"]),
        gives=st.lists(st.sampled_from(["prone", "on fire", "lasts long"]), max_size=2).map(tuple),
        does=st.dictionaries(st.sampled_from(["hp", "ap"]), formulas, max_size=2),
        changes=st.dictionaries(st.sampled_from(["speed"]), formulas, max_size=1),
        lasts=st.none()
        | st.builds(Duration)
        | st.builds(Duration, st.just("end of turn"), who, st.integers(1, 3), st.booleans(), st.integers(0, 2)),
        value=numbers | st.none(),
        at=st.sampled_from(["", "start of turn", "end of round"]),
        upkeep=st.dictionaries(st.sampled_from(["hp"]), st.sampled_from(["1", "3"]), max_size=1),
    ),
    st.builds(Undo, st.integers(1, 9)),
    st.builds(Redo, st.integers(1, 9)),
)


@settings(max_examples=400, deadline=None)
@given(commands, st.booleans())
def test_what_is_written_is_read_as_the_same_command(command: Command, force: bool) -> None:
    text = unparse(RULES, TABLE.state, command, force)
    assert parse(RULES, TABLE.state, text) == Said(command, force)


@pytest.mark.parametrize(
    "text",
    [
        "add 3 Goblin hp 2d6 speed 6 side goblins",
        "Milli: attack Goblin Archer for 1d8",
        "Milli: drink potion",
        "Roan: delay",
        "hp Milli 14/20",
        "hp heroes -2d6",
        "move Milli before Roan",
        "condition Milli not prone",
        "score Milli 17",
        "Goblin Archer: end",
    ],
)
def test_words_come_back_as_people_write_them(text: str) -> None:
    assert unparse(RULES, TABLE.state, parse(RULES, TABLE.state, text).command) == text


@settings(max_examples=400, deadline=None)
@given(commands, st.sampled_from(["zzqq", ", zzqq", "zzqq, hidden", ": zzqq"]))
def test_nothing_that_is_said_is_dropped(command: Command, more: str) -> None:
    """Words too many are refused, or they are in what is to be done."""
    said = _said(f"{unparse(RULES, TABLE.state, command)} {more}")
    assert isinstance(said, SpeechError) or b"zzqq" in codec.encode(said.command)


WORDS = (
    "poison does hidden, gives for 3 rounds until the end of turn round answering first "
    "hp add attack Milli Roan goblins Goblin Archer: , ! -3 2d6 =20 14/20 max for costs ap until before is not prone "
    "answer delay roll score move \" ' “ ” « 1: end start called as to and all * me from set row back effect on rest"
)


@settings(max_examples=400, deadline=None)
@given(st.text(max_size=60) | st.lists(st.sampled_from(WORDS.split()), max_size=9).map(" ".join))
def test_whatever_is_typed_is_read_or_refused(text: str) -> None:
    """No words bring the table down; what is refused has its sentence, what is read can be written."""
    complete(RULES, TABLE.state, text)
    said = _said(text)
    if isinstance(said, SpeechError):
        assert refuse(RULES, TABLE.state, said.refusal)
        assert said.at >= 0
    else:
        assert parse(RULES, TABLE.state, unparse(RULES, TABLE.state, said.command, said.force)) == said


def _said(text: str) -> Said | SpeechError:
    try:
        return parse(RULES, TABLE.state, text)
    except SpeechError as error:
        return error


@pytest.mark.parametrize("game", builtin_names())
def test_whatever_is_offered_can_be_said_and_whatever_happens_is_told(game: str) -> None:
    """In every game: what is open at random is written and read back, and what comes of it has its lines."""
    dice = random.Random(game)
    fight = Fight.new(game, seed="speech", example=True)
    for text in ("roll", "start"):
        fight.do(text)
    for _ in range(30):
        offered = [choice.command for choice in choices(fight.rules, fight.state) if choice.barred is None]
        for command in dice.sample(offered, min(6, len(offered))):
            text = unparse(fight.rules, fight.state, command)
            assert not text.startswith("command {"), text
            assert parse(fight.rules, fight.state, text) == Said(command), text
        before = fight.state
        done = fight.encounter.do(dice.choice(offered)) if offered else fight.encounter.do(Undo())
        if isinstance(done, Record):
            for line in tell(fight.rules, before, done):
                assert "{" not in line
                assert not line.endswith((":", " "))
        question(fight.rules, fight.state)


def test_a_log_becomes_words_that_play_the_same_fight() -> None:
    first = ambush()
    first.do("attack milli for 1d6", "end", "roan is prone", "milli: delay", "next", "hp goblins -1d4", "next")
    second = Table()
    for record in first.encounter.history:
        said = parse(second.rules, second.state, unparse(second.rules, second.state, record.command, record.force))
        assert isinstance(second.encounter.do(said.command, force=said.force), Record)
    assert second.state == first.state
