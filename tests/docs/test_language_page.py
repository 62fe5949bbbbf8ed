"""The page of the ruleset language is written from the words themselves; nothing of it may lag behind."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import Struct

from turnwright.rules.explain import explained, said, structs
from turnwright.rules.kinds import Kinds
from turnwright.rules.load import load
from turnwright.rules.words import READERS, Ruleset
from turnwright.rules.words.act import Action
from turnwright.rules.words.order import Initiative
from turnwright.rules.words.reactions import Reaction
from turnwright.rules.words.sheet import Pool

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "ruleset-language.md").read_text(encoding="utf-8")
KINDS = Kinds(READERS)


def words() -> list[type[Struct]]:
    """Every word of the language."""
    found: list[type[Struct]] = [Ruleset]
    for struct in found:
        below = (one for field in KINDS.fields(struct).values() for one in structs(field.kind))
        found += [one for one in dict.fromkeys(below) if one not in found]
    return found


def test_the_page_of_the_language_is_up_to_date() -> None:
    """When this fails: make docs."""
    run = subprocess.run(
        [sys.executable, "tools/language_page.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr or "docs/ruleset-language.md lags behind the words; run make docs"


@pytest.mark.parametrize("struct", words(), ids=lambda struct: struct.__name__)
def test_every_key_is_explained(struct: type[Struct]) -> None:
    """A key that no sentence of the docstring names has one of its own (``says``), or holds a word that has."""
    assert [key for key, field in KINDS.fields(struct).items() if not explained(struct, field)] == []


def test_what_stands_beside_a_docstring() -> None:
    """The own sentence of a key, else the first of the word that it holds; nothing where the docstring names it."""
    assert said(Pool, KINDS.fields(Pool)["symbol"]) == "A sign that stands for one of it in lists."
    assert said(Initiative, KINDS.fields(Initiative)["ahead"]) == ""
    assert said(Pool, KINDS.fields(Pool)["ends turn"]).startswith("Whether a turn ends by itself")
    assert "given" in explained(Action, KINDS.fields(Action)["cost"]), "from what actions and reactions have in common"
    assert explained(Reaction, KINDS.fields(Reaction)["outcome"]).startswith(
        "`outcome` is what it makes of its trigger"
    )


def test_links_lead_to_sections() -> None:
    titles = re.findall(r"^### (.*)$", PAGE, re.MULTILINE)
    there = {re.sub(r"[^\w-]", "", title.lower().replace(" ", "-")) for title in titles}
    links = set(re.findall(r"\]\(#([^)]*)\)", PAGE))
    assert len(links) > 50
    assert links <= there


def test_the_example_of_fast_and_slow_turns_is_a_ruleset(tmp_path: Path) -> None:
    example = PAGE.split("in full:\n\n```yaml\n")[1].split("```")[0]
    file = tmp_path / "lanes.yaml"
    file.write_text(f"game: Lanes\nsides: {{heroes: players, foes: gm}}\n{example}", encoding="utf-8")
    assert load(str(file)).phases["lining up"].finds == "order"
