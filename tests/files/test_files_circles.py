"""A ruleset whose numbers or conditions would need themselves is refused where that stands."""

from __future__ import annotations

import pytest

from turnwright.rules.faults import FileFaults
from turnwright.rules.load import Book, Source, builtin_names, load, read

BASE = """game: X
pools: {hp: {vital: yes}}
"""


def faults(more: str) -> list[str]:
    with pytest.raises(FileFaults) as wrong:
        read(Book("x", (Source("x.yaml", BASE + more),)))
    return [f"{f.line}:{f.column} {f.message}" for f in wrong.value.faults]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (
            'stats: {speed: 6}\nconditions: {slow: {when: speed < 3, changes: {speed: "-1"}}}',
            '4:27 whether this holds depends on "speed", and that on conditions',
        ),
        (
            'stats: {speed: 6, dash: speed * 2}\nconditions: {prone: {changes: {speed: "1"}}, slow: {when: dash < 3}}',
            '4:59 whether this holds depends on "speed", and that on conditions',
        ),
        (
            "conditions: {prone: , up: {when: not prone}}",
            "3:34 whether this holds depends on another condition, and that on conditions",
        ),
        ("stats: {a: b + 1, b: a - 1}", '3:12 "a" is found from itself'),
        (
            "stats: {speed: 6}\nconditions: {slow: {changes: {speed: speed / 2}}}",
            '4:38 this needs "speed", which it changes',
        ),
        (
            "stats: {speed: 6}\neffects: {haste: {changes: {speed: stat.speed * 2}}}",
            '4:36 this needs "speed", which it changes',
        ),
    ],
)
def test_what_needs_itself_is_told_in_its_place(more: str, told: str) -> None:
    assert told in faults(more)


@pytest.mark.parametrize(
    "more",
    [
        "stats: {speed: 6}\nconditions: {slow: {when: hp < 3, changes: {speed: base / 2}}}",
        'stats: {speed: 6, wits: 2}\nconditions: {slow: {when: wits < 3, changes: {speed: "-wits"}}}',
    ],
)
def test_what_does_not_need_itself_is_fine(more: str) -> None:
    assert read(Book("x", (Source("x.yaml", BASE + more),)))


@pytest.mark.parametrize("game", builtin_names())
def test_no_ruleset_that_comes_along_needs_itself(game: str) -> None:
    assert load(game)
