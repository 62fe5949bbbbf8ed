"""The words of the ruleset language, gathered into the one struct that a ruleset file is read into."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import field

from turnwright.rules.kinds import Reader
from turnwright.rules.words.act import Acting, Action, Item, Limit, read_limit
from turnwright.rules.words.battlefield import Defeat, Departure, Forbidding, Rows
from turnwright.rules.words.counting import Counting
from turnwright.rules.words.declaring import Declaration
from turnwright.rules.words.devices import Bag, Deck
from turnwright.rules.words.duration import Duration, read_duration
from turnwright.rules.words.effects import Class, Concentration, Effect, EffectOrder, Lasting, Upkeep, Zero
from turnwright.rules.words.electing import Alternating, Naming, Slots
from turnwright.rules.words.extras import Extra, FirstStrike
from turnwright.rules.words.groups import Groups
from turnwright.rules.words.options import EncounterKind, Example, Option
from turnwright.rules.words.order import Initiative, Mode, Round, Turn
from turnwright.rules.words.phases import Contents
from turnwright.rules.words.places import Place
from turnwright.rules.words.reactions import Reacting, Reaction, Trigger
from turnwright.rules.words.rest import Rest
from turnwright.rules.words.roles import Formations, Roles
from turnwright.rules.words.sheet import Condition, Pool, Stat, Trait
from turnwright.rules.words.surprise import Surprise
from turnwright.rules.words.takeover import Takeover
from turnwright.rules.words.time import Scenes, Span, Time, read_span
from turnwright.rules.words.track import Dial, Task, Track
from turnwright.rules.words.waits import Gaps, Wait
from turnwright.rules.words.word import Word


class Ruleset(Word, frozen=True, kw_only=True):
    """A game's turn rules, as its file states them."""

    says: ClassVar[Mapping[str, str]] = {
        "game": "The name of the game.",
        "default": "The ruleset that is meant where none is named; for the one that comes with the program.",
        "open_sheet": "Sheets may hold any number and word, whether the file names it or not.",
        "words": "What this game calls a turn, a round, a pass, an encounter or a score, for the sentences of the log.",
        "sides": "Whom each side belongs to: `players` or `gm`. A side that is not named is the game master's.",
        "initiative": "How the order is found.",
    }

    game: str
    default: bool = False
    open_sheet: bool = False
    words: dict[str, str] = {}
    sides: dict[str, str] = {}
    time: Time = Time()
    scenes: Scenes = Scenes()
    modes: dict[str, Mode] = field(default_factory=lambda: {"ordered": Mode()})
    stats: dict[str, Stat] = {}
    traits: dict[str, Trait] = {}
    pools: dict[str, Pool] = {}
    conditions: dict[str, Condition] = {}
    effect_classes: dict[str, Class] = {}
    effect_order: EffectOrder = EffectOrder()
    effects: dict[str, Effect] = {}
    lasting: Lasting = Lasting()
    upkeep: Upkeep = Upkeep()
    concentration: Concentration = Concentration()
    zero: Zero = Zero()
    initiative: Initiative = Initiative()
    round: Round = Round()
    phases: dict[str, Contents] = {}
    turn: Turn = Turn()
    extras: dict[str, Extra] = {}
    first_strike: FirstStrike | None = None
    actions: dict[str, Action] = {}
    items: dict[str, Item] = {}
    acting: Acting = Acting()
    reactions: dict[str, Reaction] = {}
    triggers: dict[str, Trigger] = {}
    reacting: Reacting = Reacting()
    waits: dict[str, Wait] = {}
    gaps: Gaps = Gaps()
    surprise: Surprise | None = None
    places: dict[str, Place] = {}
    groups: Groups = Groups()
    decks: dict[str, Deck] = {}
    bag: Bag | None = None
    naming: Naming = Naming()
    slots: Slots = Slots()
    alternating: Alternating = Alternating()
    counting: Counting = Counting()
    declarations: dict[str, Declaration] = {}
    roles: Roles | None = None
    formations: Formations | None = None
    rows: Rows | None = None
    departures: dict[str, Departure] = {}
    forbidding: Forbidding = Forbidding()
    defeat: Defeat | None = None
    takeovers: dict[str, Takeover] = {}
    rests: dict[str, Rest] = {}
    tracks: dict[str, Track] = {}
    tasks: dict[str, Task] = {}
    dials: dict[str, Dial] = {}
    options: dict[str, Option] = {}
    kinds: dict[str, EncounterKind] = {}
    example: Example | None = None

    @property
    def side_of_players(self) -> str:
        """The side that players decide for, the first of several; empty in a game that names none."""
        return next((side for side, decides in self.sides.items() if decides == "players"), "")

    def side_in(self, there: Ruleset, side: str) -> str:
        """What a side is called by another ruleset: one of players stays a side of players, if there is one there."""
        theirs = self.sides.get(side) == "players" and there.sides.get(side) != "players"
        return (there.side_of_players or side) if theirs else side


READERS: Mapping[Any, Reader] = {Span: read_span, Limit: read_limit, Duration: read_duration}
"""How values of further types are read from the text of a file."""
