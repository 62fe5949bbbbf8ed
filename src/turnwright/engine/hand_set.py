"""An order set by hand among those who have the same score."""

from __future__ import annotations

from turnwright.engine.events import TieSet
from turnwright.engine.play import Play
from turnwright.engine.ranking import level_of
from turnwright.engine.standing import order_stands, stand_as
from turnwright.engine.state import Entry
from turnwright.engine.ties import as_they_stand, in_tie


def set_by_hand(play: Play, told: list[str], why: str = "hand", ref: str = "", *, whole: bool = False) -> None:
    """These, who have the same score, stand in this order among each other from now on, whatever the tie rules say.

    It survives later additions and re-sorting. Where the order stands already they change their places for it;
    ``whole`` fixes then how all with that score stand.
    """
    level = _level(play, told[0])
    stands = order_stands(play)
    if stands:
        level = [play.state.entries[entry] for entry in play.state.order if play.state.entries[entry] in level]
    within = iter(told)
    wanted = [next(within) if entry.id in told else entry.id for entry in level]
    chosen = tuple(e for e in wanted if (whole and stands) or e in told or play.state.entries[e].by_hand)
    play.emit(TieSet(chosen, why, ref=ref))
    if stands:
        stand_as(play, wanted, "tie", ref)


def keep_by_hand(play: Play, entry: str, ref: str = "") -> None:
    """Who has come to stand among those whose order was set by hand is held there with them."""
    level = [play.state.entries[other] for other in tied_with(play, entry)]
    if any(other.by_hand for other in level) and not all(other.by_hand for other in level):
        set_by_hand(play, [entry], "joined", ref, whole=True)


def tied_with(play: Play, entry: str) -> tuple[str, ...]:
    """All who have the same score as an entry, as they stand among each other."""
    return tuple(other.id for other in as_they_stand(play, [other.id for other in _level(play, entry)]))


def _level(play: Play, entry: str) -> list[Entry]:
    mine = level_of(play, play.state.entries[entry])
    there = (e for e in play.state.entries.values() if not e.gone)
    return in_tie(play.state, [e for e in there if level_of(play, e) == mine])
