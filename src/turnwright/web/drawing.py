"""What somebody at a table is shown, as HTML, and the cursor that goes with it.

The cursor is opaque: it tells nobody anything, but this server knows by it what its holder had in view.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from types import SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from jinja2.runtime import Macro
from litestar.template import TemplateEngineProtocol
from markupsafe import Markup
from msgspec import Struct

from turnwright.engine import Encounter
from turnwright.seat import Sight, sight
from turnwright.table.live import Table
from turnwright.table.screen import screen, undoable
from turnwright.table.tickets import Seats, Ticket
from turnwright.web.keys import Keys
from turnwright.web.people import Asked, language_of, texts_in

TABLE = "\0"
"""Stands for the table while a screen is drawn: its pieces are the same at all tables. No text holds it."""

LENGTHS = 256
"""Cursors are as long as a multiple of this, before they are sealed."""


class Cursor(Struct, frozen=True, array_like=True):
    """A screen that was sent: its digest, the fight that it showed, and what was before its viewer."""

    digest: str
    fight: str
    seen: Sight

    def sealed(self, keys: Keys) -> str:
        """The cursor as it leaves the server; its length tells nothing either."""
        content = msgspec.json.encode(self)
        return keys.seal(content.ljust(-(-len(content) // LENGTHS) * LENGTHS))


def opened(keys: Keys, sealed: str) -> Cursor | None:
    """The cursor that was given out; None for anything else."""
    found = keys.unseal(sealed)
    try:
        return msgspec.json.decode(found, type=Cursor) if found is not None else None
    except msgspec.MsgspecError:
        return None


class Drawn(Struct, frozen=True):
    """A screen as text (HTML or JSON), with its cursor."""

    text: str
    cursor: Cursor


def draw(request: Asked, table: Table, ticket: Ticket, wanted: str = "") -> Drawn:
    """The screen of a seat as it is now."""
    id = table.before(ticket, wanted)
    fight = table.fight(id)
    seen = sight(fight.encounter)
    language, seats = language_of(request), table.seats
    kept = _KEPT.setdefault(table, {})
    key = (ticket, id, language)
    held = kept.get(key)
    if held is not None and held[0] is fight.encounter and held[1] == seen and held[2] is seats:
        return held[3]
    drawn = screen(table, ticket, fight, language)
    context: dict[str, Any] = {"id": TABLE, "ticket": ticket, "fight": id, "t": texts_in(language), "log": _log}
    if ticket.role == "gm":
        context["fights"] = tuple((one.id, one.title) for one in seats.fights.values())
        context["seated"] = any(one.role == "player" and one.taken for one in seats.tickets.values())
    context["undoable"] = ticket.role == "player" and undoable(ticket, fight, language)
    # On one line it is one line of the stream, too.
    html = (
        _render(request, page_of(ticket, "screen"), language, screen=drawn, **context)
        .strip()
        .replace("\n", " ")
        .replace("\r", " ")
        .replace(TABLE, table.id)
    )
    made = Drawn(html, Cursor(blake2b(html.encode(), digest_size=9).hexdigest(), id, seen))
    kept[key] = (fight.encounter, seen, seats, made)
    return made


_KEPT: WeakKeyDictionary[Table, dict[Any, tuple[Encounter, Sight, Seats, Drawn]]] = WeakKeyDictionary()
"""The last screen of each seat at a table: several who look at the same one have it drawn once."""


def with_cursor(drawn: Drawn, sealed: str) -> str:
    """The HTML that is sent: with it the cursor, which commands bring back."""
    # A browser that loads the page again puts what fields held back into them, but not into this one.
    return f'{drawn.text}<input type="hidden" id="cursor" value="{sealed}" autocomplete="off">'


def page_of(ticket: Ticket, part: str = "") -> str:
    """The template of a role's page, or of a part of it."""
    name = "gm" if ticket.role == "gm" else "player"
    return f"{name}_{part}.html" if part else f"{name}.html"


def _render(request: Asked, template: str, language: str, **context: Any) -> str:
    engine = request.app.template_engine
    assert engine is not None
    drawn: str = engine.get_template(template).render(**context, parts=_parts(engine, language))
    return drawn


PIECES = 4096
"""So many pieces of screens of each kind are kept."""


@lru_cache(maxsize=16)
def _parts(engine: TemplateEngineProtocol[Any, Any], language: str) -> SimpleNamespace:
    """The macros of ``parts.html`` in a language. Each keeps what it has drawn: most pieces of a screen are the same
    as on the one before it, and on those of others."""
    parts = SimpleNamespace()
    module = engine.get_template("parts.html").make_module({"t": texts_in(language), "parts": parts})
    macros = {name: one for name, one in vars(module).items() if isinstance(one, Macro)}
    vars(parts).update({name: lru_cache(PIECES)(macro) for name, macro in macros.items()})
    return parts


def _log(lines: tuple[str, ...]) -> Markup:
    """The lines of the log, the last one first."""
    return Markup("".join(map(_line, reversed(lines))))


@lru_cache(PIECES)
def _line(text: str) -> Markup:
    return Markup("<li>{}</li>").format(text)
