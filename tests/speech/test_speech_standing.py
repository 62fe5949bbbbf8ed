"""``why order`` says only what is so: at no moment of any game a reason that the order does not have."""

from __future__ import annotations

from itertools import pairwise

import pytest

from speech.walks import GAMES
from speech.walks import standing as standing_after_each
from turnwright.engine.play import looking
from turnwright.engine.standing import order_stands, to_be_placed
from turnwright.engine.state import Entry
from turnwright.fight import Fight
from turnwright.speech.standing import not_found, standing
from turnwright.speech.voice import Voice


def holds(key: str, first: Entry, second: Entry, low: bool) -> bool:
    """Whether a reason can be true of two neighbours."""
    a, b = first.score, second.score
    if key == "scores":
        return a is not None and b is not None and (a < b if low else a > b)
    if key in ("tied", "loses"):
        return a is not None and a == b and (key == "tied" or second.loses_ties)
    if key == "level":
        return a is not None and a == b and first.keys == second.keys
    if key == "no score":
        return a is not None and b is None
    if key == "unscored":
        return a is None and b is None
    return key in ("ahead", "placed", "stood")


@pytest.mark.parametrize("game", GAMES)
def test_lux_i2_every_reason_that_is_told_is_so(game: str) -> None:
    for fight in standing_after_each(game, 0):
        state = fight.state
        voice = Voice(fight.rules, state)
        found = order_stands(looking(fight.rules, state))
        assert bool(not_found(voice)) is not found
        if not found:
            assert fight.why("order") == fight.why("tie") == not_found(voice)
            continue
        told = list(standing(voice, fight.encounter))
        pending = to_be_placed(state)
        there = [id for id in state.order if id not in pending and not state.entries[id].gone]
        assert [one.between for one in told] == list(pairwise(there))
        low = fight.ruleset.initiative.first == "low"
        for one in told:
            first, second = (state.entries[id] for id in one.between)
            assert holds(one.key, first, second, low), (one, first, second)
            assert one.text in fight.why("order")


def test_while_a_tie_is_open_why_tells_what_the_order_waits_for() -> None:
    fight = Fight.new("last-odyssey", seed="1", example=True)
    for text in ("score sol 9", "score vael 15", "score rhea 12", "score tyrant 12", "roll"):
        assert fight.do(text), text
    assert fight.why("order") == "the order is found when the scene starts"
    assert fight.do("")
    for about in ("order", "tie"):
        said = fight.why(about)
        assert said.startswith("the order is not found yet: ")
        assert "Rhea and Tyrant are tied" in said
    assert "Sol before Vael" not in fight.why("sol")


def test_before_anybody_has_rolled_why_names_who_lacks_initiative() -> None:
    said = Fight.new("reaction-ap", example=True).why("order")
    assert said.startswith("the order is not found yet; initiative is missing: Ana, Bo, Cy")


def test_where_turns_go_by_no_place_why_says_so() -> None:
    fight = Fight.new("troika", example=True)
    fight.do("")
    assert fight.why("order") == "in fight there is no order that says who is before whom"
    assert fight.do("close")
    assert fight.why("order") == "the scene is over, and with it the order"


def test_a_newcomer_whose_tie_is_open_is_yet_to_be_placed() -> None:
    fight = Fight.new("reaction-ap", seed="2", example=True)
    for score, name in enumerate(("ana", "bo", "cy", "raider 1", "raider 2", "raider 3")):
        assert fight.do(f"score {name} {20 - score}")
    for text in ("start", "add Dee side party", "score dee 20"):
        assert fight.do(text), text
    said = fight.why("order")
    assert "Dee is yet to be placed: " in said
    assert "Ana and Dee are tied" in said
    assert "Ana before Bo: 20 over 19" in said
    assert fight.do("answer dee, ana")
    assert fight.why("order").startswith("Dee before Ana: both 20, decided at the table")


def test_an_order_set_by_hand_is_told_so() -> None:
    fight = Fight.new()
    for text in ("add Ann score 5", "add Bob score 5", "start", "tie Bob, Ann"):
        assert fight.do(text), text
    assert fight.why("order") == "Bob before Ann: both 5, put in this order by hand"


def test_a_place_taken_by_a_delay_stays_the_reason_when_others_change_theirs_by_hand() -> None:
    fight = Fight.new("lux-aeterna", seed="2", example=True)
    scores = {"milli": 20, "roan": 17, "pau": 15, "goblin archer": 15, "goblin leader": 9, "goblin skirmisher": 3}
    for name, score in scores.items():
        assert fight.do(f"score {name} {score}")
    assert fight.do("start")
    for text in ("delay", "end", "enter milli", "end", "tie goblin archer, pau"):
        assert fight.do(text), text
    said = fight.why("order")
    assert "Roan before Milli: Milli waited, and stepped in there — LUX-I3" in said
    assert "Goblin Archer before Pau: both 15, put in this order by hand" in said
