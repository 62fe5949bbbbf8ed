"""What the picture says below the order: what waits for whom, what can be done, and what an empty line would do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from turnwright.engine import Choice, Command
from turnwright.engine.base import Part, Question, Refusal
from turnwright.engine.choices import candidates, choice_of
from turnwright.engine.choosing import choosing_now, waiting
from turnwright.engine.frames import Gap, turn_in, turns_in
from turnwright.engine.machine import decide
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.elective import HandOver
from turnwright.engine.mechanics.free_order import Take
from turnwright.engine.mechanics.questions import Pass
from turnwright.engine.mechanics.reactions import AlwaysPass
from turnwright.engine.mechanics.scenes import Begin, End, Next
from turnwright.engine.objects import objects
from turnwright.engine.play import GM, looking, seat
from turnwright.engine.resting import resting
from turnwright.engine.sheet import dial
from turnwright.engine.state import IN_RESERVE, State
from turnwright.engine.tracking import tracks
from turnwright.engine.turns import acting
from turnwright.engine.windows import asked, open_window
from turnwright.fight import Fight
from turnwright.formula import show_number
from turnwright.speech import question, unparse
from turnwright.speech.offering import cost_text, without_number
from turnwright.speech.pending import deed_text
from turnwright.speech.voice import Voice

SHOWN = 8
"""So many actions of one cost are named, and so many people who may answer or act at once."""

ALWAYS = (Next, End, Begin, Pass, AlwaysPass)
"""What whoever is up can do in any case."""


def standing_lines(fight: Fight) -> Iterator[str]:
    """What stands beside the order: effects on nobody, who can be called, objects, tracks, dials, a rest."""
    rules, state = fight.rules, fight.state
    everywhere = [
        e.name + (f" ({e.left})" if e.left is not None else "") for e in state.effects.values() if not e.bearer
    ]
    if everywhere:
        yield f"around: {', '.join(everywhere)}"
    reserve = [c for c in state.combatants.values() if c.gone == IN_RESERVE]
    if reserve:
        yield f"in reserve: {', '.join(f'{c.name} ({_name(state, c.belongs_to)})' for c in reserve)}"
    things = [f"{name}{_done(thing.steps, thing.turns, thing.done)}" for name, thing in objects(state).items()]
    if things:
        yield f"objects: {', '.join(things)}"
    for track in tracks(state).values():
        if not track.outcome:
            coming = f"; next: {track.coming.what}" if track.coming is not None else ""
            yield f"{track.kind} {track.title}: {show_number(track.tally)} of {show_number(track.goal)}{coming}"
    if fight.ruleset.dials:
        yield ", ".join(f"{name} {show_number(dial(rules, state, name))}" for name in fight.ruleset.dials)
    rest = resting(state)
    if rest is not None:
        how = "is broken off (rest resume, rest end)" if rest.broken else "(rest end after TIME, rest break after TIME)"
        yield f"{rest.kind} rest of {', '.join(_name(state, who) for who in rest.who)} {how}"


def waiting_lines(fight: Fight) -> Iterator[str]:
    """What is asked of whom, and who is given a chance."""
    state = fight.state
    top = state.agenda[-1] if state.agenda else None
    play = looking(fight.rules, state)
    choosing = choosing_now(play)
    if choosing is not None:
        called = f"formation {choosing[0].called}; " if choosing[0].called else ""
        yield f"? {called}to choose or pass (Enter passes for all):"
        yield from _answers(fight, waiting(play, *choosing), Next)
    if isinstance(top, Question):
        yield f"? {question(fight.rules, state)}"
        parts = [part for part in top.ask.parts if top.answer_to(part) is None]
        spoken = dict.fromkeys(who for part in parts for who in top.given.get(part.key, {}))
        if spoken:
            yield f"    has answered already: {_names(state, spoken)}"
        if any(part.kind == "order" for part in parts):
            yield "    say: answer NAME, NAME — the first one first; the last may be left out"
        if len(top.ask.parts) > 1:
            numbers = (f"{top.ask.parts.index(part) + 1} {_deciders(state, part)}" for part in parts)
            yield f"    say: NAME answer ANSWER; or answer NUMBER: ANSWER, by number: {', '.join(numbers)}"
    elif isinstance(top, Gap):
        asked_in = _names(state, fight.rules.awaits[Gap](play, top))
        turns = turns_in(state.agenda)
        called = ", ".join(state.entries[entry].name for entry in turns.called) if turns is not None else ""
        said = f"; to step in: {called}" if called else ""
        yield f"? between two turns; may step in (enter) or let it go by (pass): {asked_in}{said}"
    elif top is not None and type(top) in fight.rules.takes:
        takes = (command for command in Take.offers(play) if isinstance(command, Take))
        owed = _names(state, (take.who for take in takes if not isinstance(decide(fight.rules, state, take), Refusal)))
        yield f"? who takes a turn? NAME take, or what NAME does: {owed}"
    found = open_window(play)
    if found is not None:
        window, act = found
        deed = deed_text(Voice(fight.rules, state), act)
        yield f"? {deed}{' is done' if window.when == 'after' else ''}. May answer or pass:"
        yield from _answers(fight, asked(play, window, act), Act, Next)


def _deciders(state: State, part: Part) -> str:
    return ", ".join("the GM" if who == GM else _name(state, who) for who in part.to)


def _answers(fight: Fight, people: tuple[str, ...], *but: type[Command]) -> Iterator[str]:
    """What each of these may say now, apart from some kinds of command; the first to speak come first."""
    found = _open_to(fight, people[:SHOWN])
    for words, same in groupby(people[:SHOWN], lambda who: _words_of(fight, found[who], but)):
        yield f"    {_names(fight.state, same)}: {', '.join(words) or 'pass'}"
    yield from _others(people)


def _others(people: tuple[str, ...]) -> Iterator[str]:
    if len(people) > SHOWN:
        yield f"    and {len(people) - SHOWN} more (choices NAME tells what is open to somebody)"


def _open_to(fight: Fight, people: tuple[str, ...]) -> dict[str, list[Choice]]:
    """What is open to each of these. It is found for all of them together: that asks everybody once, not for each."""
    rules, state, all_of_them = fight.rules, fight.state, frozenset(people)
    play = looking(rules, state)
    seats = {who: seat(state, frozenset({who})) or frozenset() for who in people}
    found: dict[str, list[Choice]] = {who: [] for who in people}
    known: set[tuple[tuple[str, ...], str]] = set()
    for command in candidates(rules, state, all_of_them) if people else ():
        owners = command.owners(play)
        deed = (owners, _deed(fight, command))
        if isinstance(command, Act) and deed in known:
            # What one can do to somebody need not be tried on everybody.
            continue
        choice = choice_of(rules, state, command, all_of_them)
        if choice.barred is None:
            known.add(deed)
            for who in people:
                if not seats[who].isdisjoint(owners):
                    found[who].append(choice)
    return found


def _words_of(fight: Fight, open_now: Iterable[Choice], but: tuple[type[Command], ...]) -> tuple[str, ...]:
    words = (_words(fight, choice.command) for choice in open_now if not isinstance(choice.command, but))
    return tuple(map(without_number, words))[:SHOWN]


def doing_lines(fight: Fight) -> Iterator[str]:
    """What those whose turn it is can do, by what it costs."""
    state = fight.state
    turn = turn_in(state.agenda)
    if turn is None or state.agenda[-1] is not turn:
        return
    people = acting(state, turn)
    found = _open_to(fight, people[:SHOWN])
    for parts, same in groupby(people[:SHOWN], lambda who: _deeds(fight, found[who])):
        if parts:
            yield f"{_names(state, same)} can  {' · '.join(parts)}"
    yield from _others(people)


def _deeds(fight: Fight, open_now: Iterable[Choice]) -> tuple[str, ...]:
    """What somebody can do, by what it costs."""
    by_cost: dict[str, dict[str, None]] = {}
    for choice in open_now:
        if not isinstance(choice.command, ALWAYS):
            named = isinstance(choice.command, Act) and bool(choice.command.given)
            cost = "as costly as said" if named else cost_text(fight.rules, choice.cost) or "free"
            by_cost.setdefault(cost, {})[_deed(fight, choice.command)] = None
    return tuple(f"{cost}: {_some(list(words))}" for cost, words in by_cost.items())


def _name(state: State, who: str) -> str:
    return state.combatants[who].name if who in state.combatants else who


def _names(state: State, ids: Iterable[str]) -> str:
    return ", ".join(_name(state, who) for who in ids)


def _words(fight: Fight, command: Command) -> str:
    text = unparse(fight.rules, fight.state, command)
    return text.partition(": ")[2] or text


def _deed(fight: Fight, command: Command) -> str:
    """A command in few words: what is done to somebody, whoever that is, counts as one; so does what comes in kinds."""
    if isinstance(command, HandOver):
        return "hand NAME"
    if isinstance(command, Act) and (command.targets or command.choice or command.given):
        costs = "".join(f" costs NUMBER {pool}" for pool in command.given)
        return f"{command.act}{' CHOICE' if command.choice else ''}{' NAME' if command.targets else ''}{costs}"
    return _words(fight, command)


def _some(words: list[str]) -> str:
    return ", ".join(words[:SHOWN]) + (" …" if len(words) > SHOWN else "")


def _done(steps: int, turns: int, done: bool) -> str:
    if done:
        return " (done)"
    return f" ({steps} of {turns})" if turns else ""
