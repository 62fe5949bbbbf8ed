"""What programs send that no program should, and a log that can't be written: told as what it is, never as a fault of
the server's, and nothing has changed."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from turnwright.store import StoreError
from turnwright.store.errors import Code
from web.conftest import Served
from web.programs import host_of, new_table, now, program, say, token_for
from web.test_web_api_live import socket, told
from web.test_web_pages import token

DEEP = 100_000
JSON = {"Content-Type": "application/json"}


@pytest.fixture
def gm(served: Served) -> Iterator[httpx.Client]:
    with program(served, host_of(served)) as client:
        yield client


@pytest.fixture
def table(gm: httpx.Client) -> str:
    return new_table(gm)


def hp(client: httpx.Client, table: str) -> dict[str, int]:
    """The hit points of each."""
    people = now(client, table)["view"]["combatants"].values()
    return {one["name"]: int(one["pools"]["hp"]["now"]) for one in people}


# ---- what does not fit


@pytest.mark.parametrize("count", ["-1", "1000001", str(2**63 - 1), str(2**63), "9" * 100, "many", "1.5"])
def test_a_count_that_is_none_is_told(gm: httpx.Client, table: str, count: str) -> None:
    answer = gm.get(f"{table}/log", params={"count": count})
    assert (answer.status_code, answer.json()["code"]) == (400, "request.shape")


@pytest.mark.parametrize("count", [0, 1, 1_000_000])
def test_the_log_is_told_of_as_many_as_are_asked_for(gm: httpx.Client, table: str, count: int) -> None:
    """0 is all, and so are more than there are."""
    say(gm, table, "hp milli -1")
    say(gm, table, "hp milli -1")
    lines = gm.get(f"{table}/log").json()["lines"]
    assert len(lines) > 1
    assert gm.get(f"{table}/log", params={"count": count}).json()["lines"] == (lines[-1:] if count == 1 else lines)


@pytest.mark.parametrize("path", ["/tables", "{table}/seats", "{table}/say", "{table}/command", "{table}/hooks"])
@pytest.mark.parametrize("sent", ["[" * DEEP, '{"words":' + "[" * DEEP, '{"command":' + '{"a":' * DEEP])
def test_what_is_nested_too_deeply_does_not_fit(gm: httpx.Client, table: str, path: str, sent: str) -> None:
    """However deep: with an end and without one."""
    for body in (sent, sent[: -DEEP // 2], "[" * 5000 + "]" * 5000):
        answer = gm.post(path.format(table=table), content=body, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (400, "request.shape")


def test_a_socket_stays_open_whatever_is_sent(served: Served, gm: httpx.Client, table: str) -> None:
    """It answers that this does not fit, and then what does."""
    with socket(served, table, host_of(served)) as connection:
        assert told(connection)["type"] == "seen"
        for sent in ('{"words":' + "[" * 5000, "[" * DEEP, '{"request":' + "[" * 400 + "]" * 400 + "}"):
            connection.send(sent)
            answer = told(connection)
            assert (answer["type"], answer["trouble"]["code"]) == ("refused", "request.shape")
        connection.send(json.dumps({"words": "hp milli -3"}))
        assert {told(connection)["type"] for _ in range(2)} == {"answered", "seen"}


@pytest.mark.parametrize("name", ["%00", "a%00.css", "a" * 5000, "a/" * 3000 + "b", "%ED%A0%80"])
def test_what_can_be_no_file_is_not_there(guest: httpx.Client, name: str) -> None:
    assert guest.get(f"/static/{name}").status_code == 404


# ---- whose request it is


def test_two_programs_of_a_seat_do_not_swallow_each_other_s_requests(
    served: Served, gm: httpx.Client, table: str
) -> None:
    """Each has names of its own, over HTTP and on a socket; the same program sends the same again."""
    before = hp(gm, table)
    say(gm, table, "hp roan -1", request="1")
    own = token_for(gm, table, "gm")
    with program(served, own) as second, program(served, token_for(gm, table, "gm")) as third:
        assert "Pau" in say(second, table, "hp pau -5", request="1")[0]
        assert "Milli" in say(third, table, "hp milli -2", request="1")[0]
        again = [say(one, table, "hp roan -9", request="1")[0] for one in (gm, second, third)]
    assert ["Roan" in again[0], "Pau" in again[1], "Milli" in again[2]] == [True] * 3
    with socket(served, table, own) as connection:
        assert told(connection)["type"] == "seen"
        connection.send(json.dumps({"words": "hp roan -9", "request": "1"}))
        answer = told(connection)
        assert answer["type"] == "answered"
        assert "Pau" in answer["lines"][0]
    lost = {name: before[name] - left for name, left in hp(gm, table).items() if before[name] != left}
    assert lost == {"Roan": 1, "Pau": 5, "Milli": 2}


# ---- a log that can't be written


def raising(error: Exception) -> Callable[..., Any]:
    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


@pytest.mark.parametrize("code", ["failed", "busy"])
def test_where_the_log_can_t_be_written_the_same_is_sent_again(
    served: Served, gm: httpx.Client, table: str, monkeypatch: pytest.MonkeyPatch, code: Code
) -> None:
    """503, with that as what is possible; nothing of where it lies is told, and later it is done."""
    before = hp(gm, table)
    asked = (
        (f"{table}/say", {"words": "hp milli -3", "request": "1"}),
        (f"{table}/command", {"command": {"command": "roll"}, "request": "2"}),
        (f"{table}/seats", {"name": "Guest"}),
        ("/tables", {"ruleset": "plain"}),
    )
    with socket(served, table, host_of(served)) as connection, monkeypatch.context() as fault:
        assert told(connection)["type"] == "seen"
        for way in ("append_many", "create"):
            fault.setattr(served.hall.store, way, raising(StoreError(code, "/secret/place can't be used")))
        for path, body in asked:
            answer = gm.post(path, json=body)
            assert (answer.status_code, answer.json()["code"]) == (503, f"store.{code}")
            assert "send it again" in answer.json()["possible"][0]
            assert "secret" not in answer.text
        connection.send(json.dumps({"words": "hp milli -3"}))
        refused = told(connection)
        assert (refused["type"], refused["trouble"]["code"]) == ("refused", f"store.{code}")
    assert hp(gm, table) == before
    for path, body in asked:
        assert gm.post(path, json=body).is_success
    assert hp(gm, table)["Milli"] == before["Milli"] - 3


class Full(io.StringIO):
    """A terminal whose disk is full."""

    def write(self, _: str) -> int:
        raise OSError(28, "No space left on device")


def closed() -> io.StringIO:
    terminal = io.StringIO()
    terminal.close()
    return terminal


@pytest.mark.parametrize("terminal", [Full, closed])
def test_a_terminal_that_can_t_be_written_to_changes_no_answer(
    served: Served,
    gm: httpx.Client,
    host: httpx.Client,
    table: str,
    monkeypatch: pytest.MonkeyPatch,
    terminal: Callable[[], io.StringIO],
) -> None:
    """For programs and on pages, what is said, what is looked at, and a fault of ours."""
    page = f"/t/{table.rpartition('/')[2]}"
    form = {"_csrf_token": token(host.get(page).text), "words": "hp milli -3"}

    def asked() -> list[tuple[int, str]]:
        answers = [gm.post(f"{table}/say", json={"words": "hp milli -3"}), host.post(f"{page}/say", data=form)]
        for error in (StoreError("failed", "full"), StoreError("unknown", "gone"), RuntimeError()):
            with monkeypatch.context() as broken:
                broken.setattr(served.hall, "all", raising(error))
                answers += [gm.get("/tables"), host.get("/")]
        return [(one.status_code, one.headers["content-type"]) for one in answers]

    monkeypatch.setattr(served.hall.store, "append_many", raising(StoreError("failed", "full")))
    usual = asked()
    monkeypatch.setattr(sys, "stderr", terminal())
    assert asked() == usual
    assert {503, 409, 500} <= {status for status, _ in usual}
