"""What is sent in place of a form: twice the same field, another kind of content, more than a table takes."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import httpx
import pytest

from web.conftest import Served
from web.test_web_pages import open_table, token

FIELDS = (
    "words",
    "request",
    "cursor",
    "fight",
    "text",
    "side",
    "title",
    "ruleset",
    "name",
    "role",
    "characters",
    "seat",
)

KINDS = (
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=nonsense",
    "application/json",
    "application/msgpack",
    "text/plain",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "nonsense",
    "",
)

TWICE = urlencode(
    [(name, value) for name in (*FIELDS, "url", "language", "back", "edits", "cast") for value in ("a", "b")]
)

BODIES = (
    TWICE.encode(),
    b"",
    b"words=%FF%FE&name=%ED%A0%80&text=%00&title=%0A",
    b"\xff\xfe\x00=\xff&&&===",
    b"{",
    b'{"words": {"a": [1]}, "name": 7}',
    b'--x\r\nContent-Disposition: form-data; name="words"; filename="a"\r\n\r\nend\r\n--x--\r\n',
    b"--x\r\n",
    b"&".join(b"a%d=1" % number for number in range(5000)),
)


def forms(served: Served, table: str) -> list[str]:
    """Every address that takes a form, at a table that there is."""
    id = table.removeprefix("/t/")
    seat = next(one for one in served.hall.table(id).seats.tickets if one != "gm")  # type: ignore[union-attr]
    found = set()
    for route in served.app.routes:
        if "POST" in getattr(route, "methods", ()) and not route.path.startswith("/api/"):
            path = re.sub(r"\{seat[^}]*\}", seat, route.path).replace("{fight:str}", "f1").replace("{cast:str}", "new")
            found.add(re.sub(r"\{[^}]+\}", "x", path.replace("/t/{id:str}", table)))
    assert len(found) > 15
    return sorted(found)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_form_is_refused(served: Served, host: httpx.Client, kind: str) -> None:
    """It is the sender's fault, whatever it is, and never one of ours."""
    table = open_table(host)
    signed = {"x-csrftoken": host.cookies["csrftoken"], **({"Content-Type": kind} if kind else {})}
    host.follow_redirects = False
    for address in forms(served, table):
        for body in BODIES:
            answer = host.post(address, content=body, headers=signed)
            assert answer.status_code < 500, (address, body[:60], answer.text)


def test_a_word_that_is_said_twice_is_not_said(served: Served, host: httpx.Client) -> None:
    """Of the fields that mean one thing each comes once; nothing is done."""
    table = open_table(host)
    form = token(host.get(table).text)
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    ways = [("say", name) for name in ("words", "request", "cursor", "fight")]
    ways += [("fights", name) for name in ("ruleset", "title")] + [("keep", "title"), ("keep", "fight")]
    before = served.hall.table(table[3:]).fight().log()  # type: ignore[union-attr]
    for way, name in ways:
        sent = urlencode([("words", "hp milli -1"), (name, "f1"), (name, "f1"), ("_csrf_token", form)])
        answer = host.post(f"{table}/{way}", content=sent.encode(), headers=headers)
        assert answer.status_code == 400, answer.text
        assert name in answer.text
    held = served.hall.table(table[3:])
    assert held is not None
    assert held.fight().log() == before
    assert len(held.seats.fights) == 1


def test_fields_that_are_filled_in_may_come_several_times(host: httpx.Client) -> None:
    table = open_table(host)
    form = token(host.get(table).text)
    sent = urlencode([("words", "hp {names} -(1)"), ("names", "Milli"), ("names", "Goblin 1"), ("_csrf_token", form)])
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    assert host.post(f"{table}/say", content=sent.encode(), headers=headers).status_code == 200


@pytest.mark.parametrize("filled", [{"names": "Milli"}, {"n": "7"}, {"names": "Milli", "n": " "}])
def test_a_button_whose_field_is_empty_does_nothing_and_says_so(host: httpx.Client, filled: dict[str, str]) -> None:
    """The form for many at once, with nobody picked or without how much."""
    table = open_table(host)
    form = {"words": "hp {names} -({n})", "_csrf_token": token(host.get(table).text), **filled}
    assert "Nothing was done: pick somebody, or fill in the field" in host.post(f"{table}/say", data=form).text
    made = {**form, "words": "effect {effect} on {names}[, for {rounds} rounds]", "names": "Milli", "effect": "bless"}
    assert "bless on Milli begins" in host.post(f"{table}/say", data=made).text
