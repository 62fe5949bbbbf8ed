"""The terminal speaks the language that is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from terminal.piped import Ended, turnwright


def _german(tmp_path: Path, *arguments: str, lines: str = "") -> Ended:
    return turnwright(tmp_path, "--language", "de", *arguments, lines=lines)


def test_a_fight_is_run_in_german(tmp_path: Path) -> None:
    ended = _german(tmp_path, "play", "lux-aeterna", "--seed", "a", lines="roll\nstart\n\nend\nbanana\nclose\n")
    assert ended.code == 0, ended.err
    for text in (
        "noch nicht begonnen",
        "Wörter: next, end, undo, hp NAME -3, help. Strg+D beendet; der Kampf bleibt gespeichert.",
        "Reihenfolge: ",
        "Runde 1",
        "Enter: beendet Zug von ",
        "✗ banana ist hier weder ein Wort noch jemand",
        "ist vorbei nach: Runde 1",
        "erlitten",
        "Gespeichert als „",
    ):
        assert text in ended.out, ended.out
    for word in ("Words:", "Order:", "Round", "is up", "ends ", "took"):
        assert word not in ended.out


def test_a_log_that_was_written_in_english_is_told_in_german(tmp_path: Path) -> None:
    """What is saved knows no language."""
    assert turnwright(tmp_path, "play", "plain", "--seed", "a", lines="roll\nstart\n").code == 0
    name = turnwright(tmp_path, "play", lines="\n").out.split("go on with ")[1].partition(" (the last")[0]
    assert "— Round 1 —" in turnwright(tmp_path, "log", name).out
    assert "— Runde 1 —" in _german(tmp_path, "log", name).out
    notes = _german(tmp_path, "log", name, "--format", "markdown").out
    assert "## Was daraus wurde" in notes
    assert "| | erlitten | ausgeteilt | geheilt | jetzt |" in notes


def test_the_language_may_stand_in_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURNWRIGHT_LANGUAGE", "de")
    assert "Noch ist niemand da: " in turnwright(tmp_path, "play", "plain", "--empty").out


def test_what_is_offered_to_begin_with_is_german(tmp_path: Path) -> None:
    ended = _german(tmp_path, "play", lines="99\n")
    assert (ended.code, "neuer Kampf: " in ended.out, "Welcher? [1-" in ended.out) == (2, True, True)
    assert "99 ist nicht dabei — tipp eine Zahl von 1 bis " in ended.err


def test_a_language_that_nobody_speaks_here_is_refused(tmp_path: Path) -> None:
    ended = turnwright(tmp_path, "--language", "../de", "play", "plain")
    assert ended.code == 2
    assert "'../de' is not spoken here; choose one of de, en" in ended.err
