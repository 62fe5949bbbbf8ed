"""The server of the live table."""

from __future__ import annotations

import re
import traceback
from http import HTTPStatus
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from litestar import Litestar, Request, Response, Router
from litestar.config.compression import CompressionConfig
from litestar.config.csrf import CSRFConfig
from litestar.exceptions import (
    ClientException,
    HTTPException,
    InternalServerException,
    PermissionDeniedException,
    ServiceUnavailableException,
    ValidationException,
)
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.static_files import create_static_files_router
from litestar.template.config import TemplateConfig
from litestar.types import Message, Scope
from msgspec import Struct

from turnwright.fight import Unreadable
from turnwright.rules.faults import FileFaults
from turnwright.speech.catalogue import LANGUAGE
from turnwright.store import StoreError
from turnwright.store.names import LONGEST as LONGEST_NAME
from turnwright.table.hall import Hall
from turnwright.table.live import OffTable
from turnwright.web import fights, newtable, pages, seating, stream, wording
from turnwright.web.api import described, troubles
from turnwright.web.api.router import API, LONGEST, router
from turnwright.web.files import Files
from turnwright.web.hooks import Hooks
from turnwright.web.keys import Keys
from turnwright.web.listeners import Listeners
from turnwright.web.pace import Pace, guessed, keep_pace
from turnwright.web.people import page, texts_of
from turnwright.web.sessions import SessionConfig
from turnwright.web.terminal import tell

HERE = Path(__file__).parent

HEADERS = {
    # Nothing runs but our own files, and nobody frames us; links, which hold the right to a seat, go nowhere else.
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

PRIVATE = {"Cache-Control": "no-store"}
"""Pages are made for one viewer at one moment."""

HANDLERS = [*pages.HANDLERS, *newtable.HANDLERS, *fights.HANDLERS, *seating.HANDLERS, *wording.HANDLERS, stream.stream]

PAGES = [r"^/$", r"^/(t|api|join|host|casts|tables|language)(/|$)"]
"""Addresses of what is made for one viewer."""

FORGED = "CSRF token verification failed"
"""What is found of a form without the mark of a page of ours."""

YEAR = 365 * 24 * 3600


class Settings(Struct, frozen=True):
    """What whoever starts the server decides: a ``seed`` from which the dice of new fights follow, whether game masters
    may have messages sent into the network of the server (``hooks_inside``), and the ``language`` of those whose
    browser asks for none that there is. ``outside`` is the address at which people reach the server, where that is
    stated, ``network`` the one that it finds itself to have in its network, each with a stroke behind it."""

    seed: str = ""
    hooks_inside: bool = False
    language: str = LANGUAGE
    outside: str = ""
    network: str = ""


USUAL = Settings()


def create_app(hall: Hall, keys: Keys, settings: Settings = USUAL) -> Litestar:
    """The live table over the tables of a hall. Who may do what follows from the sessions that ``keys`` signs."""
    hooks = Hooks(hall, keys, settings.hooks_inside)
    session = SessionConfig(
        secret=keys.derived("sessions"),
        key="turnwright",
        max_age=YEAR,
        samesite="lax",
        httponly=True,
        exclude=f"^{API}/",
    )
    app = Litestar(
        route_handlers=[
            Router(
                "/",
                route_handlers=HANDLERS,
                response_headers=PRIVATE,
                guards=[keep_pace],
                include_in_schema=False,
                request_max_body_size=LONGEST,
            ),
            router(),
            create_static_files_router(
                path="/static", directories=[HERE / "static"], file_system=Files(), include_in_schema=False
            ),
        ],
        middleware=[session.middleware],
        csrf_config=CSRFConfig(
            secret=keys.derived("forms").hex(), cookie_httponly=True, cookie_samesite="lax", exclude=f"^{API}/"
        ),
        # Our own files alone: pages hold what must not be guessed from their size.
        compression_config=CompressionConfig(backend="gzip", exclude=PAGES),
        template_config=TemplateConfig(instance=JinjaTemplateEngine(engine_instance=_templates())),
        # Addresses hold rights (links, those of calls): nothing is logged of what is asked or sent.
        logging_config=None,
        exception_handlers={
            HTTPException: _told,
            StoreError: _away,
            Unreadable: _unreadable,
            OffTable: _lifted,
            FileFaults: _unreadable,
            Exception: _broken,
        },
        before_send=[_secure],
        on_startup=[hooks.start],
        on_shutdown=[hooks.stop],
        openapi_config=described.CONFIG,
        plugins=[described.Structs()],
    )
    app.state.hall = hall
    app.state.language = settings.language
    app.state.outside = settings.outside
    app.state.network = settings.network
    app.state.signing = keys
    app.state.pace = Pace()
    app.state.listeners = Listeners()
    app.state.hooks = hooks
    return app


def _templates() -> Environment:
    """The pages. A server shows those with which it was started: to look each time whether a file has changed costs
    more than a small page."""
    return Environment(loader=FileSystemLoader(HERE / "templates"), autoescape=True, auto_reload=False)


def _away(request: Request[Any, Any, Any], error: StoreError) -> Response[Any]:
    """The store can't be used. Where it lies is told to nobody but whoever started the server, in the terminal."""
    if error.code == "unknown":
        return _unreadable(request, error)
    if error.code == "name":
        letter = re.search(r"U\+[0-9A-F]+", error.message)
        figures = {"most": LONGEST_NAME, "letter": letter[0] if letter else ""}
        return _told(request, ClientException(texts_of(request)("name is unfit", **figures)))
    tell(error)
    return _told(request, ServiceUnavailableException(texts_of(request)("store is away")))


def _unreadable(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """A fight that is on the table holds what can't be read here, or was deleted by another program."""
    tell(error)
    return _told(request, HTTPException(texts_of(request)("fight is gone"), status_code=409))


def _lifted(request: Request[Any, Any, Any], error: OffTable) -> Response[Any]:
    """The fight was taken off the table while something was asked of it."""
    return _told(request, HTTPException(texts_of(request)("fight is lifted"), status_code=409))


def _broken(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """A fault of ours: told in the terminal, and to whoever asked only that it is one."""
    tell("".join(traceback.format_exception(error)))
    return _told(request, InternalServerException(texts_of(request)("broken")))


def _told(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """An error as a page: what is wrong, and what can be done; for programs as JSON."""
    if request.url.path.startswith(f"{API}/"):
        return troubles.told(request, error)
    guessed(request, error.status_code)
    told = page(request, "error.html", error.status_code, status=error.status_code, detail=_detail(request, error))
    told.headers.update({**PRIVATE, **(error.headers or {})})
    return told


def _detail(request: Request[Any, Any, Any], error: HTTPException) -> str:
    """What is wrong, in the reader's language: of what no page of ours has found wrong, by its status."""
    own = error.detail not in ("", HTTPStatus(error.status_code).phrase) and not isinstance(error, ValidationException)
    if isinstance(error, PermissionDeniedException) and error.detail == FORGED:
        own = False
    says = {403: "form is old", 404: "no page", 405: "no such request", 413: "too long"}
    return error.detail if own else texts_of(request)(says.get(error.status_code, "form is unfit"))


async def _secure(message: Message, scope: Scope) -> None:
    """Every answer says what browsers may do with it; cookies that were set over https are never sent without it."""
    if message["type"] == "http.response.start":
        secure = b"; Secure" if scope["scheme"] == "https" else b""
        message["headers"] = [
            *((name, value + secure if name.lower() == b"set-cookie" else value) for name, value in message["headers"]),
            *_EVERYWHERE,
        ]


_EVERYWHERE = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
