"""What programs hear as it changes: over server-sent events, and over a WebSocket."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from web.conftest import Served
from web.programs import host_of, new_table, now, program, say, seat_called, token_for


@pytest.fixture
def gm(served: Served) -> Iterator[httpx.Client]:
    with program(served, host_of(served)) as client:
        yield client


@pytest.fixture
def table(gm: httpx.Client) -> str:
    return new_table(gm)


class Heard:
    """The events of a stream, one after another."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self.cursor = ""

    def next(self) -> tuple[str, dict[str, Any]]:
        """The next event that says something: its kind, and what it says."""
        kind = "message"
        for line in self._lines:
            field, _, value = line.partition(": ")
            if field == "id":
                self.cursor = value
            elif field == "event":
                kind = value
            elif field == "data":
                said: dict[str, Any] = json.loads(value)
                return kind, said
        raise EOFError


@contextmanager
def stream(client: httpx.Client, table: str, cursor: str = "", fight: str = "") -> Iterator[Heard]:
    headers = {"Last-Event-ID": cursor} if cursor else {}
    with client.stream("GET", f"{table}/stream", headers=headers, params={"fight": fight}) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield Heard(answer.iter_lines())


@contextmanager
def socket(served: Served, table: str, token: str, cursor: str = "") -> Iterator[ClientConnection]:
    headers = {"Authorization": f"Bearer {token}", **({"Last-Event-ID": cursor} if cursor else {})}
    url = f"{served.url.replace('http', 'ws', 1)}/api/v1{table}/socket"
    with connect(url, additional_headers=headers, proxy=None) as connection:
        yield connection


def told(connection: ClientConnection) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(connection.recv(timeout=20))
    return said


def hp(seen: dict[str, Any]) -> str:
    """The hit points of whoever comes first."""
    now: str = seen["screen"]["rows"][0]["people"][0]["pools"][0]["now"]
    return now


def test_a_stream_tells_each_change_and_goes_on_where_it_was(gm: httpx.Client, table: str) -> None:
    """Its cursor keeps what is known from coming again; after a gap the next message is all that is needed."""
    with stream(gm, table) as heard:
        _, first = heard.next()
        assert hp(first) == "20"
        say(gm, table, "hp milli -3")
        _, second = heard.next()
        assert hp(second) == "17"
    say(gm, table, "hp milli -3")
    say(gm, table, "hp milli -3")
    with stream(gm, table, heard.cursor) as again:
        _, third = again.next()
        assert hp(third) == "11"
    with stream(gm, table, again.cursor) as again:
        say(gm, table, "hp milli -1")
        assert hp(again.next()[1]) == "10"


def test_what_a_seat_does_not_see_is_not_told_to_it(served: Served, gm: httpx.Client, table: str) -> None:
    """Somebody hidden comes and is hurt: the player's stream says nothing until something else happens."""
    with program(served, token_for(gm, table, "Milli")) as milli, stream(milli, table) as heard:
        heard.next()
        say(gm, table, "add Lurker side goblins hp 5 hidden")
        say(gm, table, "hp lurker -2")
        say(gm, table, "hp milli -3")
        _, seen = heard.next()
        assert hp(seen) == "17"
        assert "Lurker" not in json.dumps(seen)


def test_all_is_told_at_a_gap_at_which_several_may_step_in(served: Served, gm: httpx.Client, table: str) -> None:
    """LUX-I3: who would be passed over by the next step is named as text, and who of them sits at the table."""
    held = served.hall.table(table.rpartition("/")[2])
    assert held is not None
    for name in ("Milli", "Roan"):
        held.take_seat(seat_called(gm, table, name)["id"])
    for words in ("score milli 60", "score roan 50", "roll", "start", "milli delay", "roan delay", "end"):
        say(gm, table, words)
    shown = now(gm, table)["screen"]
    assert (shown["passed"], shown["robbed"]) == ("Milli and Roan", "Milli and Roan")


def test_a_stream_of_a_fight_that_is_taken_away_goes_on_with_the_one_that_is_shown(
    gm: httpx.Client, table: str
) -> None:
    """And what else was asked of it at that moment is told that it is gone."""
    fight = gm.post(f"{table}/fights", json={}).json()["id"]
    with stream(gm, table, fight=fight) as heard:
        assert heard.next()[1]["fight"] == fight
        assert gm.delete(f"{table}/fights/{fight}").status_code == 204
        assert heard.next()[1]["fight"] != fight


def test_what_is_asked_as_a_fight_is_taken_away_is_told_so(
    gm: httpx.Client, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between finding which fight is meant and looking at it somebody may take it off the table."""
    gone = gm.post(f"{table}/fights", json={}).json()["id"]
    assert gm.delete(f"{table}/fights/{gone}").status_code == 204
    monkeypatch.setattr("turnwright.web.api.seat.fight_before", lambda *_: gone)
    answer = gm.get(f"{table}/choices")
    assert (answer.status_code, "no more" in answer.text) == (409, True), answer.text


def test_a_stream_ends_with_its_token(served: Served, gm: httpx.Client, table: str) -> None:
    """The last event says so."""
    with program(served, token_for(gm, table, "Milli")) as milli, stream(milli, table) as heard:
        heard.next()
        gm.post(f"{table}/seats/{seat_called(gm, table, 'Milli')['id']}/renew")
        kind, trouble = heard.next()
        assert (kind, trouble["code"]) == ("gone", "token.invalid")
        with pytest.raises(EOFError):
            heard.next()


def test_a_socket_tells_the_same_and_takes_what_is_said(served: Served, gm: httpx.Client, table: str) -> None:
    """Words, commands, what is refused, and what does not fit; each answer names the request."""
    with socket(served, table, token_for(gm, table, "gm")) as connection:
        first = told(connection)
        assert first["type"] == "seen"
        assert hp(first["now"]) == "20"
        connection.send(json.dumps({"words": "hp milli -3", "request": "a"}))
        said = sorted((told(connection), told(connection)), key=lambda one: str(one["type"]))
        assert (said[0]["type"], said[0]["request"]) == ("answered", "a")
        assert hp(said[1]["now"]) == "17"
        connection.send(json.dumps({"words": "hp milli -3", "request": "a"}))
        assert told(connection)["type"] == "answered"
        connection.send(json.dumps({"words": "hp nobody -3", "request": "b"}))
        refused = told(connection)
        assert (refused["type"], refused["request"], refused["trouble"]["code"]) == ("refused", "b", "name.unknown")
        for wrong in ("{", "[]", '{"words": 7}', '{"command": {"command": "fly"}}'):
            connection.send(wrong)
            assert told(connection)["trouble"]["code"] == "request.shape"
        connection.send(json.dumps({"command": {"command": "start"}}))
        assert {told(connection)["type"], told(connection)["type"]} == {"answered", "seen"}


def test_a_socket_goes_on_where_it_was(served: Served, gm: httpx.Client, table: str) -> None:
    """With the cursor of the last message nothing comes until something is new."""
    token = token_for(gm, table, "Milli")
    with socket(served, table, token) as connection:
        cursor = told(connection)["now"]["cursor"]
    with socket(served, table, token, cursor) as connection:
        say(gm, table, "hp milli -3")
        assert hp(told(connection)["now"]) == "17"


def test_a_socket_ends_with_its_token(served: Served, gm: httpx.Client, table: str) -> None:
    """The last message says so, and it is closed."""
    with socket(served, table, token_for(gm, table, "Milli")) as connection:
        told(connection)
        (token,) = gm.get(f"{table}/tokens").json()
        gm.delete(f"{table}/tokens/{token['id']}")
        assert told(connection)["type"] == "gone"
        with pytest.raises(ConnectionClosed):
            connection.recv(timeout=20)


@pytest.mark.parametrize("token", ["", "tw.x.y"])
def test_a_socket_is_not_opened_without_a_token(served: Served, table: str, token: str) -> None:
    """It is refused before anything is said."""
    with pytest.raises(InvalidStatus), socket(served, table, token):
        pass
