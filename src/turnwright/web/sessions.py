"""Who somebody is, kept in their browser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from litestar.connection import ASGIConnection
from litestar.middleware.session.client_side import ClientSideSessionBackend, CookieBackendConfig
from litestar.types import Message, ScopeSession

KEEPS = "keeps_session"
"""Given to a handler: it changes nothing of a session, and its answers leave the cookie as it is."""


class Sessions(ClientSideSessionBackend):
    """Sessions in sealed cookies. What is sent often (a stream, something said) sets none anew: that costs as much as
    the rest of the answer, and one that comes late would take back what another has changed meanwhile."""

    async def store_in_message(
        self, scope_session: ScopeSession, message: Message, connection: ASGIConnection[Any, Any, Any, Any]
    ) -> None:
        handler = connection.scope.get("route_handler")
        if handler is None or not handler.opt.get(KEEPS):
            await super().store_in_message(scope_session, message, connection)


@dataclass
class SessionConfig(CookieBackendConfig):
    """How sessions are kept."""

    _backend_class = Sessions
