"""The command line as another program runs it: from a pipe, with a data folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

COMMAND = (sys.executable, "-c", "from turnwright.cli.main import main; main(prog_name='turnwright')")


class Ended(NamedTuple):
    """What came of a run."""

    code: int
    out: str
    err: str


def environment(data: Path) -> dict[str, str]:
    """The surroundings of a run that keeps its fights in ``data``."""
    return {**os.environ, "TURNWRIGHT_DATA": str(data), "NO_COLOR": "1", "PYTHONUTF8": "1"}


def turnwright(data: Path, *arguments: str, lines: str = "") -> Ended:
    """Run a command, with these lines typed into it."""
    ended = subprocess.run(
        [*COMMAND, *arguments],
        input=lines.encode(),
        capture_output=True,
        env=environment(data),
        timeout=120,
        check=False,
    )
    return Ended(ended.returncode, ended.stdout.decode(), ended.stderr.decode())
