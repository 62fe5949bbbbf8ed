"""Where entries stand: whether there is an order now, and moving somebody within it."""

from __future__ import annotations

from collections.abc import Iterable

from turnwright.engine.events import Ordered, Placed
from turnwright.engine.frames import Calling, Placing, SceneFrame, Turns, turns_in
from turnwright.engine.play import Play
from turnwright.engine.state import Entry, State

NEW = "joined"
"""Why somebody is placed who had no place in the order before."""


def order_stands(play: Play) -> bool:
    """Whether the scene that is on has an order, so that a new score needs a place in it."""
    agenda, scene = play.state.agenda, play.state.scene
    if scene is None or scene.over or not agenda or agenda[0] == SceneFrame("ranking"):
        return False
    mode = play.rules.ruleset.modes.get(scene.mode)
    if mode is None or not play.rules.orders[mode.order].ranked:
        return False
    if play.rules.order_in_round and not any(isinstance(frame, Turns) for frame in agenda):
        return False
    return not any(isinstance(frame, Calling) for frame in agenda)


def to_be_placed(state: State) -> frozenset[str]:
    """The entries that have a new score and have yet to get the place that goes with it."""
    frames = (*state.agenda, *state.owed)
    return frozenset(frame.entry for frame in frames if isinstance(frame, Placing))


def put_after(play: Play, entry: str, after: str, why: str, ref: str = "") -> None:
    """Put an entry directly after another (empty: first), and say so if that takes this cycle's turn from it
    (SEM-4)."""
    order = [e for e in play.state.order if e != entry]
    order.insert(order.index(after) + 1 if after else 0, entry)
    missed = why != NEW and entry in _missed(play, (entry,), order)
    play.emit(Placed(entry, after, why, missed=missed, ref=ref))


def stand_as(play: Play, wanted: Iterable[str], why: str, ref: str = "") -> None:
    """Let these stand in this order, within the places that they have now; whoever has yet to be placed is left out."""
    waiting = to_be_placed(play.state)
    there = [entry for entry in wanted if entry not in waiting]
    within = iter(there)
    order = [next(within) if entry in there else entry for entry in play.state.order]
    set_order(play, order, why, ref)


def set_order(play: Play, order: list[str], why: str, ref: str = "") -> None:
    """The order is this from now on; who misses this cycle's turn by it is told (SEM-4)."""
    if tuple(order) != play.state.order:
        play.emit(Ordered(tuple(order), why, _missed(play, play.state.order, order), ref=ref))


def _missed(play: Play, among: Iterable[str], order: list[str]) -> tuple[str, ...]:
    """Who would stand ahead of the turn that the round has come to, stood below it, and has not acted."""
    turns = turns_in(play.state.agenda)
    cursor = turns.cursor if turns is not None and turns.by_place and not turns.live else ""
    if cursor not in order:
        return ()
    was = play.state.order
    ahead = set(order[: order.index(cursor)])
    below = set(was[was.index(cursor) + 1 :])
    return tuple(e for e in among if e in ahead and e in below and _owed(play, play.state.entries[e]))


def _owed(play: Play, entry: Entry) -> bool:
    """Whether an entry has yet to have its turn in this cycle."""
    free = not (entry.gone or entry.wait or entry.absent)
    return free and entry.acted != play.state.cycle and entry.score is not None and play.state.in_scene(entry)
