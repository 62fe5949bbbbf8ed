"""Who comes to a fight: by a list, or made ready beforehand. What pages and programs do alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from turnwright.engine.mechanics.cast import Add
from turnwright.fight import Fight
from turnwright.listing import Unusable, read_text
from turnwright.party import others, party
from turnwright.rules.load import Book, default_name
from turnwright.rules.shelf import headings
from turnwright.speech.catalogue import LANGUAGE
from turnwright.table.casts import Cast, keep
from turnwright.table.hall import Hall
from turnwright.table.live import Table
from turnwright.table.names import plain
from turnwright.table.tickets import Ticket


def bring_list(
    table: Table, ticket: Ticket, text: str, side: str, hidden: bool, fight: str, language: str = LANGUAGE
) -> tuple[str, ...]:
    """Add everybody on a list in one step, on ``side`` where it does not say on which; gives what to tell of it.

    Raises `Unusable` with everything that is wrong, where something is not understood; then nobody is added.
    """
    held = table.fight(table.before(ticket, fight)).told_in(language)
    listing = read_text(held, text)
    if listing.faults:
        raise Unusable(*listing.faults, *listing.shown)
    listed = zip(listing.who, listing.sided, strict=True)
    adds = tuple(_placed(one, "" if sided else side, hidden) for one, sided in listed if isinstance(one, Add))
    known = set(held.state.combatants)
    result = table.bring(ticket, adds, fight=fight, language=language)
    if not result:
        raise Unusable(*result.lines)
    return (*listing.notes, *_unsaid(held, known))


def _unsaid(fight: Fight, known: set[str]) -> Iterator[str]:
    """That nobody has said what those who came can bear."""
    vital = fight.rules.vital
    came = [one for one in fight.state.combatants.values() if one.id not in known]
    bare = fight.voice.listed(one.name for one in came if vital and vital not in one.pools)
    if bare:
        yield fight.voice.say("list", "no life", {"names": bare, "pool": vital})


def bring_casts(fight: Fight, casts: Iterable[Cast]) -> list[str]:
    """Bring those who were made ready to a new fight; gives their titles. Raises `Unusable`."""
    titles = []
    for cast in casts:
        result = cast.bring(fight)
        if result is not None and not result:
            raise Unusable(*result.lines)
        titles.append(cast.title)
    return titles


def lay_next(
    hall: Hall, table: Table, book: Book, with_party: bool, casts: Iterable[Cast], title: str, aside: bool = False
) -> str:
    """Put a further fight on a table, with the party of the one that is shown if wanted, perhaps laid ``aside``; gives
    its short name. Raises `CastRefused` and `Unusable`."""
    fight = hall.after(table.fight(), book) if with_party else hall.fight(book)
    titles = bring_casts(fight, casts)
    return table.lay(fight, title.strip()[:60] or next(iter(titles), "") or table.seats.title, aside=aside)


def keep_those(hall: Hall, table: Table, fight: Fight, with_party: bool, title: str, wounds: bool = False) -> Cast:
    """Keep the party of a fight, or those whom it meets, for another one: whole, or with their ``wounds``. Raises
    StoreError."""
    kept = party if with_party else others
    adds = kept(fight.rules, fight.state, whole=not wounds)
    return keep(hall.store, Cast("", plain(title) or table.seats.title, _name(fight), with_party, adds=adds))


def check_cast(cast: Cast, language: str = LANGUAGE) -> None:
    """Raises `Unusable` with everything that is wrong with the list of somebody made ready."""
    if cast.text.strip():
        listing = read_text(Fight.new(cast.ruleset).told_in(language), cast.text)
        if listing.faults:
            raise Unusable(*listing.faults)


def _placed(add: Add, side: str, hidden: bool) -> Add:
    return replace(add, side=side or add.side, hidden=add.hidden or hidden)


def _name(fight: Fight) -> str:
    """The name of the built-in ruleset that a fight is played by; of another one that of the plain one."""
    games = {game.game: game.name for game in headings()}
    return games.get(fight.ruleset.game, default_name())
