"""What somebody's screen shows: made from that viewer's view, log and choices, so that it tells no more than these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from turnwright.engine import Choice, Command, Rules, State, choices
from turnwright.engine.doings import action_of
from turnwright.engine.knowing import world
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.prepared import Prepare
from turnwright.engine.mechanics.questions import Answer, Pass
from turnwright.engine.mechanics.reactions import AlwaysPass, React
from turnwright.engine.mechanics.scenes import End
from turnwright.engine.play import looking, seat
from turnwright.engine.view import CombatantView, EntryView, PoolView, View, view
from turnwright.fight import Fight
from turnwright.formula import Number, show_number
from turnwright.rules.words.time import show_span
from turnwright.speech import question, refuse
from turnwright.speech.coming import next_text, to_roll
from turnwright.speech.names import fold_word
from turnwright.speech.offering import cost_text, without_number
from turnwright.speech.refusing import Outlook
from turnwright.speech.sheets import has_pool, health_text
from turnwright.speech.voice import Voice
from turnwright.speech.writing import Scribe
from turnwright.table.live import Table, owned
from turnwright.table.tickets import Ticket

LINES = 40
"""So many lines of the log are shown."""

PIPS = 6
"""Pools of at most so many are shown as pips."""


class Pool(Struct, frozen=True):
    """A pool as it is shown: what it holds, of how many, and the pips for it where they can be counted at a glance."""

    label: str
    now: str
    most: str = ""
    pips: tuple[str, ...] = ()
    vital: bool = False


class Person(Struct, frozen=True):
    """A combatant on the screen."""

    id: str
    name: str
    pools: tuple[Pool, ...] = ()
    words: tuple[str, ...] = ()
    own: bool = False
    hidden: bool = False


class Row(Struct, frozen=True):
    """A place in the order. ``side`` is whose it is: of the ``players``, or of ``others``."""

    id: str
    name: str
    score: str
    side: str
    active: bool = False
    acted: bool = False
    notes: tuple[str, ...] = ()
    people: tuple[Person, ...] = ()


class Deed(Struct, frozen=True):
    """Something that somebody can do now, by a button: the words for it, whom it can be done to, and at what cost.

    ``bare`` tells that it can also be done to nobody; ``amount`` that it takes a number which people roll or type.
    ``main`` marks what answers or ends something.
    """

    who: str
    label: str
    words: str
    cost: str = ""
    targets: tuple[str, ...] = ()
    bare: bool = True
    amount: bool = False
    main: bool = False


class Screen(Struct, frozen=True):
    """All that one viewer sees. ``yours`` tells that it is the turn of somebody of theirs, ``asked`` what is asked of
    them, ``enter`` what an empty line would do. ``opening`` are the words that bring the fight to its first turn, while
    it has none."""

    title: str
    headline: str
    rows: tuple[Row, ...]
    mine: tuple[Person, ...]
    up: str
    next: str
    yours: bool
    asked: str
    deeds: tuple[Deed, ...]
    barred: tuple[tuple[str, str], ...]
    log: tuple[str, ...]
    enter: str
    opening: tuple[str, ...]
    over: bool


def screen(table: Table, ticket: Ticket, fight: Fight) -> Screen:
    """What the screen of this seat shows now of a fight that is on the table."""
    rules, state = fight.rules, fight.state
    own = owned(state, ticket)
    if ticket.role == "gm":
        viewer, known = None, state
        log = fight.log(LINES)
        enter = next_text(rules, state)
    else:
        viewer = seat(state, own) or frozenset()
        known = world(rules, state, viewer)
        log = table.seat(ticket, fight).log(LINES)
        enter = ""
    seen = view(rules, state, viewer)
    open_now = choices(rules, state, viewer if ticket.role != "gm" else None)
    voice, scribe = Voice(rules, known), Scribe(rules, known)
    up = [entry for entry in seen.order if entry.active]
    mine = tuple(_person(rules, voice, c) for c in seen.combatants.values() if c.own)
    return Screen(
        title=table.seats.title,
        headline=_headline(rules, voice, seen),
        rows=tuple(_row(rules, voice, seen, entry) for entry in seen.order),
        mine=mine,
        up=", ".join(entry.name for entry in up),
        next=_next(seen),
        yours=any(not {*entry.members, entry.actor}.isdisjoint(own) for entry in up),
        asked=_asked(rules, known, seen),
        deeds=tuple(_deeds(scribe, rules, known, seen, open_now)),
        barred=tuple(_barred(Outlook(rules, known, viewer, open_now, scribe), open_now)),
        log=log[-LINES:],
        enter=enter,
        opening=_opening(rules, state) if ticket.role == "gm" else (),
        over=seen.over,
    )


def _opening(rules: Rules, state: State) -> tuple[str, ...]:
    """What brings a fight that has not begun to its first turn: rolling for all, where the game rolls ahead, and the
    start."""
    if state.agenda or state.closed or state.scene is not None or not state.combatants:
        return ()
    return ("roll", "start") if to_roll(rules, state) else ("start",)


def _headline(rules: Rules, voice: Voice, seen: View) -> str:
    words = rules.ruleset.words
    parts = [seen.scene, f"{words.get('round', 'round')} {seen.round}" if seen.round else ""]
    if seen.phase and len(rules.ruleset.round.phases) > 1:
        parts.append(voice.label(seen.phase))
    if seen.clock[1]:
        parts.append(show_span(*seen.clock))
    return " · ".join((seen.game, *filter(None, parts)))


def _row(rules: Rules, voice: Voice, seen: View, entry: EntryView) -> Row:
    people = [seen.combatants[who] for who in dict.fromkeys((*entry.members, entry.actor)) if who in seen.combatants]
    players = any(rules.ruleset.sides.get(one.side) == "players" for one in people)
    notes = [f"waits ({entry.waiting})"] if entry.waiting else []
    notes += [f"may take a {kind}" for kind in entry.granted]
    notes += [f"no turn: {entry.absent}"] if entry.absent else []
    if entry.id in seen.offered:
        notes.append("may step in")
    return Row(
        entry.id,
        entry.name,
        "–" if entry.rank is None else show_number(entry.rank),
        "players" if players else "others" if people else "",
        entry.active,
        entry.acted,
        tuple(notes),
        tuple(_person(rules, voice, one) for one in people),
    )


def _person(rules: Rules, voice: Voice, one: CombatantView) -> Person:
    combatant = voice.state.combatants[one.id]
    shown = (name for name in one.pools if has_pool(rules, voice.state, combatant, name))
    words = dict.fromkeys((*one.conditions, *one.effects, *(value for value in one.traits.values() if value)))
    return Person(
        one.id,
        one.name,
        (*_health(voice, one), *(_pool(rules, voice, name, one.pools[name]) for name in shown)),
        tuple(words),
        one.own,
        one.hidden,
    )


def _health(voice: Voice, one: CombatantView) -> Iterator[Pool]:
    """Vital pools of which no numbers are shown."""
    for name, word in one.health.items():
        yield Pool(voice.label(name), health_text(voice, word), vital=True)


def _pool(rules: Rules, voice: Voice, name: str, pool: PoolView) -> Pool:
    word = rules.pools.get(name)
    vital = word is not None and word.vital
    pips = () if vital or pool.most is None else tuple(_pips(pool.now, pool.most))
    most = "" if pool.most is None else show_number(pool.most)
    return Pool(voice.label(name), show_number(pool.now), most, pips, vital)


def _pips(now: Number, most: Number) -> Iterator[str]:
    if 0 < most <= PIPS and 0 <= now <= most and 2 * now == int(2 * now) and most == int(most):
        for at in range(int(most)):
            yield "full" if now >= at + 1 else "half" if now > at else "empty"


def _next(seen: View) -> str:
    """Who comes after the turn that is on, as the order stands."""
    at = next((at for at, entry in enumerate(seen.order) if entry.active), None)
    if at is None:
        return ""
    after = (*seen.order[at + 1 :], *seen.order[:at])
    return next((entry.name for entry in after if not entry.acted and not entry.waiting and not entry.absent), "")


def _asked(rules: Rules, known: State, seen: View) -> str:
    """What this viewer is asked: a question, or whether they answer what is being done."""
    if seen.question is not None:
        return question(rules, known)
    if seen.window is None:
        return ""
    names = {who: one.name for who, one in seen.combatants.items()}
    who, act = names.get(seen.window.who, ""), seen.window.act
    on = ", ".join(names[target] for target in seen.window.targets if target in names)
    doing = " ".join(part for part in (f"{who}:" if who else "", act, f"on {on}" if on else "") if part)
    asked = ", ".join(names[one] for one in seen.window.asked if one in names)
    return f"{doing} — {asked} may answer"


def _deeds(scribe: Scribe, rules: Rules, known: State, seen: View, open_now: Iterable[Choice]) -> Iterator[Deed]:
    """What is open; what somebody can do to several is one deed."""
    found: dict[tuple[str, str, str], Deed] = {}
    for choice in open_now:
        if choice.barred is not None:
            continue
        command, on = _apart(known, choice.command)
        words = scribe.words(command)
        who, label = _said(known, command, on, words)
        key = (who, label, cost_text(rules, choice.cost))
        deed = found.get(key)
        if deed is None:
            main = isinstance(command, (End, Answer, Pass, React))
            anybody = _anybody(rules, known, seen, choice.command)
            deed = Deed(who, label, words, key[2], anybody, not on, _takes_amount(rules, command), main)
        if on:
            deed = replace(deed, targets=(*deed.targets, on))
        found[key] = deed
    yield from found.values()


def _anybody(rules: Rules, known: State, seen: View, command: object) -> tuple[str, ...]:
    """Whom something can be done to where that may be anybody, or nobody: those of other sides come first."""
    if not isinstance(command, Act) or command.targets:
        return ()
    word = action_of(looking(rules, known), command.who, command.act)
    if word is None or word.target != "any":
        return ()
    own = known.combatants[command.who].side
    others = [one for one in seen.combatants.values() if one.id != command.who]
    return tuple(one.name for one in sorted(others, key=lambda one: one.side == own))


def _apart(known: State, command: Command) -> tuple[Command, str]:
    """What is done, without the one to whom, and who that is."""
    if isinstance(command, Act) and len(command.targets) == 1:
        return replace(command, targets=()), known.combatants[command.targets[0]].name
    return command, ""


def _said(known: State, command: Command, on: str, words: str) -> tuple[str, str]:
    """By whom, and what; of what is done to somebody its name is enough."""
    who, colon, deed = without_number(words).partition(": ")
    if not colon or not any(c.name == who.strip('"') for c in known.combatants.values()):
        who, deed = "", without_number(words)
    if on and isinstance(command, Act):
        deed = " ".join(filter(None, (fold_word(command.act), command.item, command.choice)))
    return who.strip('"'), deed


def _takes_amount(rules: Rules, command: object) -> bool:
    """Whether harm or the like can be typed in: where neither ruleset nor sheet states what the act does."""
    if not isinstance(command, Act):
        return False
    word = rules.ruleset.actions.get(command.act)
    return word is not None and word.target in ("any", "one", "some") and word.amount is None and not word.does


def _barred(outlook: Outlook, open_now: Iterable[Choice]) -> Iterator[tuple[str, str]]:
    """What can't be done now, each with the reason, once."""
    rules, known, viewer = outlook.rules, outlook.state, outlook.viewer
    told: dict[str, str] = {}
    for choice in open_now:
        if choice.barred is not None and isinstance(choice.command, (Act, Prepare, AlwaysPass)):
            command, on = _apart(known, choice.command)
            _, label = _said(known, command, on, outlook.scribe.words(command))
            if label not in told:
                told[label] = refuse(rules, known, choice.barred, viewer=viewer, outlook=outlook)
    yield from told.items()
