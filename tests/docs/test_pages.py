"""What the pages show can be done: programs run, files load, and whoever types what they say sees what they show."""

from __future__ import annotations

import functools
import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from turnwright.fight import Fight
from turnwright.rules.document import read_document
from turnwright.rules.kinds import kinds
from turnwright.rules.load import find, read
from turnwright.rules.shape import salvage
from turnwright.rules.tree import Mapping
from turnwright.rules.words import READERS
from turnwright.scenario.encounter import read_encounter
from turnwright.scenario.play import run_file

from .walking import PROGRAM, ROOT, follow, indented

PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))


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


# ---- programs


@pytest.mark.parametrize("block", fenced("python"), ids=str)
def test_programs_run(block: Block, tmp_path: Path) -> None:
    surroundings = {**os.environ, "TURNWRIGHT_DATA": str(tmp_path)}
    ran = subprocess.run(
        [sys.executable, "-c", block.text],
        cwd=tmp_path,
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip()


# ---- files


@pytest.mark.parametrize("block", fenced("yaml"), ids=str)
def test_files_load(block: Block, tmp_path: Path) -> None:
    """Scenarios pass, rulesets are in order, encounters bring somebody, a piece fits somewhere in the language."""
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
    elif first == "encounter":
        file = tmp_path / "encounter.yaml"
        file.write_text(block.text, encoding="utf-8")
        found = read_encounter(file)
        assert found.members(read(found.book).value)
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


# ---- what is typed


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which somebody follows a page, with a terminal of the usual width."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TURNWRIGHT_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


REFUSED = Fight.new("lux-aeterna", example=True).do("redo").lines[0]
"""What the table says where nothing was undone; it fits a line of the terminal."""


def typed_on(page: Path) -> bool:
    """Whether anything is typed on a page."""
    return any(line.startswith((*PROGRAM, "›")) for _, line in indented(page))


@pytest.mark.parametrize("page", [page for page in PAGES if typed_on(page)], ids=lambda page: page.name)
def test_pages_can_be_followed(page: Path, desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Typed from the top to the bottom, with the files that the page shows, everything is as the page shows it."""
    for block in fenced("yaml"):
        named = re.match(r"# (\S+\.yaml)\n", block.text)
        if block.page == page and named:
            (desk / named[1]).write_text(block.text, encoding="utf-8")
    assert list(follow(page, monkeypatch)) == []


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["turnwright play lux-aeterna", "› score Milli 16", "Milli has initiative 16"], []),
        (["turnwright play lux-aeterna", "› score Milli 16", "Milli has initiative"], ["is not printed"]),
        (["turnwright play lux-aeterna", "› end"], ["'end' is refused"]),
        (["turnwright play lux-aeterna", "› redo", f"✗ {REFUSED}"], []),
        (["turnwright play lux-aeterna", "› roll", f"✗ {REFUSED}"], ["is not printed"]),
        (["turnwright rules show nothing"], ["ends with 2"]),
    ],
)
def test_what_comes_otherwise_is_told(
    lines: list[str], told: list[str], desk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = desk / "page.md"
    page.write_text("".join(f"    {line}\n" for line in lines), encoding="utf-8")
    found = list(follow(page, monkeypatch))
    assert len(found) == len(told)
    assert all(part in line for part, line in zip(told, found, strict=True))


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["› roll"], "no command stands above this"),
        (["turnwright play lux-aeterna", "› load", "› roll"], "line 3: '… ' is asked"),
        (["turnwright rules", "› roll"], "line 2: the program has ended"),
    ],
)
def test_nothing_is_typed_where_nobody_asks(
    lines: list[str], told: str, desk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = desk / "page.md"
    page.write_text("".join(f"    {line}\n" for line in lines), encoding="utf-8")
    with pytest.raises(AssertionError, match=told):
        list(follow(page, monkeypatch))
