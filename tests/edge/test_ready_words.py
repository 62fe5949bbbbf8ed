"""Prepared acts in other games: words of the language that Edge of Darkness leaves as they are."""

from __future__ import annotations

import pytest
from orders.board import Board, of

from turnwright.engine.acts import Acted
from turnwright.engine.mechanics.initiative import Move
from turnwright.engine.mechanics.prepared import Fire, Prepare
from turnwright.engine.mechanics.questions import Pass
from turnwright.engine.mechanics.scenes import Start
from turnwright.engine.mechanics.waits import Delay
from turnwright.engine.waiting import WaitLost

GAME = """
game: Ready
pools: {hp: {vital: yes}, action: {max: 1, refill: start of round}}
waits:
  delay: {until: [open, score]}
  ready: {prepared: yes, until: [open], declined: {then: DECLINED, ref: RDY-1}}
gaps: {order: ORDER}
actions: {attack: {cost: {action: 1}, target: one, tags: attack}}
"""


def three(declined: str = "stays", order: str = "waiting") -> Board:
    board = Board(GAME.replace("DECLINED", declined).replace("ORDER", order))
    for name, score in (("Ana", 9), ("Bo", 8), ("Orc", 7)):
        board.add(name, score=score, hp=9)
    board.do(Start())
    return board


def ready(board: Board, name: str) -> None:
    board.do(Prepare(board.id(name), "attack", (board.id("Orc"),), (board.id("Orc"),), "attack", amount="-1"))


@pytest.mark.parametrize(("declined", "waits"), [("stays", True), ("lost", False)])
def test_who_lets_it_go_by(declined: str, waits: bool) -> None:
    """``declined``: stays ready, or has lost the turn."""
    board = three(declined)
    ready(board, "Ana")
    board.end()
    board.act("Orc", "attack", "Bo", amount="-1")
    board.do(Pass(board.id("Ana")))
    lost = [(e.why, e.ref) for e in of(board.events, WaitLost)]
    assert lost == ([] if waits else [("declined", "RDY-1")])
    assert (board.state.entries[board.entry("Ana")].wait is not None) == waits
    assert board.pool("Bo", "hp") == 8


@pytest.mark.parametrize(("order", "first"), [("waiting", "Ana"), ("initiative", "Bo")])
def test_who_speaks_first(order: str, first: str) -> None:
    """``gaps: order`` holds for those whom one act sets off as for those who step in at one gap."""
    board = three(order=order)
    ready(board, "Ana")
    ready(board, "Bo")
    board.do(Move(board.id("Bo"), board.id("Ana"), before=True))
    board.act("Orc", "attack", "Bo", amount="-1")
    second = {"Ana": "Bo", "Bo": "Ana"}[first]
    board.do(Fire(board.id(second)))
    assert board.pool("Orc", "hp") == 9
    board.do(Fire(board.id(first)))
    acted = [e.who for e in of(board.events, Acted)]
    assert acted == [board.id(first), board.id(second), board.id("Orc")]


def test_a_value_on_which_somebody_stands_where_nothing_tells_them_apart() -> None:
    """Who stands there goes first, and nothing loops."""
    board = three()
    board.do(Delay(board.id("Ana"), "delay", "score", 8))
    assert board.active == "Bo"
    board.end()
    assert board.active == "Ana"
