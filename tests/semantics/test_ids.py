"""Each statement that holds for every game, and each fault of other tools that is the engine's to avoid, has a test."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent

STATEMENTS = [f"SEM-{number}" for number in range(1, 26)]
CASES = [
    f"CASE-{number:02}"
    for number in (1, 4, 6, 9, 10, 12, 13, 15, 18, 20, 23, 24, 27, 29, 31, 33, 38, 42, 44, 46, 48, 51, 56, 58, 59)
]
"""Those about the engine, its words, its formulas, its terminal and pasted lists; others are about a web page."""


def named() -> set[str]:
    """Every id that the name or the docstring of a test, of its class or of its file names."""
    found: set[str] = set()
    for file in TESTS.rglob("test_*.py"):
        if file == Path(__file__):
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                text = f"{getattr(node, 'name', '')} {ast.get_docstring(node) or ''}"
                found |= {f"{kind.upper()}-{id}" for kind, id in re.findall(r"(?i)(sem|case)[-_](\d+)(?!\d)", text)}
    return found


NAMED = named()


@pytest.mark.parametrize("id", [*STATEMENTS, *CASES])
def test_an_id_is_named_by_a_test(id: str) -> None:
    assert id in NAMED
