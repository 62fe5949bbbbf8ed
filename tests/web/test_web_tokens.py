"""Tokens of the host's, made at the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from turnwright.cli.main import main
from turnwright.store import open_store
from turnwright.table.hall import Hall
from turnwright.table.tokens import HostKey, read_token


def run(*words: str) -> tuple[int, str]:
    ran = CliRunner().invoke(main, ["token", *words])
    return ran.exit_code, ran.output


def valid(text: str) -> bool:
    with open_store() as store:
        key = read_token(text)
        return isinstance(key, HostKey) and Hall(store).is_host_token(key)


def test_a_token_is_made_listed_and_withdrawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is valid from when it was shown to when it is withdrawn; its name says what it is for."""
    monkeypatch.setenv("TURNWRIGHT_DATA", str(tmp_path))
    code, printed = run("new", "chat bridge")
    made = printed.split()[0]
    assert code == 0
    assert valid(made)
    assert not valid(f"{made}x")
    code, printed = run("list")
    assert (code, printed.split(maxsplit=1)[1]) == (0, "chat bridge\n")
    id = printed.split()[0]
    code, printed = run("withdraw", "nobody")
    assert code == 2
    assert "token list" in printed
    assert run("withdraw", id)[0] == 0
    assert not valid(made)
    assert run("list") == (0, "")
