"""Several workers at one address: whoever answers, all see the same, and a worker that is killed loses nothing."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import psutil
import pytest
from store.postgres import fresh

from turnwright.fight import Fight
from turnwright.store import open_store
from web.elsewhere import Elsewhere
from web.test_web_serve import SERVE, environment, heed_interrupts, link

PATIENCE = 60


class Running(NamedTuple):
    """A server of two workers, where it keeps all, and its host's link."""

    process: subprocess.Popen[str]
    address: str
    link: str

    def workers(self) -> list[psutil.Process]:
        """Its workers, which are asked in no order."""
        return [one for one in psutil.Process(self.process.pid).children() if _serves(one)]


def _serves(process: psutil.Process) -> bool:
    try:
        return "spawn_main" in " ".join(process.cmdline())
    except (psutil.NoSuchProcess, psutil.ZombieProcess):
        return False


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with fresh() as address:
        command = (
            *SERVE,
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--workers",
            "2",
            "--database",
            address,
            "--hooks-inside",
        )
        with subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=environment(tmp_path),
            preexec_fn=heed_interrupts,
        ) as process:
            yield Running(process, address, link(process))
            process.terminate()
            process.communicate(timeout=PATIENCE)


class Browser:
    """A browser that comes by a new connection each time, so that either worker may answer; it tries again where one
    was killed."""

    def __init__(self) -> None:
        self.cookies = httpx.Cookies()

    def __call__(self, method: str, url: str, /, **form: str) -> httpx.Response:
        while True:
            try:
                with httpx.Client(cookies=self.cookies, follow_redirects=True, timeout=PATIENCE) as client:
                    answer = client.request(method, url, data=form or None)
                    self.cookies = client.cookies
                    return answer
            except httpx.TransportError:
                continue


class Host(NamedTuple):
    """The host's browser, at a table of its own."""

    browser: Browser
    table: str
    token: str

    def say(self, words: str) -> None:
        """Say something until it is answered."""
        form = {"words": words, "request": uuid.uuid4().hex, "_csrf_token": self.token}
        assert self.browser("POST", f"{self.table}/say", **form).status_code == 200


@pytest.fixture
def host(running: Running) -> Host:
    browser = Browser()
    page = browser("GET", running.link)
    assert "Try a fight" in page.text
    token = re.search(r'name="_csrf_token" value="([^"]+)"', page.text)
    assert token
    root = running.link.partition("/host/")[0]
    form = {"ruleset": "lux-aeterna", "example": "yes", "_csrf_token": token[1]}
    return Host(browser, str(browser("POST", f"{root}/tables", **form).url), token[1])


def hp(running: Running) -> int:
    """The hit points of the first hero, as they are kept."""
    with open_store(running.address) as store:
        return int(Fight.load(store, store.names()[0].name).state.combatants["c1"].pools["hp"])


def test_whichever_worker_answers_all_is_as_it_was_left(running: Running, host: Host) -> None:
    """The host's link is used up for all; a voided invite is void at once; what was said shows on the next page."""
    assert len(running.workers()) == 2
    for _ in range(6):
        assert Browser()("GET", running.link).status_code == 403
    for number in range(1, 9):
        host.say("hp milli -1")
        for _ in range(3):
            assert f"{20 - number}/20" in host.browser("GET", host.table).text
    invites = host.browser("GET", f"{host.table}/invites").text
    join = re.findall(r'href="([^"]+/join/[^"]+)"', invites)[-1]
    assert Browser()("GET", join).status_code == 200
    for seat in re.findall(r'action="[^"]+/renew/([^"]+)"', invites):
        assert host.browser("POST", f"{host.table}/renew/{seat}", _csrf_token=host.token).status_code == 200
    for _ in range(6):
        assert Browser()("GET", join).status_code == 403


def test_a_stream_hears_of_what_another_worker_did(running: Running, host: Host) -> None:
    """Several streams, some at each worker, show each of several steps, without anything being asked for."""
    clients = [httpx.Client(cookies=host.browser.cookies, timeout=PATIENCE) for _ in range(6)]
    streams = [client.stream("GET", f"{host.table}/stream") for client in clients]
    lines = [stream.__enter__().iter_lines() for stream in streams]
    for number in range(1, 5):
        host.say("hp milli -1")
        for one in lines:
            while f"{20 - number}/20" not in next(one):
                pass
    for client in clients:
        client.close()


def test_a_worker_that_is_killed_loses_nothing_and_is_replaced(running: Running, host: Host) -> None:
    """After each acknowledged step one is killed; the other answers meanwhile, and nothing is done twice."""
    for number in range(1, 7):
        host.say("hp milli -1")
        workers = running.workers()
        if len(workers) == 2:
            os.kill(workers[number % 2].pid, signal.SIGKILL)
        host.say("hp milli -1")
        assert hp(running) == 20 - 2 * number
    while len(running.workers()) < 2:
        pass
    host.say("hp milli +12")
    assert hp(running) == 20


def test_a_message_that_was_under_way_as_all_workers_were_killed_is_sent_again(
    running: Running, host: Host, elsewhere: Elsewhere
) -> None:
    """By whoever opens the table next, once it is certain that nobody is still sending it."""
    added = host.browser("POST", f"{host.table}/hooks", url=elsewhere.url, _csrf_token=host.token)
    assert elsewhere.url in added.text
    elsewhere.open.clear()
    host.say("hp milli -1")
    assert elsewhere.arrived.get(timeout=PATIENCE).said["lines"] == ["Milli loses 1 HP: 19/20"]
    for worker in running.workers():
        worker.kill()
    elsewhere.open.set()
    host.say("hp milli -2")
    lines = ["Milli loses 1 HP: 19/20", "Milli loses 2 HP: 17/20"]
    assert elsewhere.arrived.get(timeout=PATIENCE).said["lines"] == lines


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_end_of_the_server_is_that_of_its_workers(running: Running, host: Host, how: signal.Signals) -> None:
    """However it ends, nobody is left who answers at its address."""
    workers = running.workers()
    running.process.send_signal(how)
    _, complaints = running.process.communicate(timeout=PATIENCE)
    gone, alive = psutil.wait_procs(workers, timeout=PATIENCE)
    assert len(gone) == 2
    assert alive == []
    assert "Traceback" not in complaints
