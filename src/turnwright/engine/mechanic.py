"""What a mechanic is: one file's share of the engine, filed in tables when a ruleset is compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from turnwright.engine.base import Answers, Command, Event, Frame, Outcome, Refusal
from turnwright.engine.frames import Moment, Turn

if TYPE_CHECKING:
    from turnwright.engine.acts import ActFrame
    from turnwright.engine.compiled import Rules
    from turnwright.engine.doings import Intent
    from turnwright.engine.play import Play
    from turnwright.engine.state import State
    from turnwright.formula import Number
    from turnwright.rules.words import Ruleset
    from turnwright.rules.words.act import Deed, Doing
    from turnwright.rules.words.order import Phase

# The order inside one moment (SEM-25).
POOLS, UPKEEP, EFFECTS, TIMERS, STEPS, WINDOWS, QUESTIONS, REMOVALS = 10, 15, 20, 30, 40, 50, 60, 70


class Hook(NamedTuple):
    """Something that a rule does by itself at a moment.

    ``rank`` is its place inside the moment; ``due`` says cheaply whether it would do anything; ``silent`` hooks also
    run in the moments of a turn that is not played; those of ``effects`` have nothing to do while there is no effect.
    """

    rank: int
    run: Callable[[Play, Moment], Outcome]
    due: Callable[[Play, str], bool]
    silent: bool = False
    effects: bool = False


class Coin(NamedTuple):
    """Something beside pools that a cost can be paid with: what somebody has of it, and how some is taken (or given
    back)."""

    left: Callable[[Play, str], Number]
    take: Callable[[Play, str, Number, str], None]


class OffTurn(NamedTuple):
    """Whether somebody may do off their turn what belongs to it, and the rule that says so."""

    allowed: bool
    ref: str


class Stepping(NamedTuple):
    """Who steps in at a gap: ``now``, at the same time where they are several, and ``later``, at the same moment.

    With ``joins`` they act together with whoever comes up next.
    """

    now: tuple[str, ...]
    later: tuple[str, ...] = ()
    joins: bool = False


class OrderKind(NamedTuple):
    """A way to find who acts next: its frame, and whether entries must have been ranked first."""

    frame: Callable[[], Frame]
    ranked: bool


Seen = Callable[[str], bool]
"""Whether a viewer may know of somebody, or of a place in the order, by id."""


@dataclass(frozen=True, slots=True)
class Mechanic:
    """A mechanic's commands, events and frames, and what it adds to the places where the engine asks the rules.

    - ``uses`` tells whether a ruleset has anything for it; where it has not, what it adds by itself is left out.
    - ``moments`` gives the hooks that a ruleset needs, by moment.
    - ``unable`` gives the word for why somebody can't act now, or nothing.
    - ``holds`` tells whether a turn that has come up must wait for its owner to say what becomes of it.
    - ``gap`` lists the entries that could step in between two turns, ``calls`` those whose declared moment it is;
      ``enter`` lets entries step in, and tells whether it was this mechanic's to do: those who act now (at the same
      time, where they are several; with whoever comes up next, if ``joins``), and those for whom it is the same moment
      and who come later.
    - ``overdue`` settles the wait of an entry whose place the order has come to again, and tells whether it did.
    - ``leftover`` brings up a turn that is still owed when the order is through, and tells whether it did.
    - ``heeds`` tells cheaply whether anybody might answer an act at all; one that nobody heeds has its effect at once.
      ``answers`` lists who could answer it now, ``before`` it is resolved or ``after``, in the order in which they are
      to do so.
    - ``off_turn`` tells whether somebody may do something although it belongs to one's own turn and this is another's,
      where this mechanic has a rule about that.
    - ``passed`` looks at somebody who lets the chance to answer an act go by, and gives the rule for that.
    - ``tied`` lists the entries that answer an act before it is resolved, all at the same moment.
    - ``objections`` are what this mechanic's rules have against somebody doing something.
    - ``acted`` looks at an act that has had its effect, ``turn_over`` at a turn that has just ended.
    - ``alters`` gives the formulas by which this mechanic changes a number on somebody's sheet.
    - ``coins`` are what can be paid with beside pools.
    - ``deeds`` are the verbs that an action may cause.
    - ``changed`` looks at somebody whose sheet, pools or conditions have changed; ``leaving`` at somebody who leaves;
      ``harmed`` at somebody whose vital pool was to lose so much, whatever absorbed of it.
    - ``join`` completes somebody who has just joined.
    - ``orders`` are ways to find who acts next, ``phases`` kinds of phase, by the words that files use for them.
    - ``next`` is the obvious step while a frame of that kind waits on top of the agenda; ``passes`` is what it means
      that somebody passes there (lets a chance to step in, to react or to take a turn go by); ``idle`` is what it comes
      to if nobody acts there, where that is more than the obvious step.
    - ``shows`` gives what lies open on the table, as a viewer may see it (None: the GM): a name, and plain data.
    - ``awaits`` lists whom a frame of that kind waits for, where it waits for some of the cast; ``anyhow`` tells, where
      that does not follow from whom it waits for, whether it would wait if there were only those of whom a test says
      that they are seen.
    - ``starts`` brings up the turn of somebody who acts while no turn is on, where the order leaves that open;
      ``takes`` is what it means, on a frame of that kind, that somebody takes a turn.
    - ``scores`` finds an entry's initiative by other means than a formula, and tells whether it did; ``scored`` looks
      at an entry whose initiative has just been found.
    - ``settles`` does what must be done before a turn goes on, and tells whether there was anything.
    - ``enrols`` puts somebody who joins into an entry that others act in, and tells whether it did.
    """

    name: str
    uses: Callable[[Ruleset], bool] | None = None
    commands: tuple[type[Command], ...] = ()
    events: tuple[type[Event], ...] = ()
    frames: Mapping[type[Frame], Callable[[Play, Any, Answers | None], Outcome]] = field(default_factory=dict)
    moments: Callable[[Rules], Iterable[tuple[str, Hook]]] | None = None
    unable: Callable[[Rules, State, str], str] | None = None
    holds: Callable[[Play, Turn], bool] | None = None
    gap: Callable[[Play], tuple[str, ...]] | None = None
    calls: Callable[[Play], tuple[str, ...]] | None = None
    enter: Callable[[Play, Stepping], bool] | None = None
    overdue: Callable[[Play, str], bool] | None = None
    leftover: Callable[[Play], bool] | None = None
    heeds: Callable[[Play, ActFrame], bool] | None = None
    answers: Callable[[Play, ActFrame, str], Iterable[str]] | None = None
    off_turn: Callable[[Play, str, str], OffTurn | None] | None = None
    passed: Callable[[Play, str, ActFrame], str] | None = None
    tied: Callable[[Play, ActFrame], tuple[str, ...]] | None = None
    objections: Callable[[Play, Intent, Doing], Iterable[Refusal]] | None = None
    acted: Callable[[Play, ActFrame], None] | None = None
    turn_over: Callable[[Play, Turn], None] | None = None
    alters: Callable[[Rules, State, str, str], Iterable[str]] | None = None
    coins: Mapping[str, Coin] = field(default_factory=dict)
    deeds: Mapping[str, Callable[[Play, str, Deed, tuple[str, ...]], None]] = field(default_factory=dict)
    changed: Callable[[Play, str], None] | None = None
    leaving: Callable[[Play, str], None] | None = None
    harmed: Callable[[Play, str, Number], None] | None = None
    join: Callable[[Play, str], None] | None = None
    orders: Mapping[str, OrderKind] = field(default_factory=dict)
    phases: Mapping[str, Callable[[Play, Phase], Frame]] = field(default_factory=dict)
    starts: Callable[[Play, str], None] | None = None
    takes: Mapping[type[Frame], Callable[[Play, Any, str], None]] = field(default_factory=dict)
    scores: Callable[[Play, str], bool] | None = None
    scored: Callable[[Play, str], None] | None = None
    settles: Callable[[Play, Turn], bool] | None = None
    enrols: Callable[[Play, str], bool] | None = None
    next: Mapping[type[Frame], Callable[[Play, Any], None]] = field(default_factory=dict)
    passes: Mapping[type[Frame], Callable[[Play, Any, str], None]] = field(default_factory=dict)
    idle: Mapping[type[Frame], Callable[[Play, Any], None]] = field(default_factory=dict)
    shows: Callable[[Rules, State, frozenset[str] | None], Iterable[tuple[str, object]]] | None = None
    awaits: Mapping[type[Frame], Callable[[Play, Any], tuple[str, ...]]] = field(default_factory=dict)
    anyhow: Mapping[type[Frame], Callable[[Play, Any, Seen], bool]] = field(default_factory=dict)
