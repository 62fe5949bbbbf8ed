"""``turnwright log`` prints a saved fight in each form, and its scenario plays the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from turnwright.chronicle import as_jsonl, as_markdown, as_text
from turnwright.cli.main import main
from turnwright.fight import Fight
from turnwright.scenario.play import Stage
from turnwright.scenario.read import read_scenario
from turnwright.store import open_store

NAME = "The ford"
SAID = ("roll", "start", "hp goblin archer -1d6", "end", "undo", "milli delay !", "end", "end")


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fight:
    """A fight that has been saved step by step."""
    monkeypatch.setenv("TURNWRIGHT_DATA", str(tmp_path / "data"))
    with open_store() as store:
        fight = Fight.new("lux-aeterna", seed="ford", example=True)
        fight.save(store, NAME)
        done = [bool(fight.do(said)) for said in SAID]
        assert done.count(True) >= 5
        return fight


def printed(*arguments: str) -> str:
    """What the command prints."""
    result = CliRunner().invoke(main, ["log", *arguments])
    assert result.exit_code == 0, result.output
    return result.output.removesuffix("\n")


def test_the_forms_of_a_log(saved: Fight) -> None:
    assert printed(NAME) == as_text(saved)
    assert printed(NAME, "--format", "jsonl") == as_jsonl(saved)
    assert printed(NAME, "--format", "markdown") == as_markdown(saved, NAME)
    assert printed(NAME, "--format", "markdown", "--links") == as_markdown(saved, NAME, links=True)


def test_the_log_as_a_scenario(saved: Fight, tmp_path: Path) -> None:
    file = tmp_path / "ford.yaml"
    file.write_text(printed(NAME, "--format", "scenario"), encoding="utf-8")
    assert CliRunner().invoke(main, ["run", str(file)]).exit_code == 0
    stage = Stage(read_scenario(file))
    assert stage.run().passed
    assert stage.encounter.state == saved.state


def test_no_such_fight(saved: Fight) -> None:
    result = CliRunner().invoke(main, ["log", "The fort"])
    assert result.exit_code == 2
    assert NAME in result.output
