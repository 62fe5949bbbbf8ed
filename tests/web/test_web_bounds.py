"""What one person can take of a server: streams, connections, seats; whoever takes more is told so, or gives way."""

from __future__ import annotations

import json
import socket as sockets
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress

import httpx
import pytest

from turnwright.table import live
from turnwright.web import listeners, patience, stream
from turnwright.web.pace import Bucket
from web.conftest import Served
from web.programs import host_of, new_table, program, say, token_for
from web.test_web_api_live import socket, told
from web.test_web_pages import links, open_table, token

NAME = "Joined"


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounds that are reached soon."""
    monkeypatch.setitem(listeners.MOST, "player", 3)
    monkeypatch.setattr(stream, "BEAT", 0.05)
    monkeypatch.setattr(live, "GUESTS", 3)


@contextmanager
def opened(client: httpx.Client, path: str) -> Iterator[Iterator[str]]:
    with client.stream("GET", path) as answer:
        assert answer.status_code == 200, answer.read()
        lines = answer.iter_lines()
        next(lines)
        yield lines


def last(lines: Iterator[str]) -> tuple[str, str]:
    """The last event of a stream that ends: its kind and its data."""
    kind = data = ""
    for line in lines:
        if line.startswith("event: "):
            kind = line[7:]
        elif line.startswith("data: "):
            data = line[6:]
    return kind, data


def gone_by(served: Served, count: int) -> None:
    """Wait until so many streams are open."""
    for _ in range(200):
        if served.app.state.listeners.count == count:
            return
        time.sleep(0.05)
    raise AssertionError(served.app.state.listeners.count)


def test_the_newest_streams_of_a_seat_count(served: Served, host: httpx.Client, guest: httpx.Client) -> None:
    """The oldest is told why it ends, and those that stay go on; others are not touched."""
    table = open_table(host)
    guest.get(links(host, table)["Milli"])
    with ExitStack() as ends:
        others = ends.enter_context(opened(host, f"{table}/stream"))
        streams = [ends.enter_context(opened(guest, f"{table}/stream")) for _ in range(5)]
        for lines in streams[:2]:
            kind, data = last(lines)
            assert kind == "full"
            assert "too many windows" in data
        gone_by(served, 4)
        served.hall.table(table[3:]).tell()  # type: ignore[union-attr]
        for lines in (others, *streams[2:]):
            assert any(line.startswith(("event: beat", "data: ")) for line in lines)
    gone_by(served, 0)
    assert served.app.state.listeners._of == {}


def test_programs_give_way_too(served: Served) -> None:
    """Streams and WebSockets count together."""
    with program(served, host_of(served)) as gm, ExitStack() as ends:
        table = new_table(gm)
        key = token_for(gm, table, "Milli")
        milli = ends.enter_context(program(served, key))
        first = ends.enter_context(opened(milli, f"{table}/stream"))
        second = ends.enter_context(socket(served, table, key))
        for _ in range(3):
            ends.enter_context(socket(served, table, key))
        kind, data = last(first)
        assert (kind, json.loads(data)["code"]) == ("full", "seat.full")
        while (heard := told(second))["type"] != "gone":
            pass
        assert heard["trouble"]["code"] == "seat.full"


def test_a_server_takes_so_many_streams(served: Served, host: httpx.Client, guest: httpx.Client) -> None:
    """Whoever is there already goes on, and gives an older stream for a newer; others are asked to come again."""
    table = open_table(host)
    guest.get(links(host, table)["Milli"])
    served.app.state.listeners.most = 2
    with ExitStack() as ends:
        streams = [ends.enter_context(opened(guest, f"{table}/stream")) for _ in range(2)]
        answer = host.get(f"{table}/stream")
        assert answer.status_code == 503
        assert answer.headers["retry-after"]
        with program(served, host_of(served)) as bot:
            refused = bot.get(f"/tables/{table[3:]}/stream")
            assert (refused.status_code, refused.json()["code"]) == (503, "server.full")
        ends.enter_context(opened(guest, f"{table}/stream"))
        assert last(streams[0])[0] == "full"


def test_who_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch, served: Served) -> None:
    """Neither before a request, nor in the middle of its head or of its body; a stream stays."""
    monkeypatch.setattr(patience, "WAITS", 0.3)
    port = int(served.url.rpartition(":")[2])
    head = (
        f"POST /api/v1/tables HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {host_of(served)}\r\nContent-Length: 9\r\n"
    )
    for begun in (b"", b"GET / HT", f"{head}\r\n{{".encode()):
        with sockets.create_connection(("127.0.0.1", port), timeout=20) as connection:
            connection.sendall(begun)
            with suppress(ConnectionResetError):
                assert connection.recv(1) == b""
    with program(served, host_of(served)) as gm:
        table = new_table(gm)
        with opened(gm, f"{table}/stream") as lines:
            time.sleep(1)
            say(gm, table, "hp milli -1")
            assert any("19/20" in line or '"19"' in line for line in lines)


def test_lines_are_completed_at_a_pace(served: Served, host: httpx.Client) -> None:
    """A server that is asked too fast says so, and goes on with what is done."""
    table = open_table(host)
    served.app.state.pace.typing = Bucket(burst=3, rate=0.01)
    codes = [host.get(f"{table}/complete?words=h").status_code for _ in range(4)]
    assert codes == [200, 200, 200, 429]
    assert host.get(table).status_code == 200
    with program(served, host_of(served)) as bot:
        codes = [bot.get(f"/tables/{table[3:]}/complete?words=h").status_code for _ in range(4)]
        assert codes == [200, 200, 200, 429]


def test_what_is_looked_at_has_a_pace(served: Served, host: httpx.Client, guest: httpx.Client) -> None:
    """Each seat has its own."""
    table = open_table(host)
    guest.get(links(host, table)["Milli"])
    served.app.state.pace.looks = Bucket(burst=3, rate=0.01)
    assert [host.get(table).status_code for _ in range(4)] == [200, 200, 200, 429]
    assert guest.get(table).status_code == 200


def sit_down(client: httpx.Client, word: str, **form: str) -> httpx.Response:
    page = client.get(word).text
    return client.post(word, data={"_csrf_token": token(page), **form})


def everybody(host: httpx.Client, table: str) -> str:
    """The open link of a table."""
    page = host.get(f"{table}/invites").text
    return "/join/" + page.partition("/join/")[2].partition('"')[0]


def test_guests_are_bounded_and_the_game_master_is_not(
    served: Served, host: httpx.Client, person: Callable[[], httpx.Client]
) -> None:
    """Those who are there go on; a seat that is taken away makes room."""
    table = open_table(host)
    word = everybody(host, table)
    answers = [sit_down(person(), word, name=f"Guest {number}") for number in range(4)]
    assert [one.status_code for one in answers] == [200, 200, 200, 403]
    assert "link of your own" in answers[-1].text
    held = served.hall.table(table[3:])
    assert held is not None
    form = {"name": "Aunt", "role": "player", "_csrf_token": token(host.get(f"{table}/invites").text)}
    assert host.post(f"{table}/seats", data=form).status_code == 200
    assert "Aunt" in links(host, table)
    held.remove(next(one.id for one in held.seats.tickets.values() if one.guest))
    assert sit_down(person(), word, name="Guest 5").status_code == 200
    assert [one.name for one in held.seats.tickets.values() if one.guest] == ["Guest 1", "Guest 2", "Guest 5"]


def test_guests_come_at_a_pace(served: Served, host: httpx.Client, person: Callable[[], httpx.Client]) -> None:
    served.app.state.pace.guests = Bucket(burst=2, rate=0.01)
    table = open_table(host)
    word = everybody(host, table)
    answers = [sit_down(person(), word, name=f"Guest {number}") for number in range(3)]
    assert [one.status_code for one in answers] == [200, 200, 429]


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("An\nna", "An na"),
        ("Anna\u2028\u2029", "Anna"),
        ("\u202eannA", "annA"),
        ("An\x1b[31mna\x00", "An[31mna"),
        ("x" * 500, "x" * 60),
        ("\N{WOMAN}\u200d\N{ROCKET}", "\N{WOMAN}\u200d\N{ROCKET}"),
        ("Ángel", "Ángel"),
    ],
)
def test_what_guests_are_called_is_one_line_that_can_be_read(
    served: Served, host: httpx.Client, guest: httpx.Client, name: str, kept: str
) -> None:
    table = open_table(host)
    assert sit_down(guest, everybody(host, table), name=name).status_code == 200
    held = served.hall.table(table[3:])
    assert held is not None
    assert [one.name for one in held.seats.tickets.values() if one.guest] == [kept]


@pytest.mark.parametrize("name", [" ", "\u200b\u200d", "\u3164", "\u0301", "\n\x07", "\u202e"])
def test_nobody_comes_without_a_name(served: Served, host: httpx.Client, guest: httpx.Client, name: str) -> None:
    table = open_table(host)
    answer = sit_down(guest, everybody(host, table), name=name)
    assert answer.status_code == 400
    assert "letters that can be seen" in answer.text


@pytest.mark.parametrize("name", ["a\nb", "a\u202eb", "a\x1bb", "\u200b"])
def test_names_that_programs_give_are_no_other(served: Served, name: str) -> None:
    """Of seats, of tokens and of what is made ready."""
    with program(served, host_of(served)) as gm:
        table = new_table(gm)
        seat = gm.post(f"{table}/seats", json={"name": name}).json()
        gm.patch(f"{table}/seats/{seat['id']}", json={"name": name})
        gm.post(f"{table}/tokens", json={"name": name, "seat": "gm"})
        gm.post("/casts", json={"title": name, "ruleset": "plain", "text": "Rat"})
        shown = [
            *(one["name"] for one in gm.get(f"{table}/seats").json()["seats"]),
            *(one["name"] for one in gm.get(f"{table}/tokens").json()),
            *(one["title"] for one in gm.get("/casts").json()),
        ]
    assert all(one.isprintable() and one for one in shown)
