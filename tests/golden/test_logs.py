"""Logs of long examples stay as they are, and every log can be played again."""

from __future__ import annotations

from pathlib import Path

import pytest

from turnwright.chronicle import as_scenario
from turnwright.engine import Encounter, read_record
from turnwright.scenario.report import scenario_files

from .logs import EXAMPLES, FORMS, HERE, KEPT, fight, log, played


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", KEPT)
def test_a_log_is_as_it_was(name: str, form: str) -> None:
    """On purpose otherwise? Then: make golden, and look at the difference."""
    file, text = log(name, form)
    assert text == file.read_text(encoding="utf-8")


def test_no_other_log_is_kept() -> None:
    kept = {log.relative_to(HERE).with_suffix("").as_posix() for form in FORMS for log in HERE.rglob(f"*.{form}")}
    assert kept == set(KEPT)


@pytest.mark.parametrize("name", KEPT)
def test_a_kept_log_folds_to_the_state_it_told_of(name: str) -> None:
    """SEM-18: the log that was written then is read now, and comes to the state that the example comes to."""
    stage = played(EXAMPLES / f"{name}.yaml")
    lines = (HERE / f"{name}.jsonl").read_bytes().splitlines()
    assert Encounter.load(stage.first, map(read_record, lines)).state == stage.encounter.state


@pytest.mark.parametrize("file", tuple(scenario_files((EXAMPLES,))), ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_log_is_a_scenario_that_plays_the_same(file: Path, tmp_path: Path) -> None:
    """The same words and the same dice come to the same order, round and state."""
    first = played(file)
    assert first.outcome.passed
    again = tmp_path / "again.yaml"
    again.write_text(as_scenario(fight(first), first.scenario.title), encoding="utf-8")
    second = played(again)
    assert second.outcome.failures == []
    assert second.outcome.order == first.outcome.order
    assert second.outcome.round == first.outcome.round
    assert second.encounter.state == first.encounter.state
