"""The real prompt, in a terminal of 80 columns: completion, history, pasting, leaving, coming back."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect
import pytest
from rich.cells import cell_len

from terminal.piped import COMMAND, environment, turnwright
from turnwright.engine import codec
from turnwright.fight import Fight
from turnwright.store import open_store

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals"),
    pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning"),
]

_ESCAPE = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07]*\x07|[()][AB0]|[=>78])")


class Terminal:
    """A terminal in which a command runs."""

    def __init__(self, data: Path, *arguments: str, color: bool = False) -> None:
        env = {**environment(data), "TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1"}
        if color:
            del env["NO_COLOR"]
        self.seen = ""
        self.child = pexpect.spawn(
            COMMAND[0], [*COMMAND[1:], *arguments], env=env, dimensions=(50, 80), encoding="utf-8", timeout=120
        )

    def wait(self, text: str) -> None:
        """Wait until a text is to be seen."""
        self.child.expect_exact(text)
        self.seen += str(self.child.before) + str(self.child.after)

    def ready(self, sign: str = "›") -> None:
        """Wait for the prompt; the terminal is told ahead of it that lines may be pasted."""
        self.wait("\x1b[?2004h")
        self.wait(sign)

    def type(self, line: str) -> None:
        """Wait for the prompt, and type a line with Enter."""
        self.ready()
        self.child.send(line + "\r")

    def leave(self) -> str:
        """Leave with Ctrl+D; gives all that was to be seen, without what moves the cursor."""
        self.ready()
        self.child.sendeof()
        self.child.expect(pexpect.EOF)
        self.seen += str(self.child.before)
        self.child.close()
        assert self.child.exitstatus == 0
        return _ESCAPE.sub("", self.seen)


@contextmanager
def playing(data: Path, *arguments: str, color: bool = False) -> Iterator[Terminal]:
    """A terminal at which a fight is played."""
    terminal = Terminal(data, "play", *arguments, color=color)
    try:
        yield terminal
    finally:
        terminal.child.close(force=True)


def _fight(data: Path) -> Fight:
    with open_store(data) as store:
        return Fight.load(store, store.names()[0].name)


def _hp(data: Path, name: str) -> object:
    return next(c.pools["hp"] for c in _fight(data).state.combatants.values() if c.name == name)


def test_tab_completes_and_the_history_outlives_the_session(tmp_path: Path) -> None:
    with playing(tmp_path, "lux-aeterna") as terminal:
        terminal.ready()
        terminal.child.send("hp mil\t")
        terminal.wait("Milli")
        terminal.child.send(" -3\r")
        terminal.wait("Milli loses 3 HP")
        terminal.leave()
    with playing(tmp_path, "Goblins") as terminal:
        terminal.ready()
        terminal.child.send("\x1b[A")
        terminal.wait("-3")
        terminal.child.send("\r")
        terminal.wait("Milli loses 3 HP")
        terminal.leave()
    assert _hp(tmp_path, "Milli") == 14


def test_leaving_says_how_to_come_back_and_coming_back_is_exact(tmp_path: Path) -> None:
    with playing(tmp_path, "lux-aeterna") as terminal:
        for line in ("roll", "start", "attack goblin archer for 1d6"):
            terminal.type(line)
        seen = terminal.leave()
    assert 'Kept as "Goblins in ambush".' in seen
    said = re.search(r'turnwright play "([^"]+)"', " ".join(seen.split()))
    assert said is not None
    before = codec.state_bytes(_fight(tmp_path).state)
    with playing(tmp_path, said[1]) as terminal:
        again = terminal.leave()
    assert codec.state_bytes(_fight(tmp_path).state) == before
    assert "May answer or pass:" in again


def test_ctrl_c_is_harmless(tmp_path: Path) -> None:
    with playing(tmp_path, "lux-aeterna") as terminal:
        terminal.type("hp milli -3")
        terminal.ready()
        terminal.child.send("hp milli -4")
        terminal.wait("4")
        terminal.child.sendintr()
        terminal.wait("Ctrl+D leaves.")
        terminal.type("hp milli -1")
        terminal.leave()
    assert _hp(tmp_path, "Milli") == 16


def test_lines_pasted_at_once_are_a_list(tmp_path: Path) -> None:
    with playing(tmp_path, "plain", "--empty") as terminal:
        terminal.ready()
        terminal.child.send("\x1b[200~Goblin x3\nOrc 15 hp 30\nTroll, ???\x1b[201~\r")
        terminal.wait("+ Orc hp 30 score 15")
        terminal.wait("there is no place for ???")
        terminal.wait("Add these?")
        terminal.child.send("\r")
        terminal.leave()
    assert [c.name for c in _fight(tmp_path).state.combatants.values()] == [
        *(f"Goblin {n}" for n in (1, 2, 3)),
        "Orc",
        "Troll",
    ]


def test_commands_pasted_at_once_are_done_one_after_another(tmp_path: Path) -> None:
    with playing(tmp_path, "lux-aeterna") as terminal:
        terminal.ready()
        terminal.child.send("\x1b[200~hp milli -3\nhp roan -2\nhp nobody -1\nhp pau -5\x1b[201~\r")
        terminal.wait("nobody")
        terminal.leave()
    assert (_hp(tmp_path, "Milli"), _hp(tmp_path, "Roan"), _hp(tmp_path, "Pau")) == (17, 16, 16)


@pytest.mark.parametrize("answer", ["n\r", "\x03", "\x04"])
def test_a_list_that_the_gm_does_not_want_is_not_added(answer: str, tmp_path: Path) -> None:
    with playing(tmp_path, "plain", "--empty") as terminal:
        terminal.type("load")
        terminal.ready("…")
        terminal.child.send("Goblin x3\r")
        terminal.ready("…")
        terminal.child.send("\r")
        terminal.wait("Add this one?")
        terminal.child.send(answer)
        terminal.wait("Nobody was added.")
        terminal.leave()
    assert not _fight(tmp_path).state.combatants


def test_alone_it_offers_an_example_and_later_the_last_fight(tmp_path: Path) -> None:
    with playing(tmp_path) as terminal:
        terminal.wait("Enter for 1")
        terminal.child.send("\r")
        terminal.type("hp ana -2")
        terminal.leave()
    with playing(tmp_path) as terminal:
        terminal.wait("go on with Bandits on the road (the last fight)")
        terminal.wait("Enter for 1")
        terminal.child.send("\r")
        terminal.type("hp ana -2")
        terminal.leave()
    assert _hp(tmp_path, "Ana") == 14


def test_nobody_chooses(tmp_path: Path) -> None:
    assert turnwright(tmp_path, "play").code == 0
    wrong = turnwright(tmp_path, "play", lines="99\n")
    assert (wrong.code, "type a number from 1 to" in wrong.err) == (2, True)


def test_colour_only_where_it_is_wanted(tmp_path: Path) -> None:
    painted = re.compile(r"\x1b\[(?:[0-9;]*;)?(?:3[0-7]|9[0-7]|38)(?:;[0-9;]*)?m")
    for color in (False, True):
        with playing(tmp_path / str(color), "lux-aeterna", color=color) as terminal:
            for line in ("roll", "start"):
                terminal.type(line)
            terminal.leave()
            assert bool(painted.search(terminal.seen)) is color


def test_nothing_is_wider_than_the_terminal(tmp_path: Path) -> None:
    with playing(tmp_path, "last-odyssey") as terminal:
        for line in (
            'rename rhea to "ドラゴンの王様とその忠実な従者たちの長い名前"',
            "help",
            "help all",
            "help add",
            "sheet sol",
            "start",
            "choices",
            "why",
            "react",
            "hp nobody -3",
        ):
            terminal.type(line)
        seen = terminal.leave()
    typed = re.compile(r"› .*")
    for line in seen.replace("\r", "\n").splitlines():
        assert cell_len(typed.sub("", line)) <= 80, line


def test_help_tells_what_the_bare_command_does(tmp_path: Path) -> None:
    ended = turnwright(tmp_path, "--help")
    assert ended.code == 0
    assert "Usage: turnwright" in ended.out
    assert "Alone it serves the live table" in " ".join(ended.out.split())
    assert "play" in ended.out


def test_the_source_uses_nothing_that_only_posix_has() -> None:
    root = Path(__file__).parents[2] / "src"
    only = re.compile(
        r"^\s*(?:import|from) (?:fcntl|termios|tty|pty|pwd|grp|resource|readline|curses|crypt)\b"
        r"|os\.(?:fork|forkpty|getuid|geteuid|getpgid|killpg|setsid|mkfifo|chown|uname|openpty)\b"
        r"|signal\.SIG(?:ALRM|HUP|KILL|USR1|USR2|WINCH|PIPE|CHLD)\b",
        re.MULTILINE,
    )
    sources = {str(file): file.read_text(encoding="utf-8") for file in root.rglob("*.py")}
    assert len(sources) > 50
    # Whoever looks first at which system it is may use what that has.
    assert [name for name, text in sources.items() if only.search(text.partition("sys.platform")[0])] == []
