"""Lines that the commands print are broken between words at a terminal, and left whole for other programs."""

from __future__ import annotations

import sys
from pathlib import Path

import pexpect
import pytest

from terminal.piped import COMMAND, environment, turnwright
from turnwright.cli.lines import broken

WIDTH = 80


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ""),
        ("one two three four five six", "one two three four\n  five six"),
        ("  so it is and so it was", "  so it is and so it\n    was"),
        ("a/path/that/is/longer/than/the/width is left", "a/path/that/is/longer/than/the/width\n  is left"),
        ("one\n\ntwo", "one\n\ntwo"),
    ],
)
def test_lines_are_broken_between_words(text: str, lines: str) -> None:
    assert broken(text, 20) == lines


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")
@pytest.mark.parametrize(
    "arguments", [("play", "nope"), ("rules", "show", "nope"), ("rules", "check", "nope"), ("log", "nope " * 9)]
)
def test_errors_are_broken_between_words_at_a_terminal(arguments: tuple[str, ...], tmp_path: Path) -> None:
    whole = turnwright(tmp_path, *arguments)
    assert whole.code == 2
    assert whole.err.count("\n") == 1
    child = pexpect.spawn(
        COMMAND[0],
        [*COMMAND[1:], *arguments],
        env=environment(tmp_path),
        dimensions=(40, WIDTH),
        encoding="utf-8",
        timeout=120,
    )
    seen = child.read().replace("\r\n", "\n")
    child.close()
    assert child.exitstatus == 2
    assert max(map(len, seen.splitlines())) <= WIDTH
    assert seen.split() == whole.err.split()


def test_a_name_that_no_fight_has_is_told_with_those_that_are_there(tmp_path: Path) -> None:
    assert turnwright(tmp_path, "log", "nope").err == 'No saved fight is called "nope". None is saved yet.\n'
    assert turnwright(tmp_path, "play", "plain").code == 0
    assert (
        turnwright(tmp_path, "log", "nope").err == 'No saved fight is called "nope". Saved is "Bandits on the road".\n'
    )
    near = turnwright(tmp_path, "log", "Bandits on teh road")
    assert near.err == 'No saved fight is called "Bandits on teh road". Did you mean "Bandits on the road"?\n'
    assert 'did you mean "Bandits on the road"?' in turnwright(tmp_path, "play", "Bandits on teh road").err
