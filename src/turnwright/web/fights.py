"""The pages about fights: those on a table, adding people, and what was made ready beforehand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from litestar import get, post
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath, FromQuery
from litestar.response import Redirect, Template
from msgspec.structs import replace

from turnwright.fight import CastRefused
from turnwright.listing import Unusable
from turnwright.rules.load import default_name
from turnwright.rules.shelf import headings
from turnwright.table.casts import Cast, casts, find_cast, keep
from turnwright.table.names import plain
from turnwright.table.readings import readings
from turnwright.web.forms import Form, field
from turnwright.web.newcomers import bring_casts, bring_list, check_cast, keep_those, lay_next
from turnwright.web.newtable import as_asked, builtin
from turnwright.web.people import Asked, as_gm, check_host, hall_of, language_of, page, texts_of


@dataclass
class Newcomers:
    """The form that adds people: a list, and where they stand of whom it does not say it."""

    text: str
    side: str = ""
    hidden: str = ""
    fight: str = ""


@get("/t/{id:str}/fights", sync_to_thread=True)
def fights(request: Asked, id: FromPath[str], fight: FromQuery[str] = "") -> Template:
    """The fights on a table; a further one can be begun, and those who are in one be kept for later."""
    table, _ = as_gm(request, id)
    ready = casts(hall_of(request).store)
    return page(
        request,
        "fights.html",
        id=id,
        title=table.seats.title,
        seats=table.seats,
        fight=fight or table.seats.shown,
        games=headings(),
        casts=ready,
        readings=readings(table.fight().book),
    )


@post("/t/{id:str}/fights", sync_to_thread=True)
def begin(request: Asked, id: FromPath[str], data: Form) -> Redirect | Template:
    """Begin a further fight on this table: with the party of the one that is shown, and those who were made ready."""
    table, _ = as_gm(request, id)
    ruleset = field(request, data, "ruleset")
    chosen, title = _chosen(request, data), field(request, data, "title")
    try:
        # How it is played is asked of the game that is played now.
        book = builtin(request, ruleset) if ruleset else as_asked(request, table.fight().book, data)
        laid = lay_next(hall_of(request), table, book, bool(data.get("party")), chosen, title, not data.get("show"))
    except (CastRefused, Unusable) as wrong:
        return _refused(request, id, wrong)
    return Redirect(f"/t/{id}?fight={laid}")


@post("/t/{id:str}/fights/{fight:str}/show", sync_to_thread=True)
def show(request: Asked, id: FromPath[str], fight: FromPath[str]) -> Redirect:
    """Show another of the fights."""
    table, _ = as_gm(request, id)
    if fight in table.seats.fights:
        table.show(fight)
    return Redirect(f"/t/{id}/fights")


@post("/t/{id:str}/fights/{fight:str}/lift", sync_to_thread=True)
def lift(request: Asked, id: FromPath[str], fight: FromPath[str]) -> Redirect:
    """Take a fight off the table; it stays saved."""
    table, _ = as_gm(request, id)
    if fight in table.seats.fights:
        table.lift(fight)
    return Redirect(f"/t/{id}/fights")


@post("/t/{id:str}/add", sync_to_thread=True, status_code=200)
def add(
    request: Asked, id: FromPath[str], data: Annotated[Newcomers, Body(media_type=RequestEncodingType.URL_ENCODED)]
) -> Template:
    """Add everybody on a list in one step; where something in it is not understood, nobody is added."""
    table, ticket = as_gm(request, id)
    try:
        told = bring_list(table, ticket, data.text, data.side, bool(data.hidden), data.fight, language_of(request))
    except Unusable as wrong:
        return page(request, "notice.html", lines=wrong.lines, fine=False)
    return page(request, "notice.html", lines=told, fine=True)


@post("/t/{id:str}/keep", sync_to_thread=True)
def keep_cast(request: Asked, id: FromPath[str], data: Form) -> Redirect:
    """Keep the party, or those whom it meets, for another fight."""
    table, ticket = as_gm(request, id)
    fight = table.fight(table.before(ticket, field(request, data, "fight")))
    whom, title, wounds = (field(request, data, name) for name in ("whom", "title", "wounds"))
    keep_those(hall_of(request), table, fight, whom == "party", title, bool(wounds))
    return Redirect(f"/t/{id}/fights")


@get("/casts/{cast:str}", sync_to_thread=True)
def cast_page(request: Asked, cast: FromPath[str]) -> Template:
    """A party or an encounter that is made ready."""
    check_host(request)
    return _cast_page(request, _found(request, cast))


@post("/casts/{cast:str}", sync_to_thread=True)
def save_cast(request: Asked, cast: FromPath[str], data: Form) -> Redirect | Template:
    """Keep what was made ready, if all of it is understood."""
    check_host(request)
    text, title = field(request, data, "text"), plain(field(request, data, "title"))
    ruleset = builtin(request, field(request, data, "ruleset")).name
    made = replace(_found(request, cast), title=title or "?", ruleset=ruleset, party=bool(data.get("party")), text=text)
    try:
        check_cast(made, language_of(request))
    except Unusable as wrong:
        return _cast_page(request, made, wrong.lines)
    kept = keep(hall_of(request).store, made)
    return Redirect(f"/casts/{kept.id}")


@post("/casts/{cast:str}/begin", sync_to_thread=True)
def begin_cast(request: Asked, cast: FromPath[str], data: Form) -> Redirect | Template:
    """A new table with those who were made ready."""
    check_host(request)
    found, hall = _found(request, cast), hall_of(request)
    fight = hall.fight(found.ruleset)
    try:
        bring_casts(fight, (found, *_chosen(request, data)))
    except Unusable as wrong:
        return _cast_page(request, found, wrong.lines)
    return Redirect(f"/t/{hall.open(fight, found.title).id}")


@post("/casts/{cast:str}/delete", sync_to_thread=True)
def delete_cast(request: Asked, cast: FromPath[str]) -> Redirect:
    """What was made ready is kept no longer."""
    check_host(request)
    hall_of(request).store.delete(_found(request, cast).id)
    return Redirect("/")


def _cast_page(request: Asked, cast: Cast, faults: tuple[str, ...] = ()) -> Template:
    ready = casts(hall_of(request).store)
    rest = [one for one in ready if one.id != cast.id and one.ruleset == cast.ruleset]
    return page(request, "cast.html", cast=cast, faults=faults, games=headings(), others=rest)


def _found(request: Asked, id: str) -> Cast:
    found = Cast(ruleset=default_name()) if id == "new" else find_cast(hall_of(request).store, id)
    if found is None:
        raise NotFoundException(texts_of(request)("no cast"))
    return found


def _chosen(request: Asked, form: dict[str, Any]) -> list[Cast]:
    given = form.get("cast", [])
    return [_found(request, str(one)) for one in (given if isinstance(given, list) else [given]) if one]


def _refused(request: Asked, id: str, wrong: CastRefused | Unusable) -> Template:
    return page(request, "error.html", 422, status=422, detail=str(wrong), back=f"/t/{id}/fights")


HANDLERS = [fights, begin, show, lift, add, keep_cast, cast_page, save_cast, begin_cast, delete_cast]
