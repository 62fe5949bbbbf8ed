"""The page of the ruleset language is written from the words themselves; nothing of it may lag behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_the_page_of_the_language_is_up_to_date() -> None:
    """When this fails: make docs."""
    run = subprocess.run(
        [sys.executable, "tools/language_page.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr or "docs/ruleset-language.md lags behind the words; run make docs"
