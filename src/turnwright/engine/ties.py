"""Breaking ties by the ruleset's chain.

A chain splits the *set* of those tied: each rule in turn divides it, and what is left level goes on to the next.
What a rule gave somebody is kept in the entry's keys, so comparing never rolls again (SEM-5). An order that somebody
set by hand is kept beside them: among those whom it names it goes before the chain.
"""

from __future__ import annotations

from typing import Final

from turnwright.engine.base import Answers, Ask, Outcome, Part, Waiting
from turnwright.engine.events import TieBroken
from turnwright.engine.play import GM, Play
from turnwright.engine.standing import order_stands, stand_as
from turnwright.engine.state import Entry
from turnwright.formula import Number, show_number
from turnwright.rules.words.order import Tie

RANKED: Final = Waiting()
"""What is given when no tie is left to break: the order stands."""


def in_tie(entries: list[Entry]) -> list[Entry]:
    """Those who have the same score in their order: who loses ties, the keys of ties, who came first; and by hand."""
    found = sorted(entries, key=lambda e: (e.loses_ties, _high_first(e), int(e.id[1:])))
    by_hand = iter(sorted((e for e in found if e.by_hand), key=lambda e: e.by_hand))
    return [next(by_hand) if entry.by_hand else entry for entry in found]


def _high_first(entry: Entry) -> tuple[tuple[Number, ...], ...]:
    return tuple(tuple(-number for number in key) for key in entry.keys)


def break_ties(play: Play, among: tuple[str, ...], answers: Answers | None) -> Outcome:
    """Split every set of equal scores among these entries as far as the chain goes.

    Gives RANKED when nothing is left to do, an Ask when people decide, None when dice were rolled and it must look
    again.
    """
    by_score: dict[Number, list[str]] = {}
    for entry in among:
        score = play.state.entries[entry].score
        if score is not None and not play.state.entries[entry].loses_ties:
            by_score.setdefault(score, []).append(entry)
    before = len(play.events)
    for tied in by_score.values():
        if all(play.state.entries[entry].by_hand for entry in tied):
            continue
        outcome = _split(play, tied, 0, answers)
        if answers is not None and order_stands(play):
            _stand_as_told(play, before)
        if outcome is not RANKED:
            return None if len(play.events) > before else outcome
    return RANKED


def _stand_as_told(play: Play, before: int) -> None:
    """Those whom people have just told apart, and who stand in the order already, change their places for it."""
    told = [e for e in play.events[before:] if isinstance(e, TieBroken) and e.how == "ask"]
    if told:
        order = in_tie([play.state.entries[entry] for entry in dict.fromkeys(e.entry for e in told)])
        stand_as(play, [entry.id for entry in order], "tie", told[0].ref)


def order_as_tied(play: Play, among: tuple[str, ...], answers: Answers | None) -> Outcome:
    """Give these entries keys that tell them apart as if their scores were equal; outcomes as for `break_ties`."""
    before = len(play.events)
    outcome = _split(play, list(among), 0, answers)
    return None if outcome is not RANKED and len(play.events) > before else outcome


def _split(play: Play, tied: list[str], depth: int, answers: Answers | None) -> Outcome:
    chain = play.rules.ruleset.initiative.ties
    if len(tied) < 2 or depth == len(chain):
        return RANKED
    tie = chain[depth]
    lacking = lacking_key(play, tie, tied, depth)
    if lacking:
        if asks(play, tie, tied):
            outcome = _ask(play, tie, tied, depth, answers)
            if outcome is not None:
                return outcome
        else:
            for entry in lacking:
                give_key(play, tie, entry, depth, tied)
    parts = level_parts(play, tied, depth)
    level = next((part for part in parts if len(part) > 1), None) if tie.roll is not None else None
    if level is not None:
        for entry in level:
            give_key(play, tie, entry, depth, level)
        return None
    for part in parts:
        outcome = _split(play, part, depth + 1, answers)
        if outcome is not RANKED:
            return outcome
    return RANKED


def asks(play: Play, tie: Tie, tied: list[str]) -> bool:
    """Whether people decide at this point of the chain."""
    return bool(tie.ask) and not (tie.mixed and len(_sides(play, tied)) < 2)


def lacking_key(play: Play, tie: Tie, tied: list[str], depth: int) -> list[str]:
    """Who of those tied has yet to get what this rule of the chain gives."""
    if tie.mixed and tie.by is not None:
        # A newcomer of another side can make a set mixed that was not; what told it apart until now is found anew.
        return [e for e in tied if play.state.entries[e].keys[depth : depth + 1] != ((_compared(play, tie, e, tied),),)]
    return [e for e in tied if len(play.state.entries[e].keys) <= depth]


def level_parts(play: Play, tied: list[str], depth: int) -> list[list[str]]:
    """Those tied, divided by what this rule of the chain gave them, the best first."""
    parts: dict[tuple[Number, ...], list[str]] = {}
    for entry in tied:
        parts.setdefault(play.state.entries[entry].keys[depth], []).append(entry)
    return [parts[key] for key in sorted(parts, reverse=True)]


def give_key(play: Play, tie: Tie, entry: str, depth: int, tied: list[str]) -> None:
    """Give an entry what this rule of the chain gives it; where it rolls, one roll more."""
    found = play.state.entries[entry]
    if tie.roll is not None:
        roll_key(play, tie, entry, depth, tied)
        return
    if tie.by is not None:
        key: Number = _compared(play, tie, entry, tied)
        how = "by"
    elif tie.side:
        key = int(any(play.state.combatants[who].side == tie.side for who in found.members))
        how = "side"
    else:
        key, how = 0, "together"
    keys = (*found.keys[:depth], (key,))
    play.emit(TieBroken(entry, keys, how, tuple(tied), ref=tie.rule))


def roll_key(play: Play, tie: Tie, entry: str, depth: int, tied: list[str]) -> None:
    """Have an entry roll: the first time, or again because it is level with others."""
    formula = tie.roll or (tie.roll_off.roll if tie.roll_off is not None else None)
    assert formula is not None
    ref = tie.rule if tie.roll is not None or tie.roll_off is None else tie.roll_off.rule or tie.rule
    found = play.state.entries[entry]
    rolled = play.roll(formula, found.members[0] if found.members else "")
    had = found.keys[depth] if len(found.keys) > depth else ()
    keys = (*found.keys[:depth], (*had, rolled.total))
    play.emit(TieBroken(entry, keys, "roll", tuple(tied), rolled.dice, ref=ref))


def _compared(play: Play, tie: Tie, entry: str, tied: list[str]) -> Number:
    """What a formula gives an entry among those tied; 0 where it counts only across sides and all stand on one."""
    assert tie.by is not None
    if tie.mixed and len(_sides(play, tied)) < 2:
        return 0
    return max((play.number(tie.by, who) for who in play.state.entries[entry].members), default=0)


def _sides(play: Play, entries: list[str]) -> set[str]:
    return {play.state.combatants[who].side for entry in entries for who in play.state.entries[entry].members}


# ---- people decide


def by_players(play: Play, entry: str) -> bool:
    """Whether an entry is the players' to decide about: everybody in it stands on a side that players decide for, and
    is known to them."""
    members = [play.state.combatants[who] for who in play.state.entries[entry].members]
    sides = play.rules.ruleset.sides
    return bool(members) and all(sides.get(c.side) == "players" and not c.hidden for c in members)


def question_of(play: Play, tie: Tie, tied: list[str]) -> Ask:
    """What is asked about those tied.

    The GM decides; where each side decides for its own, a tie among the players' own is theirs. In a mixed tie the GM
    orders all, and the players their own within the places that these have in it.
    """
    tied = [entry.id for entry in as_they_stand(play, tied)]
    players = [e for e in tied if tie.ask == "sides" and by_players(play, e)]
    deciders = tuple(who for e in players for who in play.state.entries[e].members)
    # A key names only those whom its deciders may know of.
    theirs = Part(f"players {','.join(players)}", deciders, "order", tuple(players))
    masters = Part(f"order {','.join(tied)}", (GM,), "order", tuple(tied))
    if players == tied:
        parts: tuple[Part, ...] = (theirs,)
    else:
        parts = (masters,) if len(players) < 2 else (masters, theirs)
    return Ask("tie", parts, {"score": show_number(play.state.entries[tied[0]].score or 0)}, tie.rule)


def as_they_stand(play: Play, tied: list[str]) -> list[Entry]:
    """Those tied as they stand among each other now, and behind them those who have yet to be told apart."""
    entries = in_tie([play.state.entries[entry] for entry in tied])
    return sorted(entries, key=lambda e: not (e.keys or e.by_hand))


def _ask(play: Play, tie: Tie, tied: list[str], depth: int, answers: Answers | None) -> Outcome:
    """Ask, or take the answers, which tell all of them apart."""
    ask = question_of(play, tie, tied)
    if answers is None or any(part.key not in answers for part in ask.parts):
        return ask
    order = list(answers[ask.parts[0].key])
    if len(ask.parts) == 2:
        within = iter(answers[ask.parts[1].key])
        players = ask.parts[1].items
        order = [next(within) if entry in players else entry for entry in order]
    for place, entry in enumerate(order):
        keys = (*play.state.entries[entry].keys[:depth], (len(order) - place,))
        play.emit(TieBroken(entry, keys, "ask", tuple(tied), ref=tie.rule))
    return None
