"""Rulesets whose rests, tracks, dials and times don't fit: every fault, with its place."""

from __future__ import annotations

import pytest

from scenes.table import LUX, Table
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.rests import EndRest, StartRest
from turnwright.rules.faults import FileFaults
from turnwright.rules.load import Book, Source, read

GAME = "game: Faults\nstats: {speed: 0}\npools: {hp: {vital: yes}}\n"


def faults(text: str) -> list[str]:
    """What is wrong with a ruleset, as people see it."""
    with pytest.raises(FileFaults) as told:
        read(Book("test", (Source("test.yaml", GAME + text),)))
    return str(told.value).splitlines()


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("rests: {nap: {}}", "4:14", 'the key "least" is missing'),
        ("rests: {nap: {least: soon}}", "4:22", "a stretch of time is missing"),
        ("rests: {nap: {least: 5 m}}", "4:24", "no unit of time"),
        ("rests: {nap: {least: 1 h, restores: hpp}}", "4:37", 'there is no pool "hpp"'),
        ("rests: {nap: {least: 1 h, restores: {pool: hp, to: 1, by: 1}}}", "4:37", "either to a number or by one"),
        ("rests: {nap: {least: 1 h, may: {pray: {spend: hp}}}}", "4:39", "belong together"),
        ("rests: {nap: {least: 1 h, may: {pray: {spend: hp, gain: mana}}}}", "4:57", 'there is no pool "mana"'),
        ("rests: {nap: {least: 1 h, cut short: doze}}", "4:38", 'there is no rest "doze"'),
        ("rests: {nap: {least: 1 h, cut short: nap}}", "4:38", "can't count as itself"),
        ("rests: {nap: {least: 1 h, during initiative: maybe}}", "4:46", "maybe"),
        ("tracks: {task: {judged: after last}}", "4:16", "needs at least one milestone"),
        ("tracks: {task: {goal: luck}}", "4:23", 'nothing is called "luck"'),
        ("dials: {doom: {starts at: start of rond}}", "4:27", 'there is no moment "start of rond"'),
        ("dials: {doom: {ticks: {at: start of rond, by: '1'}}}", "4:28", 'there is no moment "start of rond"'),
        ("dials: {doom: {swaps with: gloom}}", "4:28", 'there is no other dial "gloom"'),
        ("dials: {doom: {swaps with: doom}}", "4:28", 'there is no other dial "doom"'),
        ("dials: {doom: {start: doom + 1}}", "4:23", "can't follow a dial"),
        ("time: {turn: 5 s}", "4:7", "the round needs one too"),
        ("time: {round: 10-5 s}", "4:15", "greater than the second"),
        ("modes: {free: {order: free, called: never}}", "4:37", "never"),
    ],
)
def test_each_fault_is_told_where_it_stands(text: str, place: str, message: str) -> None:
    """SEM-24: the place, what is wrong, and (where there is one) what was meant."""
    told = faults(text)
    assert any(line.startswith(f"test.yaml:{place}: ") and message in line for line in told), told


def test_what_was_meant_is_guessed() -> None:
    """A slip of the pen is told with the word that was meant."""
    assert "start of round" in faults("dials: {doom: {starts at: start of rond}}")[0]


def test_the_end_of_a_rest_is_a_moment_like_any_other() -> None:
    """A pool may come back at the end of a rest that was long enough."""
    table = Table(LUX.replace("  mana: {}\n", '  mana: {}\n  ki: {max: "3", refill: end of short rest}\n'))
    ana = table.add("Ana", hp=5)
    for lasted, holds in (("14 min", 0), ("15 min", 3)):
        table.do(ChangePool((ana,), "ki", to="0"))
        table.do(StartRest("short"))
        table.do(EndRest(lasted))
        assert table.pool(ana, "ki") == holds
