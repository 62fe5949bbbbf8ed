"""The pages about seats: inviting people, sitting down, and what the game master changes about that."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Annotated, NamedTuple

import segno
from litestar import get, post
from litestar.enums import RequestEncodingType
from litestar.exceptions import ClientException, NotFoundException, PermissionDeniedException
from litestar.params import Body, FromPath
from litestar.response import Redirect, Template

from turnwright.table.live import GUESTS, Table, theirs
from turnwright.table.names import plain
from turnwright.table.tickets import Role, Ticket
from turnwright.web.hooks import hooks_of
from turnwright.web.links import link
from turnwright.web.outward import NotSent
from turnwright.web.pace import address, hold, pace_of
from turnwright.web.people import Asked, as_gm, directs, hall_of, keys_of, page, sit, texts_of


@dataclass
class SeatForm:
    """What is changed about a seat, or said of a new one. ``characters`` are names, a line for each."""

    name: str = ""
    role: Role = "player"
    characters: str = ""
    edits: str = ""


@dataclass
class TokenForm:
    """A token that is asked for: which seat a program is to act for, and what it is for."""

    seat: str
    name: str = ""


@dataclass
class HookForm:
    """The address of a server that is to be told of changes."""

    url: str


class Invite(NamedTuple):
    """A seat under the name that it is shown by, with its link, and the code for phones as an SVG picture."""

    ticket: Ticket
    name: str
    link: str
    code: str


@get("/t/{id:str}/invites", sync_to_thread=True)
def invites(request: Asked, id: FromPath[str]) -> Template:
    """The links: one for the whole table, one for each seat, each with a code for phones. For the game master."""
    return _invites(request, _as_gm(request, id))


def _invites(request: Asked, table: Table, made: str = "", secret: str = "") -> Template:
    """The page of links, tokens and hooks; ``made`` is a token, ``secret`` that of a hook, made just now."""
    id, keys = table.id, keys_of(request)
    named = {one.id: _called(request, one) for one in table.seats.tickets.values()}
    seats = [
        Invite(one, named[one.id], *_link(request, keys.invite(id, one)))
        for one in table.seats.tickets.values()
        if one.id != "gm"
    ]
    everybody = _link(request, keys.open_invite(id, table.seats.epoch))
    return page(
        request,
        "invites.html",
        id=id,
        title=table.seats.title,
        seats=seats,
        link=everybody[0],
        code=everybody[1],
        named=named,
        tokens=table.seats.tokens.values(),
        made=made,
        hooks=[(hook, hooks_of(request).trouble(hook.id)) for hook in table.seats.hooks.values()],
        secret=secret,
    )


def _called(request: Asked, ticket: Ticket) -> str:
    """The name of a seat: one that nobody has named, in the language of whoever reads it."""
    unnamed = ticket.name.casefold() == ticket.role
    return texts_of(request)(f"unnamed {ticket.role}") if unnamed else ticket.name


@post("/t/{id:str}/seats", sync_to_thread=True)
def add_seat(
    request: Asked, id: FromPath[str], data: Annotated[SeatForm, Body(media_type=RequestEncodingType.URL_ENCODED)]
) -> Redirect:
    """A further seat: a co-GM's, a player's, or one for those who watch."""
    table = _as_gm(request, id)
    owns = _names(data.characters)
    table.add_seat(data.role, data.name, owns)
    return Redirect(f"/t/{id}/invites")


@post("/t/{id:str}/seats/{seat:str}", sync_to_thread=True)
def change_seat(
    request: Asked,
    id: FromPath[str],
    seat: FromPath[str],
    data: Annotated[SeatForm, Body(media_type=RequestEncodingType.URL_ENCODED)],
) -> Redirect:
    """Whose a seat is, which characters belong to it, and whether they may be changed by hand."""
    table = _as_gm(request, id, seat)
    table.change_seat(seat, name=data.name, owns=_names(data.characters), edits=bool(data.edits))
    return Redirect(f"/t/{id}/invites")


@post("/t/{id:str}/renew/{seat:str}", sync_to_thread=True)
def renew(request: Asked, id: FromPath[str], seat: FromPath[str]) -> Redirect:
    """The links and sessions of a seat are void from now on."""
    _as_gm(request, id, seat).renew(seat)
    return Redirect(f"/t/{id}/invites")


@post("/t/{id:str}/renew", sync_to_thread=True)
def renew_open(request: Asked, id: FromPath[str]) -> Redirect:
    """The link for the whole table is void from now on."""
    _as_gm(request, id).renew_open()
    return Redirect(f"/t/{id}/invites")


@post("/t/{id:str}/remove/{seat:str}", sync_to_thread=True)
def remove(request: Asked, id: FromPath[str], seat: FromPath[str]) -> Redirect:
    """A seat is no more."""
    _as_gm(request, id, seat).remove(seat)
    return Redirect(f"/t/{id}/invites")


@post("/t/{id:str}/tokens", sync_to_thread=True, status_code=200)
def issue(
    request: Asked, id: FromPath[str], data: Annotated[TokenForm, Body(media_type=RequestEncodingType.URL_ENCODED)]
) -> Template:
    """A token by which a program acts for a seat; it is shown on the page that answers, and never again."""
    table = _as_gm(request, id)
    if data.seat not in table.seats.tickets:
        raise NotFoundException(texts_of(request)("no such seat"))
    _, key = table.issue(data.seat, data.name)
    return _invites(request, table, str(key))


@post("/t/{id:str}/withdraw/{token:str}", sync_to_thread=True)
def withdraw(request: Asked, id: FromPath[str], token: FromPath[str]) -> Redirect:
    """A token is void from now on."""
    table = _as_gm(request, id)
    if token in table.seats.tokens:
        table.withdraw(token)
    return Redirect(f"/t/{id}/invites")


@post("/t/{id:str}/hooks", sync_to_thread=True, status_code=200)
def add_hook(
    request: Asked, id: FromPath[str], data: Annotated[HookForm, Body(media_type=RequestEncodingType.URL_ENCODED)]
) -> Template:
    """Tell another server of changes; its secret is shown on the page that answers, and never again."""
    table = _as_gm(request, id)
    try:
        _, secret = hooks_of(request).add(table, data.url.strip())
    except NotSent as error:
        raise ClientException(texts_of(request)("hook is unfit", why=str(error))) from error
    return _invites(request, table, secret=secret)


@post("/t/{id:str}/unhook/{hook:str}", sync_to_thread=True)
def remove_hook(request: Asked, id: FromPath[str], hook: FromPath[str]) -> Redirect:
    """Tell another server of nothing any more."""
    table = _as_gm(request, id)
    if hook in table.seats.hooks:
        table.unhook(hook)
    return Redirect(f"/t/{id}/invites")


@get("/join/{word:str}", sync_to_thread=True)
def join(request: Asked, word: FromPath[str]) -> Redirect | Template:
    """Take the seat that a link stands for, or choose a free one."""
    table, ticket = _linked(request, word)
    if directs(request, table):
        raise ClientException(texts_of(request)("you are the game master"))
    if ticket is not None:
        return _sit_down(request, table, ticket)
    return page(request, "join.html", word=word, title=table.seats.title, free=_free(table), sitting=_sitting(table))


@post("/join/{word:str}", sync_to_thread=True)
def choose(
    request: Asked, word: FromPath[str], data: Annotated[SeatForm, Body(media_type=RequestEncodingType.URL_ENCODED)]
) -> Redirect:
    """Take a free seat by the table's open link, or one of one's own under a name."""
    table, ticket = _linked(request, word)
    if directs(request, table):
        raise ClientException(texts_of(request)("you are the game master"))
    if ticket is None:
        hold(request, pace_of(request).guests.take(address(request)))
        ticket = _taken(request, table, data.characters) if data.characters else _guest(request, table, data.name)
    return _sit_down(request, table, ticket)


def _taken(request: Asked, table: Table, id: str) -> Ticket:
    """A free seat, which now is the sender's."""
    free = next((one for one in _free(table) if one.id == id), None)
    ticket = table.take_seat(free.id) if free is not None else None
    if ticket is None:
        raise PermissionDeniedException(texts_of(request)("seat is taken"))
    return ticket


def _guest(request: Asked, table: Table, name: str) -> Ticket:
    """A seat of the sender's own, under a name."""
    called = plain(name)
    if not called:
        raise ClientException(texts_of(request)("nameless"))
    if called.casefold() in map(str.casefold, _sitting(table)):
        raise ClientException(texts_of(request)("name is taken", name=called))
    ticket = table.add_guest(called)
    if ticket is None:
        raise PermissionDeniedException(texts_of(request)("table is full", most=GUESTS))
    return ticket


def _linked(request: Asked, word: str) -> tuple[Table, Ticket | None]:
    """The table of a link, and its seat; none where any free one is meant."""
    named = keys_of(request).read(word)
    table = hall_of(request).table(named[0]) if named else None
    if table is not None and named:
        ticket = table.seats.valid(named[1], named[2])
        if ticket is not None or (not named[1] and named[2] == table.seats.epoch):
            return table, ticket
    raise PermissionDeniedException(texts_of(request)("link is void"))


def _free(table: Table) -> list[Ticket]:
    """The seats where nobody sits yet: whoever watches, and the characters that players decide for."""
    here = _played(table)
    return [
        one
        for one in table.seats.tickets.values()
        if one.role == "spectator" or (one.role == "player" and not one.taken and not here.isdisjoint(one.owns))
    ]


def _played(table: Table) -> set[str]:
    """The names of those in the fights on a table for whom players decide, and of whom anybody may know."""
    return {name for fight in table.seats.fights for name in theirs(table.fight(fight))}


def _sitting(table: Table) -> list[str]:
    """The names of those who sit there as players, of whom a newcomer may know."""
    here = _played(table)
    there = (one for one in table.seats.tickets.values() if one.role == "player" and one.taken)
    return [one.name for one in there if one.guest or not here.isdisjoint(one.owns)]


def _sit_down(request: Asked, table: Table, ticket: Ticket) -> Redirect:
    if ticket.role == "player":
        ticket = table.change_seat(ticket.id, taken=True)
    sit(request, table.id, ticket)
    return Redirect(f"/t/{table.id}")


def _as_gm(request: Asked, id: str, seat: str = "") -> Table:
    """The table, for its game master alone; ``seat`` is one that they may change."""
    table, _ = as_gm(request, id)
    if seat == "gm" or (seat and seat not in table.seats.tickets):
        raise NotFoundException(texts_of(request)("no such seat"))
    return table


def _names(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.strip() for name in text.splitlines() if name.strip()))


def _link(request: Asked, word: str) -> tuple[str, str]:
    made = link(request, f"join/{word}")
    out = io.BytesIO()
    segno.make(made, micro=False).save(out, kind="svg", scale=4, border=2, xmldecl=False, svgns=True)
    return made, out.getvalue().decode()


HANDLERS = [
    invites,
    add_seat,
    change_seat,
    renew,
    renew_open,
    remove,
    issue,
    withdraw,
    add_hook,
    remove_hook,
    join,
    choose,
]
