"""Whatever is sent to the API, it answers as its description says, and never with a fault of its own."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    ignored_auth,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from turnwright.store import open_store
from turnwright.table.hall import Hall
from turnwright.web.api.described import whole
from turnwright.web.app import create_app
from turnwright.web.keys import Keys
from turnwright.web.pace import Bucket
from web.conftest import Served
from web.programs import host_of, new_table, program

CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    unsupported_method,
    ignored_auth,
]


class Known(NamedTuple):
    """What there is at a table: the parts of addresses, and the token of its host."""

    url: str
    token: str
    parts: dict[str, str]


@pytest.fixture
def known(served: Served) -> Known:
    served.app.state.pace.doings = Bucket(burst=1_000_000, rate=1_000_000)
    token = host_of(served)
    with program(served, token) as client:
        table = new_table(client)
        seat = client.get(f"{table}/seats").json()["seats"][1]["id"]
        made = client.post(f"{table}/tokens", json={"seat": seat, "name": "bot"}).json()["id"]
        fight = client.get(f"{table}/fights").json()[0]["id"]
    return Known(served.url, token, {"id": table.split("/")[2], "seat": seat, "fight": fight, "token": made})


def description() -> dict[str, Any]:
    with open_store(":memory:") as store:
        return whole(create_app(Hall(store), Keys(bytes(32))).openapi_schema.to_schema())


# A stream has no end to wait for.
schema = schemathesis.openapi.from_dict(description()).exclude(path_regex="/stream$")


@schema.parametrize()
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_answer_is_as_described(case: Any, known: Known) -> None:
    """No fault of the server's own, and each answer has the status, the type and the fields of its description.

    Numbers are taken where yes or no is meant, and unknown parameters are not looked at: that what does not fit is
    refused is tested one by one.
    """
    check(case, known)


@pytest.mark.slow
@schema.parametrize()
@settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_answer_is_as_described_at_length(case: Any, known: Known) -> None:
    """The same, with many more requests."""
    check(case, known)


def check(case: Any, known: Known) -> None:
    case.path_parameters = {name: known.parts.get(name, value) for name, value in case.path_parameters.items()}
    case.call_and_validate(base_url=known.url, headers={"Authorization": f"Bearer {known.token}"}, checks=CHECKS)
