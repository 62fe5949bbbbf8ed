"""Refusals in plain words: what is near, what is lacking, so many of what."""

from __future__ import annotations

import pytest

from turnwright.engine import Refusal
from turnwright.engine.base import Frame
from turnwright.engine.events import ConditionSet
from turnwright.engine.frames import SceneFrame
from turnwright.engine.play import Play
from turnwright.fight import Fight
from turnwright.rules.nearest import suggest
from turnwright.scenario.play import Outcome
from turnwright.scenario.report import as_text


def last_odyssey() -> Fight:
    return Fight.new("last-odyssey", seed="1", example=True)


def lux() -> Fight:
    """The goblins' ambush, in which one attacks and can be answered."""
    fight = Fight.new("lux-aeterna", seed="0", example=True)
    for text in ("score goblin skirmisher 40", "roll", "start", "attack roan"):
        assert fight.do(text), text
    return fight


def told(fight: Fight, text: str) -> str:
    """What is said to somebody who is refused this."""
    result = fight.do(text)
    assert not result, text
    return result.lines[0]


@pytest.mark.parametrize(
    ("word", "known", "near"),
    [
        ("attack", ("track", "basic attack"), "basic attack"),
        ("eidolon", ("summon eidolon", "end"), "summon eidolon"),
        ("action", ("bonus action", "reaction", "legendary action"), "reaction"),
        ("track", ("track", "race track"), "track"),
    ],
)
def test_a_word_of_a_name_of_several_words_is_near_to_it(word: str, known: tuple[str, ...], near: str) -> None:
    assert suggest(word, known) == near


def test_the_games_own_words_are_proposed() -> None:
    assert "did you mean basic attack?" in told(last_odyssey(), "attack")


def test_a_first_word_that_is_neither_a_word_nor_a_name_is_told_so() -> None:
    fight = Fight.new()
    fight.do("add Mitra")
    assert told(fight, "xyzzy").startswith("xyzzy is neither a word nor somebody here; help")
    assert "did you mean Mitra?" in told(fight, "mitro")
    assert told(fight, "mitra xyzzy").startswith("xyzzy is not a word here")


@pytest.mark.parametrize("text", ["end", "attack", "goblin skirmisher attack roan"])
def test_what_has_to_wait_is_told_what_goes_on_and_how_it_goes_on(text: str) -> None:
    said = told(lux(), text)
    assert "Goblin Skirmisher: attack on Roan; Roan may answer that, or pass; an empty line goes on" in said
    assert "next (or an empty line)" in said
    assert "Roan: pass" in said


def test_a_player_is_told_of_what_is_theirs_to_answer_only() -> None:
    fight = lux()
    ended = fight.seat("Roan").do("end")
    assert not ended
    assert "on Roan; Roan may answer that, or pass" in fight.seat("Roan").sentence(Refusal("turn.busy"))
    assert "attack" not in fight.seat("Milli").sentence(Refusal("turn.busy"))


def test_an_answer_that_says_nothing_is_told_what_is_asked() -> None:
    fight = last_odyssey()
    for text in ("score rhea 12", "score sol 12", "score tyrant 12", "roll", "start", "answer 3"):
        fight.do(text)
    said = told(fight, "answer")
    assert "in which order?" in said
    assert "Rhea" in said
    assert "Tyrant" in said


@pytest.mark.parametrize(("text", "left"), [("answer tyrant", "Rhea, Sol"), ("answer 1: sol", "Rhea, Tyrant")])
def test_an_order_that_leaves_somebody_out_is_told_whom(text: str, left: str) -> None:
    fight = last_odyssey()
    for start in ("score rhea 12", "score sol 12", "score tyrant 12", "roll", "start"):
        fight.do(start)
    while "in which order" not in told(fight, "answer"):
        assert fight.do("answer 1: 3")
    said = told(fight, text)
    assert said.startswith("all of these are to be put in order: ")
    assert f"left out: {left}" in said


@pytest.mark.parametrize(
    ("text", "lack"),
    [
        ("add", "a name"),
        ("hp milli", "a change"),
        ("effect", "an effect"),
        ("rename milli", "a name"),
        ("side milli", "a side"),
        ("set milli", "a word of the sheet"),
        ("trigger", "a trigger"),
        ("do", "an action"),
        ("remove", "a name, or several,"),
        ("lasting", "a number"),
    ],
)
def test_a_line_that_breaks_off_is_told_what_it_lacks(text: str, lack: str) -> None:
    fight = Fight.new("lux-aeterna", example=True)
    fight.do("roll")
    fight.do("start")
    said = told(fight, text)
    assert said.startswith(f"the line breaks off where {lack} should stand"), said


@pytest.mark.parametrize(
    ("cost", "pool", "words"),
    [("1", "action", "1 action"), ("2", "action", "2 actions"), ("1/2", "action", "1/2 action"), ("1", "hp", "1 HP")],
)
def test_one_and_many_of_a_pool(cost: str, pool: str, words: str) -> None:
    data = {"name": "Milli", "act": "attack", "cost": cost, "left": "1", "pool": pool}
    said = lux().sentence(Refusal("act.cost", data=data))
    assert said.startswith(f"Milli can't attack: it costs {words}, and 1 is left;")


@pytest.mark.parametrize(("checks", "words"), [(0, "(0 checks)"), (1, "(1 check)"), (2, "(2 checks)")])
def test_one_and_many_checks(checks: int, words: str) -> None:
    assert words in as_text(Outcome(file="x.yaml", title="x", checks=checks))


@pytest.mark.parametrize(
    ("act", "said"),
    [
        ("attack", "can't attack:"),
        ("summon eidolon", "can't summon eidolon:"),
        ("paradigm action", "can't use paradigm action:"),
        ("basic attack", "can't use basic attack:"),
    ],
)
def test_what_somebody_can_not_do_is_said_as_a_deed(act: str, said: str) -> None:
    refusal = Refusal("act.barred", data={"name": "Rhea", "act": act, "why": "downed"})
    assert f"Rhea {said} downed" in last_odyssey().sentence(refusal)


def test_a_choice_that_an_action_does_not_have_names_its_rule() -> None:
    fight = last_odyssey()
    assert "— ODY-A3" in told(fight, "rhea swap equipment armour")
    assert "— ODY-A3" in told(fight, "rhea swap equipment")


def test_rules_that_set_each_other_off_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = Fight.new(example=True)

    def again(play: Play, frame: Frame, answers: object) -> None:
        play.emit(ConditionSet("c1", "dizzy", True, ref="X-1"))
        play.emit(ConditionSet("c1", "dizzy", False, ref="X-2"))

    frames: dict[type[Frame], object] = {**fight.rules.frames}
    frames[SceneFrame] = again
    monkeypatch.setattr(fight.rules, "frames", frames)
    said = told(fight, "start")
    assert "condition-set (X-1), condition-set (X-2), again and again" in said


def test_names_that_hold_a_comma_stand_in_quotation_marks_among_answers() -> None:
    fight = Fight.new("reaction-ap")
    for text in (
        'add "Zed, the Great" side party',
        "add Bo side party",
        'score "Zed, the Great" 9',
        "score bo 9",
        "start",
    ):
        assert fight.do(text), text
    assert '("Zed, the Great", Bo)' in told(fight, "answer")
    assert fight.do('answer bo, "Zed, the Great"')


def test_whoever_is_not_up_while_something_is_asked_is_told_what_is() -> None:
    fight = last_odyssey()
    for text in ("score rhea 12", "score sol 9", "score vael 15", "score tyrant 12", "start"):
        assert fight.do(text), text
    said = told(fight, "sol basic attack rhea")
    assert said.startswith("it is not Sol's turn; ")
    assert "in which order?" in said


def test_who_acts_in_the_place_of_another_is_up() -> None:
    fight = last_odyssey()
    for text in ("score sol 30", "score rhea 20", "score vael 15", "score tyrant 12", "roll", "start"):
        assert fight.do(text), text
    while not fight.do("sol summon eidolon"):
        assert fight.do("answer guard 1") or fight.do("")
    assert "Ifrit's turn ends" in fight.do("").lines
