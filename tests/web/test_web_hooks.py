"""Other servers are told of changes: what anybody may know, signed, again where it was not taken, never in the way."""

from __future__ import annotations

import asyncio
import hmac
import re
import socket
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest
from loops import run
from store.postgres import fresh

from turnwright.fight import Fight
from turnwright.store import Store, open_store
from turnwright.web.outward import NotSent, check_url, new_client, post
from turnwright.web.positions import HOOK, recall
from web.conftest import Served, serving
from web.elsewhere import WAIT, Arrived, Elsewhere
from web.programs import host_of, new_table, now, program, say, token_for
from web.test_web_pages import open_table, token


@pytest.fixture
def gm(served: Served) -> Iterator[httpx.Client]:
    served.app.state.hooks.inside = True
    served.app.state.hooks.waits = (0.01, 0.02)
    with program(served, host_of(served)) as client:
        yield client


@pytest.fixture
def table(gm: httpx.Client) -> str:
    return new_table(gm)


def hook(gm: httpx.Client, table: str, elsewhere: Elsewhere) -> str:
    """A new hook; its secret."""
    answer = gm.post(f"{table}/hooks", json={"url": elsewhere.url})
    assert answer.status_code == 201, answer.text
    secret: str = answer.json()["secret"]
    return secret


def test_a_message_tells_what_anybody_may_know_and_who_sends_it(
    gm: httpx.Client, table: str, elsewhere: Elsewhere
) -> None:
    """Who is up, the new lines, an opaque cursor; signed with the time. Nobody hidden is in it."""
    secret = hook(gm, table, elsewhere)
    say(gm, table, "add Lurker side goblins hp 5 hidden")
    say(gm, table, "score lurker 50")
    say(gm, table, "score milli 60")
    say(gm, table, "hp milli -3")
    told: list[Arrived] = []
    while not any("loses 3" in line for one in told for line in one.said["lines"]):
        told.append(elsewhere.arrived.get(timeout=WAIT))
    lines = [line for one in told for line in one.said["lines"]]
    assert lines[-1] == "Milli loses 3 HP: 17/20"
    assert len(set(lines)) == len(lines)
    assert not any("joins" in line for line in lines)
    for one in told:
        assert one.said["table"] == table.rpartition("/")[2]
        assert b"Lurker" not in one.body
        at = one.headers["Turnwright-Timestamp"]
        signed = hmac.new(secret.encode(), f"{at}.".encode() + one.body, sha256).hexdigest()
        assert one.headers["Turnwright-Signature"] == f"v1={signed}"
    say(gm, table, "roll")
    say(gm, table, "start")
    while told[-1].said["up"] != "Milli":
        told.append(elsewhere.arrived.get(timeout=WAIT))
    assert b"Lurker" not in told[-1].body


def test_what_was_not_sent_as_the_server_ended_is_sent_by_the_next(tmp_path: Path, elsewhere: Elsewhere) -> None:
    """Each line once: what had arrived does not come again, what had not comes, with what the terminal did since."""
    with serving(tmp_path) as first, program(first, host_of(first)) as gm:
        first.app.state.hooks.inside = True
        table = new_table(gm)
        key = host_of(first)
        hook(gm, table, elsewhere)
        say(gm, table, "hp milli -1")
        said = elsewhere.arrived.get(timeout=WAIT).said
        assert said["lines"][-1] == "Milli loses 1 HP: 19/20"
        settled(first.hall.store)
        # From here on nothing is sent: the server ends between a step and its message.
        first.app.state.hooks._send = never
        say(gm, table, "hp milli -2")
        held = first.hall.table(table.rpartition("/")[2])
        assert held is not None
        log = held.seats.fights[held.seats.shown].log
    with open_store(tmp_path) as store:
        assert Fight.load(store, log).do("hp milli -3")
    with serving(tmp_path) as second, program(second, key) as gm:
        second.app.state.hooks.inside = True
        gm.get(f"{table}/now")
        told = elsewhere.arrived.get(timeout=WAIT).said
        assert told["lines"] == ["Milli loses 2 HP: 17/20", "Milli loses 3 HP: 14/20"]
        assert told["taken_back"] == 0
        settled(second.hall.store)
        with open_store(tmp_path) as store:
            assert Fight.load(store, log).do("hp milli -4")
        assert elsewhere.arrived.get(timeout=WAIT).said["lines"] == ["Milli loses 4 HP: 10/20"]
        settled(second.hall.store)
    with serving(tmp_path) as third, program(third, key) as gm:
        third.app.state.hooks.inside = True
        gm.get(f"{table}/now")
        say(gm, table, "undo")
        told = elsewhere.arrived.get(timeout=WAIT).said
        assert (told["lines"], told["taken_back"]) == ([], 1)
        (id,) = (one["id"] for one in gm.get(f"{table}/hooks").json())
        gm.delete(f"{table}/hooks/{id}")
        wait_for(lambda: not third.hall.store.names(HOOK))


def test_two_workers_tell_each_change_once(elsewhere: Elsewhere) -> None:
    """Whoever of them made it, what is said in the terminal included; both look after the hook, and one sends."""
    with fresh() as address, serving(address) as one, serving(address) as other:
        key = host_of(one)
        for served in (one, other):
            served.app.state.hooks.inside = True
        with program(one, key) as first, program(other, key) as second:
            table = new_table(first)
            now(second, table)
            hook(first, table, elsewhere)
            said = [f"Milli loses 1 HP: {20 - number}/20" for number in range(1, 13)]
            for number in range(len(said)):
                say((first, second)[number % 2], table, "hp milli -1")
            lines: list[str] = []
            while lines[-1:] != said[-1:]:
                told = elsewhere.arrived.get(timeout=WAIT).said
                assert told["taken_back"] == 0
                lines += told["lines"]
            assert lines == said
            say(second, table, "undo")
            told = elsewhere.arrived.get(timeout=WAIT).said
            assert (told["lines"], told["taken_back"]) == ([], 1)
            settled(one.hall.store)
            assert elsewhere.arrived.empty()


async def never(*_: object) -> bool:
    await asyncio.sleep(3600)
    return False


def settled(store: Store) -> None:
    """It is kept that a message was taken, and nothing is being sent."""
    (name,) = (one.name for one in store.names(HOOK))
    hook = name.removeprefix(f"{HOOK} ")
    wait_for(lambda: not recall(store, hook, "").told.sender)


def wait_for(true: Callable[[], bool]) -> None:
    for _ in range(400):
        if true():
            return
        time.sleep(0.05)
    raise AssertionError


def test_what_is_taken_back_is_told(gm: httpx.Client, table: str, elsewhere: Elsewhere) -> None:
    """So many of the lines that were sent no longer stand."""
    hook(gm, table, elsewhere)
    say(gm, table, "hp milli -3")
    assert elsewhere.arrived.get(timeout=WAIT).said["lines"] == ["Milli loses 3 HP: 17/20"]
    say(gm, table, "undo")
    said = elsewhere.arrived.get(timeout=WAIT).said
    assert (said["taken_back"], said["lines"]) == (1, [])


def test_a_message_is_sent_again_until_it_is_taken(gm: httpx.Client, table: str, elsewhere: Elsewhere) -> None:
    """Each time under the same name; given up at last, its lines come with the next."""
    hook(gm, table, elsewhere)
    elsewhere.answers = [500, 302, 200]
    say(gm, table, "hp milli -3")
    tries = [elsewhere.arrived.get(timeout=WAIT) for _ in range(3)]
    assert len({one.headers["Turnwright-Delivery"] for one in tries}) == 1
    assert len({one.body for one in tries}) == 1
    elsewhere.answers = [500, 500, 500]
    say(gm, table, "hp milli -2")
    for _ in range(3):
        elsewhere.arrived.get(timeout=WAIT)
    say(gm, table, "hp milli -1")
    lines: list[str] = []
    while lines[-1:] != ["Milli loses 1 HP: 14/20"]:
        lines += elsewhere.arrived.get(timeout=WAIT).said["lines"]
    assert lines[-2:] == ["Milli loses 2 HP: 15/20", "Milli loses 1 HP: 14/20"]


def test_the_table_does_not_wait_and_messages_come_one_at_a_time(
    gm: httpx.Client, table: str, elsewhere: Elsewhere
) -> None:
    """While the other server takes its time the table goes on; what came meanwhile is one message."""
    hook(gm, table, elsewhere)
    elsewhere.open.clear()
    say(gm, table, "hp milli -3")
    elsewhere.arrived.get(timeout=WAIT)
    for _ in range(5):
        say(gm, table, "hp milli -1")
    assert elsewhere.arrived.empty()
    elsewhere.open.set()
    assert len(elsewhere.arrived.get(timeout=WAIT).said["lines"]) == 5


def test_a_redirect_is_not_followed_and_trouble_is_shown(gm: httpx.Client, table: str, elsewhere: Elsewhere) -> None:
    """It could lead anywhere. The game master sees why a message was not taken."""
    hook(gm, table, elsewhere)
    elsewhere.answers = [302] * 3
    say(gm, table, "hp milli -3")
    for _ in range(3):
        elsewhere.arrived.get(timeout=WAIT)
    (seen,) = gm.get(f"{table}/hooks").json()
    assert seen["trouble"] == "It answered 302, and is not followed elsewhere."


def test_nothing_is_sent_any_more_once_a_hook_is_taken_away(
    served: Served, gm: httpx.Client, table: str, elsewhere: Elsewhere
) -> None:
    """Also where another one stays."""
    hook(gm, table, elsewhere)
    (made,) = gm.get(f"{table}/hooks").json()
    assert gm.delete(f"{table}/hooks/{made['id']}").status_code == 204
    assert gm.get(f"{table}/hooks").json() == []
    secret = hook(gm, table, elsewhere)
    say(gm, table, "hp milli -3")
    one = elsewhere.arrived.get(timeout=WAIT)
    at = one.headers["Turnwright-Timestamp"]
    signed = hmac.new(secret.encode(), f"{at}.".encode() + one.body, sha256).hexdigest()
    assert one.headers["Turnwright-Signature"] == f"v1={signed}"
    say(gm, table, "hp milli -3")
    elsewhere.arrived.get(timeout=WAIT)
    assert elsewhere.arrived.empty()


def test_a_player_s_program_arranges_no_hooks(served: Served, gm: httpx.Client, table: str) -> None:
    """They are the game master's."""
    with program(served, token_for(gm, table, "Milli")) as milli:
        assert milli.post(f"{table}/hooks", json={"url": "https://example.org"}).status_code == 403
        assert milli.get(f"{table}/hooks").status_code == 403


def test_a_table_has_few_hooks(served: Served, gm: httpx.Client, table: str) -> None:
    """One more is refused."""
    codes = [gm.post(f"{table}/hooks", json={"url": "https://example.invalid/x"}).status_code for _ in range(11)]
    assert codes == [201] * 10 + [409]


def test_the_game_master_s_page_adds_hooks_and_takes_them_away(
    host: httpx.Client, gm: httpx.Client, elsewhere: Elsewhere
) -> None:
    """The secret is shown on the page that makes it, and not again; an address that is none is told."""
    table = open_table(host)
    form = {"url": elsewhere.url, "_csrf_token": token(host.get(f"{table}/invites").text)}
    made = re.search(r"<code>([0-9a-f]{64})</code>", host.post(f"{table}/hooks", data=form).text)
    assert made
    page = host.get(f"{table}/invites").text
    assert elsewhere.url in page
    assert made[1] not in page
    assert host.post(f"{table}/hooks", data={**form, "url": "ftp://x"}).status_code == 400
    void = re.search(r'action="([^"]+/unhook/[^"]+)"', page)
    assert void
    assert elsewhere.url not in host.post(void[1], data=form).text


# ---- where to


@pytest.mark.parametrize(
    "url",
    [
        "",
        "nothing",
        "ftp://example.org/",
        "https://",
        "http://example.org/",
        "https://somebody:secret@example.org/",
        "https://example.org/" + "x" * 2000,
        "https://127.0.0.1/",
        "http://127.0.0.1:8642/tables",
        "http://localhost/",
        "http://[::1]/",
        "https://10.0.0.1/",
        "https://192.168.1.1/",
        "https://172.16.0.1/",
        "https://169.254.169.254/latest/meta-data",
        "https://100.64.0.1/",
        "https://0.0.0.0/",
        "https://224.0.0.1/",
        "https://[fe80::1]/",
        "https://[fd00::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[64:ff9b::a00:1]/",
        "https://[2002:a00:1::]/",
    ],
)
def test_an_address_that_is_none_or_lies_inside_is_refused(url: str) -> None:
    """Told why, before anything is sent."""
    with pytest.raises(NotSent):
        check_url(url, inside=False)


@pytest.mark.parametrize("inside", [True, False])
@pytest.mark.parametrize(
    "url",
    [
        *("https://example.org:99999/", "https://example.org:0/", "https://8.8.8.8:65536/", "https://example.org:-1/"),
        *("https://exa mple.com", "https://exa%00mple.com", "https://a..b/", "https://./", "https://-a.org/"),
        *(f"https://{'a' * 300}.org/", f"https://{'a' * 64}.org/", f"https://{'a.' * 200}org/"),
    ],
)
def test_where_no_server_can_be_is_refused(url: str, inside: bool) -> None:
    """A port or a name that none can have, wherever may be sent to."""
    with pytest.raises(NotSent):
        check_url(url, inside=inside)


@pytest.mark.parametrize(
    "url",
    [
        *("https://example.org/x?y=z", "https://8.8.8.8:444/", "https://[2606:4700::1]/", "https://example.org:65535/"),
        *("https://bücher.example/", "https://my_box.example./", f"https://{'a' * 63}.org/"),
    ],
)
def test_an_address_outside_is_taken(url: str) -> None:
    assert check_url(url, inside=False) == url


def test_the_host_may_allow_addresses_inside(elsewhere: Elsewhere) -> None:
    """Then they are taken, but still no plain http to anywhere else than this computer."""
    assert check_url(elsewhere.url, inside=True)
    assert check_url("https://192.168.1.1/", inside=True)
    with pytest.raises(NotSent, match="without https"):
        check_url("http://192.168.1.1/", inside=True)


@pytest.mark.parametrize("place", ["10.0.0.7", "127.0.0.1", "169.254.169.254", "::1", "fe80::1%2"])
def test_a_name_that_leads_inside_is_refused_when_it_is_sent_to(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    """Whatever it led to when it was given. What was judged is what is connected to."""

    def found(host: str, port: int, *_: Any, **__: Any) -> list[Any]:
        assert host == "hook.example"
        outside = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("8.8.8.8", port))
        return [outside, (socket.AF_INET, socket.SOCK_STREAM, 6, "", (place, port))]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    with pytest.raises(NotSent, match="network of this server"):
        send("https://hook.example/", inside=False)


def test_what_was_judged_is_what_is_connected_to(monkeypatch: pytest.MonkeyPatch, elsewhere: Elsewhere) -> None:
    """The name is looked up once; the other server is still asked for by its name."""
    asked: list[str] = []

    def found(host: str, port: int, *_: Any, **__: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    port = elsewhere.server_address[1]
    send(f"http://told.localhost:{port}/x", inside=True)
    assert elsewhere.arrived.get(timeout=WAIT).headers["Host"] == f"told.localhost:{port}"
    assert asked.count("told.localhost") == 1


def send(url: str, inside: bool) -> None:
    """Send something to an address."""

    async def sending() -> None:
        async with new_client() as client:
            await post(client, url, b"{}", {}, inside)

    run(sending)
