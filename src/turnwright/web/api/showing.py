"""What a seat sees, as JSON, with the cursor that goes with it."""

from __future__ import annotations

from functools import partial
from hashlib import blake2b

import msgspec

from turnwright.engine import Command, codec
from turnwright.engine.view import view
from turnwright.seat import sight
from turnwright.table.live import Table, viewer_of
from turnwright.table.screen import screen
from turnwright.table.tickets import Ticket
from turnwright.web import saying
from turnwright.web.api.callers import Speaker
from turnwright.web.api.shapes import FightSeen, Given, Now, SeatSeen, Told, Words
from turnwright.web.api.troubles import Declined, Trouble, decline, nowhere
from turnwright.web.drawing import Cursor, Drawn, opened
from turnwright.web.keys import Keys

POSSIBLE = 20
"""So many things that can be done instead are told with a refusal."""


def now(keys: Keys, table: Table, ticket: Ticket, wanted: str = "") -> tuple[Now, Cursor]:
    """All that a seat sees now of the fight before it."""
    id = fight_before(table, ticket, wanted)
    fight = table.fight(id)
    seen = sight(fight.encounter)
    shown = Now(
        table.id, id, "", screen(table, ticket, fight), view(fight.rules, fight.state, viewer_of(fight.state, ticket))
    )
    cursor = Cursor(blake2b(codec.encode(shown), digest_size=9).hexdigest(), id, seen)
    return msgspec.structs.replace(shown, cursor=cursor.sealed(keys)), cursor


def draw_json(keys: Keys, table: Table, ticket: Ticket, wanted: str = "") -> Drawn:
    """What a seat sees now, as text; in the place of a fight that has been taken off the table, what is shown."""
    shown, cursor = now(keys, table, ticket, wanted if wanted in table.open_to(ticket) else "")
    return Drawn(codec.encode(shown).decode(), cursor)


def fight_before(table: Table, ticket: Ticket, wanted: str) -> str:
    """The short name of the fight that a request means; refuses one that is not on the table."""
    there = table.open_to(ticket)
    if wanted and wanted not in there:
        raise nowhere("fight", wanted, (f"fight={id}: {one.title}" for id, one in there.items()))
    id = table.before(ticket, wanted)
    if id not in table.seats.fights:
        raise decline(409, "fight.none", "No fight lies on this table.", "The game master puts one there.")
    return id


def fights_of(table: Table, ticket: Ticket) -> tuple[FightSeen, ...]:
    """The fights on a table that a seat may look at."""
    before = table.before(ticket)
    return tuple(
        FightSeen(id, one.title, id == table.seats.shown, id == before) for id, one in table.open_to(ticket).items()
    )


def seat_seen(ticket: Ticket, link: str = "") -> SeatSeen:
    """A seat, as it is shown to itself and to the game master."""
    return SeatSeen(ticket.id, ticket.name, ticket.role, ticket.owns, ticket.taken, ticket.edits, link)


def face(keys: Keys) -> partial[Drawn]:
    """What draws for programs."""
    return partial(draw_json, keys)


def answer(keys: Keys, speaker: Speaker, sent: Words | Given) -> Told:
    """Say something for a seat, or give a command; refuses with the reason, and with what is open to it instead.
    Raises StoreError where it could not be saved."""
    table, ticket, token = speaker
    said = sent.words if isinstance(sent, Words) else sent.command
    assert isinstance(said, (str, Command))
    force = isinstance(sent, Given) and sent.force
    if force and ticket.role != "gm":
        raise decline(403, "seat.gm_only", "Only the game master overrules rules.", "Give the command without force.")
    held = opened(keys, sent.cursor) if sent.cursor else None
    if sent.cursor and held is None:
        raise decline(400, "cursor.unknown", "This cursor was not given out here.", "Take that of what you see now.")
    fight = fight_before(table, ticket, held.fight if held is not None else sent.fight)
    # One program's requests are no other's, though both act for one seat.
    request = f"{token} {sent.request}" if sent.request else ""
    result = saying.take(table, ticket, saying.Given(said, fight, held, request, force), face(keys))
    if result.refusal is None:
        return Told(result.lines)
    shown = screen(table, ticket, table.fight(fight))
    possible = tuple(deed.words for deed in shown.deeds[:POSSIBLE])
    raise Declined(409, Trouble(result.refusal.code, " ".join(result.lines), possible, result.refusal.ref))
