"""A table that is open: its fights, its seats, and those who wait to hear of changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import RLock
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from turnwright.engine import Command, State
from turnwright.engine.mechanics.cast import Add, Bring
from turnwright.engine.play import seat
from turnwright.fight import Fight, Unreadable
from turnwright.naming import free_name
from turnwright.rules.faults import FileFaults
from turnwright.seat import Result, Seat, Sight
from turnwright.speech.catalogue import LANGUAGE
from turnwright.store import Store, StoreError
from turnwright.table.names import plain
from turnwright.table.tickets import (
    Hook,
    Hooked,
    Issued,
    Laid,
    Lifted,
    OnTable,
    Opened,
    Removed,
    Renewed,
    Reopened,
    Role,
    Seated,
    SeatEvent,
    Seats,
    Shown,
    Ticket,
    Token,
    Unhooked,
    Withdrawn,
    fold,
)
from turnwright.table.tokens import SeatKey, digest, new_id, new_secret

TABLE = "table"
"""The kind of log that holds the seats and fights of a table."""


GUESTS = 30
"""So many seats of a table are made by its open link; the game master makes more, and takes some away."""

Made = TypeVar("Made")


class OffTable(KeyError):
    """A fight does not lie on the table, or has been taken off it just now."""


class Table:
    """A table in use. Whoever calls may be any thread: one thing is done after another.

    The logs are the truth. What another program adds to them is taken in by `refresh`; where that was faster, a step is
    decided anew on what is so then.
    """

    def __init__(self, store: Store, id: str, seats: Seats, written: int) -> None:
        self.id = id
        self.seats = seats
        self._fights: dict[str, Fight] = {}
        self._store = store
        self._written = written
        self._lock = RLock()
        self._watchers: set[Callable[[], None]] = set()

    @classmethod
    def new(cls, store: Store, fight: Fight, title: str) -> Table:
        """Open a table with a fight on it: with a seat for the game master, one for those who only watch, and one for
        each combatant that a player decides for. Raises StoreError."""
        table = cls(store, new_id(), Seats(), 0)
        gm, spectator = Ticket("gm", "gm", "GM"), Ticket("spectator", "spectator", "spectator")
        store.create(table.id, b"{}", (), TABLE)
        table._note(Opened(title), Seated(gm), Seated(spectator))
        table.lay(fight, title)
        return table

    @classmethod
    def load(cls, store: Store, id: str) -> Table:
        """A table that was opened before. Raises StoreError."""
        payloads = [payload for _, payload in store.read(id)]
        return cls(store, id, fold(payloads), len(payloads))

    # ---- fights

    def fight(self, id: str = "") -> Fight:
        """A fight that is on this table, by its short name there; without one, the one that is shown.

        Raises `OffTable` for one that is not, and what `Fight.load` raises.
        """
        with self._lock:
            on_table = self.seats.fights.get(id or self.seats.shown)
            if on_table is None:
                raise OffTable(id)
            if on_table.id not in self._fights:
                self._fights[on_table.id] = Fight.load(self._store, on_table.log)
            return self._fights[on_table.id]

    def before(self, ticket: Ticket, wanted: str = "") -> str:
        """The short name of the fight before somebody: the one wanted, if they may look at it; for a player else
        one in which they have somebody, the shown one first."""
        if wanted in self.open_to(ticket):
            return wanted
        shown = self.seats.shown
        if ticket.role == "player" and ticket.owns:
            for id in (shown, *reversed(self.seats.fights)):
                if id in self.seats.fights and self._among(id, ticket):
                    return id
        return shown

    def open_to(self, ticket: Ticket) -> dict[str, OnTable]:
        """The fights that somebody may look at, by their short names: all of them as game master, else the one that is
        shown and those in which they have somebody. The others may be what the game master has yet to show."""
        return {
            id: fight
            for id, fight in self.seats.fights.items()
            if ticket.role == "gm" or id == self.seats.shown or (ticket.owns and self._among(id, ticket))
        }

    def _among(self, id: str, ticket: Ticket) -> bool:
        """Whether a player has somebody in a fight, and that may be known."""
        return not self.seats.fights[id].aside and _present(self.fight(id).state, ticket)

    def lay(self, fight: Fight, title: str, *, aside: bool = False) -> str:
        """Put a fight on this table, saved under its title, and show it, unless it is laid ``aside`` for the game
        master; gives its short name.

        Whoever a player decides for and has no seat is given one. Raises StoreError.
        """
        with self._lock:
            name = _saved(self._store, fight, title)

            def lay() -> str:
                id = new_id()
                self._note(Laid(OnTable(id, name, name, aside)))
                return id

            id = self._settled(lay)
            self._fights[id] = fight
            self._settled(lambda: self._seat_all(fight))
        self.tell()
        return id

    def show(self, id: str) -> None:
        """Show a fight that is on the table; raises KeyError for one that is not."""
        self._change(lambda: Shown(self.seats.fights[id].id))

    def lift(self, id: str) -> bool:
        """Take a fight off the table, which stays saved; the last one stays where it is. Whether it is off; raises
        KeyError for one that is not there."""
        self._change(lambda: Lifted(self.seats.fights[id].id) if len(self.seats.fights) > 1 else None)
        return id not in self.seats.fights

    def do(
        self,
        ticket: Ticket,
        said: str | Command,
        *,
        fight: str = "",
        request: str = "",
        seen: Sight | None = None,
        force: bool = False,
        language: str = LANGUAGE,
    ) -> Result:
        """What somebody says at the table, in words or as a command; the game master may ``force`` a command. They are
        answered in their ``language``.

        Raises StoreError where it could not be saved, and KeyError for a fight that is not on the table; then nothing
        has changed.
        """
        with self._lock:
            on = self.before(ticket, fight)
            before, written = self.fight(on).state, self.fight(on).encounter.revision

            def say() -> Result:
                held = self.fight(on)
                # One seat's requests are no other's, whatever they are called.
                named = f"{ticket.id} {request}" if request else ""
                if ticket.role != "gm":
                    return self.seat(ticket, held, language).do(said, request=named, seen=seen)
                told = held.told_in(language)
                if isinstance(said, Command):
                    return told.give(said, force=force, request=named, seen=seen, by=ticket.id)
                return told.do(said, request=named, seen=seen, by=ticket.id)

            result = self._settled(say)
            held = self.fight(on)
            # Some things are only told: they stand in the log, and nothing else is changed by them.
            changed = held.encounter.revision != written
            if changed:
                self._settled(lambda: self._follow(held, before))
        if changed:
            self.tell()
        return result

    def bring(self, ticket: Ticket, adds: tuple[Add, ...], *, fight: str = "", language: str = LANGUAGE) -> Result:
        """Add everybody on a list in one step; raises as `do` does."""
        return self.do(ticket, Bring(adds), fight=fight, language=language)

    def rename(self, title: str) -> None:
        """Call the table otherwise."""
        self._change(lambda: Opened(title))

    # ---- seats

    def add_seat(self, role: Role, name: str, owns: tuple[str, ...] = ()) -> Ticket:
        """A further seat; characters that are named leave the seats that they belonged to. Without a name it is called
        after them, or after its role."""
        called = plain(name) or plain(", ".join(owns)) or role

        def add() -> Ticket:
            ticket = Ticket(new_id(), role, called, owns)
            self._give(ticket)
            return ticket

        with self._lock:
            ticket = self._settled(add)
        self.tell()
        return ticket

    def add_guest(self, name: str) -> Ticket | None:
        """A seat for somebody who came by the open link; None where as many have as it takes (`GUESTS`)."""
        made: list[Ticket] = []

        def add() -> None:
            if sum(one.guest for one in self.seats.tickets.values()) < GUESTS:
                made.append(Ticket(new_id(), "player", name, taken=True, guest=True))
                self._note(Seated(made[-1]))

        with self._lock:
            self._settled(add)
        self.tell()
        return made[-1] if made else None

    def change_seat(
        self,
        id: str,
        *,
        name: str | None = None,
        owns: tuple[str, ...] | None = None,
        edits: bool | None = None,
        taken: bool | None = None,
    ) -> Ticket:
        """Change what is given of a seat; raises KeyError for one that is not there."""

        def change() -> Ticket:
            old = self.seats.tickets[id]
            ticket = replace(
                old,
                name=plain(name or "") or old.name,
                owns=old.owns if owns is None else owns,
                edits=old.edits if edits is None else edits,
                taken=old.taken if taken is None else taken,
            )
            if ticket != old:
                self._give(ticket)
            return ticket

        with self._lock:
            ticket = self._settled(change)
        self.tell()
        return ticket

    def take_seat(self, id: str) -> Ticket | None:
        """Sit down where nobody sits yet; None where somebody does by now, or the seat is gone."""
        taken: list[Ticket] = []

        def take() -> None:
            found = self.seats.tickets.get(id)
            if found is not None and not found.taken:
                taken.append(replace(found, taken=found.role == "player"))
                self._note(Seated(taken[-1]))

        with self._lock:
            self._settled(take)
        self.tell()
        return taken[-1] if taken else None

    def renew(self, id: str) -> Ticket:
        """Void the links, sessions and tokens of a seat; raises KeyError for one that is not there."""
        self._change(lambda: Renewed(self.seats.tickets[id].id))
        return self.seats.tickets[id]

    def renew_open(self) -> None:
        """Void the open link of the table; whoever sits stays."""
        self._change(Reopened)

    def remove(self, id: str) -> None:
        """Take a seat away; raises KeyError for one that is not there."""
        self._change(lambda: Removed(self.seats.tickets[id].id))

    def issue(self, id: str, name: str) -> tuple[Token, SeatKey]:
        """A token by which a program acts for a seat, and as that shows it, which is kept nowhere; raises KeyError for
        a seat that is not there."""
        secret = new_secret()

        def issue() -> Token:
            epoch = self.seats.tickets[id].epoch
            token = Token(new_id(), id, epoch, plain(name) or "bot", digest(secret))
            self._note(Issued(token))
            return token

        with self._lock:
            return self._settled(issue), SeatKey(self.id, secret)

    def withdraw(self, token: str) -> None:
        """Void a token; raises KeyError for one that is not there."""
        self._change(lambda: Withdrawn(self.seats.tokens[token].id))

    def hook(self, url: str) -> Hook:
        """Tell an address of changes from now on."""
        hook = Hook(new_id(), url)
        self._change(lambda: Hooked(hook))
        return hook

    def unhook(self, id: str) -> None:
        """Tell an address of nothing any more; raises KeyError for one that is not there."""
        self._change(lambda: Unhooked(self.seats.hooks[id].id))

    def seat(self, ticket: Ticket, fight: Fight, language: str = LANGUAGE) -> Seat:
        """A fight as the player of this ticket holds it; a spectator owns nobody."""
        # By the seat's id: several may bear one name, and the game master's is anybody's to choose.
        return Seat(fight.encounter, owned(fight.state, ticket), ticket.id, language, ticket.edits)

    # ---- changes

    def refresh(self) -> None:
        """Take in what another program has done to the table and its fights. Raises StoreError."""
        with self._lock:
            changed = self._catch_up()
        if changed:
            self.tell()

    def concerns(self, log: str) -> bool:
        """Whether a log, by its name, is this table's or that of a fight on it."""
        return log == self.id or any(log == fight.log for fight in tuple(self.seats.fights.values()))

    @contextmanager
    def at_rest(self) -> Iterator[None]:
        """Nothing at the table changes meanwhile."""
        with self._lock:
            yield

    def tell(self) -> None:
        """Let everybody who watches look again."""
        for told in tuple(self._watchers):
            told()

    def watch(self, told: Callable[[], None]) -> Callable[[], None]:
        """Call ``told`` after each change, from whichever thread made it; gives what ends that."""
        self._watchers.add(told)
        return lambda: self._watchers.discard(told)

    def _follow(self, fight: Fight, before: State) -> None:
        """What has changed in a fight and concerns the seats: somebody is called otherwise, a hero has joined."""
        now = fight.state.combatants
        called = {one.name: now[id].name for id, one in before.combatants.items() if id in now}
        renamed = {name: new for name, new in called.items() if name != new}
        if renamed:
            self._rename(fight, renamed)
        self._seat_all(fight, before)

    def _rename(self, fight: Fight, renamed: dict[str, str]) -> None:
        """A seat keeps whoever is called otherwise in a fight; but by a name it comes to nobody who was not its own:
        not to a character of another seat, nor to somebody in another fight."""
        elsewhere = self._called_elsewhere(fight)
        seats = tuple(self.seats.tickets.values())
        for ticket in seats:
            others = {renamed.get(name, name) for one in seats if one.id != ticket.id for name in one.owns}
            owns: dict[str, None] = {}
            for name in ticket.owns:
                new = renamed.get(name, name)
                kept = new in ticket.owns or new not in others | elsewhere
                owns.update(dict.fromkeys((new, name) if kept and name in elsewhere else (new if kept else name,)))
            if tuple(owns) != ticket.owns:
                self._note(Seated(replace(ticket, owns=tuple(owns))))

    def _called_elsewhere(self, fight: Fight) -> set[str]:
        """The names of everybody in the other fights of the table, as far as these can be read."""
        found: set[str] = set()
        for id in self.seats.fights:
            with suppress(StoreError, Unreadable, FileFaults):
                other = self.fight(id)
                found.update(one.name for one in other.state.combatants.values() if other is not fight)
        return found

    def _seat_all(self, fight: Fight, before: State | None = None) -> None:
        """A seat for each whom a player decides for and who has none, but was not there, or was hidden, before."""
        sides = fight.ruleset.sides
        for one in fight.state.combatants.values():
            if sides.get(one.side) != "players" or one.belongs_to or one.hidden or one.gone:
                continue
            known = before.combatants.get(one.id) if before is not None else None
            if (known is None or known.hidden) and self.seats.of(one.name) is None:
                self._note(Seated(Ticket(new_id(), "player", one.name, (one.name,))))

    def _give(self, ticket: Ticket) -> None:
        for other in tuple(self.seats.tickets.values()):
            rest = tuple(name for name in other.owns if name not in ticket.owns)
            if other.id != ticket.id and rest != other.owns:
                self._note(Seated(replace(other, owns=rest)))
        self._note(Seated(ticket))

    def _change(self, event: Callable[[], SeatEvent | None]) -> None:
        """Note what an event changes, as things stand then; None is nothing."""

        def change() -> None:
            found = event()
            if found is not None:
                self._note(found)

        with self._lock:
            self._settled(change)
        self.tell()

    def _settled(self, change: Callable[[], Made]) -> Made:
        """What comes of a change to the logs; where another program was faster, of the same one upon what that did."""
        while True:
            try:
                return change()
            except StoreError as error:
                if error.code != "conflict":
                    raise
                self._catch_up()

    def _catch_up(self) -> bool:
        """Take in what others have added to the logs; whether that was anything."""
        payloads = [payload for _, payload in self._store.read(self.id, self._written)]
        self.seats = fold(payloads, self.seats)
        self._written += len(payloads)
        grown = [id for id in tuple(self._fights) if self._has_grown(id)]
        return bool(payloads or grown)

    def _has_grown(self, id: str) -> bool:
        """Whether others have added to a fight, or it can't be shown any more; whoever wants it next is told why."""
        fight = self._fights[id]
        before = fight.state
        try:
            if not fight.follow(self._store, self.seats.fights[id].log):
                return False
            self._settled(lambda: self._follow(fight, before))
        except (KeyError, Unreadable, FileFaults):
            del self._fights[id]
        except StoreError as error:
            if error.code != "unknown":
                raise
            del self._fights[id]
        return True

    def _note(self, *events: SeatEvent) -> None:
        self._store.append_many(self.id, self._written + 1, map(msgspec.json.encode, events))
        self._written += len(events)
        for event in events:
            self.seats = event.apply(self.seats)


def _saved(store: Store, fight: Fight, title: str) -> str:
    """Save a fight under its title, or one made from that where it is taken; gives the name."""
    while True:
        name = free_name(store, title)
        try:
            fight.save(store, name)
            return name
        except StoreError as error:
            # Another program may just have taken it.
            if error.code != "exists":
                raise


def theirs(fight: Fight) -> set[str]:
    """The names of those in a fight whom players decide for, and who may be known."""
    sides, people = fight.ruleset.sides, fight.state.combatants.values()
    return {one.name for one in people if sides.get(one.side) == "players" and not (one.gone or one.hidden)}


def viewer_of(state: State, ticket: Ticket) -> frozenset[str] | None:
    """Whose view of a fight a seat has: that of its combatants and of all who belong to them; None is the game
    master's."""
    return None if ticket.role == "gm" else seat(state, owned(state, ticket)) or frozenset()


def owned(state: State, ticket: Ticket) -> frozenset[str]:
    """The combatants in a fight that belong to a seat, by id."""
    return frozenset(c.id for c in state.combatants.values() if c.name in ticket.owns)


def _present(state: State, ticket: Ticket) -> bool:
    return not state.closed and any(c.name in ticket.owns and not c.gone for c in state.combatants.values())
