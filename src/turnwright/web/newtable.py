"""New tables: by an example in one press, or with the kind of encounter and the readings that are chosen."""

from __future__ import annotations

from collections.abc import Mapping

from litestar import get, post
from litestar.exceptions import ClientException, NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template

from turnwright.listing import Unusable
from turnwright.rules.load import Book, builtin_names, find
from turnwright.table.readings import read_otherwise, readings
from turnwright.web.forms import Form, field
from turnwright.web.people import Asked, check_host, hall_of, page, texts_of

OPTION = "option "
"""How the field of an option begins; its name follows."""


@get("/new/{ruleset:str}", sync_to_thread=True)
def new_table(request: Asked, ruleset: FromPath[str]) -> Template:
    """What can be chosen for a table of a game. For the host."""
    check_host(request)
    book = builtin(request, ruleset)
    return page(request, "new.html", ruleset=ruleset, readings=readings(book))


@post("/tables", sync_to_thread=True)
def open_table(request: Asked, data: Form) -> Redirect:
    """Open a table for a new fight."""
    check_host(request)
    book = builtin(request, field(request, data, "ruleset"))
    try:
        book = as_asked(request, book, data)
    except Unusable as wrong:
        raise ClientException(" ".join(wrong.lines)) from wrong
    table = hall_of(request).new(book, example=bool(field(request, data, "example")))
    return Redirect(f"/t/{table.id}")


def builtin(request: Asked, ruleset: str) -> Book:
    """The book of a ruleset that comes with Turnwright; refuses any other."""
    if ruleset not in builtin_names():
        raise NotFoundException(texts_of(request)("no ruleset"))
    return find(ruleset)


def as_asked(request: Asked, book: Book, form: Mapping[str, object]) -> Book:
    """A book with what a form chooses of it. Raises `Unusable`."""
    kind = field(request, form, "kind") if "kind" in form else None
    options = {
        name.removeprefix(OPTION): field(request, form, name).strip() for name in form if name.startswith(OPTION)
    }
    return read_otherwise(book, kind, options)


HANDLERS = [new_table, open_table]
