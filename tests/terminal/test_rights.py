"""Files and folders that may not be read or written are refused in a sentence, with exit code 2."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from terminal.piped import COMMAND, environment

BOUND = ("setpriv", "--inh-caps=-all", "--bounding-set=-all")
"""How root is held to the rights of files as others are."""

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or (os.geteuid() == 0 and shutil.which(BOUND[0]) is None),
    reason="nothing holds this user to the rights of files",
)


@pytest.fixture
def shut(tmp_path: Path) -> Iterator[Path]:
    """A folder into which nobody may look, and a file that nobody may read."""
    folder = tmp_path / "shut"
    folder.mkdir()
    file = tmp_path / "file.yaml"
    file.write_text("game: X\n")
    for one in (folder, file):
        one.chmod(0)
    yield tmp_path
    folder.chmod(0o700)


def _said(data: Path, *arguments: str) -> str:
    before = BOUND if os.geteuid() == 0 else ()
    ended = subprocess.run(
        [*before, *COMMAND, *arguments],
        capture_output=True,
        env=environment(data),
        timeout=120,
        check=False,
        input=b"",
    )
    said = ended.stderr.decode()
    assert ended.returncode == 2, said
    assert "Traceback" not in said
    assert "Errno" not in said
    return said + ended.stdout.decode()


@pytest.mark.parametrize("arguments", [("play",), ("play", "plain"), ("log", "x")])
def test_a_store_that_may_not_be_used(arguments: tuple[str, ...], shut: Path) -> None:
    assert "turnwright.sqlite3 can't be used: Permission denied." in _said(shut / "shut", *arguments)
    store = shut / "data"
    store.mkdir()
    (store / "turnwright.sqlite3").touch(0)
    assert "turnwright.sqlite3 can't be used: unable to open database file" in _said(store, *arguments)
    (store / "turnwright.sqlite3").chmod(0o400)
    assert "turnwright.sqlite3 can't be used: attempt to write a readonly database" in _said(store, *arguments)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("play", "plain", "--add", "file.yaml"), "can't be read: Permission denied"),
        (("play", "plain", "--add", "shut/x"), "can't be read: Permission denied"),
        (("play", "file.yaml"), "can't be read: Permission denied"),
        (("play", "shut/x.yaml"), "there is no ruleset, file or saved fight"),
        (("rules", "check", "file.yaml"), "can't be read: Permission denied"),
        (("rules", "show", "file.yaml"), "can't be read: Permission denied"),
        (("rules", "new", "shut/x.yaml"), "can't be written: Permission denied"),
        (("run", "shut/x.yaml"), "there is no such file or folder"),
        (("run", "file.yaml"), "is not readable"),
        (("run", "--watch", "shut/x.yaml"), "can't be watched: Permission denied"),
    ],
)
def test_a_file_that_may_not_be_used(arguments: tuple[str, ...], told: str, shut: Path) -> None:
    named = (str(shut / word) if "." in word or "/" in word else word for word in arguments)
    assert told in _said(shut / "data", *named)
