"""What somebody's screen shows: made from that viewer's view, log and choices, so that it tells no more than these."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import partial
from typing import NamedTuple
from weakref import WeakKeyDictionary

from msgspec import Struct
from msgspec.structs import replace

from turnwright.engine import Choice, Encounter, Rules, State, choices
from turnwright.engine.finding import found_once
from turnwright.engine.frames import turn_in, turns_in
from turnwright.engine.knowing import known_wait, world
from turnwright.engine.noting import notes_of
from turnwright.engine.play import looking, waited_for
from turnwright.engine.scening import scene_on
from turnwright.engine.sheet import entry_unable, why_unable
from turnwright.engine.state import Effect
from turnwright.engine.turns import acting
from turnwright.engine.view import CombatantView, EntryView, PoolView, View, view, without_sheets
from turnwright.fight import Fight
from turnwright.formula import Number, show_number
from turnwright.speech.board import headline, standing_lines
from turnwright.speech.catalogue import LANGUAGE
from turnwright.speech.coming import next_step, to_roll
from turnwright.speech.hearing import heard_of
from turnwright.speech.lists import others
from turnwright.speech.offering import cost_text
from turnwright.speech.pending import going_on, passed_over, rule_of, spoken
from turnwright.speech.refusing import Outlook
from turnwright.speech.sheets import has_pool, health_text, left_text, wait_text
from turnwright.speech.voice import Voice
from turnwright.table.ahead import as_begun
from turnwright.table.deed import Deed
from turnwright.table.deeds import asked_ahead, barred, deeds, overruled
from turnwright.table.last import last_lines
from turnwright.table.live import Table, owned, viewer_of
from turnwright.table.slots import MANY, Slots
from turnwright.table.tickets import Seats, Ticket

PIPS = 6
"""Pools of at most so many are shown as pips."""

CROWD = 24
"""Of more people than these, pools of others are shown as numbers: a page of pips is as long as it is hard to read."""


class Pool(Struct, frozen=True):
    """A pool as it is shown: what it holds, of how many, and the pips for it where they can be counted at a glance."""

    label: str
    now: str
    most: str = ""
    pips: tuple[str, ...] = ()
    vital: bool = False


class Person(Struct, frozen=True):
    """A combatant on the screen: ``typed`` is the name as it is said in a line, ``words`` are conditions, roles and
    rows, ``effects`` what lasts, with what is left of it. ``passes`` tells that one's own lets all reactions go by,
    ``waits`` what one's own waits for or has ready, and how it goes on."""

    name: str
    typed: str
    pools: tuple[Pool, ...] = ()
    words: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    own: bool = False
    hidden: bool = False
    passes: bool = False
    waits: tuple[str, ...] = ()


class Row(Struct, frozen=True):
    """A place in the order. ``side`` is whose it is: of the ``players``, or of ``others``; ``ends`` tells that the
    round ends behind it."""

    name: str
    score: str
    side: str
    active: bool = False
    acted: bool = False
    notes: tuple[str, ...] = ()
    people: tuple[Person, ...] = ()


class Note(Struct, frozen=True):
    """A note of the game master: its number, about whom, and what it says."""

    number: int
    about: str
    text: str


class Screen(Struct, frozen=True):
    """All that one viewer sees. ``yours`` tells that it is the turn of somebody of theirs, ``soon`` that it will be
    next, ``asked`` what is asked of them, ``others_first`` that it is asked of others, and the turn goes on after that,
    ``enter`` what an empty line would do, ``passed`` who lets a chance go by in that, and ``robbed`` those of them who
    sit at the table and could still take it. ``opening`` are the words that bring the fight to its first turn, while it
    has none. ``around`` is what stands beside the order, ``left`` what would be lost if the viewer's turn ended now.
    ``sides``, ``new_side`` and ``suggested`` (effects and conditions) are what the game master can choose from,
    ``life`` is what the game calls what people can bear. ``reacts`` tells that the game has reactions, which one can
    always let go by. ``people`` are all there are, where they are so many that they are typed."""

    headline: str
    up: str
    next: str
    yours: bool
    soon: bool
    asked: str
    others_first: bool
    deeds: tuple[Deed, ...]
    barred: tuple[tuple[str, str], ...]
    around: tuple[str, ...]
    enter: str
    opening: tuple[str, ...]
    notes: tuple[Note, ...]
    sides: tuple[str, ...]
    new_side: str
    suggested: tuple[str, ...]
    life: str
    reacts: bool
    over: bool
    title: str = ""
    rows: tuple[Row, ...] = ()
    mine: tuple[Person, ...] = ()
    log: tuple[str, ...] = ()
    passed: str = ""
    robbed: str = ""
    left: str = ""
    people: tuple[str, ...] = ()

    @property
    def here(self) -> tuple[str, ...]:
        """Those whose turn it is, as they are typed."""
        active = [row for row in self.rows if row.active]
        names = {row.name for row in active}
        return tuple(one.typed for row in active for one in row.people if one.name in names) or (*self.up.split(", "),)


def screen(table: Table, ticket: Ticket, fight: Fight, language: str = LANGUAGE) -> Screen:
    """What the screen of this seat shows now of a fight that is on the table: the same as all with the same rights."""
    state, revision, seats = fight.state, fight.encounter.revision, table.seats
    own = owned(state, ticket)
    kept = _SCREENS.setdefault(fight.encounter, {})
    key = (ticket.role == "gm", own, language)
    held = kept.get(key)
    if held is not None and held.state is state and held.revision == revision and held.seats is seats:
        return held.screen
    made = _screen(table, ticket, fight, own, language)
    kept[key] = _Made(state, revision, seats, made)
    return made


class _Made(NamedTuple):
    """A screen, and of what it was made."""

    state: State
    revision: int
    seats: Seats
    screen: Screen


_SCREENS: WeakKeyDictionary[Encounter, dict[tuple[bool, frozenset[str], str], _Made]] = WeakKeyDictionary()
"""The last screen for each kind of rights with which somebody looks at a fight."""


def _screen(table: Table, ticket: Ticket, fight: Fight, own: frozenset[str], language: str) -> Screen:
    rules, state = fight.rules, fight.state
    gm = ticket.role == "gm"
    viewer = viewer_of(state, ticket)
    known = world(rules, state, viewer)
    seen = view(rules, state, viewer)
    voice = Voice(rules, known, language, viewer)
    open_now = choices(rules, state, viewer, needed(rules, state) if gm else None)
    bare, slots, shown = without_sheets(seen), Slots(voice, seen), as_begun(rules, known, seen)
    over = passed_over(voice) if gm else ()
    still = partial(_still, rules, viewer=viewer, own=own, language=language, seen=bare, open_now=open_now)
    return replace(
        found_once(("screen", viewer, own, language), rules, known, still, (bare, open_now)),
        title=table.seats.title,
        rows=tuple(_row(voice, slots, shown, entry) for entry in seen.order),
        mine=tuple(_person(voice, slots, c, _stepping_in(state)) for c in shown.combatants.values() if c.own),
        log=last_lines(table, voice, fight),
        passed=voice.names(over),
        robbed=voice.names(who for who in over if _sits(table.seats, state, who)),
        left=_left(voice, shown),
    )


def _still(
    rules: Rules,
    known: State,
    viewer: frozenset[str] | None,
    own: frozenset[str],
    language: str,
    seen: View,
    open_now: tuple[Choice, ...],
) -> Screen:
    """What a screen shows beside the sheets of people, the log, and what the seats at the table have to do with."""
    gm = viewer is None
    voice = Voice(rules, known, language, viewer)
    slots, outlook = Slots(voice, seen), Outlook(rules, known, viewer, open_now)
    offered = deeds(slots, outlook, seen, open_now)
    up = [entry for entry in seen.order if entry.active]
    after, asked = _next(rules, known, seen), _asked(voice) or _unseen(voice, offered)
    return Screen(
        headline=headline(voice, seen.clock),
        up=", ".join(entry.name for entry in up),
        next=after.name if after is not None else "",
        yours=any(not {*entry.members, entry.actor}.isdisjoint(own) for entry in up),
        soon=after is not None and not {*after.members, after.actor}.isdisjoint(own),
        asked=asked,
        others_first=not asked and bool(asked_ahead(voice)),
        deeds=offered,
        barred=barred(slots, outlook, open_now),
        around=tuple(standing_lines(voice)),
        enter=next_step(rules, known, language) if gm else "",
        opening=_opening(rules, known) if gm else (),
        notes=tuple(_notes(voice)) if gm else (),
        sides=_sides(rules, known) if gm else (),
        new_side=_new_side(rules, known) if gm else "",
        suggested=slots.options("LASTING") if gm else (),
        life=voice.label(rules.vital or "hp"),
        reacts=bool(rules.ruleset.reactions),
        over=seen.over,
        people=tuple(slots.options("NAME")) if len(seen.combatants) > MANY else (),
    )


def _sits(seats: Seats, state: State, who: str) -> bool:
    """Whether the player of a combatant is at the table, by a phone of their own."""
    ticket = seats.of(state.combatants[who].name) if who in state.combatants else None
    return ticket is not None and ticket.taken


def undoable(ticket: Ticket, fight: Fight, language: str = LANGUAGE) -> bool:
    """Whether the last that a player heard of is a step of their own, which they may take back unless something
    followed it unheard."""
    told = heard_of(fight.encounter, viewer_of(fight.state, ticket), 1, language)
    return bool(told) and told[-1][0].by == ticket.id


def needed(rules: Rules, state: State) -> frozenset[str]:
    """Those of whom something is expected now: whose turn it is, whoever may answer, step in or choose, and whoever has
    something ready."""
    play = looking(rules, state)
    turn = turn_in(state.agenda)
    ready = (who for e in state.entries.values() if e.wait is not None and e.wait.act for who in e.members)
    return frozenset((*(acting(state, turn) if turn is not None else ()), *waited_for(play), *ready))


class More(Struct, frozen=True):
    """What those can do of whom nothing is expected now; where they are many, who they are, by id and name."""

    deeds: tuple[Deed, ...] = ()
    people: tuple[tuple[str, str], ...] = ()


def further(fight: Fight, language: str = LANGUAGE, who: str = "") -> More:
    """What else is open to the game master: of everybody, or of one of them, by id."""
    rules, state = fight.rules, fight.state
    seen, voice = view(rules, state), Voice(rules, state, language)
    mine = needed(rules, state)
    play = looking(rules, state)
    owned = [(one, owners) for one in choices(rules, state) if (owners := one.command.owners(play))]
    there = dict.fromkeys(owner for _, owners in owned for owner in owners if mine.isdisjoint(owners))
    if not who and len(there) > MANY:
        return More(people=tuple((id, state.combatants[id].name) for id in there if id in state.combatants))
    found = [one for one, owners in owned if mine.isdisjoint(owners) and (not who or who in owners)]
    acts = deeds(Slots(voice, seen), Outlook(rules, state, None, found), seen, found, unlisted=False)
    return More(tuple(deed for deed in acts if deed.kind in ("act", "wait", "table")))


def against_rules(fight: Fight, language: str = LANGUAGE) -> More:
    """What a rule bars now, for a game master who overrules it: of everybody, or, where they are many, of those of whom
    something is expected."""
    rules, state = fight.rules, fight.state
    seen, voice = view(rules, state), Voice(rules, state, language)
    found = choices(rules, state, None, None if len(seen.combatants) <= MANY else needed(rules, state))
    return More(overruled(Slots(voice, seen), Outlook(rules, state, None, found), seen, found))


def _asked(voice: Voice) -> str:
    """What waits for people, with the rule that it comes from, and who has answered where others have yet to."""
    asked, rule, said = going_on(voice, typed=False), rule_of(voice), _spoken(voice)
    text = f"{asked} — {rule}" if asked and rule else asked
    return f"{text} ({said})" if asked and said else text


def _spoken(voice: Voice) -> str:
    names = spoken(voice)
    return voice.say("now", "answered", {"text": names}) if names else ""


def _unseen(voice: Voice, offered: Iterable[Deed]) -> str:
    """That somebody may answer what nobody they see has done; a player's page says no more of it."""
    names = dict.fromkeys(deed.who.strip('"') for deed in offered if deed.kind == "react")
    return voice.say("going on", "window.unseen", {"names": voice.listed(names)}) if names else ""


def _opening(rules: Rules, state: State) -> tuple[str, ...]:
    """What brings a fight, or its next scene, to the first turn: rolling for all, where the game rolls ahead, and the
    start."""
    if state.agenda or state.closed or scene_on(state) is not None or not state.combatants:
        return ()
    return ("roll", "start") if to_roll(rules, state) else ("start",)


def _left(voice: Voice, seen: View) -> str:
    """What those of the viewer whose turn it is have yet to spend in it."""
    up = {who for entry in seen.order if entry.active for who in (*entry.members, entry.actor)}
    mine = [one for one in seen.combatants.values() if one.own and one.id in up]
    pools = {
        name: one.pools[name].now for one in mine for name in voice.rules.turn_spent if one.pools.get(name) is not None
    }
    return cost_text(voice.rules, pools, voice.language)


def _sides(rules: Rules, state: State) -> tuple[str, ...]:
    """Where anybody can stand: the sides of the ruleset, those there are, and that of whoever comes next."""
    there = (one.side for one in state.combatants.values() if one.side and not one.gone)
    return tuple(dict.fromkeys((*rules.ruleset.sides, *there, _new_side(rules, state))))


def _new_side(rules: Rules, state: State) -> str:
    """Where those who are added stand: with the players until there is somebody, then with the others."""
    theirs = rules.ruleset.side_of_players
    there = any(c.side == theirs and not c.gone for c in state.combatants.values())
    return others(rules, state) if there else theirs


def _row(voice: Voice, slots: Slots, seen: View, entry: EntryView) -> Row:
    people = [seen.combatants[who] for who in dict.fromkeys((*entry.members, entry.actor)) if who in seen.combatants]
    sides = voice.rules.ruleset.sides
    players = any(sides.get(one.side) == "players" for one in people)
    return Row(
        entry.name,
        "–" if entry.rank is None else show_number(entry.rank),
        "players" if players else "others" if people else "",
        entry.active,
        entry.acted,
        tuple(_row_notes(voice, seen, entry)),
        tuple(_person(voice, slots, one) for one in people),
    )


def _row_notes(voice: Voice, seen: View, entry: EntryView) -> Iterator[str]:
    wait = voice.state.entries[entry.id].wait if voice.viewer is None else entry.ready
    if wait is not None:
        yield voice.say("now", "waits", {"text": wait_text(voice, wait)})
    elif entry.waiting:
        yield voice.say("now", "waits", {"text": voice.label(entry.waiting)})
    for kind in entry.granted:
        yield voice.say("now", "granted", {"kind": kind})
    if entry.absent:
        yield voice.say("now", "absent", {"why": entry.absent})
    if entry.id in seen.offered:
        yield voice.say("page", "may step in")
    if voice.viewer is None and entry.id in _stepping_in(voice.state):
        yield voice.say("page", "will step in")


def _person(voice: Voice, slots: Slots, one: CombatantView, coming: Collection[str] = ()) -> Person:
    """Somebody as they are shown; one's own with what they wait for. The entries ``coming`` have said that they step
    in."""
    rules, viewer, language = voice.rules, voice.viewer, voice.language

    def find(known: State) -> Person:
        return _described(Voice(rules, known, language, viewer), slots, one, coming)

    # To all players who see the same of others these are the same.
    whose = viewer if one.own else viewer is None
    order = slots.seen.order if one.own else ()
    return found_once(("person", one.id, whose, bool(coming), language), rules, voice.state, find, (one, coming, order))


def _described(voice: Voice, slots: Slots, one: CombatantView, coming: Collection[str] = ()) -> Person:
    rules, combatant = voice.rules, voice.state.combatants[one.id]
    pips = len(voice.state.combatants) <= CROWD or (one.own and voice.viewer is not None)
    shown = (name for name in one.pools if has_pool(rules, voice.state, combatant, name))
    effects = [
        effect for effect in voice.state.effects.values() if effect.bearer == one.id and effect.name in one.effects
    ]
    return Person(
        one.name,
        slots.name(one.id),
        (*_health(voice, one), *(_pool(voice, name, one.pools[name], pips) for name in shown)),
        tuple(dict.fromkeys((*one.conditions, *(value for value in one.traits.values() if value)))),
        tuple(_effect(voice, effect) for effect in effects),
        one.own,
        one.hidden,
        one.own and combatant.passes,
        (*_unable(voice, one), *_waits(voice, slots.seen, one, coming)) if one.own and voice.viewer is not None else (),
    )


def _stepping_in(state: State) -> tuple[str, ...]:
    """The entries that have said that they step in, whether or not everybody sees what they still wait for."""
    turns = turns_in(state.agenda)
    return turns.called if turns is not None else ()


def _unable(voice: Voice, one: CombatantView) -> Iterator[str]:
    """That one's own can't act now, where no condition that is shown says why."""
    why = why_unable(voice.rules, voice.state, one.id)
    if why and why not in one.conditions:
        key = f"can't act {why}"
        yield voice.say("page", key if voice.catalogue.has("page", key) else "can't act", {"why": why})


def _waits(voice: Voice, seen: View, one: CombatantView, coming: Collection[str]) -> Iterator[str]:
    """What somebody waits for or has ready, as its player reads it, and how it goes on from there."""
    for entry in seen.order:
        if one.id not in (*entry.members, entry.actor):
            continue
        wait = known_wait(voice.rules, voice.state.entries[entry.id], voice.viewer)
        if wait is not None:
            told = "told" if wait.act and not wait.on else "ready" if wait.act else wait.until
            told = "called" if entry.id in coming else told
            key = f"waits {told}" if voice.catalogue.has("page", f"waits {told}") else "waits set"
            yield voice.say("page", key, {"text": wait_text(voice, wait)})
        yield from (voice.say("now", "granted", {"kind": kind}) for kind in entry.granted)
        if wait is None and entry.id in coming:
            yield voice.say("page", "will step in")


def _health(voice: Voice, one: CombatantView) -> Iterator[Pool]:
    """Vital pools of which no numbers are shown, or which were not given."""
    for name, word in one.health.items():
        yield Pool(voice.label(name), health_text(voice, word), vital=True)
    vital = voice.rules.vital
    if voice.viewer is None and vital and vital not in one.pools:
        yield Pool(voice.label(vital), "?", vital=True)


def _effect(voice: Voice, effect: Effect) -> str:
    """An effect with what is left of it, counted in the boundary at which it runs down."""
    return " ".join(filter(None, (effect.name, left_text(voice, effect))))


def _pool(voice: Voice, name: str, pool: PoolView, counted: bool) -> Pool:
    word = voice.rules.pools.get(name)
    vital = word is not None and word.vital
    pips = tuple(_pips(pool.now, pool.most)) if counted and not vital and pool.most is not None else ()
    most = "" if pool.most is None else show_number(pool.most)
    return Pool(voice.label(name), show_number(pool.now), most, pips, vital)


def _pips(now: Number, most: Number) -> Iterator[str]:
    if 0 < most <= PIPS and 0 <= now <= most and 2 * now == int(2 * now) and most == int(most):
        for at in range(int(most)):
            yield "full" if now >= at + 1 else "half" if now > at else "empty"


def _next(rules: Rules, known: State, seen: View) -> EntryView | None:
    """Who comes after the turn that is on, as the order stands, of those who can act."""
    at = next((at for at, entry in enumerate(seen.order) if entry.active), None)
    if at is None:
        return None
    after = (*seen.order[at + 1 :], *seen.order[:at])
    there = (entry for entry in after if not entry.acted and not entry.waiting and not entry.absent)
    return next((entry for entry in there if not entry_unable(rules, known, entry.id)), None)


def _notes(voice: Voice) -> Iterator[Note]:
    for jotting in notes_of(voice.state).notes:
        yield Note(jotting.number, voice.names(jotting.who), jotting.text)
