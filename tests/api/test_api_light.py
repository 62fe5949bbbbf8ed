"""What programs can rely on: a light import, and refusals whose codes stay."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import turnwright
from turnwright.speech.catalogue import catalogue

CODES = Path(__file__).parent / "refusal_codes.txt"
HEAVY = {
    "sqlite3",
    "sqlalchemy",
    "alembic",
    "rich",
    "prompt_toolkit",
    "asyncio",
    "http",
    "starlette",
    "uvicorn",
    "yaml",
}


def loaded(code: str) -> set[str]:
    """The modules that a program has loaded after this code."""
    said = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}\nprint(*sys.modules)"], capture_output=True, text=True, check=True
    )
    return set(said.stdout.split())


def test_importing_turnwright_loads_nothing_of_it() -> None:
    assert {name for name in loaded("import turnwright") if name.startswith("turnwright.")} == set()


def test_a_fight_needs_neither_a_database_nor_a_terminal_nor_the_web() -> None:
    code = "import turnwright\nfight = turnwright.Fight.new('plain')\nassert fight.do('add A score 3')"
    found = loaded(code)
    assert found & (HEAVY - {"yaml"}) == set()
    assert {name for name in found if name.startswith(("turnwright.cli", "turnwright.store"))} == set()


@pytest.mark.parametrize("command", [["--help"], ["serve", "--help"], ["rules"], ["roll", "2d6"]])
def test_commands_that_keep_nothing_load_no_database(command: list[str]) -> None:
    code = f"from turnwright.cli.main import main\ntry: main({command})\nexcept SystemExit: pass"
    assert loaded(code) & {"sqlite3", "sqlalchemy", "alembic", "psycopg", "litestar", "uvicorn"} == set()


def test_a_store_as_it_is_now_needs_no_steps_forward(tmp_path: Path) -> None:
    code = f"from turnwright.store import open_store\nopen_store({str(tmp_path)!r}).close()"
    assert "alembic" in loaded(code)
    assert loaded(code) & {"alembic", "psycopg"} == set()


def test_everything_that_is_promised_is_there() -> None:
    for name in turnwright.__all__:
        assert getattr(turnwright, name) is not None


def test_codes_of_refusals_stay() -> None:
    """A code that programs may know is neither taken away nor renamed; new ones are written down with a release."""
    known = CODES.read_text(encoding="utf-8").split()
    assert known == sorted(known)
    assert len(known) > 200
    assert set(known) - set(catalogue("en").tables["refusal"]) == set(), "programs may rely on these codes"
