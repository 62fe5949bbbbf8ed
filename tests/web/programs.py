"""Programs that use the API of a server, each with its token."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import httpx

from web.conftest import Served

Program = Callable[[str], httpx.Client]


def program(served: Served, token: str) -> httpx.Client:
    """A program with this token."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return httpx.Client(base_url=f"{served.url}/api/v1", headers=headers, timeout=20)


def host_of(served: Served) -> str:
    """A token of the host's."""
    return str(served.hall.issue("tests"))


def new_table(host: httpx.Client, ruleset: str = "lux-aeterna") -> str:
    """The address of a table with that ruleset's example."""
    answer = host.post("/tables", json={"ruleset": ruleset, "example": True})
    assert answer.status_code == 201, answer.text
    return f"/tables/{answer.json()['id']}"


def seat_called(gm: httpx.Client, table: str, name: str) -> dict[str, Any]:
    """A seat, by its name."""
    seats = gm.get(f"{table}/seats").json()["seats"]
    return next(seat for seat in seats if seat["name"] == name)


def token_for(gm: httpx.Client, table: str, seat: str) -> str:
    """A new token for a seat, by the seat's name; the game master's own seat is called gm."""
    id = "gm" if seat == "gm" else seat_called(gm, table, seat)["id"]
    answer = gm.post(f"{table}/tokens", json={"seat": id, "name": "bot"})
    assert answer.status_code == 201, answer.text
    token: str = answer.json()["token"]
    return token


def say(client: httpx.Client, table: str, words: str, **more: Any) -> list[str]:
    """Say something that is done; what its giver is told."""
    answer = client.post(f"{table}/say", json={"words": words, **more})
    assert answer.status_code == 200, answer.text
    lines: list[str] = answer.json()["lines"]
    return lines


def refused(client: httpx.Client, table: str, words: str, **more: Any) -> dict[str, Any]:
    """Say something that the table refuses; its trouble."""
    answer = client.post(f"{table}/say", json={"words": words, **more})
    assert answer.status_code == 409, answer.text
    trouble: dict[str, Any] = answer.json()
    return trouble


def now(client: httpx.Client, table: str) -> dict[str, Any]:
    """All that a seat sees now."""
    answer = client.get(f"{table}/now")
    assert answer.status_code == 200, answer.text
    seen: dict[str, Any] = answer.json()
    return seen


def references(part: Any) -> Iterator[str]:
    """What a description refers to."""
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        part = list(part.values())
    if isinstance(part, list):
        for one in part:
            yield from references(one)
