"""What screens say: what can't be done and why, who is about to step in, how the next scene begins."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from turnwright.fight import Fight
from turnwright.rules.load import builtin_names, load
from turnwright.scenario.play import Stage
from turnwright.scenario.read import read_scenario
from turnwright.scenario.steps import Said
from turnwright.speech.fitting import fits
from turnwright.speech.forms import composed
from turnwright.speech.verbs import VERBS
from turnwright.store import open_store
from turnwright.table.live import Table
from turnwright.table.screen import Screen, screen
from turnwright.table.slots import MANY
from turnwright.table.tickets import Ticket

EXAMPLES = Path(__file__).parents[2] / "examples"


def opened(path: Path, game: str, *said: str, kind: str = "") -> Table:
    table = Table.new(open_store(path), Fight.new(game, seed="dam", example=True, kind=kind), game)
    gave(table, *said)
    return table


def gave(table: Table, *said: str) -> None:
    for words in said:
        done = table.do(table.seats.tickets["gm"], words)
        assert done, done.lines


def seen_by(table: Table, name: str = "") -> Screen:
    ticket: Ticket | None = table.seats.of(name) if name else table.seats.tickets["gm"]
    assert ticket is not None
    return screen(table, ticket, table.fight())


FIRST = ("start", "answer 1: 2", "answer 2: 2", "answer 3: 2")
"""What brings the example of Last Odyssey to its order; who is tied in it is settled after."""


def test_the_next_scene_begins_with_a_roll_as_the_first_does(tmp_path: Path) -> None:
    """RAP-I1: no scene is on, and everybody has yet to roll."""
    table = opened(tmp_path, "reaction-ap")
    assert seen_by(table).opening == ("roll", "start")
    gave(table, *seen_by(table).opening)
    assert seen_by(table).opening == ()
    gave(table, "scene end")
    assert seen_by(table).opening == ("roll", "start")
    gave(table, *seen_by(table).opening)
    scene = table.fight().state.scene
    assert scene is not None
    assert scene.number == 2
    gave(table, "close")
    assert seen_by(table).opening == ()


def test_nobody_is_asked_to_roll_where_there_is_no_initiative(tmp_path: Path) -> None:
    """RAP-T3: a kind of encounter may have none at all."""
    table = opened(tmp_path, "reaction-ap", kind="parley")
    assert seen_by(table).opening == ("start",)
    gave(table, "start")
    assert {deed.words for deed in seen_by(table, "Ana").deeds} >= {"Ana: take", "Ana: pass"}
    assert not [deed for deed in seen_by(table, "Ana").deeds if deed.words.startswith("roll")]


def test_what_can_be_done_to_some_says_why_not_to_others(tmp_path: Path) -> None:
    """ODY-X4, ODY-X5: each kind of reason stands there once, whoever is asked about first."""
    table = opened(tmp_path, "last-odyssey", *FIRST, "hp vael =0")
    while asked := seen_by(table).asked:
        gave(table, "answer Guard 1, Guard 2" if "tied" in asked else "")
    gave(table, "turn Sol")
    rules = [reason.rpartition("— ")[2] for what, reason in seen_by(table, "Sol").barred if "basic attack" in what]
    assert sorted(rules) == ["ODY-X4", "ODY-X5"]


def test_who_has_said_that_they_step_in_is_told_so(tmp_path: Path) -> None:
    """RAP-T3: a turn that was put off goes on at the next gap; until then its player, and the GM, see that it will."""
    table = opened(tmp_path, "reaction-ap", "score Ana 40", "roll", "start", kind="standoff")
    while seen_by(table).asked:
        gave(table, "rolloff")
    gave(table, "delay", "enter Ana")
    row = next(row for row in seen_by(table).rows if row.name == "Ana")
    assert row.notes[-1] == "will step in"
    (ana,) = seen_by(table, "Ana").mine
    assert len(ana.waits) == 1
    gave(table, "undo")
    row = next(row for row in seen_by(table).rows if row.name == "Ana")
    assert "will step in" not in row.notes


def test_who_takes_a_turn_that_was_given_is_told_so(tmp_path: Path) -> None:
    """ODY-X3: as long as another of the side strikes."""
    table = opened(tmp_path, "last-odyssey", "ambush heroes", "start", "enter Rhea")
    ticket = table.seats.of("Vael")
    assert ticket is not None
    assert table.do(ticket, "enter")
    (vael,) = seen_by(table, "Vael").mine
    assert vael.waits == ("may take a first strike", "will step in")


def test_reactions_can_be_let_go_by_where_there_are_some(tmp_path: Path) -> None:
    """A game without reactions has no use for letting all of them go by."""
    assert not seen_by(opened(tmp_path / "a", "reaction-ap"), "Ana").reacts
    assert seen_by(opened(tmp_path / "b", "lux-aeterna"), "Milli").reacts


def before(path: Path, file: str, line: str) -> Table:
    """A table on which an example has come to the step that says this line."""
    scenario = read_scenario(EXAMPLES / f"{file}.yaml")
    spoken = [step for step in scenario.play if isinstance(step, Said)]
    step = next(one for one in spoken if line in (one.text, f"{one.who}: {one.text}"))
    stage = Stage(replace(scenario, play=scenario.play[: scenario.play.index(step)], dice=None))
    assert stage.run().passed
    return Table.new(open_store(path), Fight(scenario.book, stage.encounter), scenario.title)


def test_of_a_mixed_tie_one_form_is_shown_at_a_time(tmp_path: Path) -> None:
    """RAP-I3: the places of all are the game master's to say first, then, for the players, their order in them."""
    table = before(tmp_path, "reaction-ap/raiders-at-the-dam", "answer 1: Ana, Raider, Bo, Cy")
    for asked in (("Ana", "Bo", "Cy", "Raider"), ("Ana", "Bo", "Cy")):
        (form,) = (deed for deed in seen_by(table).deeds if deed.kind == "answer" and deed.inputs)
        assert form.inputs[0].options == asked
        gave(table, "answer 1: Ana, Raider, Bo, Cy")


def test_a_cost_that_is_left_open_is_told_as_that(tmp_path: Path) -> None:
    """RAP-C2: what it costs is said with each use, so it stands under no number."""
    table = before(tmp_path, "reaction-ap/raiders-at-the-dam", "Bo: attack Raider 1 for 3 costs 2")
    assert {deed.cost for deed in seen_by(table, "Bo").deeds if deed.kind == "act"} == {"AP: you say how much"}


def test_taking_one_s_place_in_a_formation_says_which(tmp_path: Path) -> None:
    """ODY-R2"""
    table = before(tmp_path, "last-odyssey/tower-of-the-tyrant", "confirm Sol")
    labels = {deed.label for deed in (*seen_by(table).deeds, *seen_by(table, "Sol").deeds)}
    assert {"Take your place in Storm: caster", "Sol: take the place in Storm (caster)"} <= labels


def test_going_on_names_those_whose_choice_it_takes(tmp_path: Path) -> None:
    """ODY-T5: it says who passes by it, and asks once more where somebody sits at the table who could still choose."""
    table = before(tmp_path, "last-odyssey/tower-of-the-tyrant", "confirm Sol")
    assert (seen_by(table).passed, seen_by(table).robbed) == ("Vael, Sol and Rhea", "")
    sol = table.seats.of("Sol")
    assert sol is not None
    table.change_seat(sol.id, taken=True)
    assert seen_by(table).robbed == "Sol"
    gave(table, "Sol: pass")
    assert (seen_by(table).passed, seen_by(table).robbed) == ("Vael and Rhea", "")


def test_whom_a_rule_shields_is_no_target_that_is_offered(tmp_path: Path) -> None:
    """ODY-E2: while an eidolon is out opponents can aim at it alone of its side."""
    table = before(tmp_path, "last-odyssey/fallen-eidolon", "Ifrit: claw Orc")
    gave(table, "Ifrit: claw Orc", "end")
    acts = [deed for deed in seen_by(table).deeds if deed.words == "Orc: ability"]
    assert [deed.targets for deed in acts] == [("Ifrit", "Orc")]
    assert any("acts for the whole side" in line for one in seen_by(table, "Rhea").mine for line in one.waits)


def test_the_game_master_types_what_real_dice_show(tmp_path: Path) -> None:
    """RAP-I1: for anybody who has yet to roll."""
    table = opened(tmp_path, "reaction-ap", "roll Ana 6")
    (form,) = (deed for deed in seen_by(table).deeds if deed.words == "roll")
    whom, face = form.inputs
    assert "Ana" not in whom.options
    gave(table, composed("roll", ((whom.name, whom.options[-1]), (face.name, "13"))))
    assert any("(d20: 13, rolled at the table)" in line for line in table.fight().log())


@pytest.mark.parametrize("file", sorted(EXAMPLES.rglob("*.yaml")), ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_word_that_is_used_in_a_game_is_listed_for_it(file: Path) -> None:
    scenario = read_scenario(file)
    said = {step.text.partition(" ")[0].casefold() for step in scenario.play if isinstance(step, Said)}
    ruleset = Stage(scenario).encounter.rules.ruleset
    own = {*ruleset.actions, *ruleset.reactions}
    assert [verb.word for verb in VERBS if verb.word in said - own and not fits(verb, ruleset)] == []


def test_words_of_other_games_are_not_listed() -> None:
    """Each word that only some games have a use for is missing where there is none."""
    games = [load(name) for name in builtin_names()]
    some = {verb.word for verb in VERBS if not all(fits(verb, game) for game in games)}
    assert {"deal", "tokens", "formation", "track", "rest", "declare", "dial", "object", "surprise"} <= some


def test_of_what_is_asked_about_many_a_few_are_shown_at_a_time(tmp_path: Path) -> None:
    """ODY-X3: the rows of 120; each of them can be answered by its number."""
    table = opened(tmp_path, "last-odyssey", "add 60 Mook, hp 7", "add 60 Crook, hp 7", "start")

    def offered() -> list[str]:
        return [deed.words for deed in seen_by(table).deeds if deed.words.endswith(": front")]

    first = offered()
    assert len(first) == MANY
    gave(table, "answer 120: back", *first)
    assert len(offered()) == MANY
    assert not set(first) & set(offered())
    assert "and 95 more" in seen_by(table).asked
