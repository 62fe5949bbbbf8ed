"""Elective order: whoever has just acted names who acts next, and the last of a round names the first of the next."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from turnwright.engine.base import Answers, Ask, Command, Event, Outcome, Part, Question
from turnwright.engine.costs import covered, pay
from turnwright.engine.frames import Turn, Turns
from turnwright.engine.happenings import Answered, PhaseEnded
from turnwright.engine.mechanic import Mechanic, OrderKind
from turnwright.engine.play import GM, Play
from turnwright.engine.state import Entry, State
from turnwright.engine.ties import by_players
from turnwright.engine.turns import able, acting, come_up, end_turn, gap_opens, in_acting_step, pass_over, pending
from turnwright.formula import Number

OWN = "naming"
ASKED = "turn.who_next"


class ElectTurns(Turns, frozen=True, gc=False):
    """Turns in the order in which people name one another."""


class Baton(Struct, frozen=True, gc=False, omit_defaults=True):
    """Whose turn was last in the scene, whom they have named already, how often in a row a side kept the turn.

    ``seen`` is whose turn was the last that players saw, where somebody hidden has had one since.
    """

    scene: int = 0
    last: str = ""
    named: str = ""
    kept: int = 0
    seen: str = ""

    @property
    def names(self) -> str:
        """Who names the next one: the last whom players saw, who is asked as without those hidden (SEM-22)."""
        return self.seen or self.last


class Named(Event, frozen=True, gc=False):
    """An entry is to act next. ``by`` is the entry that named it, empty where a rule or the GM did."""

    entry: str
    by: str = ""
    kept: int = 0

    def apply(self, state: State) -> State:
        number = state.scene.number if state.scene else 0
        before = baton(state)
        held = Baton(number, last=self.entry, kept=self.kept)
        if state.hides(state.entries[self.entry].members, ()):
            held = replace(held, seen=before.names, named=before.named)
        return replace(state, own={**state.own, OWN: held})


class NamedAhead(Event, frozen=True, gc=False):
    """Whoever acts has said already who is to act next."""

    entry: str

    def apply(self, state: State) -> State:
        return replace(state, own={**state.own, OWN: replace(baton(state), named=self.entry)})


class HandOver(Command, frozen=True, gc=False):
    """Say who acts next. Said in one's own turn, it ends the turn.

    Refuses ``naming.none`` where nobody is to name anybody, ``naming.not_now``, and ``naming.not_them`` for somebody
    who can't be named: they have had their turn in this round.
    """

    to: str
    begins = True

    def owners(self, play: Play) -> tuple[str, ...]:
        """Those who act, or who are asked."""
        top = play.top
        if isinstance(top, Question) and top.ask.code == ASKED:
            return top.ask.parts[0].to
        turn = play.active
        return acting(play.state, turn) if turn else ()

    def decide(self, play: Play) -> None:
        if not any(isinstance(frame, ElectTurns) for frame in play.state.agenda):
            play.refuse("naming.none")
        ref = play.rules.ruleset.naming.rule
        play.present(self.to)
        top, turn = play.top, play.active
        if isinstance(top, Question) and top.ask.code == ASKED:
            part = top.ask.parts[0]
            entry = next((e for e in part.items if self.to in play.state.entries[e].members), "")
            if not entry:
                play.refuse("naming.not_them", ref, name=play.name(self.to), names=_names(play, part.items))
            who = next(iter((play.by or frozenset()) & set(part.to)), GM)
            play.emit(Answered(who, part.key, (entry,)))
            return
        if turn is None or top is not turn or not in_acting_step(play, turn):
            play.refuse("naming.not_now")
        offered = candidates(play, turn.entry)
        entry = next((e.id for e in offered if self.to in e.members), "")
        if not entry:
            names = _names(play, tuple(e.id for e in offered))
            play.refuse("naming.not_them", ref, name=play.name(self.to), names=names)
        play.emit(NamedAhead(entry, ref=ref))
        end_turn(play, turn)

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """Ending one's turn by naming somebody, for whoever acts."""
        turn = play.top
        below = play.state.agenda[-2] if len(play.state.agenda) > 1 else None
        if isinstance(turn, Turn) and turn.begun and isinstance(below, ElectTurns):
            yield from (cls(entry.members[0]) for entry in candidates(play, turn.entry) if entry.members)


def baton(state: State) -> Baton:
    """Who acted last in this scene."""
    found = state.own.get(OWN)
    if not isinstance(found, Baton) or state.scene is None or found.scene != state.scene.number:
        return Baton(state.scene.number if state.scene else 0)
    return found


def _names(play: Play, entries: tuple[str, ...]) -> str:
    return ", ".join(map(play.name, entries))


def _tickets(play: Play, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Of several turns that the same people have in a round, the first that is left."""
    return tuple({entry.members or (entry.id,): entry for entry in reversed(entries)}.values())[::-1]


def candidates(play: Play, last: str) -> tuple[Entry, ...]:
    """Who could be named while this entry's turn is on: all who have yet to act, or all once it ends the round. Where
    only hidden ones have yet to act, it ends the round for all who may not know of them (SEM-22)."""
    left = tuple(entry for entry in pending(play) if entry.id != last and able(play, entry))
    if all(play.state.hides(entry.members, ()) for entry in left):
        left = (*left, *(entry for entry in _all(play, last) if entry not in left))
    return _allowed(play, last, _tickets(play, left))[0]


def _all(play: Play, last: str) -> tuple[Entry, ...]:
    """Who could open the next round."""
    state, again = play.state, play.rules.ruleset.naming.again
    found = (state.entries[entry] for entry in state.order)
    everybody = tuple(e for e in found if not e.gone and not e.wait and state.in_scene(e) and able(play, e))
    others = tuple(e for e in everybody if e.members != state.entries[last].members) if last else everybody
    return everybody if again or not others else others


def _allowed(play: Play, last: str, left: tuple[Entry, ...]) -> tuple[tuple[Entry, ...], dict[str, Number]]:
    """Those of ``left`` who may be named, and what each of one's own side costs where the turn has to go over."""
    word = play.rules.ruleset.naming
    if word.to == "anyone" or not last:
        return left, {}
    own = {play.state.combatants[who].side for who in play.state.entries[last].members}
    others = tuple(e for e in left if not own & {play.state.combatants[who].side for who in e.members})
    if not others:
        return left, {}
    if word.keep is None or baton(play.state).kept >= word.keep.running:
        return others, {}
    payer = play.state.entries[last].members[0]
    cost = {pool: play.number(formula, payer) for pool, formula in word.keep.cost.items()}
    if covered(play, payer, cost) != cost:
        return others, {}
    return left, cost


def step(play: Play, frame: ElectTurns, answers: Answers | None) -> Outcome:
    """Bring up whoever was named; ask who it is to be where more than one could."""
    if gap_opens(play, frame):
        return None
    waiting = pending(play)
    left = _tickets(play, tuple(entry for entry in waiting if able(play, entry)))
    if not left:
        if not pass_over(play, waiting) and not any(leftover(play) for leftover in play.rules.leftover):
            play.emit(PhaseEnded(play.state.phase))
        return None
    held = baton(play.state)
    if not held.last:
        return _open(play, left, answers)
    opening = not frame.cursor
    if opening:
        left = tuple(entry for entry in _tickets(play, _all(play, held.names)) if entry in waiting) or left
    left, cost = _allowed(play, held.names, left) if not opening else (left, {})
    if held.named in {entry.id for entry in left}:
        _bring_up(play, held.named, held.names, cost)
        return None
    return _ask(play, left, answers, held.names, cost)


def _open(play: Play, left: tuple[Entry, ...], answers: Answers | None) -> Outcome:
    """The first turn of the scene: of whoever has the best score, or as people say."""
    if play.rules.ruleset.naming.opens == "score":
        _bring_up(play, left[0].id)
        return None
    return _ask(play, left, answers)


def _ask(
    play: Play, left: tuple[Entry, ...], answers: Answers | None, last: str = "", cost: dict[str, Number] | None = None
) -> Outcome:
    if len(left) == 1:
        _bring_up(play, left[0].id, last, cost)
        return None
    word = play.rules.ruleset.naming
    if answers is None:
        to, items = _deciders(play, left, last)
        about = {"last": last} if last else {}
        return Ask(ASKED, (Part("next", to, "one", items),), about, word.rule)
    _bring_up(play, answers["next"][0], last, cost)
    return None


def _bring_up(play: Play, entry: str, last: str = "", cost: dict[str, Number] | None = None) -> None:
    """Somebody is named and has the turn; to have kept it on one's own side is paid for."""
    word = play.rules.ruleset.naming
    kept = 0
    if cost and last:
        before, now = play.state.entries[last], play.state.entries[entry]
        sides = [{play.state.combatants[who].side for who in e.members} for e in (before, now)]
        if sides[0] & sides[1] and word.keep is not None:
            kept = baton(play.state).kept + 1
            pay(play, before.members[0], cost, word.keep.rule or word.rule)
    play.emit(Named(entry, last, kept, ref=word.rule))
    come_up(play, entry, ref=word.rule)


def _deciders(play: Play, left: tuple[Entry, ...], last: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who says who is next, and who can be named: players are not told of anybody hidden, nor asked for the sake of
    such a one."""
    word = play.rules.ruleset.naming
    everybody = tuple(entry.id for entry in left)
    how = word.next if last else word.opens
    if how == "players":
        to = tuple(c.id for c in play.state.combatants.values() if not c.gone and play.decider(c.id) != GM)
    elif how == "last" and by_players(play, last):
        to = tuple(who for who in play.state.entries[last].members if not play.state.combatants[who].gone)
    else:
        to = ()
    seen = tuple(e.id for e in left if not all(play.state.combatants[who].hidden for who in e.members))
    return (to, seen) if to and len(seen) > 1 else ((GM,), everybody)


MECHANIC = Mechanic(
    "elective order",
    commands=(HandOver,),
    events=(Named, NamedAhead),
    frames={ElectTurns: step},
    orders={"elect": OrderKind(ElectTurns, ranked=True)},
)
