"""Places that are nobody's, and several turns in a round."""

from __future__ import annotations

from turnwright.engine import Redo, Refusal, Undo, codec
from turnwright.engine.happenings import NobodyCanAct, TurnUp
from turnwright.engine.mechanics.cast import Rename, Set
from turnwright.engine.mechanics.initiative import SetScore
from turnwright.engine.mechanics.places import AddPlace, RemovePlace
from turnwright.engine.mechanics.scenes import End, Start

from .board import Board, of

LAIR = """
game: Lair
sides: {heroes: players}
stats: {dex: 0}
pools: {hp: {vital: yes}}
conditions: {down: {when: hp <= 0, unable: yes}}
initiative: {formula: 1d20 + dex, ties: [{ask: gm}]}
places: {lair: {score: 20, loses ties: yes}}
"""


def lair() -> Board:
    board = Board(LAIR)
    for name, score in (("Bob", 21), ("Jim", 20), ("Tom", 19), ("Dragon", 16)):
        board.add(name, score=score, hp=5)
    board.do(AddPlace("Lair"))
    board.do(Start())
    return board


def test_a_lair_stands_at_20_behind_whoever_has_20() -> None:
    """CASE-12: losing all ties is a rule of its own; a newcomer with 20 goes ahead of it too."""
    board = lair()
    assert board.order == ["Bob", "Jim", "Lair", "Tom", "Dragon"]
    board.add("Zed", score=20, hp=5)
    board.answer("Jim", "Zed")
    assert board.order == ["Bob", "Jim", "Zed", "Lair", "Tom", "Dragon"]
    board.do(AddPlace("Second lair", 20, True))
    assert board.order == ["Bob", "Jim", "Zed", "Lair", "Second lair", "Tom", "Dragon"]
    assert board.code(AddPlace("lair")) == "name.used"
    assert board.code(AddPlace("Clock")) == "place.no_score"
    board.check()


def test_the_gm_acts_in_its_turn_and_it_cannot_be_defeated() -> None:
    """CASE-12: it has no hit points, and is never counted among those who are left."""
    board = lair()
    board.do(End())
    board.do(End())
    assert (board.active, board.acting) == ("Lair", [])
    assert board.code(End(), owns=board.id("Bob")) == "seat.not_yours"
    for name in ("Bob", "Jim", "Tom", "Dragon"):
        board.hp(name, "-5")
    board.do(End())
    assert of(board.events, NobodyCanAct)
    assert board.active == ""


def test_a_place_is_taken_out_of_the_order() -> None:
    board = lair()
    board.do(RemovePlace("lair"))
    assert board.order == ["Bob", "Jim", "Tom", "Dragon"]
    assert board.code(RemovePlace("lair")) == "place.unknown"


CHAMPION = """
game: Champions
sides: {heroes: players}
stats: {turns: 1}
initiative: {}
turn: {a round: turns}
"""


def champion() -> Board:
    board = Board(CHAMPION)
    board.add("PC1", score=9)
    board.add("PC2", score=7)
    board.add("Champion", "foes", turns=3)
    for score in (8, 6, 4):
        board.do(SetScore(board.id("Champion"), score))
    board.do(Start())
    return board


def test_undo_goes_back_turn_by_turn_where_somebody_has_several() -> None:
    """CASE-29: five turns of round 1 and two of round 2; each undo takes back one, the last the start, and no more."""
    board = champion()
    assert board.order == ["PC1", "Champion", "PC2", "Champion (2)", "Champion (3)"]
    before = len(board.encounter.history)
    seen = []
    for _ in range(7):
        seen.append(board.active)
        board.end()
    assert seen == ["PC1", "Champion", "PC2", "Champion (2)", "Champion (3)", "PC1", "Champion"]
    assert (board.state.round, board.active) == (2, "PC2")
    after = codec.state_bytes(board.state)
    for back in range(7):
        board.do(Undo())
        assert board.active == seen[6 - back]
    assert (board.state.round, board.active) == (1, "PC1")
    board.do(Undo())
    assert not board.state.started
    assert len(board.encounter.history) == before - 1
    refused = board.encounter.do(Undo(before))
    assert isinstance(refused, Refusal)
    board.do(Redo(8))
    assert codec.state_bytes(board.state) == after


def test_turns_are_added_and_taken_away_as_the_sheet_changes() -> None:
    board = champion()
    board.do(Set((board.id("Champion"),), "turns", "2"))
    assert board.order == ["PC1", "Champion", "PC2", "Champion (2)"]
    board.do(Rename(board.id("Champion"), "Hydra"))
    assert board.order == ["PC1", "Hydra", "PC2", "Hydra (2)"]
    board.do(Set((board.id("Hydra"),), "turns", "500"))
    assert len(board.order) == 22, "nobody has more than twenty turns a round"
    assert not of(board.events, TurnUp)
