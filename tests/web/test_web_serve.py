"""The server as it is started from the command line."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from loops import run

from turnwright.store import open_store
from turnwright.table.hall import Hall
from turnwright.web.host import HOST, offer, take
from turnwright.web.keys import Keys
from turnwright.web.serve import Server

SERVE = (sys.executable, "-c", "from turnwright.cli.main import main; main()", "serve", "--no-browser")


def heed_interrupts() -> None:
    """As in a terminal, also where these tests themselves run in the background and ignore Ctrl+C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def environment(data: Path) -> dict[str, str]:
    return {**os.environ, "TURNWRIGHT_DATA": str(data), "PYTHONUTF8": "1"}


@contextmanager
def running(data: Path, port: int = 0, *more: str) -> Iterator[subprocess.Popen[str]]:
    """A server over a folder; killed at the end, if it still runs then."""
    with subprocess.Popen(
        (*SERVE, "--host", "127.0.0.1", "--port", str(port), *more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=environment(data),
        preexec_fn=heed_interrupts,
    ) as process:
        yield process
        process.kill()


@pytest.fixture
def started(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    with running(tmp_path) as process:
        yield process


def link(process: subprocess.Popen[str]) -> str:
    """The host's link, from what the server says as it starts."""
    assert process.stdout
    for line in process.stdout:
        found = re.search(r"http://127\S+/host/\S+", line)
        if found:
            return found[0]
    raise AssertionError("the server has not said its link")


def test_it_serves_until_ctrl_c_and_ends_quietly(started: subprocess.Popen[str]) -> None:
    """The link that it prints opens the host's page; Ctrl+C ends it at once, also while somebody looks on."""
    with httpx.Client(follow_redirects=True) as host:
        opened = host.get(link(started))
        base, page = opened.url, opened.text
        assert "Try a fight" in page
        token = re.search(r'name="_csrf_token" value="([^"]+)"', page)
        assert token
        form = {"ruleset": "plain", "example": "yes", "_csrf_token": token[1]}
        table = host.post(base.join("/tables"), data=form).url
        with host.stream("GET", f"{table}/stream") as stream:
            assert next(stream.iter_lines())
            started.send_signal(signal.SIGINT)
            _, complaints = started.communicate(timeout=20)
    assert started.returncode == 0
    assert "Traceback" not in complaints


def test_an_address_that_is_taken_is_told(started: subprocess.Popen[str], tmp_path: Path) -> None:
    """A port that was asked for and can't be used ends with the reason and exit code 2."""
    port = link(started).split(":")[2].split("/")[0]
    command = (*SERVE, "--host", "127.0.0.1", "--port", port)
    done = subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", check=False, env=environment(tmp_path)
    )
    assert done.returncode == 2
    assert f"127.0.0.1:{port} can't be used" in done.stderr
    assert "Traceback" not in done.stderr


def test_several_workers_on_a_file_are_refused(tmp_path: Path) -> None:
    """It is told why, and what can be done; nothing is served."""
    command = (*SERVE, "--workers", "2")
    done = subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", check=False, env=environment(tmp_path)
    )
    assert done.returncode == 2
    assert "one worker at a time" in done.stderr
    assert "--database postgresql://" in done.stderr
    assert done.stdout == ""


def test_a_word_for_the_host_is_used_by_one_alone(tmp_path: Path) -> None:
    """Also where two servers of one store are asked at the same time; a server's end takes back what was not used."""
    with open_store(tmp_path) as one, open_store(tmp_path) as other, ThreadPoolExecutor() as threads:
        words = [offer(one) for _ in range(10)]
        tries = [threads.submit(take, store, word) for word in words for store in (one, other)]
        assert [sum(tried.result() for tried in tries[at : at + 2]) for at in range(0, 20, 2)] == [1] * 10
        assert not take(one, "x")
        assert one.names(HOST) == []


def test_words_that_were_left_behind_are_cleared_away(tmp_path: Path) -> None:
    """A server that was killed leaves its word; after a day the next one clears it away."""
    days = iter([2, 0])
    with open_store(tmp_path, clock=lambda: datetime.now(UTC) - timedelta(days=next(days))) as store:
        old = offer(store)
        new = offer(store)
        assert not take(store, old)
        assert take(store, new)


def test_a_key_that_is_cut_short_is_never_used(tmp_path: Path) -> None:
    """Servers that start together have one key; a file without a whole one is told, not taken for a key."""
    with ThreadPoolExecutor(8) as threads:
        made = [key.derived("x") for key in threads.map(Keys.in_folder, [tmp_path] * 8)]
    assert len(set(made)) == 1
    (tmp_path / "web.key").write_text("", encoding="ascii")
    with pytest.raises(OSError, match="no whole key"):
        Keys.in_folder(tmp_path)


def test_answers_do_not_wait_for_the_network() -> None:
    """What comes in by the server's socket sends at once, as sockets do that the event loop opens itself."""

    async def began() -> tuple[int, ...]:
        with open_store(":memory:") as store, socket.create_server(("127.0.0.1", 0)) as listening:
            server = Server(Hall(store), Keys(bytes(32)))
            serving = asyncio.create_task(server.serve(sockets=[listening]))
            while not server.started:
                await asyncio.sleep(0.01)
            with socket.create_connection(listening.getsockname()):
                taken, _ = listening.accept()
                with taken:
                    options = (taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY),)
            server.should_exit = True
            await serving
            return options

    assert run(began) != (0,)


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="what a process has loaded is told by Linux")
def test_it_runs_in_the_fast_event_loop(started: subprocess.Popen[str]) -> None:
    """That of uvloop, which answers in about half the time."""
    assert httpx.get(link(started)).status_code == 302
    assert "uvloop" in Path(f"/proc/{started.pid}/maps").read_text(encoding="utf-8")


@pytest.mark.parametrize("sealed", ["", "x", "ü", "A" * 40, "Z0Fs"])
def test_only_what_was_sealed_here_is_unsealed(sealed: str) -> None:
    """And nothing that was changed since."""
    keys = Keys(bytes(32))
    mine = keys.seal(b"mine")
    assert keys.unseal(mine) == b"mine"
    assert mine != keys.seal(b"mine")
    changed = mine[:-2] + ("AA" if mine[-2:] != "AA" else "BB")
    assert [keys.unseal(one) for one in (sealed, changed, mine[:-4], Keys(bytes([1] * 32)).seal(b"mine"))] == [None] * 4


def test_the_server_s_language_is_that_of_those_who_ask_for_none(tmp_path: Path) -> None:
    """`--language de` ahead of `serve` speaks German to whoever's browser does not say what it wants."""
    command = (*SERVE[:-2], "--language", "de", "serve", "--no-browser", "--host", "127.0.0.1", "--port", "0")
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=environment(tmp_path)
    ) as process:
        try:
            address = link(process).partition("/host/")[0]
            assert '<html lang="de">' in httpx.get(address).text
            assert '<html lang="en">' in httpx.get(address, headers={"Accept-Language": "en"}).text
        finally:
            process.kill()
