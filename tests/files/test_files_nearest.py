"""What somebody meant who wrote a word that is not known."""

from __future__ import annotations

import pytest

from turnwright.rules.nearest import did_you_mean, suggest


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("intiative", ["initiative", "pools"], "initiative"),
        ("POOLS", ["initiative", "pools"], "pools"),
        ("elan", ["Élan", "plan"], "Élan"),
        ("turn-ends_at", ["turn ends at", "turn"], "turn ends at"),
        ("init", ["initiative", "pools"], "initiative"),
        ("act", ["action", "pools"], "action"),
        ("xyz", ["initiative", "pools"], ""),
        ("", ["initiative"], ""),
        ("x", [], ""),
        ("a" * 100_000, ["b", "a"], ""),
    ],
)
def test_suggest(word: str, known: list[str], meant: str) -> None:
    assert suggest(word, known) == meant


def test_did_you_mean() -> None:
    assert did_you_mean("spede", ["speed"]) == 'did you mean "speed"?'
    assert did_you_mean("xyz", ["speed"]) == ""
