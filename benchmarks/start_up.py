"""How long commands take to answer, against a Python that does nothing.

Each command is run many times, in turn with the others, all bytecode compiled ahead. Prints the least and the middle of
the times, and the ratio of the least ones; more than 10 is too much.

Run: python benchmarks/start_up.py [--times 20]
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path

PYTHON = sys.executable
TURNWRIGHT = str(Path(PYTHON).with_name("turnwright"))
COMMANDS = {
    "python -c pass": (PYTHON, "-c", "pass"),
    "turnwright --help": (TURNWRIGHT, "--help"),
    "turnwright rules": (TURNWRIGHT, "rules"),
    "turnwright --version": (TURNWRIGHT, "--version"),
    "turnwright roll 2d6": (TURNWRIGHT, "roll", "2d6"),
}


def seconds(command: tuple[str, ...]) -> float:
    """How long one run takes."""
    began = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def main() -> None:
    """Measure and print."""
    reader = argparse.ArgumentParser(description="How long commands take to answer.")
    reader.add_argument("--times", type=int, default=20)
    times = reader.parse_args().times
    found: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for command in COMMANDS.values():
        seconds(command)
    for _ in range(times):
        for name, command in COMMANDS.items():
            found[name].append(seconds(command))
    nothing = min(found["python -c pass"])
    for name, all_of in found.items():
        least, middle = min(all_of), statistics.median(all_of)
        print(f"{name:<22} {least * 1000:6.0f} ms, middle {middle * 1000:6.0f} ms, {least / nothing:5.1f} times")


if __name__ == "__main__":
    main()
