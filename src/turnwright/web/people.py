"""Who is asking: what a request's session says about its sender, and the language in which they are answered."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.response import Template

from turnwright.speech.catalogue import catalogue, languages
from turnwright.table.hall import Hall
from turnwright.table.live import Table
from turnwright.table.tickets import Ticket
from turnwright.web.keys import Keys

Asked = Request[Any, Any, Any]

Asking = ASGIConnection[Any, Any, Any, Any]
"""A request, or a WebSocket that is opened."""
Texts = Callable[..., str]
"""Says a text of the pages by its key, with figures."""


def hall_of(request: Asking) -> Hall:
    """The tables of this server."""
    hall: Hall = request.app.state.hall
    return hall


def keys_of(request: Asking) -> Keys:
    """The keys of this server."""
    keys: Keys = request.app.state.signing
    return keys


def language_of(request: Asking) -> str:
    """The language that the sender has chosen, else the first that their browser asks for and that there is, else that
    of the server."""
    # What no handler has taken, such as an unknown address, has no session.
    chosen = request.session.get("language", "") if request.scope.get("session") else ""
    wanted = [part.split(";")[0].strip()[:2].lower() for part in request.headers.get("Accept-Language", "").split(",")]
    usual: str = request.app.state.language
    return next((one for one in (chosen, *wanted) if one in languages()), usual)


def texts_of(request: Asking) -> Texts:
    """The texts of the pages in the sender's language."""
    return texts_in(language_of(request))


@functools.cache
def texts_in(language: str) -> Texts:
    """The texts of the pages in a language."""
    words = catalogue(language)
    plain = {key: words.say("page", key) for key, text in words.tables["page"].items() if "{" not in text}

    def say(key: str, **figures: object) -> str:
        if key in plain:
            return plain[key]
        return words.say("page", key, {name: str(value) for name, value in figures.items()})

    return say


def page(request: Asked, template: str, status_code: int = 200, **context: object) -> Template:
    """A page in the sender's language."""
    language = language_of(request)
    spoken = {"t": texts_in(language), "language": language, "languages": _names()}
    return Template(template, context={**spoken, **context}, status_code=status_code)


@functools.cache
def _names() -> dict[str, str]:
    """What each language calls itself."""
    return {one: catalogue(one).text("page", "this language") for one in languages()}


def is_host(request: Asked) -> bool:
    """Whether the sender started the server."""
    return bool(request.session.get("host"))


def check_host(request: Asked) -> None:
    """Refuse everybody but the host."""
    if not is_host(request):
        raise PermissionDeniedException(texts_of(request)("only the host"))


def make_host(request: Asked) -> None:
    """From now on this browser is the host's."""
    request.session["host"] = True


def sit(request: Asked, table: str, ticket: Ticket) -> None:
    """This browser takes a seat."""
    seats = dict(request.session.get("seats", {}))
    seats[table] = [ticket.id, ticket.epoch]
    request.session["seats"] = seats


def seat_at(request: Asked, id: str) -> tuple[Table, Ticket]:
    """The table of this id, and the sender's seat there; the host sits there as game master."""
    say = texts_of(request)
    taken = request.session.get("seats", {}).get(id)
    if taken is None and not is_host(request):
        raise PermissionDeniedException(say("no seat"))
    table = hall_of(request).table(id)
    if table is None:
        raise NotFoundException(say("no table"))
    ticket = table.seats.valid(str(taken[0]), int(taken[1])) if taken else table.seats.tickets["gm"]
    if ticket is None:
        raise PermissionDeniedException(say("link is void"))
    return table, ticket


def directs(request: Asked, table: Table) -> bool:
    """Whether the sender is the game master of a table: another seat in the same browser would take that from them."""
    taken = request.session.get("seats", {}).get(table.id)
    ticket = table.seats.valid(str(taken[0]), int(taken[1])) if taken else None
    return ticket.role == "gm" if ticket is not None else is_host(request)


def as_gm(request: Asked, id: str) -> tuple[Table, Ticket]:
    """The table, for its game master alone."""
    table, ticket = seat_at(request, id)
    if ticket.role != "gm":
        raise PermissionDeniedException(texts_of(request)("only the game master"))
    return table, ticket
