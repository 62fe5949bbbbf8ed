"""Links for others begin with an address of this server, whatever a request says that it is called."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import httpx
import pytest

from turnwright.web.links import NoAddress, stated
from web.conftest import Served
from web.programs import host_of, program
from web.test_web_pages import open_table
from web.test_web_serve import SERVE, environment

NETWORK = "http://192.168.1.7:8642/"


def begins(served: Served, host: httpx.Client, name: str) -> set[str]:
    """How the links begin that are given to who reaches the server under a name, by the pages and by the API."""
    table = open_table(host)
    page = host.get(f"{table}/invites", headers={"Host": name} if name else {}).text
    found = set(re.findall(r'href="([^"]+)join/', page))
    with program(served, host_of(served)) as gm:
        gm.headers.update({"Host": name} if name else {})
        seats = gm.get(f"/tables/{table[3:]}/seats").json()
        told = [
            seats["link"],
            *(seat["link"] for seat in seats["seats"]),
            gm.post(f"/tables/{table[3:]}/renew").json()["link"],
        ]
    return found | {one.partition("join/")[0] for one in told}


@pytest.mark.parametrize(
    "name", ["evil.example", "evil.example:8642", "192.168.1.7.evil.example", "127.0.0.1@evil.example", ""]
)
def test_a_name_that_is_not_ours_is_not_believed(served: Served, host: httpx.Client, name: str) -> None:
    """It is the address in the network then, as it is for who sits at this computer; where there is none, the one at
    which the request came in."""
    assert begins(served, host, name) == {f"{served.url}/"}
    served.app.state.network = NETWORK
    assert begins(served, host, name) == {NETWORK}


def test_an_address_in_the_network_stays(served: Served, host: httpx.Client) -> None:
    """Also behind another port, as a container has it."""
    served.app.state.network = NETWORK
    assert begins(served, host, "192.168.1.7:80") == {"http://192.168.1.7:80/"}


@pytest.mark.parametrize("name", ["evil.example", "table.example.org", "192.168.1.7:8642", ""])
def test_what_was_stated_counts(served: Served, host: httpx.Client, name: str) -> None:
    served.app.state.network, served.app.state.outside = NETWORK, "https://table.example.org/"
    assert begins(served, host, name) == {"https://table.example.org/"}


def test_nothing_else_of_a_page_is_made_of_the_name(served: Served, host: httpx.Client) -> None:
    """No page, no answer and no place where one is sent on to holds a forged name."""
    table = open_table(host)
    for path in (
        "/",
        table,
        f"{table}/invites",
        f"{table}/fights",
        "/nothing",
        "/manifest.webmanifest",
        "/api/v1/openapi.json",
    ):
        answer = host.get(path, headers={"Host": "evil.example"})
        assert "evil.example" not in f"{answer.headers}{answer.text}"


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ("https://table.example.org", "https://table.example.org/"),
        ("https://table.example.org/", "https://table.example.org/"),
        ("http://[2001:db8::1]:8000", "http://[2001:db8::1]:8000/"),
        ("https://Table.Example.org:443", "https://table.example.org/"),
    ],
)
def test_an_address_is_stated(given: str, made: str) -> None:
    assert stated(given) == made


@pytest.mark.parametrize(
    "given",
    [
        "table.example.org",
        "ftp://x.example",
        "https://",
        "https://a@b.example",
        "https://x.example/sub",
        "https://x.example/?a",
    ],
)
def test_what_is_no_address_is_told(given: str, tmp_path: Path) -> None:
    with pytest.raises(NoAddress):
        stated(given)


def test_the_server_is_started_with_its_address(tmp_path: Path) -> None:
    """It is what is printed, and where it can't be used, that is told."""
    at = ("--host", "127.0.0.1", "--port", "0")
    with subprocess.Popen(
        (*SERVE, *at, "--outside", "https://table.example.org"),
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=environment(tmp_path),
    ) as process:
        assert process.stdout
        lines = [process.stdout.readline() for _ in range(3)]
        process.kill()
    assert "https://table.example.org/host/" in lines[1]
    assert "codes and links under Invite, at your table; they begin with https://table.example.org/" in lines[2]
    command = (*SERVE, *at, "--outside", "table.example.org")
    done = subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", check=False, env=environment(tmp_path)
    )
    assert done.returncode == 2
    assert "--outside https://table.example.org" in done.stderr
