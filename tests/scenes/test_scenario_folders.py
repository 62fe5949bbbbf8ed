"""Which files of a folder are run as scenarios."""

from __future__ import annotations

from pathlib import Path

import pytest

from turnwright.scenario.report import scenario_files

SCENARIO = "scenario: One\nplay:\n  - do: start\n"


def names(folder: Path) -> list[str]:
    """The files that are run, as they stand below the folder."""
    return [str(file.relative_to(folder)) for file in scenario_files((folder,))]


def test_folders_are_walked_in_order(tmp_path: Path) -> None:
    for name in ("b.yaml", "a/z.yaml", "a/notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(SCENARIO)
    assert names(tmp_path) == ["a/z.yaml", "b.yaml"]


@pytest.mark.parametrize(
    "text",
    ["game: House rules\n", "# ours\n\n---\nencounter: Ford\n", "\ufeffgame: X\n", "  \n# a\n# b\ngame : X\n"],
)
def test_files_of_another_kind_are_left_out_of_a_folder_but_not_when_they_are_named(tmp_path: Path, text: str) -> None:
    other = tmp_path / "ours.yaml"
    other.write_text(text, encoding="utf-8")
    (tmp_path / "fight.yaml").write_text(SCENARIO)
    assert names(tmp_path) == ["fight.yaml"]
    assert list(scenario_files((other,))) == [other]


def test_a_misspelt_scenario_is_not_left_out(tmp_path: Path) -> None:
    (tmp_path / "fight.yaml").write_text("scenaro: One\n")
    assert names(tmp_path) == ["fight.yaml"]


def test_what_is_hidden_is_left_out(tmp_path: Path) -> None:
    for folder in (".venv/lib", "plain"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "one.yaml").write_text(SCENARIO)
    (tmp_path / ".draft.yaml").write_text(SCENARIO)
    assert names(tmp_path) == ["plain/one.yaml"]
    assert names(tmp_path / ".venv") == ["lib/one.yaml"]
