"""The list of the rulesets that come along."""

from __future__ import annotations

import pytest

from turnwright.rules.load import default_name, load
from turnwright.rules.shelf import Heading, builtin_names, headings

ROWS = {row.name: row for row in headings()}


@pytest.mark.parametrize("name", builtin_names())
def test_the_head_of_a_file_says_what_the_whole_file_says(name: str) -> None:
    ruleset = load(name)
    title = ruleset.example.title if ruleset.example else ""
    assert title
    assert ROWS[name] == Heading(name, ruleset.game, ruleset.about, ruleset.default, title)


def test_one_is_the_default() -> None:
    assert [row.name for row in headings() if row.default] == [default_name()]
