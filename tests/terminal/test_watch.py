"""`turnwright run --watch`: whatever becomes of the files, it goes on until Ctrl+C."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect
import pytest

from terminal.piped import COMMAND, environment, turnwright

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals"),
    pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning"),
]

SCENARIO = """\
scenario: A blow
ruleset: ../rules/ours.yaml
cast:
  Ted: {hp: 5}
play:
  - do: hp ted -1
  - expect: {pools: {Ted: {hp: 4}}}
"""
OURS = "extends: plain\ngame: Ours\n"
PASSED = "1 scenario, 1 check, 0 not passed"


def _files(folder: Path) -> Path:
    (folder / "rules").mkdir()
    (folder / "played").mkdir()
    (folder / "rules" / "ours.yaml").write_text(OURS)
    file = folder / "played" / "blow.yaml"
    file.write_text(SCENARIO)
    return file


@contextmanager
def _watching(folder: Path, *paths: Path) -> Iterator[pexpect.spawn[str]]:
    arguments = [*COMMAND[1:], "run", "--watch", *map(str, paths)]
    child = pexpect.spawn(
        COMMAND[0], arguments, env=environment(folder), dimensions=(40, 200), encoding="utf-8", timeout=60
    )
    try:
        yield child
    finally:
        child.close(force=True)


def _replace(file: Path, text: str) -> None:
    """Save as editors do: another file is put in its place."""
    other = file.with_suffix(".new")
    other.write_text(text)
    other.replace(file)


def _leave(child: pexpect.spawn[str]) -> None:
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert "Interrupt" not in str(child.before)
    assert child.exitstatus == 0


def test_a_named_file_is_watched_whatever_becomes_of_it(tmp_path: Path) -> None:
    file = _files(tmp_path)
    ours = tmp_path / "rules" / "ours.yaml"
    with _watching(tmp_path, file) as child:
        child.expect_exact(PASSED)
        steps: list[tuple[Callable[[], object], str]] = [
            (lambda: _replace(file, SCENARIO.replace("hp: 4", "hp: 3")), "but there was Ted: hp 4"),
            (lambda: _replace(file, "scenario: ["), "is not closed"),
            (lambda: _replace(file, SCENARIO), PASSED),
            (lambda: _replace(ours, "extends: nope\n"), 'there is no ruleset "nope"'),
            (lambda: _replace(ours, OURS), PASSED),
            (file.unlink, "there is no such file or folder"),
            (lambda: file.write_text(SCENARIO), PASSED),
        ]
        for step, said in steps:
            step()
            child.expect_exact(said)
        _leave(child)


def test_new_files_of_a_watched_folder_are_run(tmp_path: Path) -> None:
    _files(tmp_path)
    with _watching(tmp_path, tmp_path) as child:
        child.expect_exact(PASSED)
        (tmp_path / "more").mkdir()
        (tmp_path / "more" / "second.yaml").write_text(SCENARIO)
        child.expect_exact("2 scenarios, 2 checks, 0 not passed")
        _leave(child)


def test_what_can_not_be_watched_is_told(tmp_path: Path) -> None:
    ended = turnwright(tmp_path, "run", "--watch", str(tmp_path / "no" / "x.yaml"))
    assert ended.code == 2
    assert "x.yaml can't be watched" in ended.err
    assert "Traceback" not in ended.err


def test_a_ruleset_that_begins_with_what_it_extends_is_no_scenario(tmp_path: Path) -> None:
    _files(tmp_path)
    ended = turnwright(tmp_path, "run", str(tmp_path))
    assert (ended.code, PASSED in ended.out) == (0, True)
