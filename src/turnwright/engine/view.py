"""What one viewer may know of a fight: the only way out of the engine for those who are not the GM."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from turnwright.engine.base import Part, open_question
from turnwright.engine.choosing import choosing_now, side_of, waiting
from turnwright.engine.clock import Stretch, story_time, time_seen
from turnwright.engine.compiled import Rules
from turnwright.engine.finding import found_once
from turnwright.engine.formations import formation_now
from turnwright.engine.frames import Gap, Turn, turn_in
from turnwright.engine.knowing import known_wait
from turnwright.engine.lives import health, is_life, life_shown
from turnwright.engine.play import looking, seat, waited_for
from turnwright.engine.sheet import conditions, known_max
from turnwright.engine.state import Combatant, Entry, State, Wait
from turnwright.engine.veil import known, sees
from turnwright.engine.windows import awaited, open_window
from turnwright.formula import Number


class PoolView(Struct, frozen=True, gc=False, omit_defaults=True):
    """A pool as it is shown: what it holds and, where there is one, its maximum."""

    now: Number
    most: Number | None = None


class CombatantView(Struct, frozen=True, gc=False, omit_defaults=True):
    """A combatant as a viewer sees it. ``health`` is a word for each vital pool of which the viewer is shown no
    numbers: a condition of the ruleset, or ``unhurt``, ``hurt``, ``badly hurt``, ``down``."""

    id: str
    name: str
    side: str
    own: bool = False
    hidden: bool = False
    pools: dict[str, PoolView] = {}
    health: dict[str, str] = {}
    conditions: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    traits: dict[str, str] = {}


class EntryView(Struct, frozen=True, gc=False, omit_defaults=True):
    """A place in the order as a viewer sees it. ``ready`` is what was prepared, for those who may know."""

    id: str
    name: str
    members: tuple[str, ...]
    rank: Number | None = None
    active: bool = False
    acted: bool = False
    waiting: str = ""
    ready: Wait | None = None
    absent: str = ""
    granted: tuple[str, ...] = ()
    actor: str = ""


class ChoosingView(Struct, frozen=True, gc=False, omit_defaults=True):
    """A phase of choices that waits for people: which side chooses, who has yet to, what the viewer's own have chosen.

    ``called`` is the formation that has been called for.
    """

    side: str
    sets: str = ""
    may: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    chosen: dict[str, str] = {}
    called: str = ""


class QuestionView(Struct, frozen=True, gc=False, omit_defaults=True):
    """The parts of the open question that the viewer may answer."""

    code: str
    parts: tuple[Part, ...]
    ref: str = ""


class WindowView(Struct, frozen=True, gc=False, omit_defaults=True):
    """The chance to answer an act: who does it to whom, and those of the viewer who may answer now.

    Who is hidden stays unnamed, and so does what such a one does.
    """

    when: str
    asked: tuple[str, ...]
    who: str = ""
    act: str = ""
    targets: tuple[str, ...] = ()


class View(Struct, frozen=True, gc=False, omit_defaults=True):
    """A fight as one viewer may know it.

    ``clock`` is the story time, from the least to the most, in seconds. ``offered`` are the places of those who may
    step in now. ``table`` is what else lies open: cards, tokens, tracks, dials, objects, a rest, declarations.
    """

    game: str
    round: int
    phase: str
    scene: str = ""
    over: bool = False
    formation: str = ""
    choosing: ChoosingView | None = None
    order: tuple[EntryView, ...] = ()
    combatants: dict[str, CombatantView] = {}
    question: QuestionView | None = None
    window: WindowView | None = None
    clock: Stretch = (0, 0)
    offered: tuple[str, ...] = ()
    table: dict[str, Any] = {}


def view(rules: Rules, state: State, viewer: frozenset[str] | None = None) -> View:
    """The fight as the GM (None) or the player of these combatants may know it; an empty set is a spectator.

    Hidden combatants, their places and their questions are not in a player's view; while one of them acts, it stays as
    it was (`veil`). Seeds and draws are in no view. What
    belongs to a player's combatants is the player's own.
    """
    viewer = seat(state, viewer)
    seen = known(rules, state, viewer)
    shown = {
        c.id: _combatant(rules, seen, c, viewer)
        for c in seen.combatants.values()
        if not c.gone and (viewer is None or not c.hidden or c.id in viewer)
    }
    around = partial(_around, rules, viewer=viewer, shown=tuple(shown))
    return replace(found_once(("around", viewer), rules, state, around, tuple(shown)), combatants=shown)


def _around(rules: Rules, now: State, viewer: frozenset[str] | None, shown: tuple[str, ...]) -> View:
    """All that a viewer sees of a fight, beside those who are ``shown``."""
    state = known(rules, now, viewer)
    turn = turn_in(state.agenda)
    order = tuple(
        _entry(rules, state, state.entries[id], turn, shown, viewer)
        for id in state.order
        if not state.entries[id].gone and _visible(state.entries[id], shown)
    )
    return View(
        game=rules.ruleset.game,
        round=state.round,
        phase=state.phase,
        scene=state.scene.title if state.scene else "",
        over=state.closed,
        formation=formation_now(rules, state),
        choosing=_choosing(rules, state, viewer, shown),
        order=order,
        # What is asked of them comes at once; what they have answered stays until they see what came of it.
        question=_question(now, viewer) or _question(state, viewer),
        window=_window(rules, now, viewer),
        clock=story_time(rules, state) if viewer is None else time_seen(rules, state),
        offered=_offered(rules, state, shown),
        table={name: held for shows in rules.shows for name, held in shows(rules, state, viewer)},
    )


def without_sheets(seen: View) -> View:
    """A view in which nothing but the names and sides of those who are there tells them apart."""
    people = {who: CombatantView(one.id, one.name, one.side, one.own) for who, one in seen.combatants.items()}
    return replace(seen, combatants=people, table={})


def _visible(entry: Entry, shown: Collection[str]) -> bool:
    return not entry.members or any(who in shown for who in entry.members)


def _combatant(rules: Rules, state: State, combatant: Combatant, viewer: frozenset[str] | None) -> CombatantView:
    """Somebody as a viewer sees them: most are the same to all who are shown this state."""
    who, gm = combatant.id, viewer is None
    own, how = viewer is not None and who in viewer, life_shown(state, viewer, who)
    return found_once(
        ("seen", who, own, how, gm), rules, state, lambda seen: _looked_at(rules, seen, who, own, how, gm)
    )


def _looked_at(rules: Rules, state: State, who: str, own: bool, how: str, gm: bool) -> CombatantView:
    """Somebody as they are seen: whether they are the viewer's own, how their life is shown, whether the GM looks."""
    combatant = state.combatants[who]
    word = health(rules, state, who) if how == "words" else ""
    return CombatantView(
        id=who,
        name=combatant.name,
        side=combatant.side,
        own=own,
        hidden=combatant.hidden,
        pools={
            name: PoolView(held, known_max(rules, state, who, name))
            for name, held in combatant.pools.items()
            if how == "numbers" or not is_life(rules, name)
        },
        health={rules.vital or "hp": word} if word else {},
        conditions=conditions(rules, state, who),
        effects=tuple(e.name for e in state.effects.values() if e.bearer == who and (gm or not e.hidden)),
        traits=combatant.traits,
    )


def _ready(rules: Rules, entry: Entry, viewer: frozenset[str] | None) -> Wait | None:
    wait = known_wait(rules, entry, viewer)
    return wait if wait is not None and wait.act else None


def _entry(
    rules: Rules,
    state: State,
    entry: Entry,
    turn: Turn | None,
    shown: Collection[str],
    viewer: frozenset[str] | None,
) -> EntryView:
    cycle = state.cycle if viewer is None else state.cycle_seen
    return EntryView(
        id=entry.id,
        name=entry.name,
        members=tuple(who for who in entry.members if who in shown),
        rank=entry.rank if entry.rank is not None else entry.score,
        active=turn is not None and entry.id in (turn.entry, *turn.along),
        acted=entry.acted >= cycle > 0,
        waiting=entry.wait.kind if entry.wait else "",
        ready=_ready(rules, entry, viewer),
        absent=entry.absent,
        granted=entry.granted,
        actor=entry.actor if entry.actor in shown else "",
    )


def _window(rules: Rules, state: State, viewer: frozenset[str] | None) -> WindowView | None:
    play = looking(rules, state)
    found = open_window(play)
    if found is None:
        return None
    window, act = found
    who = awaited(play, window)
    mine = who if viewer is None else tuple(one for one in who if one in viewer)
    if not mine:
        return None
    targets = tuple(one for one in act.targets if sees(state, viewer, one))
    if not sees(state, viewer, act.who):
        return WindowView(window.when, mine, targets=targets)
    return WindowView(window.when, mine, act.who, act.act, targets)


def _offered(rules: Rules, state: State, shown: Collection[str]) -> tuple[str, ...]:
    """The places of those who may step in at the gap that is open, and have not let it go by."""
    gap = state.agenda[-1] if state.agenda else None
    if not isinstance(gap, Gap):
        return ()
    entries = (state.entry_of(one) for one in waited_for(looking(rules, state)) if one in shown)
    return tuple(dict.fromkeys(entry.id for entry in entries if entry is not None))


def _choosing(rules: Rules, state: State, viewer: frozenset[str] | None, shown: Collection[str]) -> ChoosingView | None:
    play = looking(rules, state)
    now = choosing_now(play)
    if now is None:
        return None
    frame, word = now
    return ChoosingView(
        side_of(play, frame),
        word.sets,
        word.may,
        tuple(who for who in waiting(play, frame, word) if who in shown),
        {who: chosen for who, chosen in frame.chosen.items() if viewer is None or who in viewer},
        frame.called,
    )


def _question(state: State, viewer: frozenset[str] | None) -> QuestionView | None:
    found = open_question(state)
    if found is not None and viewer is not None:
        found = found.asked_of(viewer)
    return QuestionView(found.ask.code, found.ask.parts, found.ask.ref) if found is not None else None
