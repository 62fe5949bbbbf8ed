"""Something said at a table from outside: by whom, and with what in view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from msgspec import Struct

from turnwright.engine import Command, Refusal
from turnwright.seat import Result
from turnwright.speech.catalogue import LANGUAGE
from turnwright.speech.forms import composed, lacking
from turnwright.store import StoreError
from turnwright.table.live import Table
from turnwright.table.tickets import Ticket
from turnwright.web.drawing import Cursor, Drawn, draw, opened
from turnwright.web.forms import field
from turnwright.web.people import Asked, keys_of, language_of, texts_of
from turnwright.web.terminal import tell

META = frozenset({"words", "request", "cursor", "fight", "force", "_csrf_token"})
"""What a form brings beside the fields that are filled in."""

Face = Callable[[Table, Ticket, str], Drawn]
"""What draws the screen of a seat: as a page, or as JSON."""


UNSEEN = ("revision.rewound", "moment.passed")
"""Refusals of what came too late: after something was taken back, or after what it was meant for."""


class Given(Struct, frozen=True):
    """Something said, in words or as a command: in which fight, with what in view, and under which name of a request.

    ``force`` overrules rules, as a ``!`` does in words. It is answered in ``language``.
    """

    said: str | Command
    fight: str
    held: Cursor | None = None
    request: str = ""
    force: bool = False
    language: str = LANGUAGE


class Words(Struct, frozen=True):
    """What is said: the lines that a game master would type (an empty one is the next step), the fight that is meant,
    the cursor of what its sender had in view, and the name of the request. ``lacks`` tells that a field is
    empty without which nothing can be said."""

    lines: tuple[str, ...]
    request: str = ""
    cursor: str = ""
    fight: str = ""
    lacks: bool = False

    @classmethod
    def of(cls, request: Asked, form: Mapping[str, object]) -> Words:
        """What a form says: its words, with what was filled in."""
        words, named, cursor, fight = (field(request, form, one) for one in ("words", "request", "cursor", "fight"))
        filled = [(name, value) for name, value in _pairs(form) if name not in META]
        insists = " !" if form.get("force") else ""
        lines = tuple(composed(line, filled) + insists for line in words.splitlines() or [""])
        return cls(lines, named, cursor, fight, lacking(words, filled))


def _pairs(form: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    for name, value in form.items():
        values = value if isinstance(value, list) else [value]
        yield from ((name, str(one)) for one in values)


def said_at(request: Asked, table: Table, ticket: Ticket, line: str, words: Words, number: int = 0) -> Result:
    """What comes of a line that somebody sent from a page, with the cursor of what they had in view.

    Of several lines those behind the first (``number`` counts from 0) follow on what that one has done.
    """
    held = opened(keys_of(request), words.cursor) if words.cursor else None
    wanted = words.fight or (held.fight if held is not None else "")
    on = table.before(ticket, wanted)
    if wanted not in ("", on):
        refusal = Refusal("fight.gone")
        return Result(None, (table.fight(on).told_in(language_of(request)).sentence(refusal),), refusal)
    held = held if held is not None and held.fight == on and number == 0 else None
    name = f"{words.request} {number}" if words.request else ""
    given = Given(line, on, held, name, language=language_of(request))
    try:
        return take(table, ticket, given, partial(draw, request))
    except StoreError as error:
        # Where it lies, and what else there is of it, stands in the terminal alone.
        tell(error)
        hint = texts_of(request)("store is busy" if error.code == "busy" else "store says why")
        refusal = Refusal("store.failed", data={"hint": hint})
        return Result(None, (table.fight(on).told_in(given.language).sentence(refusal),), refusal)


def take(table: Table, ticket: Ticket, given: Given, face: Face) -> Result:
    """What comes of something that somebody said.

    What comes a second time under the same name is answered, and not carried out again. Raises StoreError where it
    could not be saved; then nothing has changed.
    """
    held = given.held
    result = _done(table, ticket, given, held)
    if result.refusal is not None and result.refusal.code in UNSEEN and held is not None:
        # What happened since may have been nothing that this viewer could see: then their screen is still true.
        now = face(table, ticket, given.fight).cursor
        if now.digest == held.digest:
            return _done(table, ticket, given, now)
    return result


def _done(table: Table, ticket: Ticket, given: Given, held: Cursor | None) -> Result:
    seen = held.seen if held is not None else None
    return table.do(
        ticket,
        given.said,
        fight=given.fight,
        request=given.request,
        seen=seen,
        force=given.force,
        language=given.language,
    )
