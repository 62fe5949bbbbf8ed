"""``turnwright run --json``: one object a line, one for each file, for programs; and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from turnwright.cli.main import main

FIELDS = {"file", "passed", "checks", "failures", "errors", "round", "phase", "active", "order", "refs"}

GOOD = """scenario: A passed and a refused one
ruleset: lux-aeterna
cast:
  Milli: {side: heroes, speed: 4}
  Goblin: {side: goblins, speed: 6}
play:
  - initiative: {Milli: 16, Goblin: 5}
  - expect: {active: Milli, round: 1}
  - Milli: end
  - refused: {Goblin: delay, because: LUX-I4}
"""
FAILING = GOOD.replace("active: Milli", "active: Goblin")
BAD = GOOD.replace("round: 1", "rund: 1").replace("Milli: 16", "Mili: 16")


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with a file of each kind."""
    for name, text in (("a-good", GOOD), ("b-failing", FAILING), ("c-bad", BAD)):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def run(*paths: Path) -> tuple[int, list[dict[str, Any]]]:
    """Exit code, and what each line holds."""
    result = CliRunner().invoke(main, ["run", "--json", *map(str, paths)])
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]


def test_each_file_has_a_line_with_all_fields(files: Path) -> None:
    code, told = run(files)
    assert code == 2
    assert [Path(one["file"]).name for one in told] == ["a-good.yaml", "b-failing.yaml", "c-bad.yaml"]
    assert all(one.keys() >= FIELDS for one in told)
    assert [one["passed"] for one in told] == [True, False, False]


def test_a_file_that_passes(files: Path) -> None:
    code, (one,) = run(files / "a-good.yaml")
    assert code == 0
    assert one["title"] == "A passed and a refused one"
    assert (one["checks"], one["failures"], one["errors"]) == (3, [], [])
    assert (one["round"], one["phase"], one["active"]) == (1, "turns", "Goblin")
    assert one["order"] == ["Milli", "Goblin"]
    assert {"LUX-I1", "LUX-I4"} <= set(one["refs"])
    assert one["refs"] == sorted(one["refs"])


def test_a_file_that_fails(files: Path) -> None:
    """It stops at the first difference, with its place, what was wanted, what was there, and why."""
    code, (one,) = run(files / "b-failing.yaml")
    assert code == 1
    assert (one["checks"], one["errors"]) == (1, [])
    (failure,) = one["failures"]
    assert failure["file"] == one["file"]
    assert (failure["line"], failure["column"]) == (8, 14)
    assert (failure["wanted"], failure["there"]) == ("active Goblin", "Milli")
    assert "Milli is up" in failure["why"]
    assert (one["active"], one["round"]) == ("Milli", 1)


def test_a_bad_file(files: Path) -> None:
    """It is not played: all its faults are told, and nothing else."""
    code, (one,) = run(files / "c-bad.yaml")
    assert code == 2
    assert (one["checks"], one["failures"], one["order"], one["active"]) == (0, [], [], None)
    assert [(fault["line"], fault["column"]) for fault in one["errors"]] == [(7, 18), (8, 29)]
    assert all({"file", "line", "column", "message", "hint"} == fault.keys() for fault in one["errors"])
    assert one["errors"][1]["hint"] == 'did you mean "round"?'


@pytest.mark.parametrize(
    ("names", "code"), [("a", 0), ("ab", 1), ("ac", 2), ("bc", 2), ("cb", 2), ("abc", 2), ("aa", 0), ("bb", 1)]
)
def test_the_worst_file_decides_the_exit_code(files: Path, names: str, code: int) -> None:
    paths = [next(files.glob(f"{name}-*")) for name in names]
    found, told = run(*paths)
    assert found == code
    assert [one["file"] for one in told] == [str(path) for path in paths]


def test_paths_that_hold_nothing(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    code, told = run(tmp_path / "nowhere.yaml", tmp_path / "empty")
    assert code == 2
    assert [one["errors"][0]["message"] for one in told] == [
        "there is no such file or folder",
        "there are no scenario files (*.yaml) here",
    ]


def test_people_get_the_same_codes(files: Path) -> None:
    for name, code in (("a-good", 0), ("b-failing", 1), ("c-bad", 2)):
        assert CliRunner().invoke(main, ["run", str(files / f"{name}.yaml")]).exit_code == code
