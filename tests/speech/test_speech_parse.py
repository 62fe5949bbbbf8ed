"""Words in: what each word of the table is read as."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from speech.stage import RULES, RULESET, Table, ambush
from turnwright.engine import Command, Redo, Undo, compile_rules
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.cast import Add, Hide, Remove, Rename, Set, SetCondition, SetSide
from turnwright.engine.mechanics.effects import EndEffect
from turnwright.engine.mechanics.initiative import Move, Reroll, Roll, SetScore
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.questions import Answer
from turnwright.engine.mechanics.scenes import Begin, Close, End, Jump, Next, Start
from turnwright.engine.mechanics.waits import Delay
from turnwright.rules.words.order import Tie
from turnwright.speech import Said, SpeechError, parse, unparse
from turnwright.speech.table import Choices, Help, Log, Prev, Why

MILLI, ROAN, ARCHER, LEADER = "c1", "c3", "c7", "c9"


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("", Next()),
        ("next", Next()),
        ("start", Start()),
        ("start ordered called The ford at dusk", Start("ordered", "The ford at dusk")),
        ("start called The gate, purpose to get in", Start("", "The gate", "to get in")),
        ("end", End()),
        ("end turn t17", End(17)),
        ("begin", Begin(ARCHER)),
        ("jump milli", Jump(MILLI)),
        ("close", Close()),
        ("add 3 goblin hp 2d6 speed 6 side goblins", Add("goblin", "goblins", 3, {"hp": "2d6", "speed": "6"})),
        ("add Milli speed 4 hp 14/20", Add("Milli", values={"speed": "4", "hp": "14/20"})),
        ("add 1d4+1 Wolf", Add("Wolf", count="1d4+1")),
        ("add 2x Orc score 12 hidden", Add("Orc", count=2, score=12, hidden=True)),
        ("add 3 Orc side orcs group", Add("Orc", "orcs", 3, group=True)),
        ("add 3 Orc hp 4 group hidden", Add("Orc", count=3, values={"hp": "4"}, group=True, hidden=True)),
        ("add Speed Demon speed 4", Add("Speed Demon", values={"speed": "4"})),
        ("add Kobold 3 row back is prone", Add("Kobold 3", values={"row": "back"}, conditions=("prone",))),
        ("add Ash item arrows 20", Add("Ash", items={"arrows": 20})),
        ("roll", Roll()),
        ("roll milli 16", Roll((MILLI,), (16,))),
        ("milli: roll 16", Roll((MILLI,), (16,))),
        ("reroll heroes", Reroll((MILLI, ROAN, "c5"))),
        ("score milli 17", SetScore(MILLI, 17)),
        ("score milli -1½", SetScore(MILLI, Fraction(-3, 2))),
        ("score milli none", SetScore(MILLI, None)),
        ("move roan before milli", Move(ROAN, MILLI, before=True)),
        ("roan: move after archer", Move(ROAN, ARCHER)),
        ("move pau between milli and roan", Move("c5", MILLI)),
        ("hp archer -2d6", ChangePool((ARCHER,), "hp", by="-2d6")),
        ("hp archer − 3", ChangePool((ARCHER,), "hp", by="-3")),
        ("hp archer +3", ChangePool((ARCHER,), "hp", by="3")),
        ("hp archer =20", ChangePool((ARCHER,), "hp", to="20")),
        ("hp archer 14/20", ChangePool((ARCHER,), "hp", to="14", top="20")),
        ("hp archer max 20", ChangePool((ARCHER,), "hp", top="20")),
        ("hp archer -3 from the trap", ChangePool((ARCHER,), "hp", by="-3", source="the trap")),
        ("milli: hp -3", ChangePool((MILLI,), "hp", by="-3")),
        ("ap milli -½", ChangePool((MILLI,), "ap", by="-½")),
        ("action points milli -1", ChangePool((MILLI,), "ap", by="-1")),
        ("pool actions milli +1", ChangePool((MILLI,), "actions", by="1")),
        ("set milli speed 5", Set((MILLI,), "speed", "5")),
        ("set milli row to back", Set((MILLI,), "row", "back")),
        ("remove archer", Remove((ARCHER,))),
        ("remove archer as dead", Remove((ARCHER,), "dead")),
        ("rename archer to Snag the Slow", Rename(ARCHER, "Snag the Slow")),
        ("hide archer, leader", Hide((ARCHER, LEADER))),
        ("show archer", Hide((ARCHER,), hidden=False)),
        ("side archer heroes", SetSide((ARCHER,), "heroes")),
        ("condition archer prone", SetCondition((ARCHER,), "prone")),
        ("condition archer not prone", SetCondition((ARCHER,), "prone", on=False)),
        ("condition archer prone off", SetCondition((ARCHER,), "prone", on=False)),
        ("milli is prone", SetCondition((MILLI,), "prone")),
        ("heroes are not on fire", SetCondition((MILLI, ROAN, "c5"), "on fire", on=False)),
        ("attack milli", Act(ARCHER, "attack", (MILLI,))),
        ("att milli for 1d8", Act(ARCHER, "attack", (MILLI,), amount="-1d8")),
        ("attack milli for 1d8 + 2", Act(ARCHER, "attack", (MILLI,), amount="-(1d8 + 2)")),
        ("attack milli for +1d8", Act(ARCHER, "attack", (MILLI,), amount="1d8")),
        ("attack heroes", Act(ARCHER, "attack", (MILLI, ROAN, "c5"))),
        ("cast costs 2 ap", Act(ARCHER, "cast", given={"ap": 2})),
        ("cast costs 2", Act(ARCHER, "cast", given={"ap": 2})),
        ("attack milli costs 2 actions for 3", Act(ARCHER, "attack", (MILLI,), amount="-3", costs={"actions": 2})),
        ("move costs 1 ap", Act(ARCHER, "move", costs={"ap": 1})),
        ("drink", Act(ARCHER, "drink potion")),
        ("Roan attack Archer", Act(ROAN, "attack", (ARCHER,))),
        ("Roan: attack Archer", Act(ROAN, "attack", (ARCHER,))),
        ("move", Act(ARCHER, "move")),
        ("do move milli", Act(ARCHER, "move", (MILLI,))),
        ("roan delay", Delay(ROAN, "delay")),
        ("delay until 12", Delay(ARCHER, "delay", "score", value=12)),
        ("delay before milli", Delay(ARCHER, "delay", "before", target=MILLI)),
        ("delay when the gate falls", Delay(ARCHER, "delay", "event", note="the gate falls")),
        ("undo", Undo()),
        ("undo 3", Undo(3)),
        ("redo 2", Redo(2)),
        ("prev", Prev()),
        ("log 5", Log(5)),
        ("why", Why()),
        ("why order", Why("order")),
        ("choices milli", Choices(MILLI)),
        ("help hp", Help("hp")),
        ('command {"command": "jump", "who": "c1"}', Jump(MILLI)),
    ],
)
def test_what_words_mean(text: str, command: Command) -> None:
    table = ambush()
    assert parse(table.rules, table.state, text) == Said(command)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("add Ana hp 18 luck 2", {"hp": "18", "luck": "2"}),
        ("add Ana hp 2d6 + 3 luck 2 wits 4 side foes", {"hp": "2d6 + 3", "luck": "2", "wits": "4"}),
        ("add Ana with luck 2 hp 2 if 1 else 3", {"luck": "2", "hp": "2 if 1 else 3"}),
    ],
)
def test_an_open_sheet_takes_words_of_the_tables_own_anywhere_after_the_name(text: str, values: dict[str, str]) -> None:
    table = Table(compile_rules(replace(RULESET, open_sheet=True)))
    command = table.read(text)
    assert isinstance(command, Add)
    assert (command.name, command.values) == ("Ana", values)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("delay", Delay(MILLI, "delay")),
        ("attack Archer", Act(MILLI, "attack", (ARCHER,))),
        ("hp -3", ChangePool((MILLI,), "hp", by="-3")),
        ("attack me", Act(MILLI, "attack", (MILLI,))),
        ("roll 16", Roll((MILLI,), (16,))),
        ("score 17", SetScore(MILLI, 17)),
    ],
)
def test_whoever_speaks_acts(text: str, said: Command) -> None:
    table = ambush()
    assert parse(table.rules, table.state, text, MILLI).command == said


@pytest.mark.parametrize(
    ("text", "force"),
    [
        ("roan: attack milli!", True),
        ("roan: attack milli !", True),
        ("roan: attack milli for 3!", True),
        ("roan: attack milli for 1d6!", False),
        ("roan: attack milli for 1d6! !", True),
        ("!", True),
    ],
)
def test_an_exclamation_mark_insists_but_for_dice_that_explode(text: str, force: bool) -> None:
    table = ambush()
    assert parse(table.rules, table.state, text).force is force


@pytest.mark.parametrize("minus", ["-", "−", "–", "－"])
def test_case_51_every_kind_of_minus_is_read(minus: str) -> None:
    table = ambush()
    assert table.read(f"hp archer {minus}2") == ChangePool((ARCHER,), "hp", by="-2")


def test_case_51_a_mistyped_die_is_refused_with_the_one_that_was_meant() -> None:
    table = ambush()
    with pytest.raises(SpeechError) as caught:
        table.read("hp archer -ld6")
    assert caught.value.refusal.code == "formula.bad"
    assert "1d6" in "".join(caught.value.refusal.data.values())


@pytest.mark.parametrize(
    ("text", "code", "figures"),
    [
        ("attak milli", "word.nobody", {"near": "attack"}),
        ("re", "word.ambiguous", {"known": "redo, remove, rename, reroll, resolve, rest, resting, react"}),
        ("hp", "missing", {"usage": "hp NAMES (-2d6 | +3 | =20 | 14/20 | max 20) [from SOURCE]"}),
        ("hp archer 14", "number.sign", {"text": "14"}),
        ("hp goblin -1", "name.ambiguous", {"known": "Goblin Archer, Goblin Leader, Goblin Skirmisher"}),
        ("remove roan milli", "line.left_over", {"rest": "milli"}),
        ("milli", "verb.missing", {"name": "Milli"}),
        ("milli xyzzy", "word.unknown", {"word": "xyzzy"}),
        ("milli: end", "turn.not_yours", {"name": "Milli", "active": "Goblin Archer"}),
        ("heroes attack archer", "subject.one", {}),
        ("answer milli", "question.none", {}),
        ("score milli abc", "number.bad", {"text": "abc"}),
        ("set milli nonsense 3", "choice.unknown", {"word": "nonsense"}),
        ("move roan beside milli", "choice.unknown", {"known": "before, after, between"}),
        ("command nonsense", "command.bad", {}),
        ("x" * 30_000, "line.too_long", {}),
    ],
)
def test_what_can_not_be_read_says_why(text: str, code: str, figures: dict[str, str]) -> None:
    table = ambush()
    with pytest.raises(SpeechError) as caught:
        parse(table.rules, table.state, text)
    refusal = caught.value.refusal
    assert refusal.code == code
    for key, value in figures.items():
        assert set(refusal.data[key].split(", ")) == set(value.split(", "))


def test_nobody_acts_while_nobodys_turn_is_on() -> None:
    table = Table()
    table.do("add Milli hp 5")
    with pytest.raises(SpeechError) as caught:
        table.read("attack Milli")
    assert caught.value.refusal.code == "actor.none"


def test_a_turn_is_ended_by_its_own_number() -> None:
    """SEM-20: what somebody ends by name is the turn that is on now."""
    table = ambush()
    assert table.read("Archer: end") == End(1)


def test_answers_are_names_in_an_order() -> None:
    initiative = replace(RULESET.initiative, ties=(Tie(ask="gm"),))
    table = Table(compile_rules(replace(RULESET, initiative=initiative)))
    table.do("add Ann score 5", "add Bob score 5", "add Cid score 5", "start")
    ann, bob, cid = (entry.id for entry in table.state.entries.values())
    assert table.read("answer Bob, Cid, Ann") == Answer((bob, cid, ann))
    assert table.read("answer bo ci") == Answer((bob, cid, ann))
    for text, code in (
        ("answer Bob", "answer.not_an_order"),
        ("answer", "answer.nothing"),
        ("answer Dora, Bob, Cid", "choice.unknown"),
    ):
        with pytest.raises(SpeechError) as caught:
            table.read(text)
        assert caught.value.refusal.code == code


def test_one_of_several_effects_alike_is_told_by_its_number() -> None:
    table = ambush()
    table.do("effect slowed on milli", "effect slowed on milli", "effect slowed on roan")
    first, second, third = table.state.effects
    assert parse(RULES, table.state, "ends slowed 2 on milli").command == EndEffect((second,))
    assert parse(RULES, table.state, "ends slowed on milli").command == EndEffect((first, second))
    assert unparse(RULES, table.state, EndEffect((first,))) == "ends slowed 1 on Milli"
    assert unparse(RULES, table.state, EndEffect((third,))) == "ends slowed on Roan"
    with pytest.raises(SpeechError):
        parse(RULES, table.state, "ends slowed 3 on milli")


@pytest.mark.parametrize(
    "text",
    [
        "prepare attack Roan blah if Roan attacks",
        "prepare attack Roan costs 3 action if Roan attacks",
        "prepare attack Roan until 5 blah when it rains",
    ],
)
def test_a_part_of_a_line_is_read_to_its_end(text: str) -> None:
    with pytest.raises(SpeechError) as error:
        parse(RULES, ambush().state, f"Milli: {text}")
    assert error.value.refusal.code == "line.left_over"
