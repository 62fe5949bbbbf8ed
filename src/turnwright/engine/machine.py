"""The engine's loop: a command is decided, then the agenda goes on by itself until it waits for people."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from turnwright.engine.base import Answers, Ask, Command, Event, Part, Question, Refusal, Refused
from turnwright.engine.compiled import Rules
from turnwright.engine.dice import Dice
from turnwright.engine.events import Drawn
from turnwright.engine.frames import Moment, Turn
from turnwright.engine.grounds import notes_of
from turnwright.engine.happenings import Asked, QuestionClosed, Raised
from turnwright.engine.knowing import anything_hidden, names_hidden, world
from turnwright.engine.numbering import next_number
from turnwright.engine.pending import rule_of_pending
from turnwright.engine.play import GM, Play, seat
from turnwright.engine.state import State
from turnwright.engine.texts import is_plain, texts
from turnwright.engine.turns import acting, begin, in_acting_step
from turnwright.engine.veil import asks_of_hidden, effect_names, veil
from turnwright.formula.seeded import SeededDice
from turnwright.letters import unfit

NOT_NOW = "seat.not_now"
"""What a player is refused by who can't know why: as far as they know, the rules would allow it."""

STEPS_AT_MOST = 20_000
"""How often the agenda may go on by itself within one command; more means that a ruleset's parts feed each other."""

LOOKED_AT, LOOP_SHOWN = 100, 6
"""So many events are looked at for what feeds itself, and so many kinds of them are named."""


class Decided(NamedTuple):
    """What a command causes, and the state after it."""

    events: tuple[Event, ...]
    state: State


class Opening:
    """How the turn that has come up in a state begins: found out once for all commands that are tried there, with what
    was looked at for it."""

    __slots__ = ("after", "before", "events", "looked")

    def __init__(self) -> None:
        self.before: State | None = None
        self.after = State()
        self.events: list[Event] = []
        self.looked: frozenset[tuple[str, str]] = frozenset()


def decide(
    rules: Rules,
    state: State,
    command: Command,
    dice: Dice | None = None,
    *,
    force: bool = False,
    by: frozenset[str] | None = None,
    edits: bool = False,
    opening: Opening | None = None,
) -> Decided | Refusal:
    """What a command causes under the rules, or why it is refused; the state given is not changed.

    ``force`` is the GM's insisting: refusals by rules become rulings. ``by`` holds the combatants of the player who
    gives the command (None is the GM), who may change the sheets of their own by hand if they ``edits``. Whoever tries
    many commands of one giver in one state gives them an ``opening`` in common.
    """
    by = seat(state, by)
    play = Play(rules, state, dice or SeededDice(state.seed, state.draws), force and by is None, by)
    decided = _decided(play, command, edits, opening or Opening())
    if by is None or not isinstance(decided, Refusal) or not anything_hidden(state, by):
        return decided
    # A player is refused by what a player knows.
    known = Play(rules, world(rules, state, by), SeededDice(state.seed, state.draws), by=by)
    told = _decided(known, command, edits, Opening())
    return told if isinstance(told, Refusal) else Refusal(NOT_NOW)


def _decided(play: Play, command: Command, edits: bool, opening: Opening) -> Decided | Refusal:
    rules, state, dice = play.rules, play.state, play.dice
    try:
        _check_letters(play, command)
        if play.by is not None:
            _permit(play, command, play.by, edits)
        if state.closed:
            play.refuse("encounter.closed")
        done = False
        if command.begins:
            top = play.top
            opens = (rules.starts or (type(top) is Turn and not top.begun)) and command.opens(play)
            done = opens and _begin(play, command, opening)
        if not done:
            command.decide(play)
            go_on(play)
    except Refused as refused:
        return refused.refusal
    if dice.drawn:
        play.emit(Drawn(dice.drawn))
    veil(play, state)
    return Decided(tuple(play.events), play.state)


def _check_letters(play: Play, command: Command) -> None:
    """Refuse a text that would garble the log: nothing that was given holds a letter that stands for none."""
    for text in () if command.files or is_plain(command) else texts(command):
        letter = unfit(text)
        if letter:
            play.refuse("text.unfit", letter=f"U+{ord(letter):04X}", place=text.index(letter) + 1)


def evolve(state: State, events: tuple[Event, ...] | list[Event] | Iterator[Event]) -> State:
    """The state after these events."""
    for event in events:
        state = event.apply(state)
    return state


def go_on(play: Play) -> None:
    """Step what is on top of the agenda until it waits for people."""
    frames = play.rules.frames
    for _ in range(STEPS_AT_MOST):
        state = play.state
        if state.owed and not any(type(frame) is Moment for frame in state.agenda):
            play.emit(Raised())
            state = play.state
        if not state.agenda:
            return
        top = state.agenda[-1]
        answers: Answers | None = None
        if type(top) is Question:
            answers = top.settled()
            if answers is None:
                if top.partly or _still_asked(play, top):
                    return
                play.emit(QuestionClosed(top.id, withdrawn=True))
                continue
            play.emit(QuestionClosed(top.id))
            top = play.state.agenda[-1]
        outcome = frames[type(top)](play, top, answers)
        if outcome is not None:
            if isinstance(outcome, Ask):
                # What the GM alone is asked may hang on hidden ones, and be asked anew because of them.
                unseen = asks_of_hidden(play.state, outcome, frozenset()) or not any(map(_to_players, outcome.parts))
                play.emit(Asked(next_number(play.state, unseen), outcome, ref=outcome.ref))
            return
    play.refuse("rules.endless", loop=_loop(play))


def _loop(play: Play) -> str:
    """What happened again and again: the last kinds of event, each once, with what caused them and by which rule."""
    found: dict[str, None] = {}
    for event in play.events[-LOOKED_AT:]:
        kind = str(type(event).__struct_config__.tag)
        caused = ", ".join(filter(None, (play.name(event.cause), event.ref)))
        found[f"{kind} ({caused})" if caused else kind] = None
    return ", ".join(islice(found, LOOP_SHOWN))


def _to_players(part: Part) -> bool:
    return any(who != GM for who in part.to)


class _NoDice:
    drawn = 0

    def roll(self, sides: int) -> int:
        raise Refused(Refusal("dice.needed"))


def _still_asked(play: Play, question: Question) -> bool:
    """Whether what lies below an open question still asks just that."""
    agenda = play.state.agenda[:-1]
    trial = Play(play.rules, replace(play.state, agenda=agenda), _NoDice())
    try:
        return play.rules.frames[type(agenda[-1])](trial, agenda[-1], None) == question.ask
    except Refused:
        return False


def _permit(play: Play, command: Command, by: frozenset[str], edits: bool) -> None:
    """A player gives commands for their own, and speaks of nobody who is hidden from them."""
    changed = set(command.edited(play)) if edits else set[str]()
    if not by & set(command.owners(play)) and not (changed and changed <= by):
        play.refuse("seat.not_yours", command=str(type(command).__struct_config__.tag))
    unknown = names_hidden(play.state, command, by)
    if unknown.startswith("f"):
        play.refuse("effect.unknown", effect=unknown, known=effect_names(play.state, by))
    if unknown:
        play.refuse("combatant.unknown", who=unknown)


def _begin(play: Play, command: Command, opening: Opening) -> bool:
    """Bring the owner's turn to its acting step, where nothing but this command holds it up.

    What is nobody's but the GM's, such as the end of a group's turn, is about the turn that is on. Tells whether that
    is all the command wants: the turn is over with that, or something in it comes first.
    """
    owners = command.owners(play)
    if owners:
        for start in play.rules.starts:
            start(play, owners[0])
    turn = play.top
    if not isinstance(turn, Turn) or in_acting_step(play, turn):
        return False
    if not owners or set(owners) & set(acting(play.state, turn)):
        _open(play, turn, opening)
        now = play.top
        if not (isinstance(now, Turn) and now.id == turn.id and in_acting_step(play, now)):
            over = all(not isinstance(frame, Turn) or frame.id != turn.id for frame in play.state.agenda)
            if command.content == "begun" or (over and command.content == "over"):
                return True
            play.refuse("turn.to_begin", rule_of_pending(play), name=play.name(owners[0] if owners else turn.entry))
    return False


def _open(play: Play, turn: Turn, opening: Opening) -> None:
    """Begin a turn, as far as it goes by itself."""
    before, said, notes = play.state, len(play.events), notes_of(play.state)
    if opening.before is before:
        play.state = opening.after
        play.events += opening.events
        if notes is not None:
            notes.looked |= opening.looked
        return
    if not turn.begun:
        begin(play, turn)
    go_on(play)
    if not play.dice.drawn:
        opening.before, opening.after, opening.events = before, play.state, play.events[said:]
        # It may be some more, that the command itself was looked at for.
        opening.looked = frozenset(notes.looked) if notes is not None else frozenset()


__all__ = ["GM", "Decided", "decide", "evolve", "go_on"]
