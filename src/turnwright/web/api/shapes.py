"""What goes in and comes out: the JSON of the API."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Raw, Struct

from turnwright.engine.base import Spoken
from turnwright.engine.view import View
from turnwright.table.deed import Deed
from turnwright.table.readings import Readings
from turnwright.table.screen import Screen
from turnwright.table.tickets import Role
from turnwright.web.api.troubles import Trouble

Name = Annotated[str, Meta(min_length=1, max_length=60)]
Names = Annotated[tuple[Name, ...], Meta(max_length=50)]
Id = Annotated[str, Meta(max_length=80)]
Ids = Annotated[tuple[Id, ...], Meta(max_length=20)]

# ---- what is sent


class Saying(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What goes with everything that is said.

    ``request`` names this request: sent again under the same name it is answered, and not carried out a second time.
    ``cursor`` is that of what was in view: the end of a turn then means that turn, an answer that question. ``fight``
    is the one that is meant, where no cursor says so; empty is the one before this seat.
    """

    request: Id = ""
    cursor: Annotated[str, Meta(max_length=4000)] = ""
    fight: Id = ""


class Words(Saying, frozen=True):
    """Something said at the table in words, as people type it; empty is the next step, for the game master."""

    words: Annotated[str, Meta(max_length=20_000)]


class Given(Saying, frozen=True):
    """A command struct. ``force`` overrules rules of the game, for the game master."""

    command: Spoken
    force: bool = False


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table for a new fight by a ruleset: with its example cast, with ``casts`` that were made ready, or empty.
    ``kind`` is a kind of encounter (empty: none), ``options`` are readings, as ``/rulesets/RULESET`` lists them."""

    ruleset: Id
    example: bool = False
    casts: Ids = ()
    kind: Id | None = None
    options: dict[Id, Id] = {}


class NewFight(Struct, frozen=True, forbid_unknown_fields=True):
    """A further fight on a table: by a ruleset (empty: that of the one that is shown), with the ``party`` of the one
    that is shown, with ``casts`` that were made ready; with a ``kind`` of encounter (null: as the one that is shown,
    empty: none), and other ``options``."""

    ruleset: Id = ""
    party: bool = False
    casts: Ids = ()
    kind: Id | None = None
    options: dict[Id, Id] = {}
    title: Annotated[str, Meta(max_length=60)] = ""


class NewPeople(Struct, frozen=True, forbid_unknown_fields=True):
    """A list of people as it is typed or pasted; ``side`` is for those of whom it does not say it."""

    text: Annotated[str, Meta(max_length=200_000)]
    side: Id = ""
    hidden: bool = False
    fight: Id = ""


class NewCast(Struct, frozen=True, forbid_unknown_fields=True):
    """A party, or those whom one meets, made ready for any table: a list as it is typed or pasted."""

    title: Name
    ruleset: Id
    text: Annotated[str, Meta(max_length=200_000)]
    party: bool = False


class Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """That the party of a fight, or those whom it meets, are to be kept for another one: whole, or with their
    ``wounds``."""

    party: bool
    wounds: bool = False
    title: Annotated[str, Meta(max_length=60)] = ""
    fight: Id = ""


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A further seat. Characters, by name, leave the seats that they belonged to."""

    name: Name
    role: Role = "player"
    characters: Names = ()


class SeatChange(Struct, frozen=True, forbid_unknown_fields=True):
    """What is changed about a seat; what is left out stays."""

    name: Name | None = None
    characters: Names | None = None
    edits: bool | None = None


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """A token for a seat; its name says what it is for."""

    seat: Id
    name: Name


class NewHook(Struct, frozen=True, forbid_unknown_fields=True):
    """An address that is told of changes: https, or http to the server's own computer."""

    url: Annotated[str, Meta(max_length=2000)]


# ---- what is answered


class RulesetSeen(Struct, frozen=True):
    """A ruleset, and how it can be played."""

    name: str
    readings: Readings


class Ruleset(Struct, frozen=True):
    """A ruleset to play by; ``example`` is the title of its example fight."""

    name: str
    game: str
    about: str
    default: bool
    example: str


class TableSeen(Struct, frozen=True):
    """A table."""

    id: str
    title: str


class NewTitle(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table is called from now on."""

    title: Name


class SeatSeen(Struct, frozen=True):
    """A seat: whose it is, and the characters that are theirs. ``taken`` once somebody sits there; ``edits`` where
    they may change their characters by hand. ``link`` invites to it, and is told to the game master."""

    id: str
    name: str
    role: Role
    characters: tuple[str, ...]
    taken: bool
    edits: bool
    link: str = ""


class Me(Struct, frozen=True):
    """Whose token this is: the host's, or that of a seat at a table."""

    host: bool
    table: TableSeen | None = None
    seat: SeatSeen | None = None


class FightSeen(Struct, frozen=True):
    """A fight on a table; ``shown`` is before everybody who has nobody in another, ``before_you`` before this seat."""

    id: str
    title: str
    shown: bool
    before_you: bool


class Now(Struct, frozen=True):
    """All that a seat sees now. ``cursor`` goes back with what is said, and resumes a stream; it tells nothing."""

    table: str
    fight: str
    cursor: str
    screen: Screen
    view: View


class Lines(Struct, frozen=True):
    """Lines of the log that this seat has heard, the oldest first."""

    lines: tuple[str, ...]


class Barred(Struct, frozen=True):
    """What can't be done now, and why."""

    label: str
    why: str


class Open(Struct, frozen=True):
    """A command that would be taken as it stands, in words and as a struct, with its cost."""

    words: str
    command: dict[str, Any]
    cost: dict[str, Any]


class Options(Struct, frozen=True):
    """What this seat can do now: as buttons (``deeds``), as commands, and what is ``barred``; ``asked`` is the question
    to it."""

    asked: str
    deeds: tuple[Deed, ...]
    commands: tuple[Open, ...]
    barred: tuple[Barred, ...]


class Completions(Struct, frozen=True):
    """How what was typed could go on: the whole line each time."""

    lines: tuple[str, ...]


class CastSeen(Struct, frozen=True):
    """A party, or those whom one meets, that were made ready."""

    id: str
    title: str
    ruleset: str
    party: bool


class Told(Struct, frozen=True):
    """What was said is done: what its giver is told of it."""

    lines: tuple[str, ...]


class SeatsSeen(Struct, frozen=True):
    """The seats of a table; ``link`` is the one by which any free seat is taken."""

    link: str
    seats: tuple[SeatSeen, ...]


class LinkSeen(Struct, frozen=True):
    """A link by which any free seat is taken."""

    link: str


class TokenSeen(Struct, frozen=True):
    """A token: for which seat, and what it is for."""

    id: str
    name: str
    seat: str


class TokenMade(TokenSeen, frozen=True):
    """A token that was made just now. ``token`` is shown this once, and kept nowhere."""

    token: str


class HookSeen(Struct, frozen=True):
    """An address that is told of changes; ``trouble`` says why the last message was not taken there."""

    id: str
    url: str
    trouble: str


class HookMade(HookSeen, frozen=True):
    """A hook that was made just now. ``secret`` is what its messages are signed with; it is shown this once."""

    secret: str


# ---- what is sent over a WebSocket


class Message(Struct, frozen=True, tag_field="type", tag=str.lower):
    """Something that the server sends."""


class Seen(Message, frozen=True):
    """What the seat sees from now on."""

    now: Raw


class Answered(Message, frozen=True):
    """What a program said is done; ``request`` is the name that it gave its message."""

    request: str
    lines: tuple[str, ...]


class Refused(Message, frozen=True):
    """What a program said is refused, and nothing has changed."""

    request: str
    trouble: Trouble


class Gone(Message, frozen=True):
    """The token is not valid any more, or the seat has too many newer streams; this was the last message."""

    trouble: Trouble
