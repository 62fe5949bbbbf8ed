"""Breaks the engine's changed files in one small place at a time and looks whether a test notices.

Run: python tools/mutate_engine.py [FILE…]; without files those that differ from main, or that the last commit changed
where none does. What survives is listed at the end; `mutmut show NAME` shows one.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from mutmut.__main__ import cli
from mutmut.configuration import config

ENGINE = Path("src/turnwright/engine")


def changed(since: str) -> list[str]:
    """The engine's files that differ from a commit."""
    command = ["git", "diff", "--name-only", "--diff-filter=d", since, "--", f"{ENGINE}/"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def main(files: list[str]) -> None:
    """Mutate these files, or those that have changed."""
    chosen = files or changed("main") or changed("HEAD~1")
    chosen = [file for file in chosen if file.endswith(".py") and Path(file).is_file()]
    if not chosen:
        sys.exit(f"nothing has changed in {ENGINE}; name files of it")
    print("mutating", *chosen)
    config().only_mutate = chosen
    try:
        cli(["run"])
    finally:
        cli(["results"], standalone_mode=False)


if __name__ == "__main__":
    main(sys.argv[1:])
