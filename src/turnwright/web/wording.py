"""Help with words: a form for each of them, and how a line that is being typed could go on."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath, FromQuery
from litestar.response import Response, Template
from markupsafe import escape

from turnwright.engine.knowing import world
from turnwright.engine.view import view
from turnwright.fight import Fight
from turnwright.speech.voice import Voice
from turnwright.table.live import viewer_of
from turnwright.table.screen import against_rules, further
from turnwright.table.slots import Slots
from turnwright.table.tickets import Ticket
from turnwright.table.words import topics, word_forms
from turnwright.web.people import Asked, as_gm, language_of, page, seat_at

LONGEST = 400
"""Longer lines, in letters, are not completed: nobody types them."""

MOST = 40
"""So many ways to go on are offered."""


@get("/t/{id:str}/words", sync_to_thread=True)
def words(request: Asked, id: FromPath[str], word: FromQuery[str] = "", fight: FromQuery[str] = "") -> Template:
    """All words that the sender may say, by what they are about; or the forms for one of them."""
    table, ticket = seat_at(request, id)
    on = table.before(ticket, fight)
    slots = _slots(table.fight(on), ticket, language_of(request))
    gm = ticket.role == "gm"
    if not word:
        return page(request, "words.html", topics=topics(slots.voice, gm, ticket.edits), id=id, fight=on)
    about = slots.voice.catalogue
    told = about.text("help", word) if about.has("help", word) else ""
    return page(
        request, "words.html", form=word_forms(slots, word, gm, ticket.edits), word=word, about=told, id=id, fight=on
    )


@get("/t/{id:str}/complete", sync_to_thread=True)
def completions(
    request: Asked, id: FromPath[str], words: FromQuery[str] = "", fight: FromQuery[str] = ""
) -> Response[str]:
    """How what has been typed so far could go on, as options of a list."""
    table, ticket = seat_at(request, id)
    held = table.fight(table.before(ticket, fight))
    if len(words) > LONGEST:
        return Response("", media_type="text/html")
    found = held.complete(words) if ticket.role == "gm" else table.seat(ticket, held).complete(words)
    lines = dict.fromkeys(words[: one.start] + one.text for one in found)
    return Response("".join(f"<option>{escape(line)}</option>" for line in list(lines)[:MOST]), media_type="text/html")


@get("/t/{id:str}/more", sync_to_thread=True)
def more(
    request: Asked,
    id: FromPath[str],
    fight: FromQuery[str] = "",
    who: FromQuery[str] = "",
    against: FromQuery[str] = "",
) -> Template:
    """What those can do of whom nothing is expected now; where they are many, one of them. With ``against``: what a
    rule bars now, to be overruled. For the game master."""
    table, ticket = as_gm(request, id)
    on = table.before(ticket, fight)
    held, language = table.fight(on), language_of(request)
    found = against_rules(held, language) if against else further(held, language, who)
    return page(request, "more.html", more=found, id=id, fight=on)


def _slots(fight: Fight, ticket: Ticket, language: str) -> Slots:
    rules, state = fight.rules, fight.state
    viewer = viewer_of(state, ticket)
    known = world(rules, state, viewer)
    return Slots(Voice(rules, known, language, viewer), view(rules, state, viewer))


HANDLERS = [words, completions, more]
