"""No sentence for people stands in the source: all of them are in the catalogue, where they can be translated."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import turnwright
from turnwright.speech.catalogue import catalogue, languages

SOURCE = Path(turnwright.__file__).parent
ROOMS = (
    *(SOURCE / "speech").glob("*.py"),
    *(SOURCE / f"{name}.py" for name in ("chronicle", "fight", "listing", "party", "seat", "summary")),
    *(SOURCE / "cli" / f"{name}.py" for name in ("desk", "ending", "log", "now", "picture", "prompt", "row")),
    SOURCE / "cli" / "table.py",
)
"""Where sentences for people are made. Command words (``speech/verbs``) are the same in every language; the other
commands of the shell speak English, as their help does."""

KEYS = {
    key for language in languages() for table, texts in catalogue(language).tables.items() for key in (table, *texts)
}

COMMANDS = {
    "listing.py": {"add "},
    "lists.py": {"add ", "side ", r"-?[\dd½][\dd+\-*/½ ]*"},
    "desk.py": {"add Milli", "add Milli ", "add 3 goblin", "3 Goblin", "3 Goblin, ", "side "},
    "now.py": {"hand NAME", " costs NUMBER ", " CHOICE", " NAME"},
    "names.py": {" on "},
    "writing.py": {"command "},
    "picture.py": {"bold green", "bold yellow"},
    "chronicle.py": {
        "scenario: ",
        "ruleset: ",
        "kind: ",
        "seed: ",
        "cast: none",
        "  - do: ",
        "    dice: [",
        ", order: [",
    }
    | {"  - expect: {round: "},
}
"""Words of commands, of files and of styles, which are not translated."""

FILES = {
    "fight.py": {
        " can't be read: ",
        "record ",
        " says what is not known here (",
        "its header says what is not known here (",
    }
    | {" was saved by a later version — open it with that one"}
    | {" — open it with the version that saved it, or put a backup in its place; nothing was changed"},
}
"""What is wrong with a file is told in English, as all faults of files are."""


def english(text: str) -> Iterator[str]:
    """The texts in a piece of source that people would read: neither docstrings nor keys, patterns or programming
    errors."""
    tree = ast.parse(text)
    skipped = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith(("re.", "ValueError")):
            skipped |= {id(inner) for inner in ast.walk(node)}
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Constant) and isinstance(node.value, str)) or id(node) in skipped:
            continue
        words = re.search(r"[A-Za-z]{2,}", node.value)
        # Keys may be put together.
        key = any(node.value in key for key in KEYS) if id(node) in parts else node.value in KEYS
        if words and not key and (id(node) in parts or " " in node.value):
            yield node.value


@pytest.mark.parametrize("file", ROOMS, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_no_sentence_stands_in_the_source(file: Path) -> None:
    known = COMMANDS.get(file.name, set()) | FILES.get(file.name, set())
    assert [text for text in english(file.read_text(encoding="utf-8")) if text not in known] == []


@pytest.mark.parametrize(
    "source",
    ['yield f"waits ({text})"', 'return "nothing is left"', 'say(f"{name} is up")', 'x = {"text": "so it is"}'],
)
def test_a_sentence_in_the_source_is_found(source: str) -> None:
    assert list(english(f"def told():\n    {source}\n"))


@pytest.mark.parametrize(
    "source", ['"""Says it."""', 'return voice.say("now", f"window.{when}")', 'raise KeyError("gm")']
)
def test_what_nobody_reads_is_none(source: str) -> None:
    assert not list(english(f"def told():\n    {source}\n"))
