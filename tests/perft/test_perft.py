"""What can be done in a few small positions, counted to a depth, stays what it was."""

from __future__ import annotations

import pytest

from .count import Position, begin, count, positions, split

POSITIONS = positions()


@pytest.mark.parametrize("name", POSITIONS)
def test_the_count_of_a_position(name: str) -> None:
    """A difference is told by the first command. On purpose? Then: make count"""
    position = POSITIONS[name]
    fight = begin(position)
    now = split(fight.rules, fight.state, position.depth)
    assert differences(position, now) == []
    assert sum(now.values()) == position.counts[-1]
    for depth, wanted in enumerate(position.counts[:-1], start=1):
        assert count(fight.rules, fight.state, depth) == wanted, depth


def differences(position: Position, now: dict[str, int]) -> list[str]:
    """For each first command whose count has changed: the words, what it was and what it is."""
    words = dict.fromkeys((*position.split, *now))
    return [
        f"{first}: {position.split.get(first, 'not offered')} -> {now.get(first, 'not offered')}"
        for first in words
        if position.split.get(first) != now.get(first)
    ]


def test_the_count_of_two_who_take_turns_by_hand() -> None:
    """The plain game's counts, found without the engine.

    Ana is first and Bo second; each can attack, which changes nothing, or end the turn. In Ana's turn Bo, who has not
    acted, may also be given his turn at once. So there are four positions:

    - ``a`` Ana's turn, Bo to come: attack -> a, end -> b, Bo now -> g
    - ``b`` Bo's turn after Ana's: attack -> b, end -> a of the next round
    - ``g`` Bo's turn within Ana's: attack -> g, end -> h
    - ``h`` Ana's turn, Bo's is over: attack -> h, end -> a of the next round
    """
    a = b = g = h = 1
    wanted = []
    for _ in POSITIONS["plain"].counts:
        a, b, g, h = a + b + g, b + a, g + h, h + a
        wanted.append(a)
    assert tuple(wanted) == POSITIONS["plain"].counts


def test_the_count_of_tokens_by_hand() -> None:
    """Troika's counts, found without the engine.

    Whatever token is drawn, somebody's turn begins with one action to take. Fresh (``f``), there are five ways to spend
    it -> s, two who may talk -> f, the end -> f, and the token that is put back -> f. Spent (``s``), there are two who
    may talk -> s, and the end -> f.
    """
    f = s = 1
    wanted = []
    for _ in POSITIONS["troika"].counts:
        f, s = 5 * s + 4 * f, 2 * s + f
        wanted.append(f)
    assert tuple(wanted) == POSITIONS["troika"].counts
