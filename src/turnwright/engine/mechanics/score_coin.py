"""The score as a coin: costs that are paid out of one's initiative, which lowers one's place at once."""

from __future__ import annotations

from turnwright.engine.events import ScoreSet
from turnwright.engine.frames import Placing
from turnwright.engine.mechanic import Coin, Mechanic
from turnwright.engine.play import Play
from turnwright.engine.ranking import order_stands
from turnwright.formula import Number


def _left(play: Play, who: str) -> Number:
    entry = play.state.entry_of(who)
    return entry.score if entry is not None and entry.score is not None else 0


def _take(play: Play, who: str, amount: Number, ref: str) -> None:
    entry = play.state.entry_of(who)
    if entry is None or entry.score is None:
        return
    play.emit(ScoreSet(entry.id, entry.score - amount, ref=ref))
    if order_stands(play):
        play.push(Placing(entry.id, "score"))


MECHANIC = Mechanic("score as a coin", coins={"score": Coin(_left, _take)})
