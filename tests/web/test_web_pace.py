"""Who goes too fast is told so; a table never does."""

from __future__ import annotations

import httpx
import pytest

from turnwright.web.pace import MANY, Bucket
from web.conftest import Served
from web.programs import host_of, new_table, program
from web.test_web_pages import links, open_table


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_a_burst_and_then_its_rate() -> None:
    """To each key its own; what was not taken in time does not add up above the burst."""
    clock = Clock()
    bucket = Bucket(burst=2, rate=0.5, clock=clock)
    assert [bucket.take("a"), bucket.take("a"), bucket.take("a"), bucket.take("b")] == [0, 0, 2, 0]
    clock.now += 1
    assert bucket.take("a") == 1
    clock.now += 1
    assert bucket.take("a") == 0
    clock.now += 1000
    assert [bucket.take("a"), bucket.take("a"), bucket.take("a")] == [0, 0, 2]


def test_those_who_are_quiet_are_forgotten() -> None:
    """The memory is bounded, and whoever has to wait is kept in it."""
    clock = Clock()
    bucket = Bucket(burst=1, rate=1, clock=clock)
    for number in range(MANY + 1):
        bucket.take(str(number))
    clock.now += 0.5
    bucket.take("late")
    clock.now += 0.5
    bucket.take("later")
    assert bucket.wait("late") == 0.5
    assert len(bucket._held) == 2


def test_links_are_not_guessed(guest: httpx.Client, host: httpx.Client) -> None:
    """After many wrong ones even a right one has to wait; those who sit go on."""
    table = open_table(host)
    link = links(host, table)["Milli"]
    answers = [guest.get(f"/join/guess{number}") for number in range(70)]
    assert answers[0].status_code == 403
    last = guest.get(link)
    assert last.status_code == 429
    assert int(last.headers["retry-after"]) >= 1
    assert "Wait" in last.text
    assert host.get(table).status_code == 200


def test_tokens_are_not_guessed(served: Served) -> None:
    """The same for the API, as JSON."""
    with program(served, "tw.x.guess") as guesser:
        answers = [guesser.get("/me") for _ in range(70)]
    assert answers[0].status_code == 401
    assert answers[-1].status_code == 429
    assert answers[-1].json()["code"] == "request.fast"
    assert answers[-1].headers["retry-after"]


def test_a_seat_that_sends_without_end_is_slowed_and_nobody_else(served: Served) -> None:
    """What is above its pace is refused and not done."""
    served.app.state.pace.doings = Bucket(burst=5, rate=0.01)
    with program(served, host_of(served)) as gm, program(served, host_of(served)) as other:
        table = new_table(gm)
        codes = [gm.post(f"{table}/say", json={"words": "hp milli -1"}).status_code for _ in range(6)]
        assert codes == [200, 200, 200, 200, 429, 429]
        assert other.post(f"{table}/say", json={"words": "hp milli -1"}).json()["lines"] == ["Milli loses 1 HP: 15/20"]


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_cookies_that_came_by_https_stay_there(served: Served, scheme: str) -> None:
    """Behind a server that says so, each cookie is marked; without https they are as they were."""
    with httpx.Client(base_url=served.url, headers={"X-Forwarded-Proto": scheme}) as client:
        answer = client.get(served.host_link)
        cookies = answer.headers.get_list("set-cookie")
        assert len(cookies) >= 1
        assert all(("; Secure" in cookie) == (scheme == "https") for cookie in cookies)
        assert all("HttpOnly" in cookie for cookie in cookies)


def test_what_is_said_leaves_the_session_as_it_is(host: httpx.Client) -> None:
    """Its answer, which may come late, takes nothing back that another has changed meanwhile; a page renews it."""
    table = open_table(host)
    form = {"words": "why", "_csrf_token": host.cookies["csrftoken"]}
    said = host.post(f"{table}/say", data=form)
    with host.stream("GET", f"{table}/stream") as heard:
        assert [one.status_code for one in (said, heard)] == [200, 200]
        assert not any("turnwright=" in str(one.headers) for one in (said, heard))
    assert "turnwright=" in str(host.get(table).headers)


def test_one_seat_has_one_pace(host: httpx.Client, guest: httpx.Client, served: Served) -> None:
    """Whatever its browser or its program writes into the header of a token."""
    pace = served.app.state.pace
    pace.doings = Bucket(burst=3, rate=0.001)
    table = open_table(host)
    guest.get(links(host, table)["Milli"])
    form = {"words": "why", "_csrf_token": guest.cookies["csrftoken"]}
    headers: list[dict[str, str]] = [{}, {"Authorization": "a"}, {"Authorization": "b"}, {"Authorization": "Bearer c"}]
    codes = [guest.post(f"{table}/say", data=form, headers=one).status_code for one in headers]
    assert codes == [200, 200, 200, 429]
    shown = host_of(served)
    ways = [f"Bearer {shown}", f"bearer {shown}", f"BEARER  {shown}", f"Bearer   {shown}"]
    with program(served, "") as bot:
        answers = [
            bot.post(f"/tables/{table[3:]}/say", json={"words": "why"}, headers={"Authorization": one}) for one in ways
        ]
    assert [one.status_code == 429 for one in answers] == [False, False, False, True]
