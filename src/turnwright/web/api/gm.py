"""What the programs of a game master do about the seats, the fights and the tokens of a table."""

from __future__ import annotations

from typing import Any

from litestar.params import FromPath, JSONBody

from turnwright.fight import CastRefused
from turnwright.listing import Unusable
from turnwright.rules.load import find
from turnwright.table.live import Table
from turnwright.table.readings import read_otherwise
from turnwright.table.tickets import Ticket
from turnwright.web.api import shapes
from turnwright.web.api.callers import as_gm, gm_at
from turnwright.web.api.host import cast_seen, casts_of, known, unusable
from turnwright.web.api.routes import changes, makes, reads, removes, says
from turnwright.web.api.showing import fight_before, fights_of, seat_seen
from turnwright.web.api.troubles import decline, nowhere
from turnwright.web.links import link
from turnwright.web.newcomers import bring_list, keep_those, lay_next
from turnwright.web.people import Asked, hall_of, keys_of

# ---- seats


@reads("/tables/{id:str}/seats", tags=["game master"])
def seats(request: Asked, id: FromPath[str]) -> shapes.SeatsSeen:
    """The seats, with the links that invite to them."""
    table = as_gm(request, id)
    return shapes.SeatsSeen(_open_link(request, table), tuple(_seen(request, table, one) for one in _seats(table)))


@makes("/tables/{id:str}/seats", tags=["game master"])
def new_seat(request: Asked, id: FromPath[str], data: JSONBody[shapes.NewSeat]) -> shapes.SeatSeen:
    """A further seat."""
    table = as_gm(request, id)
    return _seen(request, table, table.add_seat(data.role, data.name, data.characters))


@changes("/tables/{id:str}/seats/{seat:str}", tags=["game master"])
def edit_seat(
    request: Asked, id: FromPath[str], seat: FromPath[str], data: JSONBody[shapes.SeatChange]
) -> shapes.SeatSeen:
    """Whose a seat is, which characters belong to it, whether they may be changed by hand."""
    table = _with_seat(request, id, seat)
    return _seen(request, table, table.change_seat(seat, name=data.name, owns=data.characters, edits=data.edits))


@makes("/tables/{id:str}/seats/{seat:str}/renew", tags=["game master"])
def renew_seat(request: Asked, id: FromPath[str], seat: FromPath[str]) -> shapes.SeatSeen:
    """Void the link, the sessions and the tokens of a seat; the answer has the new link."""
    table = _with_seat(request, id, seat)
    return _seen(request, table, table.renew(seat))


@removes("/tables/{id:str}/seats/{seat:str}", tags=["game master"])
def remove_seat(request: Asked, id: FromPath[str], seat: FromPath[str]) -> None:
    """A seat is no more, nor are its tokens."""
    _with_seat(request, id, seat).remove(seat)


@makes("/tables/{id:str}/renew", tags=["game master"])
def renew_link(request: Asked, id: FromPath[str]) -> shapes.LinkSeen:
    """Void the link by which any free seat is taken; the answer has the new one. Whoever sits stays."""
    table = as_gm(request, id)
    table.renew_open()
    return shapes.LinkSeen(_open_link(request, table))


# ---- fights


@makes("/tables/{id:str}/fights", tags=["game master"])
def new_fight(request: Asked, id: FromPath[str], data: JSONBody[shapes.NewFight]) -> shapes.FightSeen:
    """Put a further fight on the table, and show it."""
    table = as_gm(request, id)
    begun = find(known(data.ruleset)) if data.ruleset else table.fight().book
    chosen = casts_of(request, data.casts)
    try:
        book = read_otherwise(begun, data.kind, data.options)
        return _fight(table, lay_next(hall_of(request), table, book, data.party, chosen, data.title))
    except (CastRefused, Unusable) as wrong:
        raise unusable(wrong) from wrong


@makes("/tables/{id:str}/fights/{fight:str}/show", tags=["game master"], status_code=200)
def show_fight(request: Asked, id: FromPath[str], fight: FromPath[str]) -> shapes.FightSeen:
    """Show a fight to everybody who has nobody in another."""
    table = _with_fight(request, id, fight)
    table.show(fight)
    return _fight(table, fight)


@removes("/tables/{id:str}/fights/{fight:str}", tags=["game master"])
def lift_fight(request: Asked, id: FromPath[str], fight: FromPath[str]) -> None:
    """Take a fight off the table; it stays saved. The last one stays."""
    table = _with_fight(request, id, fight)
    if not table.lift(fight):
        raise decline(409, "fight.last", "The last fight stays on the table.", "Put another one there first.")


@says("/tables/{id:str}/people", tags=["game master"])
def add_people(request: Asked, id: FromPath[str], data: JSONBody[shapes.NewPeople]) -> shapes.Told:
    """Add everybody on a list in one step; where something in it is not understood, nobody is added."""
    table, ticket = gm_at(request, id)
    fight = fight_before(table, ticket, data.fight)
    try:
        return shapes.Told(bring_list(table, ticket, data.text, data.side, data.hidden, fight))
    except Unusable as wrong:
        raise unusable(wrong) from wrong


@makes("/tables/{id:str}/keep", tags=["game master"])
def keep_people(request: Asked, id: FromPath[str], data: JSONBody[shapes.Kept]) -> shapes.CastSeen:
    """Keep the party of a fight, or those whom it meets, for another one."""
    table, ticket = gm_at(request, id)
    fight = table.fight(fight_before(table, ticket, data.fight))
    return cast_seen(keep_those(hall_of(request), table, fight, data.party, data.title, data.wounds))


# ---- tokens


@reads("/tables/{id:str}/tokens", tags=["game master"])
def tokens(request: Asked, id: FromPath[str]) -> list[shapes.TokenSeen]:
    """The tokens by which programs act for seats of this table."""
    return [shapes.TokenSeen(one.id, one.name, one.seat) for one in as_gm(request, id).seats.tokens.values()]


@makes("/tables/{id:str}/tokens", tags=["game master"])
def new_token(request: Asked, id: FromPath[str], data: JSONBody[shapes.NewToken]) -> shapes.TokenMade:
    """A token by which a program acts for a seat. It is shown this once."""
    table = as_gm(request, id)
    if data.seat not in table.seats.tickets:
        raise nowhere("seat", data.seat, table.seats.tickets)
    token, shown = table.issue(data.seat, data.name)
    return shapes.TokenMade(token.id, token.name, token.seat, str(shown))


@removes("/tables/{id:str}/tokens/{token:str}", tags=["game master"])
def withdraw_token(request: Asked, id: FromPath[str], token: FromPath[str]) -> None:
    """Void a token."""
    table = as_gm(request, id)
    if token not in table.seats.tokens:
        raise nowhere("token", token, table.seats.tokens)
    table.withdraw(token)


# ---- what they have in common


def _seats(table: Table) -> list[Ticket]:
    return [one for one in table.seats.tickets.values() if one.id != "gm"]


def _with_seat(request: Asked, id: str, seat: str) -> Table:
    """The table, which has this seat; that of whoever opened it is not changed."""
    table = as_gm(request, id)
    there = [one.id for one in _seats(table)]
    if seat not in there:
        raise nowhere("seat", seat, there)
    return table


def _with_fight(request: Asked, id: str, fight: str) -> Table:
    table = as_gm(request, id)
    if fight not in table.seats.fights:
        raise nowhere("fight", fight, table.seats.fights)
    return table


def _fight(table: Table, id: str) -> shapes.FightSeen:
    return next(one for one in fights_of(table, table.seats.tickets["gm"]) if one.id == id)


def _seen(request: Asked, table: Table, ticket: Ticket) -> shapes.SeatSeen:
    return seat_seen(ticket, link(request, f"join/{keys_of(request).invite(table.id, ticket)}"))


def _open_link(request: Asked, table: Table) -> str:
    return link(request, f"join/{keys_of(request).open_invite(table.id, table.seats.epoch)}")


HANDLERS: list[Any] = [
    seats,
    new_seat,
    edit_seat,
    renew_seat,
    remove_seat,
    renew_link,
    new_fight,
    show_fight,
    lift_fight,
    add_people,
    keep_people,
    tokens,
    new_token,
    withdraw_token,
]
