"""The numbers of people, places, effects, questions, acts and turns.

What is hidden is counted apart, below zero: nobody can learn from the number of what they see how much there is that
they don't (SEM-22).
"""

from __future__ import annotations

from typing import Any

from turnwright.engine.state import State


def next_number(state: State, hidden: bool = False) -> int:
    """The number of the next thing that comes up."""
    return -(state.unseen_ids + 1) if hidden else state.ids + 1


def counted(state: State, number: int) -> dict[str, Any]:
    """The fields of the state that count things, when the one with this number has come up."""
    return {"unseen_ids": max(state.unseen_ids, -number)} if number < 0 else {"ids": max(state.ids, number)}


def number_of(id: str) -> int:
    """The number in an id: 7 in ``c7``, -2 in ``c-2``; 0 in one that is a name."""
    return 0 if id[1:2] == ":" else int(id[1:])


def next_turn(state: State, hidden: bool = False) -> int:
    """The number of the next turn."""
    return -(state.unseen_turns + 1) if hidden else state.seen_turns + 1


def turn_counted(state: State, turn: int) -> dict[str, Any]:
    """The fields of the state that count turns, when the one with this number has come up."""
    if turn < 0:
        return {"turn": turn, "unseen_turns": max(state.unseen_turns, -turn)}
    return {"turn": turn, "seen_turns": max(state.seen_turns, turn)}
