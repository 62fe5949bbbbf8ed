"""The page about the API can be followed: its programs run against a real server."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from web.conftest import Served
from web.programs import host_of, new_table, program

PAGE = Path(__file__).parent.parent.parent / "docs" / "api.md"


def blocks(language: str) -> list[str]:
    text = PAGE.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def run(served: Served, *command: str) -> str:
    surroundings = {**os.environ, "TURNWRIGHT_URL": served.url, "TURNWRIGHT_TOKEN": host_of(served), "PYTHONUTF8": "1"}
    ran = subprocess.run(command, env=surroundings, capture_output=True, text=True, encoding="utf-8", check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_its_programs_run(served: Served) -> None:
    """From a table to the first turn, a stream, and how a message is checked."""
    with program(served, host_of(served)) as host:
        new_table(host)
        first, stream, check = (run(served, sys.executable, "-c", block) for block in blocks("py"))
        assert re.search(r"^.+ is up, then .+$", first, re.MULTILINE)
        assert " — " in stream
        assert check == "True\n"
        assert len(host.get("/tables").json()) == 2


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl")
def test_its_lines_for_the_shell_run(served: Served) -> None:
    """What curl prints is whose token it is."""
    (line,) = blocks("sh")
    assert '"host":true' in run(served, "sh", "-c", line)


def test_it_names_every_address(served: Served) -> None:
    """None is left out, and none is named that there is not."""
    with program(served, "") as guest:
        paths = guest.get("/openapi.json").json()["paths"]
    page = PAGE.read_text(encoding="utf-8").replace("…/", "/tables/ID/")
    for path in paths:
        short = path.removeprefix("/api/v1")
        for part in ("id", "seat", "fight", "token", "hook", "cast", "ruleset"):
            short = short.replace(f"{{{part}}}", "ID" if part == "id" else part.upper())
        assert re.search(rf"{short}\b", page), short
