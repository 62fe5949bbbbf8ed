"""What the pages show can be done: programs run, files load, commands print, lines are understood."""

from __future__ import annotations

import functools
import importlib.util
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from turnwright.cli.main import main
from turnwright.fight import Fight
from turnwright.rules.document import read_document
from turnwright.rules.kinds import kinds
from turnwright.rules.load import find, read
from turnwright.rules.shape import salvage
from turnwright.rules.tree import Mapping
from turnwright.rules.words import READERS
from turnwright.scenario.play import run_file

ROOT = Path(__file__).parent.parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
NOT_UNDERSTOOD = (
    "word.",
    "name.unknown",
    "name.ambiguous",
    "missing",
    "verb.",
    "line.",
    "subject.",
    "number.",
    "choice.",
)
"""How the codes of refusals begin that tell of words nobody understands."""


class Block(NamedTuple):
    """A block of code: where it is, what it is written in, and its text."""

    page: Path
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.page.name}:{self.line}"


def fenced(language: str) -> list[Block]:
    """The blocks in a language, on all pages."""
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for match in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            line = text.count("\n", 0, match.start()) + 2
            found.append(Block(page, line, match[1], match[2]))
    return [block for block in found if block.language == language]


def indented(page: Path) -> Iterator[tuple[int, str]]:
    """The lines of a page that are indented as code, with their numbers; those inside fences are not."""
    inside = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        inside ^= line.startswith("```")
        if line.startswith("    ") and not inside:
            yield number, line.strip()


# ---- programs


@pytest.mark.parametrize("block", fenced("python"), ids=str)
def test_programs_run(block: Block, tmp_path: Path) -> None:
    ran = subprocess.run([sys.executable, "-c", block.text], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip()


# ---- files


@pytest.mark.parametrize("block", fenced("yaml"), ids=str)
def test_files_load(block: Block, tmp_path: Path) -> None:
    """Scenarios pass, rulesets are in order, and a piece of one fits somewhere in the language."""
    document = read_document(block.text, str(block))
    assert document.faults == ()
    assert isinstance(document.root, Mapping)
    first = document.root.entries[0][0].text
    if first == "scenario":
        file = tmp_path / "example.yaml"
        file.write_text(block.text, encoding="utf-8")
        outcome = run_file(file)
        assert outcome.passed, (outcome.errors, outcome.failures)
    elif first in ("game", "extends"):
        file = tmp_path / "ours.yaml"
        file.write_text(block.text, encoding="utf-8")
        read(find(str(file)))
    else:
        assert any(salvage(part, kind, READERS).faults == () for part, kind in fits(document.root))


def fits(root: Mapping) -> Iterator[tuple[Mapping, type]]:
    """A piece of a file, with every part of the language that it may be: keys of a word, or words by name."""
    part = replace(root, complete=False)
    for struct in structs():
        yield part, struct
        yield part, dict[str, struct]  # type: ignore[valid-type]


@functools.cache
def structs() -> tuple[type, ...]:
    """Every word of the language, the whole file first."""
    spec = importlib.util.spec_from_file_location("language_page", ROOT / "tools" / "language_page.py")
    assert spec is not None
    assert spec.loader is not None
    page = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(page)
    return tuple(struct for _, struct in page.words(kinds(READERS)))


# ---- commands


def commands() -> list[tuple[Path, int, str]]:
    """The commands of this program that the pages show."""
    return [
        (page, number, line.split("  ")[0])
        for page in PAGES
        for number, line in indented(page)
        if line.startswith("turnwright ")
    ]


@pytest.mark.parametrize(("page", "line", "command"), commands(), ids=lambda value: str(value))
def test_commands_run(page: Path, line: int, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the files that the page shows beside them, and nobody typing."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TURNWRIGHT_DATA", str(tmp_path / "data"))
    for block in fenced("yaml"):
        if block.page == page and block.text.startswith(("extends", "game")):
            (tmp_path / "ours.yaml").write_text(block.text, encoding="utf-8")
    result = CliRunner().invoke(main, shlex.split(command)[1:], input="")
    assert result.exit_code == 0, result.output
    assert result.output


# ---- lines at the table


@pytest.mark.parametrize("page", [page for page in PAGES if "    › " in page.read_text(encoding="utf-8")], ids=str)
def test_lines_are_understood(page: Path) -> None:
    """Each line that somebody types, said one after another in the example fight: it may be refused, not unknown."""
    fight = Fight.new("lux-aeterna", seed="tour", example=True)
    for said in ("add Mitch", "add Larry", "roll", "start"):
        assert fight.do(said) or said == "roll"
    for number, line in indented(page):
        if line.startswith("› "):
            said = line.removeprefix("› ").split("  ")[0]
            result = fight.do(said)
            code = result.refusal.code if result.refusal else ""
            assert not code.startswith(NOT_UNDERSTOOD), f"{page.name}:{number}: {said}: {result.lines}"
