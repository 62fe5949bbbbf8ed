"""Delays played at random, against a small model of the rules that shares nothing with the engine."""

from __future__ import annotations

import random

import pytest

from orders.board import Board
from turnwright.engine.clock import story_time
from turnwright.engine.frames import Gap, Turn
from turnwright.engine.mechanics.gaps import Enter
from turnwright.engine.mechanics.questions import Pass
from turnwright.engine.mechanics.scenes import End, Next, Start
from turnwright.engine.mechanics.waits import Delay


class Model:
    """LUX-T4, T5, I3, I4 and C2 in a few lines: who is up, or that those who wait are asked."""

    def __init__(self, names: str, unused: str) -> None:
        self.order, self.unused = list(names), unused
        self.acted: set[str] = set()
        self.waiting: list[str] = []
        self.declined: set[str] = set()
        self.last, self.up, self.begun = "", "", False
        self.round, self.full, self.done = 1, 0, 0
        self.go_on()

    def below(self, name: str) -> list[str]:
        later = self.order[self.order.index(name) + 1 :] if name else self.order
        return [one for one in later if one not in self.acted and one not in self.waiting]

    def come(self, name: str, begun: bool) -> None:
        self.up = self.last = name
        self.begun = begun

    def go_on(self) -> None:
        """The next turn comes up: by the order, then of those who waited in vain, then in a new round."""
        while True:
            left = self.below(self.last)
            if left:
                return self.come(left[0], begun=not self.below(left[0]))
            if not self.waiting:
                self.round, self.full, self.done = self.round + 1, self.full + 1, 0
                self.acted, self.last = set(), ""
                continue
            late = self.waiting.pop(0)
            if self.unused == "last":
                self.order.remove(late)
                self.order.append(late)
                return self.come(late, begun=True)
            self.acted.add(late)

    def delay(self) -> None:
        self.waiting.append(self.up)
        self.go_on()

    def end(self) -> None:
        self.acted.add(self.up)
        self.done += 1
        self.up, self.declined = "", set()
        if not self.waiting:
            self.go_on()

    def enter(self, name: str) -> None:
        self.waiting.remove(name)
        self.order.remove(name)
        self.order.insert(self.order.index(self.last) + 1, name)
        self.come(name, begun=True)

    def decline(self, name: str) -> None:
        self.declined.add(name)
        if self.declined >= set(self.waiting):
            self.go_on()

    def clock(self) -> tuple[int, int]:
        return (30 * self.full + min(5 * self.done, 30), 60 * self.full + min(10 * self.done, 60))


def shown(board: Board) -> tuple[object, ...]:
    state, top = board.state, board.state.agenda[-1]
    assert isinstance(top, Turn | Gap)
    name = state.entries[top.entry].name if isinstance(top, Turn) else ""
    begun = isinstance(top, Turn) and top.begun
    waiting = {entry.name for entry in state.entries.values() if entry.wait is not None}
    order = [state.entries[entry].name for entry in state.order]
    return name, begun, order, waiting, state.round, story_time(board.rules, state)


def expected(model: Model) -> tuple[object, ...]:
    return (
        model.up,
        bool(model.up) and model.begun,
        model.order,
        set(model.waiting),
        model.round,
        model.clock(),
    )


def step(board: Board, model: Model, chance: random.Random) -> None:
    if model.up:
        if model.begun:
            assert board.refused(Delay(board.id(model.up))).ref == "LUX-I4"
        if not model.begun and chance.random() < 0.5:
            board.do(Delay(board.id(model.up)))
            model.delay()
        else:
            board.do(End())
            model.end()
        return
    who, way = chance.choice([one for one in model.waiting if one not in model.declined]), chance.random()
    if way < 0.4:
        board.do(Enter((board.id(who),)))
        if isinstance(board.state.agenda[-1], Gap):
            board.do(Next())
        model.enter(who)
    elif way < 0.8:
        board.do(Pass(board.id(who)))
        model.decline(who)
    else:
        board.do(Next())
        model.go_on()


@pytest.mark.parametrize("unused", ["last", "forfeit"])
@pytest.mark.parametrize("seed", range(8))
def test_any_delays_lead_where_the_rules_lead(unused: str, seed: int) -> None:
    """LUX-T4, LUX-T5, LUX-I3, LUX-I4, LUX-C2"""
    chance = random.Random(seed)
    names = "ABCDE"[: chance.randint(2, 5)]
    board = Board("lux-aeterna", unused_delay=unused)
    for at, name in enumerate(names):
        board.add(name, hp=9, score=50 - at)
    board.do(Start())
    model = Model(names, unused)
    for _ in range(40):
        assert shown(board) == expected(model)
        step(board, model, chance)
