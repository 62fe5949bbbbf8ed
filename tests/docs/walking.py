"""A page followed to the letter: commands run, lines typed at a terminal, what is shown looked for in what comes."""

from __future__ import annotations

import io
import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct, field

from turnwright.cli.main import main

ROOT = Path(__file__).parent.parent.parent
PROGRAM = ("turnwright ", "make ")
SURROUNDINGS = (". ", "pip ")
"""How lines for the shell begin that make the program ready, which it is here."""
TYPED = re.compile(r"^(›|…|Which\? \[.*?\]|Add .*\? \[.*?\])(?: (.*))?$")


class Shown(Struct, frozen=True):
    """A line that stands on a page as printed."""

    line: int
    text: str


class Step(Struct):
    """What is typed, after which sign, and what the page shows of what follows. The command itself has no sign."""

    line: int
    sign: str
    said: str
    shown: list[Shown] = field(default_factory=list)
    printed: str = ""


class Sitting(Struct):
    """A run of the program: the command, then what is typed into it until the page's next command."""

    steps: list[Step]

    @property
    def arguments(self) -> list[str] | None:
        """Those of the program; None for a target of make that does something else than run it, and for the server,
        which goes on until it is ended (`tests/web` start it)."""
        words = shlex.split(self.steps[0].said)
        if words[1] == "serve":
            return None
        if words[0] != "make":
            return words[1:]
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        recipe = re.search(rf"^{re.escape(words[1])}:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
        assert recipe is not None, f"the Makefile has no {words[1]}"
        runs = re.fullmatch(r"\t\$\(BIN\)/turnwright (.*)\n", recipe[1])
        return shlex.split(runs[1]) if runs else None


def indented(page: Path) -> Iterator[tuple[int, str]]:
    """The lines of a page that are indented as code, with their numbers; those inside fences are not."""
    inside = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        inside ^= line.startswith("```")
        if line.startswith("    ") and not inside:
            yield number, line.strip()


def sittings(page: Path) -> list[Sitting]:
    """The runs that a page shows, in its order. Two blanks end what is typed; what follows them is for readers."""
    found: list[Sitting] = []
    for number, line in indented(page):
        typed = TYPED.match(line)
        if line.startswith(PROGRAM):
            found.append(Sitting([Step(number, "", line.split("  ")[0])]))
        elif not line.startswith(SURROUNDINGS):
            assert found, f"{page.name}:{number}: no command stands above this"
            if typed:
                found[-1].steps.append(Step(number, typed[1], f"{typed[2] or ''}  ".split("  ")[0].strip()))
            else:
                found[-1].steps[-1].shown.append(Shown(number, line))
    return found


class Terminal(io.StringIO):
    """Where people see what is printed and type the steps of a sitting; at the end of them they press Ctrl+D."""

    def __init__(self, steps: list[Step]) -> None:
        super().__init__()
        self.before = ""
        self.done, *self.to_come = steps

    def isatty(self) -> bool:
        return True

    def typed(self, sign: str) -> str | None:
        """The next step, which has to be one for this sign."""
        self.rest()
        if not self.to_come:
            return None
        self.done = self.to_come.pop(0)
        assert self.done.sign == sign.strip(), f"line {self.done.line}: {sign!r} is asked, after {self.before!r}"
        return self.done.said

    def rest(self) -> None:
        """What has been printed since the last step belongs to it."""
        self.before = self.getvalue()
        self.done.printed += self.before
        self.seek(0)
        self.truncate()

    # What the library asks of a keyboard, and the program of a session of its prompt.

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        said = self.typed(self.getvalue().rpartition("\n")[2])
        return "" if said is None else f"{said}\n"

    def prompt(self, sign: str) -> str:
        said = self.typed(sign)
        if said is None:
            raise EOFError
        return said


def follow(page: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """What comes otherwise than a page shows it; its fights are kept from the top to the bottom."""
    for sitting in sittings(page):
        code = sit(sitting, monkeypatch)
        for step in sitting.steps:
            yield from differences(step)
        if code:
            yield f"line {sitting.steps[0].line}: ends with {code}: {sitting.steps[-1].printed}"


def sit(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> int:
    """Run the program at a terminal, and type; gives its exit code."""
    arguments = sitting.arguments
    if arguments is None:
        return 0
    terminal = Terminal(sitting.steps)

    def session(*_: Any, **__: Any) -> Terminal:
        return terminal

    monkeypatch.setattr("prompt_toolkit.PromptSession", session)
    monkeypatch.setattr("sys.stdin", terminal)
    with redirect_stdout(terminal), redirect_stderr(terminal), pytest.raises(SystemExit) as left:
        main(arguments, prog_name="turnwright")
    terminal.rest()
    assert not terminal.to_come, f"line {terminal.to_come[0].line}: the program has ended, saying {terminal.before!r}"
    return int(left.value.code or 0)


def differences(step: Step) -> Iterator[str]:
    """What a page shows, line by line, that did not come in this order, and each refusal that it does not show."""
    rest = iter([" ".join(line.split()) for line in step.printed.splitlines()])
    for shown in step.shown:
        if " ".join(shown.text.split()) not in rest:
            yield f"line {shown.line}: {shown.text!r} is not printed"
            return
    refused = [line.strip() for line in step.printed.splitlines() if line.lstrip().startswith("✗")]
    if len(refused) != sum(shown.text.startswith("✗") for shown in step.shown):
        yield f"line {step.line}: {step.said!r} is refused: {refused}"
