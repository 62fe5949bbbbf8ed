"""Scenarios for house rules: several dice for one score, ties by dice, and names that nobody knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from turnwright.scenario.play import Outcome, run_file

RULES = """extends: lux-aeterna
game: Lux at our table
initiative:
  formula: 2d10 + speed
  ties: {roll: 1d20}
pools:
  reaction: {max: 3}
"""
HEAD = """scenario: Ties by the roll only
ruleset: ours.yaml
cast:
  Anna: {side: heroes, speed: 6, hp: 20}
  Bert: {side: heroes, speed: 4, hp: 20}
  Goblin: {side: goblins, hp: 7}
play:
"""
TIED = "  - initiative: {Anna: [5, 5], Bert: [6, 6], Goblin: [1, 1]}\n"


def _run(folder: Path, *steps: str, head: str = HEAD) -> Outcome:
    (folder / "ours.yaml").write_text(RULES, encoding="utf-8")
    file = folder / "ties.yaml"
    file.write_text(head + "".join(steps), encoding="utf-8")
    return run_file(file)


def _failure(outcome: Outcome) -> tuple[str, str]:
    assert not outcome.errors
    (failure,) = outcome.failures
    return failure.wanted, failure.there


@pytest.mark.parametrize(("dice", "order"), [("[3, 9]", "Bert, Anna, Goblin"), ("[9, 3]", "Anna, Bert, Goblin")])
def test_dice_beside_initiative_are_those_of_the_tie(tmp_path: Path, dice: str, order: str) -> None:
    outcome = _run(tmp_path, TIED, f"    dice: {dice}\n", f"  - expect: {{order: [{order}], scores: {{Anna: 16}}}}\n")
    assert outcome.passed, (outcome.errors, outcome.failures)


def test_dice_beside_initiative_are_first_of_those_who_are_not_named(tmp_path: Path) -> None:
    step = "  - initiative: {Anna: [5, 5], Bert: [6, 6]}\n    dice: [2, 1, 9, 3]\n"
    outcome = _run(tmp_path, step, "  - expect: {order: [Anna, Bert, Goblin], scores: {Goblin: 3}}\n")
    assert outcome.passed, (outcome.errors, outcome.failures)


@pytest.mark.parametrize(
    ("dice", "told"),
    [("[9, 3, 1]", "1 left: [1]"), ("[9]", "more dice are needed"), ("[21, 3]", "no die with 20 sides shows 21")],
)
def test_dice_beside_initiative_are_all_used_and_suffice(tmp_path: Path, dice: str, told: str) -> None:
    assert told in _failure(_run(tmp_path, TIED, f"    dice: {dice}\n"))[1]


def test_dice_that_do_not_suffice_for_those_not_named_are_told_at_once(tmp_path: Path) -> None:
    step = "  - initiative: {Anna: [5, 5], Bert: [6, 6]}\n    dice: [2]\n"
    assert "more dice are needed" in _failure(_run(tmp_path, step))[1]


def test_a_pool_is_expected_by_its_label_too(tmp_path: Path) -> None:
    outcome = _run(tmp_path, TIED, "  - expect: {pools: {Anna: {Reactions: 3/3, temporary hp: none}}}\n")
    assert outcome.passed, (outcome.errors, outcome.failures)


@pytest.mark.parametrize("value", ["3", "none"])
@pytest.mark.parametrize(
    ("wanted", "near"),
    [
        ("pools: {Anna: {reakton: VALUE}}", 'no pool of that name — did you mean "reaction"?'),
        ("stats: {Anna: {sped: VALUE}}", 'no stat of that name — did you mean "speed"?'),
        ("traits: {Anna: {row: VALUE}}", "no trait of that name"),
        ("dials: {doom: VALUE}", "no dial of that name"),
    ],
)
def test_what_no_sheet_knows_is_not_merely_missing(tmp_path: Path, wanted: str, near: str, value: str) -> None:
    there = _failure(_run(tmp_path, TIED, f"  - expect: {{{wanted.replace('VALUE', value)}}}\n"))[1]
    assert there.endswith(near)


@pytest.mark.parametrize("wanted", ["conditions: {Anna: prone}", "effects: {Anna: poison}", "granted: {Anna: turn}"])
def test_of_words_there_are_none_and_not_nobody(tmp_path: Path, wanted: str) -> None:
    assert _failure(_run(tmp_path, TIED, f"  - expect: {{{wanted}}}\n"))[1] == "Anna: none"
