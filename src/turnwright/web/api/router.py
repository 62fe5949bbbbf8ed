"""All addresses of the API."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from litestar import Router

from turnwright.engine import codec
from turnwright.engine.base import Spoken
from turnwright.web.api import gm, host, live, seat, telling, troubles
from turnwright.web.api.reading import Read
from turnwright.web.pace import keep_pace

API = "/api/v1"
"""Where the API begins."""

LONGEST = 1_000_000
"""Bytes that a request may have."""


def _is_spoken(kind: Any) -> bool:
    return kind is Spoken


def router() -> Router:
    """The addresses, all below ``API``."""
    return Router(
        API,
        route_handlers=[*host.HANDLERS, *seat.HANDLERS, *gm.HANDLERS, *telling.HANDLERS, *live.HANDLERS],
        guards=[keep_pace],
        request_class=Read,
        exception_handlers=troubles.HANDLERS,
        type_encoders={Fraction: codec.to_plain},
        type_decoders=[(_is_spoken, codec.from_plain)],
        request_max_body_size=LONGEST,
        response_headers={"Cache-Control": "no-store"},
    )
