"""Sentences out: the log, refusals, questions, why."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from speech.stage import RULES, RULESET, Table, ambush
from turnwright.engine import Record, Refusal, compile_rules
from turnwright.fight import Fight
from turnwright.rules.words.order import Initiative, Step, Tie, Turn
from turnwright.speech import help_on, question, refuse, tell, why
from turnwright.speech.catalogue import catalogue


def test_the_log_says_what_happened_with_its_figures() -> None:
    table = ambush()
    assert table.do("hp milli -5") == ("Milli loses 5 HP: 15/20",)
    assert table.do("hp milli -18") == ("Milli loses 15 HP: 0/20 (3 too many)",)
    assert table.do("hp milli +2") == ("Milli gains 2 HP: 2/20",)
    assert table.do("milli is prone") == ("Milli is prone",)
    assert table.do("milli is not prone") == ("Milli is no longer prone",)
    assert table.do("rename pau to Paula") == ("Pau is called Paula now",)
    assert table.do("remove paula as fled") == ("Paula has fled",)


def test_names_and_figures_are_those_of_the_moment() -> None:
    table = ambush()
    lines = table.do("end")
    assert lines == ("Goblin Archer's turn ends", "Milli is up")
    told = [table.do(text) for text in ("hp milli -1", "hp milli -1")]
    assert told == [("Milli loses 1 HP: 19/20",), ("Milli loses 1 HP: 18/20",)]


def test_the_dice_are_told_as_they_fell() -> None:
    table = Table()
    table.do("add Milli speed 4")
    assert table.do("roll Milli 16") == ("Milli has 20 for initiative (d20: 16, rolled at the table)",)


def test_lines_that_say_the_same_of_several_are_one() -> None:
    table = ambush()
    assert table.do("ap heroes =2") == ("Milli, Roan and Pau: action points 2",)


def test_what_only_the_engine_needs_has_no_line() -> None:
    table = Table()
    before = table.state
    done = table.encounter.do(table.read("add Milli"))
    assert isinstance(done, Record)
    assert len(done.events) > 1
    assert tell(RULES, before, done) == ("Milli joins (heroes)",)


def test_undo_is_told_by_its_count() -> None:
    table = ambush()
    table.do("hp milli -1", "hp milli -1")
    assert table.do("undo 2") == ("Undone: 2 steps",)
    assert table.do("redo") == ("Done again: 1 step",)


def test_a_track_is_named_by_its_title_also_as_it_is_taken_away() -> None:
    fight = Fight.new("lux-aeterna", seed="a", example=True)
    opened = fight.do("track The sword by Pau goal 8 step reforge the blade step fit the hilt")
    assert "The sword: 8 to reach" in opened.lines
    assert fight.do("advance by 3").lines == ("The sword, reforge the blade: 3 more, 3 in all",)
    assert fight.do("track remove The sword").lines[0] == "The sword is taken away"


def test_a_formation_that_is_dropped_is_forgotten() -> None:
    fight = Fight.new("last-odyssey", seed="a", example=True)
    assert fight.do("formation record wall as Rhea defender, Sol healer").lines == ("Formation wall is recorded",)
    assert fight.do("formation forget wall").lines == ("Formation wall is forgotten",)


def test_the_games_own_words_are_used() -> None:
    words = replace(RULESET, words={"round": "turn", "turn": "standing"})
    table = Table(compile_rules(words))
    table.do("add Milli", "score Milli 3")
    lines = table.do("start")
    assert "— Turn 1 —" in lines
    assert "Milli's standing ends" in table.do("end")


def test_lux_s1_the_step_of_a_turn_in_which_something_happened_is_told() -> None:
    steps = (Step(name="upkeep"), Step(name="act", acts=True), Step(name="end"))
    stepped = replace(RULESET, turn=Turn(steps=steps, start="upkeep"), waits={})
    table = Table(compile_rules(stepped))
    table.do("add Milli score 3", "actions Milli =0")
    assert "Milli: actions 2/2 (step: upkeep)" in table.do("start")


def test_a_ruling_says_what_it_overrules() -> None:
    lines = ambush().do("roan: attack milli !")
    assert lines[0] == "Ruling by the GM, against: it is not Roan's turn, but Goblin Archer's"


def test_sem_22_players_are_told_nothing_of_those_who_are_hidden() -> None:
    table = Table()
    table.do("add Milli hp 5 score 9 side heroes", "add Lurker hp 5 score 12 hidden side goblins")
    milli = frozenset({table.id("Milli")})
    told: list[str] = []
    for text in ("start", "hp lurker -1", "hp milli -1", "attack milli for 1", "lurker is prone", "end"):
        before = table.state
        done = table.encounter.do(table.read(text))
        assert isinstance(done, Record)
        told += tell(RULES, before, done, viewer=milli)
    assert "Order: Milli (9)" in told
    assert "Milli loses 1 HP: 4/5" in told
    assert "Lurker" not in " ".join(told)


# ---- refusals


def test_sem_24_a_refusal_says_what_why_and_what_instead() -> None:
    table = ambush()
    said = table.sentence(table.refused("roan: attack milli"))
    assert said.startswith("it is not Roan's turn, but Goblin Archer's")
    assert "MU-5" in said
    assert "!" in said
    table.do("attack milli", "attack milli")
    said = table.sentence(table.refused("attack milli"))
    assert "Goblin Archer can't attack: it costs 1 action, and 0 are left" in said
    assert "possible:" in said
    assert "end" in said


def test_what_is_possible_instead_is_possible() -> None:
    table = ambush()
    table.do("attack milli", "attack milli")
    instead = table.sentence(table.refused("attack milli")).partition("possible: ")[2].partition(" — ")[0].split("; ")
    assert instead
    for text in (text.removesuffix(" (or an empty line)") for text in instead):
        table.do(text)
        table.do("undo")


def test_a_refusal_to_a_player_does_not_speak_of_overruling() -> None:
    table = ambush()
    refusal = table.refused("roan: attack milli")
    assert "!" not in refuse(table.rules, table.state, refusal, viewer=frozenset({"c3"}))


def test_a_refusal_without_a_sentence_is_told_all_the_same() -> None:
    said = refuse(RULES, Table().state, Refusal("made.up", data={"count": "3"}))
    assert said == "that can't be done (made.up): count 3"


# ---- questions


def test_a_question_names_who_decides_and_what_can_be_said() -> None:
    initiative = Initiative(formula=RULESET.initiative.formula, ties=(Tie(ask="gm"),))
    asked = replace(RULESET, initiative=initiative)
    table = Table(compile_rules(asked))
    assert question(table.rules, table.state) == ""
    table.do("add Ann score 5", "add Bob score 5", "start")
    assert question(table.rules, table.state) == "the GM: Ann and Bob are tied at 5: in which order? (Ann, Bob)"


def test_answers_are_explained_where_that_helps() -> None:
    table = Table()
    table.do("add Ann", "start")
    said = question(table.rules, table.state)
    assert said.startswith("the GM: Ann: no initiative yet")
    assert "roll: roll for them now | without:" in said


# ---- why


def test_lux_i2_why_an_order_tells_the_figures_and_the_rule() -> None:
    table = ambush()
    said = why(table.rules, table.encounter, "order").split("; ")
    assert "Milli before Roan: 20 over 17 — MU-1" in said
    assert "Roan before Goblin Leader: both 17, Speed 5 over 4 — MU-2" in said


def test_why_a_tie_tells_what_broke_it() -> None:
    table = Table()
    table.do("add Ann score 5", "add Bob score 5", "add Cid score 4", "start")
    said = why(table.rules, table.encounter, "tie")
    assert "both 5, 1d20 " in said
    assert said.endswith("— MU-3")
    assert "Cid" not in said


def test_why_somebody_stands_where_a_delay_put_them() -> None:
    table = ambush()
    table.do("end", "end", "delay", "end", "enter roan", "end")
    order = [table.state.entries[e].name for e in table.state.order]
    assert order.index("Roan") > order.index("Goblin Leader")
    said = why(table.rules, table.encounter, "roan")
    assert "Roan waited, and stepped in there — MU-4" in said


def test_why_the_last_thing() -> None:
    table = ambush()
    assert why(table.rules, Table().encounter) == "nothing has happened yet"
    table.do("attack milli")
    said = why(table.rules, table.encounter)
    assert "Goblin Archer: attack on Milli — MU-5" in said
    table.refused("end t99")
    assert why(table.rules, table.encounter) == "that turn has ended already"
    assert why(table.rules, table.encounter, "refusal") == "that turn has ended already"
    table.do("hp milli -1")
    assert why(table.rules, table.encounter) == "Milli loses 1 HP: 19/20"
    assert why(table.rules, table.encounter, "refusal") == "nothing was refused"


def test_why_is_told_of_the_last_thing_that_was_worth_a_line() -> None:
    """What is only noted, such as letting a choice go by, has happened after it and is no reason for anything."""
    fight = Fight.new("last-odyssey", seed="dam", example=True)
    for said in ("start", "answer 1: 2", "answer 2: 2", "answer 3: 2", "answer Guard 1, Guard 2"):
        assert fight.do(said)
    before = fight.why()
    assert before.endswith("Paradigm phase — ODY-T5")
    assert fight.do("").lines == ("Noted.",)
    assert fight.why() == before


def test_the_game_master_is_told_why_of_what_was_refused_to_them_alone() -> None:
    """What a player could not do is that player's to know."""
    table = ambush()
    table.do("hp milli -1")
    told = why(table.rules, table.encounter)
    milli = next(who for who, one in table.state.combatants.items() if one.name == "Milli")
    assert isinstance(table.encounter.do(table.read("remove pau"), owns=frozenset({milli})), Refusal)
    assert why(table.rules, table.encounter) == told
    assert why(table.rules, table.encounter, "refusal") == "nothing was refused"


def test_an_action_that_is_called_use_is_not_used_once_more() -> None:
    fight = Fight.new("last-odyssey", example=True)
    assert fight.voice.deed("use item") == "use item"
    assert fight.voice.deed("paradigm action") == "use paradigm action"


def test_why_of_nobody_says_so() -> None:
    table = ambush()
    assert why(table.rules, table.encounter, "Zed").startswith("there is nobody called Zed")


# ---- help and languages


def test_help_tells_how_a_word_is_used_and_what_for() -> None:
    usage, purpose = help_on("hp")
    assert usage.startswith("hp NAMES")
    assert purpose.strip() == "change hit points: take away, add, set, or set the maximum"
    assert help_on("is") == help_on("condition")
    assert len(help_on("all")) > 40
    assert "people: add, set, give, remove" in help_on()[0]
    assert help_on("numbers")[0].startswith("hp ")
    fight = Fight.new("lux-aeterna", example=True)
    assert any(line.startswith("Lux Aeterna: attack, ") for line in help_on("", fight.rules, fight.state))
    attack = help_on("attack", fight.rules, fight.state)
    assert attack[0] == "attack [NAMES] [for AMOUNT] [costs NUMBER POOL]  (1 action)"
    assert help_on("attak")[0].startswith("there is no word attak here")


def test_a_language_that_is_not_there_is_told() -> None:
    with pytest.raises(FileNotFoundError):
        catalogue("xx")
