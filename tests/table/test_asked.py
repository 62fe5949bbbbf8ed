"""What is asked says of whom, about what, and by which rule; its answers say what they mean."""

from __future__ import annotations

from pathlib import Path

import pytest

from turnwright.fight import Fight
from turnwright.speech.catalogue import languages
from turnwright.store import open_store
from turnwright.table.live import Table
from turnwright.table.screen import Screen, screen, undoable


def shown(tmp_path: Path, game: str, lines: tuple[str, ...], who: str = "gm", language: str = "en") -> Screen:
    """What somebody sees of an example fight after these lines."""
    with open_store(tmp_path) as store:
        table = Table.new(store, Fight.new(game, seed="tour", example=True), game)
        for line in lines:
            assert table.do(table.seats.tickets["gm"], line), line
        ticket = next(one for one in table.seats.tickets.values() if who in (one.id, *one.owns))
        return screen(table, ticket, table.fight(), language)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("game", "lines", "who", "told"),
    [
        ("last-odyssey", ("start",), "Sol", ("Sol", "initiative", "ODY-X2")),
        ("reaction-ap", ("roll", "start"), "Bo", ("Bo, Cy", "1", "RAP-I3")),
        ("lux-aeterna", ("score milli 40", "roll", "start", "milli attack leader for 3"), "gm", ("Milli", "LUX-A6")),
        ("edge-of-darkness", ("score mara 40", "roll", "start", "delay", ""), "gm", ("Mara", "EOD-D1")),
    ],
)
def test_what_is_asked_names_who_about_what_and_the_rule(
    tmp_path: Path, language: str, game: str, lines: tuple[str, ...], who: str, told: tuple[str, ...]
) -> None:
    asked = shown(tmp_path, game, lines, who, language).asked
    assert all(one.casefold() in asked.casefold() for one in told), asked


def test_each_form_for_an_answer_says_what_is_asked_of_whom(tmp_path: Path) -> None:
    deeds = shown(tmp_path, "last-odyssey", ("start",)).deeds
    labels = [deed.label for deed in deeds if deed.kind == "answer"]
    assert labels == [f"{who}: which number is called for initiative?" for who in ("Rhea", "Sol", "Vael")]


def test_an_order_is_put_together_from_its_names(tmp_path: Path) -> None:
    deeds = shown(tmp_path, "reaction-ap", ("roll", "start"), "Bo").deeds
    (order,) = (deed for deed in deeds if deed.kind == "answer")
    assert order.inputs[0].ordered
    assert order.inputs[0].options == ("Bo", "Cy")


LURKER = "prepare attack lurker for 3"


@pytest.mark.parametrize(
    ("game", "first", "who", "said", "told"),
    [
        ("lux-aeterna", "score milli 40", "Milli", "delay", ("delay", "Step in when you want")),
        ("edge-of-darkness", "score mara 40", "Mara", "delay until 5", ("until 5", "Your turn comes then")),
        (
            "edge-of-darkness",
            "score mara 40",
            "Mara",
            f"{LURKER} if lurker attacks until 3",
            ("attack Lurker", "if Lurker would attack", "until 3", "You are asked"),
        ),
        (
            "edge-of-darkness",
            "score mara 40",
            "Mara",
            f"{LURKER} when the door opens",
            ("attack Lurker", "the door opens", "Tell the game master"),
        ),
        (
            "edge-of-darkness",
            "score mara 40",
            "Mara",
            f"{LURKER.replace('prepare', 'prepare over')} when the door opens",
            ("attack Lurker", "the door opens"),
        ),
    ],
)
def test_a_player_sees_what_they_wait_for_and_how_it_goes_on(
    tmp_path: Path, game: str, first: str, who: str, said: str, told: tuple[str, ...]
) -> None:
    lines = (first, "roll", "start", f"{who}: {said}")
    (mine,) = shown(tmp_path / "own", game, lines, who).mine
    assert len(mine.waits) == 1
    assert all(one in mine.waits[0] for one in told), mine.waits
    other = shown(tmp_path / "other", game, lines, "Roan" if who == "Milli" else "Jonah")
    assert all(one.waits == () for row in other.rows for one in row.people)


def test_what_is_held_in_the_odyssey_is_shown_to_its_player(tmp_path: Path) -> None:
    lines = (
        "start",
        "answer 1: 3",
        "answer 2: 4",
        "answer 3: 5",
        "answer Guard 1, Guard 2",
        "",
        "",
        "Rhea: hold",
        "end",
    )
    (mine,) = shown(tmp_path, "last-odyssey", lines, "Rhea").mine
    assert mine.waits == ("may take a held turn",)


def test_what_a_turn_brings_shows_as_it_comes_up(tmp_path: Path) -> None:
    """LUX-T3: actions are there with the turn, whether anything was done in it or not; ending it would lose them."""
    lines = ("score milli 40", "roll", "start")
    for who in ("gm", "Milli"):
        seen = shown(tmp_path / who, "lux-aeterna", lines, who)
        pools = {one.name: {pool.label: pool.now for pool in one.pools} for row in seen.rows for one in row.people}
        assert pools["Milli"]["Actions"] == "2"
        assert pools["Roan"]["Actions"] == "0"
    assert seen.left == "2 actions"


def test_while_people_may_answer_that_is_why_the_rest_has_to_wait(tmp_path: Path) -> None:
    lines = ("score milli 40", "roll", "start", "milli attack leader for 3")
    ((_, reason),) = shown(tmp_path / "gm", "lux-aeterna", lines).barred
    assert "Goblin Leader may answer that" in reason
    ((_, reason),) = shown(tmp_path / "own", "lux-aeterna", lines, "Milli").barred
    assert reason == "others are asked first"


def test_outcomes_of_a_reaction_are_buttons(tmp_path: Path) -> None:
    lines = ("score leader 40", "roll", "start", "leader attack milli for 3")
    deeds = shown(tmp_path, "lux-aeterna", lines, "Milli").deeds
    defend = next(deed for deed in deeds if deed.kind == "react")
    assert defend.endings == (("spoils", "spoils it"), ("escapes", "the target escapes"))
    assert [one.name for one in defend.inputs] == ["for", "changes"]


def test_letting_go_is_a_button_of_whoever_keeps_something_up(tmp_path: Path) -> None:
    """LUX-A8"""
    lines = ("score milli 40", "roll", "start", "effect ward on Pau, sustained, from Milli")
    deeds = shown(tmp_path, "lux-aeterna", lines, "Milli").deeds
    (letting,) = (deed for deed in deeds if deed.label == "Let go of ward: Pau")
    assert letting.kind == "act"


@pytest.mark.parametrize(("language", "said"), [("en", ("2 turns", "1 turn")), ("de", ("2 Züge", "1 Zug"))])
def test_what_is_left_of_an_effect_is_counted(tmp_path: Path, language: str, said: tuple[str, str]) -> None:
    lines = ("effect bless on Milli, for 2 rounds", "effect curse on Milli, for 1 round")
    (mine,) = shown(tmp_path, "lux-aeterna", lines, "Milli", language).mine
    assert mine.effects == (f"bless {said[0]}", f"curse {said[1]}")


def test_a_page_says_nothing_of_typing(tmp_path: Path) -> None:
    """Answers have buttons and forms there: neither their words are named, nor what an empty line does."""
    lines = ("score milli 40", "roll", "start", "milli attack leader for 3")
    seen = shown(tmp_path / "gm", "lux-aeterna", lines)
    ((_, reason),) = seen.barred
    assert seen.asked == "Milli: attack on Goblin Leader; Goblin Leader may answer that, or pass — LUX-A6"
    assert "line" not in reason
    tied = shown(tmp_path / "tied", "reaction-ap", ("roll", "start"), "Bo").asked
    assert tied == "Bo, Cy: Bo and Cy are tied at 1: in which order? — RAP-I3"


def test_who_has_answered_is_told_while_others_have_to_agree(tmp_path: Path) -> None:
    lines = ("roll", "start", "Bo: answer Bo, Cy")
    for who in ("gm", "Bo", "Cy"):
        assert shown(tmp_path / who, "reaction-ap", lines, who).asked.endswith("— RAP-I3 (has answered already: Bo)")
    assert not shown(tmp_path / "other", "reaction-ap", lines, "Ana").asked


def test_whoever_acts_is_told_that_others_are_asked_before_it_goes_on(tmp_path: Path) -> None:
    lines = ("score milli 40", "roll", "start", "milli attack leader for 3")
    assert shown(tmp_path / "own", "lux-aeterna", lines, "Milli").others_first
    assert not shown(tmp_path / "gm", "lux-aeterna", lines).others_first
    assert not shown(tmp_path / "on", "lux-aeterna", (*lines, ""), "Milli").others_first


def test_a_player_can_take_back_what_was_theirs_and_the_last(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        table = Table.new(store, Fight.new("lux-aeterna", seed="tour", example=True), "ford")
        gm = table.seats.tickets["gm"]
        milli, roan = (one for one in table.seats.tickets.values() if {"Milli", "Roan"} & set(one.owns))
        fight = table.fight()
        assert not undoable(milli, fight)
        assert table.do(milli, "roll Milli")
        assert undoable(milli, fight)
        assert not undoable(roan, fight)
        assert table.do(gm, "note a trap is near")
        assert undoable(milli, fight), "what they hear nothing of is not told by it"
        assert table.do(gm, "hp Roan -1")
        assert not undoable(milli, fight)
