"""What every answer of the server tells the browser that has it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest
from litestar import Litestar

from turnwright.web.app import HEADERS
from web.conftest import Served

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

MORE = (
    *(
        "/static/turnwright.css",
        "/static/nothing.css",
        "/static/vendor/htmx-4.0.1.min.js",
        "/nothing",
        "/api/v1/nothing",
    ),
    *("/static/../app.py", "/t/%00", "/join/%E2%80%AE"),
)
"""Addresses of files, and where nothing is."""


def addresses(app: Litestar) -> Iterator[str]:
    """Every address that the server knows, with something for each of its parts."""
    for route in app.routes:
        yield re.sub(r"\{[^}]+\}", "x", route.path)


def check(answer: httpx.Response) -> None:
    for name, value in HEADERS.items():
        assert answer.headers.get_list(name) == [value], (answer.request.method, str(answer.url), answer.status_code)


def test_every_answer_has_the_headers_once(served: Served, host: httpx.Client) -> None:
    """Whatever is asked for, how, and by whom; files, refusals and errors too."""
    at = sorted({*addresses(served.app), *MORE})
    assert len(at) > 50
    host.follow_redirects = False
    kinds = set()
    for address in at:
        for method in METHODS:
            with host.stream(method, address) as answer:
                check(answer)
                kinds.add(answer.status_code)
    assert {200, 401, 403, 404, 405} <= kinds, kinds
    assert max(kinds) < 500


def test_a_fault_of_ours_has_them_too(served: Served, host: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(served.hall.store, "names", fail)
    answer = host.get("/")
    assert answer.status_code == 500
    check(answer)


def test_a_request_that_is_too_long_has_them_too(host: httpx.Client) -> None:
    for address in ("/tables", "/api/v1/tables"):
        answer = host.post(address, content=b"x" * 2_000_000)
        assert answer.status_code >= 400
        check(answer)
