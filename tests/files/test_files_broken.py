"""Files with several faults of different kinds: all are told at once, with their places, and nothing else is.

Beside each broken file stands what is told of it, a fault a line; a line that ends in `` …`` leaves the rest open.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from turnwright.cli.main import main
from turnwright.rules.load import Book, Source, builtin_names, examine, find

BROKEN = Path(__file__).parent / "broken"
RULESETS = sorted((BROKEN / "rulesets").glob("*.yaml"))
SCENARIOS = sorted((BROKEN / "scenarios").glob("*.yaml"))
EXAMPLES = BROKEN.parent.parent.parent / "examples"


def turnwright(*arguments: str) -> tuple[int, list[str]]:
    """Exit code and lines of a command; nothing but leaving by ``sys.exit`` is let pass."""
    result = CliRunner().invoke(main, arguments)
    assert isinstance(result.exception, SystemExit | None), result.exception
    return result.exit_code, result.output.splitlines()


def check(file: Path, told: list[str]) -> None:
    """Each line that is told begins as the file beside this one says, and there are no others."""
    wanted = file.with_suffix(".faults").read_text(encoding="utf-8").splitlines()
    shown = [line.replace(f"{BROKEN}/", "").replace("scenarios/../", "") for line in told]
    for line, there in zip(wanted, shown, strict=False):
        assert there == line or (line.endswith(" …") and there.startswith(line[:-1])), f"wanted: {line}"
    assert len(shown) == len(wanted), shown
    places = [tuple(map(int, re.findall(r":(\d+):(\d+): ", line)[0])) for line in shown if file.name in line]
    assert places == sorted(places)
    assert len(set(wanted)) >= 3


@pytest.mark.parametrize("file", RULESETS, ids=lambda file: file.stem)
def test_a_broken_ruleset(file: Path) -> None:
    code, lines = turnwright("rules", "check", str(file))
    assert code == 2
    check(file, lines)


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_a_broken_scenario(file: Path) -> None:
    code, lines = turnwright("run", str(file))
    assert code == 2
    assert lines[-1] == "1 scenario, 0 checks, 1 not passed"
    check(file, lines[:-1])


def test_a_broken_encounter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURNWRIGHT_DATA", str(tmp_path))
    file = BROKEN / "encounters" / "party.yaml"
    code, lines = turnwright("play", str(file))
    assert code == 2
    check(file, lines)


def test_there_are_ten_of_each_at_least() -> None:
    assert len(RULESETS) >= 10 <= len(SCENARIOS)


def test_the_others_still_run(tmp_path: Path) -> None:
    """A bad file outweighs one that fails, and neither keeps the others from running."""
    failing = tmp_path / "failing.yaml"
    failing.write_text("scenario: x\ncast: {Ana: {}}\nplay:\n  - expect: {round: 7}\n", encoding="utf-8")
    good = EXAMPLES / "plain" / "names-only.yaml"
    code, lines = turnwright("run", str(SCENARIOS[0]), str(failing), str(good))
    assert code == 2
    assert [line.split()[0] for line in lines if line.startswith(("FAILED", "passed"))] == ["FAILED", "passed"]
    assert any(line.startswith(str(SCENARIOS[0])) for line in lines)
    assert turnwright("run", str(failing), str(good))[0] == 1
    assert turnwright("run", str(good))[0] == 0


def test_a_broken_game_is_told_and_never_raises() -> None:
    """Lines of the games are broken at random: whatever is wrong is told of that file, with a place in it."""
    dice = random.Random("broken lines")
    for name in builtin_names():
        *below, top = find(name).sources
        lines = top.text.split("\n")
        for number in dice.sample(range(len(lines)), 8):
            broken = [*lines[:number], _broken(lines[number], dice), *lines[number + 1 :]]
            source = Source("broken.yaml", "\n".join(broken))
            for fault in examine(Book("broken", (*below, source))).faults:
                assert 1 <= fault.line <= len(lines), fault
                assert fault.message


def _broken(line: str, dice: random.Random) -> str:
    """A line as nobody should write it: cut off, misspelt, or with something else in it."""
    return dice.choice(
        (
            re.sub(r":.*", ": [", line),
            re.sub(r"([a-z])([a-z])([a-z ]*:)", r"\2\1\3", line, count=1),
            re.sub(r": .*", ": ~zz~ 3d", line),
            re.sub(r": .*", ": [1, {a: b}]", line),
            "\t" + line.lstrip(),
        )
    )
