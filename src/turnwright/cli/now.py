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
from turnwright.engine.play import looking, seat
from turnwright.engine.state import State
from turnwright.engine.turns import acting
from turnwright.engine.windows import asked, open_window
from turnwright.fight import Fight
from turnwright.speech import question, unparse
from turnwright.speech.asking import deed_text
from turnwright.speech.offering import cost_text, without_number
from turnwright.speech.pending import spoken

SHOWN = 8
"""So many actions of one cost are named, and so many people who may answer or act at once."""

ALWAYS = (Next, End, Begin, Pass, AlwaysPass)
"""What whoever is up can do in any case."""


def waiting_lines(fight: Fight) -> Iterator[str]:
    """What is asked of whom, and who is given a chance."""
    state, say = fight.state, fight.voice.say
    top = state.agenda[-1] if state.agenda else None
    play = looking(fight.rules, state)
    choosing = choosing_now(play)
    if choosing is not None:
        yield f"? {say('now', 'choosing', {'name': choosing[0].called})}"
        yield from _answers(fight, waiting(play, *choosing), Next)
    if isinstance(top, Question):
        yield f"? {question(fight.rules, state, fight.language)}"
        parts = [part for part in top.ask.parts if top.answer_to(part) is None]
        said = spoken(fight.voice)
        if said:
            yield f"    {say('now', 'answered', {'text': said})}"
        if any(part.kind == "order" for part in parts):
            yield f"    {say('now', 'say an order')}"
        if len(top.ask.parts) > 1:
            numbers = (f"{top.ask.parts.index(part) + 1} {_deciders(fight, part)}" for part in parts)
            yield f"    {say('now', 'say in parts', {'text': ', '.join(numbers)})}"
    elif isinstance(top, Gap):
        asked_in = _names(state, fight.rules.awaits[Gap](play, top))
        turns = turns_in(state.agenda)
        called = ", ".join(state.entries[entry].name for entry in turns.called) if turns is not None else ""
        yield f"? {say('now', 'gap', {'text': asked_in, 'note': called})}"
    elif top is not None and type(top) in fight.rules.takes:
        takes = (command for command in Take.offers(play) if isinstance(command, Take))
        owed = _names(state, (take.who for take in takes if not isinstance(decide(fight.rules, state, take), Refusal)))
        yield f"? {say('now', 'who takes', {'text': owed})}"
    found = open_window(play)
    if found is not None:
        window, act = found
        yield f"? {say('now', f'window.{window.when}', {'deed': deed_text(fight.voice, act)})}"
        yield from _answers(fight, asked(play, window, act), Act, Next)


def _deciders(fight: Fight, part: Part) -> str:
    return ", ".join(map(fight.voice.name, part.to))


def _answers(fight: Fight, people: tuple[str, ...], *but: type[Command]) -> Iterator[str]:
    """What each of these may say now, apart from some kinds of command; the first to speak come first."""
    found = _open_to(fight, people[:SHOWN])
    for words, same in groupby(people[:SHOWN], lambda who: _words_of(fight, found[who], but)):
        yield f"    {_names(fight.state, same)}: {', '.join(words) or 'pass'}"
    yield from _others(fight, people)


def _others(fight: Fight, people: tuple[str, ...]) -> Iterator[str]:
    if len(people) > SHOWN:
        yield f"    {fight.voice.say('now', 'others', {'number': len(people) - SHOWN})}"


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
            yield fight.voice.say("now", "can", {"text": _names(state, same), "deed": " · ".join(parts)})
    yield from _others(fight, people)


def _deeds(fight: Fight, open_now: Iterable[Choice]) -> tuple[str, ...]:
    """What somebody can do, by what it costs."""
    by_cost: dict[str, dict[str, None]] = {}
    for choice in open_now:
        if not isinstance(choice.command, ALWAYS):
            named = isinstance(choice.command, Act) and bool(choice.command.given)
            said = cost_text(fight.rules, choice.cost, fight.language)
            cost = fight.voice.say("now", "open cost") if named else said or fight.voice.say("now", "free")
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
        return fight.voice.catalogue.usage("hand NAME")
    if isinstance(command, Act) and (command.targets or command.choice or command.given):
        costs = "".join(f" costs NUMBER {pool}" for pool in command.given)
        parts = f"{' CHOICE' if command.choice else ''}{' NAME' if command.targets else ''}{costs}"
        return command.act + fight.voice.catalogue.usage(parts)
    return _words(fight, command)


def _some(words: list[str]) -> str:
    return ", ".join(words[:SHOWN]) + (" …" if len(words) > SHOWN else "")
