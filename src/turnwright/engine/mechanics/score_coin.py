"""Coins beside pools: the score, which buys something at the price of one's place, and time, which moves it on."""

from __future__ import annotations

from turnwright.engine.mechanic import Coin, Mechanic
from turnwright.engine.play import Play
from turnwright.engine.scores import later
from turnwright.formula import Number

ALWAYS_THERE = 10**9
"""What is left of time: it never runs out."""


def _left(play: Play, who: str) -> Number:
    entry = play.state.entry_of(who)
    return entry.score if entry is not None and entry.score is not None else 0


def _take(why: str) -> Coin:
    def take(play: Play, who: str, amount: Number, ref: str) -> None:
        entry = play.state.entry_of(who)
        if entry is not None:
            later(play, entry.id, amount, why, ref)

    return Coin((lambda play, who: ALWAYS_THERE) if why == "time" else _left, take)


MECHANIC = Mechanic("score as a coin", coins={"score": _take("paid"), "time": _take("time")})
