"""Faults of rulesets about phases, granted turns, rows, roles, takeovers, leaving and defeat: all are told in place."""

from __future__ import annotations

import pytest

from turnwright.rules.faults import FileFaults
from turnwright.rules.load import Book, Source, load, read

BASE = """game: X
sides: {red: players, blue: gm}
traits: {row: {among: [front, back]}, role: }
pools: {hp: {vital: yes}, ap: {max: "2"}}
conditions: {downed: {when: hp <= 0}}
round: {phases: [turns, effect]}
actions: {attack: {tags: melee}}
"""


def faults(more: str, base: str = BASE) -> list[str]:
    """What is wrong with the ruleset and these lines after it, by line, column and message."""
    with pytest.raises(FileFaults) as wrong:
        read(Book("x", (Source("x.yaml", base + more),)))
    return [f"{f.line}:{f.column} {f.message}" for f in wrong.value.faults]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("phases: {efect: {steps: effects}}", '8:10 there is no phase "efect"'),
        ("phases: {effect: {steps: [effects, effects]}}", '8:36 there is a step "effects" already'),
        ("phases: {effect: {choices: {green: {sets: role}}}}", '8:29 there is no side "green"'),
        ("phases: {effect: {choices: {red: {sets: rolle}}}}", '8:41 there is no trait "rolle"'),
        ("phases: {effect: {choices: {red: {may: attack}}}}", '8:40 no action of a phase is called "attack"'),
        ("extras: {held: {gives: {app: 1}}}", '8:25 there is no pool "app"'),
        ("extras: {held: {bars: holds}}", '8:23 there is no action "holds"'),
        ("first strike: {grants: hold}", '8:24 there is no granted turn "hold"'),
        ("extras: {h: }\nfirst strike: {grants: h, sets: {row: mid}}", '9:39 there is no word of the trait row "mid"'),
        ("rows: {trait: rows}", '8:15 there is no trait "rows"'),
        ("rows: {back: rear}", '8:14 there is no row "rear"'),
        ("rows: {short: missile}", '8:15 there is no action or tag "missile"'),
        ("rows: {advancing: {at: advance}}", '8:24 there is no moment "advance"'),
        ("rows: {advancing: {at: effect phase, standing: {down: no}}}", '8:49 there is no condition "down"'),
        ("rows: {advancing: {at: effect phase, both empty: green}}", '8:50 there is no side "green"'),
        ("departures: {fled: {condition: flee, at: end of round}}", '8:32 there is no condition "flee"'),
        ("departures: {fled: {condition: downed, at: leave}}", '8:44 there is no moment "leave"'),
        (
            "departures: {fled: {condition: downed, at: effect, waits: lock}}",
            '8:59 there is no reason not to act "lock"',
        ),
        ("defeat: dead", '8:9 there is no condition "dead"'),
        ("takeovers: {beast: {acts with: mp}}", '8:32 there is no pool "mp"'),
        ("takeovers: {beast: {felled: dead}}", '8:29 there is no condition "dead"'),
        ("takeovers: {beast: }", '8:13 no action calls "beast"'),
        ("roles: {trait: job}", '8:16 there is no trait "job"'),
        ("roles: {known: {x: {actions: cure}}}", '8:30 there is no action "cure"'),
        ("formations: {side: green}", '8:20 there is no side "green"'),
        ("initiative: {call: {side: red, number: n, rolled: n, roll: 1d10}}", '8:40 there is no stat "n"'),
        ("waits: {delay: {gives up: app}}", '8:27 there is no pool "app"'),
        ("waits: {delay: {allows: [attak]}}", '8:26 there is no action "attak"'),
        ("waits: {delay: {used up by: dodg}}", '8:29 there is no action "dodg"'),
        ("waits: {delay: {bars: reactions}}", '8:23 there is no action "reactions"'),
        ("waits: {delay: {broken by: ded}}", '8:28 there is no condition "ded"'),
        ("waits: {delay: {unused: {then: hold over, becomes: hold}}}", '8:52 there is no wait "hold"'),
        ("waits: {delay: {unfired: {then: hold over, becomes: hold}}}", '8:53 there is no wait "hold"'),
        ("surprise: {may: mov}", '8:17 there is no action "mov"'),
        ("surprise: {gives: surprized}", '8:19 there is no condition "surprized"'),
    ],
)
def test_a_fault_is_told_where_it_stands(more: str, told: str) -> None:
    assert told in faults(more)


def test_a_call_has_a_least_and_a_greatest_number() -> None:
    more = "stats: {n: 0}\ninitiative: {call: {side: red, number: n, rolled: n, roll: 1d10, least: 5, most: 2}}"
    assert faults(more) == ["9:82 the greatest number is below the least"]


def test_what_an_action_grants_or_calls_exists() -> None:
    base = BASE.replace("{tags: melee}", "{does: [{grants: helt}, {calls: eidolon}]}")
    assert faults("", base) == ['7:36 there is no granted turn "helt"', '7:51 there is no takeover "eidolon"']


def test_a_phase_has_steps_or_choices() -> None:
    assert "a phase without turns has steps or choices" in str(faults("phases: {effect: }")[0])
    assert faults("phases: {effect: {choices: {red: }}}")


def test_only_a_sheltering_condition_is_open_to_something() -> None:
    base = BASE.replace("{when: hp <= 0}", "{when: hp <= 0, open to: melee}")
    assert faults("", base) == ["5:47 only a sheltering condition is open to something"]


def test_a_trait_that_is_asked_for_has_words() -> None:
    base = BASE.replace("role: }", "role: {asked first: yes}}")
    assert faults("", base) == ["3:59 a trait that is asked for has words to choose among"]


@pytest.mark.parametrize(
    "options",
    [{option: value} for option, word in load("last-odyssey").options.items() for value in word.values],
)
def test_every_option_of_the_game_makes_a_ruleset(options: dict[str, str]) -> None:
    assert load("last-odyssey", options).game == "Last Odyssey"
