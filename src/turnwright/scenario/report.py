"""What came of scenario files, for people and for programs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from turnwright.engine import codec
from turnwright.scenario.play import Outcome

_OF_ANOTHER_KIND = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s|#[^\n]*\n|---\s)*(?:game|extends|encounter)\s*:")


def scenario_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The scenario files that paths name: files as they are, folders with all that ends in .yaml below them, in
    order.

    What is hidden below a folder (``.venv``) is left out, and so are files that say by their first key that they are
    rulesets or encounters.
    """
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        for file in sorted(path.rglob("*.yaml")):
            hidden = any(part.startswith(".") for part in file.relative_to(path).parts)
            if file.is_file() and not hidden and not _of_another_kind(file):
                yield file


def _of_another_kind(file: Path) -> bool:
    try:
        with file.open("rb") as opened:
            return _OF_ANOTHER_KIND.match(opened.read(10_000)) is not None
    except OSError:
        return False


def exit_code(outcomes: Iterable[Outcome]) -> int:
    """0 when all expectations hold, 1 when one failed, 2 when a file is bad; 2 wins."""
    code = 0
    for outcome in outcomes:
        code = max(code, 2 if outcome.errors else 1 if outcome.failures else 0)
    return code


def counted(number: int, what: str) -> str:
    """So many of something: ``1 check``, ``2 checks``."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def as_json(outcome: Outcome) -> str:
    """One outcome as one line of JSON."""
    return codec.encode(outcome).decode()


def as_text(outcome: Outcome) -> str:
    """One outcome as lines for people."""
    if outcome.errors:
        return "\n".join(str(fault) for fault in outcome.errors)
    mark = "passed" if outcome.passed else "FAILED"
    lines = [f"{mark}  {outcome.file}: {outcome.title} ({counted(outcome.checks, 'check')})"]
    lines += [str(failure) for failure in outcome.failures]
    return "\n".join(lines)
